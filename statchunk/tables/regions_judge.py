"""Whether figures that stand in rows and columns are a table."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from statchunk.tables.regions_core import Core
from statchunk.tables.rows import LEAST_STEP, TextRow, Token, is_caption, is_year

_ITEM_NUMBER: Final = re.compile(r"^\(?\d{1,3}[.)]?$|^\d{1,2}(?:\.\d{1,2})+\.?$")
_ANNOUNCED: Final = 8
"""Lines; as many (a caption's own, headnote, boxhead) stand between a caption's first line and the body."""


class Span(NamedTuple):
    """A range of x in points."""

    x0: float
    x1: float


def is_table(core: Core, rows: Sequence[TextRow], span: Span) -> bool:
    """Not a numbered list, a contents list, or figures that meet by chance; a row that a page break parted is one."""
    if len(core.rows) == 1:
        return True
    figures = [t for t in core.figures if t.kind == "number"]
    if len(figures) < 3 and not (len(core.figures) > 3 and core.columns > 1 and _announced(core, rows, span)):
        return False
    if core.columns == 1:
        if len(core.rows) < 3:
            return False
        labelled = after = leaders = 0
        for i in core.rows:
            tokens = [t for t in rows[i].tokens if t.x1 > span.x0 - 1 and t.x0 < span.x1 + 1]
            own = next(k for k, t in enumerate(tokens) if t in core.figures)
            labelled += any(t.kind == "text" for t in tokens[:own]) or _label_beside(rows, i, span, tokens[own])
            after += any(t.kind == "text" for t in tokens[own + 1 :])
            leaders += any(t.kind == "filler" for t in tokens[:own])
        if labelled < 0.7 * len(core.rows) or after > 0.3 * len(core.rows):
            return False
        if leaders > 0.5 * len(core.rows) and _page_numbers(figures):
            return False
        return not _page_numbers(figures) or len(core.rows) < 4
    numbering = all(_ITEM_NUMBER.match(t.text) for t in figures) and len({round(t.x0) for t in figures}) <= 2
    if len(core.rows) < 4 or (figures and numbering):
        mine = {id(t) for t in core.figures}
        if 2 * sum(1 for i in core.rows if _label_left(mine, rows[i])) < len(core.rows):
            return False
    seen: set[int] = set()
    full: set[int] = set()
    for token in core.figures:
        baseline = round(token.words[0].baseline)
        if baseline in seen:
            full.add(baseline)
            if len(full) > 1:
                return True
        seen.add(baseline)
    return len(full) == 1 and len(seen) >= 3


def _label_beside(rows: Sequence[TextRow], i: int, span: Span, figure: Token) -> bool:
    """Whether a figure stands between two lines of its label, nearer to them than rows are to each other."""
    row = rows[i]
    return any(
        0 <= k < len(rows)
        and abs(rows[k].baseline - row.baseline) < LEAST_STEP * row.size
        and any(t.kind == "text" and span.x0 - 1 < t.x0 and t.x1 < figure.x0 for t in rows[k].tokens)
        for k in (i - 1, i + 1)
    )


def _label_left(figures: set[int], row: TextRow) -> bool:
    """Whether a text, or a year, stands left of the row's first figure; figures are told by `id`."""
    own = [t for t in row.tokens if id(t) in figures]
    if len(own) > 1 and is_year(own[0].text) and not is_year(own[1].text):
        return True
    first = own[0].x0 if own else row.x0
    return any((t.kind == "text" or is_year(t.text)) and t.x1 <= first for t in row.tokens)


def _page_numbers(figures: Sequence[Token]) -> bool:
    """Whether the figures are whole numbers that never fall, as page numbers of a contents list."""
    texts = [t.text for t in figures]
    if not all(t.isdigit() and len(t) < 4 for t in texts):
        return False
    values = [int(t) for t in texts]
    return all(a <= b for a, b in pairwise(values))


def _announced(core: Core, rows: Sequence[TextRow], span: Span) -> bool:
    """Whether a caption stands over the core with no more than a boxhead between."""
    for row in rows[max(core.rows[0] - _ANNOUNCED, 0) : core.rows[0]][::-1]:
        if any(is_caption(t) and t.x0 < span.x1 and t.x1 > span.x0 for t in row.tokens):
            return True
        if any(len(t.words) > 12 for t in row.tokens):
            return False
    return False
