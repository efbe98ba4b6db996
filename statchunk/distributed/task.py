"""One task: a file to evidence, chunks and vectors, written as a part; done again it finds the part and stops."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from statchunk import pipeline
from statchunk.distributed.parts import Making, Part, Parts
from statchunk.distributed.sources import on_disk
from statchunk.embedding import Embedder, load_embedder
from statchunk.indexing import sha256_of
from statchunk.readers.reading import document_id_of
from statchunk.workers import Ask, Team


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be made of every file, and where the parts go."""

    ask: Ask
    made_with: str
    """Digest of reader and settings."""
    model: str
    """Of the vectors, by a name that `load_embedder` knows."""
    parts: str
    """Path or URI of a folder that every machine can write to."""


class Done(NamedTuple):
    """What became of one file."""

    source: str
    document_id: str
    sha256: str
    """Of its bytes; empty, as the id, where the file failed."""
    warnings: tuple[str, ...] = ()
    reason: str | None = None
    """Why it failed."""
    found: bool = False
    """Whether the part was there already."""


@cache
def _embedder(model: str) -> Embedder:
    """The model, loaded once a process: tasks before and after this one use the same."""
    return load_embedder(model)


@cache
def _team() -> Team:
    """The process that reads for this one, so that a file that crashes or hangs costs one file and not a worker."""
    return Team(1)


def make_part(source: str, job: Job) -> Done:
    """Make the part of one file unless it is there.

    Raises:
        OSError: if the file cannot be fetched or the part not written; it may go well at the next try.
        SettingsError: if the settings cannot be meant.
        ModelError: if the model is not at hand.
    """
    parts, embedder = Parts(job.parts), _embedder(job.model)
    making = Making(
        name=PurePosixPath(source).name, made_with=job.made_with, model=embedder.name, revision=embedder.revision
    )
    with on_disk(source) as path:
        digest = sha256_of(path)
        document_id = document_id_of(digest)
        head = parts.head(document_id)
        if head is not None and head.making == making:
            return Done(source, document_id, digest, head.warnings, found=True)
        document, chunks, reason = _team().read(path, job.ask)[:3]
        if document is None:
            return Done(source, "", "", reason=_named(reason or "", path, source))
        if not job.ask.chunked:
            chunks = pipeline.chunk(document, job.ask.settings, embed=embedder.embed)
        vectors = embedder.embed([chunk.embedding_text for chunk in chunks])
        warnings = tuple(_named(warning, path, source) for warning in document.warnings)
        document = document.model_copy(update={"warnings": warnings})
    parts.write(Part(document, chunks, vectors), making)
    return Done(source, document.document_id, document.sha256, warnings)


def _named(said: str, path: Path, source: str) -> str:
    """A message that names the file as it was given, not as it was fetched."""
    return said.replace(str(path), source)
