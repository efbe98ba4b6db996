"""How good a reading of a grid is, by its own look: the same measure for every engine."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import pairwise

from statchunk.model.page import Word
from statchunk.model.table import Axis, Grid, GridCell, Value, in_order
from statchunk.settings import TableSettings
from statchunk.tables.rows import TokenKind, is_currency, is_year, text_rows, word_kind


def score_grid(grid: Grid, words: Sequence[Word], settings: TableSettings) -> Grid:
    """The grid with its confidence (0 to 1) and the reasons that lower it.

    Args:
        grid: a reading of a region.
        words: all words of the region; those in no cell count against the reading.
        settings: of the table engine.
    """
    reasons: list[str] = []
    confidence = 1.0
    placed = {w.order for cell in grid.cells for w in cell.words}
    lost = sum(1 for w in words if w.order not in placed)
    if lost:
        confidence -= min(0.5, 2.0 * lost / len(words))
        reasons.append(f"{lost} words in no cell")
    ordered = in_order(grid.cells)
    kinds = [_kind(cell) for cell in ordered]
    figures = crowded = 0
    for cell, kind in zip(ordered, kinds, strict=True):
        if len(cell.words) == 1:
            figures += kind == "number"
            continue
        count, several = _figures(cell, settings)
        figures += count
        crowded += count if several else 0
    if crowded:
        confidence -= min(0.6, 1.5 * crowded / figures)
        reasons.append(f"{crowded} of {figures} figures share a cell")
    ragged = _ragged_columns(ordered, kinds)
    if ragged:
        confidence -= 0.3 * ragged / (len(grid.column_edges) - 1)
        reasons.append(f"{ragged} columns mix figures with texts")
    bare = _bare_columns(ordered, kinds)
    if bare:
        confidence -= 0.2 * bare / (len(grid.column_edges) - 1)
        reasons.append(f"{bare} columns of figures without a head")
    return replace(grid, confidence=round(max(confidence, 0.0), 3), reasons=tuple(reasons))


def crowded_share(grid: Grid, settings: TableSettings) -> float:
    """Share (0 to 1) of the figures that share a cell with figures of other rows or columns."""
    figures = crowded = 0
    for cell in grid.cells:
        count, several = _figures(cell, settings)
        figures += count
        crowded += count if several else 0
    return crowded / figures if figures else 0.0


def _figures(cell: GridCell, settings: TableSettings) -> tuple[int, bool]:
    """How many figures a cell holds and whether they look like several cells' figures."""
    words = cell.words
    if len(words) == 1:
        return int(word_kind(words[0].text) == "number"), False
    count = len([w for w in words if word_kind(w.text) == "number"])
    if count < 2:
        return count, False
    stacked = 0
    rows = text_rows(words, settings)
    for row in rows:
        far = settings.word_gap * row.size
        numbers = [t for t in row.tokens if t.kind == "number"]
        if any(b.x0 - a.x1 > far for a, b in pairwise(numbers)) and any(
            b.x0 - a.x1 > far for a, b in pairwise(row.tokens) if b.kind == "number"
        ):  # figures set apart, and not by the dash of a range
            return count, True
        stacked += len(row.tokens) == 1 and row.tokens[0].kind in ("number", "nil")
    return count, stacked > 1 and 2 * stacked > len(rows)


def _kind(cell: GridCell) -> TokenKind:
    """What the cell begins with, a currency sign left out."""
    first = cell.words[0].text
    if len(cell.words) > 1 and is_currency(first):
        first = cell.words[1].text
    return word_kind(first)


def _ragged_columns(ordered: Sequence[GridCell], kinds: Sequence[TokenKind]) -> int:
    """Columns beside the first that hold many figures and many texts below their first rows."""
    figures: dict[int, int] = {}
    texts: dict[int, int] = {}
    for cell, kind in zip(ordered, kinds, strict=True):
        column = cell.column
        if column != cell.column_end or column == 0:
            continue
        if kind == "number":
            figures[column] = figures.get(column, 0) + 1
        elif kind == "text" and column in figures:
            texts[column] = texts.get(column, 0) + 1
    return sum(1 for c, n in figures.items() if n > 2 and 0.25 * n < texts.get(c, 0) < 4 * n)


def _bare_columns(ordered: Sequence[GridCell], kinds: Sequence[TokenKind]) -> int:
    """Columns that hold figures with no text and no year above the first of them."""
    bare = 0
    seen: set[int] = set()
    for cell, kind in zip(ordered, kinds, strict=True):
        first, last = cell.column, cell.column_end
        if first == last and first in seen:
            continue
        for column in range(first, last + 1):
            if column not in seen:
                seen.add(column)
                bare += bool(column and cell.row > 0 and kind == "number" and not is_year(cell.words[0].text))
    return bare


def shared_heads(columns: Sequence[Axis], values: Sequence[Value]) -> int:
    """How many columns of figures have all their heads in common with a column before them; those of brackets may."""
    data = [axis for axis in columns if axis.role == "data"]
    keys = [tuple([label.text for label in axis.path]) for axis in data]
    if len(set(keys)) == len(keys):
        return 0
    plain = {v.column for v in values if v.text[:1] not in ("(", "[") and any(map(str.isdigit, v.text))}
    paths = [tuple([label.text for label in columns[at].path]) for at in plain if columns[at].role == "data"]
    headed = [path for path in paths if path]
    return len(headed) - len(set(headed))


def shared_labels(rows: Sequence[Axis], filled: AbstractSet[int]) -> int:
    """How many rows of figures have all their labels in common with a row before them.

    Args:
        rows: of the table.
        filled: places of those with figures.
    """
    paths = [tuple([label.text for label in rows[at].path]) for at in filled if rows[at].role == "data"]
    labelled = [path for path in paths if path]
    return len(labelled) - len(set(labelled))
