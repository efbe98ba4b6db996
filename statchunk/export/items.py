"""What every export is made from: a chunk, its file, and the flat facts that other programs filter and cite by."""

from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import NamedTuple
from urllib.parse import quote

from statchunk.chunking.context import STEP
from statchunk.chunking.texts import written_date
from statchunk.model.chunk import Chunk
from statchunk.store import Index

Value = str | int | float | bool | list[str] | list[float] | None


class Item(NamedTuple):
    """A chunk with the address of its release."""

    chunk: Chunk
    path: str
    url: str


def url_of(path: str, base: str = "") -> str:
    """Where readers find a release: its file name under an address, or the bare name where none is given.

    Args:
        path: of the file.
        base: "https://example.org/releases/"; "{name}" in it stands for the file's name, else the name is put at its
            end.
    """
    name = PurePath(path).name
    if not base:
        return name
    if "{name}" in base:
        return base.replace("{name}", quote(name))
    return f"{base.rstrip('/')}/{quote(name)}"


def items_of(chunks: Iterable[Chunk], path: str, base: str = "") -> Iterator[Item]:
    """The chunks of one release."""
    url = url_of(path, base)
    return (Item(chunk, path, url) for chunk in chunks)


def items_in(index: Index, base: str = "") -> Iterator[Item]:
    """All chunks of an index."""
    paths = {row.number: row.path for row in index.documents()}
    for stored in index.chunks():
        path = paths[stored.document]
        yield Item(stored.chunk, path, url_of(path, base))


def metadata_of(item: Item) -> dict[str, Value]:
    """Flat facts of a chunk: strings, numbers and lists of them, as vector stores take them.

    `title`, `date` ("31 March 2026"), `page_number`, `page_url` and `url` are named as StatsChat names them.
    """
    chunk = item.chunk
    page = chunk.regions[0].page if chunk.regions else None
    return {
        "source": chunk.document_id,
        "chunk_id": chunk.id,
        "kind": chunk.kind,
        "title": chunk.title,
        "publisher": chunk.publisher,
        "date": written_date(chunk.release_date) if chunk.release_date else None,
        "release_date": chunk.release_date,
        "reference_period": chunk.reference_period,
        "language": chunk.language,
        "section": STEP.join(chunk.section),
        "unit": chunk.unit,
        "periods": list(chunk.periods),
        "url": item.url,
        "page_url": f"{item.url}#page={page}" if page else item.url,
        "page_number": page,
        "bbox": list(chunk.regions[0].bbox) if chunk.regions else None,
        "citation": chunk.citation,
        "evidence_ids": list(chunk.evidence_ids),
        "position": chunk.position,
        "file": PurePath(item.path).name,
    }
