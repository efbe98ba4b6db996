"""Text rows of a body joined to table rows: labels and texts that wrap over several lines."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from statchunk.tables.rows import TextRow, Token
from statchunk.tables.rules import Stroke


class BodyLine(NamedTuple):
    """A text row of the body with its tokens already in columns."""

    row: TextRow
    cells: tuple[tuple[int, Token], ...]
    """(column, token), left to right."""
    anchored: bool
    """Whether it holds figures, so that it is a row of its own."""


def join_lines(lines: Sequence[BodyLine], beams: Sequence[Stroke], stub_limit: float, stub: int) -> list[list[int]]:
    """Indices of the text rows of each table row, top down.

    Args:
        lines: text rows of the body, top down.
        beams: horizontal rules, which no row crosses.
        stub_limit: x up to which labels may run.
        stub: number of columns at the left that hold labels.
    """
    count = len(lines)
    if not count:
        return []
    apart = [
        any(
            (a.row.top + a.row.bottom) / 2 < beam.at < (b.row.top + b.row.bottom) / 2
            and beam.start <= max(a.row.x0, b.row.x0) + 2
            and beam.end > min(a.row.x1, b.row.x1)
            for beam in beams
        )
        for a, b in pairwise(lines)
    ]
    pitch = _pitch(lines, apart)
    joins = [False] * count  # joins[i]: line i belongs to the row of line i - 1
    if not any(line.anchored for line in lines):
        for i in range(1, count):
            joins[i] = not apart[i - 1] and _text_goes_on(lines, i, pitch)
    else:
        _join_labels(lines, apart, pitch, stub_limit, stub, joins)
    rows: list[list[int]] = []
    for i in range(count):
        if joins[i] and rows:
            rows[-1].append(i)
        else:
            rows.append([i])
    return rows


def _pitch(lines: Sequence[BodyLine], apart: Sequence[bool]) -> float:
    """Usual distance between the baselines of rows with figures next to each other."""
    steps = sorted(b.row.baseline - a.row.baseline for a, b in pairwise(lines) if a.anchored and b.anchored)
    if steps:
        return steps[len(steps) // 2]
    every = sorted(b.row.baseline - a.row.baseline for a, b in pairwise(lines))
    return every[len(every) // 2] if every else 0.0


def _text_goes_on(lines: Sequence[BodyLine], i: int, pitch: float) -> bool:
    """In a table of texts: whether a line carries on the row above it."""
    above, line = lines[i - 1], lines[i]
    if all(column != 0 for column, _ in line.cells):
        return line.row.baseline - above.row.baseline < 1.6 * line.row.size
    step = line.row.baseline - above.row.baseline
    return step < 0.87 * pitch and step < 1.35 * line.row.size


def _label(line: BodyLine, stub: int) -> Token | None:
    """The label of a row: the text nearest to the figures."""
    return next((t for c, t in reversed(line.cells) if c < stub), None)


def _join_labels(
    lines: Sequence[BodyLine],
    apart: Sequence[bool],
    pitch: float,
    stub_limit: float,
    stub: int,
    joins: list[bool],
) -> None:
    count = len(lines)
    forward = [False] * count  # forward[i]: line i opens the row that the next line carries on
    for i in range(count - 1, -1, -1):
        line = lines[i]
        if line.anchored or i + 1 >= count or apart[i]:
            continue
        if (lines[i + 1].anchored or forward[i + 1]) and _opens(line, lines[i + 1], pitch, stub_limit, stub):
            forward[i] = True
    for i in range(1, count):
        line = lines[i]
        if line.anchored:
            joins[i] = forward[i - 1] or (not apart[i - 1] and _half_step(lines[i - 1], line))
        elif not apart[i - 1] and _carries_on(lines, i, joins, pitch, stub_limit, stub):
            near = lines[i].row.baseline - lines[i - 1].row.baseline
            far = lines[i + 1].row.baseline - lines[i].row.baseline if i + 1 < count else 1e9
            if forward[i] and far < near - 0.15 * line.row.size:
                continue
            joins[i] = True
            forward[i] = False
        elif forward[i - 1] and forward[i]:
            joins[i] = True


def _half_step(above: BodyLine, line: BodyLine) -> bool:
    """Whether two lines stand closer than lines of text can: one is centred on the other's row."""
    step = line.row.baseline - above.row.baseline
    return not above.anchored and step < 0.8 * min(line.row.size, above.row.size)


def _opens(line: BodyLine, below: BodyLine, pitch: float, stub_limit: float, stub: int) -> bool:
    """Whether a label without figures is the first part of the label below it."""
    step = below.row.baseline - line.row.baseline
    if _half_step(line, below):
        return True
    mine, theirs = _label(line, stub), _label(below, stub)
    if mine is None or theirs is None or line.cells[-1][0] >= stub:
        return False
    size = line.row.size
    if step > 1.45 * size and step > 1.05 * pitch:
        return False
    if mine.words[0].style.bold != theirs.words[0].style.bold or mine.text.endswith(":"):
        return False
    if theirs.x0 < mine.x0 - 0.5 * size:
        return False
    first = theirs.words[0]
    room = stub_limit - mine.x1
    full = room < (first.x1 - first.x0) + 0.25 * size
    tight = step < 0.87 * pitch
    if mine.text.endswith("-") and first.text[:1].islower():
        return True
    return (full or tight) and (theirs.text[:1].islower() or (full and not theirs.text[:1].isdigit()) or tight)


def _carries_on(
    lines: Sequence[BodyLine], i: int, joins: Sequence[bool], pitch: float, stub_limit: float, stub: int
) -> bool:
    """Whether a line without figures carries on the label of the row above it."""
    line, above = lines[i], lines[i - 1]
    step = line.row.baseline - above.row.baseline
    size = line.row.size
    if step < 0.8 * min(size, above.row.size):
        return True
    mine, theirs = _label(line, stub), _label(above, stub)
    if mine is None:
        return step < 1.35 * size
    if theirs is None or not (above.anchored or joins[i - 1]):
        return False
    if step > 1.45 * size and step > 0.9 * pitch:
        return False
    first = mine.words[0]
    if first.style.bold != theirs.words[-1].style.bold or mine.x0 < theirs.x0 - 0.5 * size:
        return False
    if len(line.cells) > 1 and any(c < stub for c, _ in line.cells[1:]):
        return False
    room = stub_limit - theirs.x1
    full = room < (first.x1 - first.x0) + 0.25 * size
    tight = step < 0.87 * pitch
    lower = mine.text[:1].islower() or mine.text[:1] in "(&"
    return (full and lower) or (tight and (full or lower or step < 1.3 * size))
