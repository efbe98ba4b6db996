"""Columns of a table from how its figures and texts line up, where rules do not give them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import ClassVar, Final, NamedTuple

from statchunk.record import Record
from statchunk.settings import TableSettings
from statchunk.tables.columns_core import core_rows
from statchunk.tables.rows import DASHES, TextRow, Token, is_year, word_kind
from statchunk.tables.rules import Stroke


class Column(Record):
    """The extent of a column's own tokens, points; neighbours may overlap where figures touch."""

    __match_args__: ClassVar = ("x0", "x1", "figures", "flush_left")
    __slots__ = __match_args__

    x0: Final[float]
    x1: Final[float]
    figures: Final[bool]
    """Whether it was found by figures rather than by texts."""
    flush_left: Final[bool]
    """Whether its tokens begin at one x and end at several."""

    def __init__(self, x0: float, x1: float, figures: bool, flush_left: bool = False) -> None:
        self.x0 = x0
        self.x1 = x1
        self.figures = figures
        self.flush_left = flush_left


class Columns(NamedTuple):
    """Columns from left to right and the column of each token that helped to find them."""

    columns: tuple[Column, ...]
    of_token: dict[int, int]
    """By `id` of the token."""
    core: tuple[int, ...]
    """Indices of the rows that the columns were found from."""


class _Item(Record):
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
        tokens = rows[i].tokens
        few = len(tokens) < 3
        for k, token in enumerate(tokens):
            kind = token.kind
            if kind == "filler":
                continue
            led = k == 0 and len(tokens) > 1 and tokens[1].kind == "filler"
            item = _Item(token.x0, tokens[1].x1 if led else token.x1, i, token)  # a label reaches as far as its leader
            if kind == "text" or (kind == "number" and few and not token.free):
                texts.append(item)
            else:
                figures.append(item)
    groups = [(g, True) for g in _groups(figures, walls, em, settings)]
    groups = _join_sparse(groups, em)
    groups = _join_ranges(groups, em)
    groups, overrun = _without_overrun(groups, texts)
    texts += overrun
    outside: list[_Item] = []
    spans = [_span(g) for g, _ in groups]
    for item in texts:
        home = _home(item, spans, em)
        if home is None:
            outside.append(item)
        else:
            groups[home][0].append(item)
    groups += [(g, False) for g in _text_groups(outside, spans, walls, em, settings)]
    groups.sort(key=lambda g: _median([(t.x0 + t.x1) / 2 for t in g[0]]))
    groups = _join_indented(_merge_overlapping(groups), walls)
    columns = []
    of_token: dict[int, int] = {}
    for index, (group, figure) in enumerate(groups):
        own = [t for t in group if t.token.kind in ("number", "nil")] if figure else group
        x0, x1 = _span(own)
        left = len([t for t in own if t.x0 - x0 < 0.3 * em])
        right = len([t for t in own if x1 - t.x1 < 0.3 * em])
        columns.append(Column(x0, x1, figure, left >= right and 3 * left >= 2 * len(own)))
        for item in group:
            of_token[id(item.token)] = index
    return Columns(tuple(columns), of_token, tuple(core))


def split_at_columns(rows: Sequence[TextRow], found: Columns, settings: TableSettings) -> list[TextRow] | None:
    """The rows with labels cut from the figures they run into; None where there is nothing to cut.

    A figure inside a text is a cell where it stands in a column of figures and the words before it do not.
    """
    figures = [c for c in found.columns if c.figures]
    core = set(found.core)
    changed = False
    out: list[TextRow] = []
    for number, row in enumerate(rows):
        tokens: list[Token] = []
        slack = settings.align * row.size
        for token in row.tokens:
            cut = 0
            if token.kind == "text" and len(token.words) > 1:
                cut = _cut_at(token, figures, slack)
                if cut and number not in core and is_year(token.words[cut].text):
                    cut = 0  # the year of a head: "Q3 2025"
                if cut and number < found.core[0]:
                    cut = 0  # the mark or a number of a head: "Rate per 1,000"
            if cut:
                left, right = token.words[:cut], token.words[cut:]
                tokens.append(Token(left, token.x0, max(w.x1 for w in left), "text", False))
                tokens.append(Token(right, right[0].x0, token.x1, word_kind(right[0].text), True))
                changed = True
            else:
                tokens.append(token)
        out.append(row.but(tokens=tuple(tokens)))
    return out if changed else None


