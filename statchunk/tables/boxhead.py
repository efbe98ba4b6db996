"""Column labels from the head rows: lines of one head joined, spanners laid over their columns."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from statchunk.model.page import Word, join_words, words_box
from statchunk.model.table import Label
from statchunk.settings import TableSettings
from statchunk.tables.error_columns import errors_in
from statchunk.tables.head_flush import lay_flush
from statchunk.tables.head_lines import Head, in_band, join_lines_of_heads, rule_beneath, starts_below
from statchunk.tables.head_order import places_by_order
from statchunk.tables.head_runs import lay_by_repetition, lay_over_middles
from statchunk.tables.head_spread import Spanner, flanked, share_columns
from statchunk.tables.head_units import lay_units
from statchunk.tables.head_words import Flush, column_places, head_pieces
from statchunk.tables.labels import free_glued_marks, make_label, stands_apart
from statchunk.tables.sheet import Sheet, Slot

_RULED: Final = "rules"
"""Engine of grids whose borders are drawn: their spans are as printed."""
_FLUSH: Final = 1.0  # points; heads flush left begin within it
_OFF_CENTRE: Final = 0.8  # of the type size; a head centred over columns stands nearer to their middle


def column_paths(
    sheet: Sheet, rows: Sequence[int], columns: Sequence[int], settings: TableSettings, known: frozenset[str]
) -> list[tuple[Label, ...]]:
    """For each of `columns` the heads over it, spanner first, leaf last; empty where none is.

    Args:
        sheet: the grid laid open.
        rows: its head rows, top to bottom.
        columns: body columns, as printed from the left.
        settings: thresholds.
        known: words printed elsewhere, for line-end hyphens.
    """
    slots = head_slots(sheet, rows)
    if not slots or not columns:
        return [() for _ in columns]
    low, high = min(columns), max(columns)
    places = column_places(sheet, columns)
    if sheet.grid.engine == _RULED:
        open_slots = [s for s in slots if s.cell.column_end > s.cell.column and stands_apart(s.cell.words)]
        heads = [
            Head(list(s.cell.words), s.ink, max(low, s.cell.column), min(high, s.cell.column_end), True)
            for s in slots
            if s.cell.column <= high and s.cell.column_end >= low and s not in open_slots
        ]
        words = [word for slot in open_slots for word in slot.cell.words]
        heads += [Head(p.words, p.ink, p.first, p.last, p.proven) for p in head_pieces(words, places, sheet, settings)]
    else:
        places = _with_heads(places, slots)
        words = [word for slot in slots for word in slot.cell.words]
        heads = [Head(p.words, p.ink, p.first, p.last, p.proven) for p in head_pieces(words, places, sheet, settings)]
    _lay_over_white(heads, places, sheet)
    lay_flush(heads, sheet, top=True)
    lay_by_repetition(heads, sheet, settings)
    lay_over_middles(heads)
    lay_flush(heads, sheet)
    lay_units(heads, columns, sheet)
    heads = join_lines_of_heads(heads, sheet, settings)
    _widen(heads, sheet, {p.column: p.middle for p in places}, low, high)
    _share_with_errors(heads, errors_in(sheet, sheet.grid.head_rows, columns))
    made = free_glued_marks([make_label(head.words, sheet.grid.page_number, known) for head in heads])
    labels = list(zip(heads, made, strict=True))
    labels.sort(key=lambda pair: ((pair[0].ink.top + pair[0].ink.bottom) / 2, pair[0].ink.x0))
    return [tuple(label for head, label in labels if head.first <= column <= head.last) for column in columns]


def _with_heads(places: list[Flush], slots: Sequence[Slot]) -> list[Flush]:
    """The places of the columns, wider where the lowest heads, one for each, show that heads and figures are set
    apart."""
    lowest: dict[int, Slot] = {}
    for slot in slots:
        column = slot.cell.column
        if column == slot.cell.column_end and (column not in lowest or lowest[column].cell.row_end < slot.cell.row_end):
            lowest[column] = slot
    if lowest.keys() != {place.column for place in places}:
        return places
    heads = [(lowest[p.column].ink.x0, lowest[p.column].ink.x1) for p in places]
    found = places_by_order(heads, [(p.x0, p.x1) for p in places])
    if found is None:
        return places
    return [
        p.but(
            x0=x0,
            x1=x1,
            middle=(x0 + x1) / 2,
            left=x0 if x0 < p.x0 else p.left,
            right=x1 if x1 > p.x1 else p.right,
        )
        for p, (x0, x1) in zip(places, found, strict=True)
    ]


def _share_with_errors(heads: Sequence[Head], pairs: frozenset[int]) -> None:
    """Lay the heads of one column of figures or of the brackets beside it over both, where the other has none."""
    single = {h.first for h in heads if h.first == h.last}
    for head in heads:
        if head.first != head.last:
            continue
        if head.first in pairs and head.first + 1 not in single:
            head.last = head.first + 1
        elif head.first - 1 in pairs and head.first - 1 not in single:
            head.first -= 1


def stub_heads(sheet: Sheet, rows: Sequence[int], known: frozenset[str]) -> tuple[Label, ...]:
    """What stands above each stub column, lines joined."""
    by_column: dict[int, list[Word]] = {}
    for row in rows:
        for slot in sheet.starts[row]:
            if slot.cell.role == "stub_head":
                by_column.setdefault(slot.cell.column, []).extend(slot.cell.words)
    return tuple(make_label(by_column[c], sheet.grid.page_number, known) for c in sorted(by_column))


def _lay_over_white(heads: Sequence[Head], places: Sequence[Flush], sheet: Sheet) -> None:
    """Lay heads over the white between columns over the nearest of those that the rule right under them runs over, or,
    without one, that have a head in the last line."""
    lowest = max(heads, key=lambda h: h.ink.top, default=None)
    for head in heads:
        if head.proven or head.first != head.last or any(p.x0 < head.ink.x1 and head.ink.x0 < p.x1 for p in places):
            continue
        beneath = [h for h in heads if h is not head and starts_below(h, head)]
        rule = rule_beneath(head, beneath, sheet) if beneath else None
        over = [p.column for p in places if rule is not None and rule[0] - 2.0 <= p.middle <= rule[1] + 2.0]
        if over and not over[0] <= head.first <= over[-1]:
            head.first = head.last = over[0] if head.first < over[0] else over[-1]
            continue
        if any(_is_line_under(head, h) for h in heads):
            continue
        headed = any(h is not head and h.first <= head.first <= h.last for h in heads)
        if rule is None and headed and lowest is not None:
            last_line = [h for h in beneath if h.ink.bottom > lowest.ink.bottom - 0.5 * lowest.words[0].style.size]
            leaves = {h.first for h in last_line if h.first == h.last}
            if leaves and head.first not in leaves and not in_band(head, lowest):
                middle = (head.ink.x0 + head.ink.x1) / 2
                near = min(
                    (p for p in places if p.column in leaves), key=lambda p: abs(p.middle - middle), default=None
                )
                if near is not None:
                    head.first = head.last = near.column


def _is_line_under(head: Head, upper: Head) -> bool:
    """Whether a head is the next line of another over the same column, flush with it."""
    white = head.ink.top - upper.ink.bottom
    size = head.words[0].style.size
    return upper.first == upper.last == head.first and abs(white) < 0.5 * size and abs(upper.ink.x0 - head.ink.x0) < 1.0


def _widen(heads: list[Head], sheet: Sheet, centres: dict[int, float], low: int, high: int) -> None:
    """Lay each head that has heads under it over its columns: by the rule beneath it, else by centring."""
    edges = sheet.grid.column_edges
    for head in heads:
        if head.proven:
            continue
        beneath = [h for h in heads if h is not head and starts_below(h, head)]
        if not beneath:
            continue
        rule = rule_beneath(head, beneath, sheet)
        if rule is not None:
            covered = [c for c, x in centres.items() if rule[0] - 2.0 <= x <= rule[1] + 2.0]
            beside = [h for h in heads if h is not head and in_band(h, head)]
            if (
                covered
                and covered[0] <= head.first
                and covered[-1] >= head.last
                and not any(h.first <= covered[-1] and h.last >= covered[0] for h in beside)
            ):
                head.first, head.last, head.proven = covered[0], covered[-1], True
    for head in heads:
        strokes = None if head.proven else flanked(head.ink, head.words[0].style.size, sheet.rules)
        covered = [c for c, x in centres.items() if strokes is not None and strokes[0] <= x <= strokes[1]]
        if covered:
            head.first, head.last, head.proven = covered[0], covered[-1], True
        elif not head.proven and head.first == head.last and not any(starts_below(h, head) for h in heads):
            _share_last_line(head, heads, centres)
    waiting = [
        h
        for h in heads
        if not h.proven
        and any(o.first <= h.last and o.last >= h.first and o is not h and starts_below(o, h) for o in heads)
    ]
    while waiting:
        line = [h for h in waiting if h is waiting[0] or in_band(h, waiting[0])]
        waiting = [h for h in waiting if h not in line]
        sheet.doubts.extend(_spread(sorted(line, key=lambda h: (h.first, h.ink.x0)), heads, centres, edges, low, high))


def _share_last_line(head: Head, heads: Sequence[Head], centres: dict[int, float]) -> None:
    """Lay a head of the last line, under heads of single columns and centred between some of them, over these: a unit
    that they share."""
    middle, size = (head.ink.x0 + head.ink.x1) / 2, head.words[0].style.size
    beside = {c for h in heads if h is not head and in_band(h, head) for c in range(h.first, h.last + 1)}
    above = {h.first for h in heads if h.first == h.last and starts_below(head, h)}
    if abs(centres[head.first] - middle) < _OFF_CENTRE * size:
        return
    for first in range(head.first, min(centres) - 1, -1):
        for last in range(head.first, max(centres) + 1):
            if not above.issuperset(range(first, last + 1)) or not beside.isdisjoint(range(first, last + 1)):
                break
            if last > first and abs((centres[first] + centres[last]) / 2 - middle) < _OFF_CENTRE * size:
                head.first, head.last = first, last
                return


def _spread(
    line: Sequence[Head],
    heads: Sequence[Head],
    centres: dict[int, float],
    edges: tuple[float, ...],
    low: int,
    high: int,
) -> list[str]:
    """Widen the heads of one line over the columns beside them that have heads under them and none in that line.

    Returns:
        What is in doubt of each that stands neither centred over its columns nor flush with their side.
    """
    beside = [h for h in heads if h not in line and any(in_band(h, own) for own in line)]
    taken = {c for h in beside for c in range(h.first, h.last + 1)}
    own = {c for h in line for c in range(h.first, h.last + 1)}
    leaves = {c for h in heads if any(starts_below(h, one) for one in line) for c in range(h.first, h.last + 1)}
    free = [c for c in range(low, high + 1) if c in leaves and c not in taken]
    if not set(free) - own:
        return []
    spanners = [h for h in heads if h.last > h.first and h not in line and starts_below(h, line[0])]
    if len(line) == 1 and len(spanners) > 1 and min(abs(h.ink.x0 - line[0].ink.x0) for h in spanners) < _FLUSH:
        line[0].first, line[0].last = min(free), max(free)  # flush left over several spanning heads, alone: over all
        return []
    if any(a.last >= b.first for a, b in pairwise(line)):
        runs = [(h.first, h.last) for h in line]
    else:
        inks = {
            h.first: (h.ink.x0, h.ink.x1) for h in heads if h.first == h.last and any(starts_below(h, o) for o in line)
        }
        runs = share_columns([Spanner(h.ink.x0, h.ink.x1, h.first, h.last) for h in line], free, centres, edges, inks)
    doubts: list[str] = []
    for head, (first, last) in zip(line, runs, strict=True):
        head.first, head.last = first, last
        size = head.words[0].style.size
        off = abs((centres[first] + centres[last]) / 2 - (head.ink.x0 + head.ink.x1) / 2)
        if min(off, abs(edges[first] - head.ink.x0), abs(edges[last + 1] - head.ink.x1)) > 1.5 * size:
            doubts.append(f'which columns "{join_words(head.words)}" spans is a guess')
    return doubts


def head_slots(sheet: Sheet, rows: Sequence[int]) -> list[Slot]:
    """The heads over the figure columns in the given rows; cells that a grid puts in one place are one head."""
    found: dict[tuple[int, int, int, int], Slot] = {}
    for row in rows:
        for slot in sheet.starts[row]:
            if slot.cell.role != "head":
                continue
            cell = slot.cell
            place = cell.row, cell.column, cell.row_end, cell.column_end
            other = found.get(place)
            if other is not None:
                words = (*other.cell.words, *slot.cell.words)
                slot = Slot(other.cell.but(words=words), f"{other.text} {slot.text}", "words", words_box(words))
            found[place] = slot
    return list(found.values())
