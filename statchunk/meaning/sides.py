"""On which side of its figures a panel puts their labels: pairs of what is each other's nearest."""

from collections.abc import Sequence
from typing import Final, Literal

from statchunk.box import Box
from statchunk.geometry import horizontal_overlap, vertical_overlap

Side = Literal["below", "above", "right", "left"]
SIDES: Final[tuple[Side, ...]] = ("below", "above", "right", "left")

_REACH: Final = 5.0
"""Heights of the figure within which its label is looked for above and below: a pictogram may stand between."""
_REACH_ACROSS: Final = 8.0
"""The same, on its line."""


def best_side(values: Sequence[tuple[int, Box]], labels: Sequence[tuple[int, Box]]) -> list[tuple[int, int, float]]:
    """(value, label, gap in points) of the side on which most figures and labels are each other's nearest.

    Args:
        values: index and box of each figure.
        labels: index and box of each label.
    """
    best: list[tuple[int, int, float]] = []
    for side in SIDES:
        pairs = _mutual(values, labels, side)
        if len(pairs) > len(best) or (len(pairs) == len(best) and _total(pairs) < _total(best)):
            best = pairs
    return best


def gap_to(value: Box, label: Box, side: Side) -> float | None:
    """Points between a figure and a label on one side of it; None where it does not stand there."""
    if side in ("below", "above"):
        if horizontal_overlap(value, label) <= 0:
            return None
        gap = label.top - value.bottom if side == "below" else value.top - label.bottom
    else:
        if vertical_overlap(value, label) <= 0.3 * min(value.height, label.height):
            return None
        gap = label.x0 - value.x1 if side == "right" else value.x0 - label.x1
    reach = _REACH if side in ("below", "above") else _REACH_ACROSS
    return gap if -0.3 * value.height <= gap <= reach * value.height else None


def _total(pairs: Sequence[tuple[int, int, float]]) -> float:
    return sum(gap for _, _, gap in pairs)


def _mutual(
    values: Sequence[tuple[int, Box]], labels: Sequence[tuple[int, Box]], side: Side
) -> list[tuple[int, int, float]]:
    gaps = {
        (i, j): gap for i, value in values for j, label in labels if (gap := gap_to(value, label, side)) is not None
    }
    nearest_label: dict[int, tuple[float, int]] = {}
    nearest_value: dict[int, tuple[float, int]] = {}
    for (i, j), gap in gaps.items():
        nearest_label[i] = min(nearest_label.get(i, (gap, j)), (gap, j))
        nearest_value[j] = min(nearest_value.get(j, (gap, i)), (gap, i))
    return [(i, j, gap) for (i, j), gap in gaps.items() if nearest_label[i][1] == j and nearest_value[j][1] == i]
