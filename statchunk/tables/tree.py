"""The tree of row labels: indents, bold groups, headings without figures, section rows, years carried down."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from statchunk.geometry import box_of
from statchunk.languages import words as language_words
from statchunk.model.page import Word
from statchunk.model.table import Axis, Label
from statchunk.settings import TableSettings
from statchunk.tables.marks import kind_of
from statchunk.tables.stub import StubRow, carried_over_rows, is_total, opens_part, sums_up
from statchunk.tables.stub_headings import find_centred_headings, find_level_headings
from statchunk.text import squash

_FLUSH: Final = 0.6  # points; running numbers end so near to one place where they are a column before the labels
_YEAR: Final = re.compile(r"(?:1[5-9]|2[01])\d\d[:.]?")
_DOTS: Final = re.compile(r"^(?:[.·•]\s*)+(?=\S)")
_LETTERS: Final = re.compile(r"[^\W\d_]")


@dataclass(slots=True)
class _Open:
    """A row that later rows may stand under."""

    row: StubRow
    path: tuple[Label, ...]
    indent: float
    section_rank: int
    """0 for a section row in bold, 1 for another, -1 for no section row."""
    holds_level: bool
    """Whether rows at its own indent stand under it."""
    index: int


def row_axes(rows: Sequence[StubRow], settings: TableSettings, doubts: list[str]) -> list[Axis]:
    """The rows as axes: path of labels with the outermost group first, the row's own label last.

    Args:
        rows: in reading order over all pieces of the table, so that a group goes on over a page break.
        settings: of the table engine.
        doubts: is told what is a guess.
    """
    if not rows:
        return []
    _level_indents(rows, settings)
    find_centred_headings(rows, settings.indent * _usual_size(rows))
    bold_tells = _bold_tells(rows)
    bold_leads = bold_tells and _bold_leads(rows)
    bold_sections = any(r.section and r.bold for r in rows)
    sparse = _sparse_first(rows)
    tolerance = settings.indent * _usual_size(rows)
    last_total = _closing_total(rows, tolerance)
    headings = find_level_headings(rows, tolerance)
    if headings.doubt:
        doubts.append(headings.doubt)
    levels = _levels(rows, tolerance)
    stack: list[_Open] = []
    axes: list[Axis] = []
    carried: list[Label | None] = [None] * max(len(r.labels) for r in rows)
    spans = _spanned_columns(rows)
    carried_over = carried_over_rows(rows)
    year: Label | None = None
    year_row: _Open | None = None
    hang: float | None = None
    prefix: tuple[Label, ...] = ()
    for index, row in enumerate(rows):
        if row.section:
            rank = 0 if row.bold or not bold_sections else 1
            while stack and not 0 <= stack[-1].section_rank < rank:
                stack.pop()
            path = (*(stack[-1].path if stack else ()), *(x for x in row.labels[:1] if x))
            stack.append(_Open(row, path, float("-inf"), rank, True, index))
            carried = [None] * len(carried)
            year, year_row, hang, prefix = None, None, None, path
            axes.append(Axis(path, "data", 0, heading=True))
            continue
        first = row.labels[0] if row.labels else None
        if first is None or (row.merged and row.merged[0]):
            base = prefix if index in carried_over or _keeps_first(row, spans) else _open_path(stack, row, index)
            axes.append(Axis((*base, *_inner(row, carried, spans)), row.role, 0, heading=not row.has_values))
            continue
        hanging = hang is not None and abs(row.indent - hang) <= 0.6 * row.size and row.role == "data"
        own_year = _year_word(row)
        bare = not row.words or not any(_YEAR.fullmatch(w.text) for w in row.words)
        if (
            year is not None
            and year_row is not None
            and bare
            and row.has_values
            and (hanging or (hang is None) or row.indent <= year_row.indent + tolerance)
            and not (row.gap and row.bold and bold_tells and not hanging)
        ):
            path = (*year_row.path[:-1], year, first)
            prefix = path
            carried = [None] * len(carried)
            axes.append(Axis((*path, *_inner(row, carried, spans)), row.role, levels[index], not row.has_values))
            continue
        if hanging and year is None and year_row is not None:
            path = (*year_row.path[:-1], first)
            axes.append(Axis(path, row.role, levels[index], not row.has_values))
            prefix = path
            continue
        if row.role == "data":
            year, year_row, hang = None, None, None
        indent = row.indent
        part = opens_part(first.text)
        if index == last_total:
            indent = min(r.indent for r in rows if not r.section)
        elif stack and (_sums_above(rows, index, stack[-1], tolerance) or _is_lifted_too(row, stack[-1], tolerance)):
            indent = stack[-1].indent
        closes = bold_tells and _closes_group(row, stack, tolerance) and not _sums_all(rows, index, tolerance)
        if closes:
            indent += 1.5 * tolerance
        if part and stack and not opens_part(stack[-1].row.text) and abs(stack[-1].indent - indent) <= tolerance:
            indent = stack[-1].indent + 1.5 * tolerance
        elif part:
            for held in reversed(stack):
                if opens_part(held.row.text) and abs(held.row.indent - row.indent) <= tolerance:
                    indent = held.indent
                    break
        if not sparse:
            while stack and not (
                _accepts(stack[-1], row, indent, index, tolerance, bold_tells)
                and not (row.has_values and index in headings.places and stack[-1].index in headings.places)
            ):
                stack.pop()
        else:
            while stack and stack[-1].section_rank < 0:
                stack.pop()
        path = (*(stack[-1].path if stack else ()), first)
        ends = closes and index + 1 < len(rows) and rows[index + 1].gap
        if (row.role == "data" or not row.has_values) and not ends:
            stack.append(
                _Open(
                    row,
                    path,
                    indent,
                    -1,
                    index in headings.places or _holds_level(rows, index, stack, tolerance, bold_tells, bold_leads),
                    index,
                )
            )
            if own_year is not None:
                word, hang = own_year
                year, year_row = Label(word.text.rstrip(":."), (), (word,), first.page_number, box_of(word)), stack[-1]
            elif part and len(row.words) > part:
                hang, year_row = row.words[part].x0 - row.words[0].x0 + row.indent, stack[-1]
        carried = [None] * len(carried)
        prefix = path
        axes.append(Axis((*path, *_inner(row, carried, spans)), row.role, levels[index], not row.has_values))
        closed = next((n for n, held in enumerate(stack) if held.section_rank > 0 and _totals(row, held.row)), None)
        if closed is not None:
            del stack[closed:]
    return axes


def _open_path(stack: list[_Open], row: StubRow, index: int) -> tuple[Label, ...]:
    """Path of a row without a label: of identifiers the headings that are open; of figures the row above, whose second
    line they are, if it is the one right above."""
    if row.role != "data" or any(row.labels):
        for held in reversed(stack):
            if held.section_rank >= 0 or not held.row.has_values:
                return held.path
        return ()
    follows = stack and stack[-1].index == index - 1 and stack[-1].row.piece == row.piece
    return stack[-1].path if follows else ()


def _keeps_first(row: StubRow, spans: set[int]) -> bool:
    """Whether a row with a blank or merged first label stands under the first label above."""
    if row.merged and row.merged[0]:
        return True
    return 0 not in spans and any(label is not None for label in row.labels[1:])


def _inner(row: StubRow, carried: list[Label | None], spans: set[int]) -> tuple[Label, ...]:
    """Labels of the stub columns after the first, blanks filled from above where a deeper label stands."""
    deepest = max((k for k, label in enumerate(row.labels) if label is not None), default=0)
    for k in range(1, len(row.labels)):
        label = row.labels[k]
        if label is not None:
            if carried[k] is None or (carried[k] is not label and not row.merged[k]):
                carried[k + 1 :] = [None] * (len(carried) - k - 1)
            carried[k] = label
        elif k > deepest or k in spans:
            carried[k:] = [None] * (len(carried) - k)
    return tuple(label for label in carried[1 : len(row.labels)] if label is not None)


def _spanned_columns(rows: Sequence[StubRow]) -> set[int]:
    """Stub columns with cells merged down: there a blank is a blank."""
    return {k for row in rows for k, merged in enumerate(row.merged) if merged}


def _sparse_first(rows: Sequence[StubRow]) -> bool:
    """Whether the first of several stub columns is filled only where a group begins, so that indents say nothing."""
    several = [r for r in rows if not r.section and len(r.labels) > 1]
    if not several:
        return False
    filled = sum(r.labels[0] is not None and not r.merged[0] for r in several)
    deeper = sum(any(r.labels[1:]) for r in several)
    return filled * 2 < len(several) and deeper * 2 > len(several)


def _usual_size(rows: Sequence[StubRow]) -> float:
    sizes = [row.size for row in rows]
    return sizes[0] if min(sizes) == max(sizes) else Counter(sizes).most_common(1)[0][0]


def _bold_tells(rows: Sequence[StubRow]) -> bool:
    """Whether bold sets groups apart: some rows are bold, but not most."""
    labelled = [r for r in rows if r.words and not r.section]
    bold = sum(r.bold for r in labelled)
    return 0 < bold <= 0.6 * len(labelled)


def _bold_leads(rows: Sequence[StubRow]) -> bool:
    """Whether bold rows with figures stand over what they sum: not where a run of plain rows comes before the first,
    nor where the first row alone is bold, the total of all."""
    plain = 0
    if sum(row.bold and row.role == "data" and bool(row.words) for row in rows) == 1:
        first = next((row for row in rows if row.words and row.role == "data"), None)
        if first is not None and first.bold and first.has_values:
            return False
    for row in rows:
        if row.section or not row.words or row.role != "data":
            continue
        if row.bold:
            return plain < 2
        plain += row.has_values
    return False


def _level_indents(rows: Sequence[StubRow], settings: TableSettings) -> None:
    """Make indents comparable: from the left of each piece's stub; dots before a label count as indent; centred and
    right-aligned stubs have none."""
    pieces: dict[int, list[StubRow]] = {}
    for row in rows:
        if row.words and not row.section:
            pieces.setdefault(row.piece, []).append(row)
    for members in pieces.values():
        _undo_alignment(members)
    base = shift = None
    flat = True
    for members in pieces.values():
        left = min(r.indent for r in members)
        flat = flat and max(r.indent for r in members) - left < 0.5
        if base is None:
            base = left
        shift = left if flat or abs(left - base) > 40.0 else base
        if shift == base and left - base > 0.5:
            shift = base + _bold_shift(rows, members, base)
        for row in members:
            row.indent -= shift
            dots = _DOTS.match(row.text)
            if dots:
                row.indent += settings.indent * 4 * row.size * sum(c in ".·•" for c in dots.group())


def _bold_shift(rows: Sequence[StubRow], members: list[StubRow], base: float) -> float:
    """How far a piece is set to the right of the first one, told by its bold rows; 0 where they do not tell."""
    bold = [r.indent for r in members if r.bold]
    earlier = [r.indent for r in rows if r.bold and r.piece < members[0].piece and r.words and not r.section]
    if not bold or not earlier or len(bold) == len(members):
        return 0.0
    least = min(bold)
    if least > min(r.indent for r in members) + 0.5 or any(abs(indent + base - least) < 0.5 for indent in earlier):
        return 0.0
    return least - base - min(earlier)


def _undo_alignment(members: list[StubRow]) -> None:
    """Give rows of a centred or right-aligned stub, and rows that are bare numbers, one indent."""
    if len(members) < 3:
        return
    if _are_numbered(members):
        ends = [r.words[0].x1 for r in members if len(r.words) > 1]
        flush = bool(ends) and max(ends) - min(ends) < _FLUSH and members[0].indent >= 0
        least = min(r.indent for r in members)
        for row in members:
            row.indent = row.words[1].x0 if flush and len(row.words) > 1 else least
        return
    if members[0].indent < 0:
        return
    x1s = [max(w.x1 for w in r.words) for r in members]
    centres = [(r.indent + x1) / 2 for r, x1 in zip(members, x1s, strict=True)]
    lefts = [r.indent for r in members]
    left = _largest_cluster(lefts)
    if left < 0.5 and max(_largest_cluster(x1s), _largest_cluster(centres)) > 0.75:
        least = min(lefts)
        for row in members:
            row.indent = least
        return
    numbers = [r for r in members if len(r.text) <= 3 and kind_of(r.text) == "figure"]
    if len(numbers) > 2:
        least = min(r.indent for r in numbers)
        for row in numbers:
            row.indent = least


def _are_numbered(members: Sequence[StubRow]) -> bool:
    """Whether nearly all rows bear running numbers in front: then their indents are those of the numbers, unless these
    are a column."""
    numbers = [int(w[0].text.strip("().")) for r in members if (w := r.words) and w[0].text.strip("().").isdecimal()]
    steps = sum(b - a == 1 for a, b in pairwise(numbers))
    return len(numbers) > 3 and len(numbers) >= len(members) - 1 and steps == len(numbers) - 1


def _largest_cluster(values: list[float], tolerance: float = 1.2) -> float:
    """Share of the values that lie within the tolerance of one of them."""
    ordered = sorted(values)
    best = start = 0
    for end, value in enumerate(ordered):
        while value - ordered[start] > 2 * tolerance:
            start += 1
        best = max(best, end - start + 1)
    return best / len(ordered)


def _levels(rows: Sequence[StubRow], tolerance: float) -> list[int]:
    """Depth of each row's indent, from 0."""
    steps: list[float] = []
    for indent in sorted({round(r.indent, 1) for r in rows if r.words and not r.section}):
        if not steps or indent - steps[-1] > tolerance:
            steps.append(indent)
    return [
        max(0, sum(step <= row.indent + tolerance for step in steps) - 1) if row.words and not row.section else 0
        for row in rows
    ]


