"""Key figures in panels: each figure paired with its label by where they stand; left open where that is uncertain."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from statchunk.box import Box
from statchunk.geometry import bounding_box, box_of, horizontal_overlap, leads, touching
from statchunk.meaning.numbers import NumberFormat, decide_format, parse_number
from statchunk.meaning.panel_parts import PanelLabel, PanelValue, panel_parts
from statchunk.meaning.sides import SIDES, best_side, gap_to
from statchunk.meaning.units import UnitStatement, find_unit
from statchunk.model.evidence import FactsheetItem
from statchunk.model.layout import Block
from statchunk.model.page import Rect, Rule
from statchunk.text import one_space

_CLEAR: Final = 1.6
"""A second label must be this many times farther away for the first to be certain."""
_DOUBT: Final = 0.6
"""Confidence of a pair with a rival label."""
_SURE: Final = 0.9
"""Confidence of a pair without rival."""
_BY_COLOR: Final = 0.8
"""Confidence of a label read from the legend's colours."""
_CARD_GAP: Final = 8.0
"""Points between tiles of one card."""
_NAME_REACH: Final = 2.3
"""Heights of a name between it and its card, or the end of the line that leads to the card."""


@dataclass(slots=True)
class _Pairs:
    """The labels found so far. Filled step by step by `pair_panel`, from the surest evidence to the weakest."""

    values: Sequence[PanelValue]
    labels: Sequence[PanelLabel]
    found: dict[int, tuple[str, float]]
    """Value to its label and confidence."""
    used: set[int]
    """Labels that are spoken for."""

    def open_values(self) -> list[int]:
        return [i for i in range(len(self.values)) if i not in self.found]

    def give(self, value: int, labels: Sequence[int], confidence: float) -> None:
        self.found[value] = (" ".join(self.labels[j].text for j in labels), confidence)
        self.used.update(labels)


def pair_panel(block: Block, languages: Sequence[str]) -> tuple[FactsheetItem, ...]:
    """The figures of a panel, each with its label, in reading order.

    Evidence in turn: words after the figure on its line, words in its tile, words in the tile above it, the legend's
    entry of its tile's colour, the side on which the panel puts its labels. What names a whole card of tiles, or all
    of a tile's figures, stands before the labels of its figures. A figure without a label has None and confidence 0.

    Args:
        block: of a panel, with lines; its shapes are the tiles and the lines that lead to a name.
        languages: codes of the release.
    """
    tiles = [shape for shape in block.shapes if isinstance(shape, Rect)]
    values, texts = panel_parts(block.lines, tiles)
    if not values:
        return ()
    labels: list[PanelLabel] = []
    units: dict[int, str] = {}
    for label in texts:
        at = _unit_owner(label, values, languages)
        if at is None:
            labels.append(label)
        else:
            units.setdefault(at, label.text)
    pairs = _Pairs(values, labels, {}, set())
    for i, value in enumerate(values):
        if value.own_label and _unit(value.own_label, languages) is not None:
            units.setdefault(i, value.own_label)
        elif value.own_label:
            pairs.found[i] = (value.own_label, _SURE)
    groups = _by_tile(pairs)
    _by_tile_above(pairs, tiles)
    _by_legend(pairs, tiles)
    cards = _cards(pairs, tiles)
    names = _names(pairs, cards, [shape for shape in block.shapes if isinstance(shape, Rule)])
    _by_side(pairs)
    form = decide_format((v.text for v in values), languages[0] if languages else None)
    shares = _shares(values)
    items = []
    for i, value in enumerate(values):
        inner, confidence = pairs.found.get(shares.get(i, i), (None, 0.0))
        path = [text for text in (names.get(i), groups.get(i)) if text and text != inner]
        path += [inner] if inner else []
        stated = ", ".join(path) or None
        items.append(
            _item(
                value,
                stated,
                confidence or (_BY_COLOR if path else 0.0),
                units.get(i),
                block.page_number,
                form,
                languages,
            )
        )
    return tuple(items)


