"""Figures printed at the bars of a chart, named by the category under the bar and the legend entry of its fill."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from statchunk.box import Box
from statchunk.geometry import bounding_box, horizontal_overlap, vertical_overlap
from statchunk.meaning.numbers import decide_format, parse_number, plain
from statchunk.meaning.units import find_unit
from statchunk.model.evidence import FactsheetItem
from statchunk.model.layout import Block
from statchunk.model.page import Rect, join_words, words_box
from statchunk.text import one_space

_FIGURE: Final = re.compile(r"[-+]?\s?\d[\d.,' ]*\s?%?")
_LEAST: Final = 3
"""Bars with figures; fewer may be by chance."""
_CONFIDENCE: Final = 0.8


class _Text(NamedTuple):
    text: str
    box: Box


class _Bar(NamedTuple):
    """A bar turned so that it stands: a lying one has its axes exchanged."""

    box: Box
    fill: int | None


def pair_bars(block: Block, statement: str, languages: Sequence[str]) -> tuple[FactsheetItem, ...]:
    """The figures at the bars of a chart; none where bars, categories or series cannot be told for sure.

    Args:
        block: of a figure; its shapes are the filled rectangles in it.
        statement: caption or heading, which may state the unit.
        languages: codes of the release.
    """
    rects = [shape for shape in block.shapes if isinstance(shape, Rect)]
    if len(rects) < _LEAST:
        return ()
    texts = [_Text(one_space(join_words(line.words)), words_box(line.words)) for line in block.lines if not line.turn]
    named = _read(rects, texts) or _read([_exchanged(r) for r in rects], texts, lying=True)
    form = decide_format((text.text for text, _ in named), languages[0] if languages else None)
    unit = find_unit(statement, languages, label=False) if statement else None
    return tuple(
        FactsheetItem(
            label=label,
            value_text=text.text,
            value=(number := parse_number(text.text, form)).value,
            unit=number.unit or (unit.unit if unit is not None else None),
            page=block.page_number,
            bbox=text.box,
            confidence=_CONFIDENCE,
        )
        for text, label in named
    )


def _exchanged(rect: Rect) -> Rect:
    """The rectangle with its axes exchanged and up turned: a bar that grows to the right stands."""
    return Rect(rect.top, -rect.x1, rect.bottom, -rect.x0, rect.fill, rect.stroke)


def _placed(text: _Text, lying: bool) -> Box:
    box = text.box
    return Box(box.top, -box.x1, box.bottom, -box.x0) if lying else box


def _read(rects: Sequence[Rect], texts: Sequence[_Text], lying: bool = False) -> list[tuple[_Text, str]]:
    """(figure, label) of each bar that stands on the common base; empty where that is no bar chart with figures."""
    bars, base = _bars(rects)
    if len(bars) < _LEAST:
        return []
    boxes = [_placed(text, lying) for text in texts]
    figures = [i for i, text in enumerate(texts) if _FIGURE.fullmatch(plain(text.text))]
    valued: list[tuple[int, _Bar]] = []
    for bar in bars:
        at = [i for i in figures if _is_at(boxes[i], bar.box, base, lying)]
        if len(at) == 1:
            valued.append((at[0], bar))
    once = Counter(i for i, _ in valued)
    if len(valued) < max(_LEAST, 0.6 * len(bars)) or max(once.values()) > 1:
        return []
    categories = _categories(texts, boxes, bars, base, {i for i, _ in valued})
    many = len({bar.fill for bar in bars}) > 1 and len(bars) > len(categories)
    series = _series(rects, bars, texts, lying) if many else {}
    named: list[tuple[_Text, str]] = []
    for i, bar in valued:
        category = _nearest(bar.box, categories)
        if category is None or (many and bar.fill not in series):
            return []
        label = f"{series[bar.fill]}, {category}" if many and bar.fill is not None else category
        named.append((texts[i], label))
    return named if len({label for _, label in named}) == len(named) else []


def _bars(rects: Sequence[Rect]) -> tuple[list[_Bar], float]:
    """Rectangles of one width that stand on, or hang from, one base; the base."""
    edges = Counter(round(edge) for rect in rects for edge in (rect.bottom, rect.top))
    if not edges:
        return [], 0.0
    base = float(max(edges, key=lambda edge: edges[edge]))
    standing = [r for r in rects if min(abs(r.bottom - base), abs(r.top - base)) < 1.0]
    widths = Counter(round(r.x1 - r.x0) for r in standing)
    width = max(widths, key=lambda w: widths[w], default=0)
    own = [r for r in standing if abs(r.x1 - r.x0 - width) <= 1]
    return [_Bar(Box(r.x0, r.top, r.x1, r.bottom), r.fill) for r in own], base


def _is_at(box: Box, bar: Box, base: float, lying: bool) -> bool:
    """Whether a figure stands at the far end of a bar, beyond it or just inside."""
    across = (box.x0 + box.x1) / 2
    if not bar.x0 - 1 <= across <= bar.x1 + 1:
        return False
    reach = box.width if lying else box.height
    if abs(bar.bottom - base) < 1.0:
        return -0.3 * reach <= bar.top - box.bottom < reach or 0 <= box.top - bar.top < 0.5 * reach
    return -0.3 * reach <= box.top - bar.bottom < reach or 0 <= bar.bottom - box.bottom < 0.5 * reach


def _categories(
    texts: Sequence[_Text], boxes: Sequence[Box], bars: Sequence[_Bar], base: float, taken: set[int]
) -> list[tuple[Box, str]]:
    """The row of texts next to the base, on the side where no bar stands."""
    span = bounding_box(bar.box for bar in bars)
    under = [
        (boxes[i], text.text)
        for i, text in enumerate(texts)
        if i not in taken and boxes[i].top >= base - 1 and horizontal_overlap(boxes[i], span) > 0
    ]
    if not under:
        return []
    first = min(box.top for box, _ in under)
    row = [(box, text) for box, text in under if box.top - first < 0.6 * box.height]
    return row if len(row) > 1 else []


def _nearest(bar: Box, categories: Sequence[tuple[Box, str]]) -> str | None:
    """The category whose middle is clearly nearest to the middle of a bar."""
    middle = (bar.x0 + bar.x1) / 2
    away = sorted((abs((box.x0 + box.x1) / 2 - middle), text) for box, text in categories)
    if len(away) < 2 or away[0][0] > 0.6 * away[1][0]:
        return None
    return away[0][1]


def _series(rects: Sequence[Rect], bars: Sequence[_Bar], texts: Sequence[_Text], lying: bool) -> dict[int | None, str]:
    """Fill to the legend's entry: words right of a small rectangle of that fill that is no bar."""
    fills = {bar.fill for bar in bars}
    own = {bar.box for bar in bars}
    found: dict[int | None, list[str]] = {}
    for rect in rects:
        if rect.fill not in fills or Box(rect.x0, rect.top, rect.x1, rect.bottom) in own:
            continue
        key = Box(-rect.bottom, rect.x0, -rect.top, rect.x1) if lying else Box(*rect[:4])
        beside = [
            (text.box.x0 - key.x1, text.text)
            for text in texts
            if 0 <= text.box.x0 - key.x1 < 1.5 * text.box.height
            and vertical_overlap(text.box, key) > 0.5 * min(text.box.height, key.height)
        ]
        if beside:
            found.setdefault(rect.fill, []).append(min(beside)[1])
    return {fill: names[0] for fill, names in found.items() if len(set(names)) == 1}
