"""Places: what the models hold and pydantic writes, so it stays interpreted while `geometry` is compiled.

Everywhere in statchunk a place is given in PDF points (1/72 inch), origin at the top left of the page as
displayed, y growing downwards, rounded to 0.01 by the reader.
"""

from functools import partial
from typing import Final, NamedTuple, Protocol


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


make_box: Final = partial(tuple.__new__, Box)
"""A box of the tuple of its four sides; a third of the cost of calling `Box`."""


class PageBox(NamedTuple):
    """A box on a page, as displayed."""

    page: int
    bbox: Box


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
