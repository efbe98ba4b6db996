"""What every object of one document needs when it is made."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from statchunk.evidence.places import Frames
from statchunk.evidence.written import Hyphens, join_lines, line_text, written
from statchunk.model.evidence import Note
from statchunk.model.layout import Block, Line
from statchunk.model.page import Word
from statchunk.tables.labels import lines_of
from statchunk.text import one_space


@dataclass(frozen=True, slots=True)
class Writer:
    """Puts words into text and places into the frame of the page as displayed."""

    document_id: str
    frames: Frames
    hyphens: Hyphens
    languages: tuple[str, ...]
    """Of the release, the main one first."""
    reference_period: str | None
    """Of the release, ISO 8601."""
    numbered_notes: tuple[Note, ...] = ()
    """Notes numbered through the whole release; a table's mark may lead to one on another page."""

    def text(self, block: Block) -> str:
        """The lines of a block as one text."""
        return self.lines_text(block.lines)

    def lines_text(self, lines: Iterable[Line]) -> str:
        """Lines, in the order given, as one text."""
        return one_space(join_lines((line_text(line) for line in lines), self.hyphens))

    def lines(self, block: Block) -> str:
        """The lines of a block with their breaks."""
        return "\n".join(text for line in block.lines if (text := line_text(line)))

    def words_text(self, words: Sequence[Word]) -> str:
        """Words that are not in lines yet as one text."""
        return one_space(join_lines((written(line) for line in lines_of(words)), self.hyphens))
