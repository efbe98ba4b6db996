"""What stands in the database: its tables, and a document's rows written and deleted."""

import json
import sqlite3
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from pydantic_core import from_json

from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Observation
from statchunk.store import packing
from statchunk.store.packed import PackedDocument
from statchunk.store.packed_rows import PackedChunk

TOKENIZER = "porter unicode61 remove_diacritics 2"
"""How FTS5 cuts texts into words."""
SCHEMA = f"""
CREATE TABLE documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT, document_id TEXT NOT NULL UNIQUE, path TEXT NOT NULL UNIQUE,
    absolute TEXT NOT NULL, relative TEXT NOT NULL, sha256 TEXT NOT NULL, made_with TEXT NOT NULL, title TEXT,
    publisher TEXT, release_date TEXT, reference_period TEXT, geography TEXT, language TEXT, next_release TEXT,
    notices TEXT NOT NULL, evidence INTEGER NOT NULL, chunks INTEGER NOT NULL, observations INTEGER NOT NULL,
    facts BLOB NOT NULL, checksum INTEGER NOT NULL
);
CREATE TABLE evidence (
    id INTEGER PRIMARY KEY, document INTEGER NOT NULL REFERENCES documents(id), evidence_id TEXT NOT NULL,
    kind TEXT NOT NULL, page INTEGER NOT NULL, data BLOB NOT NULL
);
CREATE INDEX evidence_document ON evidence(document);
CREATE INDEX evidence_by_id ON evidence(evidence_id);
CREATE TABLE chunks (
    id INTEGER PRIMARY KEY AUTOINCREMENT, document INTEGER NOT NULL REFERENCES documents(id),
    chunk_id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, heading TEXT NOT NULL, body TEXT NOT NULL, said TEXT NOT NULL,
    data BLOB NOT NULL, cells BLOB, observations BLOB, checksum INTEGER NOT NULL
);
CREATE INDEX chunks_document ON chunks(document);
CREATE TABLE chunk_periods (
    period TEXT NOT NULL, chunk INTEGER NOT NULL, PRIMARY KEY (period, chunk)
) WITHOUT ROWID;
CREATE INDEX chunk_periods_chunk ON chunk_periods(chunk);
CREATE VIRTUAL TABLE chunk_text USING fts5(
    heading, body, content='chunks', content_rowid='id', tokenize='{TOKENIZER}'
);
"""
DOCUMENT_FIELDS = (
    "document_id, path, absolute, relative, sha256, made_with, title, publisher, release_date, reference_period,"
    " geography, language, next_release, notices, evidence, chunks, observations, facts"
)
CHUNK_FIELDS = "chunk_id, kind, heading, body, said, data, cells, observations"
_CHUNK = CHUNK_FIELDS.split(", ")


class DocumentRow(NamedTuple):
    """A document as the index lists it."""

    number: int
    document_id: str
    path: str
    """As it was given when it was indexed."""
    absolute: str
    """Where the file stood then."""
    relative: str
    """The way there from the index; empty where there is none."""
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

    def file(self, index: Path) -> Path:
        """Where the file is: where it stood, or the same way from the index, or from the current folder.

        Args:
            index: the folder of the index, which may have been moved together with the files.
        """
        return whereabouts(self.absolute, self.relative, self.path, index)


def whereabouts(absolute: str, relative: str, path: str, index: Path) -> Path:
    """The first of three ways to a file that leads to one; the first of all where none does."""
    ways = [Path(absolute), *([index / relative] if relative else []), Path(path)]
    return next((way for way in ways if way.is_file()), ways[0])


