"""Column labels from the head rows: lines of one head joined, spanners laid over their columns."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from statchunk.model.page import Word, join_words, words_box
from statchunk.model.table import Label
from statchunk.settings import TableSettings
from statchunk.tables.error_columns import errors_in
from statchunk.tables.head_flush import lay_flush
from statchunk.tables.head_lines import Head, continues_nearer, goes_on_in, in_band, join_lines_of_heads
from statchunk.tables.head_order import places_by_order
from statchunk.tables.head_spread import Spanner, alike, flanked, is_month, is_period, share_columns
from statchunk.tables.head_units import lay_units
from statchunk.tables.head_words import Flush, column_places, head_pieces
from statchunk.tables.labels import free_glued_marks, make_label, stands_apart
from statchunk.tables.sheet import Sheet, Slot
from statchunk.text import squash

_RULED: Final = "rules"
"""Engine of grids whose borders are drawn: their spans are as printed."""
_EXACT: Final = 0.25  # of the type size; heads set over the middle of others are off it by no more
_QUARTERS: Final = {name: n for n in range(1, 5) for name in (f"q{n}", f"{n}q", ("i", "ii", "iii", "iv")[n - 1])}
"""Quarters as `squash` leaves them, by their number."""
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
    lay_flush(heads, sheet)
    _lay_by_repetition(heads, sheet, settings)
    _lay_over_middles(heads)
    lay_units(heads, columns)
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


def _runs(texts: list[str], count: int) -> list[int]:
    """Where each of `count` runs of leaf heads begins: where quarters begin anew, or at the first head again; empty
    where the heads do not repeat."""
    quarters = [_QUARTERS.get(text, 0) for text in texts]
    if all(quarters):
        starts = [0, *(k for k in range(1, len(quarters)) if quarters[k] <= quarters[k - 1])]
        return starts if len(starts) == count > 1 else []
    starts = [k for k, text in enumerate(texts) if text == texts[0]]
    if len(starts) != count or count < 2 or not texts[0]:
        return []
    ends = [*starts[1:], len(texts)]
    uneven = len({end - start for start, end in zip(starts, ends, strict=True)}) > 1
    if uneven and any(
        end - start > 1 < starts[1] and texts[start + 1] != texts[1] for start, end in zip(starts, ends, strict=True)
    ):
        return []  # of runs that differ in length the second head is the same too
    return starts


def _even_runs(texts: list[str], count: int) -> list[int]:
    """Where each of `count` runs of one length begins, half of whose heads or more are the same; empty where it is not
    so."""
    length, rest = divmod(len(texts), count)
    if count < 2 or rest or length < 2:
        return []
    same = sum(bool(texts[k]) and texts[k] == texts[k % length] for k in range(length, len(texts)))
    return list(range(0, len(texts), length)) if 2 * same >= len(texts) - length else []


def _lay_over_white(heads: Sequence[Head], places: Sequence[Flush], sheet: Sheet) -> None:
    """Lay heads over the white between columns over the nearest of those that the rule right under them runs over, or,
    without one, that have a head in the last line."""
    lowest = max(heads, key=lambda h: h.ink.top, default=None)
    for head in heads:
        if head.proven or head.first != head.last or any(p.x0 < head.ink.x1 and head.ink.x0 < p.x1 for p in places):
            continue
        beneath = [h for h in heads if h is not head and _starts_below(h, head)]
        rule = _rule_beneath(head, beneath, sheet) if beneath else None
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


def _first_column(head: Head) -> int:
    return head.first


def _lay_by_repetition(heads: list[Head], sheet: Sheet, settings: TableSettings) -> None:
    """Lay heads over the runs of the heads under them where these begin anew: years over "Q1 Q2 Q3 Q4 Q1 Q2"."""
    bands: list[list[Head]] = []
    for head in sorted(heads, key=lambda h: h.ink.top):
        if bands and in_band(head, bands[-1][0]):
            bands[-1].append(head)
        else:
            bands.append([head])
    for level in range(len(bands) - 2, -1, -1):
        below = [h for lower in bands[level + 1 :] for h in lower]
        own = {c for h in below for c in range(h.first, h.last + 1)}
        band = sorted((h for h in bands[level] if not own.isdisjoint(range(h.first, h.last + 1))), key=_first_column)
        if not band:
            continue
        if any(h.proven or _has_own_rule(h, band, below, sheet) for h in band):
            continue
        if level and any(_has_leaves_of_its_own(h, band, own) for h in bands[level - 1]):
            continue  # the band holds second lines of heads beside it
        if level and all(_first_of_two(h, bands[level - 1], bands[level + 1], sheet, settings) for h in band):
            continue
        units = _units_below(below, bands[level + 1])
        if len(units) <= len(band) or _go_on(band, bands[level + 1], settings):
            continue
        if any(goes_on_in(head, h) for head in band for h in bands[level + 1]):
            continue
        lone = len(band) == 1 and _is_over_one_set(band[0], bands[level + 1], settings)
        starts, rest = [0] if lone else _runs([text for _, _, text in units], len(band)), units
        while not starts and len(rest) > len(band) + 1 and _ends_before(rest[0][1], band[0], below):
            rest = rest[1:]  # the first columns may stand under no head of the band
            starts = _runs([text for _, _, text in rest], len(band))
        if starts:
            units = rest
        elif len(units) >= 2 * len(band):
            starts = _even_runs([text for _, _, text in units], len(band))
        ends = [*starts[1:], len(units)]
        runs = [(units[a][0], units[b - 1][1]) for a, b in zip(starts, ends, strict=True)] if starts else []
        if runs and (
            all(first <= h.first and h.last <= last for h, (first, last) in zip(band, runs, strict=True))
            or _begin_with_runs(band, runs, below)
        ):
            distinct = len({squash(join_words(head.words)) for head in band}) == len(band) > 1
            if not distinct and all(_is_first_line(h, below, run, settings) for h, run in zip(band, runs, strict=True)):
                continue
            for head, (first, last) in zip(band, runs, strict=True):
                head.first, head.last, head.proven, head.apart = first, last, True, True
        elif not runs:
            sheet.doubts += _lay_over_years(band, below)


def _lay_over_middles(heads: Sequence[Head]) -> None:
    """Lay several heads of one line, each over one column, over runs of three or more heads of one length that they
    stand exactly over the middle of, so that together they take all to the last."""
    lowest = max(heads, key=lambda h: h.ink.top, default=None)
    if lowest is None:
        return
    leaves = sorted((h for h in heads if in_band(h, lowest) and h.first == h.last), key=_first_column)
    taken = {h.first for h in leaves}
    if len(leaves) < 6 or len(taken) < len(leaves) or any(h.proven for h in leaves):
        return
    upper = sorted(
        (h for h in heads if h.first == h.last in taken and not in_band(h, lowest) and not h.proven), key=_first_column
    )
    distinct = len({squash(join_words(h.words)) for h in upper}) == len(upper) > 1
    if not distinct or not all(in_band(h, upper[0]) for h in upper):
        return
    for length in range(3, len(leaves) // len(upper) + 1):
        own = leaves[-length * len(upper) :]
        runs = [own[k : k + length] for k in range(0, len(own), length)]
        if all(
            run[-1].last - run[0].first == length - 1
            and abs(run[0].ink.x0 + run[-1].ink.x1 - head.ink.x0 - head.ink.x1) / 2 < _EXACT * head.words[0].style.size
            for head, run in zip(upper, runs, strict=True)
        ):
            for head, run in zip(upper, runs, strict=True):
                head.first, head.last, head.proven, head.apart = run[0].first, run[-1].last, True, True
            return


def _ends_before(column: int, head: Head, below: Sequence[Head]) -> bool:
    """Whether the columns up to one, or the heads under them, end before a head begins."""
    return column < head.first or all(h.ink.x1 < head.ink.x0 for h in below if h.last <= column)


def _has_leaves_of_its_own(head: Head, band: Sequence[Head], leaves: set[int]) -> bool:
    """Whether heads stand under all columns of a head, and none of the band between."""
    own = range(head.first, head.last + 1)
    return leaves.issuperset(own) and not any(h.first <= head.last and h.last >= head.first for h in band)


def _begin_with_runs(band: Sequence[Head], runs: Sequence[tuple[int, int]], below: Sequence[Head]) -> bool:
    """Whether each head of a band stands right of the heads under the run before its own, and not beyond its own: set
    flush left over columns much wider than what they hold."""
    for n, (head, (_, last)) in enumerate(zip(band, runs, strict=True)):
        before = [h.ink.x1 for h in below if n and h.last <= runs[n - 1][1]]
        own = [h.ink.x1 for h in below if h.last <= last]
        if not own or head.ink.x1 > max(own) or (before and head.ink.x0 < max(before)):
            return False
    return True


def _lay_over_years(band: Sequence[Head], following: Sequence[Head]) -> list[str]:
    """Lay heads over the three years or quarters, or more, that they stand over the middle of, where no head at their
    side does: "Estimate" over "2011 2012 2013".

    Returns:
        What is in doubt: a head could go on in the year right under it.
    """
    years = {
        h.first: h
        for h in following
        if h.first == h.last and (is_period(text := join_words(h.words)) or is_month(text))
    }
    doubts: list[str] = []
    for head in band:
        beside = {c for h in band if h is not head for c in range(h.first, h.last + 1)}
        middle, size = (head.ink.x0 + head.ink.x1) / 2, head.words[0].style.size
        reach = 0
        while head.first == head.last and all(
            c in years and c not in beside for c in (head.first - reach, head.first + reach)
        ):
            left, right = years[head.first - reach].ink, years[head.first + reach].ink
            if abs((left.x0 + right.x1) / 2 - middle) > _OFF_CENTRE * size:
                break
            reach += 1
        if reach > 1:
            first, last = head.first - reach + 1, head.first + reach - 1
            head.first, head.last, head.proven, head.apart = first, last, True, True
            doubts.append(f'which columns "{join_words(head.words)}" spans is a guess')
    return doubts


def _first_of_two(
    head: Head, over: Sequence[Head], under: Sequence[Head], sheet: Sheet, settings: TableSettings
) -> bool:
    """Whether a head goes on in a line of one column right under it that is nearer than the heads over it."""
    wider = [h for h in over if h.ink.x0 < head.ink.x1 and h.ink.x1 > head.ink.x0]
    return bool(wider) and all(continues_nearer(head, h, under, sheet, settings) for h in wider)


def _is_over_one_set(head: Head, following: Sequence[Head], settings: TableSettings) -> bool:
    """Whether a head stands over the middle of all heads of the next line, and these are plainly of one set."""
    ordered = sorted(following, key=lambda h: h.first)
    middle = (ordered[0].ink.x0 + ordered[-1].ink.x1) / 2
    off = abs((head.ink.x0 + head.ink.x1) / 2 - middle)
    return off < settings.head_alignment * head.words[0].style.size and alike([join_words(h.words) for h in ordered])


def _go_on(band: Sequence[Head], following: Sequence[Head], settings: TableSettings) -> bool:
    """Whether each head of a band goes on in a line of its own right under it: no two of these lines are the same, as
    they would be in runs of columns that begin anew."""
    lines: set[str] = set()
    for head in band:
        size = head.words[0].style.size
        centre = head.ink.x0 + head.ink.x1
        under = [
            h
            for h in following
            if h.first == h.last == head.first == head.last
            and -0.7 * size <= h.ink.top - head.ink.bottom <= settings.head_leading * size
            and abs(h.ink.x0 + h.ink.x1 - centre) / 2 <= settings.head_alignment * size
        ]
        lines.update(squash(join_words(h.words)) for h in under[:1])
    return len(lines) == len(band) > 1


def _is_first_line(head: Head, below: Sequence[Head], run: tuple[int, int], settings: TableSettings) -> bool:
    """Whether a head is the first line of the head of one column of a run, not the first: flush with the line right
    under it, and off the middle of the run."""
    if head.first != head.last or head.first == run[0]:
        return False
    size = head.words[0].style.size
    under = [h for h in below if run[0] <= h.first and h.last <= run[1]]
    middle = (min(h.ink.x0 for h in under) + max(h.ink.x1 for h in under)) / 2
    if abs((head.ink.x0 + head.ink.x1) / 2 - middle) < settings.head_alignment * size:
        return False
    return any(
        h.first == h.last == head.first
        and min(abs(h.ink.x0 - head.ink.x0), abs(h.ink.x1 - head.ink.x1)) < 0.15 * size
        and -0.7 * size <= h.ink.top - head.ink.bottom <= settings.head_leading * size
        for h in under
    )


def _has_own_rule(head: Head, band: Sequence[Head], below: list[Head], sheet: Sheet) -> bool:
    """Whether a rule stands under a head and under no other of its line, so that it says what the head spans."""
    rule = _rule_beneath(head, below, sheet)
    return rule is not None and not any(rule[0] <= (h.ink.x0 + h.ink.x1) / 2 <= rule[1] for h in band if h is not head)


def _units_below(below: Sequence[Head], following: Sequence[Head]) -> list[tuple[int, int, str]]:
    """(first column, last column, text) of what stands under a band of heads: each column with all its lines, or, over
    spanning heads, these where they are laid over all columns; empty where that is not known."""
    columns = {c for h in below for c in range(h.first, h.last + 1)}
    if all(h.first == h.last for h in below):
        lines: dict[int, list[str]] = {c: [] for c in sorted(columns)}
        for head in sorted(below, key=lambda h: h.ink.top):
            lines[head.first].append(squash(join_words(head.words)))
        return [(c, c, "".join(texts)) for c, texts in lines.items()]
    if sum(h.last - h.first + 1 for h in following) != len(columns):
        return []
    return sorted((h.first, h.last, squash(join_words(h.words))) for h in following)


def _widen(heads: list[Head], sheet: Sheet, centres: dict[int, float], low: int, high: int) -> None:
    """Lay each head that has heads under it over its columns: by the rule beneath it, else by centring."""
    edges = sheet.grid.column_edges
    for head in heads:
        if head.proven:
            continue
        beneath = [h for h in heads if h is not head and _starts_below(h, head)]
        if not beneath:
            continue
        rule = _rule_beneath(head, beneath, sheet)
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
        elif not head.proven and head.first == head.last and not any(_starts_below(h, head) for h in heads):
            _share_last_line(head, heads, centres)
    waiting = [
        h
        for h in heads
        if not h.proven
        and any(o.first <= h.last and o.last >= h.first and o is not h and _starts_below(o, h) for o in heads)
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
    above = {h.first for h in heads if h.first == h.last and _starts_below(head, h)}
    if abs(centres[head.first] - middle) < _OFF_CENTRE * size:
        return
    for first in range(head.first, min(centres) - 1, -1):
        for last in range(head.first, max(centres) + 1):
            if not above.issuperset(range(first, last + 1)) or not beside.isdisjoint(range(first, last + 1)):
                break
            if last > first and abs((centres[first] + centres[last]) / 2 - middle) < _OFF_CENTRE * size:
                head.first, head.last = first, last
                return


def _starts_below(lower: Head, upper: Head) -> bool:
    """Whether a head begins under the last line of another."""
    return lower.ink.top >= upper.ink.bottom - 0.5 * upper.words[-1].style.size and lower.ink.top > upper.ink.top


def _rule_beneath(head: Head, beneath: list[Head], sheet: Sheet) -> tuple[float, float] | None:
    """x range of the first rule under a head that is above the heads under it and not across the table."""
    centre = (head.ink.x0 + head.ink.x1) / 2
    floor = min(h.ink.bottom for h in beneath)
    size = head.words[0].style.size
    edges = sheet.grid.column_edges
    for y, x0, x1 in sheet.rules:
        if head.ink.bottom - 0.4 * size < y < floor and x0 <= centre <= x1:
            if x1 - x0 > 0.9 * (edges[-1] - edges[0]) and head.last - head.first < 1:
                return None
            return x0, x1
    return None


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
    leaves = {c for h in heads if any(_starts_below(h, one) for one in line) for c in range(h.first, h.last + 1)}
    free = [c for c in range(low, high + 1) if c in leaves and c not in taken]
    if not set(free) - own:
        return []
    spanners = [h for h in heads if h.last > h.first and h not in line and _starts_below(h, line[0])]
    if len(line) == 1 and len(spanners) > 1 and min(abs(h.ink.x0 - line[0].ink.x0) for h in spanners) < _FLUSH:
        line[0].first, line[0].last = min(free), max(free)  # flush left over several spanning heads, alone: over all
        return []
    if any(a.last >= b.first for a, b in pairwise(line)):
        runs = [(h.first, h.last) for h in line]
    else:
        inks = {
            h.first: (h.ink.x0, h.ink.x1) for h in heads if h.first == h.last and any(_starts_below(h, o) for o in line)
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
