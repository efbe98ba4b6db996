"""Boxes and overlaps: pure functions on points.

Everywhere in statchunk a place is given in PDF points (1/72 inch), origin at the top left of the page as
displayed, y growing downwards, rounded to 0.01 by the reader.
"""

from collections.abc import Iterable
from typing import NamedTuple, Protocol


class Box(NamedTuple):
    """A rectangle in points; `x0 <= x1`, `top <= bottom`."""

    x0: float
    top: float
    x1: float
    bottom: float

    @property
    def width(self) -> float:
        """Horizontal extent in points."""
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        """Vertical extent in points."""
        return self.bottom - self.top

    @property
    def area(self) -> float:
        """Area in square points; 0 for a degenerate box."""
        return max(0.0, self.x1 - self.x0) * max(0.0, self.bottom - self.top)


class Boxed(Protocol):
    """Anything that stands at a place: words, rules, lines, blocks."""

    @property
    def x0(self) -> float: ...  # noqa: D102
    @property
    def top(self) -> float: ...  # noqa: D102
    @property
    def x1(self) -> float: ...  # noqa: D102
    @property
    def bottom(self) -> float: ...  # noqa: D102


def box_of(thing: Boxed) -> Box:
    """The box of one thing."""
    return Box(thing.x0, thing.top, thing.x1, thing.bottom)


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
    return Box(x0, top, x1, bottom)


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
