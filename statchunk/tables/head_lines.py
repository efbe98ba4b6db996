"""Lines of one head joined: those of a head over columns, one under the other; what stands under a head."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from statchunk.box import Box
from statchunk.geometry import bounding_box
from statchunk.languages.unit_lines import is_unit_line
from statchunk.model.page import Word, join_words
from statchunk.settings import TableSettings
from statchunk.tables.marks import is_column_number
from statchunk.tables.sheet import Sheet

_OFF: Final = 0.5  # of the type size; white between levels of heads, wider than between lines of one
_NEAR: Final = 0.25  # of the type size; white between two lines of one head
_NEARER_LINES: Final = 0.12  # of the type size; the same between lines that were joined and the head over them
_NEARER: Final = 0.05  # of the type size; what the white between two lines must be narrower by to be said nearer


@dataclass(slots=True)
class Head:
    """A head: its words (of all its lines), ink, and the columns that it stands over."""

    words: list[Word]
    ink: Box
    first: int
    last: int
    proven: bool
    """Whether drawn cells or what stands under it prove the span."""
    apart: bool = False
    """Whether it is a level of its own over what stands under it, however near."""
    shared: bool = False
    """Whether it is a unit under the heads of several columns, and no line of one of these."""
    white: float | None = None
    """White between its first two lines where several were joined, points."""


def join_lines_of_heads(heads: list[Head], sheet: Sheet, settings: TableSettings) -> list[Head]:
    """Heads one over the other that are lines of one: each the other's only neighbour, close, no rule between."""
    over: dict[int, list[Head]] = {}
    for head in sorted(heads, key=lambda h: (h.ink.top, h.first)):
        for column in range(head.first, head.last + 1):
            over.setdefault(column, []).append(head)
    gone: set[int] = set()

    def beside(head: Head) -> list[Head]:
        found = {id(h): h for c in range(head.first, head.last + 1) for h in over.get(c, ()) if id(h) not in gone}
        found.pop(id(head), None)
        return list(found.values())

    joined = True
    while joined:
        joined = False
        for upper in heads:
            while id(upper) not in gone:
                near = beside(upper)
                below = [h for h in near if _continues(upper, h, sheet, settings)]
                bound = [h for h in below if goes_on_in(upper, h) and not _has_neighbours(h, upper, heads)]
                if bound:
                    lower = bound[0]
                else:
                    if len(below) != 1 or _is_one_of_several(below[0], upper, near):
                        break
                    if continues_nearer(below[0], upper, near, sheet, settings) or _has_gone_on_nearer(below[0], upper):
                        break
                    if _is_level_over(upper, below[0], heads):
                        break
                    lower = below[0]
                    if sum(_continues(h, lower, sheet, settings) for h in beside(lower)) != 1:
                        break
                gone.add(id(lower))
                if upper.white is None:
                    upper.white = _white(upper, lower)
                upper.words.extend(lower.words)
                upper.ink = bounding_box((upper.ink, lower.ink))
                upper.proven = upper.proven or lower.proven
                for column in range(lower.first, lower.last + 1):
                    if not upper.first <= column <= upper.last:
                        over[column].append(upper)
                upper.first, upper.last = min(upper.first, lower.first), max(upper.last, lower.last)
                joined = True
    return sorted((h for h in heads if id(h) not in gone), key=lambda h: (h.ink.top, h.first))


def _is_one_of_several(lower: Head, upper: Head, near: Sequence[Head]) -> bool:
    """Whether a head under a wider one has others at its side under it: then it is no line of that one."""
    narrower = lower.last - lower.first < upper.last - upper.first
    return narrower and any(h is not lower and in_band(h, lower) and not in_band(h, upper) for h in near)


def _is_level_over(upper: Head, lower: Head, heads: Sequence[Head]) -> bool:
    """Whether a head alone on its line stands off from one of several that have heads under them in turn: a level of
    its own over all of these."""
    if lower.ink.top - upper.ink.bottom < _OFF * lower.words[0].style.size or lower.ink.x0 - upper.ink.x0 > 1.0:
        return False
    beside = [h for h in heads if h is not lower and in_band(h, lower) and h.first > lower.last]
    under = [h for h in heads if h.ink.top > lower.ink.bottom - 1.0 and h is not lower]
    return (
        bool(beside)
        and not any(in_band(h, upper) and h is not upper for h in heads)
        and all(any(o.first <= h.last and o.last >= h.first for o in under) for h in (lower, *beside))
    )


def continues_nearer(lower: Head, upper: Head, near: Sequence[Head], sheet: Sheet, settings: TableSettings) -> bool:
    """Whether the head of one column goes on in a line that is nearer to it than the head over it."""
    if lower.last > lower.first:
        return False
    own = _white(upper, lower)
    return any(
        h.first == h.last == lower.first
        and _white(lower, h) < own - _NEARER * lower.words[0].style.size
        and _continues(lower, h, sheet, settings)
        for h in near
    )


