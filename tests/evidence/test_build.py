from statchunk.evidence.audit import audit
from statchunk.evidence.build import build_evidence
from statchunk.model.evidence import (
    Document,
    Evidence,
    Figure,
    Furniture,
    NoteEvidence,
    ReleaseFacts,
    TableEvidence,
)
from statchunk.model.layout import Block, PageLayout
from statchunk.model.page import Page, Release
from tests.evidence.made import Setter, block, release, word


def understood(made: Release, *blocks: tuple[Block, ...], turn: int = 0) -> Document:
    layouts = [PageLayout(page.number, own, turn) for page, own in zip(made.pages, blocks, strict=True)]
    facts = ReleaseFacts(pages=len(made.pages))
    evidence, observations = build_evidence(made, layouts, [], facts, ("en",))
    return Document(
        path="release.pdf", document_id="d", sha256="0", facts=facts, evidence=evidence, observations=observations
    )


def kinds(evidence: tuple[Evidence, ...]) -> list[str]:
    return [item.kind for item in evidence]


def test_a_paragraph_over_two_pages_is_one_object_with_two_regions() -> None:
    first, second = Setter(1), Setter(2)
    start = block("paragraph", [first.line("Prices rose by 3.5% in the", 50, 700)], 1)
    end = block("paragraph", [second.line("year to April.", 50, 100)], 2, continues=True)
    made = release(first.page(), second.page())
    document = understood(made, (start,), (end,))
    (paragraph,) = document.evidence
    assert paragraph.text == "Prices rose by 3.5% in the year to April."
    assert [region.page for region in paragraph.regions] == [1, 2]
    assert audit(made, document).passed


def test_what_belongs_to_a_figure_stands_in_it_and_nowhere_else() -> None:
    page = Setter()
    caption = block("caption", [page.line("Figure 1: Prices rose", 50, 100)], target=1)
    figure = block("figure", [page.line("2015 2025", 50, 200)])
    source = block("source", [page.line("Source: Statistics Office", 50, 300)], target=1)
    made = release(page.page())
    document = understood(made, (caption, figure, source))
    (found,) = document.evidence
    assert isinstance(found, Figure)
    assert (found.label, found.caption, found.source) == (
        "Figure 1",
        "Figure 1: Prices rose",
        "Source: Statistics Office",
    )
    assert found.labels == ("2015 2025",)
    assert audit(made, document).passed


def test_a_table_caption_over_a_picture_says_so() -> None:
    page = Setter()
    caption = block("caption", [page.line("Table A. Percent changes", 50, 100)], target=1)
    picture = Block("figure", 1, block("figure", [page.line("x", 50, 200)]).box)
    page.words.pop()
    made = release(page.page())
    (found,) = understood(made, (caption, picture)).evidence
    assert isinstance(found, Figure)
    assert found.picture_of_table


def test_a_caption_alone_is_a_figure_that_warns() -> None:
    page = Setter()
    made = release(page.page())
    caption = block("caption", [page.line("Figure 2: Prices fell", 50, 100)])
    made = release(page.page())
    document = understood(made, (caption,))
    (found,) = document.evidence
    assert isinstance(found, Figure)
    assert found.warnings
    assert audit(made, document).passed


def test_a_region_without_a_table_keeps_its_words_and_says_that_it_was_not_read() -> None:
    page = Setter()
    region = block("table", [page.line("Food 1.2 3.4", 50, 100)])
    made = release(page.page())
    document = understood(made, (region,))
    (found,) = document.evidence
    assert found.kind == "table"
    assert found.confidence == 0
    assert "1.2 3.4" in found.text
    assert audit(made, document).passed


def test_loose_notes_keep_their_mark() -> None:
    page = Setter()
    note = block("note", [page.line("^1 Revised in May.", 50, 700)])
    (found,) = understood(release(page.page()), (note,)).evidence
    assert isinstance(found, NoteEvidence)
    assert (found.mark, found.note_kind, found.text) == ("1", "reference", "1 Revised in May.")


def test_headings_are_the_section_of_what_follows() -> None:
    page = Setter()
    heading = block("heading", [page.line("2. Prices", 50, 100)], level=1)
    text = block("paragraph", [page.line("Prices rose.", 50, 120)])
    found = understood(release(page.page()), (heading, text)).evidence
    assert kinds(found) == ["heading", "paragraph"]
    assert found[0].section == ()
    assert found[1].section == ("2. Prices",)


