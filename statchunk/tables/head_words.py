"""Heads of an alignment reading found again from their words: which words of a line stand over one column."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from statchunk.box import Box
from statchunk.geometry import bounding_box
from statchunk.model.page import Word, words_box
from statchunk.record import Record
from statchunk.settings import TableSettings
from statchunk.tables.labels import lines_of
from statchunk.tables.sheet import VALUES, Sheet

_ALIGNED: Final = 0.13  # of the type size; edges set flush agree better, word spaces are twice as wide
_TOUCHING: Final = 0.12  # of the type size; text drawn apart yet nearer than any word space is another head
_AT_ITS_END: Final = 0.2  # of the type size; how near a raised mark stands to its word
_LEADING: Final = 0.5  # of the type size; white between lines of one head
_APART: Final = 0.45  # of the type size; wider than word spaces
_SOLID: Final = 0.29  # of the type size; word spaces of most faces are narrower, white between columns is not
_WORD_SPACE: Final = 0.4  # of the type size; words of one head stand nearer
_SPAN: Final = re.compile(r"[(\[](?:1[5-9]|2[01])\d\d(?:\s?[-–/]\s?\d{2,4})?[)\]]")
_WIDER: Final = 1.1  # times the spaces inside a head; text set in one piece has equal spaces
_FIGURES: Final = 40  # figures looked at to know where a column stands


@mypyc_attr(acyclic=True)
class Flush(Record):
    """Where a column's figures stand: left, middle, right; None where they do not agree there."""

    __match_args__: ClassVar = ("column", "left", "middle", "right", "x0", "x1")
    __slots__ = __match_args__

    column: Final[int]
    left: Final[float | None]
    middle: Final[float]
    right: Final[float | None]
    x0: Final[float]
    x1: Final[float]

    def __init__(
        self, column: int, left: float | None, middle: float, right: float | None, x0: float, x1: float
    ) -> None:
        self.column = column
        self.left = left
        self.middle = middle
        self.right = right
        self.x0 = x0
        self.x1 = x1


@mypyc_attr(acyclic=True)
class HeadPiece(Record):
    """Words of one head, or of one line of it, and the columns it stands over."""

    __match_args__: ClassVar = ("words", "ink", "first", "last", "proven")
    __slots__ = __match_args__

    words: Final[list[Word]]
    ink: Final[Box]
    first: Final[int]
    last: Final[int]
    proven: Final[bool]
    """Whether drawn lines close a cell around it."""

    def __init__(self, words: list[Word], ink: Box, first: int, last: int, proven: bool) -> None:
        self.words = words
        self.ink = ink
        self.first = first
        self.last = last
        self.proven = proven


def column_places(sheet: Sheet, columns: Sequence[int]) -> list[Flush]:
    """Where the figures of each of the columns stand, left to right."""
    places: list[Flush] = []
    edges = sheet.grid.column_edges
    for column in sorted(columns):
        inks: list[Box] = []
        for row in range(sheet.grid.head_rows, sheet.rows):
            slot = sheet.at[row][column]
            if slot is not None and slot.kind in VALUES and slot.cell.column == slot.cell.column_end:
                inks.append(slot.ink)
                if len(inks) == _FIGURES:
                    break
        if not inks:
            x0, x1 = edges[column], edges[column + 1]
            places.append(Flush(column, None, (x0 + x1) / 2, None, x0, x1))
            continue
        lefts, rights = sorted([b.x0 for b in inks]), sorted([b.x1 for b in inks])
        left, right = _agreed(lefts), _agreed(rights)
        x0, x1 = lefts[0], rights[-1]
        places.append(Flush(column, left, (x0 + x1) / 2, right, x0, x1))
    return places


