"""Key figures in panels: each figure paired with its label by where they stand; left open where that is uncertain."""

import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from statchunk.geometry import Box, bounding_box, horizontal_overlap, vertical_overlap
from statchunk.meaning.numbers import NumberFormat, decide_format, parse_number, plain
from statchunk.meaning.units import find_unit
from statchunk.model.evidence import FactsheetItem
from statchunk.model.layout import Block, Line
from statchunk.model.page import Word
from statchunk.text import join_words, one_space

Side = Literal["below", "above", "right", "left"]

_FIGURE = re.compile(
    r"^(?P<value>[<>~≈]?\s*[-+]?\s*(?:[$£€¥]|[A-Z]{2,3}\s)?\s*\d[\d.,' ]*\d|[-+]?\s*(?:[$£€¥])?\d)"
    r"\s*(?P<unit>%|‰|[$£€¥])?(?:\s*[(|/]?\s*(?P<change>[-+]\s*\d[\d.,' ]*\s*%?)\s*\)?)?(?P<rest>.*)$"
)
_RANGE = re.compile(r"\d{1,3}\s*-\s*\d{1,3}")
_WORDS = re.compile(r"[^\W\d_]{2,}")
_CLEAR = 1.6
"""A second label must be this many times farther away for the first to be certain."""
_REACH = 3.0
"""Heights of the figure within which its label is looked for above and below."""
_REACH_ACROSS = 8.0
"""The same, on its line."""
_DOUBT = 0.6
"""Confidence of a pair with a rival label."""
_ALONE = 0.9
"""Confidence of a pair without rival."""


class _Value(NamedTuple):
    text: str
    change: str | None
    own_label: str
    """Words after the figure on its own line."""
    box: Box


class _LabelAt(NamedTuple):
    text: str
    box: Box


def pair_panel(block: Block, languages: Sequence[str]) -> tuple[FactsheetItem, ...]:
    """The figures of a panel, each with its label, in reading order.

    A panel puts its labels on one side of its figures: the side on which most figures and labels are each other's
    nearest holds for all. A figure without a label there has label None and confidence 0.

    Args:
        block: of a panel, with lines.
        languages: codes of the release.
    """
    values, labels = _parts(block.lines)
    if not values:
        return ()
    form = decide_format((v.text for v in values), languages[0] if languages else None)
    pairs = _pair(values, labels)
    return tuple(
        _item(value, *pairs.get(index, (None, 0.0)), block.page_number, form, languages)
        for index, value in enumerate(values)
    )


def _parts(lines: Iterable[Line]) -> tuple[list[_Value], list[_LabelAt]]:
    values: list[_Value] = []
    labels: list[_LabelAt] = []
    for line in lines:
        for words in _segments(line):
            text = one_space(plain(join_words(words)))
            match = _FIGURE.match(text)
            box = bounding_box(words)
            if match is not None and _is_figure(match):
                before = values[-1] if values else None
                if text[0] in "+-" and before is not None and _follows(before, box) and not match["rest"].strip():
                    values[-1] = before._replace(change=text, box=bounding_box((before.box, box)))
                    continue
                rest = match["rest"].strip(" |/()")
                shown = one_space(join_words(words))[: len(match["value"]) + len(match["unit"] or "")].strip()
                shown = shown + (match["unit"] or "") if match["unit"] and match["unit"] not in shown else shown
                values.append(_Value(shown, match["change"], rest if _WORDS.search(rest) else "", box))
            elif _WORDS.search(text) or _RANGE.fullmatch(text):
                _add_label(labels, _LabelAt(one_space(join_words(words)), box))
    return values, labels


def _follows(before: _Value, box: Box) -> bool:
    """Whether a signed figure stands right after another on its line: its change."""
    near = 0 <= box.x0 - before.box.x1 <= 2 * box.height
    return before.change is None and near and vertical_overlap(before.box, box) > 0.5 * box.height