def _cut_at(token: Token, figures: Sequence[Column], slack: float) -> int:
    """Index of the last word of several where it is a figure of a column; 0 for none."""
    last = len(token.words) - 1
    word = token.words[last]
    if word.rise or word_kind(word.text) not in ("number", "nil"):
        return 0
    for column in figures:
        if (
            column.x0 - slack <= word.x0
            and word.x1 <= column.x1 + slack
            and token.words[last - 1].x1 <= column.x0 + slack
        ):
            return last
    return 0


def add_text_columns(
    rows: Sequence[TextRow], found: Columns, posts: Sequence[Stroke], settings: TableSettings
) -> Columns:
    """The columns with those of texts that stand only in rows without figures."""
    if not found.core:
        return found
    walls = [p.at for p in posts]
    loose: list[_Item] = []
    for i in range(found.core[0], len(rows)):
        if len(rows[i].tokens) == 1:
            continue  # a section row, or the last line of a text
        for token in rows[i].tokens:
            if token.kind != "text" or id(token) in found.of_token:
                continue
            if any([token.x0 < c.x1 and token.x1 > c.x0 for c in found.columns]):
                continue
            loose.append(_Item(token.x0, token.x1, i, token))
    em = _median([rows[i].size for i in found.core])
    added = [g for g in _groups(loose, walls, em, settings) if len({t.row for t in g}) > 1] if loose else []
    added = [g for g in added if not _beside(g, found.columns, walls, em)]
    if not added:
        return found
    places = [(c.x0 + c.x1, k) for k, c in enumerate(found.columns)]
    fresh = [(sum(_span(g)), -1 - n) for n, g in enumerate(added)]
    columns: list[Column] = []
    moved: dict[int, int] = {}
    of_token: dict[int, int] = {}
    for _, k in sorted(places + fresh):
        if k >= 0:
            moved[k] = len(columns)
            columns.append(found.columns[k])
            continue
        group = added[-1 - k]
        for item in group:
            of_token[id(item.token)] = len(columns)
        columns.append(Column(*_span(group), False))
    of_token.update({token: moved[k] for token, k in found.of_token.items()})
    return Columns(tuple(columns), of_token, found.core)


def _beside(group: Sequence[_Item], columns: Sequence[Column], walls: Sequence[float], em: float) -> bool:
    """Whether a group of texts stands so near the column on its left or right that it is part of it."""
    x0, x1 = _span(group)
    for column in columns:
        low, high = (column.x1, x0) if column.x1 <= x0 else (x1, column.x0)
        if high - low < 1.0 * em and not _walled(low, high, walls):
            return True
    return False


