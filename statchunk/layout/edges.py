"""Where a table ends and what stands about it begins: captions, notes and key figures taken into a region come out."""

from collections.abc import Sequence
from statistics import median
from typing import Final

from statchunk.geometry import bounding_box, centre_inside
from statchunk.layout.markers import is_years, label, opens_note, opens_source
from statchunk.model.layout import Line, TableRegion
from statchunk.model.page import Page, Rect, Rule

_WHITE: Final = 0xFFFFFF
_BAND_GAP: Final = 12.0
"""Points between a shaded band of heads and the first row of the table."""
_SHEET: Final = 1000.0
"""Points; a sheet as wide as this may be two pages side by side."""
_LARGE: Final = 1.5
"""Times the usual type of the table's figures; figures set so large are key figures beside it."""
_TITLE: Final = 1.2
"""Times the usual type of the table; a line alone at its top set larger is its title."""
_ALONE: Final = 0.6
"""Of the region's width; a line alone under a caption that is wider, or in mid sentence, carries it on."""


def within_leaf(region: TableRegion, lines: Sequence[Line], page: Page) -> TableRegion:
    """A region on a sheet of two pages side by side, cut at the fold: the part in which most of its figures stand."""
    fold = page.width / 2
    if page.width < _SHEET or page.width < 1.25 * page.height or not region.x0 < fold < region.x1:
        return region
    gutter = 0.015 * page.width
    if any(line.x0 < fold + gutter and line.x1 > fold - gutter for line in lines):
        return region
    figures = [line for line in lines if line.words[0].text[:1].isdigit() and centre_inside(line, region)]
    left = sum(line.x1 < fold for line in figures)
    if 10 * min(left, len(figures) - left) > len(figures):
        return region
    on_left = 2 * left > len(figures)
    box = bounding_box(
        line for line in lines if (line.x1 < fold if on_left else line.x0 > fold) and centre_inside(line, region)
    )
    return region._replace(x0=box.x0 - 1, x1=box.x1 + 1)


def _lines_in(region: TableRegion, lines: Sequence[Line]) -> list[Line]:
    """The lines whose centre lies in the region."""
    x0, top, x1, bottom = region.x0, region.top, region.x1, region.bottom
    return [
        line for line in lines if x0 <= (line.x0 + line.x1) / 2 <= x1 and top <= (line.top + line.bottom) / 2 <= bottom
    ]


def drawn_in(region: TableRegion, lines: Sequence[Line]) -> list[TableRegion]:
    """A region without the captions, source lines, titles and key figures at its edges; parted where they cross it.

    A line that opens with a table's label, or a source or note word, is never a head or a row; what stands above it
    without rows of figures is not the table's either.

    Args:
        region: as found.
        lines: of the page.
    """
    own = _lines_in(region, [line for line in lines if not line.turn])
    if len(own) < 3:
        return [region]
    region, own = _without_key_figures(region, own)
    marks = [i for i, line in enumerate(own) if _is_outside(line)]
    if not marks and not _has_title(own):
        return [region]
    rows = _rows(own)
    outside = {i for i, row in enumerate(rows) if any(_is_outside(line) for line in row)}
    outside |= _titles(rows, own)
    for at in sorted(outside):
        outside |= _carried_on(rows, at, region)
    found: list[TableRegion] = []
    piece: list[int] = []
    for i in range(len(rows) + 1):
        if i < len(rows) and i not in outside:
            piece.append(i)
            continue
        if sum(_has_figures(rows[j]) for j in piece) >= 2:
            found.append(_bounded(region, rows, piece))
        piece = []
    return found


def with_band(region: TableRegion, lines: Sequence[Line], bands: Sequence[Rect]) -> TableRegion:
    """A region with the heads in a shaded band as wide as the table that lies right on it.

    Args:
        region: as found.
        lines: of the page.
        bands: filled rectangles of the page.
    """
    width = region.x1 - region.x0
    for band in bands:
        if (
            band.fill is not None
            and band.fill != _WHITE
            and -1 <= region.top - band.bottom < _BAND_GAP
            and band.x0 <= region.x0 + 3
            and band.x1 >= region.x1 - 3
            and band.x1 - band.x0 < 1.2 * width + 20
        ):
            heads = [line for line in lines if centre_inside(line, band)]
            if len(heads) < 2 or any(_is_outside(line) for line in heads):
                continue
            if band.bottom - band.top < 4 * heads[0].size:
                return region._replace(top=min(line.top for line in heads) - 0.5)
    return region


def with_frame(region: TableRegion, lines: Sequence[Line], rules: Sequence[Rule], reach: float) -> TableRegion:
    """A region with the heads above it that stand in the same frame: upright rules run on over its top.

    Args:
        region: as found.
        lines: of the page.
        rules: of the page.
        reach: points that heads may stand over it.
    """
    width = region.x1 - region.x0
    over = [
        rule
        for rule in rules
        if not rule.is_horizontal
        and region.x0 - 4 <= rule.x0 <= region.x1 + 4
        and region.top - reach < rule.top < region.top - 6
        and rule.bottom >= region.top - 4
    ]
    if len(over) < 2:
        return region
    top = min(rule.top for rule in over)
    roofed = sum(
        min(rule.x1, region.x1) - max(rule.x0, region.x0)
        for rule in rules
        if rule.is_horizontal and abs(rule.top - top) < 2 and rule.x1 > region.x0 and rule.x0 < region.x1
    )
    heads = [
        line
        for line in lines
        if top - 1 < line.top and line.baseline < region.top and line.x0 >= region.x0 - 4 and line.x1 <= region.x1 + 4
    ]
    if not heads or roofed < 0.3 * width or any(_is_outside(line) for line in heads):
        return region
    return region._replace(top=min(line.top for line in heads) - 0.5)


