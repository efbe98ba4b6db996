"""A damaged index made whole from what is left of it, and an index of an older schema brought to this one.

Nothing is changed in place: what can be vouched for is copied into a new segment, then one rename, as for any writer.
"""

import sqlite3
import zlib
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, TypeVar

from pydantic import ValidationError

from statchunk.embedding import CachedEmbedder, Embedder, Vectors
from statchunk.errors import StoreError
from statchunk.settings import StoreSettings
from statchunk.store.manifest import (
    DATABASE,
    MANIFEST,
    MANIFEST_COPY,
    SEGMENT,
    SOURCES,
    VECTORS,
    Manifest,
    NewSchemaError,
    OldSchemaError,
    Segment,
    SegmentFile,
    damage_of,
    folders,
    generation_folder,
    model_of,
    read_manifest,
    remove_other_generations,
    require_same_model,
    write_manifest,
)
from statchunk.store.packing import unpack_chunk
from statchunk.store.rows import DocumentRows, read_checked
from statchunk.store.segment import SegmentWriter, Source, read_sources, sources_of
from statchunk.store.upgrade import upgrade
from statchunk.store.vectors import VectorFile
from statchunk.store.writer import locked, told

_T = TypeVar("_T")


class RepairReport(NamedTuple):
    """What was found and done."""

    damage: tuple[str, ...]
    """One line for each file that was damaged or missing."""
    kept: int
    """Documents of damaged segments whose rows were all whole."""
    embedded: int
    """Chunks whose vectors were made again."""
    lost: tuple[Source, ...]
    """Documents whose rows were damaged: their files have to be read again."""
    upgraded_from: int | None = None
    """The older schema that the index was of."""


def repair(path: Path, embedder: Embedder, settings: StoreSettings | None = None) -> RepairReport:
    """Make an index whole; nothing is written where nothing is wrong.

    Args:
        path: of the index.
        embedder: that it was made with.
        settings: of the store; the defaults where None.

    Raises:
        StoreError: if there is no index, another process writes to it, or the disk is full.
        ModelError: if it was made with another model.
    """
    settings = settings or StoreSettings()
    if not folders(path):
        read_manifest(path)  # says that there is no index
    cached = CachedEmbedder(embedder)
    lock = locked(path, settings)
    try:
        with told(path):
            try:
                manifest, damage = _manifest(path, cached)
            except OldSchemaError as exc:
                require_same_model(path, exc.manifest, cached)
                lost = upgrade(path, exc.manifest, cached)
                return RepairReport((), 0, cached.misses, tuple(lost), exc.manifest.schema_version)
            require_same_model(path, manifest, cached)
            return _mended(path, manifest, damage, cached)
    finally:
        lock.release()


def made_before(path: Path) -> tuple[bool, str | None]:
    """Whether an index is of an older schema, and the model that it was made with, where that can be told."""
    for name in (MANIFEST, MANIFEST_COPY):
        try:
            return False, read_manifest(path, name).model
        except OldSchemaError as exc:
            return True, exc.manifest.model
        except StoreError:
            continue
    for folder in reversed(folders(path)):
        own = _segment_file(folder)
        if own is not None:
            return False, own.model
    return False, None


def _segment_file(folder: Path) -> SegmentFile | None:
    try:
        return SegmentFile.model_validate_json((folder / SEGMENT).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ValidationError):
        return None


def _manifest(path: Path, embedder: CachedEmbedder) -> tuple[Manifest, list[str]]:
    """The manifest, or its copy, or one put together from what segments say of themselves; and what was wrong."""
    damage: list[str] = []
    for name in (MANIFEST, MANIFEST_COPY):
        try:
            return read_manifest(path, name), damage
        except (OldSchemaError, NewSchemaError):
            raise
        except StoreError as exc:
            damage.append(str(exc).partition(";")[0])
    return _pieced_together(path, embedder), damage


def _pieced_together(path: Path, embedder: CachedEmbedder) -> Manifest:
    """Of what a document was more than once, the latest counts."""
    segments: list[Segment] = []
    seen: set[str] = set()
    model = model_of(embedder)
    last_document = last_chunk = 0
    for folder in reversed(folders(path)):
        generation = int(folder.name.rpartition("-")[2])
        segment = Segment(generation=generation, documents=0, chunks=0, observations=0, files={})
        own = _segment_file(folder)
        if own is not None:  # else all its documents are looked into one by one
            segment, model = own.segment, own
        sources = _sources(folder)
        removed = [s for s in sources.values() if seen & {s.document_id, s.path, s.absolute}]
        for source in sources.values():
            seen |= {source.document_id, source.path, source.absolute}
            last_document = max(last_document, source.number)
        last_chunk = max(last_chunk, _last_chunk(folder))
        segments.append(
            segment.model_copy(
                update={
                    "removed": tuple(sorted(s.number for s in removed)),
                    "removed_chunks": sum(s.chunks for s in removed),
                    "removed_observations": sum(s.observations for s in removed),
                }
            )
        )
    return Manifest(
        model=model.model,
        revision=model.revision,
        dimension=model.dimension,
        max_tokens=model.max_tokens,
        generation=max(s.generation for s in segments),
        last_document=last_document,
        last_chunk=last_chunk,
        segments=tuple(reversed(segments)),
    )