def _white(upper: Head, lower: Head) -> float:
    """White between two lines of heads, points; raised marks stand higher than their line and do not count."""
    return min([w.top for w in lower.words if w.rise <= 0], default=lower.ink.top) - upper.ink.bottom


def _has_gone_on_nearer(lower: Head, upper: Head) -> bool:
    """Whether the lines of the head of one column, joined before, are nearer to each other than to the head over it."""
    own, size = _white(upper, lower), lower.words[0].style.size
    return lower.first == lower.last and lower.white is not None and lower.white < own - _NEARER_LINES * size


def _continues(upper: Head, lower: Head, sheet: Sheet, settings: TableSettings) -> bool:
    """Whether `lower` follows `upper` as the next line of a head would."""
    widths_differ = upper.proven and upper.last > upper.first and upper.last - upper.first != lower.last - lower.first
    if lower.shared or ((upper.apart or widths_differ) and not goes_on_in(upper, lower)):
        return False
    if upper.last < lower.first or lower.last < upper.first or upper.words[-1].turn not in (0, 180):
        return False
    size = min(upper.words[-1].style.size, lower.words[0].style.size)
    gap = lower.ink.top - upper.ink.bottom
    if not -0.7 * size <= gap <= settings.head_leading * size or lower.ink.bottom <= upper.ink.bottom:
        return False
    apart = min(
        abs(upper.ink.x0 - lower.ink.x0),
        abs(upper.ink.x1 - lower.ink.x1),
        abs(upper.ink.x0 + upper.ink.x1 - lower.ink.x0 - lower.ink.x1) / 2,
    )
    if apart > settings.head_alignment * size:
        return False
    centre = (max(upper.ink.x0, lower.ink.x0) + min(upper.ink.x1, lower.ink.x1)) / 2
    mid_upper, mid_lower = upper.ink.bottom - 0.35 * size, lower.ink.top + 0.5 * size
    return not any(mid_upper < y < mid_lower and x0 - 1 <= centre <= x1 + 1 for y, x0, x1 in sheet.rules)


def goes_on_in(upper: Head, lower: Head) -> bool:
    """Whether a bracket that a head opens is closed in another: "Amount (million" over "dollars)"; or a line right
    under the middle of another begins in small letters or is a unit in brackets."""
    if any("(" in word.text for word in upper.words):
        before, after = join_words(upper.words), join_words(lower.words)
        if before.count("(") > before.count(")"):
            return after.count(")") > after.count("(")
    middle = abs(upper.ink.x0 + upper.ink.x1 - lower.ink.x0 - lower.ink.x1) / 2
    size = lower.words[0].style.size
    near = -0.5 * size < lower.ink.top - upper.ink.bottom < _NEAR * size
    if not near or middle > _NEAR * size:
        return False
    after = join_words(lower.words)
    return after[:1].islower() or (after[:1] == "(" and not is_column_number(after) and is_unit_line(after))


def _has_neighbours(lower: Head, upper: Head, heads: Sequence[Head]) -> bool:
    """Whether heads of the columns right beside it stand on the line of a head, under the line above it."""
    return any(
        h is not lower
        and in_band(h, lower)
        and not in_band(h, upper)
        and lower.first - 1 <= h.last
        and h.first <= lower.last + 1
        and not any(in_band(o, upper) and o is not upper and o.first <= h.last and o.last >= h.first for o in heads)
        for h in heads
    )


def in_band(head: Head, other: Head) -> bool:
    """Whether two heads share a line."""
    return head.ink.top < other.ink.bottom - 1.0 and head.ink.bottom > other.ink.top + 1.0


def starts_below(lower: Head, upper: Head) -> bool:
    """Whether a head begins under the last line of another."""
    return lower.ink.top >= upper.ink.bottom - 0.5 * upper.words[-1].style.size and lower.ink.top > upper.ink.top


def rule_beneath(head: Head, beneath: list[Head], sheet: Sheet) -> tuple[float, float] | None:
    """x range of the first rule under a head that is above the heads under it and not across the table."""
    centre = (head.ink.x0 + head.ink.x1) / 2
    floor = min(h.ink.bottom for h in beneath)
    size = head.words[0].style.size
    edges = sheet.grid.column_edges
    for y, x0, x1 in sheet.rules:
        if head.ink.bottom - 0.4 * size < y < floor and x0 <= centre <= x1:
            if x1 - x0 > 0.9 * (edges[-1] - edges[0]) and head.last - head.first < 1:
                return None
            return x0, x1
    return None
