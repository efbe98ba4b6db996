"""Words to lines: one baseline, no column gap."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import ClassVar, Final
from unicodedata import bidirectional

from mypy_extensions import mypyc_attr

from statchunk.geometry import turn_box
from statchunk.model.layout import Line
from statchunk.model.page import Page, Rule, Word, by_baseline
from statchunk.record import Record
from statchunk.settings import LayoutSettings

_Row = list[Word]

_FIRST_RIGHT_TO_LEFT: Final = "\u0590"
"""No character before it is of a script that runs from right to left."""


@mypyc_attr(acyclic=True)
class _Gap(Record):
    """White between two words of a row."""

    __match_args__: ClassVar = ("at", "left", "right", "ratio")
    __slots__ = __match_args__

    at: Final[int]
    """Index of the word after it."""
    left: Final[float]
    right: Final[float]
    ratio: Final[float]
    """Its width in ems."""

    def __init__(self, at: int, left: float, right: float, ratio: float) -> None:
        self.at = at
        self.left = left
        self.right = right
        self.ratio = ratio


@mypyc_attr(acyclic=True)
class _Gaps(Record):
    """The gaps of one row that may part columns, from the left."""

    __match_args__: ClassVar = ("wide", "justified")
    __slots__ = __match_args__

    wide: Final[list[_Gap]]
    justified: Final[float]
    """Points; up to this width a gap is like the others of the row, as in a stretched line."""

    def __init__(self, wide: list[_Gap], justified: float) -> None:
        self.wide = wide
        self.justified = justified


_NO_GAPS: Final = _Gaps([], 0.0)


def find_lines(page: Page, settings: LayoutSettings) -> tuple[Line, ...]:
    """The visible words as lines, sorted from top to bottom, then left to right.

    Raised and lowered marks join the line that they stand on. Turned words make lines of their own. Every
    visible word is in exactly one line.
    """
    turned: dict[int, list[Word]] = {}
    upright: list[Word] = []
    for word in page.words:
        if word.turn:
            turned.setdefault(word.turn, []).append(word)
        else:
            upright.append(word)
    posts = [rule for rule in page.rules if not rule.is_horizontal]
    lines = _lines_of(upright, posts, settings)
    for turn, words in sorted(turned.items()):
        lines += _turned_lines(words, turn, page, settings)
    return tuple(_from_the_top(lines))


def _from_the_top(lines: Sequence[Line]) -> list[Line]:
    """The lines sorted by top, then by left edge; those of one height mostly stand in order."""
    levels: dict[float, list[Line]] = {}
    for line in lines:
        level = levels.get(line.top)
        if level is None:
            level = levels[line.top] = []
        level.append(line)
    ordered: list[Line] = []
    for top in sorted(levels):
        level = levels[top]
        before = level[0]
        for line in level:
            if line.x0 < before.x0:
                level.sort(key=_left_edge)
                break
            before = line
        ordered += level
    return ordered


_left_edge: Final = attrgetter("x0")


def find_rows(words: Sequence[Word], settings: LayoutSettings) -> list[Line]:
    """Some words of a page as lines, from the top down, as `find_lines` does for all of them."""
    return _lines_of([word for word in words if not word.turn], [], settings) + [
        make_line([word]) for word in words if word.turn
    ]


def make_line(words: Sequence[Word]) -> Line:
    """A line of words that are already in reading order."""
    first = words[0]
    if len(words) == 1:
        return Line(
            (first,), first.x0, first.top, first.x1, first.bottom, first.baseline, first.style.size, first.style.bold
        )
    style = first.style
    if all(word.style is style and not word.rise for word in words):
        x0, top, x1, bottom = _extent(words)
        return Line(tuple(words), x0, top, x1, bottom, first.baseline, style.size, style.bold)
    sizes: dict[float, int] = {}
    bold = characters = 0
    for word in words:
        length = len(word.text)
        sizes[word.style.size] = sizes.get(word.style.size, 0) + (length if not word.rise else 0)
        characters += length
        bold += length if word.style.bold else 0
    size = max(sizes, key=sizes.__getitem__)
    baseline = next((word.baseline for word in words if word.style.size == size and not word.rise), first.baseline)
    x0, top, x1, bottom = _extent(words)
    return Line(tuple(words), x0, top, x1, bottom, baseline, size, 2 * bold > characters)


def _extent(words: Sequence[Word]) -> tuple[float, float, float, float]:
    """The box around words, in numbers that a compiled caller takes as they are."""
    first = words[0]
    x0, top, x1, bottom = first.x0, first.top, first.x1, first.bottom
    for word in words:
        if word.x0 < x0:
            x0 = word.x0
        if word.top < top:
            top = word.top
        if word.x1 > x1:
            x1 = word.x1
        if word.bottom > bottom:
            bottom = word.bottom
    return x0, top, x1, bottom


def _turned_lines(words: Iterable[Word], turn: int, page: Page, settings: LayoutSettings) -> list[Line]:
    """Lines of words turned alike: grouped as if upright, given back where they stand."""
    back = (360 - turn) % 360
    original = {word.order: word for word in words}
    upright_words = []
    for word in original.values():
        box = turn_box(word, back, page.width, page.height)
        if turn == 90:
            baseline = page.width - word.baseline
        elif turn == 180:
            baseline = page.height - word.baseline
        else:
            baseline = word.baseline
        upright_words.append(word.but(x0=box.x0, top=box.top, x1=box.x1, bottom=box.bottom, baseline=baseline, turn=0))
    return [make_line([original[word.order] for word in line.words]) for line in _lines_of(upright_words, [], settings)]


def _lines_of(words: Sequence[Word], uprights: Sequence[Rule], settings: LayoutSettings) -> list[Line]:
    raised = [word for word in words if word.rise]
    rows = _rows([word for word in words if not word.rise] if raised else words, settings)
    rows = [_from_left(row) for row in _with_raised(rows, raised, settings)]
    gaps = [_gaps(row, settings) for row in rows]
    posts = sorted(uprights, key=lambda rule: rule.x0)
    post_places = [rule.x0 for rule in posts]
    lines: list[Line] = []
    column_gap, styled_gap = settings.column_gap, settings.styled_gap
    for index, row in enumerate(rows):
        start = 0
        even = _even_gaps(row) if len(gaps[index].wide) > 1 else set()
        for gap in gaps[index].wide:
            at, ratio = gap.at, gap.ratio
            if at not in even and (
                ratio >= column_gap
                or (posts and _post_between(row[at - 1], gap, posts, post_places))
                or (ratio >= styled_gap and row[at].style.bold != row[at - 1].style.bold)
                or _is_gutter(index, gap, rows, gaps, settings)
            ):
                lines.append(_ordered_line(row[start:at]))
                start = at
        lines.append(_ordered_line(row[start:]))
    return lines


def _from_left(row: _Row) -> _Row:
    """The words of a row by left edge and order."""
    before = row[0]
    for word in row:
        if word.x0 < before.x0 or (word.x0 == before.x0 and word.order < before.order):
            return sorted(row, key=_edge_and_order)
        before = word
    return row


_edge_and_order: Final = attrgetter("x0", "order")


def _rows(words: Sequence[Word], settings: LayoutSettings) -> list[_Row]:
    """Words of one baseline each, over the whole page width, from the top down."""
    rows: list[_Row] = []
    row: _Row = []
    level = reach = 0.0
    share = settings.same_baseline
    for word in by_baseline(words):
        down = word.baseline - level
        if row and (down <= reach or down <= share * min(word.style.size, row[0].style.size)):
            row.append(word)
        else:
            row = [word]
            rows.append(row)
            level = word.baseline
            reach = 0.5
    return rows


def _with_raised(rows: list[_Row], raised: Sequence[Word], settings: LayoutSettings) -> list[_Row]:
    """Each raised or lowered word put into the row that it stands beside; rows of its own where there is none."""
    if not raised:
        return rows
    levels = [row[0].baseline for row in rows]
    alone: list[Word] = []
    homes: list[tuple[int, Word]] = []
    for word in raised:
        reach = settings.raise_reach * word.style.size
        first = bisect_left(levels, word.baseline - (reach if word.rise < 0 else 0.5))
        last = bisect_right(levels, word.baseline + (reach if word.rise > 0 else 0.5))
        best, best_gap = -1, settings.raise_gap * word.style.size
        for index in range(first, last):
            for other in rows[index]:
                gap = max(other.x0 - word.x1, word.x0 - other.x1, 0.0)
                if gap < best_gap and min(other.bottom, word.bottom) > max(other.top, word.top):
                    best, best_gap = index, gap
        if best < 0:
            alone.append(word)
        else:
            homes.append((best, word))
    for index, word in homes:
        rows[index].append(word)
    if alone:
        rows = sorted(rows + _rows(alone, settings), key=lambda row: row[0].baseline)
    return rows


def _gaps(row: _Row, settings: LayoutSettings) -> _Gaps:
    """The gaps of a row that may part columns."""
    wide: list[_Gap] = []
    widths: list[float] = []
    before = row[0]
    reach = before.x1
    least = settings.least_gap
    for at in range(1, len(row)):
        word = row[at]
        gap = word.x0 - reach
        if not word.glued:
            widths.append(gap)
        if gap > 0:
            size, other = word.style.size, before.style.size
            if (other > size) == bool(word.rise or before.rise):
                size = other  # the larger beside a mark, else the smaller
            if gap >= least * size:
                wide.append(_Gap(at, reach, word.x0, gap / (size if size > 0.1 else 0.1)))
        if word.x1 > reach:
            reach = word.x1
        before = word
    if not wide:
        return _NO_GAPS
    widths.sort()
    justified = 1.6 * widths[len(widths) // 2] if len(widths) >= 3 else 0.0
    return _Gaps(wide, justified)


def _even_gaps(row: _Row) -> set[int]:
    """Indices after the gaps of a stretched line of prose: equal to a fraction of a point, words in lower case."""
    even: set[int] = set()
    start, count = 0, len(row) - 1
    first = width = row[1].x0 - row[0].x1
    for at in range(1, count + 1):
        if at < count:
            width = row[at + 1].x0 - row[at].x1
            if abs(width - first) <= 0.4:
                continue
        if at - start >= 2 and first < 8 * row[start].style.size:
            run = row[start : at + 1]
            small = sum(word.text[:1].islower() for word in run)
            spelt = sum(word.text[:2].isalpha() for word in run)
            if 2 * small > len(run) or (len(run) > 4 and 4 * spelt >= 3 * len(run)):
                even.update(range(start + 1, at + 1))
        start, first = at, width
    return even


def _post_between(word: Word, gap: _Gap, posts: Sequence[Rule], places: Sequence[float]) -> bool:
    """Whether an upright rule stands in the gap at the height of the word before it."""
    middle = (word.top + word.bottom) / 2
    for index in range(bisect_left(places, gap.left - 0.5), bisect_right(places, gap.right + 0.5)):
        if posts[index].top <= middle <= posts[index].bottom:
            return True
    return False


def _is_gutter(index: int, gap: _Gap, rows: Sequence[_Row], gaps: Sequence[_Gaps], settings: LayoutSettings) -> bool:
    """Whether a gap of middling width parts columns: it is too wide for its line, or goes on above and below."""
    left, right = gap.left, gap.right
    if gap.ratio >= settings.lone_gap and right - left > gaps[index].justified:
        return True
    reach = settings.gutter_leading * rows[index][0].style.size
    least = 0.6 * (right - left)
    most = settings.gutter_rows
    blank = crossed = 0
    for step in (-1, 1):
        level = rows[index][0].baseline
        other = index + step
        seen = 0
        while 0 <= other < len(rows) and seen < most:
            row = rows[other]
            if abs(row[0].baseline - level) > reach:
                break
            level = row[0].baseline
            if row[0].x0 < left and row[-1].x1 > right:  # it has words on both sides
                seen += 1
                if _goes_on(left, right, least, gaps[other].wide):
                    blank += 1
                else:
                    crossed += 1
            other += step
    return blank >= 2 and blank >= 2 * crossed


def _goes_on(left: float, right: float, least: float, beside: list[_Gap]) -> bool:
    """Whether one of the two nearest gaps of another row shares so many points with a gap."""
    looked_at = 0
    for gap in beside:
        if gap.right > left:
            if min(right, gap.right) - max(left, gap.left) >= least:
                return True
            looked_at += 1
            if looked_at == 2:
                break
    return False


def _may_read_leftward(text: str) -> bool:
    return not text.isascii() and max(text) >= _FIRST_RIGHT_TO_LEFT


def _ordered_line(words: _Row) -> Line:
    """A line in reading order: right to left where most letters are of such a script."""
    if len(words) == 1 or not any([_may_read_leftward(word.text) for word in words]):
        return make_line(words)
    directions = Counter(bidirectional(character) for word in words for character in word.text)
    if directions["R"] + directions["AL"] <= directions["L"]:
        return make_line(words)
    ordered: list[Word] = []
    run: list[Word] = []  # words that read left to right inside the line keep their order
    for word in reversed(words):
        if any(bidirectional(character) == "L" for character in word.text):
            run.append(word)
        else:
            ordered += reversed(run)
            run.clear()
            ordered.append(word)
    return make_line(ordered + run[::-1])
