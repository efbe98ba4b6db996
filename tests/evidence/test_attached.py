import pytest

from statchunk.evidence.attached import numbered_notes, read_caption, read_notes, source_text
from statchunk.model.layout import PageLayout
from tests.evidence.made import Setter, block, writer


def test_a_label_that_opens_the_caption_stays_in_it() -> None:
    page = Setter()
    lines = [page.line("Table 1: Prices by group", 50, 100), page.line("UK, April 2025", 50, 112)]
    caption = read_caption([block("caption", lines)])
    assert (caption.label, caption.kind) == ("Table 1", "table")
    assert caption.lines == ("Table 1: Prices by group", "UK, April 2025")


def test_a_large_letter_before_the_title_is_the_label() -> None:
    page = Setter()
    lines = [page.line("B1", 50, 100, size=24), page.line("CPIH: Detailed figures", 90, 100)]
    caption = read_caption([block("caption", lines)])
    assert caption.label == "B1"
    assert caption.lines == ("CPIH: Detailed figures",)


def test_raised_marks_leave_the_caption() -> None:
    page = Setter()
    caption = read_caption([block("caption", [page.line("Table 2. Arrests ^1 , 2009", 50, 100)])])
    assert caption.lines == ("Table 2. Arrests, 2009",)
    assert caption.marks == ("1",)


def test_a_caption_that_a_later_page_repeats_is_said_once() -> None:
    first, second = Setter(1), Setter(2)
    blocks = [
        block("caption", [first.line("Table 1: Prices", 50, 100)], 1),
        block("caption", [second.line("Table 1: Prices", 50, 100)], 2),
    ]
    caption = read_caption(blocks)
    assert (caption.lines, caption.page) == (("Table 1: Prices",), 1)


def test_notes_are_parted_at_their_marks_and_said_once() -> None:
    page = Setter()
    lines = [
        page.line("^1 Published as the", 50, 100),
        page.line("index of prices.", 55, 112),
        page.line("^2 Revised.", 50, 124),
    ]
    notes = read_notes([block("note", lines), block("note", lines)], None, writer(page.page()))
    assert [(note.mark, note.text) for note in notes] == [("1", "Published as the index of prices."), ("2", "Revised.")]


def test_sources_are_joined_and_said_once() -> None:
    page = Setter()
    line = page.line("Source: Statistics Office", 50, 100)
    made = writer(page.page())
    assert source_text([block("source", [line]), block("source", [line])], None, made) == "Source: Statistics Office"
    assert source_text([], None, made) is None


@pytest.mark.parametrize(("marks", "through"), [((1, 2, 3), True), ((1, 1, 2), False), ((2, 3, 1), False)])
def test_notes_are_numbered_through_only_where_the_numbers_do_not_fall(marks: tuple[int, ...], through: bool) -> None:
    pages = [Setter(number) for number in range(1, 4)]
    layouts = []
    for page, mark in zip(pages, marks, strict=True):
        note = block("note", [page.line(f"({mark}) A note on page {page.number}.", 50, 700)], page.number)
        layouts.append(PageLayout(page.number, (note,)))
    found = numbered_notes(layouts, writer(*(page.page() for page in pages), layouts=layouts))
    assert bool(found) is through
