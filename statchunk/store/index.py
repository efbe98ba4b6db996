"""An index opened for reading."""

import heapq
import json
import math
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from statchunk.embedding import Vectors
from statchunk.errors import StoreError
from statchunk.model.evidence import Document, Evidence, ReleaseFacts, evidence_adapter
from statchunk.settings import StoreSettings
from statchunk.store.manifest import (
    DATABASE,
    VECTORS,
    Manifest,
    Segment,
    check_files,
    generation_folder,
    mending,
    read_manifest,
)
from statchunk.store.opened import OpenedStore
from statchunk.store.packing import unpack_observations, unpack_text
from statchunk.store.rows import STORED, DocumentRow, StoredChunk, stored_chunk
from statchunk.store.segment import connect_read_only
from statchunk.store.vectors import Nearness, VectorFile, VectorSet

_ATTEMPTS = 20
"""Times to look again where a writer switched generations between reading the manifest and opening its files."""
_DOCUMENT_COLUMNS = (
    "id, document_id, path, absolute, relative, sha256, title, publisher, release_date, reference_period, geography,"
    " language, next_release, notices, chunks, observations"
)
_ASKED_AT_ONCE = 500
_FEW_STRETCHES = 100
"""Stretches of chunks that are asked for one by one: 0.1 ms each."""
_LEAST_IDF = 1e-6
"""What FTS5 counts a word that more than half of the chunks hold."""


class _Part(NamedTuple):
    """A segment opened."""

    segment: Segment
    connection: sqlite3.Connection
    gone: str
    """Numbers of the documents taken out of it since, for SQL; empty for none."""


