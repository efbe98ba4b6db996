"""Heads laid over runs of the heads under them: years over quarters that begin anew, heads over the middle of years."""

from collections.abc import Sequence
from typing import Final

from statchunk.model.page import join_words
from statchunk.settings import TableSettings
from statchunk.tables.head_lines import Head, continues_nearer, goes_on_in, in_band, rule_beneath
from statchunk.tables.head_spread import alike, is_month, is_period
from statchunk.tables.sheet import Sheet
from statchunk.text import squash

_EXACT: Final = 0.25  # of the type size; heads set over the middle of others are off it by no more
_QUARTERS: Final = {name: n for n in range(1, 5) for name in (f"q{n}", f"{n}q", ("i", "ii", "iii", "iv")[n - 1])}
"""Quarters as `squash` leaves them, by their number."""
_OFF_CENTRE: Final = 0.8  # of the type size; a head centred over years stands nearer to their middle


def lay_by_repetition(heads: list[Head], sheet: Sheet, settings: TableSettings) -> None:
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
        if (
            level
            and any(_has_leaves_of_its_own(h, band, own) for h in bands[level - 1])
            and not (len(bands[level - 1]) < len(band) and _is_over_turns(band, bands[level + 1]))
        ):
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


def lay_over_middles(heads: Sequence[Head]) -> None:
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


def _first_column(head: Head) -> int:
    return head.first


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


def _is_over_turns(band: Sequence[Head], following: Sequence[Head]) -> bool:
    """Whether the heads of the next line are the same by turns, one turn for each head of the band: those span them."""
    texts = [squash(join_words(h.words)) for h in sorted(following, key=_first_column)]
    length, rest = divmod(len(texts), len(band))
    return length > 1 and not rest and texts == texts[:length] * len(band) and len(set(texts)) == length


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
    rule = rule_beneath(head, below, sheet)
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
