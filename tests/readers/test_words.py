from pathlib import Path

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from statchunk.box import Box
from statchunk.geometry import turn_box
from statchunk.model.page import Page, Style
from statchunk.readers import read
from statchunk.readers.splitting import clean
from statchunk.settings import ReaderName
from tests.readers.drawing import HEIGHT, WIDTH, draw, mapped, text

READERS: tuple[ReaderName, ...] = ("pdfium", "pdfplumber")


def page_of(path: Path, reader: ReaderName = "pdfium") -> Page:
    return read(path, reader=reader).pages[0]


def texts(page: Page) -> list[str]:
    return [word.text for word in page.words]


@pytest.mark.parametrize("reader", READERS)
def test_box_is_em_box_from_the_top(tmp_path: Path, reader: ReaderName) -> None:
    word = page_of(draw(tmp_path / "a.pdf", text(50, 200, "Prices")), reader).words[0]
    assert word.text == "Prices"
    assert (word.x0, word.baseline) == (50.0, 100.0)
    assert word.bottom - word.top == pytest.approx(10.0, abs=0.02)
    assert word.bottom == pytest.approx(100 + 2.07, abs=0.2)
    assert word.x1 == pytest.approx(50 + stringWidth("Prices", "Helvetica", 10), abs=0.02)
    assert word.style == Style("Helvetica", 10.0, False, False, 0)


@pytest.mark.parametrize("reader", READERS)
def test_order_and_spaces(tmp_path: Path, reader: ReaderName) -> None:
    page = page_of(draw(tmp_path / "a.pdf", text(50, 200, "Consumer price  index")), reader)
    assert texts(page) == ["Consumer", "price", "index"]
    assert [word.order for word in page.words] == [0, 1, 2]
    assert not any(word.glued for word in page.words)


@pytest.mark.parametrize("reader", READERS)
def test_columns_drawn_apart_are_words_apart(tmp_path: Path, reader: ReaderName) -> None:
    def row(canvas: Canvas) -> None:
        for x, figure in ((50, "1.0"), (100, "2.0"), (125, "3.0")):
            canvas.drawString(x, 200, figure)

    assert texts(page_of(draw(tmp_path / "a.pdf", row), reader)) == ["1.0", "2.0", "3.0"]


@pytest.mark.parametrize("reader", READERS)
def test_touching_figures_are_split(tmp_path: Path, reader: ReaderName) -> None:
    def row(canvas: Canvas) -> None:
        end = 50 + canvas.stringWidth("-3.4", "Helvetica", 10)
        canvas.drawString(50, 200, "-3.4")
        canvas.drawString(end, 200, "-10.4")

    page = page_of(draw(tmp_path / "a.pdf", row), reader)
    assert texts(page) == ["-3.4", "-10.4"]
    assert [word.glued for word in page.words] == [False, True]


def test_number_drawn_in_two_pieces_stays_one(tmp_path: Path) -> None:
    def row(canvas: Canvas) -> None:
        canvas.drawString(50, 200, "4,2")
        canvas.drawString(50 + canvas.stringWidth("4,2", "Helvetica", 10), 200, "16,757")

    assert texts(page_of(draw(tmp_path / "a.pdf", row))) == ["4,216,757"]


def test_range_drawn_in_two_pieces_stays_one(tmp_path: Path) -> None:
    def row(canvas: Canvas) -> None:
        canvas.drawString(50, 200, "15")
        canvas.drawString(50 + canvas.stringWidth("15", "Helvetica", 10), 200, "-74")

    assert texts(page_of(draw(tmp_path / "a.pdf", row))) == ["15-74"]


def test_nil_signs_far_apart_are_two_words(tmp_path: Path) -> None:
    def row(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 10)
        line = canvas.beginText(50, 200)
        line.setCharSpace(20)
        line.textOut("--")
        canvas.drawText(line)

    assert texts(page_of(draw(tmp_path / "a.pdf", row))) == ["-", "-"]


@pytest.mark.parametrize("reader", READERS)
def test_leader_is_a_word_of_its_own(tmp_path: Path, reader: ReaderName) -> None:
    page = page_of(draw(tmp_path / "a.pdf", text(50, 200, "Glossary..........12")), reader)
    assert texts(page) == ["Glossary", "..........", "12"]
    assert [word.glued for word in page.words] == [False, True, True]


@pytest.mark.parametrize("reader", READERS)
def test_superscript_is_a_glued_word_with_rise(tmp_path: Path, reader: ReaderName) -> None:
    def line(canvas: Canvas) -> None:
        x = 50 + canvas.stringWidth("rate", "Helvetica", 10)
        canvas.drawString(50, 200, "rate")
        canvas.setFont("Helvetica", 6)
        canvas.drawString(x, 204, "1")
        canvas.setFont("Helvetica", 10)
        canvas.drawString(120, 200, "CO")
        canvas.setFont("Helvetica", 6)
        canvas.drawString(120 + canvas.stringWidth("CO", "Helvetica", 10), 198.5, "2")

    page = page_of(draw(tmp_path / "a.pdf", line), reader)
    assert [(word.text, word.rise, word.glued) for word in page.words] == [
        ("rate", 0, False),
        ("1", 1, True),
        ("CO", 0, False),
        ("2", -1, True),
    ]


