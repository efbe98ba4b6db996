"""Reading order: lines, tables and figures cut into columns, recursively by white space."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from statchunk.model.layout import Line
from statchunk.settings import LayoutSettings


class Item(NamedTuple):
    """A thing to be ordered: a line, or the box of a table, figure or panel."""

    x0: float
    top: float
    x1: float
    bottom: float
    line: Line | None
    number: int
    """Of a table, figure or panel in its list; -1 for a line."""
    kind: str
    """"line", "table", "figure" or "panel"."""


@dataclass(frozen=True, slots=True)
class Column:
    """Items that stand under one another, from the top down."""

    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns side by side, left to right (right to left on a page in such a script)."""

    parts: tuple["Flow", ...]


@dataclass(frozen=True, slots=True)
class Stack:
    """Bands under one another."""

    parts: tuple["Flow", ...]


Flow = Column | Columns | Stack


def cut(items: Sequence[Item], em: float, settings: LayoutSettings, depth: int = 0) -> Flow:
    """The items cut into columns and bands by the white space between them.

    Args:
        items: in any order.
        em: size of the body type, points.
        settings: thresholds.
        depth: levels of cutting so far; past a limit the rest is taken as one column.
    """
    ordered = sorted(items, key=lambda item: (item.top, item.x0))
    if len(ordered) < 2 or depth > settings.cut_depth:
        return Column(tuple(ordered))
    least = settings.least_gutter * _local_em(ordered, em)
    gutters = _gutters(ordered, least)
    if gutters:
        parts = _part(ordered, gutters)
        return Columns(tuple(cut(part, em, settings, depth + 1) for part in parts))
    segments = _segments(_bands(ordered), least)
    if len(segments) == 1:
        return Column(tuple(ordered))
    return Stack(tuple(cut(segment, em, settings, depth + 1) for segment in segments))


def _local_em(items: Sequence[Item], em: float) -> float:
    """The middle size of the lines among the items, at most the body size: small type has narrow gutters."""
    sizes = sorted([item.line.size for item in items if item.line is not None])
    return min(em, sizes[len(sizes) // 2]) if sizes else em


def _gutters(items: Sequence[Item], least: float) -> list[tuple[float, float]]:
    """White strips at least so wide that no item touches, between the leftmost and the rightmost item."""
    spans = sorted([(item.x0, item.x1) for item in items])
    found = []
    reach = spans[0][1]
    for left, right in spans:
        if left - reach >= least:
            found.append((reach, left))
        reach = max(reach, right)
    return found


def _part(items: Sequence[Item], gutters: Sequence[tuple[float, float]]) -> list[list[Item]]:
    parts: list[list[Item]] = [[] for _ in range(len(gutters) + 1)]
    for item in items:
        parts[sum(item.x0 >= right - 0.01 for _, right in gutters)].append(item)
    return parts


def _bands(ordered: Sequence[Item]) -> list[list[Item]]:
    """Items that overlap in height put together; em boxes are trimmed, as close lines overlap."""
    bands: list[list[Item]] = []
    reach = float("-inf")
    for item in sorted(ordered, key=_trimmed_top):
        top = _trimmed_top(item)
        if top >= reach:
            bands.append([])
        bands[-1].append(item)
        reach = max(reach, _trimmed_bottom(item))
    return bands


def _trimmed_top(item: Item) -> float:
    return item.top + 0.3 * (item.bottom - item.top) if item.line is not None else item.top


def _trimmed_bottom(item: Item) -> float:
    return item.bottom - 0.3 * (item.bottom - item.top) if item.line is not None else item.bottom


def _segments(bands: Sequence[list[Item]], least: float) -> list[list[Item]]:
    """Neighbouring bands joined as long as they share a gutter, or as long as none of them has one."""
    segments: list[list[list[Item]]] = []
    shared: list[tuple[float, float]] = []
    for band in bands:
        own = _gutters(band, least)
        if segments and not shared and not own:
            segments[-1].append(band)
            continue
        if segments and shared:
            both = _gutters([item for other in segments[-1] for item in other] + band, least)
            if both:
                segments[-1].append(band)
                shared = both
                continue
        tail = _tail_of_next(segments[-1], band) if segments and shared and not own else []
        segments.append([*tail, band])
        shared = own
    return [[item for band in segment for item in band] for segment in segments]


def _is_stressed(item: Item, others: Sequence[Item]) -> bool:
    """Whether a line is larger or bolder than all of those above it, as a heading is."""
    line = item.line
    if line is None:
        return False
    return all(
        other.line is not None
        and (line.size > 1.15 * other.line.size or (line.bold and not other.line.bold))
        and item.top > other.bottom
        for other in others
    )


def _tail_of_next(segment: list[list[Item]], band: list[Item]) -> list[list[Item]]:
    """Takes the lone lines off the end of a segment of columns that stand nearer to the band below them."""
    tail: list[list[Item]] = []
    below = min(item.top for item in band)
    while len(segment) > 1 and len(segment[-1]) == 1:
        last = segment[-1][0]
        above = max(item.bottom for item in segment[-2])
        if last.top - above <= below - last.bottom and not _is_stressed(last, segment[-2]):
            break
        below = last.top
        tail.insert(0, segment.pop())
    return tail
