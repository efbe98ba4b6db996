"""Blocks put together before they become evidence: what belongs to what, and what runs on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Final, Literal

from statchunk.box import Box
from statchunk.evidence.attached import Attached, follows, note_mark, split_notes
from statchunk.evidence.continued import Repeated, part_repeated
from statchunk.evidence.sections import Sections
from statchunk.evidence.writer import Writer
from statchunk.geometry import intersection_area
from statchunk.meaning.definitions import FoundDefinition
from statchunk.model.evidence import WordRef
from statchunk.model.layout import Block, BlockKind, PageLayout
from statchunk.model.table import Table

_PARTS: Final = frozenset({"caption", "headnote", "note", "source"})
Place = tuple[int, int]
"""Page number, and index of a block on its page."""


@dataclass(slots=True, eq=False)
class Owner:
    """A table with all its pieces, or a figure, and what belongs to it."""

    blocks: list[Block]
    table: Table | None = None
    attached: Attached = field(default_factory=Attached)
    """What is said of it for the first time, once `find_owners` is done."""
    again: dict[int, Repeated] = field(default_factory=dict)
    """By page, what is said again."""

    @property
    def said_again(self) -> frozenset[WordRef]:
        """The words of title lines in the first rows of later pages: they are no part of the whole table."""
        return frozenset(ref for repeated in self.again.values() for ref in repeated.title_words)


@dataclass(slots=True, eq=False)
class Item:
    """Blocks that become one object (notes: one block, several objects), and the headings above them."""

    kind: BlockKind | Literal["definition"]
    blocks: list[Block]
    section: tuple[str, ...]
    owner: Owner | None = None
    definition: FoundDefinition | None = None
    again: Repeated | None = None
    """What a page prints again of a table that goes on there; the item is no table of its own."""


def arrange(
    layouts: Sequence[PageLayout],
    owners: dict[Place, Owner],
    defining: Mapping[Place, FoundDefinition],
    sections: Sections,
    detached: int | None,
    writer: Writer,
) -> list[Item]:
    """Blocks in reading order: parts of a paragraph or list that runs on are one item, as are pieces of a table.

    Args:
        layouts: of the pages of a part, in order.
        owners: of tables, figures and their parts, from `find_owners`.
        defining: definitions found in running text, by the places of their blocks.
        sections: the headings above the first page; afterwards those above the page after the last.
        detached: the page from which on no heading holds any longer, from `detached_page`.
        writer: of the document.
    """
    items: list[Item] = []
    last: dict[str, Item] = {}  # by kind, since the last heading
    repeating = {owner: set(owner.again) for owner in owners.values() if owner.again}
    for layout in layouts:
        if layout.page_number == detached:
            sections.leave()
            last.clear()
        for index, block in enumerate(layout.blocks):
            place = (layout.page_number, index)
            owner = owners.get(place)
            found = defining.get(place)
            if owner is not None:
                if block is owner.blocks[0]:
                    sections.part_from_leads(layout.page_number)
                    items.append(Item(block.kind, owner.blocks, sections.path, owner))
                elif block.page_number in repeating.get(owner, ()):
                    repeating[owner].remove(block.page_number)
                    again = owner.again[block.page_number]
                    items.append(Item("table", [block], sections.path, owner, again=again))
            elif block.kind == "heading" and found is None:
                level = 1 if block.level is None else block.level
                if block.target is not None:  # it heads the notes of a table or figure, not what follows them
                    items.append(Item("heading", [block], sections.path))
                    continue
                above = sections.enter(level, writer.text(block), layout.page_number)
                items.append(Item("heading", [block], above))
                last.clear()
            elif found is not None:
                if place == found.blocks[0]:
                    items.append(Item("definition", [block], sections.path, definition=found))
                    last = {"definition": items[-1]}
                else:
                    last["definition"].blocks.append(block)
            elif block.continues and block.kind in last:
                last[block.kind].blocks.append(block)
            else:
                items.append(Item(block.kind, [block], sections.path))
                last[block.kind] = items[-1]
    return items


def find_owners(layouts: Sequence[PageLayout], tables: Sequence[Table], writer: Writer) -> dict[Place, Owner]:
    """The owner of each table and figure and of what is attached to it; a caption alone owns itself.

    Args:
        layouts: of the pages of a part, in order.
        tables: on these pages, joined over them; their boxes in the frame of the layouts.
        writer: of the document.
    """
    owners: dict[Place, Owner] = {}
    by_table: dict[int, Owner] = {}
    pieces: dict[int, list[tuple[int, Box]]] = {}  # by page
    for number, table in enumerate(tables):
        for page, box in table.regions:
            pieces.setdefault(page, []).append((number, box))
    for layout in layouts:
        for index, block in enumerate(layout.blocks):
            if block.kind == "figure":
                owners[layout.page_number, index] = Owner([block])
            elif block.kind == "table":
                found = _table_of(block, pieces.get(block.page_number, ()))
                owner = by_table.get(found) if found is not None else None
                if owner is None:
                    owner = Owner([], None if found is None else tables[found])
                    if found is not None:
                        by_table[found] = owner
                owner.blocks.append(block)
                owners[layout.page_number, index] = owner
    last: Owner | None = None  # the one whose table or notes end the page above
    for layout, following in zip_longest(layouts, layouts[1:]):
        above, last = last, None
        for index, block in enumerate(layout.blocks):
            if block.kind == "furniture":
                continue
            owner = owners.get((layout.page_number, index))
            if block.kind in _PARTS:
                owner = owners.get((layout.page_number, block.target)) if block.target is not None else None
                if block.ahead and following is not None:
                    owner = _first_table(following, owners)
                if owner is None and block.kind == "caption":
                    owner = Owner([block])
                if owner is None and above is not None and (last is above or _goes_on(above.attached.notes, block)):
                    owner = above
                if owner is not None:
                    owner.attached.add(block)
                    owners[layout.page_number, index] = owner
            last = owner
            above = above if owner is above else None
    for owner in by_table.values():
        owner.attached, owner.again = part_repeated(owner.attached, owner.table, owner.blocks, writer)
    return owners


def _first_table(layout: PageLayout, owners: Mapping[Place, Owner]) -> Owner | None:
    """The owner of the first table of a page."""
    at = next((index for index, block in enumerate(layout.blocks) if block.kind == "table"), None)
    return owners.get((layout.page_number, at)) if at is not None else None


def _goes_on(notes: Sequence[Block], block: Block) -> bool:
    """Whether the notes in a block at the head of a page are numbered on from those that end the page above."""
    if block.kind != "note" or not notes:
        return False
    before = note_mark(split_notes(notes[-1])[-1][0])
    return bool(before) and follows(note_mark(block.lines[0]), before)


def _table_of(block: Block, pieces: Iterable[tuple[int, Box]]) -> int | None:
    """Which table has a piece where the block stands, by the tables' numbers and the boxes of their pieces there."""
    best, most = None, 0.0
    for number, box in pieces:
        area = intersection_area(block.box, box)
        if area > most:
            best, most = number, area
    return best