class DocumentRows(NamedTuple):
    """All rows of a document as they stand in a database, checked."""

    number: int
    fields: tuple[Any, ...]
    """As `DOCUMENT_FIELDS`."""
    evidence: tuple[tuple[Any, ...], ...]
    """evidence_id, kind, page, data."""
    chunks: tuple[tuple[Any, ...], ...]
    """Number, then as `CHUNK_FIELDS`."""


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """A chunk with its number in the index and its document; what ranking does not need is still packed."""

    number: int
    document: int
    kind: str
    text: str
    title: str | None
    section: tuple[str, ...]
    reference_period: str | None
    position: int
    packed: bytes
    packed_cells: bytes | None
    packed_observations: bytes | None

    @property
    def chunk(self) -> Chunk:
        """The chunk, whole."""
        return packing.unpack_chunk(self.packed, self.text)

    @property
    def cells(self) -> packing.PackedCells | None:
        """The observations that it holds, as far as ranking needs them; None for none."""
        return packing.unpack_cells(self.packed_cells)

    @property
    def observations(self) -> tuple[Observation, ...]:
        """The observations, whole."""
        return packing.unpack_observations(self.packed_cells, self.packed_observations)

    def observations_at(self, cells: packing.PackedCells | None, places: Iterable[int]) -> tuple[Observation, ...]:
        """Some of the observations, whole, by their place among the chunk's `cells`."""
        return packing.whole_observations(cells, self.packed_observations, places)


STORED = "id, document, kind, body, said, data, cells, observations"
"""The columns of chunks that `stored_chunk` takes."""


def stored_chunk(row: tuple[int, int, str, str, str, bytes, bytes | None, bytes | None]) -> StoredChunk:
    """A row of chunks."""
    number, document, kind, body, said, data, cells, observations = row
    title, section, period, position = from_json(said)
    return StoredChunk(number, document, kind, body, title, tuple(section), period, position, data, cells, observations)


def checksum(fields: Iterable[Any]) -> int:
    """CRC-32 over the fields of a row: a flipped bit in a text would go unseen without it."""
    found = 0
    for field in fields:
        found = zlib.crc32(field if isinstance(field, bytes) else repr(field).encode(), found)
    return found


def insert(
    connection: sqlite3.Connection,
    packed: PackedDocument,
    made_with: str,
    absolute: str,
    relative: str,
    number: int | None = None,
) -> tuple[int, list[int]]:
    """Write a document's rows; its number and those of its chunks."""
    head = packed.head
    fields = (
        head.document_id,
        head.path,
        absolute,
        relative,
        head.sha256,
        made_with,
        *head.said,
        head.evidence,
        head.chunks,
        head.observations,
        head.facts,
    )
    given = connection.execute(
        f"INSERT INTO documents(id, {DOCUMENT_FIELDS}, checksum) VALUES ({_marks(len(fields) + 2)})",
        (number, *fields, checksum(fields)),
    ).lastrowid
    assert given is not None
    numbers: list[int] = []
    for part in packed.rows:
        connection.executemany(
            "INSERT INTO evidence(document, evidence_id, kind, page, data) VALUES (?, ?, ?, ?, ?)",
            [(given, *row) for row in part.evidence],
        )
        numbers += [_insert_chunk(connection, given, chunk) for chunk in part.chunks]
    return given, numbers


def _insert_chunk(connection: sqlite3.Connection, document: int, chunk: PackedChunk) -> int:
    fields = chunk.row
    number = connection.execute(
        f"INSERT INTO chunks(document, {CHUNK_FIELDS}, checksum) VALUES ({_marks(len(fields) + 2)})",
        (document, *fields, checksum(fields)),
    ).lastrowid
    assert number is not None
    _insert_found_by(connection, number, fields.heading, fields.body, chunk.periods)
    return number


def _insert_found_by(
    connection: sqlite3.Connection, number: int, heading: str, body: str, periods: Iterable[str]
) -> None:
    """What a chunk is found by: its words and the periods of its figures."""
    connection.execute("INSERT INTO chunk_text(rowid, heading, body) VALUES (?, ?, ?)", (number, heading, body))
    connection.executemany(
        "INSERT OR IGNORE INTO chunk_periods(period, chunk) VALUES (?, ?)", [(period, number) for period in periods]
    )


