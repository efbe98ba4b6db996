"""A grid laid open for fast questions: cells by row and column, their text and kind."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from statchunk.box import Box
from statchunk.model.page import Page, Rule, join_words, words_box
from statchunk.model.table import Grid, GridCell
from statchunk.record import Record
from statchunk.tables.labels import lines_of
from statchunk.tables.marks import Kind, kind_of, split_raised
from statchunk.tables.typed import as_rules, without_strokes
from statchunk.text import one_space

VALUES: Final[tuple[Kind, ...]] = ("figure", "nil", "year")
"""Kinds of text that can be a figure of the body."""


@mypyc_attr(acyclic=True)
class Slot(Record):
    """A grid cell with words, and what they are."""

    __match_args__: ClassVar = ("cell", "text", "kind", "ink")
    __slots__ = __match_args__

    cell: GridCell
    """Put again once its role is known."""
    text: Final[str]
    """As printed, raised marks off."""
    kind: Final[Kind]
    ink: Final[Box]
    """Union of its words, not the cell."""

    def __init__(self, cell: GridCell, text: str, kind: Kind, ink: Box) -> None:
        self.cell = cell
        self.text = text
        self.kind = kind
        self.ink = ink

    @property
    def is_value(self) -> bool:
        """Whether it can be a figure of the body."""
        return self.kind in VALUES


@dataclass(slots=True)
class Sheet:
    """A grid as rows of slots; a slot that spans stands in every place that it covers."""

    grid: Grid
    rows: int
    columns: int
    at: list[list[Slot | None]]
    starts: list[list[Slot]]
    """For each row the slots that begin in it, left to right."""
    rules: tuple[tuple[float, float, float], ...]
    """Horizontal rules in the grid's box as (y, x0, x1), by y."""
    uprights: tuple[tuple[float, float, float], ...] = ()
    """Vertical rules in the grid's box as (x, top, bottom)."""
    doubts: list[str] = field(default_factory=list)
    """What the reading of the heads had to guess."""
    known: dict[int, Slot] = field(default_factory=dict)
    """Slots by the identity of their words, so that a grid of the same cells is laid open again for little."""


def open_grid(grid: Grid, rules: Sequence[Rule] = (), *, like: Sheet | None = None) -> Sheet:
    """Lay a grid open; `rules` are those of its page, `like` a sheet with cells of the same words."""
    known = like.known if like is not None else {}
    rows, columns = len(grid.row_edges) - 1, len(grid.column_edges) - 1
    at: list[list[Slot | None]] = [[None] * columns for _ in range(rows)]
    starts: list[list[Slot]] = [[] for _ in range(rows)]
    for cell in grid.cells:
        words = cell.words
        if not words:
            continue
        first, left, last, right = cell.row, cell.column, cell.row_end, cell.column_end
        old = known.get(id(words))
        slot = known[id(words)] = _slot(cell) if old is None else Slot(cell, old.text, old.kind, old.ink)
        starts[first].append(slot)
        if first == last and left == right:
            at[first][left] = slot
            continue
        for row in range(first, min(last, rows - 1) + 1):
            line = at[row]
            for column in range(left, min(right, columns - 1) + 1):
                line[column] = slot
    for line_slots in starts:
        line_slots.sort(key=_column)
    level, upright = horizontal_rules(grid.box, rules), vertical_rules(grid.box, rules)
    return Sheet(grid, rows, columns, at, starts, level, upright, known=known)


_column = attrgetter("cell.column")


def horizontal_rules(box: Box, rules: Sequence[Rule]) -> tuple[tuple[float, float, float], ...]:
    """The horizontal rules that cross the box as (y, x0, x1), pieces on one line joined where they touch."""
    found = sorted(
        (round((r.top + r.bottom) / 2, 1), r.x0, r.x1)
        for r in rules
        if r.x1 - r.x0 > 4.0
        and r.bottom - r.top < 4.0
        and r.top > box.top - 4.0
        and r.bottom < box.bottom + 4.0
        and r.x1 > box.x0
        and r.x0 < box.x1
    )
    joined: list[tuple[float, float, float]] = []
    for y, x0, x1 in found:
        if joined and abs(joined[-1][0] - y) <= 0.6 and x0 <= joined[-1][2] + 1.0:
            joined[-1] = (joined[-1][0], min(joined[-1][1], x0), max(joined[-1][2], x1))
        else:
            joined.append((y, x0, x1))
    return tuple(joined)


def vertical_rules(box: Box, rules: Sequence[Rule]) -> tuple[tuple[float, float, float], ...]:
    """The vertical rules that run in the box as (x, top, bottom), left to right."""
    return tuple(
        sorted(
            (round((r.x0 + r.x1) / 2, 1), r.top, r.bottom)
            for r in rules
            if r.bottom - r.top > 4.0
            and r.x1 - r.x0 < 4.0
            and r.x0 > box.x0 - 4.0
            and r.x1 < box.x1 + 4.0
            and r.bottom > box.top
            and r.top < box.bottom
        )
    )


def drawn_rules(page: Page) -> tuple[Rule, ...]:
    """The rules of a page, typed ones too, with the four sides of every stroked rectangle."""
    sides: list[Rule] = []
    for rect in page.rects:
        if rect.stroke is None:
            continue
        for x0, top, x1, bottom in (
            (rect.x0, rect.top, rect.x1, rect.top),
            (rect.x0, rect.bottom, rect.x1, rect.bottom),
            (rect.x0, rect.top, rect.x0, rect.bottom),
            (rect.x1, rect.top, rect.x1, rect.bottom),
        ):
            sides.append(Rule(x0, top, x1, bottom, 0.0, rect.stroke))
    return (*page.rules, *sides, *as_rules(page))


def _slot(cell: GridCell) -> Slot:
    words = cell.words
    if len(words) == 1:
        text = without_strokes(words[0].text)
        return Slot(cell, text, kind_of(text), words_box(words))
    level, _ = split_raised(words)
    text = without_strokes(one_space(" ".join(join_words(line) for line in lines_of(level))))
    return Slot(cell, text, kind_of(text), words_box(words))
