"""Labels beside the figures of a body, and how wide its rules say that the table is."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from statchunk.settings import TableSettings
from statchunk.tables.regions_core import Core
from statchunk.tables.regions_judge import Span
from statchunk.tables.rows import TextRow, Token, first_figures
from statchunk.tables.rules import Rules

_LABELLED: Final = 4  # rows; in fewer, texts far to the left may stand there by chance
_LABEL_WORDS: Final = 8  # of a label at most, where it stands far from its figures
_LEVEL: Final = 1.0  # points; labels of one step begin as near to one x
_STEPS: Final = 4  # by which labels are set in at most, where they stand far from their figures
_SET_IN: Final = 8.0  # of the type size; as far labels are set in at most
_OUTER_WORDS: Final = 5  # of an outer label and its head at most; a line of running text has more
_HEAD_LINES: Final = 6  # lines above the figures; heads stand no higher
_STEP: Final = 1.3  # of the usual step from row to row; a line of its own would part two rows by more
_FLUSH: Final = 2.0  # points; labels and their head begin as near to one x
_OUTDENT: Final = 4.0  # of the type size; so far to the left of its members a group label begins at most


def ruled_width(core: Core, rules: Rules) -> Span:
    """The x range of rules that start and end alike above and below the figures, or of two above them: how wide the
    table says it is."""
    above, below = (
        [
            h
            for h in rules.horizontal
            if not h.weak and h.start <= core.x0 + 2 and h.end >= core.x1 - 2 and low <= h.at <= high
        ]
        for low, high in ((core.top - 60, core.top + 2), (core.bottom - 2, core.bottom + 20))
    )
    others = [*below, *above]  # a table that goes on on the next page has no rule below
    alike = [
        h
        for h in above
        for other in others
        if other is not h and abs(h.start - other.start) < 3 and abs(h.end - other.end) < 3
    ]
    return Span(min([core.x0, *(h.start for h in alike)]), max([core.x1, *(h.end for h in alike)]))


def with_labels(core: Core, rows: Sequence[TextRow], ruled: Span, settings: TableSettings) -> Span:
    """The x range of the core's rows with the labels on their left and the texts on their right.

    Args:
        core: the figures.
        rows: of the page.
        ruled: texts within it belong to the table however far they stand from its figures.
        settings: of the table engine.
    """
    lefts: list[float] = []
    rights: list[float] = []
    far = _has_far_labels(core, rows)
    for i in core.rows:
        row = rows[i]
        own = [k for k, t in enumerate(row.tokens) if core.x0 - 1 <= t.x0 and t.x1 <= core.x1 + 1]
        if not own:
            continue
        first, last = own[0], own[-1]
        texts = 0
        while first > 0:
            token = row.tokens[first - 1]
            reach = settings.row_gap if texts else 1e6 if far else settings.label_gap
            if token.x0 < core.left - 2:
                break
            if token.x0 < ruled.x0 - 2 and (
                not _near(token, row.tokens[first], row, reach) or (texts and _is_neighbour(token, core, rows))
            ):
                break
            texts += token.kind == "text"
            first -= 1
        while last + 1 < len(row.tokens):
            token = row.tokens[last + 1]
            if token.x0 >= core.right - 2:
                break
            if token.x1 > ruled.x1 + 2 and (
                not _near(row.tokens[last], token, row, settings.row_gap)
                or _is_neighbour(token, core, rows)
                or (ruled.x1 > core.x1 and token.x0 > ruled.x1 + 2 and len(token.words) > 3)
            ):
                break
            last += 1
        lefts.append(row.tokens[first].x0)
        rights.append(row.tokens[last].x1)
    return Span(min([core.x0, *lefts]), max([core.x1, *rights]))


def with_outdents(span: Span, core: Core, rows: Sequence[TextRow]) -> Span:
    """The x range with labels without figures, alone between rows of figures, that all begin some indents to the left
    of the other labels."""
    body = set(core.rows)
    lefts: list[float] = []
    for i in range(core.rows[0] + 1, core.rows[-1]):
        row = rows[i]
        if i in body:
            continue
        own = [t for t in row.tokens if t.x1 > span.x0 - row.size and t.x0 < span.x1]
        if len(own) == 1 and span.x0 - _OUTDENT * row.size < own[0].x0 < span.x0:
            lefts.append(own[0].x0)
    return Span(min(lefts), span.x1) if lefts and max(lefts) - min(lefts) < 1.0 else span


def with_outer_labels(span: Span, core: Core, rows: Sequence[TextRow]) -> Span:
    """The x range with outer labels that stand at the left of all others, alone between the rows of figures, as in the
    middle of merged cells: short texts or years flush with a head of theirs on a line of heads, or several between rows
    no farther apart than others."""
    if len(core.rows) < 2:
        return span
    body = set(core.rows)
    found: list[Token] = []
    steps = sorted(rows[b].baseline - rows[a].baseline for a, b in pairwise(core.rows))
    between, alone = True, 0
    for i in range(first_figures(core.rows, rows) + 1, core.rows[-1]):
        before = [t for t in rows[i].tokens if core.left < t.x0 and t.x1 < span.x0]
        if not before:
            continue
        if len(before) > 1 or len(before[0].words) > _OUTER_WORDS:
            return span
        found.append(before[0])
        if i in body:  # the middle row of its group
            continue
        alone += 1
        above, below = max(k for k in core.rows if k < i), min(k for k in core.rows if k > i)
        between = between and rows[below].baseline - rows[above].baseline < _STEP * steps[len(steps) // 2]
    if not alone or 2 * len(found) > len(core.rows):
        return span
    left = min(t.x0 for t in found)
    if any(t.x0 > left + _FLUSH for t in found):
        return span
    if between and len(found) > 1:
        return Span(left, span.x1)
    for row in rows[max(core.rows[0] - _HEAD_LINES, 0) : core.rows[0]]:
        own = [t for t in row.tokens if t.x0 > left - _FLUSH]
        if len(own) > 2 and abs(own[0].x0 - left) < _FLUSH and len(own[0].words) <= _OUTER_WORDS:
            return Span(left, span.x1)
    return span


def _has_far_labels(core: Core, rows: Sequence[TextRow]) -> bool:
    """Whether nearly all rows begin with a short text, at one x or set in by a few steps, and hold nothing else left of
    their figures."""
    if len(core.rows) < _LABELLED:
        return False
    starts: list[float] = []
    for i in core.rows:
        before = [t for t in rows[i].tokens if t.x1 <= core.x0]
        if len(before) == 1 and before[0].kind == "text" and len(before[0].words) <= _LABEL_WORDS:
            starts.append(before[0].x0)
    if 5 * len(starts) < 4 * len(core.rows):
        return False
    starts.sort()
    if 2 * sum(x - starts[0] < 2 * _LEVEL for x in starts) >= len(starts):
        return True
    steps = 1 + sum(b - a > _LEVEL for a, b in pairwise(starts))
    return steps <= _STEPS and starts[-1] - starts[0] < _SET_IN * rows[core.rows[0]].size


def _is_neighbour(token: Token, core: Core, rows: Sequence[TextRow]) -> bool:
    """Whether a text is a line of a column of running text beside the table, which goes on above or below it."""
    if token.kind != "text" or len(token.words) < 4:
        return False
    for nearby in (rows[max(core.rows[0] - 6, 0) : core.rows[0]], rows[core.rows[-1] + 1 : core.rows[-1] + 7]):
        same = sum(1 for row in nearby for t in row.tokens if abs(t.x0 - token.x0) < 2 and len(t.words) > 3)
        if same >= 3:
            return True
    return False


def _near(a: Token, b: Token, row: TextRow, reach: float) -> bool:
    return b.x0 - a.x1 <= reach * row.size or a.kind == "filler" or b.kind == "filler"
