"""Words, blocks and releases made by hand."""

from collections.abc import Sequence
from typing import Literal

from statchunk.evidence.places import Frames
from statchunk.evidence.writer import Writer
from statchunk.evidence.written import Hyphens
from statchunk.geometry import bounding_box
from statchunk.layout.lines import make_line
from statchunk.model.layout import Block, BlockKind, Line, PageLayout
from statchunk.model.page import Page, Release, Style, Word


def word(
    text: str,
    x: float,
    baseline: float,
    order: int,
    *,
    size: float = 10.0,
    rise: Literal[-1, 0, 1] = 0,
    glued: bool = False,
) -> Word:
    style = Style("Helvetica", size, False, False, 0)
    width = 0.5 * size * len(text)
    return Word(
        text,
        x,
        baseline - 0.8 * size,
        x + width,
        baseline + 0.2 * size,
        baseline,
        style,
        0,
        rise,
        glued,
        "",
        order,
        0,
    )


class Setter:
    """Sets lines on one page and counts their words."""

    def __init__(self, number: int = 1) -> None:
        self.number = number
        self.words: list[Word] = []

    def line(self, text: str, x: float, baseline: float, *, size: float = 10.0) -> Line:
        words = []
        for part in text.split():
            raised = part.startswith("^")
            part = part.removeprefix("^")
            set_word = word(part, x, baseline, len(self.words), size=size, rise=1 if raised else 0, glued=raised)
            self.words.append(set_word)
            words.append(set_word)
            x = set_word.x1 + 0.25 * size
        return make_line(words)

    def page(self) -> Page:
        return Page(self.number, 595.0, 842.0, words=tuple(self.words))


def block(kind: BlockKind, lines: Sequence[Line], page: int = 1, **more: object) -> Block:
    words = tuple(word for line in lines for word in line.words)
    return Block(kind, page, bounding_box(lines), tuple(lines), words, **more)  # type: ignore[arg-type]


def release(*pages: Page) -> Release:
    return Release("release.pdf", "d", "0", pages)


def writer(*pages: Page, layouts: Sequence[PageLayout] = ()) -> Writer:
    return Writer(
        "d", Frames(pages, layouts), Hyphens({word.text for page in pages for word in page.words}), ("en",), None
    )
