"""An index of a release made by hand."""

from pathlib import Path

from statchunk.chunking import chunk_document
from statchunk.embedding.fake import FakeEmbedder
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document, Paragraph
from statchunk.settings import ChunkSettings
from statchunk.store import IndexWriter
from tests.chunking.documents import REGION, WordCounter, document, table


def release() -> tuple[Document, tuple[Chunk, ...]]:
    evidence, observations = table()
    paragraphs = tuple(
        Paragraph(id=f"p{i}", document_id="d", page=1, regions=(REGION,), section=("1. Main points",), text=text)
        for i, text in enumerate(("Prices of food rose by 4%.", "Rents did not change."))
    )
    made = document(*paragraphs, evidence, observations=observations)
    return made, chunk_document(made, ChunkSettings(max_tokens=64, narrative_tokens=32), WordCounter())


def index(folder: Path) -> Path:
    made, chunks = release()
    with IndexWriter(folder, FakeEmbedder()) as writer:
        writer.put(made, chunks)
    return folder
