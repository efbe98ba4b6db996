"""Figures that stand in rows and columns together: the body of a table, rules or no rules."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from operator import attrgetter
from typing import ClassVar, Final, NamedTuple

from mypy_extensions import mypyc_attr

from statchunk.box import Box
from statchunk.record import Record
from statchunk.settings import TableSettings
from statchunk.tables.head_order import places_by_order
from statchunk.tables.regions_cuts import Cut, cut_between, find_cuts
from statchunk.tables.regions_figures import AXIS, drawn_over, stands_alone, stands_in
from statchunk.tables.rows import TextRow, Token, is_caption, is_year
from statchunk.tables.rules import Stroke

_STRAY: Final = 2.5  # of the usual step from row to row; a figure alone farther below is no row
_LINE: Final = 0.35  # of the type size; white between lines of one text
_TITLE: Final = 1.2  # of the type size; a title stands off from the table above it by as much white at least
_KEY: Final = 1.6  # of the type size of the body; figures set larger at its ends are key figures of a panel
_TOP: Final = 6  # rows of a page; heads printed again and a first row of figures stand among as many
_FOOT: Final = 2.5  # of the type size; white over what ends a page below its text
_HEAD: Final = 2.2  # of the type size; white between heads and the first figures
_SHARED: Final = 4  # rows; columns that stand far apart have as many in common
_GROUPS: Final = 3  # headings of groups, one under the other, between two rows of figures
_EVEN: Final = 1.15  # times the least; the step from row to row differs by less
_SENTENCE: Final = 7  # words; a line with as many that ends in a full stop is running text
_BODY: Final = 4  # figures that are no years; fewer in rows over a body may number its columns


class Core(NamedTuple):
    """Figures linked by rows and columns."""

    x0: float
    top: float
    x1: float
    bottom: float
    rows: tuple[int, ...]
    """Indices of its text rows, ascending."""
    figures: tuple[Token, ...]
    columns: int
    """Figures in its fullest row."""
    left: float = -1e6
    right: float = 1e6
    """x between which it stands where captions side by side, or drawings beside it, part it from others."""
    ceiling: float = -1e6
    """y above which nothing belongs to it: another body ends there, or a title begins that parts it from one."""


@mypyc_attr(acyclic=True)
class _Figure(Record):
    __match_args__: ClassVar = ("token", "row", "place")
    __slots__ = __match_args__

    token: Final[Token]
    row: Final[int]
    place: Final[int]
    """Index of the token in its row."""

    def __init__(self, token: Token, row: int, place: int) -> None:
        self.token = token
        self.row = row
        self.place = place


@mypyc_attr(acyclic=True)
class _Caption(Record):
    """Where a caption stands: the y of its baseline, and its ends."""

    __match_args__: ClassVar = ("y", "x0", "x1")
    __slots__ = __match_args__

    y: Final[float]
    x0: Final[float]
    x1: Final[float]

    def __init__(self, y: float, x0: float, x1: float) -> None:
        self.y = y
        self.x0 = x0
        self.x1 = x1


def find_cores(
    rows: Sequence[TextRow],
    drawings: Sequence[Box],
    taken: Sequence[Box],
    settings: TableSettings,
    strokes: Sequence[Stroke] = (),
) -> list[Core]:
    """Groups of figures in rows and columns.

    Args:
        rows: text rows of the whole page.
        drawings: boxes of charts and pictures, in which figures are labels.
        taken: boxes of tables found already.
        settings: of the table engine.
        strokes: horizontal rules; where several break off at one x, tables stand side by side.
    """
    figures = _figures(rows, drawings, taken)
    captioned = [(row, t) for row in rows for t in row.tokens if t.kind == "text" and is_caption(t)]
    cuts = find_cuts(rows, strokes, captioned)
    parent = list(range(len(figures)))
    by_row: dict[int, list[int]] = defaultdict(list)
    for n, figure in enumerate(figures):
        by_row[figure.row].append(n)
    for row, members in by_row.items():
        for a, b in pairwise(members):
            if _same_table(rows[row], figures[a], figures[b], settings) and not (
                cuts and cut_between(cuts, rows[row], figures[a].token, figures[b].token)
            ):
                parent[_root(parent, a)] = _root(parent, b)
    captions = [_Caption(row.baseline, t.x0, t.x1) for row, t in captioned]
    lefts, rights = [f.token.x0 for f in figures], [f.token.x1 for f in figures]
    leading = settings.core_leading
    waiting: list[int] = []  # figures that have met none below them yet, from left to right
    for i in sorted(by_row):
        here = rows[i]
        members = by_row[i]
        waiting = _near(waiting, figures, rows, i, members[0], leading)
        met: set[int] = set()
        start = 0
        size, count = here.size, len(waiting)
        for m in members:
            x0, x1 = lefts[m], rights[m]
            while start < count and rights[waiting[start]] < x0 - size:
                start += 1
            for k in range(start, count):
                n = waiting[k]
                left, right = lefts[n], rights[n]
                if left > x1 + size:
                    break
                if _above(left, right, x0, x1, size):
                    met.add(n)
                    upper = rows[figures[n].row]
                    if not captions or not _captioned(
                        captions, upper.baseline, here.baseline, figures[n].token, upper.size
                    ):
                        parent[_root(parent, n)] = _root(parent, m)
        alone = [n for n in waiting if n not in met]
        waiting = sorted(alone + members, key=lefts.__getitem__) if alone else members
    groups: dict[int, list[_Figure]] = defaultdict(list)
    for n, figure in enumerate(figures):
        groups[_root(parent, n)].append(figure)
    bodies = [_without_key_figures(_without_stray(group, rows), rows) for group in groups.values()]
    parts = [part for body in bodies for part in _split_at_titles(body, rows)]
    cores = [
        _beside(_within_cuts(_core(part, rows)._replace(ceiling=ceiling), cuts), drawings) for part, ceiling in parts
    ]
    cores = _join_far([core for core in cores if len(core.rows) > 1], rows)
    cores += _lone_rows(rows, figures, {i for core in cores for i in core.rows})
    found = sorted(cores, key=lambda c: (c.top, c.x0))
    return [_under_bodies(core, found[:n]) for n, core in enumerate(found)]


def _near(
    waiting: list[int], figures: list[_Figure], rows: Sequence[TextRow], below: int, first: int, leading: float
) -> list[int]:
    """The figures of rows that stand at most `leading` times their type size over a row, or that go on in it, no
    sentence between.

    Args:
        waiting: numbers of figures.
        figures: all of the page.
        rows: of the page.
        below: index of the row.
        first: number of its first figure.
        leading: times the type size of the row above.
    """
    kept: list[int] = []
    before, is_near = -1, False
    for n in waiting:
        at = figures[n].row
        if at != before:
            before = at
            row = rows[at]
            is_near = rows[below].baseline - row.baseline <= leading * row.size or _goes_on(
                rows[at : below + 1], figures[first].token.x0
            )
            if is_near and below - at > 1:
                place = figures[first].place
                is_near = not any([_is_sentence(between, rows[below], place) for between in rows[at + 1 : below]])
        if is_near:
            kept.append(n)
    return kept


def _goes_on(rows: Sequence[TextRow], left: float) -> bool:
    """Whether a few labels alone at the left, headings of groups, part two rows of figures, all rows at one step."""
    if not 2 < len(rows) <= _GROUPS + 2 or any(len(row.tokens) > 1 or row.x1 > left for row in rows[1:-1]):
        return False
    steps = [below.baseline - row.baseline for row, below in pairwise(rows)]
    return max(steps) < _EVEN * min(steps)


def _is_sentence(row: TextRow, below: TextRow, place: int) -> bool:
    """Whether a line of running text stands alone in its row, ends a sentence, and begins over the label of a row below
    whose first figure is at `place`."""
    only, label = row.tokens[0], below.tokens[max(place - 1, 0)]
    return (
        len(row.tokens) == 1
        and only.text[-1] in ".:"
        and len(only.words) >= _SENTENCE
        and only.x0 < label.x1
        and only.x1 > label.x0
    )


def _root(parent: list[int], i: int) -> int:
    """The figure that stands for the group of figure `i`; the paths to it are halved (union-find)."""
    while parent[i] != i:
        parent[i] = parent[parent[i]]
        i = parent[i]
    return i


def _join_far(cores: list[Core], rows: Sequence[TextRow]) -> list[Core]:
    """Columns that stand far from each other on the same rows made one body: labels stand at their left, or years are
    the first of them, and nothing between."""
    out: list[Core] = []
    for core in sorted(cores, key=lambda c: c.x0):
        for n, left in enumerate(out):
            if _are_beside(left, core, rows):
                out[n] = Core(
                    left.x0,
                    min(left.top, core.top),
                    core.x1,
                    max(left.bottom, core.bottom),
                    tuple(sorted({*left.rows, *core.rows})),
                    (*left.figures, *core.figures),
                    left.columns + core.columns,
                    left.left,
                    core.right,
                )
                break
        else:
            out.append(core)
    return out


def _are_beside(left: Core, core: Core, rows: Sequence[TextRow]) -> bool:
    """Whether two bodies share most of their rows and these hold nothing between them, a label before them."""
    shared = set(left.rows).intersection(core.rows)
    if (
        len(shared) < _SHARED
        or 5 * len(shared) < 4 * max(len(left.rows), len(core.rows))
        or left.x1 >= core.x0
        or left.right < core.x1
        or core.left > left.x0
    ):
        return False
    labelled = 0
    for i in shared:
        tokens = rows[i].tokens
        if any(left.x1 + 1 < t.x0 and t.x1 < core.x0 - 1 for t in tokens):
            return False
        first = next((t for t in tokens if t.x0 > left.left), tokens[0])
        labelled += first.kind == "text" if first.x1 <= left.x0 else is_year(first.text)
    return 5 * labelled >= 4 * len(shared)


def _lone_rows(rows: Sequence[TextRow], figures: Sequence[_Figure], taken: set[int]) -> list[Core]:
    """Rows of figures that a page break parts from the rest of their body: alone under a line of heads, one for each
    figure, right after the top of the page or at its end."""
    last = len(rows) - 1
    edges = {i for i in range(1, min(_TOP, last + 1)) if not any(k < i for k in taken)}
    edges |= {
        i for i in (last - 1, last) if i > 0 and (i == last or rows[last].top - rows[i].bottom > _FOOT * rows[i].size)
    }
    found: list[Core] = []
    for i in sorted(edges - taken):
        row, over = rows[i], rows[i - 1]
        own = [f for f in figures if f.row == i and (f.token.kind == "nil" or not is_year(f.token.text))]
        labels = len(row.tokens) - len(own)
        if len(own) < 2 or not 0 < labels < 3 or row.tokens[labels - 1].x1 > own[0].token.x0:
            continue
        heads = [t for t in over.tokens if t.x1 > own[0].token.x0 - row.size]
        if 1 < len(heads) < len(own) and i > 1:  # one over rows of heads for others stands higher
            more = [t for t in rows[i - 2].tokens if t.x1 > own[0].token.x0 - row.size]
            heads += [t for t in more if all(t.x1 < h.x0 or t.x0 > h.x1 for h in heads)]
            heads.sort(key=attrgetter("x0"))
        if (
            len(heads) == len(own)
            and row.top - over.bottom < _HEAD * row.size
            and all(t.kind == "text" or is_year(t.text) for t in over.tokens)
            and _are_heads([(t.x0, t.x1) for t in heads], [(f.token.x0, f.token.x1) for f in own])
        ):
            found.append(_core(own, rows))
    return found


def _are_heads(heads: Sequence[tuple[float, float]], figures: Sequence[tuple[float, float]]) -> bool:
    """Whether texts stand each over a figure, or each to the same side of its own."""
    over = all(head[0] < own[1] and own[0] < head[1] for head, own in zip(heads, figures, strict=True))
    return over or places_by_order(heads, figures) is not None


def _under_bodies(core: Core, above: Sequence[Core]) -> Core:
    """The core with the bottom of the lowest body that stands over it as its ceiling."""
    floors = [
        other.bottom
        for other in above
        if len(other.rows) > 2
        and other.bottom <= core.top
        and other.x0 < core.x1
        and other.x1 > core.x0
        and sum(t.kind == "number" and not is_year(t.text) for t in other.figures) >= _BODY
    ]
    return core._replace(ceiling=max([core.ceiling, *floors]))


def _figures(rows: Sequence[TextRow], drawings: Sequence[Box], taken: Sequence[Box]) -> list[_Figure]:
    """Figures that stand alone, in no drawing and in no table found already."""
    figures: list[_Figure] = []
    for i, row in enumerate(rows):
        y = (row.top + row.bottom) / 2
        drawn = [d for d in drawings if d.top <= y <= d.bottom + AXIS * row.size]
        boxes = [b for b in taken if b.top <= y <= b.bottom]
        for k, token in enumerate(row.tokens):
            if (
                token.kind in ("number", "nil")
                and stands_alone(row, k)
                and not (drawn and drawn_over(token, row, drawn))
                and not (boxes and stands_in(token, row, boxes))
            ):
                figures.append(_Figure(token, i, k))
    return figures


def _within_cuts(core: Core, cuts: Sequence[Cut]) -> Core:
    above = [c.x for c in cuts if c.top < core.top < c.bottom]
    left = max((x for x in above if x <= core.x0), default=-1e6)
    right = min((x for x in above if x > core.x1), default=1e6)
    return core._replace(left=left, right=right)


def _beside(core: Core, drawings: Sequence[Box]) -> Core:
    """The core between the drawings that stand at its left and right over a good part of their height."""
    left, right = core.left, core.right
    for drawing in drawings:
        shared = min(core.bottom, drawing.bottom) - max(core.top, drawing.top)
        if shared < 0.5 * min(core.bottom - core.top, drawing.height):
            continue
        if drawing.x1 <= core.x0:
            left = max(left, drawing.x1)
        elif drawing.x0 >= core.x1:
            right = min(right, drawing.x0)
    return core._replace(left=left, right=right)


def _captioned(captions: list[_Caption], low: float, high: float, token: Token, size: float) -> bool:
    """Whether a caption stands between two figures, over or beside them."""
    return any(low < c.y < high and c.x0 - 20 * size < token.x1 and c.x1 + 20 * size > token.x0 for c in captions)


def core_within(box: Box, rows: Sequence[TextRow]) -> Core | None:
    """The figures in a box as a core; None where they stand in fewer than two rows."""
    figures = [
        _Figure(token, i, k)
        for i, row in enumerate(rows)
        if row.bottom > box.top and row.top < box.bottom
        for k, token in enumerate(row.tokens)
        if token.kind in ("number", "nil") and stands_in(token, row, [box])
    ]
    core = _core(figures, rows) if figures else None
    return core if core is not None and len(core.rows) > 1 else None


def _same_table(row: TextRow, a: _Figure, b: _Figure, settings: TableSettings) -> bool:
    """Whether two figures of a row belong together: not far apart, no running text between them."""
    between = row.tokens[a.place + 1 : b.place]
    if not between:
        return b.token.x0 - a.token.x1 <= settings.row_gap * row.size
    if any(len(t.words) > 12 for t in between if t.kind == "text"):
        return False
    edges = [a.token.x1, *(x for t in between for x in (t.x0, t.x1)), b.token.x0]
    return all(edges[i + 1] - edges[i] <= settings.row_gap * row.size for i in range(0, len(edges), 2))


def _above(left: float, right: float, x0: float, x1: float, size: float) -> bool:
    """Whether a figure from `left` to `right` stands in the column of one from `x0` to `x1`."""
    if -0.3 * size < right - x1 < 0.3 * size:
        return True
    overlap = (right if right < x1 else x1) - (left if left > x0 else x0)
    return overlap > 0 and overlap > 0.3 * min(right - left, x1 - x0)


def _without_stray(group: Sequence[_Figure], rows: Sequence[TextRow]) -> Sequence[_Figure]:
    """The figures without one alone on its row, far below all others: the page's number; and without years that are the
    last line of a title."""
    if len(group) < 3:
        return group
    indices = sorted({f.row for f in group})
    first = [f.token for f in group if f.row == indices[0]]
    if len(first) == 1 and _ends_title(first[0], rows, indices[0]):
        group = [f for f in group if f.row != indices[0]]
        indices = indices[1:]
    steps = sorted(rows[b].baseline - rows[a].baseline for a, b in pairwise(indices))
    if len(steps) < 2 or len(rows[indices[-1]].tokens) > 1:
        return group
    away = rows[indices[-1]].baseline - rows[indices[-2]].baseline
    if away <= _STRAY * steps[len(steps) // 2]:
        return group
    return [f for f in group if f.row != indices[-1]]


def _ends_title(token: Token, rows: Sequence[TextRow], index: int) -> bool:
    """Whether years stand right under a text set as they are, centred under it or flush with its left."""
    if index == 0 or not is_year(token.text):
        return False
    row, above = rows[index], rows[index - 1]
    return row.top - above.bottom < _LINE * row.size and any(
        t.kind == "text"
        and t.words[-1].style == token.words[0].style
        and min(abs(t.x0 - token.x0), abs(t.x0 + t.x1 - token.x0 - token.x1) / 2) < _LINE * row.size
        and t.x1 - t.x0 > token.x1 - token.x0
        for t in above.tokens
    )


def _without_key_figures(group: Sequence[_Figure], rows: Sequence[TextRow]) -> Sequence[_Figure]:
    """The figures without those of a panel over or under them, set far larger than the body."""
    indices = sorted({f.row for f in group})
    if len(indices) < 3:
        return group
    usual = sorted(rows[i].size for i in indices)[len(indices) // 2]
    while len(indices) > 2 and rows[indices[0]].size > _KEY * usual:
        indices = indices[1:]
    while len(indices) > 2 and rows[indices[-1]].size > _KEY * usual:
        indices = indices[:-1]
    kept = set(indices)
    return [f for f in group if f.row in kept] if len(kept) < len({f.row for f in group}) else group


def _split_at_titles(group: Sequence[_Figure], rows: Sequence[TextRow]) -> list[tuple[Sequence[_Figure], float]]:
    """The figures in parts, each with the top of the title over it, where a line centred over all columns, white above
    it, and heads under it stand between."""
    indices = sorted({f.row for f in group})
    whole = [(group, -1e6)]
    if len(indices) < 4:
        return whole
    x0, x1 = min(f.token.x0 for f in group), max(f.token.x1 for f in group)
    titles = {
        b: _title_between(rows[a : b + 1], x0, x1)
        for n, (a, b) in enumerate(pairwise(indices), 1)
        if b - a > 2 and n > 2  # fewer rows of figures over heads are weights or numbers of the columns
    }
    starts = [(b, top) for b, top in titles.items() if top is not None]
    if not starts:
        return whole
    ends = [*(b for b, _ in starts[1:]), len(rows)]
    parts: list[tuple[Sequence[_Figure], float]] = [([f for f in group if f.row < starts[0][0]], -1e6)]
    parts += [([f for f in group if a <= f.row < b], top) for (a, top), b in zip(starts, ends, strict=True)]
    return parts


def _title_between(rows: Sequence[TextRow], x0: float, x1: float) -> float | None:
    """Top of a title that stands alone between the first row and the last, off from what is above, heads under it."""
    for k in range(1, len(rows) - 2):
        row, below = rows[k], rows[k + 1 : -1]
        title = row.tokens[0]
        if len(row.tokens) > 1 or title.kind != "text" or row.top - rows[k - 1].bottom < _TITLE * row.size:
            continue
        left = min(min(r.x0 for r in rows), x0)
        if title.x0 < left + 2 * row.size or abs(title.x0 + title.x1 - left - x1) > 0.15 * (x1 - left):
            continue
        if any(sum(t.kind == "text" and t.x1 > x0 for t in r.tokens) > 1 for r in below):
            return row.top
    return None


def _core(group: Sequence[_Figure], rows: Sequence[TextRow]) -> Core:
    indices = sorted({f.row for f in group})
    counts: dict[int, int] = defaultdict(int)
    for figure in group:
        counts[figure.row] += 1
    return Core(
        min(f.token.x0 for f in group),
        rows[indices[0]].top,
        max(f.token.x1 for f in group),
        rows[indices[-1]].bottom,
        tuple(indices),
        tuple(f.token for f in group),
        max(counts.values()),
    )
