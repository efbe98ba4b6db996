"""What belongs to a table or figure and stands in it: caption, headnote, notes, source."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from statchunk.box import Box, Boxed
from statchunk.evidence.writer import Writer
from statchunk.evidence.written import line_text
from statchunk.geometry import bounding_box, horizontal_overlap
from statchunk.layout.markers import label as read_label
from statchunk.layout.markers import opening, opens_note, opens_source
from statchunk.meaning.notes import parse_note, split_marks, split_run_in
from statchunk.model.evidence import Note
from statchunk.model.layout import Block, Line, PageLayout
from statchunk.model.page import Word
from statchunk.model.table import Label, Table
from statchunk.text import one_space, squash

_CODE: Final = re.compile(r"[A-Z]{1,2}[.-]?\d{0,3}[a-z]?|\d{1,3}")
_SIGNED: Final = re.compile(r"(?:[^\W_]|\w\))([*†‡§¶]{1,3})[.,:;]?$")
"""A sign that stands on a word of a title: "percentage*"."""
_STUCK_SIGN: Final = re.compile(r"[*†‡§¶]{1,3}(?=\w)")
"""A sign that opens a note with no space after it: "*691 of these"."""
_IN_SOURCE: Final = re.compile(r"[.;]\s+(?=([*†‡§¶]{1,3})\s?\w)")
"""Before a note that runs on behind a source: "Source: Survey; * second series"."""
_MARK: Final = re.compile(r"[\d,;()*†‡§¶#]{1,6}|\(?[a-z]\)?,?")
_LOOSE_STOP: Final = re.compile(r"\s+([,.;:])(?=\s|$)")  # left behind by a mark that was taken off
_LEAST_NUMBERED: Final = 3  # notes; fewer do not show that the numbers run through
_LARGER: Final = 1.25  # of the caption's size: a code set this much larger stands as a label of its own


@dataclass(slots=True)
class Attached:
    """Collects the parts of one table or figure over all its pages; read when they are complete."""

    captions: list[Block] = field(default_factory=list)
    headnotes: list[Block] = field(default_factory=list)
    notes: list[Block] = field(default_factory=list)
    sources: list[Block] = field(default_factory=list)

    def add(self, block: Block) -> None:
        """Put a block where its kind belongs."""
        {"caption": self.captions, "headnote": self.headnotes, "note": self.notes, "source": self.sources}[
            block.kind
        ].append(block)

    @property
    def blocks(self) -> list[Block]:
        """All, captions first, as they are printed around the table."""
        return [*self.captions, *self.headnotes, *self.notes, *self.sources]


@dataclass(frozen=True, slots=True)
class Caption:
    """A caption taken apart."""

    label: str | None
    """As printed: "Table 1", "B1"."""
    lines: tuple[str, ...]
    """Title and subtitle, without a label that is set apart, with one that opens the title."""
    kind: str
    """What its label calls it: "table", "figure", or empty."""
    page: int | None
    marks: tuple[str, ...] = ()
    """Note marks on it, raised or stuck to a word."""


def read_caption(blocks: Sequence[Block], titles: Sequence[Label] = ()) -> Caption:
    """The caption of a table or figure; what a later page repeats is said once.

    Args:
        blocks: its caption blocks in reading order.
        titles: title lines that stand inside the table, in its first rows.
    """
    page = min([*(block.page_number for block in blocks), *(title.page_number for title in titles)], default=None)
    lines = [line for block in blocks if block.page_number == page for line in block.lines]
    inside = [title for title in titles if title.page_number == page]
    label, lines = _set_apart(lines)
    texts = [text for line in lines if (text := _without_marks(line))]
    texts += [title.text for title in inside if title.text]
    kind = ""
    if label is None:
        found = next((found for text in texts if (found := read_label(text)) is not None), None)
        if found is not None:
            label, kind = one_space(found.text), found.kind
    marks = [word.text for line in lines for word in line.words[1:] if _is_mark(word)]
    marks += [sign.group(1) for line in lines for word in line.words if (sign := _SIGNED.search(word.text))]
    marks += [mark for title in inside for mark in title.marks]
    return Caption(label, tuple(texts), kind, page, tuple(marks))


def _set_apart(lines: Sequence[Line]) -> tuple[str | None, list[Line]]:
    """A code that stands in larger type before the title, and the lines without it."""
    words = [word for line in lines for word in line.words]
    for index, line in enumerate(lines):
        first, rest = line.words[0], [word for word in words if word is not line.words[0]]
        if not rest or not _CODE.fullmatch(first.text):
            continue
        if first.style.size >= _LARGER * max(word.style.size for word in rest):
            others = [*lines[:index], *lines[index + 1 :]]
            if len(line.words) > 1:
                others.insert(index, line.but(words=line.words[1:]))
            return first.text, others
    return None, list(lines)


def _without_marks(line: Line) -> str:
    """The line without raised marks after its words."""
    words = [word for i, word in enumerate(line.words) if i == 0 or not _is_mark(word)]
    return _LOOSE_STOP.sub(r"\1", line_text(line.but(words=tuple(words))))


def _is_mark(word: Word) -> bool:
    return word.rise > 0 and _MARK.fullmatch(word.text) is not None


def styled_split(lines: Sequence[Line]) -> int:
    """After how many lines a caption changes to the style of a subtitle; all of them where it does not."""
    for index in range(1, len(lines)):
        before, line = lines[index - 1], lines[index]
        if line.bold != before.bold or abs(line.size - before.size) > 0.4:
            return index
    return len(lines)


def read_notes(
    blocks: Sequence[Block],
    table: Table | None,
    writer: Writer,
    sources: Sequence[Block] = (),
    titled: Sequence[str] = (),
) -> tuple[Note, ...]:
    """Notes in printed order; one that a later page repeats is said once.

    Args:
        blocks: note blocks of one table or figure.
        table: whose marks the notes explain, and which may hold notes in its own last rows.
        writer: of the document.
        sources: its source blocks; notes may run on behind a source.
        titled: marks on its caption.
    """
    marks = (marks_of(table) if table is not None else frozenset[str]()) | frozenset(titled)
    notes: list[Note] = []
    seen: set[tuple[str | None, str]] = set()

    def add(printed: str, page: int, place: Boxed, raised: str = "") -> None:
        for text in split_run_in(printed):
            add_one(text, page, place, raised)

    def add_one(text: str, page: int, place: Boxed, raised: str) -> None:
        mark, rest = parse_note(text, marks)
        if mark is None and raised and text.startswith(raised):
            mark, rest = raised, text[len(raised) :].strip()
        if rest and (mark, squash(rest)) not in seen:
            seen.add((mark, squash(rest)))
            notes.append(Note(mark=mark, text=rest, page=page, bbox=writer.frames.displayed(page, place)))

    inside = _notes_inside(table) if table is not None else []
    for block in blocks:
        for lines in split_notes(block):
            text, place = writer.lines_text(lines), bounding_box(lines)
            above = _carried_on(inside, text, place, block.page_number)
            if above is None:
                add(text, block.page_number, place, lines[0].words[0].text if lines[0].words[0].rise > 0 else "")
            else:
                start, page, box = inside[above]
                inside[above] = (f"{start} {text}", page, bounding_box((box, place)))
    for text, page, place in inside:
        if not opens_source(text):
            add(text, page, place)
    for block in sources:
        _, behind = _parted_source(writer.text(block), marks)
        if behind:
            add(behind, block.page_number, bounding_box(block.lines))
    return tuple(notes)


def _parted_source(text: str, marks: frozenset[str]) -> tuple[str, str]:
    """A source and the notes that run on behind it, of signs one of which the table bears."""
    signs = list(_IN_SOURCE.finditer(text))
    if not any(sign.group(1) in marks for sign in signs):
        return text, ""
    return text[: signs[0].start() + 1].rstrip("; "), text[signs[0].end() :]


def numbered_notes(layouts: Sequence[PageLayout], writer: Writer) -> tuple[Note, ...]:
    """The notes of a release that numbers them through, for marks that lead to a note on another page; else none.

    Args:
        layouts: of all pages, in order.
        writer: of the document.
    """
    notes: list[Note] = []
    for layout in layouts:
        for block in layout.blocks:
            if block.kind == "note":
                notes.extend(note for note in read_notes([block], None, writer) if (note.mark or "").isdigit())
        layout.let_go()
    numbers = [int(note.mark or 0) for note in notes]
    through = all(a <= b for a, b in pairwise(numbers)) and len({note.page for note in notes}) > 1
    return tuple(notes) if through and len(set(numbers)) >= _LEAST_NUMBERED else ()


def marks_of(table: Table) -> frozenset[str]:
    """All note marks that stand in a table."""
    labels = [label for axis in (*table.rows, *table.columns) for label in axis.path]
    labels += [*table.stub_head, *table.titles, *table.headnotes]
    printed = [mark for label in labels for mark in label.marks]
    printed += [mark for value in table.values for mark in value.marks]
    return frozenset(part for mark in printed for part in split_marks(mark))


def _notes_inside(table: Table) -> list[tuple[str, int, Box]]:
    """Notes printed in the last rows of a table; a row without a mark carries on the note above it in its column."""
    found: list[tuple[str, int, Box]] = []
    for label in table.notes:
        above = None
        if parse_note(label.text)[0] is None and not opens_note(label.text) and not opens_source(label.text):
            above = next((i for i in range(len(found) - 1, -1, -1) if _is_under(label, *found[i][1:])), None)
        if above is None:
            found.append((label.text, label.page_number, label.box))
        else:
            text, page, box = found[above]
            found[above] = (f"{text} {label.text}", page, bounding_box((box, label.box)))
    return found


def _carried_on(inside: Sequence[tuple[str, int, Box]], text: str, place: Box, page: int) -> int | None:
    """The note in the last rows of a table that a text right below the table goes on with."""
    if parse_note(text)[0] is not None or opens_note(text):
        return None
    for index, (_, other_page, box) in enumerate(inside):
        near = -2 <= place.top - box.bottom <= 0.6 * (box.bottom - box.top)
        if other_page == page and near and place.x0 >= box.x0 - 1 and horizontal_overlap(place, box) > 0:
            return index
    return None


def _is_under(label: Label, page: int, box: Box) -> bool:
    return (
        label.page_number == page
        and label.box.x0 >= box.x0 - 1
        and horizontal_overlap(label.box, box) > 0.5 * label.box.width
    )


def split_notes(block: Block) -> list[list[Line]]:
    """The lines of each note in a block: a new one begins at a raised mark, a sign, or the next number or letter."""
    parts: list[list[Line]] = []
    last = ""
    for line in block.lines:
        marker, mark = opening(line), note_mark(line)
        signed = marker is None and _STUCK_SIGN.match(line.words[0].text) is not None
        if not parts or signed or (marker is not None and (marker.kind == "note" or follows(mark, last))):
            parts.append([])
            last = mark
        parts[-1].append(line)
    return parts


def note_mark(line: Line) -> str:
    """The mark that opens a line, without brackets and stops; empty where none does."""
    marker = opening(line)
    return "".join(word.text for word in line.words[: marker.words]).strip("().[]/") if marker else ""


def follows(mark: str, last: str) -> bool:
    """Whether a note mark is the next one after another; with none before, whether it is the first."""
    if not last:
        return mark in ("1", "a", "A", "i")
    if mark.isdigit() and last.isdigit():
        return int(mark) == int(last) + 1
    return len(mark) == len(last) == 1 and mark.isalpha() and ord(mark) == ord(last) + 1


def source_text(blocks: Sequence[Block], table: Table | None, writer: Writer, titled: Sequence[str] = ()) -> str | None:
    """The source lines, each said once; None where there are none.

    Args:
        blocks: source blocks of one table or figure.
        table: which may hold source lines in its own last rows.
        writer: of the document.
        titled: marks on its caption.
    """
    marks = (marks_of(table) if table is not None else frozenset[str]()) | frozenset(titled)
    printed = [_parted_source(writer.text(block), marks)[0] for block in blocks]
    if table is not None:
        printed += [text for text, _, _ in _notes_inside(table) if opens_source(text)]
    texts: dict[str, str] = {}
    for text in printed:
        if text:
            texts.setdefault(squash(text), text)
    return " ".join(texts.values()) or None
