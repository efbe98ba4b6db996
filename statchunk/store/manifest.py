"""The manifest: what the index is, which files hold it, and how to tell that they are whole.

my.index/
  manifest.json            names the segments of the current generation; replaced by one rename
  manifest.copy.json       the same once more, for repair
  lock                     held by the one writer
  generation-000007/       a segment, named after the generation that it came with; never changed once it is named
    index.sqlite           documents, evidence, chunks, observations, full text
    vectors.faiss          a vector a chunk, by the chunk's number
    documents.jsonl        which file each document was read from, for repair
    segment.json           what this folder is, for repair where the manifests are gone
"""

import hashlib
import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from statchunk.embedding import Embedder
from statchunk.errors import ModelError, StoreError

SCHEMA_VERSION = 3
MANIFEST = "manifest.json"
MANIFEST_COPY = "manifest.copy.json"
DATABASE = "index.sqlite"
VECTORS = "vectors.faiss"
SOURCES = "documents.jsonl"
SEGMENT = "segment.json"
_PREFIX = "generation-"


class FileEntry(BaseModel):
    """What a whole file looks like."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    bytes: int
    sha256: str


class Segment(BaseModel):
    """A part of the index in a folder of its own."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    generation: int
    """That it came with; names its folder."""
    documents: int
    """In its files, those taken out since counted too; likewise below."""
    chunks: int
    observations: int
    removed: tuple[int, ...] = ()
    """Numbers of its documents that were replaced or taken out since."""
    removed_chunks: int = 0
    removed_observations: int = 0
    files: dict[str, FileEntry]


class Model(BaseModel):
    """The embedding model that an index was made with."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str
    """Its name."""
    revision: str
    """Of its weights; empty where not known."""
    dimension: int
    max_tokens: int


class SegmentFile(Model):
    """What a segment says of itself in its own folder."""

    schema_version: int = SCHEMA_VERSION
    segment: Segment


class Manifest(Model):
    """What an index is."""

    schema_version: int = SCHEMA_VERSION
    generation: int
    last_document: int
    """The highest number that a document ever had; none is given twice."""
    last_chunk: int
    segments: tuple[Segment, ...]

    @property
    def documents(self) -> int:
        """Documents in the index."""
        return sum(s.documents - len(s.removed) for s in self.segments)

    @property
    def chunks(self) -> int:
        """Chunks in the index."""
        return sum(s.chunks - s.removed_chunks for s in self.segments)

    @property
    def observations(self) -> int:
        """Observations of the documents in the index."""
        return sum(s.observations - s.removed_observations for s in self.segments)


class OldManifest(Model):
    """What an index of an older schema says of itself, as far as an upgrade needs it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    schema_version: int
    generation: int


def model_of(embedder: Embedder) -> Model:
    """What a manifest says of an embedder."""
    return Model(
        model=embedder.name,
        revision=embedder.revision,
        dimension=embedder.dimension,
        max_tokens=embedder.max_tokens,
    )


def generation_folder(path: Path, generation: int) -> Path:
    """Where the files of a generation stand."""
    return path / f"{_PREFIX}{generation:06d}"


def folders(path: Path) -> list[Path]:
    """All folders of generations, oldest first, those that no manifest names too."""
    return sorted(path.glob(f"{_PREFIX}*"))


def holds_segments(path: Path) -> bool:
    """Whether an index was ever made there: where the first writing was broken off, no folder holds what is written
    beside the database at its end."""
    ends = [folder / name for folder in folders(path) for name in (SEGMENT, SOURCES, VECTORS)]
    return any(file.exists() for file in (path / MANIFEST_COPY, *ends))


def mending(path: Path) -> str:
    """What to do about a damaged index."""
    return f"mend it with statchunk index --into {path} --repair"


