"""The headings above a place."""

from collections.abc import Sequence
from typing import Final

from statchunk.evidence.writer import Writer
from statchunk.layout.markers import label as read_label
from statchunk.layout.markers import table_mentions
from statchunk.model.layout import Block, PageLayout

_RUNNING: Final = 20  # words; shorter texts on a page of tables are labels and remarks, not prose
_REMARKS: Final = 0.2  # of the words of its tables and figures: longer remarks than this make a page of text


class Sections:
    """Follows the headings in reading order."""

    def __init__(self) -> None:
        """Begin outside any heading."""
        self._stack: list[tuple[int, str]] = []
        self._page = 0  # of the innermost heading

    @property
    def path(self) -> tuple[str, ...]:
        """Headings above the present place, outermost first; the title of the release is none."""
        return tuple(text for _, text in self._stack)

    def enter(self, level: int, text: str, page: int = 0) -> tuple[str, ...]:
        """Pass a heading.

        Args:
            level: 1 is the highest below the title; 0 is the title.
            text: as printed.
            page: where it stands.

        Returns:
            The path above that heading.
        """
        while self._stack and self._stack[-1][0] >= level:
            self._stack.pop()
        above = self.path
        if level > 0:
            self._stack.append((level, text))
            self._page = page
        return above

    @property
    def is_certain(self) -> bool:
        """Whether the headings are the same whatever tables and figures were passed (see `part_from_leads`)."""
        return all(text[-1:] != ":" for _, text in self._stack)

    def copy(self) -> "Sections":
        """The headings above the present place, followed on their own from here."""
        other = Sections()
        other._stack, other._page = list(self._stack), self._page
        return other

    def part_from_leads(self, page: int) -> None:
        """Pass a table or figure: a heading that ends in a colon leads to lines under it, to none on a later page."""
        while self._stack and self._stack[-1][1][-1:] == ":" and self._page < page:
            self._stack.pop()

    def leave(self) -> None:
        """Pass to a part that no heading heads."""
        self._stack.clear()


def detached_page(layouts: Sequence[PageLayout], writer: Writer) -> int | None:
    """The page from which on tables fill a release to its end and the last heading of its text is none of theirs.

    Detailed tables are bound behind the text, each with its title. They belong to the last section only if its heading
    stands right over them, or if the section has or names a table.

    Args:
        layouts: of all pages, in order.
        writer: of the document.
    """
    first = len(layouts)
    while first and _is_of_tables(layouts[first - 1].blocks):
        first -= 1
    while first < len(layouts) and not any(block.kind == "table" for block in layouts[first].blocks):
        first += 1
    captions = [block for layout in layouts[first:] for block in layout.blocks if block.kind == "caption"]
    if not captions:
        return None
    section: list[Block] = []
    for layout in layouts[:first]:
        for block in layout.blocks:
            if _is_heading(block):
                section = []
            elif block.kind != "furniture":
                section.append(block)
    if not section or any(block.kind in ("table", "caption") for block in section):
        return None
    label = read_label(writer.text(captions[0]))
    text = " ".join(writer.text(block) for block in section)
    return None if _names(text, label.text if label else "") else layouts[first].page_number


def _is_heading(block: Block) -> bool:
    return block.kind == "heading" and block.target is None


def _is_of_tables(blocks: Sequence[Block]) -> bool:
    """Whether tables and figures with their notes fill a page, without a heading or running text."""
    if any(_is_heading(block) or block.kind in ("list", "panel", "contents") for block in blocks):
        return False
    running = sum(block.count for block in blocks if block.kind == "paragraph" and block.count > _RUNNING)
    return running <= _REMARKS * sum(block.count for block in blocks if block.kind in ("table", "figure"))


def _names(text: str, label: str) -> bool:
    """Whether a text speaks of the table with a label; of a table without saying which, where it has no label."""
    named = table_mentions(text)
    if not label:
        return bool(named)
    return any(one is not None and one.text.split()[-1] == label.split()[-1] for one in named)
