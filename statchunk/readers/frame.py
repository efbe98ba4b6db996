"""From the coordinates of the file to those of the page as displayed."""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from statchunk.model.page import Page
from statchunk.rounding import hundredths

Turn = Literal[0, 90, 180, 270]
_TURNS: Final[tuple[Turn, Turn, Turn, Turn]] = (0, 90, 180, 270)


class Matrix6(NamedTuple):
    """An affine map: x' = a x + c y + e, y' = b x + d y + f."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def after(self, first: "Matrix6") -> "Matrix6":
        """The map that applies `first` and then this one."""
        a, b, c, d, e, f = first
        return Matrix6(
            a * self.a + b * self.c,
            a * self.b + b * self.d,
            c * self.a + d * self.c,
            c * self.b + d * self.d,
            e * self.a + f * self.c + self.e,
            e * self.b + f * self.d + self.f,
        )

    @property
    def scale(self) -> float:
        """Mean factor by which lengths grow."""
        return float(abs(self.a * self.d - self.b * self.c) ** 0.5)


IDENTITY: Final = Matrix6(1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Frame:
    """The visible box of a page in the file's coordinates, and its /Rotate."""

    left: float
    bottom: float
    right: float
    top: float
    rotation: Turn

    @property
    def width(self) -> float:
        """As displayed, points."""
        return self.right - self.left if self.rotation in (0, 180) else self.top - self.bottom

    @property
    def height(self) -> float:
        """As displayed, points."""
        return self.top - self.bottom if self.rotation in (0, 180) else self.right - self.left

    def point(self, x: float, y: float) -> tuple[float, float]:
        """A point as displayed, y downwards from the top."""
        if self.rotation == 0:
            return x - self.left, self.top - y
        if self.rotation == 90:
            return y - self.bottom, x - self.left
        if self.rotation == 180:
            return self.right - x, y - self.bottom
        return self.top - y, self.right - x

    def box(self, left: float, bottom: float, right: float, top: float) -> tuple[float, float, float, float]:
        """(x0, top, x1, bottom) as displayed, rounded to 0.01, of a box in the file's coordinates."""
        x0, y0 = self.point(left, top)
        x1, y1 = self.point(right, bottom)
        if x0 > x1:
            x0, x1 = x1, x0
        if y0 > y1:
            y0, y1 = y1, y0
        return hundredths(x0), hundredths(y0), hundredths(x1), hundredths(y1)

    def turn(self, a: float, b: float) -> Turn:
        """Degrees clockwise, as displayed, of a text direction (a, b) in the file's coordinates."""
        quarter = (0 if a >= 0 else 2) if abs(a) >= abs(b) else (3 if b > 0 else 1)
        return _TURNS[(quarter + self.rotation // 90) % 4]


def too_large(number: int, width: float, height: float) -> Page:
    """In the place of a page that exceeds the limit of size."""
    told = f"{width:,.0f} x {height:,.0f} points exceed the limit; raise reader.max_page_side"
    return Page(number, 0.0, 0.0, warnings=(f"page {number} is left out: {told}",))
