"""A last line of heads that gives nothing but units: each stands over all columns that it is centred over."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from statchunk.languages.unit_lines import is_unit_line
from statchunk.model.page import join_words
from statchunk.tables.head_lines import Head, in_band
from statchunk.tables.rows import is_year
from statchunk.tables.sheet import Sheet

_BASE: Final = re.compile(r"\d{4}\)?\s*=\s*100\b")
"""The base of an index: "2015=100"."""
_FRACTION: Final = re.compile(r"[.,](\d{1,2})\D*$")
"""The decimals of a figure; three digits behind a comma may be thousands."""
_FLUSH: Final = 1.0  # points; edges of units set flush with heads agree within it
_ALIGNED: Final = 0.6  # of the type size; lines of one head agree better
_OFF: Final = 0.8  # of the type size; a unit stands no farther from the middle of its columns


def lay_units(heads: Sequence[Head], columns: Sequence[int], sheet: Sheet) -> None:
    """Lay the units of the last line over their columns, where one stands between columns that have none: over the
    columns beside it too whose heads are dates as its own, or between those that it stands at the border of; where all
    are flush at one side, over the columns up to the next whose figures are printed to as many decimals.

    Args:
        heads: over what they stand over by themselves; changed.
        columns: body columns.
        sheet: with their figures; takes what is in doubt.
    """
    lowest = max(heads, key=lambda h: h.ink.top, default=None)
    if lowest is None:
        return
    line = [h for h in heads if h is lowest or in_band(h, lowest)]
    if len(line) >= len(columns) or not all(h.first == h.last and not h.proven for h in line):
        return
    if not all(is_unit_head(join_words(h.words)) for h in line):
        return
    single = [h for h in heads if h.first == h.last and h not in line]
    above = {h.first: h for h in sorted(single, key=lambda h: h.ink.top)}  # right over the line, by column
    if len(above) == len(columns) and _lay_flush(line, above, sheet):
        return
    own = {h.first for h in line}
    for head in line:
        run = _run(head, above, own - {head.first})
        if run is None:
            continue
        first, last = run
        beside = max((h.last for h in heads if h.first <= last <= h.last), default=last)
        while last < beside and last + 1 not in above and last + 1 not in own:
            last += 1  # a wider line of the last head
        head.first, head.last, head.proven, head.shared = first, last, True, True


def _lay_flush(line: Sequence[Head], above: Mapping[int, Head], sheet: Sheet) -> bool:
    """Lay units that are all flush right, or all flush left, with heads over them, the last or the first with that of
    the last or first column, over the columns between; false where the decimals of these do not bear it out."""
    units = sorted(line, key=lambda h: h.ink.x0)
    columns = sorted(above)
    for right in (True, False):
        ends = [
            [c for c in columns if abs(above[c].ink.x1 - h.ink.x1 if right else above[c].ink.x0 - h.ink.x0) < _FLUSH]
            for h in units
        ]
        if len(units) < 2 or any(len(at) != 1 for at in ends):
            continue
        places = [columns.index(at[0]) for at in ends]
        if right and places[-1] == len(columns) - 1:
            bounds = [0, *(place + 1 for place in places)]
        elif not right and places[0] == 0:
            bounds = [*places, len(columns)]
        else:
            continue
        runs = [columns[a:b] for a, b in pairwise(bounds)]
        if not all(runs) or all(len(run) == 1 for run in runs):
            continue
        decimals = [{_decimals(sheet, column) for column in run} for run in runs]
        if all(len(found) == 1 and None not in found for found in decimals) and all(
            a != b for a, b in pairwise(decimals)
        ):
            for head, run in zip(units, runs, strict=True):
                head.first, head.last, head.proven, head.shared = run[0], run[-1], True, True
            sheet.doubts.append("which columns the units under the heads hold for is told by their decimals")
            return True
    return False


def _decimals(sheet: Sheet, column: int) -> int | None:
    """To how many decimals all figures of a column are printed; None where they differ."""
    found: set[int] = set()
    for row in range(sheet.grid.head_rows, sheet.rows):
        slot = sheet.at[row][column]
        if slot is not None and slot.kind == "figure":
            match = _FRACTION.search(slot.text)
            found.add(len(match[1]) if match is not None else 0)
    return found.pop() if len(found) == 1 else None


def is_unit_head(text: str) -> bool:
    """Whether a head gives a unit or the base of an index: "(2015=100)", "% change"."""
    return "%" in text or is_unit_line(text) or _BASE.search(text) is not None


def _run(head: Head, above: dict[int, Head], taken: set[int]) -> tuple[int, int] | None:
    """The widest columns beside each other, more than one, under whose heads a unit is centred; None where it stands
    right under one that is no date."""
    size = head.words[0].style.size
    middle = (head.ink.x0 + head.ink.x1) / 2
    best: tuple[int, int] | None = None
    for first in sorted(above):
        for last in (c for c in sorted(above) if c > first):
            if not taken.isdisjoint(range(first, last + 1)):
                break
            run = [c for c in above if first <= c <= last]
            if abs((above[first].ink.x0 + above[last].ink.x1) / 2 - middle) > _OFF * size:
                continue
            under = any(_is_aligned(head, above[c]) for c in run)
            if under and not all(any(is_year(word.text) for word in above[c].words) for c in run):
                continue
            if best is None or last - first > best[1] - best[0]:
                best = first, last
    return best


def _is_aligned(head: Head, above: Head) -> bool:
    """Whether a head agrees with the one over it at the left, at the right or in the middle, as a line of it does."""
    a, b = head.ink, above.ink
    off = min(abs(a.x0 - b.x0), abs(a.x1 - b.x1), abs(a.x0 + a.x1 - b.x0 - b.x1) / 2)
    return off < _ALIGNED * head.words[0].style.size
