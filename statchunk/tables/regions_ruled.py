"""Tables told by their rules: closed lattices, and rows between rules of one length."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from statchunk.geometry import Box
from statchunk.settings import TableSettings
from statchunk.tables.grid_rules import build_lattice
from statchunk.tables.rows import TextRow, Token
from statchunk.tables.rules import Rules, Stroke


class Ruled(NamedTuple):
    """A closed lattice with text in its cells."""

    box: Box
    rows: int
    columns: int
    filled: float
    """Share of its elementary cells with words in them, or merged with one."""


def find_lattices(
    groups: Sequence[tuple[Box, Rules]], rows: Sequence[TextRow], drawings: Sequence[Box], settings: TableSettings
) -> list[Ruled]:
    """Lattices of drawn rules that hold text in at least two rows and two columns.

    Args:
        groups: drawn rules that meet, with their boxes.
        rows: text rows of the page.
        drawings: boxes of charts and pictures.
        settings: of the table engine.
    """
    tokens = [(t, (t.x0 + t.x1) / 2, (row.top + row.bottom) / 2) for row in rows for t in row.tokens]
    found = []
    for box, group in groups:
        if len(group.horizontal) < 2 or not group.vertical or box.height < 15 or box.width < 40:
            continue
        inner = [v for v in group.vertical if box.x0 + 4 < v.at < box.x1 - 4]
        if not inner or _mostly_drawing(box, drawings):
            continue
        lattice = build_lattice(group, box, settings)
        if lattice is None:
            continue
        inside = [(t, x, y) for t, x, y in tokens if box.x0 <= x <= box.x1 and box.top <= y <= box.bottom]
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
            continue
        total = (len(ys) - 1) * (len(xs) - 1)
        filled = sum(1 for line in lattice.closed for i in line if i in cells) / total
        if filled < settings.lattice_filled:
            continue
        found.append(Ruled(box, len(seen_rows), len(seen_columns), filled))
    return found


def _mostly_drawing(box: Box, drawings: Sequence[Box]) -> bool:
    for d in drawings:
        shared = max(0.0, min(box.x1, d.x1) - max(box.x0, d.x0)) * max(
            0.0, min(box.bottom, d.bottom) - max(box.top, d.top)
        )
        if shared > 0.5 * box.area:
            return True
    return False


def find_frames(rules: Rules, settings: TableSettings) -> list[tuple[float, float, list[float]]]:
    """Stacks of horizontal rules that begin and end alike: (x0, x1, their y from the top)."""
    full = [h for h in rules.horizontal if not h.weak and h.length > 60]
    stacks: list[tuple[float, float, list[float]]] = []
    for rule in full:
        for stack in stacks:
            if abs(stack[0] - rule.start) < settings.frame_jitter and abs(stack[1] - rule.end) < settings.frame_jitter:
                stack[2].append(rule.at)
                break
        else:
            stacks.append((rule.start, rule.end, [rule.at]))
    return [s for s in stacks if len(s[2]) > 1]


def full_rules(rules: Rules, x0: float, x1: float) -> list[Stroke]:
    """Horizontal rules that run over nearly all of the width from `x0` to `x1` and not far beyond."""
    width = x1 - x0
    return [
        h
        for h in rules.horizontal
        if not h.weak and min(h.end, x1) - max(h.start, x0) >= 0.85 * width and h.length <= 1.35 * width + 60
    ]
