"""Where a release may be parted so that what stands before can be concluded, and go, before the rest."""

from collections.abc import Iterable, Sequence
from typing import Final

from statchunk.meaning.definitions import FoundDefinition
from statchunk.model.layout import PageLayout

_OWNED: Final = frozenset({"table", "figure", "caption", "headnote", "note", "source"})
"""Kinds of blocks that may belong to a table or figure; where one ends a page, the next page may go on with it."""


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


def _ends_owned(layout: PageLayout) -> bool:
    """Whether the last block of a page, furniture aside, may belong to a table or figure."""
    kinds = [block.kind for block in layout.blocks if block.kind != "furniture"]
    return bool(kinds) and kinds[-1] in _OWNED