def copy(connection: sqlite3.Connection, document: DocumentRows) -> list[int]:
    """Write rows taken from another database; numbers of the chunks."""
    fields = document.fields
    connection.execute(
        f"INSERT INTO documents(id, {DOCUMENT_FIELDS}, checksum) VALUES ({_marks(len(fields) + 2)})",
        (document.number, *fields, checksum(fields)),
    )
    connection.executemany(
        "INSERT INTO evidence(document, evidence_id, kind, page, data) VALUES (?, ?, ?, ?, ?)",
        [(document.number, *row) for row in document.evidence],
    )
    for number, *own in document.chunks:
        connection.execute(
            f"INSERT INTO chunks(id, document, {CHUNK_FIELDS}, checksum) VALUES ({_marks(len(own) + 3)})",
            (number, document.number, *own, checksum(own)),
        )
        _, _, heading, body, _, data, *_ = own
        _insert_found_by(connection, number, heading, body, packing.unpack_chunk(data, body).periods)
    return [number for number, *_ in document.chunks]


def read_checked(connection: sqlite3.Connection, number: int) -> DocumentRows | None:
    """The rows of a document, None where one is damaged, lacking, or of another document (a damaged index finds such).

    Raises:
        sqlite3.DatabaseError: where SQLite itself finds the damage.
    """
    found = connection.execute(
        f"SELECT checksum, {DOCUMENT_FIELDS} FROM documents NOT INDEXED WHERE id = ?", (number,)
    ).fetchone()
    if found is None or checksum(found[1:]) != found[0]:
        return None
    fields = dict(zip(DOCUMENT_FIELDS.split(", "), found[1:], strict=True))
    evidence = connection.execute(
        "SELECT evidence_id, kind, page, data FROM evidence WHERE document = ? ORDER BY id", (number,)
    ).fetchall()
    chunks = connection.execute(
        f"SELECT checksum, id, {CHUNK_FIELDS} FROM chunks WHERE document = ? ORDER BY id", (number,)
    ).fetchall()
    if len(evidence) != fields["evidence"] or len(chunks) != fields["chunks"]:
        return None
    document_id = fields["document_id"]
    try:
        whole = all(_is_evidence(document_id, *row) for row in evidence) and all(
            checksum(row[2:]) == row[0] and _is_of(document_id, dict(zip(_CHUNK, row[2:], strict=True))["data"])
            for row in chunks
        )
    except (zlib.error, ValueError, KeyError):
        return None
    return DocumentRows(number, found[1:], tuple(evidence), tuple(row[1:] for row in chunks)) if whole else None


def _is_evidence(document_id: str, evidence_id: str, kind: str, page: int, data: bytes) -> bool:
    held = json.loads(packing.unpack_text(data))
    said = held["document_id"], held["id"], held["kind"], held["page"]
    return bool(said == (document_id, evidence_id, kind, page))


def _is_of(document_id: str, data: bytes) -> bool:
    return bool(json.loads(packing.unpack_text(data))["document_id"] == document_id)


def delete(connection: sqlite3.Connection, document: int) -> list[int]:
    """Take out a document's rows; numbers of its chunks."""
    numbers = [n for (n,) in connection.execute("SELECT id FROM chunks WHERE document = ?", (document,))]
    connection.execute(
        "INSERT INTO chunk_text(chunk_text, rowid, heading, body)"
        " SELECT 'delete', id, heading, body FROM chunks WHERE document = ?",
        (document,),
    )
    connection.executemany("DELETE FROM chunk_periods WHERE chunk = ?", [(n,) for n in numbers])
    connection.execute("DELETE FROM chunks WHERE document = ?", (document,))
    connection.execute("DELETE FROM evidence WHERE document = ?", (document,))
    connection.execute("DELETE FROM documents WHERE id = ?", (document,))
    return numbers


def _marks(count: int) -> str:
    return ",".join("?" * count)
