"""Folders watched: new and changed files go into an index as soon as they are whole."""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from statchunk.indexing import find_releases

_State = tuple[int, int]
"""Time of the last change in nanoseconds, and size."""


def settled(
    folders: Sequence[Path], seconds: float, sleep: Callable[[float], None] = time.sleep
) -> Iterator[list[Path]]:
    """Every so often the files that are new or have changed and are no longer being written; never ends by itself.

    A file counts as written when two looks, `seconds` apart, find it the same. It is named once, and again when it
    changes; one that could not be indexed is not tried again before it does.

    Args:
        folders: to look through for PDF files, and files.
        seconds: between two looks.
        sleep: waits.

    Raises:
        ReaderError: if a folder does not exist.
    """
    before: dict[Path, _State] = {}
    named: dict[Path, _State] = {}
    while True:
        now = {file: state for file in find_releases(folders) if (state := _state(file)) is not None}
        ready = {file: state for file, state in now.items() if before.get(file) == state != named.get(file)}
        named = {file: state for file, state in (named | ready).items() if file in now}
        before = now
        if ready:
            yield list(ready)
        sleep(seconds)


def _state(file: Path) -> _State | None:
    try:
        found = file.stat()
    except OSError:
        return None  # gone since the folder was listed
    return found.st_mtime_ns, found.st_size
