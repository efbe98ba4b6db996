"""Spanning heads laid over their columns: several of one line between each other, one between strokes at its sides."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from statchunk.box import Box
from statchunk.languages import available
from statchunk.languages.months import cldr_months
from statchunk.tables.rows import is_year

_QUARTER: Final = re.compile(r"I{1,3}|IV|Q[1-4]|[1-4]Q")
_FLUSH: Final = 4.0  # points; what a head flush with the left of its columns must beat being centred over others by
_BESIDE: Final = 1.5  # of the type size; a stroke that leads from a head to the ends of its columns is as near
_EXACT: Final = 1.0  # points; edges of heads set flush with each other are as near
_SKIPPED: Final = 6.0  # points; what a column under no head costs beside heads off their centre


class Spanner(NamedTuple):
    """A head with heads under it."""

    x0: float
    x1: float
    first: int
    last: int
    """The columns that it stands over by itself."""


def flanked(ink: Box, size: float, rules: Iterable[tuple[float, float, float]]) -> tuple[float, float] | None:
    """x where the strokes begin and end that run on both sides of a head, on its line: "---- Million acres ----".

    Args:
        ink: of the head.
        size: of its type, points.
        rules: horizontal ones as (y, x0, x1).
    """
    beside = [(x0, x1) for y, x0, x1 in rules if ink.top < y < ink.bottom]
    left = [x0 for x0, x1 in beside if -0.1 * size < ink.x0 - x1 < _BESIDE * size]
    right = [x1 for x0, x1 in beside if -0.1 * size < x0 - ink.x1 < _BESIDE * size]
    return (min(left), max(right)) if left and right else None


def is_period(text: str) -> bool:
    """Whether a head is a year or a quarter: these head columns of one set."""
    return is_year(text) or _QUARTER.fullmatch(text) is not None


@cache
def _months() -> frozenset[str]:
    return frozenset(
        name.casefold().rstrip(".") for code in available() for names in cldr_months(code) for name in names
    )


def is_month(text: str) -> bool:
    """Whether a head is the name of a month in a language on file."""
    return text.casefold().rstrip(".") in _months()


def alike(texts: Sequence[str]) -> bool:
    """Whether heads are plainly of one set: all years or quarters, or all with a word in common."""
    if len(texts) < 2 or not all(texts):
        return False
    if all(is_period(text) for text in texts):
        return True
    common = set(texts[0].casefold().split())
    for text in texts[1:]:
        common &= set(text.casefold().split())
    return any(word.isalpha() for word in common)


def share_columns(
    spanners: Sequence[Spanner],
    free: Sequence[int],
    centres: Mapping[int, float],
    edges: Sequence[float],
    leaves: Mapping[int, tuple[float, float]],
) -> list[tuple[int, int]]:
    """First and last column of each head, so that together they stand best over the middle, or the left, of theirs.

    Args:
        spanners: heads of one line from the left, whose own columns do not overlap.
        free: columns, ascending, that have heads under them and no other head of that line.
        centres: x of the middle of each column.
        edges: x of the column borders.
        leaves: x range of the head under them over each column that has one of its own.
    """
    for right in (True, False):
        flush = _flush(spanners, free, leaves, right)
        if flush is not None:
            return flush
    best: dict[int, tuple[float, list[tuple[int, int]]]] = {-1: (0.0, [])}
    open_columns = set(free)
    for n, head in enumerate(spanners):
        limit = spanners[n + 1].first if n + 1 < len(spanners) else 10**6
        middle = (head.x0 + head.x1) / 2
        found: dict[int, tuple[float, list[tuple[int, int]]]] = {}
        for end, (cost, runs) in best.items():
            for first in _reach(head.first, -1, end, open_columns):
                for last in _reach(head.last, 1, limit, open_columns):
                    skipped = sum(end < column < first for column in free)
                    off = abs((centres[first] + centres[last]) / 2 - middle)
                    if first in leaves and last in leaves:
                        off = min(off, abs((leaves[first][0] + leaves[last][1]) / 2 - middle))
                    side = abs(edges[first] - head.x0)
                    if first in leaves:
                        side = min(side, abs(leaves[first][0] - head.x0))
                    if last in leaves:
                        side = min(side, abs(leaves[last][1] - head.x1))
                    own = cost + _SKIPPED * skipped + min(off, side + _FLUSH)
                    if last not in found or own < found[last][0]:
                        found[last] = own, [*runs, (first, last)]
        best = found
        if not best:
            return [(s.first, s.last) for s in spanners]
    ends = ((cost + _SKIPPED * sum(c > end for c in free), runs) for end, (cost, runs) in best.items())
    return min(ends, key=lambda entry: entry[0])[1]


def _flush(
    spanners: Sequence[Spanner], free: Sequence[int], leaves: Mapping[int, tuple[float, float]], right: bool
) -> list[tuple[int, int]] | None:
    """The columns of several heads that each end where the last head under them ends, or begin where the first begins;
    the one at the outer side takes no more of those there than another has. None where one stands elsewhere."""
    if len(spanners) < 2:
        return None
    places: list[int] = []
    for head in spanners:
        column = head.last if right else head.first
        if column not in leaves or column not in free:
            return None
        if abs(leaves[column][1] - head.x1 if right else leaves[column][0] - head.x0) > _EXACT:
            return None
        places.append(list(free).index(column))
    most = max(b - a for a, b in pairwise(places))
    if right:
        bounds = [max(0, places[0] - most + 1), *(place + 1 for place in places)]
    else:
        bounds = [*places, len(free)]
        if len(free) - places[-1] > most:
            return None  # how many of those at its right are its own is not told
    runs = [(free[start], free[end - 1]) for start, end in pairwise(bounds)]
    if any(last - first != end - start - 1 for (first, last), (start, end) in zip(runs, pairwise(bounds), strict=True)):
        return None
    own = [h.last if right else h.first for h in spanners]
    centred = any(abs(sum(leaves[c]) - h.x0 - h.x1) / 2 < _EXACT for c, h in zip(own, spanners, strict=True))
    return None if centred or all(first == last for first, last in runs) else runs


def _reach(start: int, step: int, stop: int, free: set[int]) -> list[int]:
    """The column to start from and those beside it, one after the other, that are free and lie before `stop`."""
    if (start - stop) * step >= 0:
        return []
    out = [start]
    while out[-1] + step in free and (out[-1] + step - stop) * step < 0:
        out.append(out[-1] + step)
    return out
