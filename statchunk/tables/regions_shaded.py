"""Heads on a shaded band."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from statchunk.box import Box
from statchunk.geometry import box_of
from statchunk.model.page import Rect
from statchunk.tables.regions_core import Core
from statchunk.tables.rows import TextRow
from statchunk.tables.rules import is_pale

_MEETS: Final = 2.5  # points; the band ends where the lattice begins, and is as wide
_THIN: Final = 4.0  # points; what is lower is a rule
_ABUTS: Final = 1.5  # points between the areas of one band
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


def up_to_band(box: Box, rows: Sequence[TextRow], bands: Sequence[Box]) -> Box:
    """The box with all lines that stand on the shaded band of its heads: those of a stub head, above the others."""
    top = box.top
    for band in bands:
        if not band.top < box.top < band.bottom < box.bottom or not _is_as_wide(band, box):
            continue
        over = [r for r in rows if band.top < r.top and r.bottom <= box.top + 1]
        inside = [t for r in over for t in r.tokens if band.x0 <= t.x0 and t.x1 <= band.x1]
        heads = [r for r in rows if box.top - 1 <= r.top and r.bottom <= band.bottom + 1]
        if inside and heads and band.bottom - band.top < _TALLEST * heads[0].size:
            top = min(top, *(w.top for t in inside for w in t.words))
    return box if top == box.top else box._replace(top=top)


def down_to_band(box: Box, rows: Sequence[TextRow], bands: Sequence[Box]) -> Box:
    """The box with the lines that stand on the shaded band of its last row, below the figures: the rest of a label."""
    bottom = box.bottom
    for band in bands:
        if not band.top < box.bottom < band.bottom or not _is_as_wide(band, box):
            continue
        under = [r for r in rows if box.bottom - 1 <= r.top and (r.top + r.bottom) / 2 < band.bottom]
        if under and len(under) < 3 and all(len(r.tokens) == 1 and r.x0 < box.x0 + r.size for r in under):
            bottom = max(bottom, *(r.bottom for r in under))
    return box if bottom == box.bottom else box._replace(bottom=bottom)


def _is_as_wide(band: Box, box: Box) -> bool:
    return band.x0 <= box.x0 + 2 * _MEETS and band.x1 >= box.x1 - 2 * _MEETS


def shaded_rows(rects: Sequence[Rect]) -> list[Box]:
    """Bands of shade that abutting rectangles of one height make, each as wide as they are together."""
    rows: dict[tuple[int, int], list[Rect]] = {}
    for rect in rects:
        if rect.fill is not None and not is_pale(rect.fill) and rect.bottom - rect.top > _THIN:
            rows.setdefault((round(rect.top), round(rect.bottom)), []).append(rect)
    bands: list[Box] = []
    for row in rows.values():
        row.sort(key=attrgetter("x0"))
        band = box_of(row[0])
        for rect in row[1:]:
            if rect.x0 > band.x1 + _ABUTS:
                bands.append(band)
                band = box_of(rect)
            else:
                band = band._replace(x1=max(band.x1, rect.x1))
        bands.append(band)
    return bands


def shaded_width(core: Core, bands: Sequence[Box]) -> tuple[float, float]:
    """The x range of bands that are shaded alike across the figures of at least two rows; that of the figures else."""
    across = [
        band
        for band in bands
        if band.x0 < core.x0 and band.x1 > core.x1 - 1 and core.top - 60 < band.top and band.bottom < core.bottom + 20
    ]
    alike = [a for a in across if sum(abs(a.x0 - b.x0) < 1 and abs(a.x1 - b.x1) < 1 for b in across) > 1]
    return min([core.x0, *(a.x0 for a in alike)]), max([core.x1, *(a.x1 for a in alike)])
