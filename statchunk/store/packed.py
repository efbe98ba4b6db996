"""A document packed into the rows of an index, wherever it was read, and sent as bytes to the one that writes them."""

import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from pydantic_core import from_json, to_json

from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document, Evidence, Fact, Observation
from statchunk.store import packing
from statchunk.text import squash

Part = tuple[Sequence[Evidence], Sequence[Observation]]
"""Evidence of some pages, and the observations of its tables."""

_HEAD = struct.Struct(">Q")
"""How many bytes of JSON follow."""


class EvidenceRow(NamedTuple):
    """A row of evidence but for its document."""

    evidence_id: str
    kind: str
    page: int
    data: bytes


class ChunkRow(NamedTuple):
    """A row of chunks but for its number and document."""

    chunk_id: str
    kind: str
    heading: str
    body: str
    said: str
    data: bytes
    cells: bytes | None
    observations: bytes | None


class PackedChunk(NamedTuple):
    """A chunk: its row, and what else it is found by."""

    row: ChunkRow
    periods: tuple[str, ...]
    embedding_text: str


class PackedDocument(NamedTuple):
    """A document with its chunks as rows."""

    document_id: str
    path: str
    sha256: str
    warnings: tuple[str, ...]
    said: tuple[str | None, ...]
    """Title, publisher, release date, reference period, geography, language, next release, and notices as JSON."""
    observations: int
    """How many there are."""
    facts: bytes
    evidence: tuple[EvidenceRow, ...]
    chunks: tuple[PackedChunk, ...]

    @property
    def embedding_texts(self) -> list[str]:
        """What is embedded, a text a chunk."""
        return [chunk.embedding_text for chunk in self.chunks]


class TableCells:
    """The observations of one table."""

    __slots__ = ("_by_row", "_in_order", "cells")

    def __init__(self) -> None:
        """Use `by_table`."""
        self.cells: list[Observation] = []
        self._by_row: dict[int, list[Observation]] = {}
        self._in_order = True

    def within(self, rows: Iterable[int], columns: Iterable[int]) -> list[Observation]:
        """Those in some rows and columns, in their order; in all rows or all columns where none are named.

        They are grouped by row once: a long table is cut into many pieces of a few rows each.
        """
        wanted, kept = frozenset(rows), frozenset(columns)
        if not self._by_row:
            self._group()
        if not wanted:
            found = self.cells
        elif self._in_order:
            found = [cell for row in sorted(wanted) for cell in self._by_row.get(row, ())]
        else:
            found = [cell for cell in self.cells if cell.row in wanted]
        return [cell for cell in found if cell.column in kept] if kept else found

    def _group(self) -> None:
        before = -1
        for cell in self.cells:
            row = cell.row
            self._by_row.setdefault(row, []).append(cell)
            self._in_order = self._in_order and row >= before
            before = row


def pack_document(document: Document, chunks: Sequence[Chunk]) -> PackedDocument:
    """A document and its chunks as rows."""
    return pack_parts(document, [(document.evidence, document.observations)], lambda parts: _after(parts, chunks))


def _after(parts: Iterable[Part], chunks: Sequence[Chunk]) -> Sequence[Chunk]:
    """The chunks, once all parts have been taken."""
    for _ in parts:
        continue
    return chunks


def pack_parts(
    head: Document, parts: Iterable[Part], chunk: Callable[[Iterator[Part]], Iterable[Chunk]]
) -> PackedDocument:
    """The same of a document that comes in parts, none of which is kept.

    Args:
        head: the document without evidence and observations.
        parts: evidence in reading order, and the observations of the tables in it.
        chunk: makes chunks of the parts as it takes them; those of a table stand one after the other.
    """
    facts = head.facts
    evidence: list[EvidenceRow] = []
    tables: dict[str, TableCells] = {}
    counts: list[int] = []

    def packed() -> Iterator[Part]:
        for found, observations in parts:
            evidence.extend(EvidenceRow(e.id, e.kind, e.page, packing.pack_text(e.model_dump_json())) for e in found)
            tables.update(by_table(observations))
            counts.append(len(observations))
            yield found, observations

    chunks: list[PackedChunk] = []
    shown: tuple[str, ...] = ()
    for made in chunk(packed()):
        if made.evidence_ids != shown:
            for gone in set(shown).difference(made.evidence_ids):
                tables.pop(gone, None)
            shown = made.evidence_ids
        chunks.append(_packed_chunk(made, observations_of(made, tables)))
    return PackedDocument(
        document_id=head.document_id,
        path=head.path,
        sha256=head.sha256,
        warnings=head.warnings,
        said=(
            *map(_value, (facts.title, facts.publisher, facts.release_date, facts.reference_period)),
            *map(_value, (facts.geography, facts.language, facts.next_release)),
            to_json([notice.value for notice in facts.notices]).decode(),
        ),
        observations=sum(counts),
        facts=packing.pack_text(facts.model_dump_json(by_alias=True)),
        evidence=tuple(evidence),
        chunks=tuple(chunks),
    )


