"""What belongs to a table or figure and stands in it: caption, headnote, notes, source."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from statchunk.evidence.places import Frames, references
from statchunk.evidence.written import Hyphens, join_lines, line_text
from statchunk.geometry import bounding_box
from statchunk.layout.markers import label as read_label
from statchunk.layout.markers import opening
from statchunk.model.evidence import Note, WordRef
from statchunk.model.layout import Block, Line
from statchunk.model.page import Word
from statchunk.text import one_space, squash

_CODE = re.compile(r"[A-Z]{1,2}[.-]?\d{0,3}[a-z]?|\d{1,3}")
_LARGER = 1.25  # of the caption's size: a code set this much larger stands as a label of its own
_SPLIT_MARK = re.compile(r"^[\[(]?(.+?)[\])./]?$")


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

    def words(self) -> tuple[WordRef, ...]:
        """The words of all parts."""
        return tuple(ref for block in self.blocks for ref in references(block.page_number, block.words))


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


NO_CAPTION = Caption(None, (), "", None)


def read_caption(blocks: Sequence[Block]) -> Caption:
    """The caption of a table or figure; what a later page repeats is said once.

    Args:
        blocks: its caption blocks in reading order.
    """
    if not blocks:
        return NO_CAPTION
    first_page = blocks[0].page_number
    lines = [line for block in blocks if block.page_number == first_page for line in block.lines]
    label, lines = _set_apart(lines)
    texts = [text for line in lines if (text := _without_marks(line))]
    kind = ""
    if label is None and texts:
        found = read_label(texts[0])
        if found is not None:
            label, kind = one_space(found.text), found.kind
    return Caption(label, tuple(texts), kind, first_page)


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
                others.insert(index, line._replace(words=line.words[1:]))
            return first.text, others
    return None, list(lines)


def _without_marks(line: Line) -> str:
    """The line without raised marks after its words."""
    words = [word for i, word in enumerate(line.words) if word.rise <= 0 or (i == 0 and len(line.words) > 1)]
    return line_text(line._replace(words=tuple(words or line.words)))


def styled_split(lines: Sequence[Line]) -> int:
    """After how many lines a caption changes to the style of a subtitle; all of them where it does not."""
    for index in range(1, len(lines)):
        before, line = lines[index - 1], lines[index]
        if line.bold != before.bold or abs(line.size - before.size) > 0.4:
            return index
    return len(lines)


def read_notes(blocks: Sequence[Block], frames: Frames, hyphens: Hyphens) -> tuple[Note, ...]:
    """Notes in printed order; one that a later page repeats is said once.

    Args:
        blocks: note blocks of one table or figure.
        frames: for places as displayed.
        hyphens: undoes hyphens at line ends.
    """
    notes: list[Note] = []
    seen: set[tuple[str | None, str]] = set()
    for block in blocks:
        for mark, text, words in split_notes(block, hyphens):
            key = (mark, squash(text))
            if not text or key in seen:
                continue
            seen.add(key)
            box = frames.displayed(block.page_number, bounding_box(words))
            notes.append(Note(mark=mark, text=text, page=block.page_number, bbox=box))
    return tuple(notes)


def split_notes(block: Block, hyphens: Hyphens) -> list[tuple[str | None, str, tuple[Word, ...]]]:
    """(mark, text, words) of each note in a block: a line that opens with a mark begins a new one."""
    parts: list[list[Line]] = []
    for line in block.lines:
        if not parts or _mark_of(line) is not None:
            parts.append([])
        parts[-1].append(line)
    found = []
    for lines in parts:
        mark = _mark_of(lines[0])
        taken = _mark_words(lines[0]) if mark is not None else 0
        first = lines[0]._replace(words=lines[0].words[taken:])
        text = join_lines([line_text(first), *(line_text(line) for line in lines[1:])], hyphens)
        found.append((mark, one_space(text), tuple(word for line in lines for word in line.words)))
    return found


def _mark_words(line: Line) -> int:
    marker = opening(line)
    return marker.words if marker is not None else 0


def _mark_of(line: Line) -> str | None:
    """The mark that opens a note as printed without brackets; None for a bullet or no mark."""
    marker = opening(line)
    if marker is None or marker.kind in {"bullet", "dash"}:
        return None
    text = "".join(word.text for word in line.words[: marker.words])
    match = _SPLIT_MARK.match(text)
    return match.group(1) if match else text


def source_text(blocks: Sequence[Block], hyphens: Hyphens) -> str | None:
    """The source lines, each said once; None where there are none."""
    texts: dict[str, str] = {}
    for block in blocks:
        text = join_lines([line_text(line) for line in block.lines], hyphens)
        if text:
            texts.setdefault(squash(text), text)
    return " ".join(texts.values()) or None
