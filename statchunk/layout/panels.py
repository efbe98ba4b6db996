"""Panels: key figures in large type with their labels, as on factsheets, that stand in no table."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from statchunk.geometry import Box, bounding_box, centre_inside, horizontal_overlap, intersection_area, vertical_overlap
from statchunk.layout.markers import label, opens_note, opens_source
from statchunk.model.layout import Line, TableRegion
from statchunk.model.page import Page, Word
from statchunk.settings import LayoutSettings

_FIGURE = re.compile(r"^[-+−–±<>~≈(]?\s?(?:[$£€¥R]\s?)?\d[\d.,'  ]*")

_DATE = re.compile(r"[^\W\d_]{3,}\s+\d|\d:\d")  # a day with its month and year, a time of day


class Panel(NamedTuple):
    """The box of a panel and the indices of the lines inside it."""

    box: Box
    lines: tuple[int, ...]


def find_panels(
    page: Page, lines: Sequence[Line], regions: Sequence[TableRegion], em: float, settings: LayoutSettings
) -> list[Panel]:
    """Key figures with the short lines beside them, one panel for each that stands apart.

    Args:
        page: the page, upright.
        lines: those of its lines that are in no table and no figure.
        regions: where `is_panel` holds; each is a panel where none is found inside it.
        em: size of the body type, points.
        settings: thresholds.
    """
    keys = [i for i, line in enumerate(lines) if is_key_figure(line, em, settings)]
    tiles = [
        Box(rect.x0, rect.top, rect.x1, rect.bottom)
        for rect in page.rects
        if rect.x1 - rect.x0 < 0.6 * page.width and rect.bottom - rect.top < 0.4 * page.height
    ]
    panels: list[tuple[Box, set[int]]] = []
    for key in keys:
        near = {i for i, line in enumerate(lines) if i == key or _belongs(line, lines[key], tiles, em, settings)}
        near |= _wrapped(near - {key}, lines)
        box = bounding_box([lines[i] for i in near])
        for other, others in list(panels):
            if others & near:
                near |= others
                box = bounding_box([box, other])
                panels.remove((other, others))
        panels.append((box, near))
    found = [
        Panel(box, tuple(sorted(near)))
        for box, near in sorted(panels)
        if any(sum(map(str.isalpha, word.text)) >= 3 for i in near.difference(keys) for word in lines[i].words)
    ]
    taken = {i for panel in found for i in panel.lines}
    for region in regions:
        own = tuple(i for i, line in enumerate(lines) if i not in taken and centre_inside(line, region))
        if own and not any(intersection_area(panel.box, region) > 0 for panel in found):
            found.append(Panel(bounding_box([lines[i] for i in own]), own))
    return found


def is_panel(region: TableRegion, words: Sequence[Word], settings: LayoutSettings) -> bool:
    """Whether a region that was taken for a table holds key figures: few, and most larger than their labels."""
    figures = [word.style.size for word in words if word.text[:1].isdigit() or word.text[1:2].isdigit()]
    labels = sorted(word.style.size for word in words if sum(map(str.isalpha, word.text)) > 1)
    if not figures or not labels or len(figures) > settings.panel_figures:
        return False
    small = settings.panel_figure * labels[len(labels) // 2]
    return 3 * sum(size >= small for size in figures) >= 2 * len(figures)


def is_key_figure(line: Line, em: float, settings: LayoutSettings) -> bool:
    """Whether a line is a figure in large type, no date, time or number of a heading."""
    text = line.text
    return (
        line.size >= settings.panel_figure * em
        and len(text) <= 28
        and not line.words[0].turn
        and _FIGURE.match(text) is not None
        and not _DATE.search(text)
        and not (text[-1:] == "." and text.strip(".").isdigit())
        and sum(c.isalpha() for c in text) <= 0.4 * len(text)
        and not (text.rstrip(".").isdigit() and len(text) <= 3 and line.bottom - line.top > 4 * em)
    )


def _wrapped(labels: set[int], lines: Sequence[Line]) -> set[int]:
    """The lines directly under a label line that carry it on: set alike, close, short."""
    found: set[int] = set()
    for i in labels:
        last = lines[i]
        for j, line in enumerate(lines):
            if (
                0 < line.baseline - last.baseline < 1.4 * last.size
                and line.words[0].style == last.words[-1].style
                and len(line.words) <= 6
                and horizontal_overlap(line, last) > 0.5 * min(line.x1 - line.x0, last.x1 - last.x0)
            ):
                found.add(j)
    return found


def _belongs(line: Line, key: Line, tiles: Sequence[Box], em: float, settings: LayoutSettings) -> bool:
    """Whether a line is the label of a key figure or a lesser figure beside it: short, near, no larger."""
    if len(line.words) > settings.panel_label_words or line.size > 1.05 * key.size or line.words[0].turn:
        return False
    text = line.text
    if label(text) is not None or opens_source(text) or opens_note(text) or text[-1:] == ".":
        return False
    if any(centre_inside(key, tile) and centre_inside(line, tile) for tile in tiles):
        return True
    if horizontal_overlap(line, key) > 0.5 * min(line.x1 - line.x0, key.x1 - key.x0):
        gap = max(line.top - key.bottom, key.top - line.bottom)
        return gap < settings.panel_gap * key.size
    if vertical_overlap(line, key) > 0.5 * (line.bottom - line.top):
        return max(line.x0 - key.x1, key.x0 - line.x1) < 1.5 * key.size
    return False
