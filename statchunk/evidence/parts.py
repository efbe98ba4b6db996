"""Where a release may be parted so that what stands before can be concluded, and go, before the rest."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from statchunk.evidence.sections import Sections
from statchunk.evidence.writer import Writer
from statchunk.meaning.definitions import FoundDefinition
from statchunk.model.layout import PageLayout

_OWNED: Final = frozenset({"table", "figure", "caption", "headnote", "note", "source"})
"""Kinds of blocks that may belong to a table or figure; where one ends a page, the next page may go on with it."""

_LEAST_HALF: Final = 0.3
"""Of the pages; to fork a process for less gains little."""


def part_ends(layouts: Sequence[PageLayout], definitions: Iterable[FoundDefinition], least: int = 1) -> frozenset[int]:
    """After how many pages nothing but a table may go on: no paragraph or list, no definition, no note.

    Args:
        layouts: of all pages, in order.
        definitions: found in running text.
        least: pages between two ends.
    """
    defined = {place for found in definitions for place in found.blocks}
    spans = [(found.blocks[0][0], found.blocks[-1][0]) for found in definitions if found.blocks]
    inside = {page for first, last in spans for page in range(first, last)}
    ends: list[int] = []
    looks_back: set[str] = set()  # kinds of which a block on the pages below goes on with one above them
    for count in range(len(layouts) - 1, 0, -1):
        below, above = layouts[count], layouts[count - 1]
        for index in range(len(below.blocks) - 1, -1, -1):
            block = below.blocks[index]
            if (below.page_number, index) in defined:
                continue
            if block.kind == "heading" and block.target is None:
                looks_back.clear()
            elif block.continues:
                looks_back.add(block.kind)
            elif block.kind not in _OWNED:
                looks_back.discard(block.kind)
        if not looks_back and above.page_number not in inside and not _ends_owned(above):
            ends.append(count)
    kept: list[int] = []
    for count in reversed(ends):
        if count - (kept[-1] if kept else 0) >= least:
            kept.append(count)
    return frozenset(kept)


def halves(
    layouts: Sequence[PageLayout],
    ends: AbstractSet[int],
    definitions: Iterable[FoundDefinition],
    detached: int | None,
    writer: Writer,
) -> tuple[int, Sections] | None:
    """Where a release may be cut in two that know nothing of each other; None where nowhere near its middle.

    A page that begins with a heading of another section, and has no table that could go on from the page before.

    Args:
        layouts: of all pages, in order.
        ends: what `part_ends` gives.
        definitions: found in running text.
        detached: the page from which on no heading holds any longer.
        writer: of the document.

    Returns:
        How many pages there are in the first half, and the headings above the second.
    """
    defined = {place for found in definitions for place in found.blocks}
    sections = Sections()
    best: tuple[int, Sections] | None = None
    count = len(layouts)
    for number, layout in enumerate(layouts):
        if number > (1 - _LEAST_HALF) * count:
            break
        heading = _opening_heading(layout)
        above = sections.copy()
        if layout.page_number == detached:
            sections.leave()
        for index, block in enumerate(layout.blocks):
            if block.kind == "heading" and block.target is None and (layout.page_number, index) not in defined:
                sections.enter(1 if block.level is None else block.level, writer.text(block), layout.page_number)
                if index == heading and (
                    number in ends
                    and number >= _LEAST_HALF * count
                    and above.is_certain
                    and sections.path != above.path
                    and all(other.kind != "table" for other in layout.blocks)
                    and (best is None or abs(2 * number - count) < abs(2 * best[0] - count))
                ):
                    best = number, above
        layout.let_go()
    return best


def _opening_heading(layout: PageLayout) -> int:
    """Index of the block that a page begins with, where it is a heading; -1 where it is none."""
    for index, block in enumerate(layout.blocks):
        if block.kind != "furniture":
            return index if block.kind == "heading" else -1
    return -1


def _ends_owned(layout: PageLayout) -> bool:
    """Whether the last block of a page, furniture aside, may belong to a table or figure."""
    kinds = [block.kind for block in layout.blocks if block.kind != "furniture"]
    return bool(kinds) and kinds[-1] in _OWNED
