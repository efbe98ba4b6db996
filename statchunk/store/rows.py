"""What stands in the database: tables, and how models are packed into their rows."""

import json
import zlib
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Observation
from statchunk.text import squash

SCHEMA = """
CREATE TABLE documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT, document_id TEXT NOT NULL UNIQUE, path TEXT NOT NULL UNIQUE,
    sha256 TEXT NOT NULL, made_with TEXT NOT NULL, title TEXT, publisher TEXT, release_date TEXT,
    reference_period TEXT, geography TEXT, language TEXT, next_release TEXT, notices TEXT NOT NULL,
    chunks INTEGER NOT NULL, observations INTEGER NOT NULL, facts BLOB NOT NULL
);
CREATE TABLE evidence (
    id INTEGER PRIMARY KEY, document INTEGER NOT NULL REFERENCES documents(id), evidence_id TEXT NOT NULL,
    kind TEXT NOT NULL, page INTEGER NOT NULL, data BLOB NOT NULL
);
CREATE INDEX evidence_document ON evidence(document);
CREATE INDEX evidence_by_id ON evidence(evidence_id);
CREATE TABLE chunks (
    id INTEGER PRIMARY KEY AUTOINCREMENT, document INTEGER NOT NULL REFERENCES documents(id),
    chunk_id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, heading TEXT NOT NULL, body TEXT NOT NULL, data BLOB NOT NULL,
    observations BLOB
);
CREATE INDEX chunks_document ON chunks(document);
CREATE TABLE chunk_periods (
    period TEXT NOT NULL, chunk INTEGER NOT NULL, PRIMARY KEY (period, chunk)
) WITHOUT ROWID;
CREATE INDEX chunk_periods_chunk ON chunk_periods(chunk);
CREATE VIRTUAL TABLE chunk_text USING fts5(
    heading, body, content='chunks', content_rowid='id', tokenize='porter unicode61 remove_diacritics 2'
);
"""

_observations: TypeAdapter[tuple[Observation, ...]] = TypeAdapter(tuple[Observation, ...])
_LEVEL = 6
"""Of zlib; 9 takes three times as long for two percent."""


class DocumentRow(NamedTuple):
    """A document as the index lists it."""

    number: int
    document_id: str
    path: str
    sha256: str
    title: str | None
    publisher: str | None
    release_date: str | None
    reference_period: str | None
    geography: str | None
    language: str | None
    next_release: str | None
    """ISO date that the release gives for the next one."""
    notices: tuple[str, ...]
    """Corrections and revisions that the release announces."""
    chunks: int
    observations: int


class StoredCell(NamedTuple):
    """An observation as far as ranking needs it: made from the stored text ten times faster than the whole."""

    place: int
    """Among the chunk's observations, from 0."""
    page: int
    table_id: str
    table_label: str | None
    caption: str | None
    section: tuple[str, ...]
    row_path: tuple[str, ...]
    column_path: tuple[str, ...]
    value_text: str
    value: float | None
    status: str | None
    unit: str | None
    period: str | None
    compared_with: str | None
    base_period: str | None
    row: int
    column: int


class StoredChunk(NamedTuple):
    """A chunk with its number in the index, its document, and the observations that it holds, still packed."""

    number: int
    document: int
    chunk: Chunk
    packed: bytes | None

    @property
    def cells(self) -> list[StoredCell]:
        """The observations as far as ranking needs them."""
        return unpack_cells(self.packed)

    @property
    def observations(self) -> tuple[Observation, ...]:
        """The observations, whole."""
        return unpack_observations(self.packed)


def pack_text(text: str) -> bytes:
    """Compressed."""
    return zlib.compress(text.encode(), _LEVEL)


def unpack_text(data: bytes) -> str:
    """Back from `pack_text`."""
    return zlib.decompress(data).decode()


def pack_chunk(chunk: Chunk) -> bytes:
    """All of a chunk but its text, which has a column of its own."""
    return pack_text(chunk.model_dump_json(exclude={"text"}))


def unpack_chunk(data: bytes, text: str) -> Chunk:
    """Back from `pack_chunk`."""
    return Chunk.model_validate({**json.loads(unpack_text(data)), "text": text})


def pack_observations(observations: Sequence[Observation]) -> bytes | None:
    """What all share is said once; None for none."""
    if not observations:
        return None
    cells: list[dict[str, Any]] = _observations.dump_python(tuple(observations), mode="json")
    shared = {key: value for key, value in cells[0].items() if all(cell[key] == value for cell in cells)}
    rest = [{key: value for key, value in cell.items() if key not in shared} for cell in cells]
    return pack_text(json.dumps([shared, rest], ensure_ascii=False, separators=(",", ":")))


def unpack_observations(data: bytes | None) -> tuple[Observation, ...]:
    """Back from `pack_observations`."""
    if data is None:
        return ()
    shared, rest = json.loads(unpack_text(data))
    return _observations.validate_python([{**shared, **cell} for cell in rest])


def unpack_cells(data: bytes | None) -> list[StoredCell]:
    """What ranking needs of `pack_observations`."""
    if data is None:
        return []
    shared, rest = json.loads(unpack_text(data))
    found = []
    for place, own in enumerate(rest):
        cell = {**shared, **own}
        found.append(
            StoredCell(
                place,
                cell["page"],
                cell["table_id"],
                cell["table_label"],
                cell["caption"],
                tuple(cell["section"]),
                tuple(cell["row_path"]),
                tuple(cell["column_path"]),
                cell["value_text"],
                cell["value"],
                cell["status"],
                cell["unit"],
                cell["period"],
                cell["compared_with"],
                cell["base_period"],
                cell["row"],
                cell["column"],
            )
        )
    return found


def heading_of(chunk: Chunk) -> str:
    """What stands above the chunk: title of the release and its sections, for the lexical index."""
    return " | ".join(part for part in (chunk.title, *chunk.section) if part)


def observations_of(chunk: Chunk, by_table: dict[str, list[Observation]]) -> tuple[Observation, ...]:
    """The observations that a chunk shows.

    A piece of a table says which rows and columns it holds; other chunks hold those whose value and row label can be
    read in their text.

    Args:
        chunk: the chunk.
        by_table: the document's observations by table id.
    """
    candidates = [o for evidence_id in chunk.evidence_ids for o in by_table.get(evidence_id, ())]
    if not candidates or chunk.kind == "note":
        return ()
    if chunk.rows or chunk.columns:
        rows, columns = frozenset(chunk.rows), frozenset(chunk.columns)
        return tuple(o for o in candidates if (not rows or o.row in rows) and (not columns or o.column in columns))
    words, shown = squash(chunk.text), chunk.text
    return tuple(o for o in candidates if o.value_text in shown and squash(" ".join(o.row_path[-1:])) in words)


def by_table(observations: Iterable[Observation]) -> dict[str, list[Observation]]:
    """Observations grouped by their table's id."""
    groups: dict[str, list[Observation]] = {}
    for observation in observations:
        groups.setdefault(observation.table_id, []).append(observation)
    return groups
