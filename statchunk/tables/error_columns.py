"""Columns of figures in brackets right beside the figures they belong to, errors or shares: they share their heads."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from statchunk.tables.columns import Columns
from statchunk.tables.rows import TextRow
from statchunk.tables.sheet import Sheet

_NEAR: Final = 1.3  # of the type size; brackets stand off from their figures by as much at most
_LEAST: Final = 3  # rows that show it
_MOST: Final = 0.8  # share of the figures of such a column in brackets


def errors_beside(rows: Sequence[TextRow], found: Columns) -> frozenset[int]:
    """Columns of an alignment reading whose right neighbour holds their figures in brackets."""
    if not any(t.words[0].text.startswith("(") for i in found.core for t in rows[i].tokens):
        return frozenset()
    cells = [
        (i, found.of_token[id(t)], t.text, t.x0, t.x1, rows[i].size)
        for i in found.core
        for t in rows[i].tokens
        if t.kind in ("number", "nil") and id(t) in found.of_token
    ]
    return _pairs(cells)


def errors_in(sheet: Sheet, head: int, columns: Sequence[int]) -> frozenset[int]:
    """The same of a grid laid open.

    Args:
        sheet: the grid.
        head: its rows of heads.
        columns: of the body.
    """
    if not any(slot.text.startswith("(") for row in range(head, sheet.rows) for slot in sheet.starts[row]):
        return frozenset()
    wanted = set(columns)
    cells = [
        (row, slot.cell.column, slot.text, slot.ink.x0, slot.ink.x1, slot.cell.words[0].style.size)
        for row in range(head, sheet.rows)
        for slot in sheet.starts[row]
        if slot.cell.column in wanted and slot.kind in ("figure", "nil")
    ]
    return _pairs(cells)


def _pairs(cells: Sequence[tuple[int, int, str, float, float, float]]) -> frozenset[int]:
    """Columns with brackets right beside them, from (row, column, text, left, right, type size) of each figure."""
    texts: dict[int, list[str]] = defaultdict(list)
    places: dict[tuple[int, int], tuple[float, float, float]] = {}
    for row, column, text, x0, x1, size in cells:
        texts[column].append(text)
        places[row, column] = x0, x1, size
    brackets = {c: sum(t[:1] == "(" and t[-1:] == ")" for t in found) / len(found) for c, found in texts.items()}
    pairs: set[int] = set()
    for column, share in brackets.items():
        if share < _MOST or brackets.get(column - 1, 1.0) > 1.0 - _MOST:
            continue
        gaps = [
            (x0 - places[row, column - 1][1]) / (size or 6.0)
            for (row, own), (x0, _, size) in places.items()
            if own == column and (row, column - 1) in places
        ]
        if len(gaps) >= _LEAST and sorted(gaps)[len(gaps) // 2] < _NEAR:
            pairs.add(column - 1)
    return frozenset(pairs)
