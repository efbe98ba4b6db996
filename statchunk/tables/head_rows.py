"""How many rows are heads: those of words, codes or numbers of columns over the figures, to a rule across the table."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from statchunk.settings import TableSettings
from statchunk.tables.marks import count_codes, count_columns, has_digit, is_column_number, kind_of
from statchunk.tables.sheet import Sheet, Slot
from statchunk.tables.stub_columns import identifier_columns

_DECIMAL: Final = re.compile(r"[-−–]?\d+[.,]\d{1,2}")  # no head is one; among texts two of them make a row of figures
_ZERO_CODE: Final = re.compile(r"0\d{3,}")


def lead_rows(sheet: Sheet) -> int:
    """Index of the first row that surely holds figures: the rows above are heads, titles or section rows."""
    for row in range(sheet.rows):
        slots = sheet.starts[row]
        if not slots or (len(slots) < 2 and sheet.columns > 2):
            continue
        rest = slots[1:] if len(slots) > 1 else slots
        figures = sum(s.kind == "figure" or (s.kind == "nil" and not s.text.isalpha()) for s in rest)
        if figures and slots[0].cell.column == 0:
            figures += sum(s.kind == "year" for s in rest)
            figures += sum(_opens_with_figure(s) for s in rest)
        numbered = numbers_columns(rest if slots[0].cell.column == 0 else slots)
        numbered = numbered or count_codes([s.text for s in rest if s.kind == "figure"])
        mixed = slots[0].cell.column == 0 and sum(_DECIMAL.fullmatch(s.text) is not None for s in rest) > 1
        if figures and (figures * 2 >= len(rest) or mixed) and not numbered:
            texts_below = row + 1 < sheet.rows and _is_text_row(sheet, row + 1) and slots[0].cell.column > 0
            if not texts_below:
                return row
    for row in range(1, sheet.rows):  # columns of words among those of figures
        rest = sheet.starts[row][1:]
        if sum(s.kind == "figure" for s in rest) > 1 and not numbers_columns(rest):
            return row
    return min(max(sheet.grid.head_rows, 1), sheet.rows - 1) if sheet.rows > 1 else 0


def head_end(sheet: Sheet, lead: int, stub: int, on_right: bool, settings: TableSettings) -> int:
    """Number of head rows: at a rule across the table, else below the last row with words over the figures."""
    stub_set = set(range(sheet.columns - stub, sheet.columns)) if on_right else set(range(stub))
    codes = identifier_columns(sheet, lead, stub_set)
    low = 0
    for row in range(lead):
        body = [
            s
            for s in sheet.starts[row]
            if s.cell.column not in stub_set and not (s.cell.column in codes and s.kind == "code")
        ]
        alone = len(sheet.starts[row]) == 1
        if body and not is_code_row(body) and not numbers_columns(body) and not (alone and _crosses(sheet, body[0])):
            low = max(low, row + 1, *(s.cell.row_end + 1 for s in body if s.cell.row_end < lead))
    if low == 0 and sheet.grid.head_rows == 0 and not _rule_at(sheet, 1, lead, settings):
        return 0
    ruled = _rule_at(sheet, max(low, 1), lead, settings)
    if ruled:
        return ruled
    guess = sheet.grid.head_rows
    return guess if low <= guess <= lead and guess else low


def label_column(sheet: Sheet) -> int | None:
    """The column of labels where two columns hold labels in bold and what they say in plain type from the first row on,
    so that there are no heads; None elsewhere."""
    if sheet.columns != 2 or sheet.rows < 3 or len(sheet.starts[0]) != 2:
        return None
    sides: list[list[bool]] = [[], []]
    for slots in sheet.starts:
        for slot in slots:
            sides[slot.cell.column].append(slot.cell.words[0].style.bold)
    for side in (0, 1):
        if all(sides[side]) and not any(sides[1 - side]) and 4 * len(sides[side]) >= 3 * sheet.rows:
            return side
    return None


def count_values(slots: Sequence[Slot]) -> int:
    """Number of slots that hold a figure or a sign for none."""
    return len([slot for slot in slots if slot.kind in ("figure", "nil")])


def numbers_columns(slots: Sequence[Slot]) -> bool:
    """Whether the slots number the columns: "(1) (2) (3)", "1 2 3 4", with formulas among them."""
    if len(slots) < 3:
        return slots[:1] != [] and slots[0].cell.column > 0 and count_columns([s.text for s in slots])
    if all(is_column_number(s.text) or (s.text.isdigit() and len(s.text) < 3) for s in slots):
        digits = [int(s.text.strip("() ")) for s in slots if s.text.strip("() ").isdigit()]
        return (
            len(digits) < 2
            or all(b - a == 1 for a, b in pairwise(digits))
            or (len(digits) < len(slots) and sorted(set(digits)) == digits)
        )
    return False


def is_code_row(slots: Sequence[Slot]) -> bool:
    """Whether every slot is a series identifier; some must hold letters and digits both, or all begin with a zero."""
    texts = [s.text for s in slots]
    if len(slots) > 1 and all(_ZERO_CODE.fullmatch(text) for text in texts):
        return len({len(text) for text in texts}) == 1 and len(set(texts)) == len(texts)
    if len(slots) < 2 or any(s.kind not in ("code", "nil") or (s.kind == "nil" and has_digit(s.text)) for s in slots):
        return False
    codes = [s.text for s in slots if s.kind == "code"]
    mixed = sum(has_digit(text) for text in codes)
    return len(codes) * 2 > len(slots) and mixed * 4 >= len(codes) and len(set(codes)) == len(codes)


def _is_text_row(sheet: Sheet, row: int) -> bool:
    """Whether words or years, not figures, stand in the columns right of the first."""
    slots = [s for s in sheet.starts[row] if s.cell.column > 0]
    return len(slots) > 1 and count_values(slots) * 2 < len(slots) and sheet.at[row][0] is None


def _opens_with_figure(slot: Slot) -> bool:
    """Whether a text is a figure and words on what it counts or how: "100 million", "200 (as BTEX)"."""
    words = slot.cell.words
    return slot.kind == "words" and len(words) > 1 and kind_of(words[0].text) == "figure" and words[0].text[0] != "("


def _crosses(sheet: Sheet, slot: Slot) -> bool:
    """Whether a slot that is alone in its row runs over, or stands centred in, the whole table."""
    edges = sheet.grid.column_edges
    width = edges[-1] - edges[0]
    centre = (slot.ink.x0 + slot.ink.x1) / 2
    return slot.cell.column == 0 or abs(centre - (edges[0] + edges[-1]) / 2) < 0.12 * width


def _rule_at(sheet: Sheet, low: int, high: int, settings: TableSettings) -> int:
    """The first row border from `low` to `high` with a rule across most of the table; 0 where none is."""
    edges, columns = sheet.grid.row_edges, sheet.grid.column_edges
    need = settings.rule_share * (columns[-1] - columns[0])
    for row in range(low, high + 1):
        above = max((s.ink.bottom for s in sheet.starts[row - 1]), default=edges[row - 1])
        below = min((s.ink.top for s in sheet.starts[row]), default=edges[row]) if row < sheet.rows else edges[row]
        slack = 1.5
        covered = sum(
            x1 - x0 for y, x0, x1 in sheet.rules if above - slack - 2.0 <= y <= max(below, edges[row]) + slack
        )
        if covered >= need:
            return row
    return 0
