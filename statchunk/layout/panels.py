"""Panels: key figures in large type or in tiles with their labels, as on factsheets, that stand in no table."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Final

from statchunk import languages
from statchunk.box import Box
from statchunk.geometry import (
    bounding_box,
    box_of,
    centre_inside,
    horizontal_overlap,
    intersection_area,
    vertical_overlap,
)
from statchunk.layout.markers import is_years, label, opens_note, opens_source
from statchunk.layout.tiles import Cards, find_cards
from statchunk.model.layout import Line, TableRegion
from statchunk.model.page import Image, Page, Path, Rect, Rule, Word
from statchunk.settings import LayoutSettings

_FIGURE: Final = re.compile(r"^[-+−–±<>~≈(]?\s?(?:[$£€¥R]\s?)?\d[\d.,'  ]*")
_DATE: Final = re.compile(r"[^\W\d_]{3,}\s+\d|\d:\d")  # a day with its month and year, a time of day


@dataclass(slots=True)
class Panel:
    """A panel, with the indices of the lines inside it and what is drawn in it."""

    box: Box
    lines: tuple[int, ...]
    shapes: tuple[Rect | Rule, ...] = ()
    """Tiles, keys of the legend, and leader lines as rules."""


@dataclass(slots=True)
class _Part:
    """A key figure with what belongs to it, while panels grow."""

    lines: set[int]
    box: Box
    size: float
    leaders: list[Rule] = field(default_factory=list)
    tiles: set[tuple[int, int]] = field(default_factory=set)
    """Width and height of the tiles of its figures, in steps of three points."""
    keys: list[Line] = field(default_factory=list)


def find_panels(
    page: Page, lines: Sequence[Line], regions: Sequence[TableRegion], em: float, settings: LayoutSettings
) -> list[Panel]:
    """Key figures with the short lines beside them, one panel for each group of figures set alike.

    Args:
        page: the page, upright.
        lines: those of its lines that are in no table and no figure.
        regions: where `is_panel` holds; each is a panel where none is found inside it.
        em: size of the body type, points.
        settings: thresholds.
    """
    large = [i for i, line in enumerate(lines) if is_key_figure(line, em, settings)]
    if not large and not regions:
        return []
    cards = find_cards(page, lines, em, settings)
    keys = sorted({*large, *(_tiled(lines, cards, em, settings) if large else ())})
    parts = [part for part in _parts(page, lines, keys, cards, em, settings) if _is_labelled(part, lines, keys)]
    for part in parts:
        if part.tiles:
            named, part.leaders = cards.names(part.lines, lines)
            part.lines |= named
    found = [
        _grown(part, lines, cards, settings)
        for part in _joined(parts, page, lines, em, settings)
        if len(part.lines) > len(part.keys) or cards.legend(part.lines, lines)  # tiles that nothing explains are none
    ]
    taken = {i for panel in found for i in panel.lines}
    for region in regions:
        own = tuple(i for i, line in enumerate(lines) if i not in taken and centre_inside(line, region))
        if own and not any(intersection_area(panel.box, region) > 0 for panel in found):
            box = bounding_box([lines[i] for i in own])
            found.append(Panel(box, own, tuple(tile for tile in cards.tiles if intersection_area(tile, box) > 0)))
    return found


def is_panel(region: TableRegion, words: Sequence[Word], settings: LayoutSettings) -> bool:
    """Whether a region that was taken for a table holds key figures: few, and most larger than their labels."""
    figures = [word.style.size for word in words if word.text[:1].isdigit() or word.text[1:2].isdigit()]
    if not figures or len(figures) > settings.panel_figures:
        return False
    labels = sorted(word.style.size for word in words if sum(map(str.isalpha, word.text)) > 1)
    if not labels:
        return False
    small = settings.panel_figure * labels[len(labels) // 2]
    return 3 * sum(size >= small for size in figures) >= 2 * len(figures) and not _is_matrix(words)


def _is_matrix(words: Sequence[Word]) -> bool:
    """Whether rows of three figures and more stand right under each other: key figures have words between them."""
    rows: dict[int, list[Word]] = {}
    for word in words:
        if word.text[:1].isdigit() or word.text[1:2].isdigit():
            rows.setdefault(round(word.baseline), []).append(word)
    for (above, upper), (below, lower) in pairwise(sorted(rows.items())):
        under = [b for a in upper for b in lower if horizontal_overlap(a, b) > 0.5 * min(a.x1 - a.x0, b.x1 - b.x0)]
        if len(under) < 3:
            continue
        left = min(word.x1 for word in under)
        between = (word for word in words if above + 1 < word.baseline < below - 1 and word.x1 > left)
        if not any(sum(map(str.isalpha, word.text)) > 1 for word in between):
            return True
    return False


def is_key_figure(line: Line, em: float, settings: LayoutSettings) -> bool:
    """Whether a line is a figure in large type, no date, time or number of a heading."""
    return line.size >= settings.panel_figure * em and _is_figure(line, em)


def _is_figure(line: Line, em: float) -> bool:
    text = line.text
    letters = sum(c.isalpha() for c in text)
    if line.count <= 3:
        last = line.words[-1].text
        if last.casefold() in _multiples():
            letters = 0
    return (
        len(text) <= 28
        and not line.turn
        and _FIGURE.match(text) is not None
        and not _DATE.search(text)
        and not is_years(line)
        and not _is_spelt_out(text)
        and not (text[-1:] == "." and text.strip(".").isdigit())
        and letters <= 0.4 * len(text)
        and not (text.rstrip(".").isdigit() and len(text) <= 3 and line.bottom - line.top > 4 * em)
    )


def _is_spelt_out(text: str) -> bool:
    """Whether digits stand in groups that part no thousands: a telephone number, a code."""
    groups = re.findall(r"\d+", re.split(r"[|(/+]", text)[0])
    return len(groups) > 3 and not all(len(group) == 3 for group in groups[1:])


@cache
def _multiples() -> frozenset[str]:
    """The words for a thousand, a million and the like in all languages on hand."""
    return frozenset(
        word.casefold()
        for code in languages.available()
        for multiplier in languages.language(code).units.multipliers
        for word in multiplier.words
    )


def _tiled(lines: Sequence[Line], cards: Cards, em: float, settings: LayoutSettings) -> list[int]:
    """Figures in tiles of their own, whatever their size: a page with large figures sets lesser ones so too."""
    found = []
    for tile, inside in cards.inside.items():
        words = sum(lines[i].count for i in inside)
        box = cards.tiles[tile]
        if words > settings.panel_label_words or len(inside) > 4 or box.bottom - box.top > 8 * em:
            continue
        found += [i for i in inside if lines[i].size >= 0.8 * em and _is_figure(lines[i], em)]
    return found if len(found) <= settings.panel_figures else []


def _pictograms(page: Page, em: float) -> list[Box]:
    """Small pictures and drawings such as stand between a key figure and its label."""
    things: list[Rect | Path | Image] = [*page.rects, *page.paths, *page.images]
    return [
        box
        for thing in things
        if 1.5 * em < (box := box_of(thing)).height < 0.15 * page.height and box.width < 0.25 * page.width
    ]


def _over_pictogram(key: Line, lines: Sequence[Line], shapes: Sequence[Box], settings: LayoutSettings) -> set[int]:
    """The label above a pictogram that stands on a key figure, in the middle of both."""
    middle = (key.x0 + key.x1) / 2
    between = [
        shape
        for shape in shapes
        if shape.x0 < middle < shape.x1 and 0 <= key.top - shape.bottom < settings.panel_down * key.size
    ]
    if not between:
        return set()
    top = min(shape.top for shape in between)
    over = [
        (top - line.bottom, i)
        for i, line in enumerate(lines)
        if -1 <= top - line.bottom < settings.panel_down * key.size
        and abs((line.x0 + line.x1) / 2 - middle) < key.size
        and line.count <= settings.panel_label_words
        and line.size < key.size
    ]
    return {min(over)[1]} if over else set()


def _parts(
    page: Page, lines: Sequence[Line], keys: Sequence[int], cards: Cards, em: float, settings: LayoutSettings
) -> list[_Part]:
    """Each key figure with the lines that belong to it; those that share a line are one."""
    parts: list[_Part] = []
    shapes: list[Box] | None = None
    for key in keys:
        near = {i for i, line in enumerate(lines) if i == key or _belongs(line, lines[key], em, settings)}
        near |= _wrapped(near - {key}, lines)
        near |= cards.of_line(key)
        if not any(_is_worded(lines[i]) for i in near) and lines[key].size >= settings.panel_alone * em:
            shapes = _pictograms(page, em) if shapes is None else shapes
            near |= _over_pictogram(lines[key], lines, shapes, settings)
        part = _Part(near, bounding_box([lines[i] for i in near]), lines[key].size, keys=[lines[key]])
        tile = cards.tile_of.get(key)
        if tile is not None:
            part.tiles.add(cards.sizes[tile])
        for other in list(parts):
            if other.lines & part.lines:
                part = _union(part, other)
                parts.remove(other)
        parts.append(part)
    return sorted(parts, key=lambda part: part.box)


def _union(a: _Part, b: _Part) -> _Part:
    box = bounding_box([a.box, b.box])
    return _Part(
        a.lines | b.lines, box, max(a.size, b.size), a.leaders + b.leaders, a.tiles | b.tiles, [*b.keys, *a.keys]
    )


def _is_labelled(part: _Part, lines: Sequence[Line], keys: Sequence[int]) -> bool:
    """Whether a figure has words beside it, or stands in a tile that others on the page may explain."""
    return bool(part.tiles) or any(_is_worded(lines[i]) for i in part.lines.difference(keys))


def _is_worded(line: Line) -> bool:
    """Whether a line has a word of three letters."""
    return any(sum(map(str.isalpha, word.text)) >= 3 for word in line.words)


def _joined(
    parts: Sequence[_Part], page: Page, lines: Sequence[Line], em: float, settings: LayoutSettings
) -> list[_Part]:
    """Parts set alike joined where nothing that begins another part of the page stands between them."""
    held = {i for part in parts for i in part.lines}
    free = [line for i, line in enumerate(lines) if i not in held and line.size > 1.05 * em]
    walls = [rule for rule in page.rules if rule.is_horizontal and rule.x1 - rule.x0 > 0.5 * page.width]
    joined: list[_Part] = []
    for part in parts:
        grown = True
        while grown:
            grown = False
            for other in list(joined):
                if _are_alike(part, other, settings) and not _are_apart(part.box, other.box, walls, free):
                    part = _union(part, other)
                    joined.remove(other)
                    grown = True
        joined.append(part)
    return joined


def _are_alike(a: _Part, b: _Part, settings: LayoutSettings) -> bool:
    """Whether two parts are one panel: tiles of one size, or figures of one size in a row or column."""
    if a.tiles & b.tiles:
        return True
    if a.tiles or b.tiles or abs(a.size - b.size) > 0.05 * a.size:
        return False
    for one in a.keys:
        for two in b.keys:
            across = max(one.x0 - two.x1, two.x0 - one.x1)
            if abs(one.baseline - two.baseline) < 3 and across < settings.panel_across * a.size:
                return True
            lined = min(abs(one.x0 - two.x0), abs(one.x1 - two.x1), abs(one.x0 + one.x1 - two.x0 - two.x1) / 2) < 3
            if lined and max(a.box.top - b.box.bottom, b.box.top - a.box.bottom) < settings.panel_down * a.size:
                return True
    return False


def _are_apart(a: Box, b: Box, walls: Sequence[Rule], free: Sequence[Line]) -> bool:
    """Whether a wide rule or a line in large type stands between two parts, one above the other."""
    low, high = min(a.bottom, b.bottom), max(a.top, b.top)
    if low >= high:
        return False
    both = bounding_box([a, b])
    return any(low <= rule.top <= high for rule in walls) or any(
        low <= line.top and line.bottom <= high and horizontal_overlap(line, both) > 0 for line in free
    )


def _grown(part: _Part, lines: Sequence[Line], cards: Cards, settings: LayoutSettings) -> Panel:
    """A part with the names of its cards, its legend, and the short lines between its figures."""
    own = set(part.lines)
    if part.tiles:
        keys = cards.legend(own, lines)
        own |= {line for _, line in keys}
        box = bounding_box([lines[i] for i in own])
        own |= {
            i
            for i, line in enumerate(lines)
            if centre_inside(line, box) and line.count <= settings.panel_label_words and not opens_source(line.text)
        }
    box = bounding_box([lines[i] for i in own])
    shapes = [tile for tile in cards.tiles if intersection_area(tile, box) > 0]
    return Panel(box, tuple(sorted(own)), (*shapes, *part.leaders))


def _wrapped(labels: set[int], lines: Sequence[Line]) -> set[int]:
    """The lines right above or under a label line that are one text with it: set alike, close, short."""
    return {
        j
        for i in labels
        for j, line in enumerate(lines)
        if line.count <= 6
        and horizontal_overlap(line, lines[i]) > 0.5 * min(line.x1 - line.x0, lines[i].x1 - lines[i].x0)
        and (_runs_on(lines[i], line) or (_runs_on(line, lines[i]) and not any(c.isdigit() for c in line.text)))
    }


def _runs_on(above: Line, below: Line) -> bool:
    """Whether a line stands right under another, set alike, and that one ends no sentence."""
    return (
        0 < below.baseline - above.baseline < 1.4 * above.size
        and above.words[-1].style == below.words[0].style
        and above.text[-1:] not in ".:;"
    )


def _belongs(line: Line, key: Line, em: float, settings: LayoutSettings) -> bool:
    """Whether a line is the label of a key figure or a lesser figure beside it: short, near, no larger."""
    if line.count > settings.panel_label_words or line.size > 1.05 * key.size or line.turn:
        return False
    text = line.text
    if label(text) is not None or opens_source(text) or opens_note(text) or text[-1:] == ".":
        return False
    if horizontal_overlap(line, key) > 0.5 * min(line.x1 - line.x0, key.x1 - key.x0):
        gap = max(line.top - key.bottom, key.top - line.bottom)
        return gap < settings.panel_gap * key.size
    if vertical_overlap(line, key) > 0.5 * (line.bottom - line.top):
        return max(line.x0 - key.x1, key.x0 - line.x1) < 1.5 * key.size
    return False
