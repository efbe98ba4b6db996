"""An index of an older schema brought to this one from its own rows: no file is read again, no text embedded."""

import json
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError

from statchunk.embedding import CachedEmbedder
from statchunk.errors import StoreError
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document, Observation, ReleaseFacts, evidence_adapter
from statchunk.store.manifest import (
    DATABASE,
    VECTORS,
    Manifest,
    OldManifest,
    generation_folder,
    model_of,
    remove_other_generations,
    write_manifest,
)
from statchunk.store.packed import pack_document
from statchunk.store.packing import unpack_chunk, unpack_text
from statchunk.store.segment import ANY, SegmentWriter, Source, connect_read_only
from statchunk.store.vectors import VectorFile

_observations: TypeAdapter[tuple[Observation, ...]] = TypeAdapter(tuple[Observation, ...])


class _Old(NamedTuple):
    """A document of an older index."""

    document: Document
    chunks: tuple[Chunk, ...]
    numbers: tuple[int, ...]
    """Of its chunks."""


def upgrade(path: Path, manifest: OldManifest, embedder: CachedEmbedder) -> list[Source]:
    """Write the index anew; documents that could not be taken over.

    Args:
        path: of the index, whose lock is held.
        manifest: of the older schema.
        embedder: for chunks that have no vector.

    Raises:
        StoreError: if the older index is damaged.
    """
    old = generation_folder(path, manifest.generation)
    generation = manifest.generation + 1
    remove_other_generations(path, [manifest.generation])
    try:
        held = VectorFile.read(old / VECTORS, manifest.dimension)
        connection = connect_read_only(old / DATABASE)
    except FileNotFoundError as exc:
        raise StoreError(f"{exc.filename}: missing from an index of an older schema; index the files again") from exc
    lost = []
    with SegmentWriter(generation_folder(path, generation), manifest.dimension, 0, 0) as writer:
        with closing(connection):
            for source, document in _documents(connection):
                if document is None:
                    lost.append(source)
                    continue
                vectors = held.of(document.numbers)
                if vectors is None:
                    vectors = embedder.embed([chunk.embedding_text for chunk in document.chunks])
                writer.put(pack_document(document.document, document.chunks), vectors, ANY, source.absolute, "")
        last = writer.last()
        written = writer.finish(generation, model_of(embedder))
    new = Manifest(
        **model_of(embedder).model_dump(),
        generation=generation,
        last_document=last["documents"],
        last_chunk=last["chunks"],
        segments=(written,) if written else (),
    )
    write_manifest(path, new)
    remove_other_generations(path, [generation] if written else [])
    return lost


def _documents(connection: sqlite3.Connection) -> Iterator[tuple[Source, _Old | None]]:
    rows = connection.execute("SELECT id, document_id, path, sha256, facts FROM documents ORDER BY id").fetchall()
    for number, document_id, path, sha256, facts in rows:
        source = Source(
            number=number,
            document_id=document_id,
            path=path,
            absolute=str(Path(path).absolute()),
            relative="",
            sha256=sha256,
            made_with=ANY,
            chunks=0,
            observations=0,
        )
        try:
            yield source, _document(connection, source, facts)
        except (ValidationError, ValueError, zlib.error, sqlite3.DatabaseError):
            yield source, None


def _document(connection: sqlite3.Connection, source: Source, facts: bytes) -> _Old:
    packed = connection.execute("SELECT data FROM evidence WHERE document = ? ORDER BY id", (source.number,))
    evidence = tuple(evidence_adapter.validate_json(unpack_text(data)) for (data,) in packed)
    rows = connection.execute(
        "SELECT id, body, data, observations FROM chunks WHERE document = ? ORDER BY id", (source.number,)
    ).fetchall()
    held = {(o.table_id, o.row, o.column): o for row in rows for o in _unpack_observations(row[3])}
    document = Document(
        path=source.path,
        document_id=source.document_id,
        sha256=source.sha256,
        facts=ReleaseFacts.model_validate_json(unpack_text(facts)),
        evidence=evidence,
        observations=tuple(held.values()),
    )
    chunks = tuple(unpack_chunk(data, body) for _, body, data, _ in rows)
    return _Old(document, chunks, tuple(number for number, *_ in rows))


def _unpack_observations(data: bytes | None) -> tuple[Observation, ...]:
    """As schemas 1 and 2 packed them: what all cells share, then the rest of each."""
    if data is None:
        return ()
    shared, rest = json.loads(unpack_text(data))
    return _observations.validate_python([{**shared, **cell} for cell in rest])
