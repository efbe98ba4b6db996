"""Heads set apart from their figures, as in wide columns, heads at the left and figures at the right: told by order."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

_SLACK: Final = 1.0  # points; a head reaches no farther over the figures of the column beside its own


def places_by_order(
    heads: Sequence[tuple[float, float]], figures: Sequence[tuple[float, float]]
) -> list[tuple[float, float]] | None:
    """Where columns stand with their heads counted in; None where the heads stand over their figures anyway.

    A line with as many heads as there are columns heads them one by one, from left to right: where each stands between
    the figures of the columns beside its own, or all stand off to the same side.

    Args:
        heads: left and right of each head of one line, from the left.
        figures: left and right of each column, from the left.
    """
    if len(heads) != len(figures) or len(heads) < 2:
        return None
    pairs = list(zip(heads, figures, strict=True))
    if all(head[0] < own[1] and own[0] < head[1] for head, own in pairs):
        return None
    between = all(
        (k == 0 or head[0] > figures[k - 1][1] - _SLACK)
        and (k + 1 == len(figures) or head[1] < figures[k + 1][0] + _SLACK)
        for k, head in enumerate(heads)
    )
    if between:
        return [(min(head[0], own[0]), max(head[1], own[1])) for head, own in pairs]
    sides = {head[0] + head[1] > own[0] + own[1] for head, own in pairs}
    if len(sides) > 1 or any(a[1] > b[0] for a, b in pairwise(heads)):
        return None
    return list(heads)
