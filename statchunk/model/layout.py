"""What layout gives: lines, and blocks with their roles in reading order."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, NamedTuple

from mypy_extensions import mypyc_attr

from statchunk.box import Box
from statchunk.model.packed_words import PackedWords, pack_words, unpack_words
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
    __slots__ = (*__match_args__[1:], "_packed", "_start", "_text", "_words", "count", "turn")

    x0: Final[float]
    top: Final[float]
    x1: Final[float]
    bottom: Final[float]
    baseline: Final[float]
    size: Final[float]
    """Size of most of its characters, points."""
    bold: Final[bool]
    """Whether most of its characters are bold."""
    count: Final[int]
    """How many words it has; known while they are put away."""
    turn: Final[Literal[0, 90, 180, 270]]
    """Of its words."""
    _words: tuple[Word, ...] | None
    """None while they are put away."""
    _packed: PackedWords | None
    _start: int
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
        self.x0 = x0
        self.top = top
        self.x1 = x1
        self.bottom = bottom
        self.baseline = baseline
        self.size = size
        self.bold = bold
        self.count = len(words)
        self.turn = words[0].turn if words else 0
        self._words = words
        self._packed = None
        self._start = 0
        self._text = None

    @property
    def words(self) -> tuple[Word, ...]:
        """In reading order; where they were put away they are made again, alike but not the same."""
        words = self._words
        if words is None:
            packed = self._packed
            assert packed is not None
            words = self._words = unpack_words(packed, self._start, self._start + self.count)
        return words

    @property
    def is_packed(self) -> bool:
        """Whether its words may be let go."""
        return self._packed is not None

    def pack(self, packed: PackedWords, start: int) -> None:
        """From now on the words may be let go: those of a page from one on are its own."""
        self._packed = packed
        self._start = start

    def let_go(self) -> None:
        """Keep its words as numbers only, if they are packed, until they are asked for."""
        if self._packed is not None:
            self._words = None

    @property
    def text(self) -> str:
        """The line as printed."""
        text = self._text
        if text is None:
            text = self._text = join_words(self.words)
        return text


def words_of(lines: Iterable[Line]) -> tuple[Word, ...]:
    """The words of lines, one after the other."""
    return tuple([word for line in lines for word in line.words])


def pack_lines(lines: Iterable[Line]) -> None:
    """Keep the words of lines as numbers only, until they are asked for."""
    known = list(lines)
    if new := [line for line in known if not line.is_packed]:
        packed = pack_words(words_of(new))
        start = 0
        for line in new:
            line.pack(packed, start)
            start += line.count
    for line in known:
        line.let_go()


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


@mypyc_attr(acyclic=True)
class Block(Record):
    """A part of one page with one role. Together the blocks of a page hold each visible word exactly once."""

    __match_args__: ClassVar = (
        "kind",
        "page_number",
        "box",
        "lines",
        "own_words",
        "level",
        "item_lines",
        "region",
        "target",
        "continues",
        "reason",
        "ahead",
        "shapes",
        "count",
    )
    __slots__ = __match_args__

    kind: Final[BlockKind]
    page_number: Final[int]
    box: Final[Box]
    lines: Final[tuple[Line, ...]]
    """Empty for a table: its words are those in the region (see `words`)."""
    own_words: Final[tuple[Word, ...]]
    """Those of a table, while they are at hand; empty where the words are those of the lines."""
    level: Final[int | None]
    """Of a heading: 1 is the highest below the title; 0 the title itself."""
    item_lines: Final[tuple[tuple[Line, ...], ...]]
    """Of a list or a contents list: the lines of each item."""
    region: Final[TableRegion | None]
    """Of a table."""
    target: Final[int | None]
    """Of a caption, headnote, note or source: index (in the page's blocks) of the table or figure it belongs to."""
    continues: Final[bool]
    """Whether it carries on the last block of the same kind before it (a paragraph over a page or column break)."""
    reason: Final[str]
    """What decided the role, for `inspect`."""
    ahead: Final[bool]
    """Of a caption that ends a page: whether it names the first table of the next page."""
    shapes: Final[tuple[Rect | Rule, ...]]
    """Of a panel or figure: tiles, bars and keys of the legend drawn in it, and lines that lead to a name, as rules."""
    count: Final[int]
    """How many words it has; known while they are put away."""

    def __init__(
        self,
        kind: BlockKind,
        page_number: int,
        box: Box,
        lines: tuple[Line, ...] = (),
        own_words: tuple[Word, ...] = (),
        level: int | None = None,
        item_lines: tuple[tuple[Line, ...], ...] = (),
        region: TableRegion | None = None,
        target: int | None = None,
        continues: bool = False,
        reason: str = "",
        ahead: bool = False,
        shapes: tuple[Rect | Rule, ...] = (),
        count: int | None = None,
    ) -> None:
        self.kind = kind
        self.page_number = page_number
        self.box = box
        self.lines = lines
        self.own_words = own_words
        self.level = level
        self.item_lines = item_lines
        self.region = region
        self.target = target
        self.continues = continues
        self.reason = reason
        self.ahead = ahead
        self.shapes = shapes
        self.count = count if count is not None else len(own_words) or sum([line.count for line in lines])

    @property
    def words(self) -> tuple[Word, ...]:
        """All words of the block in reading order."""
        return self.own_words or words_of(self.lines)

    @property
    def items(self) -> tuple[tuple[Word, ...], ...]:
        """Of a list or a contents list: the words of each item, bullet or number included."""
        return tuple([words_of(lines) for lines in self.item_lines])


@dataclass(frozen=True, slots=True)
class PageLayout:
    """One page taken apart."""

    page_number: int
    blocks: tuple[Block, ...]
    """In reading order."""
    turn: int = 0
    """Degrees clockwise the page was turned to stand upright before layout; boxes in the blocks are in that upright
    frame, and `geometry.turn_box(box, (360 - turn) % 360, ...)` brings them back."""

    def let_go(self) -> None:
        """Keep the words of its lines as numbers only, where they are packed."""
        for block in self.blocks:
            for line in block.lines:
                line.let_go()