def read_manifest(path: Path, name: str = MANIFEST) -> Manifest:
    """The manifest of the index at `path`.

    Raises:
        OldSchemaError: if the index is of an older schema.
        NewSchemaError: if it is of a newer one.
        StoreError: if there is no index, or its manifest is damaged.
    """
    file = path / name
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError as exc:
        if holds_segments(path):
            raise StoreError(f"{file}: missing from the index; {mending(path)}") from exc
        raise StoreError(f"{path}: no index here; make one with statchunk index FILES --into {path}") from exc
    except (OSError, UnicodeDecodeError) as exc:
        raise StoreError(f"{file}: damaged: the manifest cannot be read; {mending(path)}") from exc
    try:
        version = _Version.model_validate_json(text).schema_version
        if version > SCHEMA_VERSION:
            raise NewSchemaError(
                f"{path}: made by a newer version (index schema {version}, this one reads {SCHEMA_VERSION}); "
                "use that version, or index the files into a new directory"
            )
        if version < SCHEMA_VERSION:
            raise OldSchemaError(path, OldManifest.model_validate_json(text))
        return Manifest.model_validate_json(text)
    except ValidationError as exc:
        raise StoreError(f"{file}: damaged: not what was written; {mending(path)}") from exc


class NewSchemaError(StoreError):
    """The index is of a newer schema."""


class OldSchemaError(StoreError):
    """The index is of an older schema and can be upgraded."""

    def __init__(self, path: Path, manifest: OldManifest) -> None:
        """Args: the index and what it says of itself."""
        super().__init__(
            f"{path}: made by an older version (index schema {manifest.schema_version}, this one writes "
            f"{SCHEMA_VERSION}); upgrade it with statchunk index --into {path} --repair"
        )
        self.manifest = manifest


class _Version(BaseModel):
    schema_version: int


def write_manifest(path: Path, manifest: Manifest) -> None:
    """Make `manifest` the index's own in one step; before it the old index stands, after it the new one."""
    text = manifest.model_dump_json(indent=2)
    _replace(path / MANIFEST, text)
    sync_directory(path)
    _replace(path / MANIFEST_COPY, text)


def _replace(file: Path, text: str) -> None:
    temporary = file.with_name(f"{file.name}.new")
    with temporary.open("w", encoding="utf-8") as opened:
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())
    temporary.replace(file)


def describe(file: Path) -> FileEntry:
    """Size and sha256 of a file."""
    with file.open("rb") as opened:
        digest = hashlib.file_digest(opened, "sha256").hexdigest()
    return FileEntry(bytes=file.stat().st_size, sha256=digest)


def damage_of(file: Path, entry: FileEntry, hash_up_to: int | None) -> str | None:
    """What is wrong with a file, None for nothing.

    Args:
        file: to look at.
        entry: what was written.
        hash_up_to: bytes; a file up to this size is hashed too. None hashes any.

    Raises:
        FileNotFoundError: if it is gone.
    """
    size = file.stat().st_size
    if size != entry.bytes:
        return f"{size} bytes where {entry.bytes} were written"
    if (hash_up_to is None or size <= hash_up_to) and describe(file).sha256 != entry.sha256:
        return "its content is not what was written"
    return None


def check_files(path: Path, manifest: Manifest, hash_up_to: int | None) -> None:
    """Compare the files of the current generation with the manifest.

    Args:
        path: of the index.
        manifest: its manifest.
        hash_up_to: bytes; files up to this size are hashed too. None hashes all.

    Raises:
        FileNotFoundError: if a file is gone (a writer may just have switched).
        StoreError: naming the file that is damaged.
    """
    for segment in manifest.segments:
        folder = generation_folder(path, segment.generation)
        for name, entry in segment.files.items():
            damage = damage_of(folder / name, entry, hash_up_to)
            if damage is not None:
                raise StoreError(f"{folder / name}: damaged: {damage}; {mending(path)}")


def remove_other_generations(path: Path, keep: Iterable[int]) -> None:
    """Delete what crashed or older writers left; readers that still hold those files keep reading them."""
    kept = {generation_folder(path, generation) for generation in keep}
    for folder in folders(path):
        if folder not in kept:
            shutil.rmtree(folder, ignore_errors=True)
    for name in (MANIFEST, MANIFEST_COPY):
        (path / f"{name}.new").unlink(missing_ok=True)


def sync_file(file: Path) -> None:
    """Wait until the file's content is on disk."""
    descriptor = os.open(file, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_directory(folder: Path) -> None:
    """Wait until the names in a folder are on disk, where the system can do that."""
    if os.name == "posix":
        sync_file(folder)


def require_same_model(path: Path | str, manifest: Model, embedder: Embedder) -> None:
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