def test_a_comma_between_raised_marks_is_raised_with_them(tmp_path: Path) -> None:
    def line(canvas: Canvas) -> None:
        canvas.drawString(50, 200, "notified")
        x = 50 + canvas.stringWidth("notified", "Helvetica", 10)
        for mark, size in (("1", 6), (",", 7), ("2", 6)):
            canvas.setFont("Helvetica", size)
            canvas.drawString(x, 203.7 if mark == "," else 204, mark)
            x += canvas.stringWidth(mark, "Helvetica", size)

    first, *marks = page_of(draw(tmp_path / "a.pdf", line)).words
    assert (first.text, first.rise) == ("notified", 0)
    assert ("".join(w.text for w in marks), {w.rise for w in marks}) == ("1,2", {1})


def test_a_bracket_that_touches_a_raised_figure_is_glued_to_it(tmp_path: Path) -> None:
    def line(canvas: Canvas) -> None:
        canvas.drawString(50, 200, "(in m")
        x = 50 + canvas.stringWidth("(in m", "Helvetica", 10)
        canvas.setFont("Helvetica", 6)
        canvas.drawString(x, 204, "2")
        canvas.setFont("Helvetica", 10)
        canvas.drawString(x + canvas.stringWidth("2", "Helvetica", 6), 200, ")")

    words = page_of(draw(tmp_path / "a.pdf", line)).words
    assert [(word.text, word.glued) for word in words] == [("(in", False), ("m", False), ("2", True), (")", True)]


@pytest.mark.parametrize("reader", READERS)
def test_letters_of_an_arabic_ligature_keep_their_order(tmp_path: Path, reader: ReaderName) -> None:
    letters = {"D": "\u062f", "L": "\u0644\u0627", "B": "\u0628"}
    assert texts(page_of(mapped(tmp_path / "a.pdf", "DLB", letters), reader)) == ["\u0628\u0644\u0627\u062f"]


def test_mark_before_its_note_has_rise(tmp_path: Path) -> None:
    def line(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 6)
        canvas.drawString(50, 204, "1")
        canvas.setFont("Helvetica", 10)
        canvas.drawString(57, 200, "Provisional")

    assert [(w.text, w.rise) for w in page_of(draw(tmp_path / "a.pdf", line)).words] == [("1", 1), ("Provisional", 0)]


def test_small_text_beside_a_huge_letter_is_no_mark(tmp_path: Path) -> None:
    def line(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 32)
        canvas.drawString(50, 200, "C")
        canvas.setFont("Helvetica", 10)
        canvas.drawString(76, 210, "Figures")

    assert [word.rise for word in page_of(draw(tmp_path / "a.pdf", line)).words] == [0, 0]


@pytest.mark.parametrize("reader", READERS)
def test_style_change_splits(tmp_path: Path, reader: ReaderName) -> None:
    def line(canvas: Canvas) -> None:
        canvas.setFont("Helvetica-Bold", 10)
        canvas.drawString(50, 200, "Note")
        end = 50 + canvas.stringWidth("Note", "Helvetica-Bold", 10)
        canvas.setFont("Helvetica-Oblique", 10)
        canvas.drawString(end, 200, "text")

    page = page_of(draw(tmp_path / "a.pdf", line), reader)
    assert [(word.text, word.style.bold, word.style.italic, word.glued) for word in page.words] == [
        ("Note", True, False, False),
        ("text", False, True, True),
    ]


