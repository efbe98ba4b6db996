"""A segment of an index, opened for reading or being written."""

import shutil
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from pydantic import BaseModel, ConfigDict, ValidationError

from statchunk.embedding import Vectors
from statchunk.errors import StoreError
from statchunk.store import rows
from statchunk.store.manifest import (
    DATABASE,
    SEGMENT,
    SOURCES,
    VECTORS,
    Model,
    Segment,
    SegmentFile,
    describe,
    sync_directory,
    sync_file,
)
from statchunk.store.packed import PackedDocument
from statchunk.store.vectors import VectorFile, VectorWriter

ANY = "*"
"""What decided the chunks of a document taken over from an older version; it stays as it is while its file does."""


class Source(BaseModel):
    """A document and the file that it was read from."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    number: int
    document_id: str
    path: str
    """As it was given."""
    absolute: str
    relative: str
    """From the index."""
    sha256: str
    made_with: str
    """Digest of what else decided the chunks: reader and settings."""
    chunks: int
    observations: int

    def file(self, index: Path) -> Path:
        """Where the file is: where it stood, or the same way from the index, or from the current folder.

        Args:
            index: the folder of the index, which may have been moved together with the files.
        """
        return rows.whereabouts(self.absolute, self.relative, self.path, index)


_SOURCE_FIELDS = "id, document_id, path, absolute, relative, sha256, made_with, chunks, observations"


def connect_read_only(database: Path) -> sqlite3.Connection:
    """A connection that cannot write and takes no lock: a segment never changes once it is named.

    Raises:
        FileNotFoundError: if the file is gone.
        StoreError: if it is no database.
    """
    try:
        connection = sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        connection.execute("SELECT 1 FROM documents LIMIT 1")
    except sqlite3.DatabaseError as exc:
        if not database.exists():
            raise FileNotFoundError(2, "missing", str(database)) from exc
        raise StoreError(f"{database}: damaged: {exc}") from exc
    return connection


def sources_of(connection: sqlite3.Connection) -> list[Source]:
    """The documents in a database, in order."""
    found = connection.execute(f"SELECT {_SOURCE_FIELDS} FROM documents ORDER BY id")
    return [Source(**dict(zip(Source.model_fields, row, strict=True))) for row in found]


def read_sources(folder: Path) -> list[Source]:
    """The documents of a segment by its list of them; lines that are damaged are passed over."""
    try:
        lines = (folder / SOURCES).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
    found = []
    for line in lines:
        try:
            found.append(Source.model_validate_json(line))
        except ValidationError:
            continue
    return found


class SegmentWriter:
    """A segment being written; nobody sees it before a manifest names it."""

    def __init__(
        self, folder: Path, dimension: int, last_document: int, last_chunk: int, begin: Path | None = None
    ) -> None:
        """Make the folder.

        Args:
            folder: to write to.
            dimension: numbers in a vector.
            last_document: numbers up to this are taken.
            last_chunk: likewise.
            begin: folder of a segment whose content this one begins with.
        """
        self.folder = folder
        folder.mkdir()
        if begin is not None:
            shutil.copyfile(begin / DATABASE, folder / DATABASE)
        self.vectors = VectorWriter(dimension, VectorFile.read(begin / VECTORS, dimension) if begin else None)
        self.connection = sqlite3.connect(folder / DATABASE, isolation_level=None, uri=True)
        self.connection.execute("PRAGMA journal_mode=MEMORY")
        self.connection.execute("PRAGMA synchronous=OFF")
        if begin is None:
            self.connection.executescript(rows.SCHEMA)
        self._taken = {"documents": last_document, "chunks": last_chunk}
        for table, last in self.last().items():
            self.connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
            self.connection.execute("INSERT INTO sqlite_sequence(name, seq) VALUES (?, ?)", (table, last))
        self.connection.execute("BEGIN")

    def last(self) -> dict[str, int]:
        """The highest number given so far to a document and to a chunk, here or before."""
        given = dict(self.connection.execute("SELECT name, seq FROM sqlite_sequence"))
        return {table: max(last, given.get(table, 0)) for table, last in self._taken.items()}

    def put(
        self,
        packed: PackedDocument,
        vectors: Vectors,
        made_with: str,
        absolute: str,
        relative: str,
        instead: Collection[int] = (),
    ) -> int:
        """Write a document, all or nothing; its number.

        Args:
            packed: to write.
            vectors: of its chunks, of shape (chunks, dimension).
            made_with: what else decided the chunks.
            absolute: where its file stands.
            relative: the same from the index.
            instead: numbers of documents in this segment that it replaces.
        """
        with self._whole_document():
            gone = [n for number in instead for n in rows.delete(self.connection, number)]
            number, numbers = rows.insert(self.connection, packed, made_with, absolute, relative)
        self.vectors.remove(gone)
        self.vectors.add(numbers, vectors)
        return number

    def delete(self, number: int) -> None:
        """Take out a document."""
        self.vectors.remove(rows.delete(self.connection, number))

    def absorb(self, folder: Path, gone: Collection[int]) -> None:
        """Take over the content of another segment.

        Args:
            folder: of the other one.
            gone: numbers of its documents that were taken out.
        """
        connection = self.connection
        connection.execute("COMMIT")
        connection.execute("ATTACH ? AS other", (f"{(folder / DATABASE).absolute().as_uri()}?mode=ro&immutable=1",))
        connection.execute("BEGIN")
        connection.execute("CREATE TEMP TABLE gone (id INTEGER PRIMARY KEY)")
        connection.executemany("INSERT INTO gone VALUES (?)", [(number,) for number in gone])
        dead = [n for (n,) in connection.execute("SELECT id FROM other.chunks WHERE document IN temp.gone")]
        own = f"id, {rows.DOCUMENT_FIELDS}, checksum"
        connection.execute(f"INSERT INTO documents({own}) SELECT {own} FROM other.documents WHERE id NOT IN temp.gone")
        own = "document, evidence_id, kind, page, data"
        connection.execute(
            f"INSERT INTO evidence({own}) SELECT {own} FROM other.evidence WHERE document NOT IN temp.gone ORDER BY id"
        )
        own = f"id, document, {rows.CHUNK_FIELDS}, checksum"
        connection.execute(
            f"INSERT INTO chunks({own}) SELECT {own} FROM other.chunks WHERE document NOT IN temp.gone ORDER BY id"
        )
        connection.execute(
            "INSERT INTO chunk_text(rowid, heading, body) SELECT id, heading, body FROM other.chunks"
            " WHERE document NOT IN temp.gone ORDER BY id"
        )
        connection.execute(
            "INSERT INTO chunk_periods SELECT p.period, p.chunk FROM other.chunk_periods p"
            " JOIN other.chunks c ON c.id = p.chunk WHERE c.document NOT IN temp.gone"
        )
        connection.execute("DROP TABLE temp.gone")
        connection.execute("COMMIT")
        connection.execute("DETACH other")
        connection.execute("BEGIN")
        held = VectorFile.read(folder / VECTORS, self.vectors.dimension)
        self.vectors.remove(dead)
        self.vectors.add(held.numbers.tolist(), held.vectors.copy())

    def copy(self, document: rows.DocumentRows, vectors: Vectors) -> None:
        """Take over a document from another database as it is, with its numbers.

        Args:
            document: its rows.
            vectors: of shape (chunks, dimension).
        """
        with self._whole_document():
            numbers = rows.copy(self.connection, document)
        self.vectors.add(numbers, vectors)

    def finish(self, generation: int, model: Model) -> Segment | None:
        """Bring everything to disk; None, and no folder, where nothing is in it.

        Args:
            generation: that the segment comes with.
            model: that the vectors were made with.

        Raises:
            OSError: if the disk is full or cannot be written.
        """
        documents, chunks, observations = self.connection.execute(
            "SELECT count(*), coalesce(sum(chunks), 0), coalesce(sum(observations), 0) FROM documents"
        ).fetchone()
        self.connection.execute("COMMIT")
        sources = sources_of(self.connection)
        if not documents:
            self.drop()
            return None
        self.connection.close()
        self.vectors.write(self.folder / VECTORS)
        with (self.folder / SOURCES).open("w", encoding="utf-8") as file:
            file.writelines(f"{source.model_dump_json()}\n" for source in sources)
        names = (DATABASE, VECTORS, SOURCES)
        segment = Segment(
            generation=generation,
            documents=documents,
            chunks=chunks,
            observations=observations,
            files={name: describe(self.folder / name) for name in names},
        )
        own = SegmentFile(segment=segment, **{name: getattr(model, name) for name in Model.model_fields})
        (self.folder / SEGMENT).write_text(own.model_dump_json(indent=2), encoding="utf-8")
        for name in (*names, SEGMENT):
            sync_file(self.folder / name)
        sync_directory(self.folder)
        return segment

    @contextmanager
    def _whole_document(self) -> Iterator[None]:
        """Undo what was written of a document where it cannot be written whole."""
        self.connection.execute("SAVEPOINT document")
        with ExitStack() as on_error:
            on_error.callback(self._roll_back)
            yield
            on_error.pop_all()
        self.connection.execute("RELEASE document")

    def _roll_back(self) -> None:
        with suppress(sqlite3.OperationalError):  # where the disk is full SQLite may have rolled all back by itself
            self.connection.execute("ROLLBACK TO document")

    def __enter__(self) -> Self:
        """The writer itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Throw everything away where there was an error."""
        if error is not None:
            self.drop()

    def drop(self) -> None:
        """Throw everything away."""
        self.connection.close()
        shutil.rmtree(self.folder, ignore_errors=True)
