"""Lines of one column to groups: a paragraph, a heading, an item, a note, before its role is known."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from statchunk.box import Box
from statchunk.geometry import bounding_box, box_of
from statchunk.layout.lines import make_line
from statchunk.layout.markers import Label, Marker, is_marker_alone, label, opening, opens_key, opens_note, opens_source
from statchunk.layout.order import Item
from statchunk.model.layout import Line, words_of
from statchunk.model.page import Page, Word, join_words
from statchunk.settings import LayoutSettings

_ENDS: Final = frozenset(".!?:;。؟")


@dataclass(slots=True)
class Group:
    """Lines that belong together, with what is asked of them again and again. Filled here, read by the roles."""

    lines: list[Line]
    box: Box
    text: str
    size: float
    bold: bool
    italic: bool
    color: int
    marker: Marker | None
    column: Box
    """The column that it stands in."""
    side_head: bool = False
    label: Label | None = None
    count: int = 0
    """Its words."""

    @property
    def words(self) -> tuple[Word, ...]:
        """All words in reading order."""
        return words_of(self.lines)


def drawn_bullets(page: Page, em: float) -> list[Box]:
    """Small squarish shapes that may be bullets drawn rather than set, from the top down."""
    shapes = [box_of(path) for path in page.paths] + [box_of(rect) for rect in page.rects]
    return sorted(
        [
            box
            for box in shapes
            if 0.15 * em < box.height < 0.75 * em and 0.6 * box.height < box.width < 1.6 * box.height
        ],
        key=lambda box: box.top,
    )


def _has_drawn_bullet(line: Line, bullets: Sequence[Box]) -> bool:
    """Whether a bullet is drawn at the left of the line, at the height of its letters."""
    start = bisect_left(bullets, line.top, key=lambda box: box.top)
    for box in bullets[start:]:
        if box.top > line.bottom:
            return False
        if box.bottom <= line.bottom and 0 < line.x0 - box.x1 < 2.5 * line.size:
            return True
    return False


def make_group(lines: Sequence[Line], column: Box, bullets: Sequence[Box] = ()) -> Group:
    """A group of lines, its style taken from most of its characters."""
    words = words_of(lines)
    text = join_words(words)
    total = bold = italic = 0
    sizes: dict[float, int] = {}
    colors: dict[int, int] = {}
    for word in words:
        style, length = word.style, len(word.text)
        total += length
        bold += length if style.bold else 0
        italic += length if style.italic else 0
        if not word.rise:
            sizes[style.size] = sizes.get(style.size, 0) + length
        colors[style.color] = colors.get(style.color, 0) + length
    return Group(
        lines=list(lines),
        box=bounding_box(lines),
        text=text,
        size=max(sizes, key=sizes.__getitem__) if sizes else lines[0].size,
        bold=2 * bold > total,
        italic=2 * italic > total,
        color=max(colors, key=colors.__getitem__),
        marker=_opening(lines[0], bullets),
        column=column,
        label=label(text),
        count=len(words),
    )


def _opening(line: Line, bullets: Sequence[Box]) -> Marker | None:
    marker = opening(line)
    if marker is None and bullets and _has_drawn_bullet(line, bullets):
        return Marker("bullet", 0)
    return marker


def join_markers(lines: Sequence[Line], em: float, settings: LayoutSettings) -> list[Line]:
    """Lines that are only a bullet, number or note mark joined with the text to their right."""
    joined = list(lines)
    taken = [False] * len(joined)
    for index, line in enumerate(joined):
        if line.turn or not is_marker_alone(line):
            continue
        best, best_gap = -1, settings.marker_gap * max(em, line.size)
        for other in range(max(0, index - 12), min(len(joined), index + 13)):
            right = joined[other]
            gap = right.x0 - line.x1
            if (
                other != index
                and not taken[other]
                and -0.5 <= gap < best_gap
                and not right.turn
                and abs(right.baseline - line.baseline) <= 0.5 * max(right.size, line.size)
                and any(c.isalpha() for c in right.text)
            ):
                best, best_gap = other, gap
        if best >= 0:
            joined[best] = make_line(line.words + joined[best].words)
            taken[index] = True
    return [line for line, gone in zip(joined, taken, strict=True) if not gone]


def join_initials(lines: Sequence[Line], em: float) -> list[Line]:
    """A large letter or number at the left of a title, or of a paragraph, joined with the first line beside it."""
    large = [
        i
        for i, line in enumerate(lines)
        if line.count == 1 and line.size > 1.6 * em and len(line.text) <= 3 and line.text.isalnum()
    ]
    if not large:
        return list(lines)
    joined = list(lines)
    gone: set[int] = set()
    for i in large:
        letter = lines[i]
        beside = [
            j
            for j, line in enumerate(joined)
            if j not in large
            and j not in gone
            and 0 <= line.x0 - letter.x1 < 1.2 * letter.size
            and line.size < 0.75 * letter.size
            and letter.top - 0.3 * letter.size < line.baseline < letter.bottom
        ]
        if beside:
            first = min(beside, key=lambda j: joined[j].baseline)
            joined[first] = make_line(letter.words + joined[first].words)
            gone.add(i)
    return [line for i, line in enumerate(joined) if i not in gone]


def group_lines(
    items: Sequence[Item], leading: float, bullets: Sequence[Box], settings: LayoutSettings
) -> list[Group | Item]:
    """The items of one column as groups of lines, with tables, figures and panels left as they are between them.

    Args:
        items: of one column.
        leading: usual distance of baselines in the document, ems.
        bullets: shapes that may be bullets, from the top down.
        settings: thresholds.
    """
    lines = [item.line for item in items if item.line is not None]
    if not lines:
        return list(items)
    column = bounding_box(lines)
    out: list[Group | Item] = []
    current: list[Line] = []

    def close() -> None:
        if current:
            out.append(make_group(current, column, bullets))
            current.clear()

    rows = _rows(items)
    for at, entry in enumerate(rows):
        if isinstance(entry, Item):
            close()
            out.append(entry)
            continue
        following = rows[at + 1] if at + 1 < len(rows) else None
        if current and bullets and _has_drawn_bullet(entry, bullets):
            close()
        if current and _begins_group(
            current, entry, following if isinstance(following, Line) else None, column, leading, settings
        ):
            close()
        current.append(entry)
    close()
    return out


def _rows(items: Sequence[Item]) -> list[Line | Item]:
    """Items from the top down; pieces of one baseline that stand close are one line again."""
    rows: list[Line | Item] = []
    for item in sorted(items, key=lambda i: (i.line.baseline if i.line is not None else i.top, i.x0)):
        line = item.line
        if line is None:
            rows.append(item)
            continue
        before = rows[-1] if rows else None
        if (
            isinstance(before, Line)
            and not line.turn
            and not before.turn
            and abs(before.baseline - line.baseline) <= 0.25 * min(line.size, before.size)
            and abs(before.size - line.size) < 0.2 * line.size
            and -0.5 <= line.x0 - before.x1 <= 3.0 * line.size
        ):
            rows[-1] = make_line(before.words + line.words)
        else:
            rows.append(line)
    return rows


def _begins_group(
    current: Sequence[Line], line: Line, following: Line | None, column: Box, leading: float, settings: LayoutSettings
) -> bool:
    """Whether a line begins a new group under the lines of the current one."""
    last, first = current[-1], current[0]
    size = max(last.size, line.size, 0.1)
    if last.turn != line.turn:
        return True
    if last.turn:
        return line.x0 - last.x1 > size or last.x0 - line.x1 > size
    if abs(last.size - line.size) > settings.size_change * size:
        return True
    step = (line.baseline - last.baseline) / size
    if step < 0.3:
        return True  # beside it, not under it
    if len(current) > 1:
        usual = (last.baseline - first.baseline) / (len(current) - 1) / size
        if step > settings.paragraph_step * usual + 0.05:
            return True
    elif step > settings.paragraph_step * max(leading, 1.15):
        return True
    if line.bold != last.bold and line.words[0].style.bold != last.words[-1].style.bold:
        mid_sentence = line.bold and last.text[-1:] not in _ENDS and last.x1 > column.x1 - 3 * size and last.count > 5
        if not mid_sentence:
            return True
    if last.words[-1].style.italic != line.words[0].style.italic and (
        line.bold or last.x1 < column.x1 - 0.3 * column.width
    ):
        return True
    text = line.text
    if opens_source(text) or opens_note(text) or text[:2] == ".." or _opens_caption(text, line, last):
        return True
    if opens_key(text) and line.x0 < first.x0 + 0.3 * size and last.x1 < column.x1 - size:
        return True
    centred = _is_centred(line, column) and _is_centred(last, column)
    marker = opening(line)
    if marker is not None and _begins_item(marker, line, first, last):
        return True
    if _is_hanging_number(line, last, following):
        return True
    if (
        len(current) > 1
        and last.x0 > first.x0 + 0.4 * size
        and line.x0 < first.x0 + 0.2 * size
        and last.text[-1:] in _ENDS
    ):
        return True  # the lines above hang from their first; this one stands out again
    if centred:
        return False
    if min(line.x1, last.x1) < max(line.x0, last.x0):
        return True  # no common width at all
    runs_on = last.x1 > column.x1 - 3 * size and last.text[-1:] not in _ENDS
    if opening(first) is not None and line.x0 < first.x0 - 0.3 * size and not runs_on:
        return True
    return _new_paragraph(current, line, following, column, size)


def _is_hanging_number(line: Line, last: Line, following: Line | None) -> bool:
    """Whether a bare number opens a note whose lines hang: the lines about it begin where its second word does."""
    words = line.words
    if len(words) < 3 or not (words[0].text.isdigit() and len(words[0].text) <= 2):
        return False
    hang = words[1].x0
    return abs(last.x0 - hang) < 1.0 or (following is not None and abs(following.x0 - hang) < 1.0)


def _new_paragraph(current: Sequence[Line], line: Line, following: Line | None, column: Box, size: float) -> bool:
    """Whether paragraphs set without space between them part here: by an indent or by a short last line."""
    last, first = current[-1], current[0]
    text = last.text
    ended = text[-1:] in _ENDS or (text[-1:] in ")”\"'»" and text[-2:-1] in _ENDS)
    left = last.x0 if len(current) > 1 else column.x0
    if (
        line.x0 > left + 0.8 * size
        and following is not None
        and following.x0 < line.x0 - 0.8 * size
        and (ended or last.x1 < column.x1 - 4 * size)
    ):
        return True
    if not ended:
        return False
    if first.words[0].text.isdigit() and len(first.words) > 2 and abs(line.x0 - first.words[1].x0) < 1.0:
        return False  # a note whose lines hang from its number
    opener = line.words[0]
    room = column.x1 - last.x1
    starts = opener.text[:1].isupper() or opener.text[:1].isdigit() or not opener.text[:1].isalnum()
    hanging = opening(first) is not None
    if starts and room > (opener.x1 - opener.x0) + 2.5 * size and not hanging:
        return True
    return hanging and starts and line.x0 < last.x0 - 0.8 * size


def _begins_item(marker: Marker, line: Line, first: Line, last: Line) -> bool:
    if marker.kind in ("bullet", "note"):
        return True
    opened = opening(first)
    if opened is not None and opened.kind == marker.kind:
        return line.x0 <= first.x0 + 0.6 * line.size or line.x0 < last.x0 - 0.4 * line.size
    if marker.kind == "dash":
        return (line.words[0].text != "-" and last.text[-1:] in ".:;") or line.x0 != last.x0
    value = line.words[0].text.strip("().").casefold()
    return value in ("1", "a", "i") or last.text[-1:] in _ENDS


def _opens_caption(text: str, line: Line, last: Line) -> bool:
    found = label(text)
    if found is None:
        return False
    return line.words[0].style.bold != last.words[-1].style.bold or (found.stopped and last.text[-1:] not in ",;(-–")


def _is_centred(line: Line, column: Box) -> bool:
    left, right = line.x0 - column.x0, column.x1 - line.x1
    return left > line.size and abs(left - right) < line.size
