"""Labels told to be headings of the rows under them, where no indent, type or white says so."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from statchunk.tables.stub import StubRow
from statchunk.text import squash

_SEVERAL: Final = 2
_YEAR: Final = re.compile(r"(?:1[5-9]|2[01])\d\d[:.]?")


def find_centred_headings(rows: Sequence[StubRow], tolerance: float) -> None:
    """Make section rows of labels without figures that are set further in than the rows with figures right under them:
    centred over the stub, they head what follows though no indent says so. One alone does where it is the only bold
    row."""
    found = [
        row
        for row, below in pairwise(rows)
        if row.words
        and below.words
        and not (row.section or row.has_values or below.section or any(row.labels[1:]))
        and row.role == below.role == "data"
        and below.has_values
        and below.indent < row.indent - 2 * tolerance
        and not row.text[:1].islower()
    ]
    if len(found) > 1 or (len(found) == 1 and found[0].bold and sum(row.bold and not row.section for row in rows) == 1):
        for row in found:
            row.section = True


class LevelHeadings(NamedTuple):
    """Labels that head the rows level with them."""

    places: frozenset[int]
    """Among the rows."""
    doubt: str
    """What of it is a guess; empty where nothing is."""


def find_level_headings(rows: Sequence[StubRow], tolerance: float) -> LevelHeadings:
    """Labels, most without figures, that stand level with the rows under them, and that these need as their headings.

    These are years over what is no year, and labels over rows whose own labels recur, under each of them once; so may
    labels with figures, the totals of these rows. A label without figures may as well be a row that lacks them;
    several, the first of which opens the table, hardly are.

    Args:
        rows: of the table, in order.
        tolerance: points between indents that are one.
    """
    totals = _over_recurring(rows, tolerance)
    if totals:
        return LevelHeadings(totals, f'that "{rows[min(totals)].text}" and labels like it head rows is a guess')
    found = [n for n, (row, below) in enumerate(pairwise(rows)) if _may_head(row, below, tolerance)]
    years = [n for n in found if _YEAR.fullmatch(rows[n].text) and not _YEAR.match(rows[n + 1].text)]
    if years and len(years) == len(found):
        return LevelHeadings(frozenset(years), "")
    if len(found) < _SEVERAL:
        return LevelHeadings(frozenset(), "")
    if _recur(rows, found):
        return LevelHeadings(frozenset(found), "")
    first = next((n for n, row in enumerate(rows) if row.words and row.role == "data" and not row.section), -1)
    if found[0] == first and not any(rows[n].text[:1].islower() or rows[n + 1].text[:1].islower() for n in found):
        return LevelHeadings(frozenset(found), f'that "{rows[first].text}" and labels like it head rows is a guess')
    return LevelHeadings(frozenset(), "")


def _may_head(row: StubRow, below: StubRow, tolerance: float) -> bool:
    return (
        bool(row.words and below.words)
        and not (row.section or row.has_values or below.section or any(row.labels[1:]))
        and row.role == below.role == "data"
        and below.has_values
        and abs(below.indent - row.indent) <= tolerance
    )


def _recur(rows: Sequence[StubRow], headings: Sequence[int]) -> bool:
    """Whether most rows under the headings recur under another one, and none under the same."""
    ends = [*headings[1:], len(rows)]
    groups = [
        [squash(row.text) for row in rows[begin + 1 : end] if row.has_values and row.words]
        for begin, end in zip(headings, ends, strict=True)
    ]
    if any(len(set(group)) < len(group) for group in groups):
        return False
    counts = Counter(text for group in groups for text in group)
    return 2 * sum(count for count in counts.values() if count > 1) > sum(counts.values())


def _over_recurring(rows: Sequence[StubRow], tolerance: float) -> frozenset[int]:
    """Places of rows of figures, each right over the same list of labels, where all labels are level and the list is
    what recurs: none where any of that does not hold."""
    if any(row.section or not row.has_values or not row.words or any(row.labels[1:]) for row in rows):
        return frozenset()
    if max(row.indent for row in rows) - min(row.indent for row in rows) > tolerance:
        return frozenset()
    texts = [squash(row.text) for row in rows]
    counts = Counter(texts)
    if len(counts) == len(texts):
        return frozenset()
    runs: list[tuple[int, list[str]]] = []
    for place, text in enumerate(texts):
        if counts[text] == 1:
            runs.append((place, []))
        elif runs:
            runs[-1][1].append(text)
        else:
            return frozenset()
    lists = [(place, under) for place, under in runs if under]
    alike = len(lists) >= _SEVERAL and all(under == lists[0][1] for _, under in lists)
    if not alike or len(lists[0][1]) < _SEVERAL or len(set(lists[0][1])) < len(lists[0][1]):
        return frozenset()
    return frozenset(place for place, _ in lists)