def _is_outside(line: Line) -> bool:
    """Whether a line is a caption with a label, a source line or a note by its first words."""
    words = line.words
    if len(words) < 2 or not words[0].text[:1].isalpha():
        return False
    text = line.text
    named = label(text)
    return (named is not None and named.stopped and len(words) > 2) or opens_source(text) or opens_note(text)


def _has_figures(row: Sequence[Line]) -> bool:
    """Whether a row has a figure apart from its first text, as rows of a table do."""
    return len(row) > 1 and any(
        line.words[-1].text[-1:].isdigit() or line.words[0].text[:1].isdigit() for line in row[1:]
    )


def _rows(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines on one baseline, from the left; the rows from the top down."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda one: one.baseline):
        if rows and line.baseline - rows[-1][0].baseline < 0.3 * line.size:
            rows[-1].append(line)
        else:
            rows.append([line])
    for row in rows:
        row.sort(key=lambda one: one.x0)
    return rows


def _has_title(lines: Sequence[Line]) -> bool:
    first = min(lines, key=lambda line: line.baseline)
    return first.size >= _TITLE * median(line.size for line in lines)


def _titles(rows: Sequence[Sequence[Line]], lines: Sequence[Line]) -> set[int]:
    """Lines alone at the top in larger type than the table's, down to the last such line; a word or two that reach no
    farther than the labels are a stub head."""
    usual = median(line.size for line in lines)
    first = min((line.x0 for row in rows if _has_figures(row) for line in row[1:]), default=0.0)
    last = -1
    for i, row in enumerate(rows[:6]):
        if _has_figures(row):
            break
        words = len(row[0].words)
        if len(row) == 1 and row[0].size >= _TITLE * usual and words > 1 and (words > 2 or row[0].x1 > first):
            last = i
    return set(range(last + 1)) if len(rows) - last > 3 else set()


def _carried_on(rows: Sequence[Sequence[Line]], at: int, region: TableRegion) -> set[int]:
    """The rows that go with a caption, source line or note: its further lines, what stands over it without figures."""
    found: set[int] = set()
    first = rows[at][0]
    above = at - 1
    while above >= 0 and not _has_figures(rows[above]):
        above -= 1
    if above < 0 or not any(_has_figures(row) for row in rows[:above]):
        found.update(range(at))  # no table above it
    last = first
    for below in range(at + 1, len(rows)):
        row = rows[below]
        line = row[0]
        close = line.baseline - last.baseline < 1.7 * max(line.size, last.size)
        lined = abs(line.x0 - first.x0) < 2 or abs(line.x0 + line.x1 - first.x0 - first.x1) < 6
        hanging = line.x0 > first.x0 + 2 and line.x0 < first.words[min(2, len(first.words) - 1)].x0 + 2
        wide = line.x1 - line.x0 > _ALONE * (region.x1 - region.x0) or line.words[0].text[:1].islower()
        if len(row) > 1 or not close or not (lined or hanging) or not (wide or line.count > 2):
            break
        if line.words[0].text[:1].isdigit() or (line.bold and not first.bold):
            break
        found.add(below)
        last = line
    return found


def _bounded(region: TableRegion, rows: Sequence[Sequence[Line]], piece: Sequence[int]) -> TableRegion:
    box = bounding_box(line for i in piece for line in rows[i])
    return region._replace(
        top=region.top if piece[0] == 0 else box.top - 0.5,
        bottom=region.bottom if piece[-1] == len(rows) - 1 else box.bottom + 0.5,
    )


def _without_key_figures(region: TableRegion, lines: list[Line]) -> tuple[TableRegion, list[Line]]:
    """The region drawn in to the side on which no figures in much larger type stand."""
    figures = [line for line in lines if line.words[0].text[:1].isdigit()]
    if len(figures) < 6:
        return region, lines
    usual = median(line.size for line in figures)
    large = [line for line in figures if line.size >= _LARGE * usual and not is_years(line)]
    if not large or 4 * len(large) > len(figures):
        return region, lines
    small = [line for line in lines if line not in large]
    box = bounding_box(large)
    sides = (
        ([line for line in small if line.top > box.bottom], "top"),
        ([line for line in small if line.x0 > box.x1 + usual], "x0"),
        ([line for line in small if line.bottom < box.top], "bottom"),
        ([line for line in small if line.x1 < box.x0 - usual], "x1"),
    )
    kept, side = max(sides, key=lambda one: len(one[0]))
    if 10 * len(kept) < 7 * len(small):
        return region, lines
    inner = bounding_box(kept)
    edge = getattr(inner, side)
    return region._replace(**{side: edge - 0.5 if side in ("top", "x0") else edge + 0.5}), kept
