"""Columns of a table from how its figures and texts line up, where rules do not give them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from statchunk.settings import TableSettings
from statchunk.tables.rows import TextRow, Token
from statchunk.tables.rules import Stroke


class Column(NamedTuple):
    """The extent of a column's own tokens, points; neighbours may overlap where figures touch."""

    x0: float
    x1: float
    figures: bool
    """Whether it was found by figures rather than by texts."""


class Columns(NamedTuple):
    """Columns from left to right and the column of each token that helped to find them."""

    columns: tuple[Column, ...]
    of_token: dict[int, int]
    """By `id` of the token."""
    core: tuple[int, ...]
    """Indices of the rows that the columns were found from."""


class _Item(NamedTuple):
    x0: float
    x1: float
    row: int
    token: Token


def find_columns(rows: Sequence[TextRow], posts: Sequence[Stroke], settings: TableSettings) -> Columns:
    """Columns of a region.

    Args:
        rows: all text rows of the region, top down.
        posts: vertical rules that part columns over most of the height.
        settings: of the table engine.
    """
    core = core_rows(rows)
    em = _median([rows[i].size for i in core]) if core else 8.0
    walls = [p.at for p in posts]
    figures: list[_Item] = []
    texts: list[_Item] = []
    for i in core:
        for token in rows[i].tokens:
            item = _Item(token.x0, token.x1, i, token)
            if token.kind == "filler":
                continue
            if token.kind == "text" or (token.kind == "number" and not token.free and len(rows[i].tokens) < 3):
                texts.append(item)
            else:
                figures.append(item)
    groups = [(g, True) for g in _groups(figures, walls, em, settings)]
    groups = _join_sparse(groups, em)
    outside: list[_Item] = []
    spans = [(min(t.x0 for t in g), max(t.x1 for t in g)) for g, _ in groups]
    for item in texts:
        home = _home(item, spans)
        if home is None:
            outside.append(item)
        else:
            groups[home][0].append(item)
    groups += [(g, False) for g in _text_groups(outside, spans, walls, em, settings)]
    groups.sort(key=lambda g: _median([(t.x0 + t.x1) / 2 for t in g[0]]))
    groups = _merge_overlapping(groups)
    columns = []
    of_token: dict[int, int] = {}
    for index, (group, figure) in enumerate(groups):
        columns.append(Column(min(t.x0 for t in group), max(t.x1 for t in group), figure))
        for item in group:
            of_token[id(item.token)] = index
    return Columns(tuple(columns), of_token, tuple(core))


