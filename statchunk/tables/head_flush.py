"""Spanning heads set flush with the first, or the last, of the heads under them, all of one line alike."""

import re
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import Final

from statchunk.model.page import join_words
from statchunk.tables.head_lines import Head, in_band
from statchunk.tables.head_spread import alike, is_month
from statchunk.tables.rows import is_year
from statchunk.tables.sheet import Sheet

_LEAST: Final = 5  # heads; two that span columns, one of them two, and those under them
_FLUSH: Final = 1.0  # points; edges of heads set flush with each other agree within it
_OVER: Final = 0.5  # of the type size; a head that reaches farther over the next one spans both
_DIGITS: Final = re.compile(r"\d")
_HYPHENS: Final = "-‐‑­"
_EDGE: Final = ".,:;()[]"


def lay_flush(heads: Sequence[Head], sheet: Sheet, *, top: bool = False) -> None:
    """Lay heads of one line, all flush left or all flush right with heads under them, over these up to the next head,
    where one of them reaches over the heads of several columns or all lines under them are set so: a line of spanning
    heads.

    Args:
        heads: over what they stand over by themselves; changed.
        sheet: takes what is in doubt.
        top: whether no line but the first is to be laid: what stands under the heads of that may tell more of them.
    """
    rest = list(heads)
    above: list[Head] = []
    while len(rest) >= _LEAST:
        lead = min(rest, key=_top)
        band = [h for h in rest if h is lead or in_band(h, lead)]
        if 1 < len(band) < len(rest) - len(band) and not any([h.proven for h in band]):
            low = max([h.ink.bottom for h in band])
            below = sorted([h for h in rest if h.ink.top > low - 1.0], key=_top)
            if len(below) == len(rest) - len(band):
                _lay_band(sorted(band, key=_left), below, above, sheet)
        if top:
            return
        above += band
        taken = {id(h) for h in band}
        rest = [h for h in rest if id(h) not in taken]


def _top(head: Head) -> float:
    return head.ink.top


def _left(head: Head) -> float:
    return head.ink.x0


def _lay_band(band: Sequence[Head], below: Sequence[Head], above: Sequence[Head], sheet: Sheet) -> None:
    """Lay the heads of one line over those under it; `above` are those over it."""
    if any(h.first != h.last for h in below) or _is_ruled(band, below, sheet):
        return
    if any(h.words[-1].text[-1] in _HYPHENS for h in band):
        return  # a head goes on in the next line
    leaves: dict[int, list[Head]] = {}
    for head in below:
        leaves.setdefault(head.first, []).append(head)
    line = below[0].ink.bottom
    second = {c for c, under in leaves.items() if abs(under[0].ink.bottom - line) < _FLUSH}
    found = [runs for right in (False, True) if (runs := _runs(band, leaves, second, above, right)) is not None]
    if len(found) != 1:
        return
    texts = {column: _text(under) for column, under in leaves.items()}
    for head, (first, last) in zip(band, found[0], strict=True):
        if first < last:
            if (first, last) != (head.first, head.last):
                sheet.doubts.append(f'which columns "{join_words(head.words)}" spans is a guess')
            head.first, head.last, head.proven, head.apart = first, last, True, True
        elif any(_of_one_form(texts[first], text) for column, text in texts.items() if column != first):
            head.first = head.last = first
            head.apart = True


def _is_ruled(band: Sequence[Head], below: Sequence[Head], sheet: Sheet) -> bool:
    """Whether rules between two lines of heads end inside them, and so say what each head spans."""
    top, bottom = max(h.ink.bottom for h in band) - 1.0, min(h.ink.top for h in below) + 1.0
    x0, x1 = min(h.ink.x0 for h in below), max(h.ink.x1 for h in below)
    return any(top < y < bottom and (start > x0 + 1.0 or end < x1 - 1.0) for y, start, end in sheet.rules)


def _runs(
    band: Sequence[Head],
    leaves: Mapping[int, Sequence[Head]],
    second: AbstractSet[int],
    above: Sequence[Head],
    right: bool,
) -> list[tuple[int, int]] | None:
    """The columns of each head of a line that is flush with the heads under it at one side; None where one is not, or
    nothing shows that the line is one of spanning heads.

    Args:
        band: the heads, from the left.
        leaves: the heads under them by column, from the top down.
        second: columns with a head on the line right under them.
        above: heads over the line; none goes on beyond one of these.
        right: whether they are flush right.
    """
    anchors: list[int] = []
    for head in band:
        at = [c for c in second if abs(_edge(leaves[c], right) - (head.ink.x1 if right else head.ink.x0)) < _FLUSH]
        if len(at) != 1:
            return None
        anchors += at
    runs: list[tuple[int, int]] = []
    spans = set_so = _are_set_at(leaves.values(), right)
    for n, (head, anchor) in enumerate(zip(band, anchors, strict=True)):
        step = -1 if right else 1
        beside = anchors[n + step] if 0 <= n + step < len(band) else None
        size = head.words[0].style.size
        run = [anchor]
        while (after := run[-1] + step) in second and after != beside:
            if any(h.first <= anchor <= h.last and not h.first <= after <= h.last for h in above if h.proven):
                break
            far = _edge(leaves[after], right)
            over = head.ink.x0 < far - _OVER * size if right else head.ink.x1 > far + _OVER * size
            if not over and not _of_one_set([_text(leaves[c]) for c in (*run, after)], dates=set_so):
                break
            spans = spans or over
            run.append(after)
        runs.append((min(run), max(run)))
    taken = sum(last - first + 1 for first, last in runs)
    whole = taken == sum(runs[0][0] <= c <= runs[-1][1] for c in second)
    return runs if spans and whole and any(first < last for first, last in runs) else None


def _are_set_at(leaves: Iterable[Sequence[Head]], right: bool) -> bool:
    """Whether the lines of heads of several lines, two such heads or more, agree at one side and nowhere else."""
    several = [under for under in leaves if len(under) > 1]
    off = [abs(b.ink.x1 - a.ink.x1 if right else b.ink.x0 - a.ink.x0) for under in several for a, b in pairwise(under)]
    middles = [abs(b.ink.x0 + b.ink.x1 - a.ink.x0 - a.ink.x1) for under in several for a, b in pairwise(under)]
    return len(several) > 1 and max(off) < _FLUSH and max(middles) > 4 * _FLUSH


def _edge(under: Sequence[Head], right: bool) -> float:
    return max(h.ink.x1 for h in under) if right else min(h.ink.x0 for h in under)


def _text(under: Sequence[Head]) -> str:
    return " ".join(join_words(h.words) for h in under)


def _of_one_set(texts: Sequence[str], *, dates: bool) -> bool:
    """Whether heads are plainly of one set: with a word in common, unless only `dates` count, or each with a date."""
    if (not dates and alike(texts)) or all(_of_one_form(texts[0], text) for text in texts):
        return True
    return all(any(_is_date(word.strip(_EDGE)) for word in text.split()) for text in texts)


def _of_one_form(text: str, other: str) -> bool:
    """Whether two heads differ in their digits alone, and have some: "2025T1" and "2025T2"."""
    return text != "" and _DIGITS.sub("0", text) == _DIGITS.sub("0", other) != text


def _is_date(word: str) -> bool:
    return is_year(word) or is_month(word)