def _shares(values: Sequence[PanelValue]) -> dict[int, int]:
    """Values in brackets after another, which bear the label of that one."""
    return {i: i - 1 for i, value in enumerate(values) if value.of_last and i}


def _unit(text: str, languages: Sequence[str]) -> UnitStatement | None:
    """The unit that a text names if it says nothing else."""
    found = find_unit(f"({text.strip('()')})", languages) if len(text.split()) <= 3 else None
    return found if found is not None and found.whole and found.unit else None


def _unit_owner(label: PanelLabel, values: Sequence[PanelValue], languages: Sequence[str]) -> int | None:
    """The value whose unit a text is: right of it or under it, in its tile; None where it is no mere unit."""
    if _unit(label.text, languages) is None:
        return None
    near = [
        (gap, i)
        for i, value in enumerate(values)
        if value.tile == label.tile
        for side in SIDES[:3]
        if (gap := gap_to(value.box, label.box, side)) is not None and side != "above"
    ]
    return min(near)[1] if near else None


def _by_tile(pairs: _Pairs) -> dict[int, str]:
    """Labels inside the figure's own tile; what is left over in a tile of several figures names them all."""
    groups: dict[int, str] = {}
    by_tile: dict[int, list[int]] = {}
    for i, value in enumerate(pairs.values):
        if value.tile is not None and i not in pairs.found and not value.of_last:
            by_tile.setdefault(value.tile, []).append(i)
    for tile, own in by_tile.items():
        labels = [j for j, label in enumerate(pairs.labels) if label.tile == tile]
        if not labels:
            continue
        if len(own) == 1:
            box, change = pairs.values[own[0]].box, pairs.values[own[0]].change
            above = [j for j in labels if pairs.labels[j].box.bottom <= box.top + 0.3 * box.height]
            if not above and change is not None:  # what stands under the change says what that is
                pairs.used.update(labels)
                labels = [j for j in labels if pairs.labels[j].box.x0 < (box.x0 + box.x1) / 2]
            if above or labels:
                pairs.give(own[0], above or labels, _SURE)
            continue
        for i, j, _ in best_side([(i, pairs.values[i].box) for i in own], [(j, pairs.labels[j].box) for j in labels]):
            pairs.give(i, [j], _SURE)
        left = [j for j in labels if j not in pairs.used]
        if len(left) == 1:
            pairs.used.add(left[0])
            groups.update(dict.fromkeys(own, pairs.labels[left[0]].text))
    return groups


def _by_tile_above(pairs: _Pairs, tiles: Sequence[Rect]) -> None:
    """Labels in a tile of words alone that sits right on the figure's tile, as wide."""
    filled = {value.tile for value in pairs.values}
    heads = [
        (j, tiles[label.tile])
        for j, label in enumerate(pairs.labels)
        if label.tile is not None and label.tile not in filled and j not in pairs.used
    ]
    for i in pairs.open_values():
        value = pairs.values[i]
        if value.tile is None or value.of_last:
            continue
        tile = tiles[value.tile]
        over = [
            j
            for j, head in heads
            if head.top < value.box.top
            and pairs.labels[j].box.bottom <= value.box.top + 1
            and tile.top - head.bottom < 0.6 * value.box.height
            and horizontal_overlap(head, tile) > 0.8 * max(head.x1 - head.x0, tile.x1 - tile.x0)
        ]
        if over:
            pairs.give(i, [max(over, key=lambda j: pairs.labels[j].box.bottom)], _SURE)


