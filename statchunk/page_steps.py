"""The steps that look at one page alone, and what is known of the pages when all are laid out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from statchunk.layout import PartedPage, find_lines, lay_out, part_page, upright
from statchunk.model.layout import Block, Line, PageLayout, TableRegion
from statchunk.model.page import OutlineItem, Page
from statchunk.settings import Settings
from statchunk.tables.read import lines_of_tables
from statchunk.tables.regions import find_regions
from statchunk.tables.rows import PageRows, page_rows

_T = TypeVar("_T")
_ROWS_HELD = 100
"""Pages whose words stay cut into rows until tables are read; on later ones they are cut again, a hundredth of the time
of a file and 0.05 MB a page less."""
_NO_ROWS = PageRows([], [], {})
"""Of a page without tables, or one of many."""


class PageSteps:
    """The steps that look at one page alone, each page through all of them while its words are in the cache."""

    def __init__(self, settings: Settings, whole: int | None = None) -> None:
        """No page is taken yet.

        Args:
            settings: of the steps.
            whole: pages whose words stay as they are; those of later ones are put away. All, and all lines, where None.
        """
        self.settings, self._whole = settings, whole
        self.parted: list[PartedPage] = []
        self.turns: list[int] = []
        self.lines: list[tuple[Line, ...]] = []
        """Of each page, where words stay as they are."""
        self.table_lines: list[tuple[Line, ...]] = []
        """Of each page those by which its tables are read."""
        self.rows: list[PageRows] = []
        self.texts: set[str] = set()
        """What the words say, each once."""

    def take(self, read_page: Page) -> Page:
        """A page as read; what the evidence of the page needs of it beside its blocks and tables."""
        settings = self.settings
        page, turn = upright(read_page)
        lines, rows = find_lines(page, settings.layout), page_rows(page, settings.tables)
        regions = find_regions(page, lines, settings.tables, cut=rows)
        part = part_page(page, lines, regions, settings.layout)
        self.texts.update([word.text for word in page.words])
        self.rows.append(rows if regions and len(self.rows) < _ROWS_HELD else _NO_ROWS)
        self.table_lines.append(lines_of_tables(lines, part.tables, part.inside()))
        if self._whole is None:
            self.lines.append(lines)
        elif len(self.parted) >= self._whole:
            part.put_away(self.table_lines[-1])
        self.parted.append(part)
        self.turns.append(turn)
        return without_content(read_page)


@dataclass(slots=True)
class LaidOut:
    """What is known of each page when all are laid out."""

    layouts: list[PageLayout]
    regions: list[tuple[TableRegion, ...]]
    captions: list[tuple[str | None, ...]]


def lay_out_pages(steps: PageSteps, outline: Sequence[OutlineItem]) -> LaidOut:
    """All pages laid out, with their tables' regions and the captions of these.

    Args:
        steps: that took the pages.
        outline: the bookmarks of the file.
    """
    layouts = [
        replace(layout, turn=turn) if turn else layout
        for layout, turn in zip(lay_out(steps.parted, outline, steps.settings.layout), steps.turns, strict=True)
    ]
    # layout drops regions that are the axis labels of a chart or tiles of key figures
    kept = [tuple(block.region for block in layout.blocks if block.region is not None) for layout in layouts]
    captions = [tuple(_caption(layout, region) for region in own) for layout, own in zip(layouts, kept, strict=True)]
    for n, layout in enumerate(layouts[:-1]):
        ahead = next((block for block in layout.blocks if block.ahead), None)
        if ahead is not None and captions[n + 1] and captions[n + 1][0] is None:
            captions[n + 1] = (_text(ahead), *captions[n + 1][1:])
    return LaidOut(layouts, kept, captions)


def without_content(page: Page) -> Page:
    """What the evidence of a page needs of it beside its blocks and tables."""
    return Page(page.number, page.width, page.height, hidden_words=page.hidden_words, warnings=page.warnings)


def drained(items: list[_T]) -> Iterator[_T]:
    """The items one by one, none of which the list holds any longer."""
    items.reverse()
    while items:
        yield items.pop()


def _caption(layout: PageLayout, region: TableRegion) -> str | None:
    """The caption that layout found for a table region."""
    blocks = layout.blocks
    own = next((index for index, block in enumerate(blocks) if block.region == region), None)
    texts = [_text(block) for block in blocks if block.kind == "caption" and block.target == own]
    return " ".join(texts) if own is not None and texts else None


def _text(block: Block) -> str:
    return " ".join([line.text for line in block.lines])
