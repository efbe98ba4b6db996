"""Columns and bands read out in order."""

import itertools
from collections import Counter
from collections.abc import Sequence

from statchunk.box import Box
from statchunk.geometry import bounding_box
from statchunk.layout.groups import Group, group_lines, make_group
from statchunk.layout.order import Column, Columns, Flow, Item, Stack
from statchunk.model.page import Word
from statchunk.settings import LayoutSettings


def flatten(flow: Flow, leading: float, bullets: Sequence[Box], settings: LayoutSettings) -> list[Group | Item]:
    """Groups, tables and figures in reading order.

    Columns are read one after the other; heads in a left margin column are read each before its text.
    """
    if isinstance(flow, Column):
        return group_lines(flow.items, leading, bullets, settings)
    if isinstance(flow, Stack):
        return [part for band in flow.parts for part in flatten(band, leading, bullets, settings)]
    columns = [flatten(part, leading, bullets, settings) for part in flow.parts]
    return _read_columns(flow, columns, settings)


def _read_columns(flow: Columns, columns: Sequence[list[Group | Item]], settings: LayoutSettings) -> list[Group | Item]:
    out = columns[-1]
    for left in reversed(columns[:-1]):
        out = _with_side_heads(left, out, settings) or [*left, *out]
    return out


def _with_side_heads(
    left: Sequence[Group | Item], right: Sequence[Group | Item], settings: LayoutSettings
) -> list[Group | Item] | None:
    """The right column with each group of the left one before the line that it stands beside.

    None where the left column is a column of text of its own.
    """
    heads = [part for part in left if isinstance(part, Group)]
    texts = [part for part in right if isinstance(part, Group)]
    if not heads or len(heads) < len(left) or not texts:
        return None
    baselines = [line.baseline for group in texts for line in group.lines]
    beside = [_beside(head.lines[0].baseline, baselines, head.size) for head in heads]
    if sum(level is not None for level in beside) < 0.7 * len(heads):
        return None
    box, other = bounding_box(head.box for head in heads), bounding_box(text.box for text in texts)
    written = sum(len(head.text) for head in heads)
    if max(head.count for head in heads) > settings.side_head_words or box.width > 0.8 * other.width:
        return None
    if written > settings.side_head_share * sum(len(text.text) for text in texts):
        if len(heads) < 2 or written > sum(len(text.text) for text in texts) or max(len(h.lines) for h in heads) > 2:
            return None
    else:
        usual = _font([word for text in texts for word in text.words])
        for head in heads:
            head.side_head = len(head.lines) <= 5 and (head.bold or _font(head.words) != usual)
    places = [level for level in beside if level is not None]
    merged: list[tuple[float, int, Group | Item]] = []
    for head, level in zip(heads, beside, strict=True):
        merged.append((level if level is not None else head.lines[0].baseline, 0, head))
    for part in right:
        if isinstance(part, Group):
            merged += [(piece.lines[0].baseline, 1, piece) for piece in _split_at(part, places)]
        else:
            merged.append((part.top, 1, part))
    return [part for _, _, part in sorted(merged, key=lambda entry: (round(entry[0], 1), entry[1]))]


def _font(words: Sequence[Word]) -> str:
    """The font of most words: a head may differ by it alone where the file does not say which fonts are bold."""
    return Counter(word.style.font for word in words).most_common(1)[0][0]


def _beside(level: float, baselines: Sequence[float], size: float) -> float | None:
    """The baseline that a head stands on or within half a line of; None where there is none."""
    nearest = min(baselines, key=lambda other: abs(other - level))
    return nearest if abs(nearest - level) <= 0.5 * size else None


def _split_at(group: Group, places: Sequence[float]) -> list[Group]:
    cuts = [i for i, line in enumerate(group.lines) if i and any(abs(line.baseline - p) < 0.05 for p in places)]
    if not cuts:
        return [group]
    edges = [0, *cuts, len(group.lines)]
    column: Box = group.column
    return [make_group(group.lines[a:b], column) for a, b in itertools.pairwise(edges)]
