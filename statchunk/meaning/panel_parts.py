"""What stands in a panel: figures with their changes, and texts that may label them."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from statchunk.box import Box
from statchunk.geometry import bounding_box, horizontal_overlap, vertical_overlap
from statchunk.meaning.numbers import plain
from statchunk.model.layout import Line
from statchunk.model.page import Rect, Word, join_words, words_box
from statchunk.text import one_space

_FIGURE: Final = re.compile(
    r"^(?P<value>[<>~≈]?\s*[-+]?\s*(?:[$£€¥]|[A-Z]{2,3}\s)?\s*\d[\d.,' ]*\d|[-+]?\s*(?:[$£€¥])?\d)"
    r"(?:\s*(?P<unit>%|‰|[$£€¥]))?(?:\s*[(|/]?\s*(?P<change>[-+]\s*\d[\d.,' ]*\s*%?)\s*\)?)?(?P<rest>.*)$"
)
_SHARE: Final = re.compile(r"^\s*[(|/]\s*(?P<share>\d[\d.,]*\s*[%‰])\s*\)?$")
_RANGE: Final = re.compile(r"\d{1,3}\s*-\s*\d{1,3}")
_WORDS: Final = re.compile(r"[^\W\d_]{2,}")
_BARS: Final = " |/()"


class PanelValue(NamedTuple):
    """A key figure as printed."""

    text: str
    change: str | None
    own_label: str
    """Words after the figure on its own line."""
    box: Box
    tile: int | None
    """Index of the tile that it stands in."""
    of_last: bool = False
    """Whether it stands in brackets after the figure before it, as its share."""


class PanelLabel(NamedTuple):
    """A text of a panel, its lines joined."""

    text: str
    box: Box
    size: float
    tile: int | None


def panel_parts(lines: Sequence[Line], tiles: Sequence[Rect]) -> tuple[list[PanelValue], list[PanelLabel]]:
    """The figures and the texts of a panel, in the order of its lines.

    Args:
        lines: of the panel.
        tiles: drawn in it.
    """
    values: list[PanelValue] = []
    labels: list[PanelLabel] = []
    by_area = sorted(range(len(tiles)), key=lambda t: (tiles[t].x1 - tiles[t].x0) * (tiles[t].bottom - tiles[t].top))
    for line in _by_rows(lines):
        for words in _segments(line):
            unraised = [word for word in words if word.rise <= 0] or words
            text = one_space(plain(join_words(unraised)))
            box = words_box(unraised)
            tile = _tile_of(box, tiles, by_area)
            match = _FIGURE.match(text)
            if match is not None and _is_figure(match):
                _add_value(values, match, unraised, box, tile, line.size)
            elif text.strip(_BARS) == "-" and (at := _before(values, box, tile)) is not None:
                values[at] = values[at]._replace(change=text.strip(_BARS))
            elif _WORDS.search(text) or _RANGE.fullmatch(text):
                _add_label(labels, PanelLabel(one_space(join_words(unraised)), box, line.size, tile))
    return [value for value in values if not _is_mark(value, labels)], labels


def _by_rows(lines: Sequence[Line]) -> list[Line]:
    """Lines from the top down, those on one baseline from the left."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda one: one.baseline):
        if rows and abs(rows[-1][0].baseline - line.baseline) < 0.3 * min(line.size, rows[-1][0].size):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [line for row in rows for line in sorted(row, key=lambda one: one.x0)]


def _is_mark(value: PanelValue, labels: Sequence[PanelLabel]) -> bool:
    """Whether a small digit stands at the end of a label in larger type, as the mark of a note."""
    if not (value.text.isdigit() and len(value.text) <= 2):
        return False
    return any(
        value.box.height < 0.8 * label.box.height
        and -1 <= value.box.x0 - label.box.x1 < 0.5 * label.size
        and vertical_overlap(value.box, label.box) > 0
        for label in labels
    )


def _tile_of(box: Box, tiles: Sequence[Rect], by_area: Sequence[int]) -> int | None:
    """The smallest tile around the middle of a box that is wide enough to hold it."""
    x, y = (box.x0 + box.x1) / 2, (box.top + box.bottom) / 2
    for t in by_area:
        tile = tiles[t]
        if tile.x0 <= x <= tile.x1 and tile.top <= y <= tile.bottom and tile.x1 - tile.x0 > 0.8 * box.width:
            return t
    return None


def _add_value(
    values: list[PanelValue],
    match: re.Match[str],
    words: Sequence[Word],
    box: Box,
    tile: int | None,
    size: float,
) -> None:
    text, rest = match.group(), match["rest"]
    if text[0] in "+-":
        at = _before(values, box, tile)
        if at is None and tile is not None:  # in the tile of a larger figure
            larger = [
                i for i, v in enumerate(values) if v.tile == tile and v.change is None and v.box.height > 1.3 * size
            ]
            at = larger[0] if len(larger) == 1 else None
        if at is not None:
            values[at] = values[at]._replace(change=one_space(join_words(words)).strip(_BARS))
            return
    shown = one_space(join_words(words))[: len(match["value"]) + len(match["unit"] or "")].strip()
    shown = shown + (match["unit"] or "") if match["unit"] and match["unit"] not in shown else shown
    share = _SHARE.match(rest)
    own = rest.strip(_BARS)
    values.append(PanelValue(shown, match["change"], own if _WORDS.search(rest) else "", box, tile))
    if share is not None:
        values.append(PanelValue(share["share"], None, "", box, tile, of_last=True))


def _before(values: Sequence[PanelValue], box: Box, tile: int | None) -> int | None:
    """The figure without a change right before a box on its line, whose change what stands there is."""
    for at in range(len(values) - 1, max(-1, len(values) - 8), -1):
        value = values[at]
        gap = box.x0 - value.box.x1
        reach = 3.0 if value.tile == tile and tile is not None else 2.0
        if (
            value.change is None
            and 0 <= gap <= reach * value.box.height
            and vertical_overlap(value.box, box) > 0.5 * min(box.height, value.box.height)
        ):
            return at
    return None


def _is_figure(match: re.Match[str]) -> bool:
    if _RANGE.fullmatch(match.group()):
        low, high = match.group().split("-", 1)
        if int(low) < int(high):
            return False  # a group of ages or sizes: a label
    rest = match["rest"].strip()
    if not rest or not any(c.isalnum() for c in rest) or _SHARE.match(match["rest"]):
        return True
    return rest[0] not in "-/–" and len(rest.split()) <= 8 and match["rest"][:1] == " "


def _segments(line: Line) -> list[tuple[Word, ...]]:
    """The words of a line, cut where the gap is wider than the type is high."""
    parts: list[list[Word]] = []
    for word in line.words:
        if parts and word.x0 - parts[-1][-1].x1 <= max(line.size, 1.0) * 1.2:
            parts[-1].append(word)
        else:
            parts.append([word])
    return [tuple(p) for p in parts]


def _add_label(labels: list[PanelLabel], label: PanelLabel) -> None:
    """Join a line to the label right above it."""
    for index in range(len(labels) - 1, max(-1, len(labels) - 12), -1):
        above = labels[index]
        gap = label.box.top - above.box.bottom
        if (
            above.tile == label.tile
            and -0.5 <= gap <= 0.5 * label.box.height
            and horizontal_overlap(above.box, label.box) > 0.4 * min(above.box.width, label.box.width)
            and abs(above.size - label.size) < 0.5 * label.size
        ):
            box = bounding_box((above.box, label.box))
            labels[index] = PanelLabel(f"{above.text} {label.text}", box, label.size, label.tile)
            return
    labels.append(label)