def _is_figure(match: re.Match[str]) -> bool:
    if _RANGE.fullmatch(match.group()):
        low, high = match.group().split("-", 1)
        if int(low) < int(high):
            return False  # a group of ages or sizes: a label
    rest = match["rest"].strip()
    if not rest or not any(c.isalnum() for c in rest):
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


def _add_label(labels: list[_LabelAt], label: _LabelAt) -> None:
    """Join a line to the label right above it."""
    for index in range(len(labels) - 1, max(-1, len(labels) - 6), -1):
        above = labels[index]
        gap = label.box.top - above.box.bottom
        if (
            -0.5 <= gap <= 0.5 * label.box.height
            and horizontal_overlap(above.box, label.box) > 0.4 * min(above.box.width, label.box.width)
            and abs(above.box.height - label.box.height) < 0.5 * label.box.height + above.box.height * 0.5
        ):
            labels[index] = _LabelAt(f"{above.text} {label.text}", bounding_box((above.box, label.box)))
            return
    labels.append(label)


def _distance(value: Box, label: Box, side: Side) -> float | None:
    """Points between a figure and a label on one side of it; None where it does not stand there."""
    if side in ("below", "above"):
        if horizontal_overlap(value, label) <= 0:
            return None
        gap = label.top - value.bottom if side == "below" else value.top - label.bottom
    else:
        if vertical_overlap(value, label) <= 0.3 * min(value.height, label.height):
            return None
        gap = label.x0 - value.x1 if side == "right" else value.x0 - label.x1
    reach = _REACH if side in ("below", "above") else _REACH_ACROSS
    return gap if -0.3 * value.height <= gap <= reach * value.height else None


def _pair(values: Sequence[_Value], labels: Sequence[_LabelAt]) -> dict[int, tuple[str | None, float]]:
    """Index of the value to (label, confidence)."""
    pairs: dict[int, tuple[str | None, float]] = {
        i: (value.own_label, _ALONE) for i, value in enumerate(values) if value.own_label
    }
    open_values = [i for i in range(len(values)) if i not in pairs]
    sides: tuple[Side, ...] = ("below", "above", "right", "left")
    best: list[tuple[int, int, float]] = []
    for side in sides:
        mutual = _mutual(values, labels, open_values, side)
        if len(mutual) > len(best) or (len(mutual) == len(best) and _total(mutual) < _total(best)):
            best = mutual
    for value, label, gap in best:
        rivals = [
            d
            for side in sides
            for other, candidate in enumerate(labels)
            if other != label and (d := _distance(values[value].box, candidate.box, side)) is not None
        ]
        sure = not rivals or min(rivals) > max(gap, 1.0) * _CLEAR or len(best) >= 3
        pairs[value] = (labels[label].text, _ALONE if sure else _DOUBT)
    return pairs


def _total(pairs: Sequence[tuple[int, int, float]]) -> float:
    return sum(gap for _, _, gap in pairs)


def _mutual(
    values: Sequence[_Value], labels: Sequence[_LabelAt], open_values: Sequence[int], side: Side
) -> list[tuple[int, int, float]]:
    """(value, label, gap) where each is the other's nearest on that side."""
    gaps = {
        (i, j): gap
        for i in open_values
        for j, label in enumerate(labels)
        if (gap := _distance(values[i].box, label.box, side)) is not None
    }
    found = []
    for (i, j), gap in gaps.items():
        nearest_label = min((g, b) for (a, b), g in gaps.items() if a == i)[1]
        nearest_value = min((g, a) for (a, b), g in gaps.items() if b == j)[1]
        if nearest_label == j and nearest_value == i:
            found.append((i, j, gap))
    return found


def _item(
    value: _Value, label: str | None, confidence: float, page: int, form: NumberFormat, languages: Sequence[str]
) -> FactsheetItem:
    number = parse_number(value.text, form)
    statement = find_unit(label, languages, label=False) if label else None
    return FactsheetItem(
        label=label,
        value_text=value.text,
        value=number.value,
        unit=number.unit or (statement.unit if statement is not None else None),
        change=one_space(value.change) if value.change else None,
        page=page,
        bbox=value.box,
        confidence=confidence,
    )
