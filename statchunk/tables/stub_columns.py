"""Which columns of a grid are stub, which only hold codes, and where the stub is printed again."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from statchunk.tables.marks import has_digit
from statchunk.tables.sheet import Sheet

_CLOSING: Final = ".:)]"
_SEPARATORS: Final = ".,'’ \u2009\u00a0"
_DOTTED: Final = re.compile(r"\d{1,3}(?:\.\d{1,3})*\.?")
_PARTED: Final = re.compile(r"\d{1,2}(?:\.\d{1,2}){2,}")  # a class of a classification, no measure: "1.1.01"
_OUTLINE: Final = 4  # numbers; fewer make no outline
_RANGE: Final = re.compile(r"\d\s?[-–—]\s?\d|[<>≤≥]\s?\d|\d\s?\+$")


def _texty(sheet: Sheet, column: int, head: int) -> tuple[int, int, int]:
    """Counts of (words or bare codes, years, all) among the slots that begin in a column below the heads."""
    words = years = total = 0
    for row in range(head, sheet.rows):
        slot = sheet.at[row][column]
        if slot is None or slot.cell.row != row or slot.cell.column != column:
            continue
        if len(sheet.starts[row]) == 1 and slot.cell.column_end > column:
            continue
        total += 1
        if slot.kind == "words" or (slot.kind == "code" and not (has_digit(slot.text) and len(slot.text) < 9)):
            words += 1
        elif slot.kind == "year":
            years += 1
    return words, years, total


def stub_columns(sheet: Sheet, head: int) -> tuple[int, bool]:
    """(number of stub columns, whether they stand at the right)."""
    last = sheet.columns - 1
    if last < 1:
        figures = [slot for row in range(head, sheet.rows) for slot in sheet.starts[row] if slot.is_value]
        return int(bool(sheet.columns) and 2 * len(figures) < sheet.rows - head), False
    words, years, total = _texty(sheet, 0, head)
    if total and not words and not years and not _numbers_rows(sheet, 0, head):
        outer = 1 if last > 2 and _numbers_rows(sheet, last, head) else 0
        right_words, _, right_total = _texty(sheet, last - outer, head)
        if right_total and right_words * 2 > right_total:
            count = 1 + outer
            while count < last:
                words, _, total = _texty(sheet, last - count, head)
                if not total or words * 5 < total * 2:
                    break
                count += 1
            return count, True
    if total and not words and not years and _measures(sheet, 0, head):
        return 0, False
    count = 1
    while count < last:
        words, years, total = _texty(sheet, count, head)
        if total and words * 5 < total * 2 and years * 5 < total * 4:
            break
        if not total and not _blank_stub(sheet, count, head):
            break
        count += 1
    if count == last and not _texty(sheet, last, head)[2]:
        count = max(1, sheet.grid.stub_columns)
    if count > 2 and _names_rows(sheet, head, count):
        count = 1
    if all(_mostly_words(sheet, c, head) for c in range(count, sheet.columns)) and count == last:
        count = max(1, min(sheet.grid.stub_columns, last))
    return count, False


def _names_rows(sheet: Sheet, head: int, count: int) -> bool:
    """Whether the first column names every row in words of its own, and years stand among the columns beside it: then
    these say something of the rows and name no groups."""
    rows = [row for row in range(head, sheet.rows) if sheet.starts[row]]
    first = [sheet.at[row][0] for row in rows]
    names = [
        slot.text for slot in first if slot is not None and slot.kind == "words" and slot.cell.row_end == slot.cell.row
    ]
    if len(names) < len(rows) or len(set(names)) < len(names):
        return False
    for column in range(1, count):
        _, years, total = _texty(sheet, column, head)
        if years * 5 >= total * 4 > 0:
            return True
    return False


def _measures(sheet: Sheet, column: int, head: int) -> bool:
    """Whether most of a column's figures are grouped or have decimals: measured, so that they label nothing."""
    texts = [s.text for row in range(head, sheet.rows) for s in sheet.starts[row] if s.cell.column == column]
    if _outlines(texts) or any(_PARTED.fullmatch(text) for text in texts):
        return False
    measured = sum(any(c in _SEPARATORS for c in text) and _RANGE.search(text) is None for text in texts)
    return 2 * measured > len(texts)


