"""Words made by hand for the tests of layout."""

from collections.abc import Sequence
from typing import Literal

from statchunk.layout import find_lines, lay_out, part_page
from statchunk.model.layout import Block, TableRegion
from statchunk.model.page import Image, OutlineItem, Page, Path, Rect, Rule, Style, Word
from statchunk.settings import LayoutSettings

PLAIN = Style("Helvetica", 10.0, False, False, 0)
BOLD = Style("Helvetica-Bold", 10.0, True, False, 0)


class Sheet:
    """A page under construction: each character is half an em wide."""

    def __init__(self, width: float = 595.0, height: float = 842.0) -> None:
        self.width, self.height = width, height
        self.words: list[Word] = []
        self.rules: list[Rule] = []
        self.rects: list[Rect] = []
        self.paths: list[Path] = []
        self.images: list[Image] = []
        self.regions: list[TableRegion] = []

    def put(
        self,
        text: str,
        x: float,
        baseline: float,
        *,
        size: float = 10.0,
        bold: bool = False,
        italic: bool = False,
        space: float = 0.25,
        rise: Literal[-1, 0, 1] = 0,
        glued: bool = False,
    ) -> float:
        """Sets a text on a baseline; the words are `space` ems apart. Gives the right end."""
        style = Style("Helvetica" + ("-Bold" if bold else ""), size, bold, italic, 0)
        for part in text.split():
            end = x + 0.5 * size * len(part)
            order = len(self.words)
            self.words.append(
                Word(
                    part,
                    x,
                    baseline - 0.8 * size,
                    end,
                    baseline + 0.2 * size,
                    baseline,
                    style,
                    0,
                    rise,
                    glued,
                    "",
                    order,
                    order,
                )
            )
            x = end + space * size
        return x - space * size

    def put_lines(
        self, texts: Sequence[str], x: float, baseline: float, *, leading: float = 12.0, size: float = 10.0
    ) -> float:
        """Sets lines under one another; gives the baseline of the next one."""
        for text in texts:
            self.put(text, x, baseline, size=size)
            baseline += leading
        return baseline

    def prose(self, x: float, baseline: float, lines: int = 4, *, width: float = 300.0, size: float = 10.0) -> float:
        """Sets a paragraph of running text that fills its lines but the last; gives the baseline of the next one."""
        words = ("prices", "rose", "in", "most", "groups", "during", "the", "month", "while", "energy", "fell")
        at = 0
        for row in range(lines):
            text = ["The"] if row == 0 else []
            room = width if row < lines - 1 else 0.5 * width
            while 0.5 * size * len(" ".join([*text, words[at % 11]])) < room:
                text.append(words[at % 11])
                at += 1
            self.put(" ".join(text) + ("." if row == lines - 1 else ""), x, baseline, size=size)
            baseline += 1.2 * size
        return baseline

    def table(self, x: float, baseline: float, rows: int = 4, *, size: float = 9.0) -> float:
        """Sets a small table with its region; gives the baseline of the next line."""
        top = baseline - size
        for row in range(rows):
            self.put(("Food", "Drink", "Rent", "Fuel")[row % 4], x, baseline, size=size)
            for column in range(3):
                self.put(f"{100 + row}.{column}", x + 120 + 60 * column, baseline, size=size)
            baseline += 1.3 * size
        self.regions.append(
            TableRegion(1, x - 2, top, x + 280, baseline - size, "rule-less", 0.9, "four columns of figures")
        )
        return baseline

    def page(self, number: int = 1) -> Page:
        """The finished page."""
        return Page(
            number,
            self.width,
            self.height,
            words=tuple(self.words),
            rules=tuple(self.rules),
            rects=tuple(self.rects),
            paths=tuple(self.paths),
            images=tuple(self.images),
        )


def blocks_of(*sheets: Sheet, outline: Sequence[OutlineItem] = ()) -> list[Block]:
    """The blocks of all pages; checks that each holds every word exactly once."""
    settings = LayoutSettings()
    pages = [sheet.page(number) for number, sheet in enumerate(sheets, start=1)]
    lines = [find_lines(page, settings) for page in pages]
    regions = [
        tuple(region._replace(page_number=page.number) for region in sheet.regions)
        for page, sheet in zip(pages, sheets, strict=True)
    ]
    parted = [part_page(*page, settings) for page in zip(pages, lines, regions, strict=True)]
    layouts = lay_out(parted, outline, settings)
    for page, layout in zip(pages, layouts, strict=True):
        held = sorted(word.order for block in layout.blocks for word in block.words)
        assert [word.order for word in page.words] == held
    return [block for layout in layouts for block in layout.blocks]


def text_of(block: Block) -> str:
    """The words of a block with one space between them."""
    return " ".join(word.text for word in block.words)


def written(blocks: Sequence[Block], kind: str) -> list[str]:
    """The texts of the blocks of one kind."""
    return [text_of(block) for block in blocks if block.kind == kind]
