"""Where tables stand side by side: under captions side by side, under broken rules, in columns of running text."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from statchunk.tables.rows import TextRow, Token
from statchunk.tables.rules import Stroke

_BELOW: Final = 20.0  # of the type size; under a caption, in which its table shows its labels
_LABELS: Final = 2  # that begin where a table is said to begin
_LEAST_RULE: Final = 60.0  # points; shorter rules under heads part no tables
_LEAST_BREAK: Final = 8.0  # points of white between tables side by side
_PROSE: Final = 6  # words; a line of a column of running text holds as many
_LINES: Final = 4  # lines of running text that show a column
_LEVEL: Final = 1.5  # points; lines of one column begin as level as this


class Cut(NamedTuple):
    """Tables stand to the left and to the right of x, from one y down to another."""

    top: float
    x: float
    bottom: float = 1e6


def find_cuts(
    rows: Sequence[TextRow], strokes: Sequence[Stroke], captions: Sequence[tuple[TextRow, Token]]
) -> list[Cut]:
    """All cuts of a page.

    Args:
        rows: of the page, from the top.
        strokes: horizontal rules.
        captions: in the order of the rows, each with its own.
    """
    return [*_caption_cuts(captions, rows), *_rule_cuts(strokes), *_gutter_cuts(rows, strokes)]


def _caption_cuts(captions: Sequence[tuple[TextRow, Token]], rows: Sequence[TextRow]) -> list[Cut]:
    """Of each caption that stands to the right of another on its row."""
    return [
        Cut(row.baseline, _left_under(left, token, row, rows))
        for (above, left), (row, token) in pairwise(captions)
        if above is row
    ]


def _left_under(left: Token, caption: Token, row: TextRow, rows: Sequence[TextRow]) -> float:
    """x where the table under a caption begins: labels as far left of its middle as the last figures are right of it,
    where it is centred over them; else where the caption begins."""
    reach = row.baseline + _BELOW * row.size
    under = [t for r in rows if row.baseline < r.baseline < reach for t in r.tokens]
    right = max((t.x1 for t in under if t.x0 > caption.x0), default=caption.x1)
    start = caption.x0 + caption.x1 - right
    labels = [t.x0 for t in under if t.kind == "text" and abs(t.x0 - start) < row.size]
    if len(labels) < _LABELS or start < left.x1:
        return caption.x0
    return min(labels)


def _rule_cuts(strokes: Sequence[Stroke]) -> list[Cut]:
    """Where three rules or more, one under the other, break off alike and none between them runs on."""
    drawn = [h for h in strokes if not h.weak and h.length > _LEAST_RULE]
    breaks: dict[tuple[int, int, int, int], list[tuple[float, float]]] = defaultdict(list)
    for a, b in pairwise(drawn):
        if abs(a.at - b.at) < 1.0 and b.start - a.end > _LEAST_BREAK:
            key = (round(a.start / 3), round(a.end / 3), round(b.start / 3), round(b.end / 3))
            breaks[key].append((a.at, b.start))
    cuts: list[Cut] = []
    for found in breaks.values():
        top, bottom, x = found[0][0], found[-1][0], found[0][1]
        crossed = any(top - 1 < h.at < bottom + 1 and h.start < x - _LEAST_BREAK and h.end > x for h in drawn)
        if len(found) > 2 and not crossed:
            cuts.append(Cut(top - 1, x, bottom + 1))
    return cuts


def _gutter_cuts(rows: Sequence[TextRow], strokes: Sequence[Stroke]) -> list[Cut]:
    """Between columns of running text, as far up and down as no text and no rule crosses the white between them."""
    lines = [(t.x0, t.x1, row.baseline) for row in rows for t in row.tokens if _is_prose(t)]
    columns: list[list[tuple[float, float, float]]] = []
    for line in sorted(lines):
        if columns and line[0] - columns[-1][0][0] < _LEVEL:
            columns[-1].append(line)
        else:
            columns.append([line])
    columns = [column for column in columns if len(column) >= _LINES]
    cuts: list[Cut] = []
    for left, right in pairwise(columns):
        end, begin = max(x1 for _, x1, _ in left), right[0][0]
        if begin - end < _LEAST_BREAK:
            continue
        x0, x1 = end + 1.0, begin - 1.0
        crossed = [row.baseline for row in rows for t in row.tokens if t.x0 < x0 and t.x1 > x1]
        crossed += [h.at for h in strokes if h.start < x0 and h.end > x1]
        edges = [-1e6, *sorted(crossed), 1e6]
        for top, bottom in pairwise(edges):
            sides = [sum(top < y < bottom for _, _, y in side) for side in (left, right)]
            if min(sides) >= _LINES:
                cuts.append(Cut(top, begin - 0.5, bottom))
    return cuts


def _is_prose(token: Token) -> bool:
    """Whether a text is as long as a line of running text, most of its words in small letters."""
    words = token.words
    return token.kind == "text" and len(words) >= _PROSE and 2 * sum(w.text[:1].islower() for w in words) > len(words)


def cut_between(cuts: Sequence[Cut], row: TextRow, a: Token, b: Token) -> bool:
    """Whether tables part between two tokens of a row."""
    return any(c.top < row.baseline < c.bottom and a.x1 < c.x <= b.x0 for c in cuts)
