"""The one writer of an index: a new generation beside the old one, then one rename."""

import json
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from filelock import FileLock, Timeout

from statchunk.embedding import CachedEmbedder, Embedder, Vectors
from statchunk.errors import StoreError
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document, Fact
from statchunk.settings import StoreSettings
from statchunk.store import rows
from statchunk.store.index import connect_read_only, require_same_model
from statchunk.store.manifest import (
    DATABASE,
    MANIFEST,
    VECTORS,
    Manifest,
    check_files,
    describe,
    generation_folder,
    read_manifest,
    remove_other_generations,
    sync_directory,
    sync_file,
    write_manifest,
)
from statchunk.store.vectors import VectorIndex


class Failure(NamedTuple):
    """A file that could not be indexed."""

    path: str
    reason: str


class UpdateReport(NamedTuple):
    """What a writer did since it was opened: documents unless said otherwise."""

    added: int
    replaced: int
    unchanged: int
    removed: int
    failed: tuple[Failure, ...]
    documents: int
    """In the index afterwards."""
    chunks: int
    """In the index afterwards."""
    embedded: int
    """Chunks embedded anew."""
    reused: int
    """Chunks whose vectors came from the cache."""


class IndexWriter:
    """Adds, replaces and removes documents; nothing is seen by readers before `commit`.

        with IndexWriter("my.index", embedder) as writer:
            if not writer.is_current(path, sha256, made_with):
                writer.put(document, chunks, made_with)
            report = writer.commit()

    Leaving the block without an error commits. Leaving it with one drops what was not committed.
    """

    def __init__(self, path: Path | str, embedder: Embedder, settings: StoreSettings | None = None) -> None:
        """Take the lock of the index at `path`, which is made if there is none.

        Raises:
            StoreError: if another process writes to it, or it is damaged.
            ModelError: if it was made with another model.
        """
        self.path = Path(path)
        self._embedder = CachedEmbedder(embedder)
        self._settings = settings or StoreSettings()
        if self.path.exists() and not self.path.is_dir():
            raise StoreError(f"{self.path}: is a file, not an index directory")
        self.path.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(self.path / "lock")
        try:
            self._lock.acquire(timeout=self._settings.lock_seconds)
        except Timeout as exc:
            raise StoreError(f"{self.path}: another process is writing to this index; wait until it is done") from exc
        try:
            self._manifest = self._current_manifest()
        except BaseException:
            self._lock.release()
            raise
        self._connection: sqlite3.Connection | None = None
        self._reader: sqlite3.Connection | None = None
        self._vectors: VectorIndex | None = None
        self._added = self._replaced = self._unchanged = self._removed = 0
        self._failed: list[Failure] = []

    def _current_manifest(self) -> Manifest | None:
        if not (self.path / MANIFEST).exists():
            return None
        manifest = read_manifest(self.path)
        require_same_model(self.path, manifest, self._embedder)
        try:
            check_files(self.path, manifest, self._settings.hash_up_to)
        except FileNotFoundError as exc:
            raise StoreError(f"{exc.filename}: missing from the index; index into a new directory") from exc
        return manifest

    def __enter__(self) -> Self:
        """The writer itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Commit unless there was an error; let go of the lock."""
        try:
            if error is None:
                self.commit()
        finally:
            self.close()

    def close(self) -> None:
        """Drop what is not committed and let go of the lock."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
            shutil.rmtree(generation_folder(self.path, self._next_generation()), ignore_errors=True)
        self._vectors = None
        self._close_reader()
        self._lock.release()

    def is_current(self, path: Path | str, sha256: str, made_with: str = "") -> bool:
        """Whether the same bytes, read with the same settings, stand in the index; counts as unchanged if so.

        Args:
            path: of the file.
            sha256: of its bytes.
            made_with: what else decides the chunks: strategy, settings, version.
        """
        row = self._reading().execute("SELECT path, made_with FROM documents WHERE sha256 = ?", (sha256,)).fetchone()
        current = row is not None and row[1] == made_with
        self._unchanged += current
        return current

    def put(self, document: Document, chunks: Sequence[Chunk], made_with: str = "") -> None:
        """Add a document, in the place of an older one with the same path or the same bytes.

        Raises:
            StoreError: if the disk is full or cannot be written; nothing of the document is kept.
        """
        embeddings = self._embedder.embed([chunk.embedding_text for chunk in chunks])
        with _told(self.path):
            self._put(document, chunks, made_with, embeddings)

    def _put(self, document: Document, chunks: Sequence[Chunk], made_with: str, embeddings: Vectors) -> None:
        connection, vectors = self.writing()
        connection.execute("SAVEPOINT document")
        try:
            old = connection.execute(
                "SELECT id FROM documents WHERE path = ? OR document_id = ?", (document.path, document.document_id)
            ).fetchall()
            gone = [n for (number,) in old for n in _delete(connection, number)]
            numbers = _insert(connection, document, chunks, made_with)
        except BaseException:
            connection.execute("ROLLBACK TO document")
            raise
        connection.execute("RELEASE document")
        vectors.remove(gone)
        vectors.add(numbers, embeddings)
        if old:
            self._replaced += 1
        else:
            self._added += 1

    def remove(self, path_or_id: str) -> int:
        """Take out the documents with this path or document id; how many there were."""
        found = (
            self._reading()
            .execute("SELECT id FROM documents WHERE path = ? OR document_id = ?", (path_or_id, path_or_id))
            .fetchall()
        )
        if found:
            connection, vectors = self.writing()
            for (number,) in found:
                vectors.remove(_delete(connection, number))
        self._removed += len(found)
        return len(found)

    def fail(self, path: str, reason: str) -> None:
        """Note that a file could not be indexed; an older version of it stays as it is."""
        self._failed.append(Failure(path, reason))

    def commit(self) -> UpdateReport:
        """Make everything so far the current generation; what has been done since the writer was opened.

        Raises:
            StoreError: if the disk is full or cannot be written; the index stays as it was.
        """
        with _told(self.path):
            if self._connection is None and self._manifest is None:
                self.writing()
            if self._connection is not None and self._vectors is not None:
                self._switch(self._connection, self._vectors)
        return self._report()

    def _switch(self, connection: sqlite3.Connection, vectors: VectorIndex) -> None:
        documents, chunks, observations = connection.execute(
            "SELECT count(*), coalesce(sum(chunks), 0), coalesce(sum(observations), 0) FROM documents"
        ).fetchone()
        connection.commit()
        connection.close()
        generation = self._next_generation()
        folder = generation_folder(self.path, generation)
        if len(vectors) > self._settings.max_flat:
            vectors.compress()
        vectors.write(folder / VECTORS)
        for name in (DATABASE, VECTORS):
            sync_file(folder / name)
        sync_directory(folder)
        manifest = Manifest(
            generation=generation,
            model=self._embedder.name,
            revision=self._embedder.revision,
            dimension=self._embedder.dimension,
            max_tokens=self._embedder.max_tokens,
            documents=documents,
            chunks=chunks,
            observations=observations,
            vector_kind=vectors.kind,
            files={name: describe(folder / name) for name in (DATABASE, VECTORS)},
        )
        write_manifest(self.path, manifest)
        self._connection = None
        self._manifest = manifest
        self._close_reader()
        remove_other_generations(self.path, generation)

    def _report(self) -> UpdateReport:
        return UpdateReport(
            self._added,
            self._replaced,
            self._unchanged,
            self._removed,
            tuple(self._failed),
            self._manifest.documents if self._manifest else 0,
            self._manifest.chunks if self._manifest else 0,
            self._embedder.misses,
            self._embedder.hits,
        )

    def _next_generation(self) -> int:
        return self._manifest.generation + 1 if self._manifest else 1

    def _reading(self) -> sqlite3.Connection:
        if self._connection is None and self._manifest is None:
            self.writing()
        if self._connection is not None:
            return self._connection
        assert self._manifest is not None
        if self._reader is None:
            self._reader = connect_read_only(generation_folder(self.path, self._manifest.generation) / DATABASE)
        return self._reader

    def _close_reader(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def writing(self) -> tuple[sqlite3.Connection, VectorIndex]:
        """The next generation, begun as a copy of the current one when something is first changed."""
        if self._connection is not None and self._vectors is not None:
            return self._connection, self._vectors
        folder = generation_folder(self.path, self._next_generation())
        remove_other_generations(self.path, self._manifest.generation if self._manifest else 0)
        folder.mkdir()
        if self._manifest is not None:
            current = generation_folder(self.path, self._manifest.generation)
            shutil.copyfile(current / DATABASE, folder / DATABASE)
            if self._vectors is None:
                self._vectors = VectorIndex.read(
                    current / VECTORS, self._manifest.dimension, self._manifest.vector_kind
                )
        else:
            self._vectors = VectorIndex(self._embedder.dimension)
        self._connection = sqlite3.connect(folder / DATABASE, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode=MEMORY")
        self._connection.execute("PRAGMA synchronous=OFF")
        if self._manifest is None:
            self._connection.executescript(rows.SCHEMA)
        self._connection.execute("BEGIN")
        return self._connection, self._vectors


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Errors of the disk told in one line.

    Raises:
        StoreError: in the place of an error of the disk or of SQLite writing to it.
    """
    try:
        yield
    except OSError as exc:
        raise StoreError(f"{path}: cannot be written: {exc.strerror or exc}; the index stays as it was") from exc
    except sqlite3.OperationalError as exc:
        raise StoreError(f"{path}: cannot be written: {exc}; the index stays as it was") from exc