@pytest.mark.parametrize("reader", READERS)
def test_letters_drawn_twice_are_one_bold_word(tmp_path: Path, reader: ReaderName) -> None:
    def line(canvas: Canvas) -> None:
        canvas.drawString(50, 200, "Total sum")
        canvas.drawString(50.4, 200, "Total sum")

    page = page_of(draw(tmp_path / "a.pdf", line), reader)
    assert texts(page) == ["Total", "sum"]


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_turned_text(tmp_path: Path, reader: ReaderName, turn: int) -> None:
    def line(canvas: Canvas) -> None:
        canvas.translate(200, 150)
        canvas.rotate(-turn)
        canvas.drawString(10, 0, "Weights")

    word = page_of(draw(tmp_path / "a.pdf", line), reader).words[0]
    assert ("Weights", turn) == (word.text, word.turn)
    flat = Box(510.0, 500 + 2.07 - 10, 510 + stringWidth("Weights", "Helvetica", 10), 500 + 2.07)
    turned = turn_box(flat, turn, 1000, 1000)  # about a point at (500, 500), which stands at (200, 150) on the page
    assert (word.x0 + 300, word.top + 350, word.x1 + 300, word.bottom + 350) == pytest.approx(tuple(turned), abs=0.7)


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_rotated_page_is_read_as_displayed(tmp_path: Path, rotation: int) -> None:
    def line(canvas: Canvas) -> None:
        canvas.setPageRotation(rotation)
        canvas.drawString(50, 200, "Sideways")

    page = page_of(draw(tmp_path / "a.pdf", line))
    assert (page.width, page.height) == (WIDTH, HEIGHT)  # the library swaps the sides of the box beneath
    width, height = (HEIGHT, WIDTH) if rotation in (90, 270) else (WIDTH, HEIGHT)
    upright = page_of(draw(tmp_path / "b.pdf", text(50, 200, "Sideways"))).words[0]
    lower = upright.but(top=upright.top + height - HEIGHT, bottom=upright.bottom + height - HEIGHT)
    word = page.words[0]
    assert rotation == word.turn
    assert (word.x0, word.top, word.x1, word.bottom) == pytest.approx(
        tuple(turn_box(lower, rotation, width, height)), abs=0.02
    )


def test_text_turned_to_stand_upright_on_a_rotated_page_has_turn_0(tmp_path: Path) -> None:
    def line(canvas: Canvas) -> None:
        canvas.setPageRotation(90)
        canvas.translate(200, 100)
        canvas.rotate(90)
        canvas.drawString(0, 0, "Upright text")

    page = page_of(draw(tmp_path / "a.pdf", line))
    assert [(word.text, word.turn) for word in page.words] == [("Upright", 0), ("text", 0)]
    assert page.words[0].baseline == pytest.approx(200, abs=0.02)
    assert page.words[0].x1 - page.words[0].x0 == pytest.approx(stringWidth("Upright", "Helvetica", 10), abs=0.5)


@pytest.mark.parametrize("reader", READERS)
def test_crop_box_moves_the_origin(tmp_path: Path, reader: ReaderName) -> None:
    def line(canvas: Canvas) -> None:
        canvas.setCropBox((20, 30, 380, 290))
        canvas.drawString(50, 200, "Cropped")

    page = page_of(draw(tmp_path / "a.pdf", line), reader)
    assert (page.width, page.height) == (360.0, 260.0)
    assert (page.words[0].x0, page.words[0].baseline) == (30.0, 90.0)


@pytest.mark.parametrize("reader", READERS)
def test_text_inside_forms_stands_where_it_shows(tmp_path: Path, reader: ReaderName) -> None:
    def line(canvas: Canvas) -> None:
        canvas.beginForm("panel")
        canvas.setFont("Helvetica", 10)
        canvas.drawString(5, 5, "Inside")
        canvas.endForm()
        canvas.translate(100, 50)
        canvas.scale(2, 2)
        canvas.doForm("panel")

    word = page_of(draw(tmp_path / "a.pdf", line), reader).words[0]
    assert (word.text, word.x0, word.baseline, word.style.size) == ("Inside", 110.0, 240.0, 20.0)


def test_ligatures_are_expanded() -> None:
    assert clean("o\ufb03cial \ufb02ows") == "official flows"
    assert clean("co\u00adoperate") == "co-operate"
    assert clean("e\u0301") == "é"


@pytest.mark.parametrize("reader", READERS)
def test_upright_text_after_turned_text_is_another_word(tmp_path: Path, reader: ReaderName) -> None:
    def heads(canvas: Canvas) -> None:
        canvas.saveState()
        canvas.translate(200, 100)
        canvas.rotate(90)
        canvas.drawString(0, 0, "tonnes)")
        canvas.restoreState()
        canvas.drawString(199, 132, "Production")

    page = page_of(draw(tmp_path / "a.pdf", heads), reader)
    assert [(word.text, word.turn) for word in page.words] == [("tonnes)", 270), ("Production", 0)]


def test_letters_drawn_one_by_one_on_a_page_of_few_lines_make_words(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    canvas = Canvas(str(path), pagesize=(595, 842), invariant=True)
    canvas.setFont("Helvetica", 9)
    rows = (("Item", "May 2025", "Change"), ("Drinks", "11.62", "4.3"), ("Food", "52.59", "-5.1"))
    for y, row in zip((780, 766, 752), rows, strict=True):
        for start, cell in zip((60.0, 250.0, 460.0), row, strict=True):
            x = start
            for letter in cell:
                if letter != " ":
                    canvas.drawString(x, y, letter)
                x += stringWidth(letter, "Helvetica", 9)
    canvas.save()
    assert texts(page_of(path)) == ["Item", "May", "2025", "Change", "Drinks", "11.62", "4.3", "Food", "52.59", "-5.1"]
