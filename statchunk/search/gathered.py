"""The cells of several chunks in one row, so that they can be scored together."""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from statchunk.search.wanted import WantedPeriods
from statchunk.store import PackedCells


class ChunkCells(NamedTuple):
    """The cells of one chunk on the way to being scored."""

    cells: PackedCells
    context: tuple[str, ...]
    """Title and other texts that hold for all of them."""
    release: int
    """Mask of what their release says of itself."""
    told_apart: int
    """Mask of what column heads of their table say: in titles it counts less for the other columns."""
    wanted: WantedPeriods
    """The periods that are wanted of their release."""
    released: float
    """How far the period that their release is for is wanted."""
    home: frozenset[str]
    """Codes of the places that their release is about."""


class Gathered:
    """The cells of several chunks in one row: paths and words that several of them bear are said once."""

    def __init__(self, chunks: Sequence[ChunkCells]) -> None:
        """Args: the chunks, in order."""
        paths: dict[tuple[str, ...], int] = {}
        words: dict[str | None, int] = {}
        self._cells = [chunk.cells for chunk in chunks]
        own_paths = [[paths.setdefault(path, len(paths)) for path in cells.paths] for cells in self._cells]
        own_words = [[words.setdefault(word, len(words)) for word in cells.words] for cells in self._cells]
        self.paths, self.words = list(paths), list(words)
        self.captions = [table.caption or "" for cells in self._cells for table in cells.tables]
        """Of each table of each chunk."""
        self._own = {
            "path": _Interned(own_paths),
            "word": _Interned(own_words),
            "table": _Interned([[0] * len(cells.tables) for cells in self._cells]),
        }
        self._sizes = [len(cells) for cells in self._cells]
        self.starts = [sum(self._sizes[:i]) for i in range(len(self._sizes))]
        """Where the cells of each chunk begin."""
        self._known: dict[str, NDArray[np.int64]] = {}

    def at(self, name: str) -> NDArray[np.int64]:
        """A column of all cells: indices into `paths`, `words`, or the tables of all chunks."""
        known = self._known.get(name)
        if known is None:
            local = np.fromiter(chain.from_iterable(cells.columns[name] for cells in self._cells), dtype=np.int64)
            own = self._own["path" if name in ("row_path", "column_path") else "table" if name == "table" else "word"]
            local += np.repeat(own.starts, self._sizes)
            known = self._known[name] = local if name == "table" else own.numbers[local]
        return known

    def valued(self) -> NDArray[np.bool_]:
        """Whether each cell holds a figure."""
        return np.fromiter((v is not None for cells in self._cells for v in cells.values), dtype=np.bool_)


class _Interned:
    """The numbers that each chunk's own paths or words have among all, and where each chunk's begin."""

    __slots__ = ("numbers", "starts")

    def __init__(self, own: Sequence[Sequence[int]]) -> None:
        self.numbers = np.fromiter(chain.from_iterable(own), dtype=np.int64)
        self.starts = np.cumsum([0, *(len(numbers) for numbers in own)], dtype=np.int64)[:-1]


_MOST_KEY = 2**62
"""Numbers from several columns are put together as long as they fit into 64 bits."""


def different_rows(columns: Sequence[NDArray[np.int64]]) -> tuple[list[list[int]], NDArray[np.intp]]:
    """The different rows of some columns, and which of them each row is."""
    key, most = np.zeros(len(columns[0]), dtype=np.int64), 1
    for column in columns:
        width = int(column.max()) + 1
        if most * width > _MOST_KEY:
            key = np.unique(key, return_inverse=True)[1]
            most = int(key.max()) + 1
        key = key * width + column
        most *= width
    _, first, at = np.unique(key, return_index=True, return_inverse=True)
    return np.stack(columns, axis=1)[first].tolist(), at
