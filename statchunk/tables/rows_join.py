"""Text rows of a body joined to table rows: labels and texts that wrap over several lines."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from statchunk.languages import words as language_words
from statchunk.record import Record
from statchunk.tables.rows import LEAST_STEP, TextRow, Token
from statchunk.tables.rules import Stroke, by_place
from statchunk.tables.stub import opens_part

_ROW_STEP: Final = 1.2  # times the step from line to line; as wide a step parts rows of texts

_STRIPES: Final = 4  # borders of shaded rows, and rows between them; fewer may be shaded for another reason


@mypyc_attr(acyclic=True)
class BodyLine(Record):
    """A text row of the body with its tokens already in columns."""

    __match_args__: ClassVar = ("row", "cells", "anchored")
    __slots__ = __match_args__

    row: Final[TextRow]
    cells: Final[tuple[tuple[int, Token], ...]]
    """(column, token), left to right."""
    anchored: Final[bool]
    """Whether it holds figures, so that it is a row of its own."""

    def __init__(self, row: TextRow, cells: tuple[tuple[int, Token], ...], anchored: bool) -> None:
        self.row = row
        self.cells = cells
        self.anchored = anchored


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
    middles = [(line.row.top + line.row.bottom) / 2 for line in lines]
    beams = by_place(beams)
    places = [beam.at for beam in beams]
    apart = [
        any(
            beam.start <= max(a.row.x0, b.row.x0) + 2 and beam.end > min(a.row.x1, b.row.x1)
            for beam in beams[bisect_right(places, high) : bisect_left(places, low)]
        )
        for (a, b), (high, low) in zip(pairwise(lines), pairwise(middles), strict=True)
    ]
    pitch = _pitch(lines, apart)
    joins = [False] * count  # joins[i]: line i belongs to the row of line i - 1
    if not any(line.anchored for line in lines):
        widest = _line_step(lines, apart)
        for i in range(1, count):
            step = lines[i].row.baseline - lines[i - 1].row.baseline
            joins[i] = not apart[i - 1] and (step < widest if widest else _text_goes_on(lines, i, pitch))
    else:
        _join_labels(lines, apart, pitch, stub_limit, stub, joins)
        _join_drifted(lines, apart, joins)
    rows: list[list[int]] = []
    for i in range(count):
        if joins[i] and rows:
            rows[-1].append(i)
        else:
            rows.append([i])
    return rows


def by_stripes(lines: Sequence[BodyLine], stripes: Sequence[float]) -> list[list[int]]:
    """Indices of the text rows of each table row where every other row is shaded, labels of several lines in it.

    Args:
        lines: text rows of the body, top down.
        stripes: y of the upper and lower borders of the shaded rows.

    Returns:
        Empty where the borders do not part rows: most parts between them must hold one line of figures and some more.
    """
    if len(stripes) < _STRIPES or not any(not line.anchored for line in lines):
        return []
    places = sorted(stripes)
    parts: dict[int, list[int]] = {}
    for i, line in enumerate(lines):
        parts.setdefault(bisect_left(places, (line.row.top + line.row.bottom) / 2), []).append(i)
    anchors = [sum(lines[i].anchored for i in part) for part in parts.values()]
    rows = sum(count == 1 for count in anchors)
    wrapped = sum(count == 1 and len(part) > 1 for count, part in zip(anchors, parts.values(), strict=True))
    if rows < _STRIPES or max(anchors) > 1 or rows < 0.8 * len(parts) or 2 * wrapped < rows:
        return []
    return list(parts.values())


def _pitch(lines: Sequence[BodyLine], apart: Sequence[bool]) -> float:
    """Usual distance between the baselines of rows with figures next to each other."""
    steps = sorted(b.row.baseline - a.row.baseline for a, b in pairwise(lines) if a.anchored and b.anchored)
    if steps:
        return steps[len(steps) // 2]
    every = sorted(b.row.baseline - a.row.baseline for a, b in pairwise(lines))
    return every[len(every) // 2] if every else 0.0


def _line_step(lines: Sequence[BodyLine], apart: Sequence[bool]) -> float:
    """In a table of texts whose rows stand farther apart than the lines inside them: a step between the two, points;
    else 0. Texts of a row end one after the other: lines further down fill fewer columns, never others."""
    steps = [b.row.baseline - a.row.baseline for a, b in pairwise(lines)]
    ordered = sorted(steps)
    k = max(range(1, len(ordered)), key=lambda k: ordered[k] / max(ordered[k - 1], 0.1), default=0)
    if not k or ordered[k] < _ROW_STEP * ordered[k - 1] or ordered[0] < LEAST_STEP * lines[0].row.size:
        return 0.0
    limit = (ordered[k - 1] + ordered[k]) / 2
    shrinking = whole = 0
    for (a, b), step, ruled in zip(pairwise(lines), steps, apart, strict=True):
        if step > limit or ruled:
            continue
        above, below = {column for column, _ in a.cells}, {column for column, _ in b.cells}
        if not below <= above:
            return 0.0
        shrinking += below < above
        whole += below == above and len(above) > 1
    return limit if shrinking > whole else 0.0


def _text_goes_on(lines: Sequence[BodyLine], i: int, pitch: float) -> bool:
    """In a table of texts: whether a line carries on the row above it."""
    above, line = lines[i - 1], lines[i]
    if all(column != 0 for column, _ in line.cells):
        return line.row.baseline - above.row.baseline < 1.6 * line.row.size
    step = line.row.baseline - above.row.baseline
    return step < 0.87 * pitch and step < 1.35 * line.row.size


def _label(line: BodyLine, stub: int) -> Token | None:
    """The label of a row: the text nearest to the figures."""
    return next((t for c, t in reversed(line.cells) if c < stub and t.kind != "filler"), None)


def _join_labels(
    lines: Sequence[BodyLine],
    apart: Sequence[bool],
    pitch: float,
    stub_limit: float,
    stub: int,
    joins: list[bool],
) -> None:
    """Lines without figures joined to the row above or below them, as the likelier breaks between them say."""
    count = len(lines)
    capitals = _begin_with_capitals(lines, stub)
    bonds = [
        -9.0
        if apart[i]
        else _bond(lines[i], lines[i + 1], pitch, stub_limit, stub, capitals, _goes_on_level(lines, i + 1, stub))
        for i in range(count - 1)
    ]
    anchors = [i for i, line in enumerate(lines) if line.anchored]
    _join_run(bonds, 0, anchors[0], False, True, joins)
    for a, b in pairwise(anchors):
        _join_run(bonds, a, b, True, True, joins)
    _join_run(bonds, anchors[-1], count - 1, True, False, joins)
    for i in range(1, count):  # labels of several lines that head rows
        above, line = lines[i - 1], lines[i]
        if bonds[i - 1] > 0 and not (joins[i] or above.anchored or line.anchored) and _goes_on(above, line, stub):
            joins[i] = i + 1 == count or not joins[i + 1]


def _join_run(
    bonds: Sequence[float], first: int, last: int, from_above: bool, to_below: bool, joins: list[bool]
) -> None:
    """Lines from `first` to `last`, of which only the ends may hold figures: the best split between the two rows.

    Lines that neither row takes stand alone; they are joined to each other only on the way to a row with figures.
    """
    best, least = (0, 0), 0.0
    steps = last - first
    above = 0.0
    for up in range(steps if to_below else steps + 1):
        if up:
            above += bonds[first + up - 1]
            if not from_above or bonds[first + up - 1] <= 0:
                break
        below = 0.0
        for down in range(steps - up if from_above and to_below else steps - up + 1):
            if down:
                below += bonds[last - down]
                if not to_below or bonds[last - down] <= 0:
                    break
            if above + below > least:
                best, least = (up, down), above + below
    up, down = best
    for i in range(first + 1, first + up + 1):
        joins[i] = True
    for i in range(last - down + 1, last + 1):
        joins[i] = True


def _join_drifted(lines: Sequence[BodyLine], apart: Sequence[bool], joins: list[bool]) -> None:
    """Figures set a little higher or lower than their row joined to it: nearer than lines can stand, in columns that
    the row leaves empty, one label between them."""
    taken = {column for column, _ in lines[0].cells}
    for i in range(1, len(lines)):
        above, line = lines[i - 1], lines[i]
        columns = {column for column, _ in line.cells}
        step = line.row.baseline - above.row.baseline
        near = step < LEAST_STEP * min(line.row.size, above.row.size)
        if above.anchored and line.anchored and near and not apart[i - 1] and not taken & columns:
            joins[i] = True
            taken |= columns
        else:
            taken = columns


def _begin_with_capitals(lines: Sequence[BodyLine], stub: int) -> bool:
    """Whether the labels that surely stand alone, of rows with figures under rows with figures, begin with capitals."""
    labels = [_label(b, stub) for a, b in pairwise(lines) if a.anchored and b.anchored]
    texts = [label.text for label in labels if label is not None and label.text[0].isalpha()]
    return len(texts) > 1 and 10 * sum(not text[0].islower() for text in texts) >= 9 * len(texts)


def ends_open(text: str) -> bool:
    """Whether a label breaks off: after a hyphen, a comma, an open bracket, or a word such as "and"."""
    if text[-1:] in "-–,&/" or text.count("(") > text.count(")"):
        return True
    last = text.rpartition(" ")[2]
    return last != text and (last.islower() or text.isupper()) and last.casefold() in language_words("connectives")


def _goes_on(line: BodyLine, below: BodyLine, stub: int) -> bool:
    """Whether a label breaks off, or the next line begins in small letters."""
    mine, theirs = _label(line, stub), _label(below, stub)
    return mine is not None and theirs is not None and (ends_open(mine.text) or theirs.text[:1].islower())


def _leads_in(label: Token, below: Token, size: float) -> bool:
    """Whether a label that ends in a word heads rows that complete it, set in and with capitals: "All items excluding"
    over "Energy", "Food"."""
    return label.text[-1:].isalpha() and not below.text[:1].islower() and below.x0 > label.x0 + 0.3 * size


def _goes_on_text(line: BodyLine, below: BodyLine) -> bool:
    """Whether all words of a line stand under words of their column: not under a figure, a sign for none, or white."""
    kinds = {column: token.kind for column, token in line.cells}
    return all(token.kind != "text" or kinds.get(column) == "text" for column, token in below.cells)


def _goes_on_level(lines: Sequence[BodyLine], i: int, stub: int) -> bool:
    """Whether the label after a line begins no further to the left than its own: both may be members of a group."""
    mine = _label(lines[i], stub)
    below = _label(lines[i + 1], stub) if i + 1 < len(lines) else None
    return mine is None or below is None or below.x0 > mine.x0 - 0.3 * lines[i].row.size


def _bond(
    line: BodyLine,
    below: BodyLine,
    pitch: float,
    stub_limit: float,
    stub: int,
    capitals: bool,
    level: bool,
) -> float:
    """How likely a line carries on in the next: above 0 joins them."""
    if line.anchored and below.anchored:
        return -9.0
    size = min(line.row.size, below.row.size)
    step = below.row.baseline - line.row.baseline
    if step < LEAST_STEP * size:
        return 5.0
    mine, theirs = _label(line, stub), _label(below, stub)
    tight = step < 0.87 * pitch
    if theirs is None:
        if step >= 1.35 * size or below.anchored or not _goes_on_text(line, below):
            return -9.0
        return 1.0
    if mine is None:
        return -9.0
    for other in (line, below):
        if not other.anchored and other.cells[-1][0] >= stub:
            return 1.0 if tight and step < 1.35 * size else -9.0
    small = theirs.text[:1].islower()
    open_end = ends_open(mine.text) and not (
        capitals and level and below.anchored and not tight and _leads_in(mine, theirs, size)
    )
    goes_on = small or theirs.text[:1] in "(&" or open_end
    sure = open_end or (small and capitals and not opens_part(theirs.text))
    if step > 1.45 * size and not tight and not (sure and step < 1.1 * pitch):
        return -9.0
    if mine.words[-1].style.bold != theirs.words[0].style.bold or mine.text.endswith(":"):
        return -9.0
    first = theirs.words[0]
    full = stub_limit - mine.x1 < (first.x1 - first.x0) + 0.25 * size
    if theirs.x0 < mine.x0 - 0.5 * size and not (small and sure and tight and full):
        return -9.0  # set out: only spaces set the first line of a label in and not the next
    score = 1.1 * full + (1.5 if sure else 1.0) * goes_on + 1.0 * tight - 1.2
    if not goes_on and theirs.x0 > mine.x0 + 0.8 * size:
        score -= 0.5
    return score
