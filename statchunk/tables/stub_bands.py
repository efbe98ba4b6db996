"""Outer labels set in the middle of the rows they stand for: full rules part the body into bands, one label each."""

from dataclasses import replace
from itertools import pairwise
from typing import Final

from statchunk.geometry import bounding_box
from statchunk.model.table import Grid, GridCell
from statchunk.tables.sheet import Sheet, Slot
from statchunk.tables.stub import is_total
from statchunk.tables.stub_centred import is_sparse

_FULL: Final = 0.85  # of the table's width; a rule as long parts bands
_BANDS: Final = 2  # bands of several rows that a label stands in


def span_bands(sheet: Sheet, head: int, stub: int) -> Grid | None:
    """The grid with each outer label over all rows of its band; None where bands do not tell or the first rows bear
    the labels.

    Args:
        sheet: the grid laid open.
        head: rows of heads.
        stub: columns of labels at the left, two or more.
    """
    if stub < 2 or not is_sparse(sheet, head):
        return None
    bands = _bands(sheet, head)
    held = [_outer(sheet, band) for band in bands]
    wide = [(band, slots) for band, slots in zip(bands, held, strict=True) if len(band) > 1 and slots]
    if len(wide) < _BANDS or any(len(band) > 1 and not _is_one_label(slots) for band, slots in wide):
        return None
    if all(slots[0].cell.row == band[0] for band, slots in wide):
        return None
    spans: dict[int, GridCell] = {}
    gone: set[int] = set()
    for band, slots in wide:
        words = tuple(w for slot in slots for w in slot.cell.words)
        spans[id(slots[0].cell)] = slots[0].cell.but(row=band[0], row_end=band[-1], words=words)
        gone.update(id(slot.cell) for slot in slots[1:])
    cells = tuple(spans.get(id(cell), cell) for cell in sheet.grid.cells if id(cell) not in gone)
    return replace(sheet.grid, cells=cells)


def doubtful_outer_labels(sheet: Sheet, head: int, stub: int) -> str:
    """What is in doubt where the rows over the first outer label have none: each label may stand for rows above it."""
    if stub < 2 or not is_sparse(sheet, head):
        return ""
    first = next((row for row in range(head, sheet.rows) if _has_figures(sheet, row)), None)
    if first is None or sheet.at[first][0] is not None:
        return ""
    inner = sheet.at[first][1]
    if inner is None or is_total(inner.text):
        return ""
    bands = [band for band in _bands(sheet, head) if _outer(sheet, band)]
    if len(bands) > 1 and all(_outer(sheet, band[:1]) and len(_outer(sheet, band)) == 1 for band in bands):
        return ""  # full rules begin the groups of all labels
    label = next((slot.text for row in range(first, sheet.rows) for slot in _outer(sheet, [row])), "")
    return f'which rows "{label}" and the labels under it stand for is a guess' if label else ""


def _bands(sheet: Sheet, head: int) -> list[list[int]]:
    """The rows of the body between full rules."""
    edges = sheet.grid.column_edges
    width = edges[-1] - edges[0]
    full = [y for y, x0, x1 in sheet.rules if x1 - x0 > _FULL * width]
    bands: list[list[int]] = []
    last: float | None = None
    for row in range(head, sheet.rows):
        if not _has_figures(sheet, row) and sheet.at[row][0] is None:
            continue
        ink = bounding_box([slot.ink for slot in sheet.starts[row]])
        middle = (ink.top + ink.bottom) / 2
        if last is None or any(last < y < middle for y in full):
            bands.append([])
        bands[-1].append(row)
        last = middle
    return bands


def _has_figures(sheet: Sheet, row: int) -> bool:
    return any(slot.is_value and slot.cell.column > 0 for slot in sheet.starts[row])


def _outer(sheet: Sheet, rows: list[int]) -> list[Slot]:
    """What begins in the first column of the rows."""
    return [slot for row in rows for slot in sheet.starts[row] if slot.cell.column == 0]


def _is_one_label(slots: list[Slot]) -> bool:
    """Whether texts one under the other are lines of one label: set alike and close."""
    for above, below in pairwise(slots):
        style = above.cell.words[0].style
        if below.cell.words[0].style != style or below.ink.top - above.ink.bottom > 0.8 * style.size:
            return False
    return True
