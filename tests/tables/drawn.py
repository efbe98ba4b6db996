"""Grids set by hand for tests: a table as rows of strings becomes words at their places."""

from collections.abc import Sequence

from statchunk.box import Box
from statchunk.model.page import Rule, Style, Word
from statchunk.model.table import Grid, GridCell, Table

COLUMN = 60.0
STUB = 120.0
LINE = 10.0
SIZE = 8.0
INDENT = 7.0

Spec = str | tuple[str, int, int]
"""Text, or (text, rows down, columns across). "\\n" breaks lines; two spaces in front set in by one level; "*" around
the text sets it bold, "_" italic; "^" before a word raises it as a mark."""


def _cell(spec: Spec, row: int, column: int, top: float, order: int, centre: bool) -> tuple[GridCell, int]:
    text, down, across = spec if isinstance(spec, tuple) else (spec, 1, 1)
    bold, italic = text.strip().startswith("*"), text.strip().startswith("_")
    left = 0.0 if column == 0 else STUB + (column - 1) * COLUMN
    right = STUB + (column + across - 1) * COLUMN
    words: list[Word] = []
    for number, line in enumerate(text.split("\n")):
        level = (len(line) - len(line.lstrip(" "))) // 2
        plain = line.strip()
        plain = plain[1:] if bold or italic else plain
        plain = plain[:-1] if (bold or italic) and plain[-1:] in "*_" else plain
        bare = [w for w in plain.split(" ") if w]
        width = sum(len(w.lstrip("^")) for w in bare) * 4.0 + 3.0 * (len(bare) - 1)
        x = left + level * INDENT
        if column > 0 or centre:
            x = (left + right - width) / 2
        base = top + number * 9.0 + SIZE
        for word in bare:
            raised = word.startswith("^")
            shown = word.lstrip("^")
            rise = 3.0 if raised else 0.0
            size = 5.0 if raised else SIZE
            style = Style("Sans", size, bold, italic, 0)
            box = (x, base - rise - size, x + 4.0 * len(shown), base - rise + 0.2 * size)
            words.append(Word(shown, *box, base - rise, style, 0, 1 if raised else 0, raised, "", order, order))
            x += 4.0 * len(shown) + 3.0
            order += 1
    return GridCell(row, column, row + down - 1, column + across - 1, tuple(words), "body"), order


def draw(
    rows: Sequence[Sequence[Spec | None]],
    *,
    page: int = 1,
    gaps: Sequence[int] = (),
    sections: Sequence[int] = (),
    engine: str = "alignment",
) -> Grid:
    """A grid of the rows; `gaps` are rows with a blank line above, `sections` rows whose one text crosses the table."""
    columns = max(len(row) for row in rows)
    cells: list[GridCell] = []
    edges: list[float] = []
    top, order = 0.0, 0
    for number, row in enumerate(rows):
        top += LINE if number in gaps else 0.0
        edges.append(top)
        lines = 1
        for column, spec in enumerate(row):
            if spec is None or spec == "":
                continue
            if number in sections:
                spec = (str(spec), 1, columns)
            cell, order = _cell(spec, number, column, top, order, number in sections)
            cells.append(cell)
            if cell.row_end == cell.row:
                lines = max(lines, 1 + (spec if isinstance(spec, str) else spec[0]).count("\n"))
        top += LINE + 9.0 * (lines - 1)
    edges.append(top)
    right = STUB + COLUMN * (columns - 1)
    across = (0.0, *(STUB + COLUMN * k for k in range(columns)))
    return Grid(page, Box(0.0, 0.0, right, top), tuple(edges), across, tuple(cells), 0, 0, engine, 1.0)


def rule_under(grid: Grid, row: int, first: int = 0, last: int | None = None) -> Rule:
    """A horizontal rule under a row of the grid, from the left of one column to the right of another."""
    last = len(grid.column_edges) - 2 if last is None else last
    y = grid.row_edges[row + 1] + 0.1
    return Rule(grid.column_edges[first] + 1, y, grid.column_edges[last + 1] - 1, y + 0.5, 0.5, 0)


def row_paths(table: Table) -> list[tuple[str, ...]]:
    """Paths of the data rows that are no headings."""
    return [tuple(x.text for x in r.path) for r in table.rows if not r.heading and r.role == "data"]


def column_paths_of(table: Table) -> list[tuple[str, ...]]:
    """Paths of all columns."""
    return [tuple(x.text for x in c.path) for c in table.columns]


def figures(table: Table) -> list[tuple[int, int, str]]:
    """(row, column, text) of every value that is no identifier."""
    return [
        (v.row, v.column, v.text)
        for v in table.values
        if table.rows[v.row].role == "data" and table.columns[v.column].role == "data"
    ]