def _outlines(texts: Sequence[str]) -> bool:
    """Whether figures number a classification: "1", "1.1", "1.2", "2", each the next of its level or its first part."""
    if len(texts) < _OUTLINE or not all(_DOTTED.fullmatch(text) for text in texts):
        return False
    numbers = [tuple(map(int, text.rstrip(".").split("."))) for text in texts]
    held = sum(
        (len(b) <= len(a) and b[:-1] == a[: len(b) - 1] and b[-1] == a[len(b) - 1] + 1)
        or (len(b) == len(a) + 1 and b[:-1] == a and b[-1] <= 1)
        for a, b in pairwise(numbers)
    )
    return len({len(number) for number in numbers}) > 1 and 5 * held >= 4 * (len(numbers) - 1)


def _numbers_rows(sheet: Sheet, column: int, head: int) -> bool:
    """Whether a column only numbers the rows: whole numbers, each one more than the one above."""
    texts = [
        slot.text.rstrip(_CLOSING)
        for row in range(head, sheet.rows)
        for slot in sheet.starts[row]
        if slot.cell.column == column
    ]
    if len(texts) < 3 or not all(text.isdigit() for text in texts):
        return False
    return all(int(b) - int(a) == 1 for a, b in pairwise(texts))


def _mostly_words(sheet: Sheet, column: int, head: int) -> bool:
    words, _, total = _texty(sheet, column, head)
    return total > 0 and words * 2 > total


def _blank_stub(sheet: Sheet, column: int, head: int) -> bool:
    """Whether an empty column still belongs to the stub: nothing heads it, and labels of its left cross it."""
    return all(sheet.at[row][column] is None or sheet.at[row][column] is sheet.at[row][0] for row in range(head))


def repeated_stub(sheet: Sheet, head: int, stub: int, on_right: bool) -> int | None:
    """The outer column on the other side where it holds words: the stub printed again, or in another language."""
    if sheet.columns - stub < 2:
        return None
    column = 0 if on_right else sheet.columns - 1
    words, _, total = _texty(sheet, column, head)
    rows = sheet.rows - head
    if not total or words * 5 < total * 4 or total * 2 < rows:
        return None
    texts = [s.text for row in range(head, sheet.rows) if (s := sheet.at[row][column]) is not None]
    if 5 * len(set(texts)) < 3 * len(texts):
        return None  # answers such as "Met" and "Not met" recur; labels hardly do
    middle = [
        slot
        for row in range(head, sheet.rows)
        for slot in sheet.starts[row]
        if slot.cell.column != column and (slot.cell.column >= stub if not on_right else True)
    ]
    figures = sum(slot.kind in ("figure", "nil") for slot in middle)
    if figures * 2 <= len(middle) or _shares_head(sheet, column, head):
        return None
    return column


def _shares_head(sheet: Sheet, column: int, head: int) -> bool:
    """Whether a head spans the column and another, or the row of heads names another column alike: it is data."""
    for row in range(head + 1 if head < sheet.rows else head):
        slot = sheet.at[row][column]
        if slot is None or not slot.text:
            continue
        if row < head and 0 < slot.cell.column_end - slot.cell.column < sheet.columns - 1:
            return True
        if any(o is not slot and o.text == slot.text and o.cell.column > 0 for o in sheet.starts[row]):
            return slot.kind == "words"
    return False


def identifier_columns(sheet: Sheet, head: int, stub_set: set[int]) -> set[int]:
    """Body columns of codes, each with a letter and a digit."""
    found: set[int] = set()
    coded = {slot.cell.column for slots in sheet.starts[head:] for slot in slots if slot.kind == "code"}
    if not coded:
        return found
    for column in range(sheet.columns):
        if column in stub_set:
            continue
        codes: set[str] = set()
        total = 0
        for row in range(head, sheet.rows):
            slot = sheet.at[row][column]
            if slot is None or slot.cell.row != row:
                continue
            total += 1
            if slot.kind == "code" and has_digit(slot.text):
                codes.add(slot.text)
        if total > 1 and len(codes) * 5 >= total * 4:
            found.add(column)
    return found
