from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from statchunk.readers import read
from statchunk.settings import ReaderName

READERS: list[ReaderName] = ["pdfium", "pdfplumber"]


def drawn(path: Path, back: float) -> Path:
    """ "ser vices", where the word after the space is set back by so many points."""
    canvas = Canvas(str(path), pagesize=(200, 100), invariant=True)
    canvas.setFont("Helvetica", 10)
    canvas.drawString(20, 50, "ser ")
    canvas.drawString(20 + canvas.stringWidth("ser ", "Helvetica", 10) - back, 50, "vices")
    canvas.save()
    return path


@pytest.mark.parametrize("reader", READERS)
def test_a_space_that_kerning_takes_back_parts_no_word(tmp_path: Path, reader: ReaderName) -> None:
    release = read(drawn(tmp_path / "a.pdf", 2.78), reader=reader)
    assert [word.text for word in release.pages[0].words] == ["services"]


@pytest.mark.parametrize("reader", READERS)
def test_a_space_set_tight_still_parts_words(tmp_path: Path, reader: ReaderName) -> None:
    release = read(drawn(tmp_path / "a.pdf", 1.6), reader=reader)
    assert [word.text for word in release.pages[0].words] == ["ser", "vices"]


@pytest.mark.parametrize("reader", READERS)
def test_a_figure_that_touches_its_label_is_a_word_of_its_own(tmp_path: Path, reader: ReaderName) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(400, 100), invariant=True)
    canvas.drawString(20, 50, "fuels (including OOH)140.1 f(2)1.5 CO2.5")
    canvas.save()
    release = read(tmp_path / "a.pdf", reader=reader)
    assert [word.text for word in release.pages[0].words] == [
        "fuels",
        "(including",
        "OOH)",
        "140.1",
        "f(2)1.5",
        "CO2.5",
    ]


def test_texts_that_touch_where_a_rule_stands_between_them_are_two_words(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(200, 100), invariant=True)
    canvas.setFont("Helvetica", 10)
    end = 20 + canvas.stringWidth("COAST", "Helvetica", 10)
    for y in (50, 20):
        canvas.drawString(20, y, "COAST")
        canvas.drawString(end, y, "KESSIM")
    canvas.setLineWidth(0.5)
    canvas.line(end, 65, end, 45)
    canvas.save()
    release = read(tmp_path / "a.pdf")
    assert [word.text for word in release.pages[0].words] == ["COAST", "KESSIM", "COASTKESSIM"]


@pytest.mark.parametrize("cut", [1, 3, 4, 6, 7])
def test_a_figure_grouped_by_hundreds_and_drawn_in_two_pieces_is_one(tmp_path: Path, cut: int) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(200, 100), invariant=True)
    canvas.setFont("Helvetica", 10)
    figure = "18,30,049"
    canvas.drawString(20, 50, figure[:cut])
    canvas.drawString(20 + canvas.stringWidth(figure[:cut], "Helvetica", 10), 50, figure[cut:])
    canvas.save()
    assert [word.text for word in read(tmp_path / "a.pdf").pages[0].words] == [figure]