def test_hidden_words_are_furniture_that_says_why() -> None:
    page = Setter()
    text = block("paragraph", [page.line("Prices rose.", 50, 120)])
    secret = word("DRAFT", 10, 10, 99).but(hidden="white")
    made = release(Page(1, 595.0, 842.0, words=tuple(page.words), hidden_words=(secret,)))
    document = understood(made, (text,))
    furniture = document.evidence[-1]
    assert isinstance(furniture, Furniture)
    assert (furniture.text, furniture.hidden) == ("DRAFT", "white")
    assert audit(made, document).passed


def test_boxes_of_a_turned_page_stand_where_they_are_displayed() -> None:
    page = Setter()
    text = block("paragraph", [page.line("Prices", 100, 50)])
    displayed = Page(1, 842.0, 595.0, words=tuple(page.words))
    (found,) = understood(release(displayed), (text,), turn=90).evidence
    box = found.regions[0].bbox
    assert box == (42.0, 465.0, 52.0, 495.0)


def test_ids_come_from_document_kind_and_place() -> None:
    page = Setter()
    blocks = tuple(block("paragraph", [page.line("Prices rose.", 50, 100 + 20 * n)]) for n in range(2))
    first = understood(release(page.page()), blocks).evidence
    second = understood(release(page.page()), blocks).evidence
    assert [item.id for item in first] == [item.id for item in second]
    assert first[0].id != first[1].id


def test_notes_numbered_on_over_a_page_belong_to_the_table_above() -> None:
    first, second = Setter(1), Setter(2)
    region = block("table", [first.line("Food 1.2 3.4", 50, 700)], 1)
    notes = [block("note", [first.line("^1 Rounded.", 50, 720)], 1, target=0)]
    over = [
        block("note", [second.line("^2 2015 - 2017 only.", 50, 50)], 2),
        block("note", [second.line("Note: Provisional.", 50, 62)], 2),
    ]
    text = block("paragraph", [second.line("Prices rose.", 50, 120)], 2)
    apart = block("note", [second.line("^3 A footnote of the text.", 50, 700)], 2)
    made = release(first.page(), second.page())
    document = understood(made, (region, *notes), (*over, text, apart))
    assert kinds(document.evidence) == ["table", "paragraph", "note"]
    table = document.evidence[0]
    assert isinstance(table, TableEvidence)
    assert [(note.mark, note.text, note.page) for note in table.notes] == [
        ("1", "Rounded.", 1), ("2", "2015 - 2017 only.", 2), (None, "Note: Provisional.", 2),
    ]  # fmt: skip
    assert audit(made, document).passed


def detailed(last_text: str) -> list[tuple[str, ...]]:
    """The sections of two tables on pages of their own behind a text whose last section is this."""
    front, back, end = Setter(1), Setter(2), Setter(3)
    heading = block("heading", [front.line("11. How to cite", 50, 100)], 1, level=1)
    text = block("paragraph", [front.line(last_text, 50, 120)], 1)
    pages = []
    for setter, label in ((back, "Table 8: Prices"), (end, "Table 9: Wages")):
        caption = block("caption", [setter.line(label, 50, 50)], setter.number, target=1)
        pages.append((caption, block("table", [setter.line("Food 1.2 3.4", 50, 100)], setter.number)))
    made = release(front.page(), back.page(), end.page())
    document = understood(made, (heading, text), *pages)
    return [one.section for one in document.evidence if isinstance(one, TableEvidence)]


def test_tables_behind_the_text_are_not_of_its_last_section() -> None:
    assert detailed("Statistics Office, released in May.") == [(), ()]
    assert detailed("As table 2 shows, prices rose.") == [(), ()]


def test_tables_that_the_last_section_names_are_of_it() -> None:
    assert detailed("As table 8 shows, prices rose.") == [("11. How to cite",)] * 2


def test_tables_right_under_a_heading_are_of_its_section() -> None:
    front, back = Setter(1), Setter(2)
    heading = block("heading", [front.line("Detailed tables", 50, 700)], 1, level=1)
    caption = block("caption", [back.line("Table 8: Prices", 50, 50)], 2, target=1)
    region = block("table", [back.line("Food 1.2 3.4", 50, 100)], 2)
    document = understood(release(front.page(), back.page()), (heading,), (caption, region))
    assert document.evidence[-1].section == ("Detailed tables",)