class Index(OpenedStore):
    """One generation of an index, unchanging; a writer that switches to the next one does not disturb it."""

    def __init__(self, path: Path, manifest: Manifest, parts: Sequence[_Part], vectors: VectorSet) -> None:
        """Use `Index.open`."""
        super().__init__(str(path))
        self.path = path
        self.manifest = manifest
        self._parts = parts
        self._vectors = vectors
        self._documents: list[DocumentRow] | None = None
        self._frequencies: dict[tuple[str, int], int] = {}

    @classmethod
    def open(cls, path: Path | str, settings: StoreSettings | None = None) -> Self:
        """Open the index at `path`.

        Raises:
            OldSchemaError: if it is of an older schema.
            StoreError: if there is none, it is of a newer schema, or a file of it is damaged.
        """
        settings = settings or StoreSettings()
        folder = Path(path)
        for attempt in range(_ATTEMPTS):
            manifest = read_manifest(folder)
            try:
                check_files(folder, manifest, settings.hash_up_to)
                return cls(folder, manifest, *_open(folder, manifest, settings))
            except FileNotFoundError as exc:
                if attempt + 1 == _ATTEMPTS:
                    raise StoreError(f"{exc.filename}: missing from the index; {mending(folder)}") from exc
        raise AssertionError("not reached")

    def close(self) -> None:
        """Let go of the files."""
        for part in self._parts:
            part.connection.close()

    def verify(self) -> None:
        """Hash every file and let SQLite look through its own.

        Raises:
            StoreError: naming what is damaged.
        """
        try:
            check_files(self.path, self.manifest, None)
        except FileNotFoundError as exc:
            raise StoreError(f"{exc.filename}: missing from the index; {mending(self.path)}") from exc
        for part in self._parts:
            (state,) = part.connection.execute("PRAGMA quick_check(1)").fetchone()
            if state != "ok":
                file = generation_folder(self.path, part.segment.generation) / DATABASE
                raise StoreError(f"{file}: damaged: {state}; {mending(self.path)}")

    def documents(self) -> list[DocumentRow]:
        """All documents, in the order in which they were added."""
        if self._documents is None:
            query = f"SELECT {_DOCUMENT_COLUMNS} FROM documents"
            found = [
                _document_row(row)
                for part in self._parts
                for row in part.connection.execute(query + _without("id", part, " WHERE"))
            ]
            self._documents = sorted(found, key=lambda row: row.number)
        return self._documents

    def document(self, document_id: str) -> Document:
        """A document with its evidence and observations, as it was indexed.

        Raises:
            StoreError: if the index does not hold it.
        """
        query = "SELECT id, path, sha256, facts FROM documents WHERE document_id = ?"
        found = self._first(query, document_id, "id")
        if found is None:
            raise StoreError(f"{self.path}: holds no document {document_id}")
        connection, (number, path, sha256, facts) = found
        return read_document(connection, number, path, document_id, sha256, facts)

    def evidence(self, evidence_id: str) -> Evidence:
        """One piece of evidence: the parent of a chunk.

        Raises:
            StoreError: if the index does not hold it.
        """
        found = self._first("SELECT data FROM evidence WHERE evidence_id = ?", evidence_id, "document")
        if found is None:
            raise StoreError(f"{self.path}: holds no evidence {evidence_id}")
        evidence: Evidence = evidence_adapter.validate_json(unpack_text(found[1][0]))
        return evidence

    def chunks(self, numbers: Iterable[int] | None = None) -> Iterator[StoredChunk]:
        """Chunks with their observations, all or those asked for, by number."""
        query = f"SELECT {STORED} FROM chunks WHERE"
        if numbers is None:
            by_part = [
                part.connection.execute(f"{query} 1{_without('document', part, ' AND')} ORDER BY id")
                for part in self._parts
            ]
            yield from map(stored_chunk, heapq.merge(*by_part, key=itemgetter(0)))
            return
        asked = sorted(set(numbers))
        for start in range(0, len(asked), _ASKED_AT_ONCE):
            some = asked[start : start + _ASKED_AT_ONCE]
            marks = ",".join("?" * len(some))
            found = [
                stored_chunk(row)
                for part in self._parts
                for row in part.connection.execute(
                    f"{query} id IN ({marks}){_without('document', part, ' AND')} ORDER BY id", some
                )
            ]
            yield from sorted(found, key=lambda stored: stored.number)

    def chunk(self, chunk_id: str) -> StoredChunk:
        """One chunk, by its id.

        Raises:
            StoreError: if the index does not hold it.
        """
        found = self._first(f"SELECT {STORED} FROM chunks WHERE chunk_id = ?", chunk_id, "document")
        if found is None:
            raise StoreError(f"{self.path}: holds no chunk {chunk_id}")
        return stored_chunk(found[1])

    def _first(self, query: str, value: str, document: str) -> tuple[sqlite3.Connection, Any] | None:
        """The first row that a query finds in any segment, and where; `document` is the column of its number."""
        for part in self._parts:
            row = part.connection.execute(query + _without(document, part, " AND"), (value,)).fetchone()
            if row is not None:
                return part.connection, row
        return None

    def neighbours(self, stored: StoredChunk) -> list[StoredChunk]:
        """The chunks just before and after one in its document, in order."""
        beside = self.chunks([stored.number - 1, stored.number + 1])
        return [other for other in beside if other.document == stored.document]

    def nearness(self, vector: Vectors) -> Nearness:
        """How near a vector of shape (dimension,) and unit length is to the chunks."""
        return self._vectors.nearness(vector)

    def nearest(self, vector: Vectors, limit: int) -> list[tuple[int, float]]:
        """(chunk number, cosine) of the chunks nearest to a vector, nearest first."""
        return self.nearness(vector).nearest(limit)

    def lexical(
        self, terms: Sequence[str], limit: int, documents: Sequence[int] | None = None
    ) -> list[tuple[int, float]]:
        """(chunk number, BM25) of the chunks that hold any of the terms, best first; higher is better.

        Args:
            terms: words or phrases, taken literally.
            limit: how many at most.
            documents: only chunks of these documents (by number), where given.
        """
        asked = [_quote(term) for term in terms if term.strip()]
        if not asked or not self._parts:
            return []
        largest = max(self._parts, key=lambda part: part.segment.chunks)
        stretches = None if documents is None else _stretches(self.chunks_of(documents))
        found: dict[int, float] = {}
        for part in self._parts:
            if part is largest:
                found |= _matching(part, " OR ".join(asked), limit, stretches)
                continue
            # what a word is worth depends on how rare it is, and the largest segment knows that best
            for term in asked:
                worth = _idf(largest, term) / _idf(part, term)
                for number, score in _matching(part, term, limit, stretches).items():
                    found[number] = found.get(number, 0.0) + worth * score
        return sorted(found.items(), key=lambda item: (-item[1], item[0]))[:limit]

    def frequency(self, term: str, most: int | None = None) -> int:
        """In how many chunks a word or phrase stands, endings aside; counted no further than `most`."""
        if not term.strip():
            return 0
        limit = -1 if most is None else most
        known = self._frequencies.get((term, limit))
        if known is None:
            known = sum(_count(part, _quote(term), limit) for part in self._parts)
            self._frequencies[term, limit] = known = known if most is None else min(known, most)
        return known

    def opening(self, document: int) -> str:
        """The text of a document's first two chunks."""
        query = "SELECT body FROM chunks WHERE document = ? ORDER BY id LIMIT 2"
        return "\n".join(body for part in self._parts for (body,) in part.connection.execute(query, (document,)))

    def periods(self) -> list[str]:
        """All periods that figures in the index are for, ISO 8601, sorted."""
        found: set[str] = set()
        for part in self._parts:
            query = "SELECT DISTINCT period FROM chunk_periods"
            if part.gone:
                query += f" JOIN chunks ON chunk = id WHERE document NOT IN ({part.gone})"
            found.update(period for (period,) in part.connection.execute(query))
        return sorted(found)

    def chunks_with_period(self, period: str) -> NDArray[np.int64]:
        """Numbers of the chunks with figures for a period, rising."""
        return self.kept(("chunks_with_period", period), lambda: self._chunks_with_period(period))

    def _chunks_with_period(self, period: str) -> NDArray[np.int64]:
        query = "SELECT chunk FROM chunk_periods WHERE period = ? ORDER BY chunk"
        rows = [row for part in self._parts for row in part.connection.execute(query, (period,)).fetchall()]
        found = np.array(rows, dtype=np.int64).reshape(-1)
        if any(part.gone for part in self._parts):
            found = np.intersect1d(found, self._vectors.numbers)
        return np.sort(found)

    def chunks_of(self, documents: Iterable[int]) -> NDArray[np.int64]:
        """Numbers of the chunks of some documents (by number), rising."""
        numbers, of = self.kept("chunks_of", self._chunks_and_documents)
        chosen = np.zeros(self.manifest.last_document + 1, dtype=np.bool_)
        chosen[np.fromiter(documents, dtype=np.int64)] = True
        found: NDArray[np.int64] = numbers[chosen[of]]
        return found

    def documents_of(self, chunks: NDArray[np.int64]) -> NDArray[np.int64]:
        """The document's number of each of some chunks of the index."""
        numbers, of = self.kept("chunks_of", self._chunks_and_documents)
        found: NDArray[np.int64] = of[np.searchsorted(numbers, chunks)]
        return found

    def _chunks_and_documents(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        query = "SELECT id, document FROM chunks INDEXED BY chunks_document"
        rows = [
            row for part in self._parts for row in part.connection.execute(query + _without("document", part, " WHERE"))
        ]
        both = np.array(sorted(rows), dtype=np.int64).reshape(-1, 2)
        return np.ascontiguousarray(both[:, 0]), np.ascontiguousarray(both[:, 1])


def read_document(
    connection: sqlite3.Connection, number: int, path: str, document_id: str, sha256: str, facts: bytes
) -> Document:
    """A document put together from its rows."""
    packed = connection.execute("SELECT data FROM evidence WHERE document = ? ORDER BY id", (number,))
    evidence = tuple(evidence_adapter.validate_json(unpack_text(data)) for (data,) in packed)
    found = {
        (o.table_id, o.row, o.column): o
        for cells, rest in connection.execute(
            "SELECT cells, observations FROM chunks WHERE document = ? ORDER BY id", (number,)
        )
        for o in unpack_observations(cells, rest)
    }
    return Document(
        path=path,
        document_id=document_id,
        sha256=sha256,
        facts=ReleaseFacts.model_validate_json(unpack_text(facts)),
        evidence=evidence,
        observations=tuple(found.values()),
    )


def _open(folder: Path, manifest: Manifest, settings: StoreSettings) -> tuple[list[_Part], VectorSet]:
    parts: list[_Part] = []
    vectors: list[VectorFile] = []
    gone: list[int] = []
    try:
        for segment in manifest.segments:
            files = generation_folder(folder, segment.generation)
            parts.append(
                _Part(segment, connect_read_only(files / DATABASE), ",".join(str(number) for number in segment.removed))
            )
            held = VectorFile.read(files / VECTORS, manifest.dimension)
            if len(held) != segment.chunks:
                raise StoreError(f"{files / VECTORS}: damaged: {len(held)} vectors for {segment.chunks} chunks")
            vectors.append(held)
            if segment.removed:
                query = f"SELECT id FROM chunks WHERE document IN ({parts[-1].gone})"
                gone += [number for (number,) in parts[-1].connection.execute(query)]
    except StoreError as exc:
        _close(parts)
        raise StoreError(f"{exc}; {mending(folder)}") from exc
    except FileNotFoundError:
        _close(parts)
        raise
    return parts, VectorSet(vectors, np.asarray(gone, dtype=np.int64), settings.whole_vectors)


def _close(parts: Iterable[_Part]) -> None:
    for part in parts:
        part.connection.close()


def _without(column: str, part: _Part, before: str) -> str:
    """A condition that leaves out documents taken out since; empty where there are none."""
    return f"{before} {column} NOT IN ({part.gone})" if part.gone else ""


def _stretches(numbers: NDArray[np.int64]) -> list[tuple[int, int]]:
    """First and last of each run of numbers, which are rising, that follow each other."""
    if not len(numbers):
        return []
    breaks = np.flatnonzero(np.diff(numbers) > 1)
    firsts, lasts = numbers[[0, *(breaks + 1)]], numbers[[*breaks, len(numbers) - 1]]
    return list(zip(firsts.tolist(), lasts.tolist(), strict=True))


def _matching(
    part: _Part, expression: str, limit: int, stretches: Sequence[tuple[int, int]] | None
) -> dict[int, float]:
    """BM25 by chunk number of the best chunks of a segment; only of those in some stretches of numbers where given."""
    query = "SELECT rowid, bm25(chunk_text, 0.5, 1.0) AS score FROM chunk_text WHERE chunk_text MATCH ?"
    query += _without_chunks(part)
    if stretches is None:
        rows = part.connection.execute(f"{query} ORDER BY score LIMIT ?", (expression, limit)).fetchall()
    elif len(stretches) <= _FEW_STRETCHES:  # FTS5 jumps to where a stretch begins
        query += " AND rowid BETWEEN ? AND ? ORDER BY score LIMIT ?"
        rows = [
            row for first, last in stretches for row in part.connection.execute(query, (expression, first, last, limit))
        ]
    else:
        query += " AND rowid IN (SELECT value FROM json_each(?)) ORDER BY score LIMIT ?"
        inside = json.dumps([number for first, last in stretches for number in range(first, last + 1)])
        rows = part.connection.execute(query, (expression, inside, limit)).fetchall()
    return {number: -score for number, score in sorted(rows, key=lambda row: (row[1], row[0]))[:limit]}


def _without_chunks(part: _Part) -> str:
    gone = f" AND rowid NOT IN (SELECT id FROM chunks WHERE document IN ({part.gone}))"
    return gone if part.gone else ""


def _count(part: _Part, expression: str, limit: int) -> int:
    query = f"SELECT 1 FROM chunk_text WHERE chunk_text MATCH ?{_without_chunks(part)} LIMIT ?"
    (found,) = part.connection.execute(f"SELECT count(*) FROM ({query})", (expression, limit)).fetchone()
    return int(found)


def _idf(part: _Part, expression: str) -> float:
    """What a word is worth in a segment, as FTS5 counts it."""
    query = "SELECT count(*) FROM chunk_text WHERE chunk_text MATCH ?"
    (found,) = part.connection.execute(query, (expression,)).fetchone()
    return max(math.log((part.segment.chunks - found + 0.5) / (found + 0.5)), _LEAST_IDF)


def _document_row(row: tuple[Any, ...]) -> DocumentRow:
    fields = DocumentRow(*row)
    return fields._replace(notices=tuple(json.loads(fields.notices)))  # type: ignore[arg-type]  # text in the database


def _quote(term: str) -> str:
    return '"' + term.replace('"', '""').replace("\0", "") + '"'
