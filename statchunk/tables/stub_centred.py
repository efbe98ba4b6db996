"""Outer labels set at the middle or the foot of their group: each stands for the rows about it, or down to it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from statchunk.model.page import Word
from statchunk.model.table import Grid, GridCell
from statchunk.tables.sheet import Sheet, Slot
from statchunk.tables.stub import is_total

_OFF: Final = 0.25  # of the step between rows; one row more or less would move the middle of a group by a half
_ON: Final = 0.1  # of the step between rows; a label as near to the baseline of a row is printed on it
_LINE: Final = 1.35  # of the type size; lines of one label are as close
_CLOSER: Final = 0.15  # of the type size; as much closer than rows lines of one label stand
_FULL: Final = 0.85  # of the table's width; a rule as long parts groups
_LEAST: Final = 2  # rows without an outer label above the first; one alone may be a total of all


@dataclass(frozen=True, slots=True)
class _Line:
    """A row of figures, or an outer label with all its lines."""

    row: int
    """Of the grid."""
    first: float
    """Its first baseline."""
    last: float
    """Its last baseline."""
    slots: tuple[Slot, ...]
    """What stands in it: of a row all right of the outer labels."""

    @property
    def middle(self) -> float:
        """Half way between its baselines."""
        return (self.first + self.last) / 2


def hold_centred(sheet: Sheet, head: int, stub: int) -> tuple[Grid, str] | None:
    """The grid with each outer label over all rows of its group, and what is in doubt about it.

    A label in the middle of a merged cell stands as far from the first row of its group as from the last, so that the
    groups follow one from the other from the top of the body, and the last must end with it. Labels at the foot of
    their cells end with the last row, and the first rows have none on them.

    Args:
        sheet: the grid laid open.
        head: rows of heads.
        stub: columns of labels at the left, two or more.

    Returns:
        None where the labels stand on the first rows of their groups, or neither reading holds.
    """
    if stub < 2 or any(s.cell.row_end > s.cell.row or s.cell.column_end > 0 for s in _outer(sheet, head)):
        return None
    rows = _rows(sheet, head)
    while rows and is_total(rows[0].slots[0].text) and sheet.at[rows[0].row][0] is None:
        del rows[0]
    if len(rows) < 3:
        return None
    steps = sorted(b.first - a.last for a, b in pairwise(rows))
    step = steps[len(steps) // 2]
    labels = _labels(_outer(sheet, head), rows, step)
    beside = sum(not _is_between(label, rows, step) for label in labels)
    if step <= 0 or not labels or 2 * beside > len(rows):
        return None
    if _is_on(labels[0].first, rows[0].first, step):
        if beside == len(labels) and all(len(label.slots) == 1 for label in labels):
            return None
        ends = _from_head(labels, rows, step)
        if ends and _moves(labels, rows, ends):
            return _with_ends(sheet, labels, rows, ends), ""
    parted = _ruled_ends(sheet, rows)
    about, down = _about_middle(labels, rows, step), _at_foot(labels, rows, step)
    if not parted.issubset(about):
        about = []
    if not parted.issubset(down):
        down = []
    doubt = ""
    if (about and down) or (down and down[0] < _LEAST):
        doubt = f'which rows "{labels[0].slots[0].text}" and the labels under it stand for is a guess'
    ends = down or about
    if not ends:  # the first rows may go on with the last group of the page before
        fits = [(k, own) for k in range(1, len(rows)) if (own := _about_middle(labels, rows[k:], step))]
        if len(fits) != 1 or beside == len(labels) or parted:
            return None
        rows, ends = rows[fits[0][0] :], fits[0][1]
    if not _moves(labels, rows, ends):
        return None
    return _with_ends(sheet, labels, rows, ends), doubt


def _moves(labels: Sequence[_Line], rows: Sequence[_Line], ends: Sequence[int]) -> bool:
    """Whether a label stands for other rows than the one that it is in."""
    starts = [0, *ends[:-1]]
    return any(
        [
            len(label.slots) > 1 or end > start + 1 or label.row != rows[start].row
            for label, start, end in zip(labels, starts, ends, strict=True)
        ]
    )


def _with_ends(sheet: Sheet, labels: Sequence[_Line], rows: Sequence[_Line], ends: Sequence[int]) -> Grid:
    """The grid with each label over the rows from the end of the group before to that of its own."""
    held: dict[int, GridCell] = {}
    gone: set[int] = set()
    start = 0
    for label, end in zip(labels, ends, strict=True):
        words = tuple(word for slot in label.slots for word in slot.cell.words)
        first, *rest = (slot.cell for slot in label.slots)
        held[id(first)] = first.but(row=rows[start].row, row_end=rows[end - 1].row, words=words)
        gone.update(map(id, rest))
        start = end
    cells = tuple(held.get(id(cell), cell) for cell in sheet.grid.cells if id(cell) not in gone)
    return replace(sheet.grid, cells=cells)


def _ruled_ends(sheet: Sheet, rows: Sequence[_Line]) -> set[int]:
    """After which rows a rule across the table ends a group, where not all rows are ruled off."""
    edges = sheet.grid.column_edges
    full = [y for y, x0, x1 in sheet.rules if x1 - x0 > _FULL * (edges[-1] - edges[0])]
    ends = {k + 1 for k, (a, b) in enumerate(pairwise(rows)) if any(a.last < y < b.first for y in full)}
    return ends if len(ends) < len(rows) - 1 else set()


def is_sparse(sheet: Sheet, head: int) -> bool:
    """Whether the first column is filled in less than half of the rows that have labels, and never spans rows."""
    outer = inner = lines = 0
    for row in range(head, sheet.rows):
        slot, beside = sheet.at[row][0], sheet.at[row][1]
        if slot is not None and (slot.cell.row_end > slot.cell.row or slot.cell.column_end > 0):
            return False
        lines += slot is not None
        outer += slot is not None and beside is not None
        inner += beside is not None
    return lines > 0 and 2 * outer < inner


def _rows(sheet: Sheet, head: int) -> list[_Line]:
    """The rows with figures and a label, so not one that numbers the columns."""
    found: list[_Line] = []
    for row in range(head, sheet.rows):
        if sheet.at[row][0] is None and sheet.at[row][1] is None:
            continue
        slots = tuple(slot for slot in sheet.starts[row] if slot.cell.column > 0)
        if any(slot.is_value for slot in slots):
            found.append(_line(row, slots))
    return found


def _outer(sheet: Sheet, head: int) -> list[Slot]:
    """What stands in the first column of the body, top to bottom."""
    return [slot for row in range(head, sheet.rows) for slot in sheet.starts[row] if slot.cell.column == 0]


def _labels(slots: Sequence[Slot], rows: Sequence[_Line], step: float) -> list[_Line]:
    """The outer labels, lines made one that stand closer than the rows, or go on in small letters where inner labels
    begin with capitals."""
    texts = [row.slots[0].text for row in rows]
    capitals = 5 * sum(text[:1].islower() for text in texts) <= len(texts)
    found: list[_Line] = []
    for slot in slots:
        line = _line(slot.cell.row, (slot,))
        size = slot.cell.words[0].style.size
        if found and found[-1].slots[0].cell.words[0].style == slot.cell.words[0].style:
            goes_on = capitals and slot.text[:1].islower()
            if line.first - found[-1].last < min(_LINE * size, step + (_CLOSER if goes_on else -_CLOSER) * size):
                found[-1] = _Line(found[-1].row, found[-1].first, line.last, (*found[-1].slots, slot))
                continue
        found.append(line)
    return found


def _line(row: int, slots: tuple[Slot, ...]) -> _Line:
    words: list[Word] = [word for slot in slots for word in slot.cell.words]
    baselines = [word.baseline for word in words if word.rise == 0] or [word.baseline for word in words]
    return _Line(row, min(baselines), max(baselines), slots)


def _is_between(label: _Line, rows: Sequence[_Line], step: float) -> bool:
    """Whether a label is printed on no row."""
    return all(label.middle < row.first - _OFF * step or label.middle > row.last + _OFF * step for row in rows)


def _about_middle(labels: Sequence[_Line], rows: Sequence[_Line], step: float) -> list[int]:
    """After which rows the groups end if each label stands at the middle of its own; empty where they cannot."""
    edges = [rows[0].first - step / 2, *((a.last + b.first) / 2 for a, b in pairwise(rows)), rows[-1].last + step / 2]
    ends: list[int] = []
    start = 0
    for label in labels:
        mirrored = 2 * label.middle - edges[start]
        end = min(range(start + 1, len(edges)), key=lambda k: abs(edges[k] - mirrored), default=0)
        if not end or abs((edges[start] + edges[end]) / 2 - label.middle) > _OFF * step:
            return []
        ends.append(end)
        start = end
    return ends if start == len(rows) else []


def _from_head(labels: Sequence[_Line], rows: Sequence[_Line], step: float) -> list[int]:
    """After which rows the groups end if the first line of each label stands on the first row of its own; empty where
    it does not."""
    starts: list[int] = []
    for label in labels:
        start = next((k for k, row in enumerate(rows) if _is_on(label.first, row.first, step)), None)
        if start is None:
            return []
        starts.append(start)
    return [*starts[1:], len(rows)] if all(b > a for a, b in pairwise(starts)) else []


def _is_on(baseline: float, other: float, step: float) -> bool:
    return abs(baseline - other) < _ON * step


def _at_foot(labels: Sequence[_Line], rows: Sequence[_Line], step: float) -> list[int]:
    """After which rows the groups end if each label stands on the last row of its own; empty where they cannot."""
    lasts = [row.last for row in rows]
    ends: list[int] = []
    for label in labels:
        near = min(range(len(lasts)), key=lambda k: abs(lasts[k] - label.last))
        if not _is_on(label.last, lasts[near], step):
            return []
        ends.append(near + 1)
    return ends if ends[-1] == len(rows) and all(b > a for a, b in pairwise(ends)) else []
