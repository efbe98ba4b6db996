"""A document packed into the rows of an index, wherever it was read."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pydantic_core import to_json

from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document, Evidence, Fact, Observation
from statchunk.store import packing
from statchunk.store.packed_rows import (
    ChunkRow,
    EvidenceRow,
    PackedChunk,
    PackedPart,
    PackedRows,
    from_framed,
    to_framed,
)
from statchunk.text import squash

Part = tuple[Sequence[Evidence], Sequence[Observation]]
"""Evidence of some pages, and the observations of its tables."""


class PackedHead(NamedTuple):
    """A document but for its evidence and its chunks."""

    document_id: str
    path: str
    sha256: str
    warnings: tuple[str, ...]
    said: tuple[str | None, ...]
    """Title, publisher, release date, reference period, geography, language, next release, and notices as JSON."""
    evidence: int
    """How many rows there are."""
    chunks: int
    """Likewise."""
    observations: int
    """Likewise."""
    facts: bytes


class PackedDocument(NamedTuple):
    """A document with its chunks as rows."""

    head: PackedHead
    rows: PackedRows

    def embedding_texts(self) -> list[str]:
        """What is embedded, a text a chunk."""
        return [chunk.embedding_text for part in self.rows for chunk in part.chunks]


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
    rows = PackedRows()
    head = pack_parts(
        document, [(document.evidence, document.observations)], lambda parts: _after(parts, chunks), rows.add
    )
    return PackedDocument(head, rows)


def _after(parts: Iterable[Part], chunks: Sequence[Chunk]) -> Sequence[Chunk]:
    """The chunks, once all parts have been taken."""
    for _ in parts:
        continue
    return chunks


def pack_parts(
    head: Document,
    parts: Iterable[Part],
    chunk: Callable[[Iterator[Part]], Iterable[Chunk]],
    keep: Callable[[PackedPart], None],
) -> PackedHead:
    """The same of a document that comes in parts, none of which is kept here.

    Args:
        head: the document without evidence and observations.
        parts: evidence in reading order, and the observations of the tables in it.
        chunk: makes chunks of the parts as it takes them; those of a table stand one after the other.
        keep: takes the rows, the more the parts the oftener.
    """
    facts = head.facts
    evidence: list[EvidenceRow] = []
    chunks: list[PackedChunk] = []
    tables: dict[str, TableCells] = {}
    counts = _Counts()

    def pass_on() -> None:
        counts.evidence += len(evidence)
        counts.chunks += len(chunks)
        keep(PackedPart(tuple(evidence), tuple(chunks)))
        evidence.clear()
        chunks.clear()

    def packed() -> Iterator[Part]:
        for found, observations in parts:
            if evidence:
                pass_on()
            evidence.extend(EvidenceRow(e.id, e.kind, e.page, packing.pack_text(e.model_dump_json())) for e in found)
            tables.update(by_table(observations))
            counts.observations += len(observations)
            yield found, observations

    shown: tuple[str, ...] = ()
    for made in chunk(packed()):
        if made.evidence_ids != shown:
            for gone in set(shown).difference(made.evidence_ids):
                tables.pop(gone, None)
            shown = made.evidence_ids
        chunks.append(_packed_chunk(made, observations_of(made, tables)))
    pass_on()
    return PackedHead(
        document_id=head.document_id,
        path=head.path,
        sha256=head.sha256,
        warnings=head.warnings,
        said=(
            *map(_value, (facts.title, facts.publisher, facts.release_date, facts.reference_period)),
            *map(_value, (facts.geography, facts.language, facts.next_release)),
            to_json([notice.value for notice in facts.notices]).decode(),
        ),
        evidence=counts.evidence,
        chunks=counts.chunks,
        observations=counts.observations,
        facts=packing.pack_text(facts.model_dump_json(by_alias=True)),
    )


@dataclass(slots=True)
class _Counts:
    """Rows made so far."""

    evidence: int = 0
    chunks: int = 0
    observations: int = 0


def _packed_chunk(chunk: Chunk, held: Sequence[Observation]) -> PackedChunk:
    cells, rest = packing.pack_observations(held)
    said, data = packing.pack_said(chunk), packing.pack_chunk(chunk)
    row = ChunkRow(chunk.id, chunk.kind, heading_of(chunk), chunk.text, said, data, cells, rest)
    return PackedChunk(row, chunk.periods, chunk.embedding_text)


def head_to_bytes(head: PackedHead) -> bytes:
    """For another process."""
    return to_framed(head[:-1], [head.facts])


def head_from_bytes(data: bytes) -> PackedHead:
    """Back from `head_to_bytes`."""
    told, (facts,) = from_framed(data)
    document_id, path, sha256, warnings, said, evidence, chunks, observations = told
    return PackedHead(document_id, path, sha256, tuple(warnings), tuple(said), evidence, chunks, observations, facts)


def to_bytes(packed: PackedDocument) -> bytes:
    """For another process, all at once."""
    return to_framed(None, [head_to_bytes(packed.head), *packed.rows.parts_as_bytes()])


def from_bytes(data: bytes) -> PackedDocument:
    """Back from `to_bytes`."""
    _, (head, *parts) = from_framed(data)
    rows = PackedRows()
    for part in parts:
        rows.add_bytes(part)
    return PackedDocument(head_from_bytes(head), rows)


def joined(first: PackedHead, second: PackedHead, told: int) -> PackedHead:
    """A document of two halves, each packed as if it were the document.

    Args:
        first: of its first pages.
        second: of the others.
        told: how many warnings both begin with.
    """
    return first._replace(
        warnings=(*first.warnings[:told], *dict.fromkeys((*first.warnings[told:], *second.warnings[told:]))),
        evidence=first.evidence + second.evidence,
        chunks=first.chunks + second.chunks,
        observations=first.observations + second.observations,
    )


def shifted(part: PackedPart, by: int) -> PackedPart:
    """The part of a document with so many chunks more before it."""
    return part._replace(chunks=tuple(_shifted(chunk, by) for chunk in part.chunks))


def _shifted(chunk: PackedChunk, by: int) -> PackedChunk:
    row = chunk.row
    return chunk._replace(
        row=row._replace(said=packing.shift_said(row.said, by), data=packing.shift_chunk(row.data, by))
    )


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
