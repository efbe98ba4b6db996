"""Places to the hundredth of a point, the precision of every model."""

from math import floor
from typing import Final

FAR: Final = 1e7
"""Points; no page reaches as far."""


def hundredths(value: float) -> float:
    """The number rounded to 0.01, halves up; several times as fast as `round(value, 2)`, which goes by way of text.

    What is farther than `FAR`, or no number, as a damaged file gives it, is put there: off any page.
    """
    if not -FAR < value < FAR:
        return FAR if value > 0 else -FAR
    return floor(value * 100.0 + 0.5) / 100.0