def _last_chunk(folder: Path) -> int:
    return _asked(folder, lambda c: int(c.execute("SELECT coalesce(max(id), 0) FROM chunks").fetchone()[0])) or 0


def _sources(folder: Path, *, is_list_whole: bool = False) -> dict[int, Source]:
    """The documents of a segment by number: from its list if that is whole, else from its database too."""
    listed = {source.number: source for source in read_sources(folder)}
    if is_list_whole:
        return listed
    return listed | {source.number: source for source in _asked(folder, sources_of) or []}


def _asked(folder: Path, ask: Callable[[sqlite3.Connection], _T]) -> _T | None:
    """What the database of a folder answers, None where it cannot."""
    database = (folder / DATABASE).absolute()
    try:
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            return ask(connection)
    except (sqlite3.DatabaseError, ValidationError):
        return None


def _damage(folder: Path, segment: Segment) -> dict[str, str]:
    """What is wrong with each file of a segment; all are hashed."""
    if not segment.files:
        return dict.fromkeys((DATABASE, VECTORS, SOURCES), "nothing says what was written")
    found = {}
    for name, entry in segment.files.items():
        try:
            damage = damage_of(folder / name, entry, None)
        except FileNotFoundError:
            damage = "missing"
        except OSError as exc:
            damage = f"cannot be read: {exc.strerror}"
        if damage is not None:
            found[name] = damage
    return found


def _mended(path: Path, manifest: Manifest, damage: list[str], embedder: CachedEmbedder) -> RepairReport:
    whole, broken = [], []
    for segment in manifest.segments:
        folder = generation_folder(path, segment.generation)
        found = _damage(folder, segment)
        damage += [f"{folder / name}: {what}" for name, what in found.items()]
        if found:
            broken.append((segment, frozenset(found)))
        else:
            whole.append(segment)
    if not damage:
        return RepairReport((), 0, 0, ())
    generation = max([manifest.generation, *(int(f.name.rpartition("-")[2]) for f in folders(path))]) + 1
    begun = SegmentWriter(
        generation_folder(path, generation), manifest.dimension, manifest.last_document, manifest.last_chunk
    )
    kept, lost = 0, []
    with begun as writer:
        for segment, files in broken:
            folder = generation_folder(path, segment.generation)
            gone = frozenset(segment.removed)
            held = None if VECTORS in files else VectorFile.read(folder / VECTORS, manifest.dimension)
            for source in _sources(folder, is_list_whole=SOURCES not in files).values():
                if source.number in gone:
                    continue
                rows = _read(folder, source.number)
                if rows is None:
                    lost.append(source)
                    continue
                writer.copy(rows, _vectors(rows, held, embedder))
                kept += 1
        last = writer.last()
        written = writer.finish(generation, manifest)
    mended = manifest.model_copy(
        update={
            "generation": generation,
            "last_document": last["documents"],
            "last_chunk": last["chunks"],
            "segments": (*whole, *([written] if written else [])),
        }
    )
    write_manifest(path, mended)
    remove_other_generations(path, [segment.generation for segment in mended.segments])
    return RepairReport(tuple(damage), kept, embedder.misses, tuple(lost))


def _read(folder: Path, number: int) -> DocumentRows | None:
    try:
        return _asked(folder, lambda connection: read_checked(connection, number))
    except (zlib.error, ValueError, OverflowError):
        return None


def _vectors(rows: DocumentRows, held: VectorFile | None, embedder: CachedEmbedder) -> Vectors:
    """Vectors of a document's chunks: those that are held, else made again from their texts."""
    found = held.of([number for number, *_ in rows.chunks]) if held is not None else None
    return embedder.embed(_texts(rows.chunks)) if found is None else found


def _texts(chunks: Sequence[tuple[object, ...]]) -> list[str]:
    return [unpack_chunk(data, body).embedding_text for _, _, _, _, body, _, data, *_ in chunks]  # type: ignore[arg-type]
