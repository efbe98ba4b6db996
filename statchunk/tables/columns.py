"""Columns of a table from how its figures and texts line up, where rules do not give them."""

from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple

from mypy_extensions import mypyc_attr

from statchunk.record import Record
from statchunk.settings import TableSettings
from statchunk.tables.column_groups import (
    Item,
    column_of,
    figure_groups,
    join_indented,
    join_ranges,
    join_sparse,
    median,
    merge_overlapping,
    span_of,
    text_groups,
    walled,
    without_overrun,
)
from statchunk.tables.columns_core import core_rows
from statchunk.tables.rows import TextRow, Token, is_year, word_kind
from statchunk.tables.rules import Stroke


@mypyc_attr(acyclic=True)
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


def find_columns(rows: Sequence[TextRow], posts: Sequence[Stroke], settings: TableSettings) -> Columns:
    """Columns of a region.

    Args:
        rows: all text rows of the region, top down.
        posts: vertical rules that part columns over most of the height.
        settings: of the table engine.
    """
    return _columns_of(rows, core_rows(rows), posts, settings)


def _columns_of(rows: Sequence[TextRow], core: list[int], posts: Sequence[Stroke], settings: TableSettings) -> Columns:
    """Columns as the rows of `core` show them."""
    em = median([rows[i].size for i in core]) if core else 8.0
    walls = [p.at for p in posts]
    figures: list[Item] = []
    texts: list[Item] = []
    for i in core:
        tokens = rows[i].tokens
        few = len(tokens) < 3
        for k, token in enumerate(tokens):
            kind = token.kind
            if kind == "filler":
                continue
            led = k == 0 and len(tokens) > 1 and tokens[1].kind == "filler"
            item = Item(token.x0, tokens[1].x1 if led else token.x1, i, token)  # a label reaches as far as its leader
            if kind == "text" or (kind == "number" and few and not token.free):
                texts.append(item)
            else:
                figures.append(item)
    groups = [(g, True) for g in figure_groups(figures, walls, em, settings)]
    if core and _is_set_apart(rows[core[0]], core[0], [g for g, _ in groups]):
        return _columns_of(rows, core[1:], posts, settings)
    groups = join_sparse(groups, em)
    groups = join_ranges(groups, em)
    groups, overrun = without_overrun(groups, texts)
    texts += overrun
    outside: list[Item] = []
    spans = [span_of(g) for g, _ in groups]
    for item in texts:
        home = column_of(item, spans, em)
        if home is None:
            outside.append(item)
        else:
            groups[home][0].append(item)
    groups += [(g, False) for g in text_groups(outside, spans, walls, em, settings)]
    groups.sort(key=lambda g: median([(t.x0 + t.x1) / 2 for t in g[0]]))
    groups = join_indented(merge_overlapping(groups), walls)
    columns = []
    of_token: dict[int, int] = {}
    for index, (group, figure) in enumerate(groups):
        own = [t for t in group if t.token.kind in ("number", "nil")] if figure else group
        x0, x1 = span_of(own)
        left = len([t for t in own if t.x0 - x0 < 0.3 * em])
        right = len([t for t in own if x1 - t.x1 < 0.3 * em])
        columns.append(Column(x0, x1, figure, left >= right and 3 * left >= 2 * len(own)))
        for item in group:
            of_token[id(item.token)] = index
    return Columns(tuple(columns), of_token, tuple(core))


def _is_set_apart(row: TextRow, number: int, groups: Sequence[Sequence[Item]]) -> bool:
    """Whether the first row of figures is a line of years of which most, or some beside columns without one, stand over
    no figures: heads set at one side of their columns, the figures at the other."""
    years = [token for token in row.tokens if token.kind == "number"]
    if len(years) < 2 or not all(is_year(token.text) for token in years) or len(groups) <= len(years):
        return False
    ordered = sorted(groups, key=span_of)
    alone = [all(item.row == number for item in group) for group in ordered]
    bare = [all(item.row != number for item in group) for group in ordered]
    beside = sum(a and True in bare[max(k - 1, 0) : k + 2] for k, a in enumerate(alone))
    if 2 * sum(alone) > len(years):
        return True
    return 0 < sum(alone) == beside and (beside == sum(bare) or 1 < beside < sum(bare))


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
        whole = True
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
                whole = False
            else:
                tokens.append(token)
        out.append(row if whole else row.but(tokens=tuple(tokens)))
        changed = changed or not whole
    return out if changed else None


def _cut_at(token: Token, figures: Sequence[Column], slack: float) -> int:
    """Index of the first word of a figure of a column that ends a text of several words; 0 for none."""
    words = token.words
    last = start = len(words) - 1
    if words[last].rise or word_kind(words[last].text) not in ("number", "nil"):
        return 0
    while start > 1 and _goes_on_from(words[start].text, words[start - 1].text):
        start -= 1
    for at in (start, last):
        for column in figures:
            if (
                column.x0 - slack <= words[at].x0
                and words[last].x1 <= column.x1 + slack
                and words[at - 1].x1 <= column.x0 + slack
            ):
                return at
    return 0


def _goes_on_from(digits: str, before: str) -> bool:
    """Whether a word is three more digits of a figure that is broken at its thousands."""
    return len(digits) == 3 and digits.isdigit() and before.isdigit() and len(before) <= 3


def add_text_columns(
    rows: Sequence[TextRow], found: Columns, posts: Sequence[Stroke], settings: TableSettings
) -> Columns:
    """The columns with those of texts that stand only in rows without figures."""
    if not found.core:
        return found
    walls = [p.at for p in posts]
    loose: list[Item] = []
    for i in range(found.core[0], len(rows)):
        if len(rows[i].tokens) == 1:
            continue  # a section row, or the last line of a text
        for token in rows[i].tokens:
            if token.kind != "text" or id(token) in found.of_token:
                continue
            if any([token.x0 < c.x1 and token.x1 > c.x0 for c in found.columns]):
                continue
            loose.append(Item(token.x0, token.x1, i, token))
    em = median([rows[i].size for i in found.core])
    added = [g for g in figure_groups(loose, walls, em, settings) if len({t.row for t in g}) > 1] if loose else []
    added = [g for g in added if not _beside(g, found.columns, walls, em)]
    if not added:
        return found
    places = [(c.x0 + c.x1, k) for k, c in enumerate(found.columns)]
    fresh = [(sum(span_of(g)), -1 - n) for n, g in enumerate(added)]
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
        columns.append(Column(*span_of(group), False))
    of_token.update({token: moved[k] for token, k in found.of_token.items()})
    return Columns(tuple(columns), of_token, found.core)


def _beside(group: Sequence[Item], columns: Sequence[Column], walls: Sequence[float], em: float) -> bool:
    """Whether a group of texts stands so near the column on its left or right that it is part of it."""
    x0, x1 = span_of(group)
    for column in columns:
        low, high = (column.x1, x0) if column.x1 <= x0 else (x1, column.x0)
        if high - low < 1.0 * em and not walled(low, high, walls):
            return True
    return False
