"""Boxes and overlaps: pure functions on points."""

import math
from collections.abc import Iterable, Sequence

from statchunk.box import Box, Boxed, make_box


def box_of(thing: Boxed) -> Box:
    """The box of one thing."""
    return make_box((thing.x0, thing.top, thing.x1, thing.bottom))


def bounding_box(things: Iterable[Boxed]) -> Box:
    """The smallest box around all things.

    Raises:
        ValueError: if there are none.
    """
    x0 = top = float("inf")
    x1 = bottom = float("-inf")
    for thing in things:
        if thing.x0 < x0:
            x0 = thing.x0
        if thing.top < top:
            top = thing.top
        if thing.x1 > x1:
            x1 = thing.x1
        if thing.bottom > bottom:
            bottom = thing.bottom
    if x0 == float("inf"):
        raise ValueError("no boxes to bound")
    return make_box((x0, top, x1, bottom))


def horizontal_overlap(a: Boxed, b: Boxed) -> float:
    """Length in points of the x range that both share; 0 where they do not meet."""
    return max(0.0, min(a.x1, b.x1) - max(a.x0, b.x0))


def vertical_overlap(a: Boxed, b: Boxed) -> float:
    """Length in points of the y range that both share; 0 where they do not meet."""
    return max(0.0, min(a.bottom, b.bottom) - max(a.top, b.top))


def intersection_area(a: Boxed, b: Boxed) -> float:
    """Area in square points that both cover."""
    return horizontal_overlap(a, b) * vertical_overlap(a, b)


def centre_inside(thing: Boxed, box: Boxed) -> bool:
    """Whether the centre of `thing` lies in `box`, borders included."""
    x, y = (thing.x0 + thing.x1) / 2, (thing.top + thing.bottom) / 2
    return box.x0 <= x <= box.x1 and box.top <= y <= box.bottom


def expand(box: Boxed, by: float) -> Box:
    """The box grown by `by` points on all four sides (shrunk if negative)."""
    return Box(box.x0 - by, box.top - by, box.x1 + by, box.bottom + by)


def turn_box(box: Boxed, turn: int, width: float, height: float) -> Box:
    """The box after the page (of `width` x `height` points) is turned clockwise by `turn` degrees.

    Args:
        box: a place on the page before turning.
        turn: 0, 90, 180 or 270.
        width: page width before turning.
        height: page height before turning.
    """
    if turn == 90:
        return Box(height - box.bottom, box.x0, height - box.top, box.x1)
    if turn == 180:
        return Box(width - box.x1, height - box.bottom, width - box.x0, height - box.top)
    if turn == 270:
        return Box(box.top, width - box.x1, box.bottom, width - box.x0)
    return box_of(box)


def distance(a: Boxed, b: Boxed) -> float:
    """Points between two boxes along the straight line between them; 0 where they meet."""
    across = max(0.0, a.x0 - b.x1, b.x0 - a.x1)
    down = max(0.0, a.top - b.bottom, b.top - a.bottom)
    return math.hypot(across, down)


def touching(boxes: Sequence[Box], gap: float) -> list[list[int]]:
    """Indices of boxes in groups: those of a group are linked by steps of at most `gap` points."""
    groups: list[list[int]] = []
    for index, box in enumerate(boxes):
        near = [group for group in groups if any(distance(box, boxes[other]) <= gap for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([index, *(other for group in near for other in group)])
    return groups


def leads(line: Boxed, start: Boxed, end: Boxed, reach: float) -> bool:
    """Whether a straight line runs from one box to another, its ends at most `reach` points from them.

    Of a slanted line only its box may be known: its ends are then two opposite corners, either way. A line along the
    edge of the first box leads nowhere.
    """
    away = 0.5 * max(line.x1 - line.x0, line.bottom - line.top)
    for a, b in (
        ((line.x0, line.top), (line.x1, line.bottom)),
        ((line.x0, line.bottom), (line.x1, line.top)),
    ):
        for (ax, ay), (bx, by) in ((a, b), (b, a)):
            near = distance(Box(ax, ay, ax, ay), start) <= reach and distance(Box(bx, by, bx, by), end) <= reach
            if near and distance(Box(bx, by, bx, by), start) > away:
                return True
    return False