def core_rows(rows: Sequence[TextRow]) -> list[int]:
    """Rows that show the columns: those with figures, or with several tokens where there are no figures."""
    counts = [sum(1 for t in row.tokens if t.kind in ("number", "nil")) for row in rows]
    solid = sorted(c for c, row in zip(counts, rows, strict=True) if c and row.numbers)
    if len(solid) >= 2 or (solid and solid[-1] >= 2):
        typical = solid[len(solid) // 2]
        return [i for i, c in enumerate(counts) if c and 3 * c >= typical and len(rows[i].tokens) > 1]
    return [i for i, row in enumerate(rows) if len(row.tokens) > 1]


def _median(values: Iterable[float]) -> float:
    ordered = sorted(values)
    return ordered[len(ordered) // 2]


def _walled(low: float, high: float, walls: Sequence[float]) -> bool:
    return any(low - 0.5 <= w <= high + 0.5 for w in walls)


def _groups(items: list[_Item], walls: Sequence[float], em: float, settings: TableSettings) -> list[list[_Item]]:
    """Tokens grouped where their extents overlap, groups with two tokens of one row split by alignment."""
    out: list[list[_Item]] = []
    current: list[_Item] = []
    reach = 0.0
    for item in sorted(items):
        middle = (item.x0 + item.x1) / 2
        apart = item.x0 > reach - settings.column_overlap * em
        if current and (apart or any(current[0].x0 < w <= item.x0 + 1 and w < middle for w in walls)):
            out.append(current)
            current = []
        if not current:
            reach = item.x1
        current.append(item)
        reach = max(reach, item.x1)
    if current:
        out.append(current)
    split: list[list[_Item]] = []
    for group in out:
        split += _split(group, em, settings)
    return split


def _split(group: list[_Item], em: float, settings: TableSettings) -> list[list[_Item]]:
    by_row: dict[int, list[_Item]] = defaultdict(list)
    for item in group:
        by_row[item.row].append(item)
    most = max(len(r) for r in by_row.values())
    if most == 1:
        return [group]
    best: list[list[_Item]] | None = None
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


def _edge(item: _Item, edge: str) -> float:
    if edge == "right":
        return item.x1
    if edge == "left":
        return item.x0
    return (item.x0 + item.x1) / 2


def _edge_parts(group: list[_Item], edge: str, gap: float) -> list[list[_Item]]:
    parts: list[list[_Item]] = []
    last = 0.0
    for place, item in sorted((_edge(i, edge), i) for i in group):
        if not parts or place - last > gap:
            parts.append([])
        parts[-1].append(item)
        last = place
    return parts


def _row_counts(part: list[_Item]) -> Iterable[int]:
    counts: dict[int, int] = defaultdict(int)
    for item in part:
        counts[item.row] += 1
    return counts.values()


def _by_template(by_row: dict[int, list[_Item]], most: int) -> list[list[_Item]]:
    """Columns after the fullest rows; tokens of other rows go to the nearest place, in order."""
    full = [sorted(r) for r in by_row.values() if len(r) == most]
    lefts = [_median([r[k].x0 for r in full]) for k in range(most)]
    rights = [_median([r[k].x1 for r in full]) for k in range(most)]
    parts: list[list[_Item]] = [[] for _ in range(most)]
    for row in by_row.values():
        taken = 0
        ordered = sorted(row)
        for n, item in enumerate(ordered):
            last = most - (len(ordered) - n)
            best = min(range(taken, last + 1), key=lambda k: min(abs(item.x0 - lefts[k]), abs(item.x1 - rights[k])))
            parts[best].append(item)
            taken = best + 1
    return [p for p in parts if p]


def _join_sparse(groups: list[tuple[list[_Item], bool]], em: float) -> list[tuple[list[_Item], bool]]:
    """Groups of signs for none that no figure stands above or below are part of the column beside them."""
    groups.sort(key=lambda g: min(t.x0 for t in g[0]))
    changed = True
    while changed:
        changed = False
        for i, (group, _) in enumerate(groups):
            if any(t.token.kind == "number" for t in group):
                continue
            rows = {t.row for t in group}
            x0, x1 = min(t.x0 for t in group), max(t.x1 for t in group)
            best: tuple[float, int] | None = None
            for k in (i - 1, i + 1):
                if not 0 <= k < len(groups) or rows & {t.row for t in groups[k][0]}:
                    continue
                a, b = min(t.x0 for t in groups[k][0]), max(t.x1 for t in groups[k][0])
                gap = max(a - x1, x0 - b)
                if gap < 2.5 * em and (best is None or gap < best[0]):
                    best = (gap, k)
            if best is not None:
                groups[best[1]][0].extend(group)
                del groups[i]
                changed = True
                break
    return groups


def _home(item: _Item, spans: Sequence[tuple[float, float]]) -> int | None:
    """The figure column that a text stands in: it overlaps it, and no other."""
    hits = [
        (min(item.x1, x1) - max(item.x0, x0), k) for k, (x0, x1) in enumerate(spans) if item.x0 < x1 and item.x1 > x0
    ]
    if len(hits) != 1:
        return None
    overlap, k = hits[0]
    narrow = min(item.x1 - item.x0, spans[k][1] - spans[k][0])
    return k if overlap >= 0.5 * narrow and overlap >= 0.4 * (item.x1 - item.x0) else None


def _text_groups(
    items: list[_Item], spans: Sequence[tuple[float, float]], walls: Sequence[float], em: float, settings: TableSettings
) -> list[list[_Item]]:
    """Columns of texts; a text that runs on under a figure column counts only up to it."""
    clipped = []
    for item in items:
        x1 = item.x1
        for a, b in spans:
            if a > item.x0 and item.x1 > a and (b - a) > 0:
                x1 = min(x1, a)
        clipped.append(item._replace(x1=max(x1, item.x0 + 0.1)))
    out: list[list[_Item]] = []
    current: list[_Item] = []
    reach = 0.0
    for item in sorted(clipped):
        if current and (
            item.x0 > reach - settings.column_overlap * em
            or _walled(current[0].x0, item.x0, walls)
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
    result: list[list[_Item]] = []
    for group in out:
        result += _split_texts(group, em, settings)
    return result


def _split_texts(group: list[_Item], em: float, settings: TableSettings) -> list[list[_Item]]:
    counts = list(_row_counts(group))
    if max(counts) == 1:
        return [group]
    parts = _edge_parts(group, "left", settings.align * em)
    starts = [min(t.x0 for t in p) for p in parts]
    merged: list[list[_Item]] = []
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


def _merge_overlapping(groups: list[tuple[list[_Item], bool]]) -> list[tuple[list[_Item], bool]]:
    """A text column whose extent lies mostly under its neighbour and never shares a row with it is that column."""
    out: list[tuple[list[_Item], bool]] = []
    for group, figure in groups:
        if out and not (figure and out[-1][1]):
            last, was = out[-1]
            a0, a1 = min(t.x0 for t in last), max(t.x1 for t in last)
            b0, b1 = min(t.x0 for t in group), max(t.x1 for t in group)
            overlap = min(a1, b1) - max(a0, b0)
            if overlap > 0.5 * min(a1 - a0, b1 - b0) and not {t.row for t in last} & {t.row for t in group}:
                out[-1] = (last + group, was or figure)
                continue
        out.append((group, figure))
    return out
