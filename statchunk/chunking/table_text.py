"""How a table is written: lines for a reader and an LLM, and shorter ones for embedding."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from statchunk.chunking.context import STEP
from statchunk.model.evidence import Cell, Note, Observation, TableEvidence
from statchunk.text import one_space, squash

GAP = " | "


class TableView(NamedTuple):
    """A table with its cells looked up by row and column, and what its labels leave unsaid."""

    table: TableEvidence
    cells: dict[tuple[int, int], str]
    observations: dict[tuple[int, int], Observation]
    by_row: dict[int, list[Cell]]
    """The cells of each row."""
    rows: tuple[int, ...]
    """Rows that hold cells, as printed; numbers of columns left out."""
    columns: tuple[int, ...]
    """Columns that hold cells."""
    row_labels: dict[int, str]
    """Whole path, with the period and the unit where the labels do not say them."""
    column_heads: dict[int, tuple[str, ...]]
    unit: str | None
    """Of all figures, where it is one."""
    period: str | None
    """Of all figures, where it is one."""


def view(table: TableEvidence, observations: Sequence[Observation]) -> TableView:
    """The table made ready to be written.

    Args:
        table: the evidence.
        observations: those of this table.
    """
    known = {(o.row, o.column): o for o in observations}
    cells = {(c.row, c.column): c.text for c in table.cells}
    cells_by_row: dict[int, list[Cell]] = {}
    for cell in table.cells:
        cells_by_row.setdefault(cell.row, []).append(cell)
    rows = tuple(sorted({row for row, _ in cells if row < len(table.rows) and table.rows[row].role != "column_number"}))
    columns = tuple(sorted({column for _, column in cells if column < len(table.columns)}))
    units = {o.unit for o in observations}
    periods = {o.period for o in observations}
    unit = units.pop() if len(units) == 1 else None
    period = periods.pop() if len(periods) == 1 else None
    by_row: dict[int, list[Observation]] = {}
    by_column: dict[int, list[Observation]] = {}
    for o in observations:
        by_row.setdefault(o.row, []).append(o)
        by_column.setdefault(o.column, []).append(o)
    heads = {}
    for column in columns:
        path = tuple(one_space(part) for part in table.columns[column].path) or ("",)
        extra = _unsaid(path, by_column.get(column, ()), unit, period, table.columns[column].unit)
        heads[column] = (*path[:-1], path[-1] + extra) if extra else path
    labels = {}
    for row in rows:
        path = tuple(one_space(part) for part in table.rows[row].path)
        own = by_row.get(row, ())
        own_units = {o.unit for o in own if table.columns[o.column].unit is None}
        extra = _unsaid(path, own, unit, period, own_units.pop() if len(own_units) == 1 else None)
        labels[row] = STEP.join(path) + extra
    return TableView(table, cells, known, cells_by_row, rows, columns, labels, heads, unit, period)


def _unsaid(
    path: tuple[str, ...],
    observations: Sequence[Observation],
    table_unit: str | None,
    table_period: str | None,
    stated_unit: str | None,
) -> str:
    """Period and unit that all figures of a row or column share and that neither its label nor the table says."""
    said = " ".join(path)
    extra = ""
    periods = {o.period for o in observations}
    if len(periods) == 1 and table_period is None:
        period = periods.pop()
        if period and not all(part[:4] in said for part in period.split("/")):
            extra += f" [{period}]"
    if table_unit is None and stated_unit and squash(stated_unit) not in squash(said):
        extra += f" ({stated_unit})"
    return extra


def head_lines(shown: TableView) -> list[str]:
    """Caption, headnote, and unit and period where they are not said in them, one a line."""
    table = shown.table
    lines = [one_space(part) for part in (table.caption or table.label, table.headnote) if part]
    said = squash(" ".join(lines))
    facts = []
    unit = shown.unit or table.unit
    if unit and squash(unit) not in said:
        facts.append(unit)
    if table.unit_multiplier:
        facts.append(f"× 10^{table.unit_multiplier}")
    period = shown.period
    if period and period[:4] not in said:
        facts.append(period)
    if facts:
        lines.append(f"[{'; '.join(facts)}]")
    return lines


def column_line(shown: TableView, columns: Sequence[int]) -> str:
    """The row of column heads, each with its spanners."""
    return GAP.join(["", *(STEP.join(shown.column_heads[column]) for column in columns)]).strip()


def row_line(shown: TableView, row: int, columns: Sequence[int]) -> str:
    """A row: its whole path, then its figures, blank where there are none."""
    return GAP.join([shown.row_labels[row], *(shown.cells.get((row, column), "") for column in columns)]).rstrip()


def short_heads(shown: TableView, columns: Sequence[int]) -> str:
    """The column heads with each spanner said once."""
    parts = []
    for spanner, group in groupby((shown.column_heads[column] for column in columns), key=lambda path: path[:-1]):
        leaves = ", ".join(path[-1] for path in group)
        parts.append(f"{STEP.join(spanner)}: {leaves}" if spanner else leaves)
    return "; ".join(parts)


def short_row(shown: TableView, row: int, columns: Sequence[int], *, values: bool) -> str:
    """A row for embedding: its own label, and its figures where they are wanted."""
    label = shown.row_labels[row].rsplit(STEP, 1)[-1]
    if not values:
        return label
    return " ".join([label, *(shown.cells.get((row, column), "") for column in columns)])


def group_of(shown: TableView, row: int) -> tuple[str, ...]:
    """The group headings above a row."""
    return shown.table.rows[row].path[:-1]


def note_line(note: Note) -> str:
    """A note with its mark."""
    text = one_space(note.text)
    return f"[{note.mark}] {text}" if note.mark else text
