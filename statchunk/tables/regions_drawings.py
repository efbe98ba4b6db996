"""Charts and pictures on a page, in which figures are labels and rules are axes."""

from collections.abc import Sequence
from itertools import pairwise

from statchunk.box import Box, Boxed
from statchunk.geometry import box_of, centre_inside
from statchunk.model.page import Page, Rect
from statchunk.settings import TableSettings


def find_drawings(page: Page, frames: Sequence[Box], settings: TableSettings) -> list[Box]:
    """Boxes of charts and pictures: clusters of drawn curves and slanted lines, bars, raster images.

    Args:
        page: an upright page.
        frames: boxes of rules that meet; one that a drawing fills to a good part belongs to it, labels and all.
        settings: of the table engine.
    """
    shapes: list[Box] = [box_of(p) for p in page.paths if _matters(p, page)]
    boxes = [
        box
        for box, n in _cluster(shapes, settings.drawing_gap)
        if box.width > 30
        and box.height > 20
        and n >= (2 if box.width > 60 else settings.drawing_paths)
        and not _is_scattered(box, shapes, page)
    ]
    boxes += [
        box_of(i)
        for i in page.images
        if i.x1 - i.x0 > 40 and i.bottom - i.top > 40 and _matters(i, page) and not _is_background(box_of(i), page)
    ]
    pieces = [Rect(i.x0, i.top, i.x1, i.bottom, 0, None) for i in page.images]  # bars shaded as small pictures
    boxes += _bars(page.rects, page) + _bars(pieces, page)
    limit = settings.drawing_largest * page.width * page.height
    drawings = [box for box, _ in _cluster(boxes, 4.0) if box.area < limit]
    outlines = [*frames, *(box_of(r) for r in page.rects if _matters(r, page))]
    return [_framed(box, [o for o in outlines if o.area < limit], settings) for box in drawings]


def _framed(drawing: Box, outlines: Sequence[Box], settings: TableSettings) -> Box:
    """The smallest outline around the drawing that it fills to a good part; else the drawing."""
    around = [
        o
        for o in outlines
        if o.x0 - 2 <= drawing.x0
        and o.x1 + 2 >= drawing.x1
        and o.top - 2 <= drawing.top
        and o.bottom + 2 >= drawing.bottom
        and drawing.area >= settings.drawing_share * o.area
    ]
    return max(around, key=lambda o: o.area, default=drawing)


def _is_scattered(box: Box, shapes: Sequence[Box], page: Page) -> bool:
    """Whether a large cluster is a chain of small ornaments with white between them."""
    if box.area < 0.15 * page.width * page.height:
        return False
    inside = sum(
        s.area for s in shapes if box.x0 <= s.x0 and s.x1 <= box.x1 and box.top <= s.top and s.bottom <= box.bottom
    )
    return inside < 0.1 * box.area


def _is_background(picture: Box, page: Page) -> bool:
    """Whether a large picture lies under running text or a table."""
    if picture.area < 0.2 * page.width * page.height:
        return False
    return sum(1 for w in page.words if centre_inside(w, picture)) > 40


def _matters(thing: Boxed, page: Page) -> bool:
    return (thing.x1 - thing.x0) < 0.95 * page.width or (thing.bottom - thing.top) < 0.6 * page.height


def _cluster(boxes: Sequence[Box], gap: float) -> list[tuple[Box, int]]:
    """Boxes nearer than `gap` joined, with how many each joins."""
    out: list[tuple[Box, int]] = []
    for box in sorted(boxes, key=lambda b: b.top):
        count = 1
        kept: list[tuple[Box, int]] = []
        for other, n in out:
            if (
                box.x0 <= other.x1 + gap
                and other.x0 <= box.x1 + gap
                and box.top <= other.bottom + gap
                and other.top <= box.bottom + gap
            ):
                box = Box(
                    min(box.x0, other.x0), min(box.top, other.top), max(box.x1, other.x1), max(box.bottom, other.bottom)
                )
                count += n
            else:
                kept.append((other, n))
        kept.append((box, count))
        out = kept
    return out


def _bars(rects: Sequence[Rect], page: Page) -> list[Box]:
    """Filled rectangles of many lengths from one common side, with gaps between: bars of a chart."""
    filled = [
        r
        for r in rects
        if r.fill is not None and r.fill != 0xFFFFFF and _matters(r, page) and min(r.x1 - r.x0, r.bottom - r.top) > 3
    ]
    found: list[Box] = []
    by_left: dict[int, list[Rect]] = {}
    by_base: dict[int, list[Rect]] = {}
    for rect in _without_cells(filled):
        by_left.setdefault(round(rect.x0), []).append(rect)
        by_base.setdefault(round(rect.bottom), []).append(rect)
    for group in by_left.values():
        lengths = {round(r.x1) for r in group}
        ordered = sorted(group, key=lambda r: r.top)
        spaced = sum(1 for a, b in pairwise(ordered) if b.top > a.bottom + 1.5)
        if len(lengths) >= 4 and 3 * len(lengths) >= 2 * len(group) and spaced >= 3:
            found.append(_around(group))
    for group in by_base.values():
        heights = {round(r.top) for r in group}
        if len(heights) >= 4 and 3 * len(heights) >= 2 * len(group):
            found.append(_around(group))
    return found


def _without_cells(filled: Sequence[Rect]) -> list[Rect]:
    """The rectangles without those that abut on one as high in the same colour: shaded cells of a row, no bars."""
    ends = {(round(r.x1), round(r.top), round(r.bottom), r.fill) for r in filled}
    starts = {(round(r.x0), round(r.top), round(r.bottom), r.fill) for r in filled}
    return [
        r
        for r in filled
        if (round(r.x0), round(r.top), round(r.bottom), r.fill) not in ends
        and (round(r.x1), round(r.top), round(r.bottom), r.fill) not in starts
    ]


def _around(rects: Sequence[Rect]) -> Box:
    return Box(
        min(r.x0 for r in rects), min(r.top for r in rects), max(r.x1 for r in rects), max(r.bottom for r in rects)
    )