def _closing_total(rows: Sequence[StubRow], tolerance: float) -> int:
    """Index of a last row set in as no other row is: a total of all above, not a part of the row before; else -1."""
    index = len(rows) - 1
    row = rows[index]
    if len(rows) < 4 or row.section or not row.has_values or not row.words:
        return -1
    others = [r.indent for r in rows[:-1] if r.words and not r.section]
    if not others or min(others) > row.indent - tolerance:
        return -1
    return index if all(abs(other - row.indent) > tolerance for other in others) else -1


def _totals(row: StubRow, section: StubRow) -> bool:
    """Whether a row closes a section: it names the section and says that it is the total."""
    name = squash(section.text)
    return (
        row.has_values
        and bool(name)
        and name in squash(row.text)
        and any(word in language_words("total") for word in row.text.casefold().split())
    )


def _sums_above(rows: Sequence[StubRow], index: int, held: _Open, tolerance: float) -> bool:
    """Whether a row set in under the one above is a total or mean of it and its neighbours, not a part of it."""
    row = rows[index]
    if held.section_rank >= 0 or not held.row.has_values or not row.has_values or held.index != index - 1:
        return False
    if row.indent <= held.indent + tolerance or not sums_up(row.text) or sums_up(held.row.text):
        return False
    parts = 0
    for below in rows[index + 1 :]:
        if below.section or not below.words:
            break
        level = abs(below.indent - row.indent) <= tolerance
        if level and sums_up(below.text):
            continue
        if below.indent <= row.indent + tolerance:
            if level and not below.gap:
                return False
            break
        parts += 1
    beside = rows[index - 2] if index > 1 else None
    return not parts or (
        beside is not None
        and not beside.section
        and beside.has_values
        and abs(beside.indent - held.row.indent) <= tolerance
    )


