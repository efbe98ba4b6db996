"""Reading a grid by its rules: cells closed by drawn lines, merged ones included."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from operator import attrgetter
from typing import Final, NamedTuple

from statchunk.box import Box
from statchunk.model.page import Word
from statchunk.model.table import Grid, GridCell, in_order
from statchunk.settings import TableSettings
from statchunk.tables.rows import TextRow, in_reading_order, text_rows, word_kind
from statchunk.tables.rows_join import BodyLine, join_lines
from statchunk.tables.rules import Rules, Stroke, cluster, covered

_baseline = attrgetter("baseline")
_left = attrgetter("x0")
_LEVEL: Final = 0.3  # of the type size; a label and a figure of one row stand on baselines as near
_OVERLAP: Final = 0.3  # of the height of a line; lines set solid reach into each other by less


class Lattice(NamedTuple):
    """Cells closed by rules: edges, and for each elementary cell the index of the closed cell it lies in."""

    row_edges: tuple[float, ...]
    column_edges: tuple[float, ...]
    closed: tuple[tuple[int, ...], ...]
    """`closed[row][column]`: equal numbers belong to one cell; each number covers a rectangle."""
    share: float
    """Share of elementary cells that stand alone or in a merged cell of one row or one column."""


def build_lattice(rules: Rules, box: Box, settings: TableSettings, words: Sequence[Word] = ()) -> Lattice | None:
    """The lattice of the rules in the box; None where they make less than two rows and two columns.

    Args:
        rules: in the box.
        box: of the table.
        settings: of the table engine.
        words: in the box; those on a shaded band above the lattice tell whether its columns run up through it.
    """
    snap = settings.rule_reach
    strong_h = [h for h in rules.horizontal if not h.weak]
    strong_v = [v for v in rules.vertical if not v.weak]
    band = _head_band(rules, strong_v, box, words, snap)
    if band is not None:
        strong_h.append(band.but(weak=False))
        strong_v = [v.but(start=box.top) if abs(v.start - band.at) <= snap else v for v in strong_v]
    strong_h += _broken_bands(strong_v, box, snap, words)
    ys = cluster([h.at for h in strong_h], snap) if strong_h else []
    xs = cluster([v.at for v in strong_v], snap) if strong_v else []
    if not ys or not xs:
        return None
    ys = _with_ends(ys, min(box.top, *(v.start for v in strong_v)), max(box.bottom, *(v.end for v in strong_v)), snap)
    xs = _with_ends(xs, min(box.x0, *(h.start for h in strong_h)), max(box.x1, *(h.end for h in strong_h)), snap)
    rows, columns = len(ys) - 1, len(xs) - 1
    if rows < 2 or columns < 2:
        return None
    parent = list(range(rows * columns))

    def find(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    least = settings.rule_cover
    near_v = [[v for v in strong_v if abs(v.at - x) <= snap] for x in xs]
    near_h = [[h for h in strong_h if abs(h.at - y) <= snap] for y in ys]
    for r in range(rows):
        for c in range(columns):
            if c + 1 < columns and covered(near_v[c + 1], xs[c + 1], ys[r], ys[r + 1], snap) < least:
                parent[find(r * columns + c)] = find(r * columns + c + 1)
            if r + 1 < rows and covered(near_h[r + 1], ys[r + 1], xs[c], xs[c + 1], snap) < least:
                parent[find(r * columns + c)] = find((r + 1) * columns + c)
    ids = [[find(r * columns + c) for c in range(columns)] for r in range(rows)]
    ids = _make_rectangles(ids)
    alone = 0
    extents = _extents(ids)
    for r0, c0, r1, c1 in extents.values():
        if r0 == r1 or c0 == c1:
            alone += (r1 - r0 + 1) * (c1 - c0 + 1)
    return Lattice(tuple(ys), tuple(xs), tuple(tuple(i) for i in ids), alone / (rows * columns))


def _head_band(rules: Rules, posts: Sequence[Stroke], box: Box, words: Sequence[Word], snap: float) -> Stroke | None:
    """The lower border of a shaded band at the top of the box, on which the vertical rules stand, where the words on
    the band leave white over each of them; None where there is none."""
    if not posts:
        return None
    start = min(v.start for v in posts)
    border = next((h for h in rules.horizontal if h.weak and abs(h.at - start) <= snap), None)
    if border is None or start - box.top < 2 * snap or border.length < 0.9 * box.width:
        return None
    if any(abs(h.at - start) <= snap or h.at < start for h in rules.horizontal if not h.weak):
        return None
    on_band = [w for w in words if (w.top + w.bottom) / 2 < start]
    inner = [v.at for v in posts if box.x0 + snap < v.at < box.x1 - snap]
    if not on_band or any(w.x0 < x + snap and w.x1 > x - snap for w in on_band for x in inner):
        return None
    return border


def _broken_bands(posts: Sequence[Stroke], box: Box, snap: float, words: Sequence[Word]) -> list[Stroke]:
    """The ends of the stretches over which all vertical rules inside the box break off together around one text, as
    rules from side to side: the text runs across the columns."""
    breaks: list[list[tuple[float, float]]] = []
    last: Stroke | None = None
    for post in posts:  # sorted by place, then along it
        if not box.x0 + snap < post.at < box.x1 - snap:
            continue
        if last is None or post.at - last.at > snap:
            breaks.append([])
        elif post.start > last.end + snap:
            breaks[-1].append((last.end, post.start))
        last = post
    if not breaks:
        return []
    return [
        Stroke(y, box.x0, box.x1, False)
        for gap in breaks[0]
        if all(any(abs(a - gap[0]) <= snap and abs(b - gap[1]) <= snap for a, b in other) for other in breaks[1:])
        and _is_one_text([w for w in words if gap[0] < (w.top + w.bottom) / 2 < gap[1]])
        for y in gap
    ]


def _is_one_text(words: Sequence[Word]) -> bool:
    """Whether words stand one after the other on a line."""
    ordered = sorted(words, key=_left)
    return bool(words) and all(0 <= b.x0 - a.x1 + 1 < a.style.size for a, b in pairwise(ordered))


def _with_ends(places: list[float], low: float, high: float, snap: float) -> list[float]:
    if low < places[0] - snap:
        places = [low, *places]
    if high > places[-1] + snap:
        places = [*places, high]
    return places


def _extents(ids: Sequence[Sequence[int]]) -> dict[int, tuple[int, int, int, int]]:
    out: dict[int, tuple[int, int, int, int]] = {}
    for r, row in enumerate(ids):
        for c, i in enumerate(row):
            r0, c0, r1, c1 = out.get(i, (r, c, r, c))
            out[i] = (min(r0, r), min(c0, c), max(r1, r), max(c1, c))
    return out


def _make_rectangles(ids: list[list[int]]) -> list[list[int]]:
    """Joined cells that make no rectangle are cut into runs along their rows."""
    sizes: dict[int, int] = {}
    for row in ids:
        for i in row:
            sizes[i] = sizes.get(i, 0) + 1
    bad = {i for i, (r0, c0, r1, c1) in _extents(ids).items() if (r1 - r0 + 1) * (c1 - c0 + 1) != sizes[i]}
    if not bad:
        return ids
    fresh = len(ids) * len(ids[0])
    out = [list(row) for row in ids]
    for r, row in enumerate(ids):
        for c, i in enumerate(row):
            if i in bad:
                if c and row[c - 1] == i:
                    out[r][c] = out[r][c - 1]
                else:
                    fresh += 1
                    out[r][c] = fresh
    return out


def read_by_rules(page_number: int, box: Box, words: Sequence[Word], lattice: Lattice, settings: TableSettings) -> Grid:
    """The grid of a lattice; bands of several text rows without rules between them are cut into rows."""
    extents = _extents(lattice.closed)
    content: dict[int, list[Word]] = {}
    last_row, last_column = len(lattice.row_edges) - 2, len(lattice.column_edges) - 2
    for word in words:
        r = _slot(lattice.row_edges, (word.top + word.bottom) / 2, last_row)
        c = _slot(lattice.column_edges, (word.x0 + word.x1) / 2, last_column)
        content.setdefault(lattice.closed[r][c], []).append(word)
    _part_unruled(extents, content, lattice.row_edges)
    cuts = _band_cuts(extents, content, last_row + 1, settings)
    row_edges: list[float] = []
    first_of: list[int] = []
    for r in range(last_row + 1):
        first_of.append(len(row_edges))
        row_edges.append(lattice.row_edges[r])
        row_edges += cuts[r]
    row_edges.append(lattice.row_edges[-1])
    first_of.append(len(row_edges) - 1)
    cells: list[GridCell] = []
    for key, (r0, c0, r1, c1) in extents.items():
        inside = content.get(key)
        if not inside:
            continue
        if r0 == r1 and cuts[r0]:
            parts: dict[int, list[Word]] = {}
            for word in inside:
                parts.setdefault(bisect_right(cuts[r0], (word.top + word.bottom) / 2), []).append(word)
            if len(parts) == 1 and _is_centred(inside, lattice.row_edges[r0], lattice.row_edges[r1 + 1]):
                last = first_of[r1 + 1] - 1
                cells.append(GridCell(first_of[r0], c0, last, c1, in_reading_order(inside, settings), "body"))
                continue
            for k, part in parts.items():
                at = first_of[r0] + k
                cells.append(GridCell(at, c0, at, c1, in_reading_order(part, settings), "body"))
        else:
            cells.append(
                GridCell(first_of[r0], c0, first_of[r1 + 1] - 1, c1, in_reading_order(inside, settings), "body")
            )
    return drop_empty(Grid(page_number, box, tuple(row_edges), lattice.column_edges, tuple(cells), 0, 0, "rules", 1.0))


def _part_unruled(
    extents: dict[int, tuple[int, int, int, int]], content: dict[int, list[Word]], edges: Sequence[float]
) -> None:
    """Cut cells of one column that no rule crosses, though rules beside them part bands of several lines, at these
    rules: a label that holds for all of the bands would be fewer lines than there are bands. Labels right beside the
    figures of the bands, a line level with each, are labels of these."""
    for key, (r0, c0, r1, c1) in list(extents.items()):
        inside = content.get(key)
        if r1 == r0 or c0 != c1 or inside is None or any([w.turn != 0 for w in inside]):
            continue  # a head that is set turned is one over all of its bands
        lines, bands = len({round(w.baseline) for w in inside}), r1 - r0 + 1
        if lines < bands:
            continue
        figures = [_in_band(extents, content, band, c0 + 1) for band in range(r0, r1 + 1)]
        if not _is_level(inside, figures, edges[r0 : r1 + 2]):
            if lines == bands:
                continue
            beside = [words for k, words in content.items() if r0 <= extents[k][0] == extents[k][2] <= r1]
            if all(len({round(w.baseline) for w in words}) < 2 for words in beside):
                continue
        by_band: dict[int, list[Word]] = {}
        for word in inside:
            by_band.setdefault(_slot(edges, (word.top + word.bottom) / 2, r1), []).append(word)
        del extents[key], content[key]
        for band, words in by_band.items():
            fresh = 1 + max((key, *extents))
            extents[fresh], content[fresh] = (band, c0, band, c0), words


def _in_band(
    extents: dict[int, tuple[int, int, int, int]], content: dict[int, list[Word]], band: int, column: int
) -> list[Word]:
    """What stands in the cell of one band and one column; empty where there is no such cell."""
    key = next((k for k, extent in extents.items() if extent[:3] == (band, column, band)), None)
    return content.get(key, []) if key is not None else []


def _is_level(words: Sequence[Word], figures: Sequence[Sequence[Word]], edges: Sequence[float]) -> bool:
    """Whether the labels in a cell, lines that go on in small letters with the line above, are level each with the
    figure of a band, or in a band where none stands."""
    lines: dict[int, Word] = {}
    for word in words:
        if not word.rise:
            lines.setdefault(round(word.baseline), word)
    labels: list[list[Word]] = []
    for first in sorted(lines.values(), key=_baseline):
        if labels and first.text[:1].islower():
            labels[-1].append(first)
        else:
            labels.append([first])
    if len(labels) != len(figures):
        return False
    for label, figure, band in zip(labels, figures, pairwise(edges), strict=True):
        slack = _LEVEL * label[0].style.size
        if not figure:
            if not band[0] < label[0].top < label[-1].bottom < band[1] + slack:
                return False
        elif (
            word_kind(figure[0].text) not in ("number", "nil")
            or figure[0].baseline < label[0].baseline - slack
            or figure[0].baseline > label[-1].baseline + slack
        ):
            return False
    return True


def _is_centred(words: Sequence[Word], top: float, bottom: float) -> bool:
    """Whether one line stands in the middle of a band of several: it holds for all rows of the band."""
    high, low = min(w.top for w in words), max(w.bottom for w in words)
    return abs(high + low - top - bottom) / 2 < 0.15 * (bottom - top)


def drop_empty(grid: Grid) -> Grid:
    """The grid without rows and columns in which no cell begins (slivers between double rules)."""
    keep_rows = sorted({c.row for c in grid.cells})
    keep_columns = sorted({c.column for c in grid.cells})
    if len(keep_rows) == len(grid.row_edges) - 1 and len(keep_columns) == len(grid.column_edges) - 1:
        return grid
    row_at = {r: i for i, r in enumerate(keep_rows)}
    column_at = {c: i for i, c in enumerate(keep_columns)}
    cells = tuple(
        cell.but(
            row=row_at[cell.row],
            column=column_at[cell.column],
            row_end=bisect_right(keep_rows, cell.row_end) - 1,
            column_end=bisect_right(keep_columns, cell.column_end) - 1,
        )
        for cell in in_order(grid.cells)
    )
    return Grid(
        grid.page_number,
        grid.box,
        _kept_edges(grid.row_edges, keep_rows),
        _kept_edges(grid.column_edges, keep_columns),
        cells,
        grid.head_rows,
        grid.stub_columns,
        grid.engine,
        grid.confidence,
        grid.reasons,
    )


def _kept_edges(edges: tuple[float, ...], keep: list[int]) -> tuple[float, ...]:
    return (*(edges[k] for k in keep), edges[-1])


def _slot(edges: Sequence[float], at: float, last: int) -> int:
    return min(max(bisect_right(edges, at) - 1, 0), last)


def _band_cuts(
    extents: dict[int, tuple[int, int, int, int]],
    content: dict[int, list[Word]],
    bands: int,
    settings: TableSettings,
) -> list[list[float]]:
    """For each band between rules: y of the borders between its rows, where figures say that it holds several."""
    cuts: list[list[float]] = [[] for _ in range(bands)]
    by_band: list[list[list[TextRow]]] = [[] for _ in range(bands)]
    for key, (r0, _, r1, _) in sorted(extents.items(), key=_left_first):
        if r0 == r1 and key in content:
            by_band[r0].append(text_rows(content[key], settings))
    for band, cells in enumerate(by_band):
        stacks = [c for c in cells if len(c) > 1 and all(len(r.tokens) == 1 for r in c)]
        stacks = [c for c in stacks if sum(1 for r in c if r.tokens[0].kind in ("number", "nil")) >= 0.8 * len(c)]
        if not stacks or len(cells) < 2:
            continue
        rows = _even_rows(stacks) or _figure_rows(stacks)
        if cells[0] not in stacks and len(cells[0]) > len(rows):
            rows = _rows_of_labels(cells[0], rows)
        cuts[band] = [(a[1] + b[0]) / 2 for a, b in pairwise(rows)]
    return cuts


def _left_first(entry: tuple[int, tuple[int, int, int, int]]) -> int:
    return entry[1][1]


def _figure_rows(stacks: Sequence[Sequence[TextRow]]) -> list[tuple[float, float]]:
    """(top, bottom) of each line on which figures stand."""
    lines = sorted({round(r.baseline, 1): (r.top, r.bottom) for stack in stacks for r in stack}.items())
    rows: list[tuple[float, float]] = []
    base = -1e9
    for baseline, (top, bottom) in lines:
        if baseline - base > 0.5 * (bottom - top):
            rows.append((top, bottom))
            base = baseline
    return rows


def _even_rows(stacks: Sequence[Sequence[TextRow]]) -> list[tuple[float, float]]:
    """(top, bottom) of each row where most columns hold equally many figures, which may drift off their row a little;
    empty where they do not, or a figure stands as near to another row."""
    most = max(len(stack) for stack in stacks)
    full = [stack for stack in stacks if len(stack) == most]
    if len(full) < 2 or 2 * len(full) <= len(stacks):
        return []
    rows = [(min(s[k].top for s in full), max(s[k].bottom for s in full)) for k in range(most)]
    least = _OVERLAP * (full[0][0].bottom - full[0][0].top)
    return rows if all(a[1] < b[0] + least for a, b in pairwise(rows)) else []


def _rows_of_labels(labels: Sequence[TextRow], figures: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """(top, bottom) of each row where there are more lines of labels than rows of figures: some head the rows below,
    and some labels run over several of them."""
    lines: list[BodyLine] = []
    rest = list(figures)
    for row in labels:
        beside = next((f for f in rest if abs(f[0] + f[1] - row.top - row.bottom) < row.size), None)
        while rest and (rest[0] == beside or rest[0][1] < row.top):
            own = rest.pop(0)
            if own != beside:
                lines.append(_figures_alone(own, row))
        lines.append(BodyLine(row, tuple((0, token) for token in row.tokens), beside is not None))
    lines += [_figures_alone(own, labels[-1]) for own in rest]
    groups = join_lines(lines, (), max(row.x1 for row in labels), 1)
    rows = [(min(lines[k].row.top for k in g), max(lines[k].row.bottom for k in g)) for g in groups]
    return rows if all(a[1] < b[0] + 0.5 * labels[0].size for a, b in pairwise(rows)) else list(figures)


def _figures_alone(place: tuple[float, float], like: TextRow) -> BodyLine:
    """A line of figures beside no line of labels."""
    drop = like.baseline - like.bottom
    return BodyLine(TextRow(like.tokens, place[0], place[1], place[1] + drop, like.size), (), True)


def posts(rules: Rules, box: Box, share: float) -> list[Stroke]:
    """Vertical rules that run over at least `share` of the box's height."""
    return [
        v
        for v in rules.vertical
        if not v.weak and min(v.end, box.bottom) - max(v.start, box.top) >= share * (box.bottom - box.top)
    ]