def _median(values: Iterable[float]) -> float:
    ordered = sorted(values)
    return ordered[len(ordered) // 2]


def _from_left(items: Sequence[_Item]) -> list[_Item]:
    """By left edge, then by right edge; items alike stay in the order of their rows."""
    ordered = sorted(items, key=attrgetter("x1"))
    ordered.sort(key=attrgetter("x0"))
    return ordered


def _span(group: Sequence[_Item]) -> tuple[float, float]:
    """Least left and greatest right of the items, points."""
    low, high = group[0].x0, group[0].x1
    for item in group:
        if item.x0 < low:
            low = item.x0
        if item.x1 > high:
            high = item.x1
    return low, high


def _walled(low: float, high: float, walls: Sequence[float]) -> bool:
    return any(low - 0.5 <= w <= high + 0.5 for w in walls)


def _groups(items: list[_Item], walls: Sequence[float], em: float, settings: TableSettings) -> list[list[_Item]]:
    """Tokens grouped where their extents overlap, groups with two tokens of one row split by alignment."""
    out: list[list[_Item]] = []
    current: list[_Item] = []
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
    split: list[list[_Item]] = []
    for group in out:
        split += _split(group, em, settings)
    return split


def _split(group: list[_Item], em: float, settings: TableSettings) -> list[list[_Item]]:
    if len({item.row for item in group}) == len(group):
        return [group]
    by_row: dict[int, list[_Item]] = defaultdict(list)
    for item in group:
        by_row[item.row].append(item)
    most = max(len(r) for r in by_row.values())
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
    for item in sorted(_from_left(group), key=lambda item: _edge(item, edge)):
        place = _edge(item, edge)
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
    full = [_from_left(r) for r in by_row.values() if len(r) == most]
    lefts = [_median([r[k].x0 for r in full]) for k in range(most)]
    rights = [_median([r[k].x1 for r in full]) for k in range(most)]
    parts: list[list[_Item]] = [[] for _ in range(most)]
    for row in by_row.values():
        taken = 0
        ordered = _from_left(row)
        for n, item in enumerate(ordered):
            last = most - (len(ordered) - n)
            best = min(range(taken, last + 1), key=lambda k: min(abs(item.x0 - lefts[k]), abs(item.x1 - rights[k])))
            parts[best].append(item)
            taken = best + 1
    return [p for p in parts if p]


def _join_sparse(groups: list[tuple[list[_Item], bool]], em: float) -> list[tuple[list[_Item], bool]]:
    """Groups of signs for none that no figure stands above or below are part of the column beside them."""
    groups.sort(key=lambda g: _span(g[0])[0])
    changed = True
    while changed:
        changed = False
        for i, (group, _) in enumerate(groups):
            if any(t.token.kind == "number" for t in group):
                continue
            rows = {t.row for t in group}
            x0, x1 = _span(group)
            best: tuple[float, int] | None = None
            for k in (i - 1, i + 1):
                if not 0 <= k < len(groups) or rows & {t.row for t in groups[k][0]}:
                    continue
                a, b = _span(groups[k][0])
                gap = max(a - x1, x0 - b)
                if gap < 2.5 * em and (best is None or gap < best[0]):
                    best = (gap, k)
            if best is not None:
                groups[best[1]][0].extend(group)
                del groups[i]
                changed = True
                break
    return groups


def _join_ranges(groups: list[tuple[list[_Item], bool]], em: float) -> list[tuple[list[_Item], bool]]:
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


def _without_overrun(
    groups: list[tuple[list[_Item], bool]], texts: Sequence[_Item]
) -> tuple[list[tuple[list[_Item], bool]], list[_Item]]:
    """Groups apart from those that texts of more rows run over: figures that begin labels are no column."""
    kept: list[tuple[list[_Item], bool]] = []
    loose: list[_Item] = []
    for group, figure in groups:
        x0, x1 = _span(group)
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


def _home(item: _Item, spans: Sequence[tuple[float, float]], em: float) -> int | None:
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


def _text_groups(
    items: list[_Item], spans: Sequence[tuple[float, float]], walls: Sequence[float], em: float, settings: TableSettings
) -> list[list[_Item]]:
    """Columns of texts; a text that runs on under a figure column counts only up to it."""
    clipped = []
    for item in items:
        x0, x1 = item.x0, item.x1
        cut = min([a for a, b in spans if x0 < a < x1 and b > a], default=x1)
        clipped.append(_Item(x0, max(cut, x0 + 0.1), item.row, item.token))
    out: list[list[_Item]] = []
    current: list[_Item] = []
    reach = 0.0
    for item in _from_left(clipped):
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


def _join_indented(groups: list[tuple[list[_Item], bool]], walls: Sequence[float]) -> list[tuple[list[_Item], bool]]:
    """Labels set far in, each on a row of its own, are part of the column of labels at their left."""
    k = 1
    while k < len(groups) and not groups[k][1]:
        (left, was), (right, _) = groups[k - 1], groups[k]
        rows = {t.row for t in left}
        low, high = _span(left)[1], _span(right)[0]
        if (
            not was
            and len(right) * 2 <= len(left)
            and not rows & {t.row for t in right}
            and not _walled(low, high, walls)
        ):
            groups[k - 1 : k + 1] = [(left + right, False)]
        else:
            k += 1
    return groups


def _merge_overlapping(groups: list[tuple[list[_Item], bool]]) -> list[tuple[list[_Item], bool]]:
    """A text column whose extent lies mostly under its neighbour and never shares a row with it is that column."""
    out: list[tuple[list[_Item], bool]] = []
    for group, figure in groups:
        if out and not (figure and out[-1][1]):
            last, was = out[-1]
            (a0, a1), (b0, b1) = _span(last), _span(group)
            overlap = min(a1, b1) - max(a0, b0)
            if overlap > 0.5 * min(a1 - a0, b1 - b0) and not {t.row for t in last} & {t.row for t in group}:
                out[-1] = (last + group, was or figure)
                continue
        out.append((group, figure))
    return out
