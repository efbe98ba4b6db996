"""What the table engine gives: the physical grid of each piece, and the joined table with its labels."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from statchunk.box import Box, PageBox
from statchunk.model.page import Word

CellRole = Literal[
    "blank", "head", "stub_head", "stub", "section", "body", "identifier", "column_number", "title", "note"
]
AxisRole = Literal["data", "identifier", "column_number"]


class GridCell(NamedTuple):
    """One cell of the physical grid; listed once however many rows and columns it spans."""

    row: int
    column: int
    row_end: int
    column_end: int
    """Last row and column covered, inclusive."""
    words: tuple[Word, ...]
    role: CellRole


@dataclass(frozen=True, slots=True)
class Grid:
    """The physical grid of a table on one page (or one half of a table in two halves)."""

    page_number: int
    box: Box
    row_edges: tuple[float, ...]
    """y of the row borders, one more than rows."""
    column_edges: tuple[float, ...]
    """x of the column borders, one more than columns."""
    cells: tuple[GridCell, ...]
    head_rows: int
    """Rows at the top that are boxhead."""
    stub_columns: int
    """Columns at the left (at the right in a right-to-left table) that are stub."""
    engine: str
    """Which reading was kept: "rules", "alignment", "camelot-lattice", ..."""
    confidence: float
    reasons: tuple[str, ...] = ()


class Label(NamedTuple):
    """A row or column label as printed, its lines joined, marks taken off."""

    text: str
    marks: tuple[str, ...]
    """Note marks that stood on it, as printed without brackets: "1", "a", "*", "†"."""
    words: tuple[Word, ...]
    page_number: int
    box: Box


class Axis(NamedTuple):
    """A row or a column: its labels, outermost first, its own label last."""

    path: tuple[Label, ...]
    role: AxisRole
    level: int
    """Depth of indent of a row's own label, from 0."""
    heading: bool = False
    """Whether it is a group row or section row without figures."""


class Value(NamedTuple):
    """A body cell that is not blank."""

    row: int
    """Index into `Table.rows`."""
    column: int
    """Index into `Table.columns`."""
    text: str
    """As printed, marks taken off; a thin-gap thousands group is joined with a space ("1 153.1")."""
    marks: tuple[str, ...]
    words: tuple[Word, ...]
    page_number: int
    box: Box
    """Of the figure itself, without its marks."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its continuation joined and its halves put under one another."""

    rows: tuple[Axis, ...]
    columns: tuple[Axis, ...]
    values: tuple[Value, ...]
    """In reading order. Identifier cells stand here too: their row or column has that role."""
    grids: tuple[Grid, ...]
    regions: tuple[PageBox, ...]
    """In reading order, one a piece, boxhead to last row."""
    stub_head: tuple[Label, ...]
    """What stands above the stub; often empty."""
    titles: tuple[Label, ...]
    """Lines inside the region that are caption rather than head: a title in the top row."""
    headnotes: tuple[Label, ...]
    """Bracketed or unit lines between caption and boxhead or in the first body row."""
    loose_words: tuple[tuple[int, Word], ...]
    """(page number, word) for words in the region that fit no cell; not empty lowers the confidence."""
    confidence: float
    reasons: tuple[str, ...] = ()
    notes: tuple[Label, ...] = ()
    """Note and source lines printed inside the region, under the last row."""