def _is_lifted_too(row: StubRow, held: _Open, tolerance: float) -> bool:
    """Whether a total is printed level with the total above, which stands beside what it sums."""
    level = abs(row.indent - held.row.indent) <= tolerance and held.section_rank < 0
    return level and held.indent < row.indent - tolerance and sums_up(row.text) and sums_up(held.row.text)


def _closes_group(row: StubRow, stack: Sequence[_Open], tolerance: float) -> bool:
    """Whether a plain total, set out to the level of the bold heading over the rows right above, sums them."""
    if not row.has_values or row.bold or row.gap or not is_total(row.text):
        return False
    at = next((k for k, held in enumerate(stack) if abs(held.indent - row.indent) <= tolerance), None)
    if at is None or stack[-1].indent <= row.indent + tolerance:
        return False
    heading = stack[at].row
    return stack[at].section_rank < 0 and heading.bold and not heading.has_values


def _sums_all(rows: Sequence[StubRow], index: int, tolerance: float) -> bool:
    """Whether the last row is the total of all groups above: several bold headings stand at its level, and none of the
    groups ends with a total of its own."""
    if any(row.has_values for row in rows[index + 1 :]):
        return False
    level = [r for r in rows[:index] if r.words and not r.section and abs(r.indent - rows[index].indent) <= tolerance]
    headings = sum(r.bold and not r.has_values for r in level)
    return headings > 1 and not any(r.has_values and is_total(r.text) for r in level)


