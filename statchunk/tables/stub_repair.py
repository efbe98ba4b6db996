"""Grids put right before their parts are told: stubs cut in two, ranges torn, labels taken for stub heads."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from statchunk.model.page import Rule, Word
from statchunk.model.table import Grid, GridCell, in_order
from statchunk.tables.labels import lines_of
from statchunk.tables.sheet import Sheet, open_grid
from statchunk.tables.stub_bands import span_bands
from statchunk.tables.stub_centred import hold_centred

_DASHES: Final = "-–—"


def repaired_stub(
    sheet: Sheet, head: int, stub: int, on_right: bool, rules: Sequence[Rule]
) -> tuple[Sheet, str] | None:
    """The grid with the first fault of its stub mended, and what is a guess in it; None where there is none.

    Args:
        sheet: the grid laid open.
        head: rows of heads.
        stub: columns of labels.
        on_right: whether these are the last.
        rules: drawn on the page.
    """
    stub_set = set(range(sheet.columns - stub, sheet.columns)) if on_right else set(range(stub))
    freed = _free_stub_heads(sheet, head, stub_set)
    if freed is not None:
        return open_grid(freed, rules, like=sheet), ""
    if on_right:
        return None
    split = _split_stub(sheet, head, stub)
    if split is None:
        split = _torn_column(sheet, head, stub)
    if split is not None:
        return open_grid(_merge_columns(sheet.grid, split), rules, like=sheet), ""
    banded = span_bands(sheet, head, stub)
    if banded is not None:
        return open_grid(banded, rules), ""
    centred = hold_centred(sheet, head, stub)
    return (open_grid(centred[0], rules), centred[1]) if centred is not None else None


def _split_stub(sheet: Sheet, head: int, stub: int) -> int | None:
    """A stub column that the next one belongs to: labels of the next begin where its own begin."""
    for column in range(stub - 1):
        lefts: list[float] = []
        beside: list[float] = []
        for row in range(head, sheet.rows):
            for slot in sheet.starts[row]:
                if slot.cell.column == column and slot.cell.column_end == column:
                    lefts.append(slot.ink.x0)
                elif slot.cell.column == column + 1 and sheet.at[row][column] is None:
                    beside.append(slot.ink.x0)
        if lefts and sum(x0 < min(lefts) + 3.0 for x0 in beside) > 1:
            return column
    return None


def _torn_column(sheet: Sheet, head: int, stub: int) -> int | None:
    """The last stub column where ends of its ranges ("15 -" | "19") came into a column of their own; else None."""
    column = stub
    if not stub or column >= sheet.columns - 1 or any(sheet.at[row][column] is not None for row in range(head)):
        return None
    found = 0
    for row in range(head, sheet.rows):
        for slot in sheet.starts[row]:
            if slot.cell.column != column:
                continue
            label = sheet.at[row][column - 1]
            if label is None or label.text[-1:] not in _DASHES:
                return None
            found += 1
    return column - 1 if found else None


def _merge_columns(grid: Grid, column: int) -> Grid:
    """The grid with a column and the next made one."""
    cells: dict[tuple[int, int], GridCell] = {}
    for cell in in_order(grid.cells):
        first = cell.column - (cell.column > column)
        last = cell.column_end - (cell.column_end > column)
        other = cells.get((cell.row, first))
        if other is not None and other.words and cell.words and first == column:
            words = (*other.words, *cell.words)
            cells[cell.row, first] = other.but(
                words=words, row_end=max(other.row_end, cell.row_end), column_end=max(other.column_end, last)
            )
        elif other is not None and not cell.words:
            continue
        else:
            key = (cell.row, first) if other is None or not other.words else (cell.row, -1 - len(cells))
            cells[key] = cell.but(column=first, column_end=last)
    edges = grid.column_edges[: column + 1] + grid.column_edges[column + 2 :]
    return replace(grid, column_edges=edges, cells=tuple(cells.values()))


def _free_stub_heads(sheet: Sheet, head: int, stub_set: set[int]) -> Grid | None:
    """The grid with labels that a head row holds, yet that stand under the rule below the heads, in rows of their own.

    None where there are none. A group label without figures can stand so near the heads that a grid takes it for a
    stub head.
    """
    grid = sheet.grid
    heads = [s for row in range(head) for s in sheet.starts[row] if s.cell.column not in stub_set]
    if not heads or head >= sheet.rows:
        return None
    floor = max(s.ink.bottom for s in heads)
    width = grid.column_edges[-1] - grid.column_edges[0]
    rule = next((y for y, x0, x1 in sheet.rules if y > floor - 2.0 and x1 - x0 > 0.6 * width), None)
    if rule is None:
        return None
    freed: list[list[Word]] = []
    kept: list[GridCell] = []
    for cell in grid.cells:
        low: list[Word] = []
        if cell.row < head and cell.column in stub_set:
            low = [w for w in cell.words if (w.top + w.bottom) / 2 > rule]
        if not low:
            kept.append(cell)
            continue
        high = tuple(w for w in cell.words if (w.top + w.bottom) / 2 <= rule)
        kept.append(cell.but(words=high))
        freed += _label_lines(low)
    if not freed:
        return None
    freed.sort(key=lambda line: line[0].baseline)
    column = min(stub_set)
    count = len(freed)
    cells = [c.but(row=c.row + count, row_end=c.row_end + count) if c.row >= head else c for c in kept if c.words]
    cells += [GridCell(head + n, column, head + n, column, tuple(line), "body") for n, line in enumerate(freed)]
    edges = (
        *grid.row_edges[:head],
        rule,
        *(max(w.bottom for w in line) for line in freed),
        *grid.row_edges[head + 1 :],
    )
    return replace(grid, row_edges=edges, cells=tuple(cells), head_rows=head)


def _label_lines(words: list[Word]) -> list[list[Word]]:
    """Lines of words as labels: a line set like the one above, at its left or further in, belongs to it."""
    labels: list[list[Word]] = []
    for line in lines_of(words):
        above = labels[-1] if labels else None
        if above is not None and above[0].style.bold == line[0].style.bold and line[0].text[:1].islower():
            above.extend(line)
        else:
            labels.append(list(line))
    return labels
