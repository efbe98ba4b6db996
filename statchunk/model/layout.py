"""What layout gives: lines, and blocks with their roles in reading order."""

from dataclasses import dataclass
from typing import ClassVar, Final, Literal, NamedTuple

from mypy_extensions import mypyc_attr

from statchunk.box import Box
from statchunk.model.page import Rect, Rule, Word, join_words
from statchunk.record import Record

BlockKind = Literal[
    "heading",
    "paragraph",
    "list",
    "caption",
    "headnote",
    "note",
    "source",
    "table",
    "figure",
    "panel",
    "contents",
    "furniture",
]


@mypyc_attr(acyclic=True)
class Line(Record):
    """Words on one baseline with no column gap between them, left to right (right to left in such scripts)."""

    __match_args__: ClassVar = ("words", "x0", "top", "x1", "bottom", "baseline", "size", "bold")
    __slots__ = (*__match_args__, "_text")

    words: Final[tuple[Word, ...]]
    x0: Final[float]
    top: Final[float]
    x1: Final[float]
    bottom: Final[float]
    baseline: Final[float]
    size: Final[float]
    """Size of most of its characters, points."""
    bold: Final[bool]
    """Whether most of its characters are bold."""
    _text: str | None

    def __init__(
        self,
        words: tuple[Word, ...],
        x0: float,
        top: float,
        x1: float,
        bottom: float,
        baseline: float,
        size: float,
        bold: bool,
    ) -> None:
        self.words = words
        self.x0 = x0
        self.top = top
        self.x1 = x1
        self.bottom = bottom
        self.baseline = baseline
        self.size = size
        self.bold = bold
        self._text = None

    @property
    def text(self) -> str:
        """The line as printed."""
        text = self._text
        if text is None:
            text = self._text = join_words(self.words)
        return text


class TableRegion(NamedTuple):
    """Where a table stands on one page: boxhead, stub and body; caption, notes and source are outside."""

    page_number: int
    x0: float
    top: float
    x1: float
    bottom: float
    kind: Literal["ruled", "part-ruled", "rule-less"]
    confidence: float
    """0 to 1."""
    reason: str
    """Which evidence found it, for `inspect` and for debugging."""


@dataclass(frozen=True, slots=True)
class Block:
    """A part of one page with one role. Together the blocks of a page hold each visible word exactly once."""

    kind: BlockKind
    page_number: int
    box: Box
    lines: tuple[Line, ...] = ()
    """Empty for a table: its words are those in the region (see `words`)."""
    words: tuple[Word, ...] = ()
    """All words of the block in reading order; always filled."""
    level: int | None = None
    """Of a heading: 1 is the highest below the title; 0 the title itself."""
    items: tuple[tuple[Word, ...], ...] = ()
    """Of a list or a contents list: the words of each item, bullet or number included."""
    region: TableRegion | None = None
    """Of a table."""
    target: int | None = None
    """Of a caption, headnote, note or source: index (in the page's blocks) of the table or figure it belongs to."""
    continues: bool = False
    """Whether it carries on the last block of the same kind before it (a paragraph over a page or column break)."""
    reason: str = ""
    """What decided the role, for `inspect`."""
    ahead: bool = False
    """Of a caption that ends a page: whether it names the first table of the next page."""
    shapes: tuple[Rect | Rule, ...] = ()
    """Of a panel or figure: tiles, bars and keys of the legend drawn in it, and lines that lead to a name, as rules."""


@dataclass(frozen=True, slots=True)
class PageLayout:
    """One page taken apart."""

    page_number: int
    blocks: tuple[Block, ...]
    """In reading order."""
    turn: int = 0
    """Degrees clockwise the page was turned to stand upright before layout; boxes in the blocks are in that upright
    frame, and `geometry.turn_box(box, (360 - turn) % 360, ...)` brings them back."""
