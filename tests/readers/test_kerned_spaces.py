from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from statchunk.readers import read
from statchunk.readers.reading import ReaderName

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
