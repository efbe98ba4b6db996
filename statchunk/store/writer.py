"""The one writer of an index: a new segment beside the old ones, then one rename.

What is written never grows with the index: a new segment begins with a copy of the last one only while that is small.
A document that an older segment holds is not touched there; the manifest says that it was taken out. Where segments
become many, the small ones are merged into one.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from filelock import FileLock, Timeout

from statchunk.embedding import CachedEmbedder, Embedder, Vectors
from statchunk.errors import StoreError
from statchunk.interrupts import interrupts_held
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document
from statchunk.settings import StoreSettings
from statchunk.store.address import absolute_path, is_uri
from statchunk.store.known import KnownDocuments
from statchunk.store.manifest import (
    DATABASE,
    MANIFEST,
    Manifest,
    Segment,
    check_files,
    generation_folder,
    holds_segments,
    mending,
    model_of,
    read_manifest,
    remove_other_generations,
    require_same_model,
    write_manifest,
)
from statchunk.store.packed import PackedDocument, pack_document
from statchunk.store.segment import ANY, SegmentWriter, Source, connect_read_only, sources_of
from statchunk.store.update import CountingWriter, UpdateReport


class IndexWriter(CountingWriter):
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
            OldSchemaError: if it is of an older schema.
            StoreError: if another process writes to it, or it is damaged.
            ModelError: if it was made with another model.
        """
        super().__init__(CachedEmbedder(embedder))
        self.path = Path(path)
        self._settings = settings or StoreSettings()
        self._lock = locked(self.path, self._settings)
        with ExitStack() as undone:
            undone.callback(self._lock.release)
            self._manifest = self._current_manifest()
            self._known = self._read_known()
            undone.pop_all()
        self._segment: SegmentWriter | None = None
        self._kept: tuple[Segment, ...] = self._manifest.segments if self._manifest else ()
        self._removed: dict[int, dict[int, Source]] = {}

    def _current_manifest(self) -> Manifest | None:
        if not (self.path / MANIFEST).exists() and not holds_segments(self.path):
            return None
        manifest = read_manifest(self.path)
        require_same_model(self.path, manifest, self._embedder)
        try:
            check_files(self.path, manifest, self._settings.hash_up_to)
        except FileNotFoundError as exc:
            raise StoreError(f"{exc.filename}: missing from the index; {mending(self.path)}") from exc
        return manifest

    def _read_known(self) -> KnownDocuments:
        known = KnownDocuments()
        for segment in self._manifest.segments if self._manifest else ():
            database = generation_folder(self.path, segment.generation) / DATABASE
            try:
                with closing(connect_read_only(database)) as connection:
                    found = sources_of(connection)
            except sqlite3.DatabaseError as exc:
                raise StoreError(f"{database}: damaged: {exc}; {mending(self.path)}") from exc
            gone = frozenset(segment.removed)
            for source in found:
                if source.number not in gone:
                    known.add(source, segment.generation)
        return known

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
        if self._segment is not None:
            self._segment.drop()
            self._segment = None
        self._lock.release()

    def is_current(self, path: Path | str, sha256: str, made_with: str = "") -> bool:
        """Whether the same bytes, read with the same settings, stand in the index; counts as unchanged if so.

        Args:
            path: of the file.
            sha256: of its bytes.
            made_with: what else decides the chunks: strategy, settings, version.
        """
        current = any(source.made_with in (made_with, ANY) for source in self._known.with_sha256(sha256))
        self._unchanged += current
        return current

    def put(
        self,
        document: Document,
        chunks: Sequence[Chunk],
        made_with: str = "",
        file: Path | None = None,
        embeddings: Vectors | None = None,
    ) -> None:
        """Add a document, in the place of an older one from the same file or with the same bytes.

        Args:
            document: with the path that is shown.
            chunks: of it.
            made_with: what else decided the chunks, as for `is_current`.
            file: where it was read from; where None, at its path, from the current folder.
            embeddings: of the chunks, of shape (len(chunks), dimension); made here where None.

        Raises:
            StoreError: if the disk is full or cannot be written; nothing of the document is kept.
        """
        self.put_packed(pack_document(document, chunks), made_with, file, embeddings)

    def put_packed(
        self,
        packed: PackedDocument,
        made_with: str = "",
        file: Path | None = None,
        embeddings: Vectors | None = None,
    ) -> None:
        """As `put`, of a document that is packed: where it was read, which may be another process."""
        if embeddings is None:
            embeddings = self._embedder.embed(packed.embedding_texts())
        head = packed.head
        with interrupts_held():
            absolute = absolute_path(str(file or head.path))
            with told(self.path):
                segment = self.writing()
                old = self._known.at(head.path, absolute, head.document_id)
                own = [number for number in old if self._known.generation(number) is None]
                relative = _way(self.path, absolute)
                number = segment.put(packed, embeddings, made_with, absolute, relative, own)
            self._forget(old)
            source = Source(
                number=number,
                document_id=head.document_id,
                path=head.path,
                absolute=absolute,
                relative=relative,
                sha256=head.sha256,
                made_with=made_with,
                chunks=head.chunks,
                observations=head.observations,
            )
            self._known.add(source, None)
            if old:
                self._replaced += 1
            else:
                self._added += 1

    @interrupts_held()
    def remove(self, path_or_id: str) -> int:
        """Take out the documents with this path or document id; how many there were."""
        found = self._known.at(path_or_id, absolute_path(path_or_id), path_or_id)
        if found:
            with told(self.path):
                segment = self.writing()
                for number in found:
                    if self._known.generation(number) is None:
                        segment.delete(number)
            self._forget(found)
        self._gone += len(found)
        return len(found)

    @interrupts_held()
    def commit(self) -> UpdateReport:
        """Make everything so far the current generation; what has been done since the writer was opened.

        Raises:
            StoreError: if the disk is full or cannot be written; the index stays as it was.
        """
        with told(self.path):
            if self._segment is None and self._manifest is None:
                self.writing()
            if self._segment is not None:
                self._switch(self._segment)
        manifest = self._manifest
        return self._report(manifest.documents if manifest else 0, manifest.chunks if manifest else 0)

    def writing(self) -> SegmentWriter:
        """The segment being written, begun when something is first changed."""
        if self._segment is not None:
            return self._segment
        manifest = self._manifest
        remove_other_generations(self.path, [s.generation for s in self._kept])
        last = self._kept[-1] if self._kept else None
        begin = last if last is not None and last.chunks <= self._settings.copied_chunks else None
        self._segment = SegmentWriter(
            generation_folder(self.path, self._next_generation()),
            self._embedder.dimension,
            manifest.last_document if manifest else 0,
            manifest.last_chunk if manifest else 0,
            generation_folder(self.path, begin.generation) if begin else None,
        )
        if begin is not None:
            for number in begin.removed:
                self._segment.delete(number)
            self._kept = self._kept[:-1]
            self._known.move([begin.generation], None)
        return self._segment

    def _forget(self, numbers: Sequence[int]) -> None:
        """Documents that are in the index no longer; those of older segments are noted for the manifest."""
        for number in numbers:
            source, generation = self._known.take(number)
            if generation is not None:
                self._removed.setdefault(generation, {})[number] = source

    def _switch(self, segment: SegmentWriter) -> None:
        generation = self._next_generation()
        kept = [s for s in map(self._without_removed, self._kept) if len(s.removed) < s.documents]
        merged = to_merge(kept, segment.connection, self._settings)
        for other in merged:
            segment.absorb(generation_folder(self.path, other.generation), other.removed)
        last = segment.last()
        model = model_of(self._embedder)
        written = segment.finish(generation, model)
        self._segment = None
        stays = [s for s in kept if s not in merged]
        manifest = Manifest(
            **model.model_dump(),
            generation=generation,
            last_document=last["documents"],
            last_chunk=last["chunks"],
            segments=(*stays, *([written] if written else [])),
        )
        write_manifest(self.path, manifest)
        self._manifest, self._kept, self._removed = manifest, manifest.segments, {}
        self._known.move([None, *(s.generation for s in merged)], generation)
        remove_other_generations(self.path, [s.generation for s in manifest.segments])

    def _without_removed(self, segment: Segment) -> Segment:
        gone = self._removed.get(segment.generation)
        if not gone:
            return segment
        return segment.model_copy(
            update={
                "removed": tuple(sorted((*segment.removed, *gone))),
                "removed_chunks": segment.removed_chunks + sum(s.chunks for s in gone.values()),
                "removed_observations": segment.removed_observations + sum(s.observations for s in gone.values()),
            }
        )

    def _next_generation(self) -> int:
        return self._manifest.generation + 1 if self._manifest else 1


