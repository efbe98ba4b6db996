"""Tokens of a table grouped into columns: by how their extents overlap, and by their edges where these do."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from statchunk.record import Record
from statchunk.settings import TableSettings
from statchunk.tables.rows import DASHES, Token


@mypyc_attr(acyclic=True)
class Item(Record):
    """A token of one row, with the extent by which it is grouped."""

    __match_args__: ClassVar = ("x0", "x1", "row", "token")
    __slots__ = __match_args__

    x0: Final[float]
    x1: Final[float]
    row: Final[int]
    token: Final[Token]

    def __init__(self, x0: float, x1: float, row: int, token: Token) -> None:
        self.x0 = x0
        self.x1 = x1
        self.row = row
        self.token = token


def median(values: Iterable[float]) -> float:
    """The middle value, the upper of two."""
    ordered = sorted(values)
    return ordered[len(ordered) // 2]


def _from_left(items: Sequence[Item]) -> list[Item]:
    """By left edge, then by right edge; items alike stay in the order of their rows."""
    ordered = sorted(items, key=_left)
    for i in range(1, len(ordered)):
        item, at = ordered[i], i
        while at and ordered[at - 1].x0 == item.x0 and ordered[at - 1].x1 > item.x1:
            ordered[at] = ordered[at - 1]
            at -= 1
        ordered[at] = item
    return ordered


_left: Final = attrgetter("x0")


def span_of(group: Sequence[Item]) -> tuple[float, float]:
    """Least left and greatest right of the items, points."""
    low, high = group[0].x0, group[0].x1
    for item in group:
        if item.x0 < low:
            low = item.x0
        if item.x1 > high:
            high = item.x1
    return low, high


def walled(low: float, high: float, walls: Sequence[float]) -> bool:
    """Whether a wall stands within an extent."""
    return any(low - 0.5 <= w <= high + 0.5 for w in walls)


def figure_groups(items: list[Item], walls: Sequence[float], em: float, settings: TableSettings) -> list[list[Item]]:
    """Tokens grouped where their extents overlap, groups with two tokens of one row split by alignment."""
    out: list[list[Item]] = []
    current: list[Item] = []
    reach = 0.0
    overlap = settings.column_overlap * em
    for item in _from_left(items):
        x0, x1 = item.x0, item.x1
        if current and (
            x0 > reach - overlap or (walls and any([current[0].x0 < w <= x0 + 1 and w < (x0 + x1) / 2 for w in walls]))
        ):
            out.append(current)
            current = []
        if not current or x1 > reach:
            reach = x1
        current.append(item)
    if current:
        out.append(current)
    split: list[list[Item]] = []
    for group in out:
        split += _split(group, em, settings)
    return split


def _split(group: list[Item], em: float, settings: TableSettings) -> list[list[Item]]:
    if len({item.row for item in group}) == len(group):
        return [group]
    by_row: dict[int, list[Item]] = defaultdict(list)
    for item in group:
        by_row[item.row].append(item)
    most = max(len(r) for r in by_row.values())
    best: list[list[Item]] | None = None
    least = 1e9
    for edge in ("right", "middle", "left"):
        parts = _edge_parts(group, edge, settings.align * em)
        clashes = sum(1 for part in parts for n in _row_counts(part) if n > 1)
        cost = 4.0 * clashes + 1.5 * abs(len(parts) - most)
        if cost < least:
            best, least = parts, cost
    assert best is not None
    if least >= 4.0:
        best = _by_template(by_row, most)
    return best


def _edge(item: Item, edge: str) -> float:
    if edge == "right":
        return item.x1
    if edge == "left":
        return item.x0
    return (item.x0 + item.x1) / 2


def _edge_parts(group: list[Item], edge: str, gap: float) -> list[list[Item]]:
    parts: list[list[Item]] = []
    last = 0.0
    for item in sorted(_from_left(group), key=lambda item: _edge(item, edge)):
        place = _edge(item, edge)
        if not parts or place - last > gap:
            parts.append([])
        parts[-1].append(item)
        last = place
    return parts


def _row_counts(part: list[Item]) -> Iterable[int]:
    counts: dict[int, int] = defaultdict(int)
    for item in part:
        counts[item.row] += 1
    return counts.values()


def _by_template(by_row: dict[int, list[Item]], most: int) -> list[list[Item]]:
    """Columns after the fullest rows; tokens of other rows go to the nearest place, in order."""
    full = [_from_left(r) for r in by_row.values() if len(r) == most]
    lefts = [median([r[k].x0 for r in full]) for k in range(most)]
    rights = [median([r[k].x1 for r in full]) for k in range(most)]
    parts: list[list[Item]] = [[] for _ in range(most)]
    for row in by_row.values():
        taken = 0
        ordered = _from_left(row)
        for n, item in enumerate(ordered):
            last = most - (len(ordered) - n)
            best = min(range(taken, last + 1), key=lambda k: min(abs(item.x0 - lefts[k]), abs(item.x1 - rights[k])))
            parts[best].append(item)
            taken = best + 1
    return [p for p in parts if p]


def join_sparse(groups: list[tuple[list[Item], bool]], em: float) -> list[tuple[list[Item], bool]]:
    """Groups of signs for none that no figure stands above or below are part of the column beside them."""
    groups.sort(key=lambda g: span_of(g[0])[0])
    changed = True
    while changed:
        changed = False
        for i, (group, _) in enumerate(groups):
            if any(t.token.kind == "number" for t in group):
                continue
            rows = {t.row for t in group}
            x0, x1 = span_of(group)
            best: tuple[float, int] | None = None
            for k in (i - 1, i + 1):
                if not 0 <= k < len(groups) or rows & {t.row for t in groups[k][0]}:
                    continue
                a, b = span_of(groups[k][0])
                gap = max(a - x1, x0 - b)
                if gap < 2.5 * em and (best is None or gap < best[0]):
                    best = (gap, k)
            if best is not None:
                groups[best[1]][0].extend(group)
                del groups[i]
                changed = True
                break
    return groups


def join_ranges(groups: list[tuple[list[Item], bool]], em: float) -> list[tuple[list[Item], bool]]:
    """A column of dashes with a figure close on both sides in every row is the middle of a column of ranges."""
    k = 1
    while k < len(groups) - 1:
        low, dashes, high = groups[k - 1][0], groups[k][0], groups[k + 1][0]
        if len(dashes) < 2 or dashes[0].token.text not in DASHES:
            k += 1
            continue
        left = {t.row: t for t in low}
        right = {t.row: t for t in high}
        if all(
            t.token.text in DASHES
            and t.row in left
            and t.row in right
            and 0 <= t.x0 - left[t.row].x1 < 0.8 * em
            and 0 <= right[t.row].x0 - t.x1 < 0.8 * em
            for t in dashes
        ):
            groups[k - 1 : k + 2] = [(low + dashes + high, True)]
        else:
            k += 1
    return groups


def without_overrun(
    groups: list[tuple[list[Item], bool]], texts: Sequence[Item]
) -> tuple[list[tuple[list[Item], bool]], list[Item]]:
    """Groups apart from those that texts of more rows run over: figures that begin labels are no column."""
    kept: list[tuple[list[Item], bool]] = []
    loose: list[Item] = []
    for group, figure in groups:
        x0, x1 = span_of(group)
        rows = {t.row for t in group}
        half, long = 0.5 * (x1 - x0), 1.3 * (x1 - x0)
        over = {
            text.row
            for text in texts
            if text.x1 > x0
            and text.x0 < x1
            and text.row not in rows
            and min(text.x1, x1) - max(text.x0, x0) > half
            and text.x1 - text.x0 > long
        }
        if len(over) > len(rows):
            loose += group
        else:
            kept.append((group, figure))
    return kept, loose


def column_of(item: Item, spans: Sequence[tuple[float, float]], em: float) -> int | None:
    """The figure column that a text stands in: it overlaps it, and no other, by much or about its middle."""
    left, right = item.x0, item.x1
    hits = [k for k, (x0, x1) in enumerate(spans) if left < x1 and right > x0]
    if len(hits) != 1:
        return None
    k = hits[0]
    overlap = min(right, spans[k][1]) - max(left, spans[k][0])
    narrow = min(item.x1 - item.x0, spans[k][1] - spans[k][0])
    centred = abs(left + right - spans[k][0] - spans[k][1]) < em
    return k if overlap >= 0.5 * narrow and (centred or overlap >= 0.4 * (item.x1 - item.x0)) else None


def text_groups(
    items: list[Item], spans: Sequence[tuple[float, float]], walls: Sequence[float], em: float, settings: TableSettings
) -> list[list[Item]]:
    """Columns of texts; a text that runs on under a figure column counts only up to it."""
    clipped = []
    for item in items:
        x0, x1 = item.x0, item.x1
        cut = min([a for a, b in spans if x0 < a < x1 and b > a], default=x1)
        clipped.append(Item(x0, max(cut, x0 + 0.1), item.row, item.token))
    out: list[list[Item]] = []
    current: list[Item] = []
    reach = 0.0
    for item in _from_left(clipped):
        if current and (
            item.x0 > reach - settings.column_overlap * em
            or walled(current[0].x0, item.x0, walls)
            or any(current[0].x0 < a <= item.x0 for a, _ in spans)
        ):
            out.append(current)
            current = []
        if not current:
            reach = item.x1
        current.append(item)
        reach = max(reach, item.x1)
    if current:
        out.append(current)
    result: list[list[Item]] = []
    for group in out:
        result += _split_texts(group, em, settings)
    return result


def _split_texts(group: list[Item], em: float, settings: TableSettings) -> list[list[Item]]:
    counts = list(_row_counts(group))
    if max(counts) == 1:
        return [group]
    parts = _edge_parts(group, "left", settings.align * em)
    starts = [min(t.x0 for t in p) for p in parts]
    merged: list[list[Item]] = []
    for k, part in enumerate(parts):
        clash = bool(merged) and any(n > 1 for n in _row_counts(merged[-1] + part))
        crossing = 0
        if merged:
            crossing = sum(1 for t in merged[-1] if t.x1 > starts[k] + 0.1)
        if merged and (not clash or crossing > 0.3 * len(merged[-1])):
            merged[-1].extend(part)
        else:
            merged.append(list(part))
    return merged


def join_indented(groups: list[tuple[list[Item], bool]], walls: Sequence[float]) -> list[tuple[list[Item], bool]]:
    """Labels set far in, each on a row of its own, are part of the column of labels at their left."""
    k = 1
    while k < len(groups) and not groups[k][1]:
        (left, was), (right, _) = groups[k - 1], groups[k]
        rows = {t.row for t in left}
        low, high = span_of(left)[1], span_of(right)[0]
        if (
            not was
            and len(right) * 2 <= len(left)
            and not rows & {t.row for t in right}
            and not walled(low, high, walls)
        ):
            groups[k - 1 : k + 1] = [(left + right, False)]
        else:
            k += 1
    return groups


def merge_overlapping(groups: list[tuple[list[Item], bool]]) -> list[tuple[list[Item], bool]]:
    """A text column whose extent lies mostly under its neighbour and never shares a row with it is that column."""
    out: list[tuple[list[Item], bool]] = []
    for group, figure in groups:
        if out and not (figure and out[-1][1]):
            last, was = out[-1]
            (a0, a1), (b0, b1) = span_of(last), span_of(group)
            overlap = min(a1, b1) - max(a0, b0)
            if overlap > 0.5 * min(a1 - a0, b1 - b0) and not {t.row for t in last} & {t.row for t in group}:
                out[-1] = (last + group, was or figure)
                continue
        out.append((group, figure))
    return out