def _year_word(row: StubRow) -> tuple[Word, float] | None:
    """(the year that opens the label, x0 of what follows it on its line) for labels such as "2024 Jan"."""
    if len(row.words) < 2 or row.words[0].text[-1:] in "-–" or not _YEAR.fullmatch(row.words[0].text):
        return None
    rest = [w for w in row.words[1:] if _LETTERS.search(w.text) or w.text.strip(":.").isdigit()]
    if not rest or len(rest) > 2 or _YEAR.fullmatch(rest[0].text):
        return None
    return row.words[0], rest[0].x0 - row.words[0].x0 + row.indent


def _is_heading(row: StubRow, following: StubRow) -> bool:
    """Whether a label without figures, set at the level of the next, heads it rather than lacks data: by its type, a
    colon, white above it, or a cell of its own across the body."""
    return (
        row.crosses
        or row.text.rstrip().endswith(":")
        or (row.bold, row.italic) != (following.bold, following.italic)
        or (row.text.isupper() and not following.text.isupper())
        or abs(row.size - following.size) > 0.5
        or (row.gap and not following.gap)
    )


def _weaker(row: StubRow, than: StubRow) -> bool:
    """Whether a heading is set weaker than another: not bold under bold, italic under upright, small after capitals."""
    if row.bold != than.bold:
        return than.bold
    if row.italic != than.italic:
        return row.italic
    return than.text.isupper() and not row.text.isupper()


