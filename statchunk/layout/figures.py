"""Figures: pictures and drawings on a page, with the text inside them."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final, NamedTuple

from statchunk.box import Box
from statchunk.geometry import bounding_box, box_of, expand, horizontal_overlap, intersection_area
from statchunk.layout.markers import label, opening, opens_note, opens_source
from statchunk.layout.panels import is_key_figure
from statchunk.model.layout import Line, TableRegion
from statchunk.model.page import Page, Rect, Word
from statchunk.settings import LayoutSettings

_FRAME: Final = 4.0
"""Of the area of a drawing; its frame is no larger."""
_LEGEND: Final = 6
"""Words; a line of a legend has no more."""


class Drawing(NamedTuple):
    """The box of a figure and the indices of the lines inside it."""

    box: Box
    lines: tuple[int, ...]
    reason: str


def find_figures(
    page: Page, lines: Sequence[Line], regions: Sequence[TableRegion], em: float, settings: LayoutSettings
) -> list[Drawing]:
    """Pictures and clusters of drawn shapes that are a chart, map or photograph, from the top down.

    Args:
        page: the page, upright.
        lines: its lines.
        regions: its tables; shapes inside them are theirs.
        em: size of the body type, points.
        settings: thresholds.
    """
    boxes = [(box, "picture") for box in _pictures(page, lines, regions, settings)]
    boxes += [(box, "drawing") for box in _drawings(page, regions, lines, em, settings)]
    merged = _merge(boxes, settings.figure_join)
    outside = [
        index
        for index, line in enumerate(lines)
        if not any(region.x0 <= line.x0 < region.x1 and _mid(line) in _span(region) for region in regions)
    ]
    found: list[Drawing] = []
    for box, reason in sorted(merged, key=lambda pair: (pair[0].top, pair[0].x0)):
        if reason == "drawing":
            box = _to_frame(box, page, lines, outside)
        grown, inside = _with_text(box, lines, outside, em, settings)
        if reason == "drawing" and (
            _is_text_box(grown, [lines[i] for i in inside], settings)
            or any(is_key_figure(lines[i], em, settings) for i in inside)
        ):
            continue
        taken = {i for drawing in found for i in drawing.lines}
        found.append(Drawing(grown, tuple(i for i in inside if i not in taken), reason))
    return found


def bars_of(page: Page, box: Box) -> tuple[Rect, ...]:
    """The filled rectangles in a drawing: bars and keys of the legend; none where there are too many to read."""
    found = tuple(rect for rect in page.rects if rect.fill is not None and intersection_area(rect, box) > 0)
    return found if len(found) <= 200 else ()


def home_of(region: TableRegion, words: Sequence[Word], figures: Sequence[Drawing]) -> int | None:
    """Index of the drawing that a region lies inside, its axis or data labels having been taken for a table."""
    area = box_of(region).area
    for index, figure in enumerate(figures):
        if figure.reason != "drawing" or intersection_area(figure.box, region) < 0.85 * area:
            continue
        if figure.box.area > 4 * area or (figure.box.area > 1.3 * area and 10 * _spelt(words) <= 3 * len(words)):
            return index
    return None


def _spelt(words: Sequence[Word]) -> int:
    """How many of the words have three letters or more."""
    return sum(sum(map(str.isalpha, word.text)) >= 3 for word in words)


def _mid(line: Line) -> float:
    return (line.top + line.bottom) / 2


class _Span(NamedTuple):
    low: float
    high: float

    def __contains__(self, value: object) -> bool:
        return isinstance(value, float) and self.low <= value <= self.high


def _span(region: TableRegion) -> _Span:
    return _Span(region.top, region.bottom)


def _pictures(page: Page, lines: Sequence[Line], regions: Sequence[TableRegion], settings: LayoutSettings) -> list[Box]:
    """Raster pictures that are large enough, and no background under text."""
    area = page.width * page.height
    boxes = []
    for image in page.images:
        box = Box(max(0.0, image.x0), max(0.0, image.top), min(page.width, image.x1), min(page.height, image.bottom))
        if box.width < 1 or box.height < 1 or any(_covers(region, box) for region in regions):
            continue
        if lines and _is_ornament(box, page):
            continue
        boxes.append(box)
    out = []
    for box, _ in _merge([(box, "") for box in boxes], 1.0):
        if min(box.width, box.height) < settings.figure_side or box.area < settings.figure_area * area:
            continue
        if (box.area > settings.background_area * area and lines) or _is_background(box, lines, regions):
            continue
        out.append(box)
    return out


def _is_ornament(box: Box, page: Page) -> bool:
    """Whether a picture is a band along the head or foot of the page: a masthead, a row of logos."""
    band = 0.13 * page.height
    return box.bottom <= band or box.top >= page.height - band


def _is_background(box: Box, lines: Sequence[Line], regions: Sequence[TableRegion]) -> bool:
    """Whether a picture lies under a table or running text."""
    if any(intersection_area(region, box) > 0.2 * box_of(region).area for region in regions):
        return True
    inside = [line for line in lines if _inside(line, box)]
    return len(inside) > 12 or sum(line.count >= 6 for line in inside) >= 3


def _covers(region: TableRegion, box: Box) -> bool:
    return box.area > 0 and intersection_area(region, box) > 0.5 * min(
        box.area, (region.x1 - region.x0) * (region.bottom - region.top)
    )


def _drawings(
    page: Page, regions: Sequence[TableRegion], lines: Sequence[Line], em: float, settings: LayoutSettings
) -> list[Box]:
    """Clusters of shapes with enough curves, slanted lines or bars to be a chart or map."""
    area = page.width * page.height

    def free(box: Box) -> bool:
        return not any(
            region.x0 - 2 <= (box.x0 + box.x1) / 2 <= region.x1 + 2
            and region.top - 2 <= (box.top + box.bottom) / 2 <= region.bottom + 2
            for region in regions
        )

    shapes: list[tuple[Box, int]] = []  # box and how much it speaks for a drawing
    frames: list[Box] = []
    for path in page.paths:
        box = box_of(path)
        if box.area < settings.background_area * area and max(box.width, box.height) > 1.0 and free(box):
            shapes.append((box, 2))
    for rect in page.rects:
        box = box_of(rect)
        if box.area >= settings.background_area * area or not free(box):
            continue
        if min(box.width, box.height) > 6 * em:
            frames.append(box)
        else:
            shapes.append((box, 1))
    shapes += [(box, 1) for image in page.images if _is_slim(box := box_of(image), page) and free(box)]
    for rule in page.rules:
        box = box_of(rule)
        if free(box):
            shapes.append((box, 0))
    out: list[Box] = []
    small: list[Box] = []
    for cluster in _cluster(shapes, settings.figure_join):
        box = bounding_box([shape for shape, _ in cluster])
        curves = sum(weight == 2 for _, weight in cluster)
        bars = sum(weight == 1 for _, weight in cluster)
        if (
            box.width < settings.figure_side
            or box.height < settings.figure_side
            or box.area < settings.figure_area * area
        ):
            if 0.3 * em < box.height < 1.5 * em and 0.3 * em < box.width < 3 * em and bars:
                small.append(box)
            continue
        wide = any(
            weight == 2 and shape.width > 0.4 * box.width and shape.height > 0.08 * box.height
            for shape, weight in cluster
        )
        if wide or curves >= settings.figure_curves or (curves + bars >= settings.figure_bars and _are_bars(cluster)):
            holding = [f for f in frames if intersection_area(f, box) > 0.7 * box.area and f.area < 4 * box.area]
            if holding and not _is_text_box(
                min(holding, key=lambda f: f.area), [line for line in lines if _inside(line, holding[0])], settings
            ):
                box = bounding_box([box, min(holding, key=lambda f: f.area)])
            out.append(box)
    grid = [box_of(rule) for rule in page.rules if free(box_of(rule))]
    return [
        _with_keys(_with_gridlines(box, [g for g in grid if not _touches_another(g, box, out)]), small, em)
        for box in out
    ]


def _touches_another(rule: Box, box: Box, others: Sequence[Box]) -> bool:
    """Whether a rule lies in another drawing than this one."""
    return any(other != box and intersection_area(expand(rule, 0.5), other) > 0 for other in others)


def _is_slim(picture: Box, page: Page) -> bool:
    """Whether a raster picture may be a bar of a chart, shaded as a picture."""
    return min(picture.width, picture.height) < 0.08 * page.width and picture.area > 0


def _with_gridlines(box: Box, rules: Sequence[Box]) -> Box:
    """A drawing grown by axes and gridlines like those inside it: parallel, as long, not far off."""
    inner = [rule for rule in rules if intersection_area(expand(rule, 0.5), box) > 0]
    grown = box
    for rule in rules:
        lying = rule.width > rule.height
        for other in inner:
            if (other.width > other.height) != lying or max(rule.width, rule.height) < 20:
                continue
            if lying:
                alike = abs(rule.x0 - other.x0) < 2 and abs(rule.x1 - other.x1) < 2
                away = max(box.top - rule.bottom, rule.top - box.bottom) < 0.5 * box.height
            else:
                alike = abs(rule.top - other.top) < 2 and abs(rule.bottom - other.bottom) < 2
                away = max(box.x0 - rule.x1, rule.x0 - box.x1) < 0.6 * box.width
            if alike and away:
                grown = bounding_box([grown, rule])
                break
    return grown


def _with_keys(box: Box, small: Sequence[Box], em: float) -> Box:
    """A drawing grown by the keys of its legend: small shapes beside or under it, at most three ems away."""
    near = expand(box, 3 * em)
    keys = [
        key
        for key in small
        if intersection_area(near, key) > 0
        and (
            (box.top <= key.top and key.bottom <= box.bottom)
            or (box.x0 <= key.x0 and key.x1 <= box.x1 and key.top > box.bottom)
        )
    ]
    return bounding_box([box, *keys])


def _are_bars(cluster: Sequence[tuple[Box, int]]) -> bool:
    """Whether the rectangles are bars: most start on one base and they end at many heights, as no cells do."""
    rects = [box for box, weight in cluster if weight == 1]
    if len(rects) < 4:
        return False
    for near, far, width in (
        ([b.bottom for b in rects], [b.top for b in rects], [b.width for b in rects]),
        ([b.x0 for b in rects], [b.x1 for b in rects], [b.height for b in rects]),
    ):
        edges = sorted(near)
        base = max(near, key=lambda edge: bisect_left(edges, edge + 1.5) - bisect_right(edges, edge - 1.5))
        ends = {round(end / 2) for edge, end in zip(near, far, strict=True) if abs(edge - base) < 1.5}
        if len(ends) >= 4 and len({round(w) for w in width}) <= max(3, len(rects) // 3):
            return True
    return False


def _cluster(shapes: Sequence[tuple[Box, int]], join: float) -> list[list[tuple[Box, int]]]:
    """Shapes whose boxes are at most `join` points apart, by a sweep from the top down."""
    clusters: list[tuple[Box, list[tuple[Box, int]]]] = []
    done: list[list[tuple[Box, int]]] = []
    for shape in sorted(shapes, key=lambda s: s[0].top):
        box = shape[0]
        members = [shape]
        open_clusters = []
        for other, others in clusters:
            if other.bottom + join < box.top:
                if all(box.top > b.bottom + join for b in (other,)):
                    done.append(others)
                continue
            if other.x0 - join <= box.x1 and box.x0 <= other.x1 + join and other.bottom + join >= box.top:
                box = bounding_box([box, other])
                members = others + members
            else:
                open_clusters.append((other, others))
        open_clusters.append((box, members))
        clusters = open_clusters
    return done + [members for _, members in clusters]


def _merge(boxes: Sequence[tuple[Box, str]], join: float) -> list[tuple[Box, str]]:
    """Boxes that touch or nearly touch made one, until none do."""
    rest = list(boxes)
    out: list[tuple[Box, str]] = []
    while rest:
        box, reason = rest.pop()
        grown = True
        while grown:
            grown = False
            near = expand(box, join)
            for other in list(rest):
                if intersection_area(near, other[0]) > 0:
                    box = bounding_box([box, other[0]])
                    reason = "picture" if "picture" in (reason, other[1]) else reason
                    rest.remove(other)
                    grown = True
        out.append((box, reason))
    return out


def _inside(line: Line, box: Box) -> bool:
    return box.x0 <= (line.x0 + line.x1) / 2 <= box.x1 and box.top <= _mid(line) <= box.bottom


def _with_text(
    box: Box, lines: Sequence[Line], free: Sequence[int], em: float, settings: LayoutSettings
) -> tuple[Box, list[int]]:
    """The figure grown by the axis labels and legend that touch it, with the lines in it."""
    inside = [i for i in free if _inside(lines[i], box) and not _is_apart(lines[i], box)]
    chosen = set(inside)
    titles = [lines[i] for i in free if i not in chosen and _is_apart(lines[i], box)]
    grown = base = box
    changed = True
    while changed:
        changed = False
        near = expand(grown, settings.figure_reach * em)
        for i in free:
            line = lines[i]
            named = box.top < _mid(line) < box.bottom and abs(line.x1 - box.x0) < 1.5 * em  # a bar, at the axis
            if i in chosen or not _is_label(line, grown, named, em, settings) or _is_under(line, titles, em):
                continue
            if horizontal_overlap(line, near) > 0 and line.bottom > near.top and line.top < near.bottom:
                outer = bounding_box([grown, line])
                if named:
                    base = bounding_box([base, line])
                elif outer.width > base.width * 1.35 + 4 * em or outer.height > base.height * 1.3 + 4 * em:
                    continue
                chosen.add(i)
                grown = outer
                changed = True
    return grown, sorted(chosen)


def _to_frame(box: Box, page: Page, lines: Sequence[Line], free: Sequence[int]) -> Box:
    """The smallest drawn box around a drawing where nothing but short lines, as those of a legend, stands in it too."""
    best = box
    for rect in page.rects:
        if (
            rect.x0 <= box.x0
            and rect.top <= box.top
            and rect.x1 >= box.x1
            and rect.bottom >= box.bottom
            and box.area < box_of(rect).area < _FRAME * box.area
            and (best is box or box_of(rect).area < best.area)
        ):
            best = box_of(rect)
    if best is box:
        return box
    more = [lines[i] for i in free if _inside(lines[i], best) and not _inside(lines[i], box)]
    return box if any(line.count > _LEGEND or _is_apart(line, best) for line in more) else best


def _is_apart(line: Line, box: Box) -> bool:
    """Whether a line inside the box is a caption, note or source rather than a label of the drawing."""
    text = line.text
    found = label(text)
    if (found is not None and found.stopped and len(text) > 12) or opens_source(text) or opens_note(text):
        return True
    marker = opening(line)
    first = line.words[0].text
    if first.isdigit() and len(first) <= 2 and line.count > 2 and line.words[1].text[:1].isupper():
        return line.bottom > box.bottom - 0.06 * box.height
    return marker is not None and marker.kind == "note" and line.bottom > box.bottom - 0.12 * box.height


def _is_label(line: Line, box: Box, named: bool, em: float, settings: LayoutSettings) -> bool:
    """Whether a line near a drawing reads as an axis label or legend: short, no larger than the body, not bold."""
    text = line.text
    figures = sum(c.isdigit() for c in text)
    length = settings.figure_label
    if 2 * figures >= len(text):
        length *= 4
    elif named:
        length *= 2
    if _is_apart(line, box) or len(text) > length or line.size > (1.3 if 2 * figures >= len(text) else 1.05) * em:
        return False
    marker = opening(line)
    if (marker is not None and marker.kind == "note") or (text[-1:] == "." and line.count > 3):
        return False
    if text[:1] in "([" and text[-1:] in ")]":
        return False
    return 2 * figures >= len(text) or (line.size <= 0.95 * em and not line.bold)


def _is_under(line: Line, titles: Sequence[Line], em: float) -> bool:
    """Whether a line stands close under a caption, as its second line or subtitle."""
    return any(
        -0.3 * em < line.top - title.bottom < 0.8 * em and horizontal_overlap(line, title) > 0 for title in titles
    )


def _is_text_box(box: Box, lines: Sequence[Line], settings: LayoutSettings) -> bool:
    """Whether what stands in the box is mostly running text, so that the shapes are only its frame."""
    long = [line for line in lines if line.count >= 7 and line.x1 - line.x0 > 0.5 * box.width]
    return len(long) >= 3 and 2 * sum(len(line.text) for line in long) > sum(len(line.text) for line in lines)