def to_merge(kept: Sequence[Segment], written: sqlite3.Connection, settings: StoreSettings) -> list[Segment]:
    """Segments whose content goes into the one being written: the smaller where there are too many, and hollow ones.

    Args:
        kept: the others, as the manifest will have them.
        written: database of the one being written.
        settings: how many segments there may be.
    """
    hollow = [s for s in kept if s.removed_chunks > settings.hollow * s.chunks]
    if len(kept) < settings.segments:
        return hollow
    (own,) = written.execute("SELECT count(*) FROM chunks").fetchone()
    largest = max(kept, key=lambda s: s.chunks)
    return [s for s in kept if s in hollow or s is not largest or s.chunks <= own]


def locked(path: Path, settings: StoreSettings) -> FileLock:
    """The lock of the one writer, taken; the folder is made if there is none.

    Raises:
        StoreError: if another process writes to the index, or it cannot be written.
    """
    if path.exists() and not path.is_dir():
        raise StoreError(f"{path}: is a file, not an index directory")
    with told(path):
        path.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path / "lock")
        try:
            lock.acquire(timeout=settings.lock_seconds)
        except Timeout as exc:
            raise StoreError(f"{path}: another process is writing to this index; wait until it is done") from exc
    return lock


@contextmanager
def told(path: Path) -> Iterator[None]:
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
    except sqlite3.IntegrityError:
        raise
    except sqlite3.DatabaseError as exc:
        raise StoreError(f"{path}: damaged: {exc}; {mending(path)}") from exc


def _way(index: Path, absolute: str) -> str:
    """The way from the index to a file; empty where there is none (another drive, an object store)."""
    if is_uri(absolute):
        return ""
    try:
        return os.path.relpath(absolute, index.absolute())
    except ValueError:
        return ""
