"""In which order files are read, where the order in which they are written is given."""

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

_MOST_HELD = 64 << 20
"""Bytes of what is finished and waits for a file before it; beyond that none but this file is begun."""
_LOOKED_AT = 2 << 20
"""Bytes of a file by which its work is told; what follows is taken to be alike."""
_MARGIN = 3.0
"""Shares of the rest a worker below which a file is long: enough is left then to end with together."""
_HEAD = 400
"""Bytes before a stream among which its dictionary is looked for."""
_STREAM = re.compile(rb"stream\r?\n")
"""Of the ends of streams too, which are told apart afterwards: found ten times as fast as without them."""
_OTHER = re.compile(rb"/(?:Subtype\s*/(?!Form)|Type\s*/(?!XObject)|Length1\b|FunctionType\b|N\b)")
"""In the dictionary of a stream that is a picture, a font, a profile of colours, or holds other objects."""


class Turn(NamedTuple):
    """A file that is to be read now."""

    number: int
    """Among all, from 0."""
    path: Path


class _Waiting(NamedTuple):
    path: Path
    work: int


class Turns:
    """Files that wait to be read.

    They come in the order given, so that what is finished is not held for long until all before it is; but of the next
    few the one that takes longest comes once the rest is little beside it, so that the workers end together.
    """

    def __init__(self, paths: Iterable[Path], width: int, *, workers: int = 1) -> None:
        """Nothing is looked at yet.

        Args:
            paths: of the files, in the order in which they are to be written.
            width: files that are looked at, counted from the first that is not finished on.
            workers: that share them; for one they come as given.
        """
        self._paths, self._width, self._workers = enumerate(paths), width, workers
        self._waiting: dict[int, _Waiting] = {}
        self._next = 0
        self._first = 0
        """The first that is not finished."""
        self._held: dict[int, int] = {}
        """Bytes of what is finished after it, by number."""

    def next(self) -> Turn | None:
        """The file to begin with now; None where there is none, or none before another one is finished."""
        while self._next < self._first + self._width:
            number, path = next(self._paths, (-1, None))
            if path is None:
                break
            self._waiting[number] = _Waiting(path, work_of(path) if self._workers > 1 else 0)
            self._next = number + 1
        if sum(self._held.values()) > _MOST_HELD:
            number = self._first
            if number not in self._waiting:
                return None
        elif self._waiting:
            number = self._due()
        else:
            return None
        return Turn(number, self._waiting.pop(number).path)

    def _due(self) -> int:
        """The first; the one that takes longest where the others would hardly outlast it."""
        longest = max(self._waiting, key=lambda n: (self._waiting[n].work, -n))
        share = sum(waiting.work for waiting in self._waiting.values()) / self._workers
        return longest if _MARGIN * self._waiting[longest].work >= share else min(self._waiting)

    def finish(self, number: int, size: int) -> None:
        """A file is finished.

        Args:
            number: of the file.
            size: bytes of what became of it.
        """
        self._held[number] = size
        while self._first in self._held:
            del self._held[self._first]
            self._first += 1


def work_of(path: Path) -> int:
    """About how long it takes to read a file, next to others: the bytes that say what stands on its pages.

    Neither its size tells, most of which may be pictures and fonts, nor would its pages without opening it, which is
    left to the workers. 0 where it cannot be read.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_LOOKED_AT)
            size = os.fstat(file.fileno()).st_size
    except OSError:
        return 0
    found = 0
    for stream in _STREAM.finditer(data):
        begin, end = stream.span()
        if data.startswith(b"end", max(begin - 3, 0)):
            continue
        head = data[max(data.rfind(b"obj", begin - _HEAD, begin), begin - _HEAD, 0) : begin]
        if not _OTHER.search(head):
            last = data.find(b"endstream", end)
            found += (last if last >= 0 else len(data)) - end
    return found * max(size, 1) // max(len(data), 1)