def _accepts(held: _Open, row: StubRow, indent: float, index: int, tolerance: float, bold_tells: bool) -> bool:
    """Whether a row stands under an open one."""
    if held.section_rank >= 0:
        return True
    step = indent - held.indent
    if step > tolerance:
        return not (bold_tells and row.bold and not held.row.bold and held.row.has_values)
    if step < -tolerance or not held.holds_level:
        return False
    if not held.row.has_values:
        if not row.has_values:
            return _weaker(row, held.row) or held.index == index - 1
        if bold_tells and row.bold:
            return held.row.bold and held.index == index - 1
        return True
    return (row.has_values and not row.bold) or (not row.has_values and not row.bold and _weaker(row, held.row))


def _holds_level(
    rows: Sequence[StubRow],
    index: int,
    stack: list[_Open],
    tolerance: float,
    bold_tells: bool,
    bold_leads: bool,
) -> bool:
    """Whether the rows after this one, at its own indent, are its members."""
    row = rows[index]
    following = next((r for r in rows[index + 1 :] if r.role == "data"), None)
    if following is None or following.section or not following.words:
        return False
    if abs(following.indent - row.indent) > tolerance:
        return False
    if not row.has_values:
        return (bold_tells and row.bold) or _is_heading(row, following)
    if not (bold_leads and row.bold) or following.bold or following.gap:
        return False
    above = stack[-1] if stack else None
    if above is not None and above.section_rank < 0 and row.indent - above.indent > tolerance:
        beside = next((r for r in rows[above.index + 1 : index] if abs(r.indent - row.indent) <= tolerance), row)
        if beside.has_values and not beside.bold:
            return False  # the group's first row, plain and with figures, stands at its level
    return not (
        above is not None
        and above.section_rank < 0
        and not above.row.has_values
        and above.index == index - 1
        and abs(above.indent - row.indent) <= tolerance
    )
