"""Releases by path or URI, on a disk or in an object store."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from statchunk.errors import MissingExtraError, ReaderError
from statchunk.indexing import find_releases

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem

_ENDING = ".pdf"


def filesystem(uri: str) -> "tuple[AbstractFileSystem, str]":
    """The file system of a path or URI, and the path there.

    Raises:
        MissingExtraError: if the package for it is not installed.
        ReaderError: if no file system bears the name of its scheme.
    """
    try:
        from fsspec.core import url_to_fs
    except ImportError as exc:
        raise MissingExtraError("fsspec is not installed: pip install 'statchunk[distributed]'") from exc
    try:
        found: tuple[AbstractFileSystem, str] = url_to_fs(uri)
    except ImportError as exc:
        raise MissingExtraError(f"{uri}: {exc}") from exc
    except ValueError as exc:
        raise ReaderError(f"{uri}: {exc}") from exc
    return found


def is_local(files: "AbstractFileSystem") -> bool:
    """Whether it is the disk of this machine, or one that is mounted."""
    return bool(files.protocol == "file" or "local" in files.protocol)


def find_sources(given: Sequence[str]) -> list[str]:
    """The files named, and the PDFs below the folders named and those that a pattern names, sorted, each once.

    Args:
        given: paths, or URIs that fsspec knows: "s3://bucket/folder", "s3://bucket/*.pdf".

    Returns:
        paths as given, for files on a disk; URIs for others.

    Raises:
        ReaderError: if one does not exist.
        MissingExtraError: if the package for its kind of store is not installed.
    """
    found: dict[str, None] = {}
    for one in given:
        files, path = filesystem(one)
        if is_local(files):
            local = Path(path if "://" in one else one)
            found |= dict.fromkeys(map(str, find_releases([local])))
        else:
            found |= dict.fromkeys(files.unstrip_protocol(name) for name in _below(files, path, one))
    return list(found)


def _below(files: "AbstractFileSystem", path: str, given: str) -> list[str]:
    if "*" in path:
        return sorted(files.glob(path))
    if files.isdir(path):
        return sorted(name for name in files.find(path) if name.lower().endswith(_ENDING))
    if not files.exists(path):
        raise ReaderError(f"{given}: no such file or folder")
    return [path]


@contextmanager
def on_disk(source: str) -> Iterator[Path]:
    """A release on a disk of this machine, fetched for the while where it is elsewhere; its name stays.

    Raises:
        OSError: if it cannot be fetched.
    """
    files, path = filesystem(source)
    if is_local(files):
        yield Path(os.path.normpath(path) if "://" in source else source)
        return
    with TemporaryDirectory(prefix="statchunk-") as folder:
        here = Path(folder) / PurePosixPath(path).name
        files.get_file(path, str(here))
        yield here
