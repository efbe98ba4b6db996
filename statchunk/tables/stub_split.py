"""Columns of a stub that the rows of figures do not show: outer labels close to the inner ones, or between the rows."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from statchunk.tables.column_groups import median
from statchunk.tables.columns import Column, Columns
from statchunk.tables.rows import TextRow, Token, first_figures, word_kind

_NEAR_HEAD: Final = 0.5  # of the type size; labels begin as near to where their head begins
_SAME_PLACE: Final = 1.0  # points; labels of one column begin as near to one place
_OUTER: Final = 3  # characters; shorter texts before labels number them
_STEP: Final = 1.3  # of the usual step from row to row; a line of its own would part two rows by more


def split_labels(rows: Sequence[TextRow], found: Columns) -> list[TextRow] | None:
    """The rows with labels of two columns of the stub cut apart where these stand a word space from each other; None
    where there is nothing to cut.

    Where the inner labels begin, a word of each label begins, the first of most. Two heads stand over them, or white
    parts the outer label from the inner one in another row.
    """
    if not found.core or len(found.columns) < 2 or found.columns[0].figures:
        return None
    start, body = found.core[0], rows[found.core[0] :]
    near = _NEAR_HEAD * rows[start].size
    inner = _inner_head(rows[:start], body, found) or _inner_labels(body, near)
    if inner is None:
        return None
    cut: list[TextRow] = []
    changed = False
    for row in body:
        token = row.tokens[0]
        if token.x0 > inner - near or token.x1 < inner or len(row.tokens) < 2:
            cut.append(row)
            continue
        at = next((k for k, word in enumerate(token.words) if abs(word.x0 - inner) < _SAME_PLACE), 0)
        if not at:
            return None
        left, right = token.words[:at], token.words[at:]
        parts = (
            Token(left, token.x0, max(w.x1 for w in left), word_kind(left[0].text) if at == 1 else "text", False),
            Token(right, right[0].x0, token.x1, "text", False),
        )
        cut.append(row.but(tokens=(*parts, *row.tokens[1:])))
        changed = True
    return [*rows[:start], *cut] if changed else None


def _inner_head(heads: Sequence[TextRow], body: Sequence[TextRow], found: Columns) -> float | None:
    """x where labels begin under the second of two heads of the stub; None where there are no two, or no labels."""
    left = min((c.x0 for c in found.columns if c.figures), default=0.0)
    row = next((row for row in reversed(heads) if len(row.tokens) > 2 and row.tokens[1].x1 < left), None)
    if row is None:
        return None
    second, near = row.tokens[1].x0, _NEAR_HEAD * row.size
    own = [t.x0 for line in body for t in line.tokens[:2] if abs(t.x0 - second) < near]
    return median(own) if len(own) > 1 and row.x0 < second - row.size else None


def _inner_labels(body: Sequence[TextRow], near: float) -> float | None:
    """x where the labels of most rows begin, and those behind an outer label, white between, and no number of it."""
    seconds = [
        row.tokens[1].x0
        for row in body
        if len(row.tokens) > 2
        and row.tokens[1].kind == row.tokens[0].kind == "text"
        and len(row.tokens[0].text) >= _OUTER
        and row.tokens[1].x0 - row.tokens[0].x1 > near
    ]
    if not seconds:
        return None
    inner = median(seconds)
    own = sum(abs(row.x0 - inner) < _SAME_PLACE for row in body)
    return inner if 2 * own > len(body) else None


def add_outer_column(rows: Sequence[TextRow], found: Columns) -> Columns:
    """The columns with one at the left for labels that stand alone between two rows no farther apart than others, left
    of all other labels: in the middle of merged cells."""
    core = set(found.core)
    if not core or found.columns[0].figures or len(found.columns) < 2:
        return found
    first, last = first_figures(found.core, rows), found.core[-1]
    left = found.columns[0].x0
    alone = [i for i in range(first + 1, last) if i not in core and len(rows[i].tokens) == 1 and rows[i].x1 < left]
    if not alone or any(rows[i].x0 < left for i in core):
        return found
    step = median([rows[b].baseline - rows[a].baseline for a, b in pairwise(found.core)])
    for i in alone:
        above = max(k for k in found.core if k < i)
        below = min(k for k in found.core if k > i)
        if rows[below].baseline - rows[above].baseline > _STEP * step:
            return found
    tokens = [rows[i].tokens[0] for i in alone]
    outer = Column(min(t.x0 for t in tokens), max(t.x1 for t in tokens), False, True)
    of_token = {token: column + 1 for token, column in found.of_token.items()}
    of_token.update({id(token): 0 for token in tokens})
    return Columns((outer, *found.columns), of_token, found.core)
