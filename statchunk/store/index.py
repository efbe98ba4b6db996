"""An index opened for reading."""

import json
import sqlite3
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from statchunk.embedding import CachedEmbedder, Embedder, Vectors, load_embedder
from statchunk.errors import ModelError, StoreError
from statchunk.model.evidence import Document, Evidence, ReleaseFacts, evidence_adapter
from statchunk.settings import StoreSettings
from statchunk.store.manifest import DATABASE, VECTORS, Manifest, check_files, generation_folder, read_manifest
from statchunk.store.rows import (
    DocumentRow,
    StoredChunk,
    unpack_chunk,
    unpack_observations,
    unpack_text,
)
from statchunk.store.vectors import Nearness, VectorIndex

_T = TypeVar("_T")

_ATTEMPTS = 5
"""Times to look again where a writer switched generations between reading the manifest and opening its files."""
_DOCUMENT_COLUMNS = (
    "id, document_id, path, sha256, title, publisher, release_date, reference_period, geography, language,"
    " next_release, notices, chunks, observations"
)
_ASKED_AT_ONCE = 500


class Index:
    """One generation of an index, unchanging; a writer that switches to the next one does not disturb it."""

    def __init__(self, path: Path, manifest: Manifest, connection: sqlite3.Connection, vectors: VectorIndex) -> None:
        """Use `Index.open`."""
        self.path = path
        self.manifest = manifest
        self._connection = connection
        self._vectors = vectors
        self._embedder: Embedder | None = None
        self._documents: list[DocumentRow] | None = None
        self._frequencies: dict[tuple[str, int], int] = {}
        self._kept: dict[Hashable, object] = {}

    @classmethod
    def open(cls, path: Path | str, settings: StoreSettings | None = None) -> Self:
        """Open the index at `path`.

        Raises:
            StoreError: if there is none, it is of another schema version, or a file of it is damaged.
        """
        settings = settings or StoreSettings()
        folder = Path(path)
        for attempt in range(_ATTEMPTS):
            manifest = read_manifest(folder)
            files = generation_folder(folder, manifest.generation)
            try:
                check_files(folder, manifest, settings.hash_up_to)
                connection = connect_read_only(files / DATABASE)
                vectors = VectorIndex.read(files / VECTORS, manifest.dimension, manifest.vector_kind)
            except FileNotFoundError as exc:
                if attempt + 1 == _ATTEMPTS:
                    raise StoreError(f"{exc.filename}: missing from the index; index the files again") from exc
                continue
            if len(vectors) != manifest.chunks:
                raise StoreError(f"{files / VECTORS}: {len(vectors)} vectors for {manifest.chunks} chunks")
            return cls(folder, manifest, connection, vectors)
        raise AssertionError("not reached")

    def close(self) -> None:
        """Let go of the files."""
        self._connection.close()

    def __enter__(self) -> Self:
        """The index itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go of the files."""
        self.close()

    @property
    def embedder(self) -> Embedder:
        """The model that the index was made with, loaded when first asked for.

        Raises:
            ModelError: if it is not at hand, or its weights have changed since.
        """
        if self._embedder is None:
            embedder = load_embedder(self.manifest.model)
            require_same_model(self.path, self.manifest, embedder)
            self._embedder = CachedEmbedder(embedder)
        return self._embedder

    def use(self, embedder: Embedder) -> None:
        """Take this embedder for questions.

        Raises:
            ModelError: if the index was made with another model.
        """
        require_same_model(self.path, self.manifest, embedder)
        self._embedder = embedder

    def verify(self) -> None:
        """Hash every file and let SQLite look through its own.

        Raises:
            StoreError: naming what is damaged.
        """
        try:
            check_files(self.path, self.manifest, None)
        except FileNotFoundError as exc:
            raise StoreError(f"{exc.filename}: missing from the index; index the files again") from exc
        (state,) = self._connection.execute("PRAGMA quick_check(1)").fetchone()
        if state != "ok":
            raise StoreError(f"{generation_folder(self.path, self.manifest.generation) / DATABASE}: damaged: {state}")

    def documents(self) -> list[DocumentRow]:
        """All documents, in the order in which they were added."""
        if self._documents is None:
            rows = self._connection.execute(f"SELECT {_DOCUMENT_COLUMNS} FROM documents ORDER BY id")
            self._documents = [_document_row(row) for row in rows]
        return self._documents

    def kept(self, key: Hashable, make: Callable[[], _T]) -> _T:
        """What `make` made when this was first asked for: an open index never changes."""
        if key not in self._kept:
            self._kept[key] = make()
        return cast("_T", self._kept[key])

    def document(self, document_id: str) -> Document:
        """A document with its evidence and observations, as it was indexed.

        Raises:
            StoreError: if the index does not hold it.
        """
        row = self._connection.execute(
            "SELECT id, path, sha256, facts FROM documents WHERE document_id = ?", (document_id,)
        ).fetchone()
        if row is None:
            raise StoreError(f"{self.path}: holds no document {document_id}")
        number, path, sha256, facts = row
        packed = self._connection.execute("SELECT data FROM evidence WHERE document = ? ORDER BY id", (number,))
        evidence = tuple(evidence_adapter.validate_json(unpack_text(data)) for (data,) in packed)
        found = {
            (o.table_id, o.row, o.column): o
            for (data,) in self._connection.execute(
                "SELECT observations FROM chunks WHERE document = ? ORDER BY id", (number,)
            )
            for o in unpack_observations(data)
        }
        return Document(
            path=path,
            document_id=document_id,
            sha256=sha256,
            facts=ReleaseFacts.model_validate_json(unpack_text(facts)),
            evidence=evidence,
            observations=tuple(found.values()),
        )

    def evidence(self, evidence_id: str) -> Evidence:
        """One piece of evidence: the parent of a chunk.

        Raises:
            StoreError: if the index does not hold it.
        """
        row = self._connection.execute("SELECT data FROM evidence WHERE evidence_id = ?", (evidence_id,)).fetchone()
        if row is None:
            raise StoreError(f"{self.path}: holds no evidence {evidence_id}")
        found: Evidence = evidence_adapter.validate_json(unpack_text(row[0]))
        return found

    def chunks(self, numbers: Iterable[int] | None = None) -> Iterator[StoredChunk]:
        """Chunks with their observations, all or those asked for, by number."""
        query = "SELECT id, document, body, data, observations FROM chunks"
        if numbers is None:
            yield from map(_stored_chunk, self._connection.execute(f"{query} ORDER BY id"))
            return
        asked = sorted(set(numbers))
        for start in range(0, len(asked), _ASKED_AT_ONCE):
            part = asked[start : start + _ASKED_AT_ONCE]
            marks = ",".join("?" * len(part))
            yield from map(_stored_chunk, self._connection.execute(f"{query} WHERE id IN ({marks}) ORDER BY id", part))

    def chunk(self, chunk_id: str) -> StoredChunk:
        """One chunk, by its id.

        Raises:
            StoreError: if the index does not hold it.
        """
        row = self._connection.execute(
            "SELECT id, document, body, data, observations FROM chunks WHERE chunk_id = ?", (chunk_id,)
        ).fetchone()
        if row is None:
            raise StoreError(f"{self.path}: holds no chunk {chunk_id}")
        return _stored_chunk(row)

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
        expression = " OR ".join(_quote(term) for term in terms if term.strip())
        if not expression:
            return []
        query = "SELECT rowid, bm25(chunk_text, 0.5, 1.0) AS score FROM chunk_text WHERE chunk_text MATCH ?"
        values: list[str | int] = [expression]
        if documents is not None:
            marks = ",".join("?" * len(documents))
            query += f" AND rowid IN (SELECT id FROM chunks WHERE document IN ({marks}))"
            values += documents
        rows = self._connection.execute(f"{query} ORDER BY score LIMIT ?", [*values, limit])
        return [(number, -score) for number, score in rows]

    def frequency(self, term: str, most: int | None = None) -> int:
        """In how many chunks a word or phrase stands, endings aside; counted no further than `most`."""
        if not term.strip():
            return 0
        limit = -1 if most is None else most
        known = self._frequencies.get((term, limit))
        if known is None:
            row = self._connection.execute(
                "SELECT count(*) FROM (SELECT 1 FROM chunk_text WHERE chunk_text MATCH ? LIMIT ?)",
                (_quote(term), limit),
            )
            known = self._frequencies[term, limit] = int(row.fetchone()[0])
        return known

    def opening(self, document: int) -> str:
        """The text of a document's first two chunks."""
        rows = self._connection.execute("SELECT body FROM chunks WHERE document = ? ORDER BY id LIMIT 2", (document,))
        return "\n".join(body for (body,) in rows)

    def periods(self) -> list[str]:
        """All periods that figures in the index are for, ISO 8601, sorted."""
        return [p for (p,) in self._connection.execute("SELECT DISTINCT period FROM chunk_periods ORDER BY period")]

    def chunks_with_period(self, period: str) -> NDArray[np.int64]:
        """Numbers of the chunks with figures for a period, rising."""
        rows = self._connection.execute("SELECT chunk FROM chunk_periods WHERE period = ? ORDER BY chunk", (period,))
        return np.fromiter((number for (number,) in rows), dtype=np.int64)

    def chunks_of(self, documents: Iterable[int]) -> NDArray[np.int64]:
        """Numbers of the chunks of some documents (by number), rising."""
        numbers, of = self.kept("chunks_of", self._chunks_and_documents)
        chosen: NDArray[np.int64] = numbers[np.isin(of, np.fromiter(documents, dtype=np.int64))]
        return chosen

    def _chunks_and_documents(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        rows = self._connection.execute("SELECT id, document FROM chunks INDEXED BY chunks_document").fetchall()
        both = np.array(sorted(rows), dtype=np.int64).reshape(-1, 2)
        return np.ascontiguousarray(both[:, 0]), np.ascontiguousarray(both[:, 1])


def connect_read_only(database: Path) -> sqlite3.Connection:
    """A connection that cannot write and takes no lock: a generation never changes once it is named.

    Raises:
        FileNotFoundError: if the file is gone.
        StoreError: if it is no database.
    """
    if not database.exists():
        raise FileNotFoundError(2, "missing", str(database))
    try:
        connection = sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        connection.execute("SELECT 1 FROM documents LIMIT 1")
    except sqlite3.DatabaseError as exc:
        raise StoreError(f"{database}: damaged: {exc}; index the files again") from exc
    return connection


def require_same_model(path: Path, manifest: Manifest, embedder: Embedder) -> None:
    """Vectors of two models cannot be compared.

    Raises:
        ModelError: if the index was made with another model, revision or dimension.
    """
    made_with = (manifest.model, manifest.revision, manifest.dimension)
    given = (embedder.name, embedder.revision, embedder.dimension)
    if made_with[0] != given[0] or made_with[2] != given[2]:
        raise ModelError(
            f"{path}: made with model {made_with[0]} (dimension {made_with[2]}), "
            f"not {given[0]} (dimension {given[2]}); "
            "use that model, or index into a new directory"
        )
    if made_with[1] != given[1]:
        raise ModelError(f"{path}: the weights of {given[0]} have changed since; index into a new directory")


def _stored_chunk(row: tuple[int, int, str, bytes, bytes | None]) -> StoredChunk:
    number, document, body, data, observations = row
    return StoredChunk(number, document, unpack_chunk(data, body), observations)


def _document_row(row: tuple[Any, ...]) -> DocumentRow:
    fields = DocumentRow(*row)
    return fields._replace(notices=tuple(json.loads(fields.notices)))  # type: ignore[arg-type]  # text in the database


def _quote(term: str) -> str:
    return '"' + term.replace('"', '""').replace("\0", "") + '"'