def _agreed(ordered: list[float]) -> float | None:
    """The place where most of the edges lie within a point; None where they are ragged."""
    middle = ordered[len(ordered) // 2]
    near = len([value for value in ordered if -1.0 < value - middle < 1.0])
    return middle if near * 2 > len(ordered) else None


def head_pieces(
    words: Sequence[Word],
    places: Sequence[Flush],
    sheet: Sheet,
    settings: TableSettings,
    cells: Mapping[int, int] | None = None,
) -> list[HeadPiece]:
    """The words over the figure columns as pieces, one a line of a head, or whole heads where cells are drawn.

    Args:
        words: of the head rows, over figure columns.
        places: of the figure columns, left to right.
        sheet: gives the drawn lines.
        settings: thresholds.
        cells: a number of the cell of each word, by its id, where a grid by alignment has them.
    """
    pieces: list[list[Word]] = []
    flat = [word for word in words if word.turn in (0, 180)]
    marks = [(word, bearer) for word in flat if (bearer := _bearer(word, flat)) is not None]
    raised = {id(word) for word, _ in marks}
    flat = [word for word in flat if id(word) not in raised]
    below: list[list[Word]] = []
    for line in reversed(lines_of(flat)):
        here: list[list[Word]] = []
        for chunk in _chunks(line, sheet, settings, cells or {}):
            parts = [chunk] if _over_one_rule(chunk, line, places, sheet) else _by_columns(chunk, places)
            if below and len(parts) > 1 and _is_set_solid(parts):
                parts = [chunk]
            here += _by_line_below(chunk, below) if len(parts) == 1 else parts
        below = _one_a_column(here, places, sheet)
        pieces += below
    pieces.reverse()
    for word, bearer in marks:
        home = next(piece for piece in pieces if any(other is bearer for other in piece))
        home.insert(next(i for i, other in enumerate(home) if other is bearer) + 1, word)
    for turned in _turned(words):
        pieces.append(turned)
    found: list[HeadPiece] = []
    boxes: dict[tuple[float, float, float, float], list[list[Word]]] = {}
    for piece in pieces:
        ink = words_box(piece)
        box = _drawn_cell(ink, sheet, places)
        if box is None:
            found.append(_loose(piece, ink, places, found))
        else:
            boxes.setdefault(box, []).append(piece)
    for box, members in boxes.items():
        inks = [words_box(member) for member in members]
        covered = [p.column for p in places if box[0] < p.middle < box[1]]
        shared = len(covered) > 1 and any(
            _side_by_side([ink, other.ink]) for ink in inks for other in found if box[0] < _middle(other.ink) < box[1]
        )
        if not covered or shared or _side_by_side(inks) or (len(covered) > 1 and len(covered) == len(places)):
            found += [_loose(member, ink, places) for member, ink in zip(members, inks, strict=True)]
            continue
        joined = [word for member in members for word in member]
        found.append(HeadPiece(joined, bounding_box(inks), min(covered), max(covered), True))
    return found


def _bearer(word: Word, words: Sequence[Word]) -> Word | None:
    """The word that a raised mark stands at the end of; None where there is none, or the word is no mark."""
    if word.rise <= 0:
        return None
    touched = [
        other
        for other in words
        if other.rise <= 0
        and abs(word.x0 - other.x1) < _AT_ITS_END * other.style.size
        and other.top < word.bottom
        and word.top < other.bottom
    ]
    return min(touched, key=lambda other: abs(word.x0 - other.x1), default=None)


def _middle(ink: Box) -> float:
    return (ink.x0 + ink.x1) / 2


def _turned(words: Sequence[Word]) -> list[list[Word]]:
    """Heads set upright or downward: words whose lines stand side by side are one head."""
    turned = sorted((w for w in words if w.turn in (90, 270)), key=lambda w: w.x0)
    out: list[list[Word]] = []
    for word in turned:
        if out and word.x0 - max(w.x1 for w in out[-1]) < 0.5 * word.style.size:
            out[-1].append(word)
        else:
            out.append([word])
    return out


def _chunks(line: list[Word], sheet: Sheet, settings: TableSettings, cells: Mapping[int, int]) -> list[list[Word]]:
    """A line cut where a wide gap, a drawn line, text drawn apart, or more than a word space between cells says that
    another head begins."""
    chunks: list[list[Word]] = [[line[0]]]
    ends = _rule_ends(line, sheet)
    for before, word in pairwise(line):
        size = max(word.style.size, before.style.size)
        gap = word.x0 - before.x1
        apart = (
            gap > settings.head_space * size
            or (gap > _APART * size and cells.get(id(before)) != cells.get(id(word)))
            or (
                word.run != before.run
                and not (word.glued or word.text[0].islower() or word.rise)
                and -size < gap < _TOUCHING * size
            )
            or any(before.x1 - 1.0 <= x <= word.x0 + 1.0 for x in ends)
            or any(
                before.x1 - 1 <= x <= word.x0 + 1 and top < word.bottom and bottom > word.top
                for x, top, bottom in sheet.uprights
            )
        )
        if apart:
            chunks.append([word])
        else:
            chunks[-1].append(word)
    return chunks


def _rule_ends(line: list[Word], sheet: Sheet) -> list[float]:
    """x where rules right under a line of heads begin or end, inside the table: there spanning heads part."""
    bottom, size = max(w.bottom for w in line), max(w.style.size for w in line)
    edges = sheet.grid.column_edges
    return [
        x
        for y, x0, x1 in sheet.rules
        if bottom - 0.4 * size < y < bottom + 1.2 * size
        for x in (x0, x1)
        if edges[0] + size < x < edges[-1] - size
    ]


def _over_one_rule(chunk: list[Word], line: list[Word], places: Sequence[Flush], sheet: Sheet) -> bool:
    """Whether a rule right under a run of words, and under no other of its line, ends with them: a spanning head."""
    x0, x1, bottom = chunk[0].x0, chunk[-1].x1, max(w.bottom for w in chunk)
    size = max(w.style.size for w in chunk)
    for y, start, end in sheet.rules:
        if not bottom - 0.4 * size < y < bottom + 0.6 * size or not start - 1 <= x0 <= x1 <= end + 1:
            continue
        under = [p for p in places if start - 2 <= p.middle <= end + 2]
        if 1 < len(under) < len(places) and all(w in chunk or w.x1 < start or w.x0 > end for w in line):
            return True
    return False


def _by_columns(chunk: list[Word], places: Sequence[Flush]) -> list[list[Word]]:
    """A run of words cut where its parts are flush with the figures of neighbouring columns; else whole."""
    if len(chunk) < 2 or len(places) < 2:
        return [chunk]
    tolerance = _ALIGNED * max(w.style.size for w in chunk)
    drawn = _cut_drawn(chunk, places)
    if drawn is not None:
        return drawn
    for cut in (_cut_right, _cut_left, _cut_middle):
        parts = cut(chunk, places, tolerance)
        if parts is not None and not any(
            (_SPAN.fullmatch(b[0].text) and not _SPAN.fullmatch(a[0].text))
            or _brackets_follow(a, b)
            or _is_one_phrase(a, b)
            for a, b in pairwise(parts)
        ):  # years in brackets date the head before them
            return parts
    return [chunk]


def _is_set_solid(parts: Sequence[list[Word]]) -> bool:
    """Whether parts of a line over other heads stand no farther apart than words of one text, differ, and hold no
    figure: a spanning head whose words happen to be flush with columns."""
    texts = [" ".join([word.text for word in part]) for part in parts]
    return (
        all(b[0].x0 - a[-1].x1 < _SOLID * b[0].style.size for a, b in pairwise(parts))
        and len(set(texts)) == len(texts)
        and not any(c.isdigit() for text in texts for c in text)
    )


def _brackets_follow(before: list[Word], after: list[Word]) -> bool:
    """Whether words in brackets stand a word space behind words that are not: "Share (%)" is one head."""
    gap = after[0].x0 - before[-1].x1
    return after[0].text[0] == "(" and before[0].text[0] != "(" and gap < _WORD_SPACE * after[0].style.size


def _is_one_phrase(before: list[Word], after: list[Word]) -> bool:
    """Whether words in small letters go on a text that begins with a capital, a word space apart."""
    return (
        after[0].text[0].islower()
        and before[0].text[0].isupper()
        and after[0].x0 - before[-1].x1 < _WORD_SPACE * after[0].style.size
    )


def _one_a_column(line: list[list[Word]], places: Sequence[Flush], sheet: Sheet) -> list[list[Word]]:
    """Pieces of one line that stand over the same column are one, spaced out to fill it."""
    if len(line) < 2:
        return line
    covers = [_loose(piece, words_box(piece), places) for piece in line]
    out = [line[0]]
    for before, after in pairwise(covers):
        size = before.words[-1].style.size
        same = before.first == before.last == after.first == after.last and (
            after.ink.x0 - before.ink.x1 < size or any(p.column == after.first and p.x1 > after.ink.x0 for p in places)
        )
        ends = [x for x, _, _ in sheet.uprights] + _rule_ends([*before.words, *after.words], sheet)
        walled = any(before.ink.x1 - 1 <= x <= after.ink.x0 + 1 for x in ends)
        if same and not walled:
            out[-1] = [*out[-1], *after.words]
        else:
            out.append(after.words)
    return out


def _by_line_below(chunk: list[Word], below: Sequence[list[Word]]) -> list[list[Word]]:
    """A run of words cut where each stands flush with, or centred over, a head of its own on the next line."""
    if len(chunk) < 2:
        return [chunk]
    x0, x1 = chunk[0].x0, chunk[-1].x1
    under = sorted((b for b in below if b[-1].x1 > x0 and b[0].x0 < x1), key=lambda b: b[0].x0)
    if len(under) != len(chunk) or any(_SPAN.fullmatch(w.text) or w.text[0] == "(" for w in chunk[1:]):
        return [chunk]
    tolerance = 2 * _ALIGNED * chunk[0].style.size
    sides = (
        [abs(word.x0 - head[0].x0) for word, head in zip(chunk, under, strict=True)],
        [abs(word.x1 - head[-1].x1) for word, head in zip(chunk, under, strict=True)],
        [abs(word.x0 + word.x1 - head[0].x0 - head[-1].x1) / 2 for word, head in zip(chunk, under, strict=True)],
    )
    if all([max(side) > tolerance for side in sides]) or any(_is_one_phrase([a], [b]) for a, b in pairwise(chunk)):
        return [chunk]
    return [[word] for word in chunk]


def _cut_drawn(chunk: list[Word], places: Sequence[Flush]) -> list[list[Word]] | None:
    """Cut where text drawn apart stands farther off than words of a head do, if each part stands over a column of its
    own."""
    parts = [[chunk[0]]]
    for before, word in pairwise(chunk):
        if word.run != before.run and not word.rise and word.x0 - before.x1 > _APART * word.style.size:
            parts.append([word])
        else:
            parts[-1].append(word)
    if len(parts) < 2:
        return None
    over = [_loose(part, words_box(part), places) for part in parts]
    return parts if all(a.first == a.last < b.first == b.last for a, b in pairwise(over)) else None


def _cut_right(chunk: list[Word], places: Sequence[Flush], tolerance: float) -> list[list[Word]] | None:
    ends = [
        next((k for k, p in enumerate(places) if p.right is not None and abs(p.right - w.x1) <= tolerance), None)
        for w in chunk
    ]
    parts: list[list[Word]] = [[]]
    used: list[int] = []
    for word, end in zip(chunk, ends, strict=True):
        parts[-1].append(word)
        if end is not None and (not used or end == used[-1] + 1):
            used.append(end)
            parts.append([])
    parts = [part for part in parts if part]
    if len(parts) == len(used):
        return parts if len(parts) > 1 else None
    if len(used) < 2 or used[-1] + 1 >= len(places):
        return None
    last, place = parts[-1], places[used[-1] + 1]
    overhangs = last[0].x0 > places[used[-1]].x1 and last[-1].x1 < place.x1 + 2 * tolerance and last[0].x0 < place.x1
    return parts if overhangs else None


def _cut_left(chunk: list[Word], places: Sequence[Flush], tolerance: float) -> list[list[Word]] | None:
    parts: list[list[Word]] = []
    used: list[int] = []
    for word in chunk:
        start = next(
            (k for k, p in enumerate(places) if p.left is not None and abs(p.left - word.x0) <= tolerance), None
        )
        follows = not used or start == used[-1] + 1
        if start is not None and (follows or (start > used[-1] + 1 and _begins_apart(word, parts[-1]))):
            used.append(start)
            parts.append([word])
        elif not parts:
            return None
        else:
            parts[-1].append(word)
    return parts if len(parts) > 1 else None


def _begins_apart(word: Word, before: list[Word]) -> bool:
    """Whether a word drawn apart stands farther off than the words before it from each other: another spanning head."""
    inside = max((b.x0 - a.x1 for a, b in pairwise(before)), default=0.0)
    return word.run != before[-1].run and not word.glued and word.x0 - before[-1].x1 > _WIDER * inside > 0


def _cut_middle(chunk: list[Word], places: Sequence[Flush], tolerance: float) -> list[list[Word]] | None:
    """Cut so that each part is centred on a column of its own, the columns next to each other."""
    for first in range(len(places) - 1):
        parts: list[list[Word]] = []
        begin, column = 0, first
        while begin < len(chunk) and column < len(places):
            end = next(
                (
                    stop
                    for stop in range(begin + 1, len(chunk) + 1)
                    if abs((chunk[begin].x0 + chunk[stop - 1].x1) / 2 - places[column].middle) <= 2 * tolerance
                    and (stop == len(chunk) or chunk[stop].x0 > places[column].middle)
                ),
                None,
            )
            if end is None:
                break
            parts.append(chunk[begin:end])
            begin, column = end, column + 1
        if begin == len(chunk) and len(parts) > 1 and _spaced(parts):
            return parts
    return None


def _spaced(parts: list[list[Word]]) -> bool:
    """Whether the gaps between the parts are wider than word spaces and than the gaps inside them."""
    between = min(b[0].x0 - a[-1].x1 for a, b in pairwise(parts))
    inside = max((b.x0 - a.x1 for part in parts for a, b in pairwise(part)), default=0.0)
    return between > max(1.2 * inside, 0.4 * parts[0][0].style.size)


def _loose(words: list[Word], ink: Box, places: Sequence[Flush], above: Sequence[HeadPiece] = ()) -> HeadPiece:
    """A piece over the columns whose middle it crosses; else over that of the line above which it is set like, of those
    `above`; else over the one it agrees with best."""
    covered = [p.column for p in places if ink.x0 <= p.middle <= ink.x1]
    if not covered:
        size = words[0].style.size
        like = next((h for h in above if h.first == h.last and _is_next_line(h.ink, ink, size)), None)
        covered = [like.first] if like is not None else []
    if not covered:
        best = min(
            places,
            key=lambda p: min(
                abs((ink.x0 + ink.x1) / 2 - p.middle), abs(ink.x0 - p.x0) + 0.5, abs(ink.x1 - p.x1) + 0.5
            ),
        )
        covered = [best.column]
    return HeadPiece(words, ink, min(covered), max(covered), False)


def _is_next_line(above: Box, below: Box, size: float) -> bool:
    """Whether a line stands right under another, flush with or centred under it."""
    near = -0.5 * size < below.top - above.bottom < _LEADING * size
    off = (above.x0 - below.x0, above.x1 - below.x1, (above.x0 + above.x1 - below.x0 - below.x1) / 2)
    return near and min(map(abs, off)) < _ALIGNED * size


def _side_by_side(inks: Sequence[Box]) -> bool:
    """Whether two pieces stand on one line."""
    ordered = sorted(inks, key=lambda b: b.top)
    return any(a.bottom - b.top > 0.5 * min(a.height, b.height) for a, b in pairwise(ordered))


def _drawn_cell(ink: Box, sheet: Sheet, places: Sequence[Flush]) -> tuple[float, float, float, float] | None:
    """(left, right, top, bottom) of the drawn cell around a head; None where no upright parts the heads there."""
    x, y = (ink.x0 + ink.x1) / 2, (ink.top + ink.bottom) / 2
    grid = sheet.grid
    left, right = grid.box.x0, grid.box.x1
    walls = 0
    for at, top, bottom in sheet.uprights:
        if not top - 1 <= y <= bottom + 1:
            continue
        if places[0].x1 < at < places[-1].x0:
            walls += 1
        if at <= x:
            left = max(left, at)
        else:
            right = min(right, at)
    if not walls:
        return None
    upper, lower = grid.box.top, grid.row_edges[grid.head_rows]
    for at, x0, x1 in sheet.rules:
        if x0 - 1 <= x <= x1 + 1:
            if at <= y:
                upper = max(upper, at)
            else:
                lower = min(lower, at)
    return (round(left), round(right), round(upper), round(lower))
