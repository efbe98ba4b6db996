"""Places to the hundredth of a point, the precision of every model."""

from math import floor


def hundredths(value: float) -> float:
    """The number rounded to 0.01, halves up; several times as fast as `round(value, 2)`, which goes by way of text."""
    return floor(value * 100.0 + 0.5) / 100.0