def _by_legend(pairs: _Pairs, tiles: Sequence[Rect]) -> None:
    """Labels from a legend: a tile without words, filled as the figure's, with words right of it."""
    filled = _filled(pairs)
    entries: dict[int, list[int]] = {}
    for t, tile in enumerate(tiles):
        if t in filled or tile.fill is None:
            continue
        beside = [
            (label.box.x0 - tile.x1, j)
            for j, label in enumerate(pairs.labels)
            if j not in pairs.used
            and 0 <= label.box.x0 - tile.x1 < 1.5 * label.box.height
            and min(label.box.bottom, tile.bottom) - max(label.box.top, tile.top) > 0.5 * label.box.height
        ]
        if beside:
            entries.setdefault(tile.fill, []).append(min(beside)[1])
    if len(entries) < 2:
        return
    for i in pairs.open_values():
        value = pairs.values[i]
        fill = tiles[value.tile].fill if value.tile is not None else None
        if fill is not None and len(entries.get(fill, ())) == 1 and not value.of_last:
            pairs.give(i, entries[fill], _BY_COLOR)


def _filled(pairs: _Pairs) -> set[int]:
    """The tiles that hold a figure or text."""
    return {v.tile for v in pairs.values if v.tile is not None} | {
        label.tile for label in pairs.labels if label.tile is not None
    }


def _cards(pairs: _Pairs, tiles: Sequence[Rect]) -> list[tuple[Box, list[int]]]:
    """Cards of at least two tiles that touch or nearly do: the box, and the values in it."""
    held = sorted(_filled(pairs))
    cards = []
    for group in touching([box_of(tiles[t]) for t in held], _CARD_GAP):
        own = {held[g] for g in group}
        inside = [i for i, value in enumerate(pairs.values) if value.tile in own]
        if len(own) > 1 and inside:
            cards.append((bounding_box(tiles[t] for t in own), inside))
    return cards


def _names(pairs: _Pairs, cards: Sequence[tuple[Box, list[int]]], leaders: Sequence[Rule]) -> dict[int, str]:
    """The name of each value's card: at the far end of a leader line, else right above the card."""
    free = [j for j, label in enumerate(pairs.labels) if label.tile is None and j not in pairs.used]
    named: dict[int, str] = {}
    for box, inside in cards:
        led = {
            j
            for j in free
            for leader in leaders
            if leads(leader, box, pairs.labels[j].box, _NAME_REACH * pairs.labels[j].size)
        }
        above = {
            j
            for j in free
            if -0.2 * pairs.labels[j].size <= box.top - pairs.labels[j].box.bottom < 1.2 * pairs.labels[j].size
            and horizontal_overlap(pairs.labels[j].box, box) > 0
        }
        chosen = above or led
        if len(chosen) == 1:
            name = chosen.pop()
            pairs.used.add(name)
            named.update(dict.fromkeys(inside, pairs.labels[name].text))
    return named


def _by_side(pairs: _Pairs) -> None:
    """Labels on the side of the figures where the panel puts them."""
    open_values = [i for i in pairs.open_values() if not pairs.values[i].of_last]
    free = [j for j in range(len(pairs.labels)) if j not in pairs.used]
    best = best_side([(i, pairs.values[i].box) for i in open_values], [(j, pairs.labels[j].box) for j in free])
    for value, label, gap in best:
        rivals = [
            d
            for side in SIDES
            for other in free
            if other != label and (d := gap_to(pairs.values[value].box, pairs.labels[other].box, side)) is not None
        ]
        sure = not rivals or min(rivals) > max(gap, 1.0) * _CLEAR or len(best) >= 3
        pairs.give(value, [label], _SURE if sure else _DOUBT)


def _item(
    value: PanelValue,
    label: str | None,
    confidence: float,
    unit: str | None,
    page: int,
    form: NumberFormat,
    languages: Sequence[str],
) -> FactsheetItem:
    number = parse_number(value.text, form)
    statement = find_unit(label, languages, label=False) if label else None
    stated = _unit(unit, languages) if unit else None
    return FactsheetItem(
        label=label,
        value_text=value.text,
        value=number.value,
        unit=number.unit
        or (stated.unit if stated is not None else None)
        or (statement.unit if statement is not None else None),
        change=one_space(value.change) if value.change else None,
        page=page,
        bbox=value.box,
        confidence=confidence,
    )
