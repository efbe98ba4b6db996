"""Stubs of two columns whose inner labels recur: each outer label holds for the rows of its group."""

from collections.abc import Sequence
from typing import Final

from statchunk.model.page import Word, join_words
from statchunk.model.table import GridCell

_LONGEST: Final = 8
"""Rows of a group; longer lists of inner labels were not seen to recur."""
_WIDEST: Final = 3
"""Columns of a stub."""
_LEAST: Final = 3
"""Groups it takes to see that inner labels recur."""


def hold_groups(cells: Sequence[GridCell]) -> list[GridCell]:
    """Cells of a body with the lines of each outer label in one cell over the rows of its group.

    "Count" and "Percentage" by turns beside "Chronic fatigue" and "syndrome": the second line opens no group, since
    other groups have nothing there.

    Args:
        cells: of the body, by rows.
    """
    found = _inner_column(cells)
    if found is None:
        return list(cells)
    inner, rows = found
    labels = {cell.row: _without_marks(cell.words) for cell in cells if cell.column == inner}
    outer = {cell.row: cell for cell in cells if cell.column == inner - 1}
    period = _period([labels[row] for row in rows])
    if period is None:
        return list(cells)
    groups = [rows[i : i + period] for i in range(0, len(rows), period)]
    lines = [[row for row in sorted(outer) if group[0] <= row <= group[-1]] for group in groups]
    if not all(lines) or 2 * sum(len(own) > 1 for own in lines) > len(groups) or sum(map(len, lines)) < len(outer):
        return list(cells)
    whole: list[GridCell] = []
    for group, own in zip(groups, lines, strict=True):
        words: tuple[Word, ...] = tuple(word for row in own for word in outer[row].words)
        whole.append(outer[own[0]].but(row=group[0], row_end=group[-1], words=words))
    rest = [cell for cell in cells if cell.column != inner - 1]
    return sorted(whole + rest, key=lambda cell: (cell.row, cell.column))


def _inner_column(cells: Sequence[GridCell]) -> tuple[int, list[int]] | None:
    """The first column but the outermost that has a word in every row, and these rows; a line that has the outer label
    alone, set about the middle of its group, is no row."""
    for column in range(1, _WIDEST):
        rows = sorted({cell.row for cell in cells if cell.column != column - 1})
        own = [cell for cell in cells if cell.column == column and cell.column_end == column]
        if rows and len(own) == len(rows) and all(cell.words[0].text[:1].isalpha() for cell in own):
            return column, rows
    return None


def _without_marks(words: Sequence[Word]) -> str:
    """A label without the raised marks of its notes."""
    return join_words([word for word in words if word.rise <= 0])


def _period(labels: Sequence[str]) -> int | None:
    """After how many rows the labels recur, the first of a group nowhere else in it; None where they do not."""
    for period in range(2, _LONGEST + 1):
        if len(labels) < _LEAST * period:
            return None
        apart = len(labels) % period == 0 and labels[0] not in labels[1:period]
        if apart and all(label == labels[i % period] for i, label in enumerate(labels)):
            return period
    return None
