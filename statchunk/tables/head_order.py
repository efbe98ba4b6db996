"""Heads set apart from their figures, as in wide columns, heads at the left and figures at the right: told by order."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

_SHIFT: Final = 2.0  # points; heads set otherwise than their figures stand farther off than rounding
_SLACK: Final = 1.0  # points; a head reaches no farther over the figures of the column beside its own


def places_by_order(
    heads: Sequence[tuple[float, float]], figures: Sequence[tuple[float, float]]
) -> list[tuple[float, float]] | None:
    """Where columns stand with their heads counted in; None where the heads stand over their figures anyway.

    A line with as many heads as there are columns heads them one by one, from left to right, where most stand off to
    the same side, and each between the figures of the columns beside its own, or few over figures not their own.

    Args:
        heads: left and right of each head of one line, from the left.
        figures: left and right of each column, from the left.
    """
    if len(heads) != len(figures) or len(heads) < 2:
        return None
    pairs = list(zip(heads, figures, strict=True))
    if all(head[0] < own[1] and own[0] < head[1] for head, own in pairs):
        return None
    shifts = [(head[0] + head[1] - own[0] - own[1]) / 2 for head, own in pairs]
    if 2 * max(sum(s > _SHIFT for s in shifts), sum(s < -_SHIFT for s in shifts)) < len(heads):
        return None
    between = all(
        (k == 0 or head[0] > figures[k - 1][1] - _SLACK)
        and (k + 1 == len(figures) or head[1] < figures[k + 1][0] + _SLACK)
        for k, head in enumerate(heads)
    )
    if between:
        return [(min(head[0], own[0]), max(head[1], own[1])) for head, own in pairs]
    sides = {shift > 0 for shift in shifts}
    astray = sum(
        any(head[0] < other[1] and other[0] < head[1] for other in figures if other is not own) for head, own in pairs
    )
    if len(sides) > 1 or 2 * astray >= len(heads) or any(a[1] > b[0] for a, b in pairwise(heads)):
        return None
    return list(heads)
