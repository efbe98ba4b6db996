from collections.abc import Iterator
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from statchunk import pipeline
from statchunk.box import Box, PageBox
from statchunk.chunking import chunk_document
from statchunk.chunking.registry import TEXT_STRATEGIES
from statchunk.errors import PasswordError, ReaderError
from statchunk.export.statschat import ContentItem, Publication, read_publication, write_publication
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document, Paragraph
from statchunk.model.page import PageText
from statchunk.settings import ChunkSettings
from tests.chunking.documents import BOX, WordCounter, document

PREFIX = "Prices: April 2025, 21 May 2025, page"


def paragraph(text: str, page: int, box: Box = BOX) -> Paragraph:
    return Paragraph(id=f"p{page}", document_id="d", page=page, regions=(PageBox(page, box),), text=text)


def cut(strategy: str, made: Document, *texts: str) -> tuple[Chunk, ...]:
    def extract(path: str) -> Iterator[PageText]:
        assert path == made.path
        return (PageText(number, 595.0, 842.0, text) for number, text in enumerate(texts, 1))

    return chunk_document(made, ChunkSettings(strategy=strategy, max_tokens=64), WordCounter(), extract=extract)


def test_each_page_is_its_extracted_text_and_stands_on_the_whole_page() -> None:
    made = document(paragraph("Prices rose.", 1), paragraph("Rents fell.", 2))
    chunks = cut("extracted", made, "OFFICE Prices rose. 1\nFood 3.1 Rents 2.0", " \n", "An image's words")
    assert [chunk.text for chunk in chunks] == [
        f"{PREFIX} 1\nOFFICE Prices rose. 1\nFood 3.1 Rents 2.0",
        f"{PREFIX} 3\nAn image's words",
    ]
    assert [chunk.regions for chunk in chunks] == [
        (PageBox(1, Box(0.0, 0.0, 595.0, 842.0)),),
        (PageBox(3, Box(0.0, 0.0, 595.0, 842.0)),),
    ]
    assert [chunk.evidence_ids for chunk in chunks] == [("p1",), ()]


@pytest.mark.parametrize("name", sorted(name for name in TEXT_STRATEGIES if name.startswith("extracted+")))
def test_a_page_is_cut_further_and_never_mixed_with_the_next(name: str) -> None:
    chunks = cut(f"{name}:40/0", document(paragraph("Prices rose.", 1)), "one two three. " * 20, "four five six. " * 20)
    assert len(chunks) > 2
    assert all(("one" in chunk.text) != ("four" in chunk.text) for chunk in chunks if PREFIX not in chunk.text)
    assert {chunk.regions[0].page for chunk in chunks} == {1, 2}


def test_texts_that_came_without_places_are_used_as_they_are(tmp_path: Path) -> None:
    text = "CPI   UK\nApr 3.5 2.6"
    pages = (
        ContentItem(page_number=5, page_url="", page_text=text),
        ContentItem(page_number=6, page_url="", page_text=" "),
    )
    made = Publication(id="i", title="Prices", release_date="2025-05-21", url="https://x/prices.pdf", content=pages)
    chunks = pipeline.chunk(read_publication(write_publication(made, tmp_path)), strategy="extracted")
    assert [chunk.text for chunk in chunks] == [f"Prices, 21 May 2025, page 5\n{text}"]
    assert chunks[0].regions == (PageBox(5, Box(0.0, 0.0, 0.0, 0.0)),)


def draw(path: Path, password: str | None = None) -> Path:
    """A page with a running head and two paragraphs side by side."""
    canvas = Canvas(str(path), pagesize=(400, 300), encrypt=password)
    canvas.drawString(40, 280, "Statistics Office")
    for row, (left, right) in enumerate((("Prices rose", "Rents fell"), ("in April.", "in May."))):
        canvas.drawString(40, 200 - 14 * row, left)
        canvas.drawString(240, 200 - 14 * row, right)
    canvas.save()
    return path


def test_a_file_is_read_again_and_its_columns_are_interleaved_as_printed(tmp_path: Path) -> None:
    made = pipeline.document(draw(tmp_path / "a.pdf"))
    (chunk,) = pipeline.chunk(made, strategy="extracted")
    assert chunk.text.splitlines()[-3:] == ["Statistics Office", "Prices rose Rents fell", "in April. in May."]
    assert chunk.regions == (PageBox(1, Box(0.0, 0.0, 400.0, 300.0)),)
    assert set(chunk.evidence_ids) == {evidence.id for evidence in made.evidence}


def test_an_encrypted_file_needs_its_password_again(tmp_path: Path) -> None:
    made = pipeline.document(draw(tmp_path / "a.pdf", "open"), password="open")
    assert len(pipeline.chunk(made, strategy="extracted", password="open")) == 1
    with pytest.raises(PasswordError):
        pipeline.chunk(made, strategy="extracted")


def test_a_file_that_has_gone_is_one_clear_error(tmp_path: Path) -> None:
    path = draw(tmp_path / "a.pdf")
    made = pipeline.document(path)
    path.unlink()
    with pytest.raises(ReaderError, match=r"a\.pdf: cannot be read: No such file"):
        pipeline.chunk(made, strategy="extracted+recursive:2000/200")
