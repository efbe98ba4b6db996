"""Blocks, tables and facts to evidence in reading order; every word in exactly one object."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from statchunk.evidence import prose
from statchunk.evidence.attached import Attached
from statchunk.evidence.places import Frames
from statchunk.evidence.sections import Sections
from statchunk.evidence.tabular import figure_evidence, table_evidence
from statchunk.evidence.writer import Writer
from statchunk.evidence.written import Hyphens
from statchunk.geometry import intersection_area
from statchunk.model.evidence import Evidence, Observation, ReleaseFacts
from statchunk.model.layout import Block, BlockKind, PageLayout
from statchunk.model.page import Release
from statchunk.model.table import Table

_PARTS = frozenset({"caption", "headnote", "note", "source"})


@dataclass(slots=True, eq=False)
class Owner:
    """A table with all its pieces, or a figure, and what belongs to it."""

    blocks: list[Block]
    table: Table | None = None
    attached: Attached = field(default_factory=Attached)
    printed: bool = False


@dataclass(slots=True, eq=False)
class Item:
    """Blocks that become one object (notes: one block, several objects), and the headings above them."""

    kind: BlockKind
    blocks: list[Block]
    section: tuple[str, ...]
    owner: Owner | None = None


def build_evidence(
    release: Release,
    layouts: Sequence[PageLayout],
    tables: Sequence[Table],
    facts: ReleaseFacts,
    languages: Sequence[str],
) -> tuple[tuple[Evidence, ...], tuple[Observation, ...]]:
    """All evidence of a release in reading order, and the observations of its tables.

    Args:
        release: as read.
        layouts: of its pages, in order.
        tables: joined over their pages; their boxes in the frame of the layouts.
        facts: of the release.
        languages: codes, the main one first.
    """
    writer = Writer(
        document_id=release.document_id,
        frames=Frames(release.pages, layouts),
        hyphens=Hyphens(release.pages),
        languages=tuple(languages),
        reference_period=facts.reference_period.value if facts.reference_period else None,
    )
    found: list[Evidence] = []
    observations: list[Observation] = []
    for item in _items(layouts, _owners(layouts, tables), writer):
        block = item.blocks[0]
        if item.owner is not None and item.kind == "table":
            evidence, cells = table_evidence(item.owner.table, item.blocks, item.owner.attached, item.section, writer)
            found.append(evidence)
            observations.extend(cells)
        elif item.owner is not None:
            found.append(figure_evidence(block, item.owner.attached, item.section, writer))
        elif item.kind == "heading":
            found.append(prose.heading(block, item.section, writer))
        elif item.kind == "list":
            found.append(prose.listing(item.blocks, item.section, writer))
        elif item.kind == "contents":
            found.append(prose.contents(item.blocks, item.section, writer))
        elif item.kind in ("note", "source"):
            found.extend(prose.loose_notes(block, item.section, writer))
        elif item.kind == "furniture":
            found.append(prose.furniture(block, item.section, writer))
        else:
            found.append(prose.paragraph(item.blocks, item.section, writer))
    for page in release.pages:
        found.extend(prose.hidden(page, writer))
    return tuple(found), tuple(observations)


def _items(layouts: Sequence[PageLayout], owners: dict[tuple[int, int], Owner], writer: Writer) -> list[Item]:
    """Blocks put together: parts of a paragraph or list that runs on, pieces of a table, a caption alone."""
    items: list[Item] = []
    last: dict[str, Item] = {}
    sections = Sections()
    for layout in layouts:
        for index, block in enumerate(layout.blocks):
            owner = owners.get((layout.page_number, index))
            if owner is not None:
                if not owner.printed and block is owner.blocks[0]:
                    owner.printed = True
                    items.append(Item(owner.blocks[0].kind, owner.blocks, sections.path, owner))
                continue
            if block.kind == "heading":
                level = 1 if block.level is None else block.level
                items.append(Item("heading", [block], sections.enter(level, writer.text(block))))
                last.clear()
                continue
            if block.kind == "caption":
                alone = Owner([block], printed=True)
                alone.attached.add(block)
                items.append(Item("figure", [block], sections.path, alone))
                continue
            before = last.get(block.kind)
            if block.continues and before is not None:
                before.blocks.append(block)
                continue
            items.append(Item(block.kind, [block], sections.path))
            last[block.kind] = items[-1]
    return items


def _owners(layouts: Sequence[PageLayout], tables: Sequence[Table]) -> dict[tuple[int, int], Owner]:
    """The owner of each table and figure block and of what is attached to it, by page number and index."""
    owners: dict[tuple[int, int], Owner] = {}
    by_table: dict[int, Owner] = {}
    for layout in layouts:
        for index, block in enumerate(layout.blocks):
            if block.kind == "figure":
                owners[layout.page_number, index] = Owner([block])
            elif block.kind == "table":
                number = _table_of(block, tables)
                owner = by_table.get(number) if number is not None else None
                if owner is None:
                    owner = Owner([], None if number is None else tables[number])
                    if number is not None:
                        by_table[number] = owner
                owner.blocks.append(block)
                owners[layout.page_number, index] = owner
    for layout in layouts:
        for index, block in enumerate(layout.blocks):
            if block.kind in _PARTS and block.target is not None:
                owner = owners.get((layout.page_number, block.target))
                if owner is not None:
                    owner.attached.add(block)
                    owners[layout.page_number, index] = owner
    return owners


def _table_of(block: Block, tables: Sequence[Table]) -> int | None:
    """Which table has a piece where the block stands."""
    best, most = None, 0.0
    for number, table in enumerate(tables):
        for page, box in table.regions:
            if page == block.page_number:
                area = intersection_area(block.box, box)
                if area > most:
                    best, most = number, area
    return best