def _packed_chunk(chunk: Chunk, held: Sequence[Observation]) -> PackedChunk:
    cells, rest = packing.pack_observations(held)
    said, data = packing.pack_said(chunk), packing.pack_chunk(chunk)
    row = ChunkRow(chunk.id, chunk.kind, heading_of(chunk), chunk.text, said, data, cells, rest)
    return PackedChunk(row, chunk.periods, chunk.embedding_text)


def to_bytes(packed: PackedDocument) -> bytes:
    """For another process: the length of a JSON text, that text with the lengths of all that is packed, and that."""
    blobs = [packed.facts, *(row.data for row in packed.evidence)]
    for chunk in packed.chunks:
        blobs += [chunk.row.data, chunk.row.cells or b"", chunk.row.observations or b""]
    said = to_json(
        {
            "document": packed[: PackedDocument._fields.index("facts")],
            "evidence": [row[:-1] for row in packed.evidence],
            "chunks": [(*chunk.row[:-3], *chunk[1:]) for chunk in packed.chunks],
            "lengths": list(map(len, blobs)),
        }
    )
    return b"".join([_HEAD.pack(len(said)), said, *blobs])


def from_bytes(data: bytes) -> PackedDocument:
    """Back from `to_bytes`."""
    (length,) = _HEAD.unpack_from(data)
    begin = _HEAD.size + length
    held: dict[str, Any] = from_json(data[_HEAD.size : begin])
    document_id, path, sha256, warnings, said, observations = held["document"]
    blobs = _parts(data, begin, held["lengths"])
    return PackedDocument(
        document_id,
        path,
        sha256,
        tuple(warnings),
        tuple(said),
        observations,
        next(blobs),
        tuple(EvidenceRow(evidence_id, kind, page, next(blobs)) for evidence_id, kind, page in held["evidence"]),
        tuple(
            PackedChunk(
                ChunkRow(chunk_id, kind, heading, body, own, next(blobs), next(blobs) or None, next(blobs) or None),
                tuple(periods),
                text,
            )
            for chunk_id, kind, heading, body, own, periods, text in held["chunks"]
        ),
    )


def joined(first: PackedDocument, second: PackedDocument, told: int) -> PackedDocument:
    """A document of two halves, each packed as if it were the document.

    Args:
        first: with the rows of its first pages.
        second: with those of the others; its chunks number from 0.
        told: how many warnings both begin with.
    """
    before = len(first.chunks)
    return first._replace(
        warnings=(*first.warnings[:told], *dict.fromkeys((*first.warnings[told:], *second.warnings[told:]))),
        observations=first.observations + second.observations,
        evidence=first.evidence + second.evidence,
        chunks=(*first.chunks, *[_shifted(chunk, before) for chunk in second.chunks]),
    )


def _shifted(chunk: PackedChunk, by: int) -> PackedChunk:
    """The chunk so many places later in its document."""
    row = chunk.row
    return chunk._replace(
        row=row._replace(said=packing.shift_said(row.said, by), data=packing.shift_chunk(row.data, by))
    )


def _parts(data: bytes, begin: int, lengths: Iterable[int]) -> Iterator[bytes]:
    for length in lengths:
        yield data[begin : begin + length]
        begin += length


def heading_of(chunk: Chunk) -> str:
    """What stands above the chunk: title of the release and its sections, for the lexical index."""
    return " | ".join(part for part in (chunk.title, *chunk.section) if part)


def observations_of(chunk: Chunk, by_table: dict[str, TableCells]) -> Sequence[Observation]:
    """The observations that a chunk shows.

    A piece of a table says which rows and columns it holds; other chunks hold those whose value and row label can be
    read in their text.

    Args:
        chunk: the chunk.
        by_table: the document's observations by table id.
    """
    tables = [by_table[evidence_id] for evidence_id in chunk.evidence_ids if evidence_id in by_table]
    if not tables or chunk.kind == "note":
        return ()
    candidates = [cell for table in tables for cell in table.within(chunk.rows, chunk.columns)]
    if chunk.rows or chunk.columns:
        return candidates
    words, shown = squash(chunk.text), chunk.text
    return [o for o in candidates if o.value_text in shown and squash(" ".join(o.row_path[-1:])) in words]


def by_table(observations: Iterable[Observation]) -> dict[str, TableCells]:
    """Observations grouped by their table's id."""
    groups: dict[str, TableCells] = {}
    for observation in observations:
        table_id = observation.table_id
        if table_id not in groups:
            groups[table_id] = TableCells()
        groups[table_id].cells.append(observation)
    return groups


def _value(fact: Fact | None) -> str | None:
    return fact.value if fact else None
