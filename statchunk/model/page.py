"""What a reader gives: a release as pages of words, rules, rectangles, images, paths and links."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import ClassVar, Final, Literal, NamedTuple

from mypy_extensions import mypyc_attr

from statchunk.box import Box, make_box
from statchunk.record import Record

_FAR: Final = 1e9  # points; no page is as large
Hidden = Literal["", "invisible", "transparent", "white", "off-page", "clipped", "covered", "tiny"]


@mypyc_attr(acyclic=True)
class Style(Record):
    """How a word is set; one instance is shared by all words set alike on a page."""

    __match_args__: ClassVar = ("font", "size", "bold", "italic", "color")
    __slots__ = __match_args__

    font: Final[str]
    """Font name without its subset prefix."""
    size: Final[float]
    """Font size in points as displayed (text matrix included), rounded to 0.01."""
    bold: Final[bool]
    italic: Final[bool]
    color: Final[int]
    """Fill colour as 0xRRGGBB."""

    def __init__(self, font: str, size: float, bold: bool, italic: bool, color: int) -> None:
        self.font = font
        self.size = size
        self.bold = bold
        self.italic = italic
        self.color = color

    def __eq__(self, other: object) -> bool:
        """Styles are the same where all their fields are."""
        return self is other or (isinstance(other, Style) and self._key() == other._key())

    def __hash__(self) -> int:
        """Of the fields."""
        return hash(self._key())

    def _key(self) -> tuple[str, float, bool, bool, int]:
        return self.font, self.size, self.bold, self.italic, self.color


@mypyc_attr(acyclic=True)
class Word(Record):
    """A run of characters without white space, of one style, from the text layer.

    Touching figures that are separate text objects, and raised marks, are words of their own with `glued`.
    """

    __match_args__: ClassVar = (
        "text",
        "x0",
        "top",
        "x1",
        "bottom",
        "baseline",
        "style",
        "turn",
        "rise",
        "glued",
        "hidden",
        "order",
        "run",
    )
    __slots__ = __match_args__

    text: Final[str]
    """NFC, ligatures expanded; soft hyphens at a line end kept as "-"."""
    x0: Final[float]
    top: Final[float]
    x1: Final[float]
    bottom: Final[float]
    """The union of the em boxes of the characters (ascent to descent), points as displayed."""
    baseline: Final[float]
    """y of the baseline as displayed; for turn 90 and 270 its x."""
    style: Final[Style]
    turn: Final[Literal[0, 90, 180, 270]]
    """Degrees clockwise by which the glyphs are turned on the page as displayed; 0 reads left to right."""
    rise: Final[Literal[-1, 0, 1]]
    """1 superscript (smaller and higher than its neighbours), -1 subscript."""
    glued: Final[bool]
    """No white space stands between the word before it (in text layer order) and this one."""
    hidden: Final[Hidden]
    """Why a reader of the page cannot see it; empty for visible words."""
    order: Final[int]
    """Place in the order of the text layer, from 0, unique on the page."""
    run: Final[int]
    """The text object that it comes from; differs where the file drew separately."""

    def __init__(
        self,
        text: str,
        x0: float,
        top: float,
        x1: float,
        bottom: float,
        baseline: float,
        style: Style,
        turn: Literal[0, 90, 180, 270],
        rise: Literal[-1, 0, 1],
        glued: bool,
        hidden: Hidden,
        order: int,
        run: int,
    ) -> None:
        self.text = text
        self.x0 = x0
        self.top = top
        self.x1 = x1
        self.bottom = bottom
        self.baseline = baseline
        self.style = style
        self.turn = turn
        self.rise = rise
        self.glued = glued
        self.hidden = hidden
        self.order = order
        self.run = run


def join_words(words: Iterable[Word]) -> str:
    """The words as printed, one space between them, none before a glued one."""
    text = ""
    parts: list[str] = []
    for word in words:
        text = word.text
        if parts and not word.glued:
            parts.append(" ")
        parts.append(text)
    return "".join(parts) if len(parts) > 1 else text


def left_to_right(words: Sequence[Word]) -> list[Word]:
    """The words by their left edges; most stand so already, which is quicker to see than to sort."""
    before = -_FAR
    for word in words:
        if word.x0 < before:
            return sorted(words, key=_left)
        before = word.x0
    return list(words)


_left: Final = attrgetter("x0")


def by_baseline(words: Iterable[Word]) -> list[Word]:
    """The words sorted by baseline; those of one line mostly follow each other, so only their baselines are sorted."""
    levels: dict[float, list[Word]] = {}
    level: list[Word] = []
    before = -_FAR
    for word in words:
        baseline = word.baseline
        if baseline != before:
            before = baseline
            known = levels.get(baseline)
            if known is None:
                known = levels[baseline] = []
            level = known
        level.append(word)
    return [word for baseline in sorted(levels) for word in levels[baseline]]


def words_box(words: Sequence[Word]) -> Box:
    """The smallest box around words; quicker than `bounding_box`, which takes anything.

    Raises:
        ValueError: if there are none.
    """
    if not words:
        raise ValueError("no words to bound")
    word = words[0]
    x0, top, x1, bottom = word.x0, word.top, word.x1, word.bottom
    for at in range(1, len(words)):
        word = words[at]
        x0, top = min(x0, word.x0), min(top, word.top)
        x1, bottom = max(x1, word.x1), max(bottom, word.bottom)
    return make_box((x0, top, x1, bottom))


class Rule(NamedTuple):
    """A straight horizontal or vertical line, or a filled rectangle thin enough to serve as one."""

    x0: float
    top: float
    x1: float
    bottom: float
    thickness: float
    color: int

    @property
    def is_horizontal(self) -> bool:
        """Whether it runs from left to right."""
        return self.x1 - self.x0 >= self.bottom - self.top


class Rect(NamedTuple):
    """A painted rectangle that is not thin: a shaded row, a box, a bar."""

    x0: float
    top: float
    x1: float
    bottom: float
    fill: int | None
    """0xRRGGBB, None where not filled."""
    stroke: int | None
    """0xRRGGBB, None where not stroked."""


class Image(NamedTuple):
    """A raster picture placed on the page."""

    x0: float
    top: float
    x1: float
    bottom: float
    pixel_width: int
    pixel_height: int
    alt: str
    """Alternative text from the structure tags; empty where none."""


class Path(NamedTuple):
    """The box of a drawn path that is neither rule nor rectangle: curves, slanted lines, polygons."""

    x0: float
    top: float
    x1: float
    bottom: float
    fill: int | None
    stroke: int | None


class Link(NamedTuple):
    """A link annotation: to an address, or to a page of this file."""

    x0: float
    top: float
    x1: float
    bottom: float
    uri: str
    page_number: int | None


class Tag(NamedTuple):
    """A node of the structure tree that bears on this page."""

    role: str
    """H1, P, Table, Figure, ... as the role map resolves it."""
    alt: str
    words: tuple[int, ...]
    """`order` of the words that it marks itself; of a Table, TOC, Figure or Caption of all inside it; empty where not
    known."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page as displayed (its /Rotate applied)."""

    number: int
    """From 1."""
    width: float
    height: float
    words: tuple[Word, ...] = ()
    """Visible words in text layer order."""
    hidden_words: tuple[Word, ...] = ()
    """Words kept apart because nobody can see them."""
    rules: tuple[Rule, ...] = ()
    rects: tuple[Rect, ...] = ()
    images: tuple[Image, ...] = ()
    paths: tuple[Path, ...] = ()
    links: tuple[Link, ...] = ()
    tags: tuple[Tag, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def box(self) -> Box:
        """The whole page."""
        return Box(0.0, 0.0, self.width, self.height)


class PageText(NamedTuple):
    """The text of a page as an extractor prints it: line by line over the whole width, running heads and feet too."""

    number: int
    """From 1."""
    width: float
    """In points, as displayed."""
    height: float
    text: str


class OutlineItem(NamedTuple):
    """A bookmark."""

    title: str
    level: int
    """1 is the outermost."""
    page_number: int | None
    top: float | None
    """Height on the page that it points to, points from the top; None where the file gives none."""


@dataclass(frozen=True, slots=True)
class FileInformation:
    """What the file says of itself: its information dictionary and XMP, each empty where absent."""

    title: str = ""
    author: str = ""
    subject: str = ""
    keywords: str = ""
    creator: str = ""
    producer: str = ""
    created: str = ""
    """ISO 8601."""
    modified: str = ""
    """ISO 8601."""
    language: str = ""
    """BCP 47, from the catalog."""


@dataclass(frozen=True, slots=True)
class Release:
    """A file as read, before anything is understood."""

    path: str
    document_id: str
    """First 16 hex digits of the sha256 of the bytes."""
    sha256: str
    pages: tuple[Page, ...]
    information: FileInformation = FileInformation()
    outline: tuple[OutlineItem, ...] = ()
    reader: str = "pdfium"
    warnings: tuple[str, ...] = ()
