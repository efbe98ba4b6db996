"""Heads on a shaded band that no rule parts from the body under it."""

from collections.abc import Sequence
from typing import Final

from statchunk.box import Box
from statchunk.model.page import Rect
from statchunk.tables.rows import TextRow
from statchunk.tables.rules import is_pale

_MEETS: Final = 2.5  # points; the band ends where the lattice begins, and is as wide
_TALLEST: Final = 6.0  # of the type size; a band of heads is no higher


def with_shaded_heads(box: Box, edges: Sequence[float], rows: Sequence[TextRow], rects: Sequence[Rect]) -> Box:
    """The box of a lattice with the shaded band on top of it where that holds heads, each over a column of its own.

    Args:
        box: of the lattice.
        edges: x of its column borders.
        rows: text rows of the page.
        rects: painted rectangles of the page.
    """
    for rect in rects:
        if rect.fill is None or is_pale(rect.fill) or abs(rect.bottom - box.top) > _MEETS:
            continue
        if abs(rect.x0 - box.x0) > 2 * _MEETS or abs(rect.x1 - box.x1) > 2 * _MEETS:
            continue
        inside = [r for r in rows if rect.top < (r.top + r.bottom) / 2 < rect.bottom]
        tokens = [t for r in inside for t in r.tokens if rect.x0 - 1 < t.x0 and t.x1 < rect.x1 + 1]
        if not tokens or rect.bottom - rect.top > _TALLEST * inside[0].size:
            continue
        homes = {max((k for k, x in enumerate(edges) if x <= t.x0 + 1), default=0) for t in tokens}
        crossed = any(t.x0 + 1 < x < t.x1 - 1 for t in tokens for x in edges[1:-1])
        if len(homes) > 1 and not crossed:
            return box._replace(top=rect.top)
    return box
