"""Tables told by their rules: closed lattices, and rows between rules of one length."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from statchunk.box import Box
from statchunk.settings import TableSettings
from statchunk.tables.grid_rules import Lattice, build_lattice
from statchunk.tables.rows import TextRow, Token, is_year
from statchunk.tables.rules import Rules, Stroke


class Ruled(NamedTuple):
    """A closed lattice with text in its cells."""

    box: Box
    rows: int
    columns: int
    headless: bool
    """Whether its first row holds figures, so that its heads stand outside or it carries another lattice on."""
    edges: tuple[float, ...]
    """x of its column borders."""


def find_lattices(
    groups: Sequence[tuple[Box, Rules]], rows: Sequence[TextRow], drawings: Sequence[Box], settings: TableSettings
) -> tuple[list[Ruled], list[Box]]:
    """Lattices of drawn rules that hold text in at least two rows and two columns; and those that hold hardly any.

    Args:
        groups: drawn rules that meet, with their boxes.
        rows: text rows of the page.
        drawings: boxes of charts and pictures.
        settings: of the table engine.
    """
    found: list[Ruled] = []
    plots: list[Box] = []
    for box, group in groups:
        if len(group.horizontal) < 2 or not group.vertical or box.height < 15 or box.width < 40:
            continue
        inner = [v for v in group.vertical if box.x0 + 4 < v.at < box.x1 - 4]
        if not inner or _mostly_drawing(box, drawings):
            continue
        box = _beside_drawings(box, group, drawings)
        lattice = build_lattice(group.inside(box, settings.rule_reach), box, settings)
        if lattice is None:
            continue
        inside = [
            (t, (t.x0 + t.x1) / 2, (row.top + row.bottom) / 2)
            for row in rows
            if box.top <= (row.top + row.bottom) / 2 <= box.bottom
            for t in row.tokens
            if box.x0 <= (t.x0 + t.x1) / 2 <= box.x1
        ]
        cells: dict[int, list[Token]] = defaultdict(list)
        ys, xs = lattice.row_edges, lattice.column_edges
        seen_rows: set[int] = set()
        seen_columns: set[int] = set()
        for token, x, y in inside:
            r = max(i for i, e in enumerate(ys) if e <= y) if y >= ys[0] else 0
            c = max(i for i, e in enumerate(xs) if e <= x) if x >= xs[0] else 0
            r, c = min(r, len(ys) - 2), min(c, len(xs) - 2)
            cells[lattice.closed[r][c]].append(token)
            seen_rows.add(r)
            seen_columns.add(c)
        if len(seen_rows) < 2 or len(seen_columns) < 2 or len(cells) < 4:
            if len(ys) > 3 and len(xs) > 3:
                plots.append(box)
            continue
        if len(cells) < settings.lattice_filled * len({i for line in lattice.closed for i in line}):
            plots.append(box)
            continue
        box = _without_notes(box, lattice, cells, settings)
        top = min(seen_rows)
        firsts = [t for i in set(lattice.closed[top]) for t in cells.get(i, [])]
        figures = sum(1 for t in firsts if t.kind == "nil" or (t.kind == "number" and not is_year(t.text)))
        found.append(Ruled(box, len(seen_rows), len(seen_columns), 2 * figures > len(firsts), lattice.column_edges))
    return found, plots


def _beside_drawings(box: Box, rules: Rules, drawings: Sequence[Box]) -> Box:
    """The box up to the rule beside which charts fill most of its height."""
    inside = [d for d in drawings if d.x0 > box.x0 + 0.3 * box.width and d.x1 <= box.x1 + 2 and d.top >= box.top - 2]
    inside = [d for d in inside if d.bottom <= box.bottom + 2]
    if not inside or sum(d.height for d in inside) < 0.5 * box.height:
        return box
    left = min(d.x0 for d in inside)
    walls = [v.at for v in rules.vertical if box.x0 + 20 < v.at <= left + 2 and v.length > 0.5 * box.height]
    return box._replace(x1=max(walls)) if walls else box


def _without_notes(box: Box, lattice: Lattice, cells: dict[int, list[Token]], settings: TableSettings) -> Box:
    """The box without closing rows that are one cell of running text across all columns: notes in the frame."""
    last = len(lattice.closed) - 1
    while last > 1:
        ids = set(lattice.closed[last])
        words = sum(len(t.words) for i in ids for t in cells.get(i, []))
        if len(ids) > 1 or words < settings.note_words:
            break
        last -= 1
    return box._replace(bottom=lattice.row_edges[last + 1]) if last < len(lattice.closed) - 1 else box


def join_stacked(found: Sequence[Ruled], settings: TableSettings) -> list[Ruled]:
    """Lattices with the same columns, one under the other, joined where the lower one begins with figures."""
    out: list[Ruled] = []
    for lattice in sorted(found, key=lambda f: f.box.top):
        home = None
        for i, above in enumerate(out):
            gap = lattice.box.top - above.box.bottom
            if lattice.headless and -2 < gap < settings.stack_gap and _same_edges(above, lattice, settings):
                home = i
        if home is None:
            out.append(lattice)
        else:
            above = out[home]
            a, b = above.box, lattice.box
            out[home] = above._replace(
                box=Box(min(a.x0, b.x0), a.top, max(a.x1, b.x1), b.bottom), rows=above.rows + lattice.rows
            )
    return out


def _same_edges(a: Ruled, b: Ruled, settings: TableSettings) -> bool:
    jitter = settings.frame_jitter
    if abs(a.box.x0 - b.box.x0) > jitter or abs(a.box.x1 - b.box.x1) > jitter:
        return False
    near = sum(1 for x in b.edges if any(abs(x - y) <= jitter for y in a.edges))
    return 4 * near >= 3 * len(b.edges)


def _mostly_drawing(box: Box, drawings: Sequence[Box]) -> bool:
    for d in drawings:
        shared = max(0.0, min(box.x1, d.x1) - max(box.x0, d.x0)) * max(
            0.0, min(box.bottom, d.bottom) - max(box.top, d.top)
        )
        if shared > 0.5 * box.area:
            return True
    return False


def find_framed_texts(
    rules: Rules, rows: Sequence[TextRow], taken: Sequence[Box], settings: TableSettings
) -> list[Box]:
    """Tables of texts between three rules of one length: heads between the first two, rows under the second."""
    stacks: list[list[Stroke]] = []
    for rule in rules.horizontal:
        if rule.weak or rule.length < 100:
            continue
        for stack in stacks:
            jitter = settings.frame_jitter
            if abs(stack[0].start - rule.start) < jitter and abs(stack[0].end - rule.end) < jitter:
                stack.append(rule)
                break
        else:
            stacks.append([rule])
    found: list[Box] = []
    for stack in stacks:
        for first, second, third in zip(stack, stack[1:], stack[2:], strict=False):
            box = Box(first.start, first.at, first.end, third.at)
            if any(box.top < t.bottom and t.top < box.bottom and box.x0 < t.x1 and t.x0 < box.x1 for t in taken):
                continue
            if any(box.top < f.bottom for f in found):
                continue
            heads = [r for r in _within(rows, box, first.at, second.at) if r]
            body = [r for r in _within(rows, box, second.at, third.at) if r]
            if len(heads) <= 4 and len(body) > 1 and _columns_agree(heads, body):
                found.append(box)
    return found


def _within(rows: Sequence[TextRow], box: Box, top: float, bottom: float) -> list[list[Token]]:
    return [
        [t for t in row.tokens if t.x0 >= box.x0 - 3 and t.x1 <= box.x1 + 3]
        for row in rows
        if top < row.baseline < bottom
    ]


def _columns_agree(heads: Sequence[Sequence[Token]], body: Sequence[Sequence[Token]]) -> bool:
    """Whether several heads stand side by side and each has texts of the body under it, in rows of several texts."""
    fullest = max(heads, key=len, default=[])
    if len(fullest) < 2:
        return False
    under = sum(1 for h in fullest if sum(1 for row in body for t in row if t.x0 < h.x1 and t.x1 > h.x0) > 1)
    several = sum(1 for row in body if len(row) > 1)
    if under == len(fullest) and 3 * several >= len(body):
        return True
    if len(fullest) < 3 or len(body) < 3 or 3 * several < 2 * len(body):
        return False
    cells = [t for row in body for t in row if t.x0 > fullest[0].x1]  # few cells filled, each under a head
    return all(any(t.x0 < h.x1 and t.x1 > h.x0 for h in fullest) for t in cells) and len(cells) > len(body) / 2


def full_rules(
    rules: Rules, x0: float, x1: float, left: float = float("-inf"), right: float = float("inf")
) -> list[Stroke]:
    """Horizontal rules that run over nearly all of the width from `x0` to `x1` and not far beyond.

    Args:
        rules: of the page.
        x0: left end of the table, points.
        x1: its right end.
        left: where something else begins at the left; rules count only from there.
        right: the same at the right.
    """
    width = x1 - x0
    pieces = [
        h if left <= h.start and h.end <= right else h.but(start=max(h.start, left), end=min(h.end, right))
        for h in rules.horizontal
    ]
    return [
        h
        for h in pieces
        if not h.weak and min(h.end, x1) - max(h.start, x0) >= 0.85 * width and h.length <= 1.35 * width + 60
    ]
