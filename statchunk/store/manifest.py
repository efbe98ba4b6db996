"""The manifest: what the index is, which generation of files holds it, and how to tell that they are whole.

my.index/
  manifest.json            names the current generation; replaced by one rename
  lock                     held by the one writer
  generation-000007/
    index.sqlite           documents, evidence, chunks, observations, full text
    vectors.faiss          a vector a chunk, by the chunk's number
"""

import hashlib
import os
import shutil
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from statchunk.errors import StoreError

SCHEMA_VERSION = 2
MANIFEST = "manifest.json"
DATABASE = "index.sqlite"
VECTORS = "vectors.faiss"
_PREFIX = "generation-"


class FileEntry(BaseModel):
    """What a whole file looks like."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    bytes: int
    sha256: str


class Manifest(BaseModel):
    """What an index is."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: int = SCHEMA_VERSION
    generation: int
    model: str
    """Name of the embedding model."""
    revision: str
    """Of the model's weights; empty where not known."""
    dimension: int
    max_tokens: int
    documents: int
    chunks: int
    observations: int
    vector_kind: str
    """As FAISS names it: "IDMap2,Flat"."""
    files: dict[str, FileEntry]


def generation_folder(path: Path, generation: int) -> Path:
    """Where the files of a generation stand."""
    return path / f"{_PREFIX}{generation:06d}"


def read_manifest(path: Path) -> Manifest:
    """The manifest of the index at `path`.

    Raises:
        StoreError: if there is no index, it is of another schema version, or its manifest is damaged.
    """
    file = path / MANIFEST
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError as exc:
        raise StoreError(f"{path}: no index here; make one with statchunk index FILES --into {path}") from exc
    except (OSError, UnicodeDecodeError) as exc:
        raise StoreError(f"{file}: the manifest cannot be read") from exc
    try:
        version = _Version.model_validate_json(text).schema_version
        if version != SCHEMA_VERSION:
            raise StoreError(
                f"{path}: made by {'an older' if version < SCHEMA_VERSION else 'a newer'} version (index schema "
                f"{version}, this one reads {SCHEMA_VERSION}); index the files into a new directory"
            )
        return Manifest.model_validate_json(text)
    except ValidationError as exc:
        raise StoreError(f"{file}: the manifest is damaged; index the files again") from exc


class _Version(BaseModel):
    schema_version: int


def write_manifest(path: Path, manifest: Manifest) -> None:
    """Make `manifest` the index's own in one step; before it the old index stands, after it the new one."""
    temporary = path / f"{MANIFEST}.new"
    with temporary.open("w", encoding="utf-8") as file:
        file.write(manifest.model_dump_json(indent=2))
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path / MANIFEST)
    sync_directory(path)


def describe(file: Path) -> FileEntry:
    """Size and sha256 of a file."""
    with file.open("rb") as opened:
        digest = hashlib.file_digest(opened, "sha256").hexdigest()
    return FileEntry(bytes=file.stat().st_size, sha256=digest)


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
    folder = generation_folder(path, manifest.generation)
    for name, entry in manifest.files.items():
        file = folder / name
        size = file.stat().st_size
        if size != entry.bytes:
            raise StoreError(f"{file}: damaged: {size} bytes where {entry.bytes} were written; index the files again")
        if (hash_up_to is None or size <= hash_up_to) and describe(file).sha256 != entry.sha256:
            raise StoreError(f"{file}: damaged: its content is not what was written; index the files again")


def remove_other_generations(path: Path, keep: int) -> None:
    """Delete what crashed or older writers left; readers that still hold those files keep reading them."""
    for folder in path.glob(f"{_PREFIX}*"):
        if folder != generation_folder(path, keep):
            shutil.rmtree(folder, ignore_errors=True)
    (path / f"{MANIFEST}.new").unlink(missing_ok=True)


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
