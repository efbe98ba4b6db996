"""What the table engine gives: the physical grid of each piece, and the joined table with its labels."""

from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import ClassVar, Final, Literal

from mypy_extensions import mypyc_attr

from statchunk.box import Box, PageBox
from statchunk.model.page import Word
from statchunk.record import Record

CellRole = Literal[
    "blank", "head", "stub_head", "stub", "section", "body", "identifier", "column_number", "title", "note"
]
AxisRole = Literal["data", "identifier", "column_number"]


@mypyc_attr(acyclic=True)
class GridCell(Record):
    """One cell of the physical grid; listed once however many rows and columns it spans."""

    __match_args__: ClassVar = ("row", "column", "row_end", "column_end", "words", "role")
    __slots__ = __match_args__

    row: Final[int]
    column: Final[int]
    row_end: Final[int]
    column_end: Final[int]
    """Last row and column covered, inclusive."""
    words: Final[tuple[Word, ...]]
    role: Final[CellRole]

    def __init__(
        self, row: int, column: int, row_end: int, column_end: int, words: tuple[Word, ...], role: CellRole
    ) -> None:
        self.row = row
        self.column = column
        self.row_end = row_end
        self.column_end = column_end
        self.words = words
        self.role = role


def in_order(cells: Iterable[GridCell]) -> list[GridCell]:
    """The cells by rows, then columns."""
    found = list(cells)
    row = column = -1
    for cell in found:
        if cell.row < row or (cell.row == row and cell.column <= column):
            found.sort(key=_place)
            break
        row, column = cell.row, cell.column
    return found


_place = attrgetter("row", "column", "row_end", "column_end")


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


@mypyc_attr(acyclic=True)
class Label(Record):
    """A row or column label as printed, its lines joined, marks taken off."""

    __match_args__: ClassVar = ("text", "marks", "words", "page_number", "box")
    __slots__ = __match_args__

    text: Final[str]
    marks: Final[tuple[str, ...]]
    """Note marks that stood on it, as printed without brackets: "1", "a", "*", "†"."""
    words: Final[tuple[Word, ...]]
    page_number: Final[int]
    box: Final[Box]

    def __init__(self, text: str, marks: tuple[str, ...], words: tuple[Word, ...], page_number: int, box: Box) -> None:
        self.text = text
        self.marks = marks
        self.words = words
        self.page_number = page_number
        self.box = box


@mypyc_attr(acyclic=True)
class Axis(Record):
    """A row or a column: its labels, outermost first, its own label last."""

    __match_args__: ClassVar = ("path", "role", "level", "heading")
    __slots__ = __match_args__

    path: Final[tuple[Label, ...]]
    role: Final[AxisRole]
    level: Final[int]
    """Depth of indent of a row's own label, from 0."""
    heading: Final[bool]
    """Whether it is a group row or section row without figures."""

    def __init__(self, path: tuple[Label, ...], role: AxisRole, level: int, heading: bool = False) -> None:
        self.path = path
        self.role = role
        self.level = level
        self.heading = heading


@mypyc_attr(acyclic=True)
class Value(Record):
    """A body cell that is not blank."""

    __match_args__: ClassVar = ("row", "column", "text", "marks", "words", "page_number", "box")
    __slots__ = __match_args__

    row: Final[int]
    """Index into `Table.rows`."""
    column: Final[int]
    """Index into `Table.columns`."""
    text: Final[str]
    """As printed, marks taken off; a thin-gap thousands group is joined with a space ("1 153.1")."""
    marks: Final[tuple[str, ...]]
    words: Final[tuple[Word, ...]]
    page_number: Final[int]
    box: Final[Box]
    """Of the figure itself, without its marks."""

    def __init__(
        self,
        row: int,
        column: int,
        text: str,
        marks: tuple[str, ...],
        words: tuple[Word, ...],
        page_number: int,
        box: Box,
    ) -> None:
        self.row = row
        self.column = column
        self.text = text
        self.marks = marks
        self.words = words
        self.page_number = page_number
        self.box = box


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