def _delete(connection: sqlite3.Connection, document: int) -> list[int]:
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


def _insert(connection: sqlite3.Connection, document: Document, chunks: Sequence[Chunk], made_with: str) -> list[int]:
    """The document's rows; numbers of its chunks."""
    facts = document.facts
    cursor = connection.execute(
        "INSERT INTO documents(document_id, path, sha256, made_with, title, publisher, release_date, reference_period,"
        " geography, language, next_release, notices, chunks, observations, facts)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            document.document_id,
            document.path,
            document.sha256,
            made_with,
            *map(_value, (facts.title, facts.publisher, facts.release_date, facts.reference_period)),
            *map(_value, (facts.geography, facts.language, facts.next_release)),
            json.dumps([notice.value for notice in facts.notices], ensure_ascii=False),
            len(chunks),
            len(document.observations),
            rows.pack_text(facts.model_dump_json(by_alias=True)),
        ),
    )
    number = cursor.lastrowid
    connection.executemany(
        "INSERT INTO evidence(document, evidence_id, kind, page, data) VALUES (?, ?, ?, ?, ?)",
        [(number, e.id, e.kind, e.page, rows.pack_text(e.model_dump_json())) for e in document.evidence],
    )
    tables = rows.by_table(document.observations)
    numbers = []
    for chunk in chunks:
        held = rows.observations_of(chunk, tables)
        heading = rows.heading_of(chunk)
        inserted = connection.execute(
            "INSERT INTO chunks(document, chunk_id, kind, heading, body, data, observations)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (number, chunk.id, chunk.kind, heading, chunk.text, rows.pack_chunk(chunk), rows.pack_observations(held)),
        ).lastrowid
        assert inserted is not None
        connection.execute(
            "INSERT INTO chunk_text(rowid, heading, body) VALUES (?, ?, ?)", (inserted, heading, chunk.text)
        )
        connection.executemany(
            "INSERT OR IGNORE INTO chunk_periods(period, chunk) VALUES (?, ?)",
            [(period, inserted) for period in chunk.periods],
        )
        numbers.append(inserted)
    return numbers


def _value(fact: Fact | None) -> str | None:
    return fact.value if fact else None
