"""Which part of the table each cell is: boxhead, stub, section, body, identifiers, column numbers, title, notes."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from statchunk.languages import words as language_words
from statchunk.languages.unit_lines import is_unit_line, opens_unit_line
from statchunk.model.page import Rule
from statchunk.model.table import CellRole, Grid, GridCell
from statchunk.settings import TableSettings
from statchunk.tables.head_rows import count_values, head_end, is_code_row, label_column, lead_rows, numbers_columns
from statchunk.tables.head_spread import is_period
from statchunk.tables.labels import is_leader, stands_apart
from statchunk.tables.marks import has_digit, is_column_number
from statchunk.tables.sheet import Sheet, Slot, open_grid
from statchunk.tables.stub_bands import doubtful_outer_labels
from statchunk.tables.stub_columns import identifier_columns, repeated_stub, stub_columns
from statchunk.tables.stub_repair import repaired_stub
from statchunk.text import squash

_CLOSING: Final = ".:)]"
_LEADERS: Final = ".·․…_"
_DRAWN: Final = "rules"  # engine of grids whose cells rules close: a label with texts beside it is a row there
_MOST_REPAIRS: Final = 12  # of one stub, one after the other; no real one needs more than three
_RUNNING: Final = 60  # characters; longer texts under the figures are sentences, not headings


def mark_roles(grid: Grid, settings: TableSettings, rules: Sequence[Rule] = ()) -> Grid:
    """The grid with the role of every cell, the number of head rows and of stub columns.

    Args:
        grid: a physical grid; its `head_rows` and `stub_columns` are taken as a first guess where above 0.
        settings: thresholds.
        rules: rules of the page; a rule across the table under its heads settles where they end.
    """
    return mark_sheet(open_grid(grid, rules), settings, rules).grid


def mark_sheet(
    sheet: Sheet, settings: TableSettings, rules: Sequence[Rule] = (), repairs: int = _MOST_REPAIRS
) -> Sheet:
    """`mark_roles` on a grid that is laid open; the roles are written on its slots too, or a new sheet is made.

    Args:
        sheet: the grid laid open.
        settings: thresholds.
        rules: drawn on the page.
        repairs: of the stub, at most, one after the other.
    """
    grid = sheet.grid
    if not sheet.rows or not sheet.columns:
        return sheet
    lead = lead_rows(sheet)
    stub, on_right = stub_columns(sheet, lead)
    head = head_end(sheet, lead, stub, on_right, settings)
    labels = label_column(sheet)
    if labels is not None:
        head, stub, on_right = 0, 1, labels == 1
    elif head != lead:
        stub, on_right = stub_columns(sheet, head)
    stub_set = set(range(sheet.columns - stub, sheet.columns)) if on_right else set(range(stub))
    repaired = repaired_stub(sheet, head, stub, on_right, rules) if repairs else None
    if repaired is not None:
        made, guess = repaired
        marked = mark_sheet(made, settings, rules, repairs - 1)
        marked.doubts += [guess] if guess else []
        return marked
    doubt = doubtful_outer_labels(sheet, head, stub) if not on_right else ""
    if doubt:
        sheet.doubts.append(doubt)
    mirrored = repeated_stub(sheet, head, stub, on_right)
    row_roles = [_row_role(sheet, row, head, stub_set, mirrored, settings) for row in range(sheet.rows)]
    _mark_repeated_heads(sheet, row_roles, head, stub_set)
    _mark_notes(sheet, row_roles, head, stub_set)
    if _ends_with_section(sheet, row_roles):
        row_roles[-1] = "section"
    codes = identifier_columns(sheet, head, stub_set)
    cells = tuple(_with_role(cell, row_roles, stub_set, mirrored, codes) for cell in grid.cells)
    changed = {id(old): new for old, new in zip(grid.cells, cells, strict=True) if new is not old}
    for slots in sheet.starts:
        for slot in slots:
            slot.cell = changed.get(id(slot.cell), slot.cell)
    sheet.grid = replace(grid, cells=cells, head_rows=head, stub_columns=stub)
    return sheet


def _with_role(
    cell: GridCell, row_roles: list[CellRole], stub_set: set[int], mirrored: int | None, codes: set[int]
) -> GridCell:
    role = row_roles[cell.row]
    if not cell.words or (cell.words[0].text[0] in _LEADERS and all(is_leader(word.text) for word in cell.words)):
        return cell.but(role="blank")
    in_stub = cell.column in stub_set or cell.column == mirrored
    if role == "head" and in_stub and (cell.column_end in stub_set or cell.column == mirrored):
        role = "stub_head"
    elif role in ("body", "identifier", "column_number"):
        if in_stub:
            role = "stub"
        elif cell.column in codes and role == "body":
            role = "identifier"
    if cell.role == role:
        return cell
    return GridCell(cell.row, cell.column, cell.row_end, cell.column_end, cell.words, role)


def _goes_on_numbering(sheet: Sheet, row: int, slots: Sequence[Slot], stub_set: set[int]) -> bool:
    """Whether a row holds the second lines of formulas that number columns: "2=" over "(3 to 6)+14"."""
    above = [s for s in sheet.starts[row - 1] if s.cell.column not in stub_set]
    open_ends = {s.cell.column for s in above if s.text.rstrip()[-1:] in "=:"}
    return bool(slots) and numbers_columns(above) and all(s.cell.column in open_ends for s in slots)


def _row_role(
    sheet: Sheet, row: int, head: int, stub_set: set[int], mirrored: int | None, settings: TableSettings
) -> CellRole:
    slots = sheet.starts[row]
    if not slots:
        return "blank"
    if row < head:
        return _head_row_role(sheet, row, head, stub_set)
    body = [s for s in slots if s.cell.column not in stub_set and s.cell.column != mirrored]
    crossing = len(slots) == 1 and slots[0].cell.column_end not in stub_set and slots[0].kind in ("words", "code")
    if crossing and (body or _stands_apart(sheet, slots[0])):
        return _lone_row_role(sheet, row, slots[0])
    if len(slots) == 1 and slots[0].kind == "year" and _stands_apart(sheet, slots[0]) and _heads_rows(sheet, row):
        return _lone_row_role(sheet, row, slots[0])
    if not body:
        return "body"
    if len(slots) == 1 and body[0].kind in ("words", "code") and not any(sheet.at[row][c] for c in stub_set):
        return _lone_row_role(sheet, row, body[0])
    if is_code_row(body):
        return "identifier"
    if (
        numbers_columns(body)
        and (row <= head + 2 or any(is_column_number(s.text) for s in body))
        and (len(body) > 2 or len(slots) == len(body))
    ):
        return "column_number"
    return "body"


def _heads_rows(sheet: Sheet, row: int) -> bool:
    """Whether a year alone in its row, centred, heads rows: bold, not the only one, or beside the figures of its
    column rather than above or below them."""
    slot = sheet.starts[row][0]
    if slot.cell.words[0].style.bold:
        return True
    lone = [slots[0] for slots in sheet.starts if len(slots) == 1 and slots[0].kind == "year"]
    if sum(_stands_apart(sheet, other) for other in lone) > 1:
        return True
    figures = [
        other.ink
        for slots in sheet.starts
        for other in slots
        if other.is_value and len(slots) > 1 and other.cell.column == slot.cell.column
    ]
    return bool(figures) and all(ink.x0 >= slot.ink.x1 or ink.x1 <= slot.ink.x0 for ink in figures)


def _stands_apart(sheet: Sheet, slot: Slot) -> bool:
    """Whether a text that begins in the stub is centred over the table rather than set at the left like a label."""
    edges = sheet.grid.column_edges
    size = slot.cell.words[0].style.size
    off = abs((slot.ink.x0 + slot.ink.x1) / 2 - (edges[0] + edges[-1]) / 2)
    return slot.ink.x0 - edges[0] > 2 * size and off < 0.12 * (edges[-1] - edges[0])


def _lone_row_role(sheet: Sheet, row: int, slot: Slot) -> CellRole:
    """A row of one slot across the table: section row, or a note at the foot."""
    first = slot.text.split(" ", 1)[0].casefold().rstrip(_CLOSING)
    below = any(
        other.is_value for later in range(row + 1, sheet.rows) for other in sheet.starts[later] if other.cell.column
    )
    if not below and (
        first in language_words("source") or first in language_words("note") or slot.cell.words[0].rise == 1
    ):
        return "note"
    return "section" if below or row + 1 < sheet.rows else "note"


def _head_row_role(sheet: Sheet, row: int, head: int, stub_set: set[int]) -> CellRole:
    """A row above the figures: a title where one slot from the stub on crosses the table and heads follow."""
    slots = sheet.starts[row]
    if row == 0 and head > 1 and len(slots) > 1 and _is_title_band(slots):
        return "title"
    if (
        row == 0
        and len(slots) == 2
        and is_unit_line(slots[1].text)
        and _is_over_stub_heads(sheet, slots[0], head, stub_set)
    ):
        return "title"
    body = [s for s in slots if s.cell.column not in stub_set]
    if row and (numbers_columns(body) or _goes_on_numbering(sheet, row, body, stub_set)):
        return "column_number"
    if len(slots) == 1 and row + 1 < head and sheet.columns > 2:
        slot = slots[0]
        over_stub = slot.cell.column in stub_set and slot.cell.column_end not in stub_set
        heads_above = any(sheet.starts[r] and _head_row_role(sheet, r, head, stub_set) != "title" for r in range(row))
        over_stub = over_stub or _is_over_stub_heads(sheet, slot, head, stub_set)
        first = slot.text.split(" ", 1)[0].casefold().rstrip(_CLOSING)
        if not heads_above and _is_unit_headnote(sheet, slot, stub_set):
            return "title"
        if not heads_above and not stands_apart(slot.cell.words) and (over_stub or first in language_words("table")):
            return "title"
    return "head"


def _is_over_stub_heads(sheet: Sheet, slot: Slot, head: int, stub_set: set[int]) -> bool:
    """Whether a text of several words at the left of the top row stands over the heads of the stub: it is none."""
    if slot.cell.column != 0 or len(slot.cell.words) < 2 or slot.cell.column_end not in stub_set:
        return False
    below = (s for row in range(slot.cell.row_end + 1, head) for s in sheet.starts[row])
    return {s.cell.column for s in below} >= stub_set


def _is_unit_headnote(sheet: Sheet, slot: Slot, stub_set: set[int]) -> bool:
    """Whether a text alone over the heads is a unit set flush with a side of the table or about its middle, not over
    columns of its own."""
    edges = sheet.grid.column_edges
    size = slot.cell.words[0].style.size
    ends = [s.ink.x1 for slots in sheet.starts for s in slots if s is not slot]
    off = abs(slot.ink.x0 + slot.ink.x1 - edges[0] - edges[-1]) / 2
    flush = slot.ink.x1 > max(ends, default=edges[-1]) - size or slot.cell.column in stub_set
    if not (flush or off < size) or not is_unit_line(slot.text):
        return False
    first, last = slot.cell.column, slot.cell.column_end
    if any(s.cell.column < first <= s.cell.column_end for s in sheet.starts[slot.cell.row + 1]):
        return True  # a head under it stands over more columns: it is no head over these
    if last == first or (slot.text[0] not in "([" and opens_unit_line(slot.text)):
        return True
    heads = [s.text for s in sheet.starts[slot.cell.row + 1]]
    if len(heads) > last - first + 1 and len(set(heads)) == len(heads) and all(map(is_period, heads)):
        return True  # all are years: a unit holds for all of them
    own = abs(slot.ink.x0 + slot.ink.x1 - edges[first] - edges[last + 1]) / 2
    return own > size / 2 or off < own


def _is_title_band(slots: Sequence[Slot]) -> bool:
    """Whether texts side by side are a title: the first is a label such as "Table: 5", the rest title and unit."""
    words = slots[0].text.split()
    first = words[0].casefold().rstrip(_CLOSING)
    return len(words) == 2 and first in language_words("table") and has_digit(words[1])


def _mark_notes(sheet: Sheet, row_roles: list[CellRole], head: int, stub_set: set[int]) -> None:
    """Rows of words under the last figure: notes, from the first that opens as one or runs on as text does."""
    last = next((row for row in range(sheet.rows - 1, head - 1, -1) if count_values(sheet.starts[row])), sheet.rows)
    for row in range(last + 1, sheet.rows):
        slots = sheet.starts[row]
        if not slots:
            continue
        first = slots[0].text.split(" ", 1)[0].casefold().rstrip(_CLOSING)
        opens = (
            first in language_words("source")
            or first in language_words("note")
            or slots[0].cell.words[0].rise == 1
            or (len(first) < 3 and slots[0].text != first)
        )
        runs_on = any(len(s.text) > _RUNNING for s in slots) or any(s.cell.column not in stub_set for s in slots)
        labels = sum(s.cell.column in stub_set for s in slots)
        is_row = sheet.grid.engine == _DRAWN and 0 < labels < len(slots)
        if opens or (runs_on and not is_row):
            row_roles[row:] = ["note" if sheet.starts[r] else "blank" for r in range(row, sheet.rows)]
            return


def _ends_with_section(sheet: Sheet, row_roles: Sequence[CellRole]) -> bool:
    """Whether a text alone in the last row is set as the section rows above it: the rows it heads are on the next
    page."""
    if row_roles[-2:] != ["section", "note"] and row_roles[-2:] != ["body", "note"]:
        return False
    slots = sheet.starts[-1]
    return len(slots) == 1 and any(
        role == "section"
        and above[0].cell.words[0].style == slots[0].cell.words[0].style
        and abs(above[0].ink.x0 + above[0].ink.x1 - slots[0].ink.x0 - slots[0].ink.x1) < above[0].ink.height
        for above, role in zip(sheet.starts, row_roles, strict=True)
    )


def _mark_repeated_heads(sheet: Sheet, row_roles: list[CellRole], head: int, stub_set: set[int]) -> None:
    """Rows of words and years over the figure columns inside the body become heads: repeated, or a second boxhead."""
    known = {squash(s.text) for row in range(head) for s in sheet.starts[row]}
    row = head
    while row < sheet.rows:
        if row_roles[row] != "body" or not _heads_again(sheet, row, stub_set, known, row == head):
            row += 1
            continue
        end = row
        while (
            end + 1 < sheet.rows
            and row_roles[end + 1] == "body"
            and _heads_again(sheet, end + 1, stub_set, known, True)
        ):
            end += 1
        while row > head and row_roles[row - 1] == "body" and _opens_heads(sheet, row - 1, stub_set):
            row -= 1
        for inside in range(row, end + 1):
            row_roles[inside] = "head"
        row = end + 1


def _opens_heads(sheet: Sheet, row: int, stub_set: set[int]) -> bool:
    """Whether a row right above heads is a line of theirs: words only, some over the figures."""
    slots = sheet.starts[row]
    return any(s.cell.column not in stub_set for s in slots) and all(s.kind in ("words", "code") for s in slots)


def _heads_again(sheet: Sheet, row: int, stub_set: set[int], known: set[str], follows: bool) -> bool:
    body = [s for s in sheet.starts[row] if s.cell.column not in stub_set]
    stub = [s for s in sheet.starts[row] if s.cell.column in stub_set]
    if len(body) < (1 if follows else 2) or count_values(body):
        return False
    matches = sum(squash(s.text) in known for s in body)
    if matches == len(body):
        return not stub or all(squash(s.text) in known for s in stub)
    if _is_second_boxhead(sheet, row, body, stub):
        return True
    if stub or any(sheet.at[row][c] for c in stub_set):
        return False
    return all(s.kind in ("words", "year", "code") for s in body) and len(body) * 2 >= sheet.columns - len(stub_set)


def _is_second_boxhead(sheet: Sheet, row: int, body: Sequence[Slot], stub: Sequence[Slot]) -> bool:
    """Whether words over all columns of figures, a rule across the table right under them, are heads though a text
    stands over the stub too."""
    columns = sheet.columns - len({s.cell.column for s in stub})
    if row + 1 >= sheet.rows or len(body) < max(2, columns - 1) or any(s.kind not in ("words", "year") for s in body):
        return False
    under = sheet.starts[row + 1]
    if 2 * count_values(under) <= len(under) or not any(s.kind == "words" for s in body):
        return False
    data = [r for r in range(sheet.rows) if 2 * count_values(sheet.starts[r]) > len(sheet.starts[r])]
    plain = sum(1 for a, b in pairwise(data) if b == a + 1 and not _ruled_between(sheet, a, b))
    return _ruled_between(sheet, row, row + 1) and plain > 0  # where every row is ruled off, a rule says nothing


def _ruled_between(sheet: Sheet, above: int, below: int) -> bool:
    """Whether a rule across most of the table parts two rows."""
    floor = max(s.ink.bottom for s in sheet.starts[above])
    ceiling = min(s.ink.top for s in sheet.starts[below])
    width = sheet.grid.column_edges[-1] - sheet.grid.column_edges[0]
    return any(floor - 2.0 < y < ceiling + 1.0 and x1 - x0 > 0.7 * width for y, x0, x1 in sheet.rules)
