"""Blocks of running text to evidence: headings, paragraphs, lists, contents, loose notes, furniture."""

from collections.abc import Iterable, Sequence

from statchunk.evidence.attached import split_notes
from statchunk.evidence.places import evidence_id, merged, references
from statchunk.evidence.writer import Writer
from statchunk.evidence.written import join_lines, line_text, written
from statchunk.geometry import bounding_box
from statchunk.meaning.notes import parse_note
from statchunk.model.evidence import Contents, Furniture, Heading, ListEvidence, NoteEvidence, Paragraph
from statchunk.model.layout import Block
from statchunk.model.page import Page, Word
from statchunk.tables.labels import lines_of
from statchunk.text import one_space


def heading(block: Block, section: tuple[str, ...], writer: Writer) -> Heading:
    """A heading; its section is the path above it."""
    text = writer.text(block)
    region = writer.frames.region(block.page_number, block.box)
    return Heading(
        id=evidence_id(writer.document_id, "heading", region.page, region.bbox, text),
        document_id=writer.document_id,
        page=region.page,
        regions=(region,),
        section=section,
        text=text,
        level=1 if block.level is None else block.level,
        words=references(block.page_number, block.words),
    )


def paragraph(blocks: Sequence[Block], section: tuple[str, ...], writer: Writer) -> Paragraph:
    """A paragraph, put together from its parts on several pages or columns."""
    regions = tuple(writer.frames.region(block.page_number, block.box) for block in blocks)
    lines = (line_text(line) for block in blocks for line in block.lines)
    text = one_space(join_lines(lines, writer.hyphens))
    return Paragraph(
        id=evidence_id(writer.document_id, "paragraph", regions[0].page, regions[0].bbox, text),
        document_id=writer.document_id,
        page=regions[0].page,
        regions=regions,
        section=section,
        text=text,
        words=tuple(ref for block in blocks for ref in references(block.page_number, block.words)),
    )


def listing(blocks: Sequence[Block], section: tuple[str, ...], writer: Writer) -> ListEvidence:
    """A list, put together from its parts."""
    items = items_of(blocks, writer)
    regions = tuple(writer.frames.region(block.page_number, block.box) for block in blocks)
    text = "\n".join(items)
    return ListEvidence(
        id=evidence_id(writer.document_id, "list", regions[0].page, regions[0].bbox, text),
        document_id=writer.document_id,
        page=regions[0].page,
        regions=regions,
        section=section,
        text=text,
        items=items,
        words=tuple(ref for block in blocks for ref in references(block.page_number, block.words)),
    )


def contents(blocks: Sequence[Block], section: tuple[str, ...], writer: Writer) -> Contents:
    """A contents list, put together from its parts."""
    items = items_of(blocks, writer)
    regions = tuple(writer.frames.region(block.page_number, block.box) for block in blocks)
    text = "\n".join(items)
    return Contents(
        id=evidence_id(writer.document_id, "contents", regions[0].page, regions[0].bbox, text),
        document_id=writer.document_id,
        page=regions[0].page,
        regions=regions,
        section=section,
        text=text,
        items=items,
        words=tuple(ref for block in blocks for ref in references(block.page_number, block.words)),
    )


def items_of(blocks: Sequence[Block], writer: Writer) -> tuple[str, ...]:
    """The items of a list or a contents list; its lines where it has none."""
    items: list[str] = []
    for block in blocks:
        groups: Iterable[Sequence[Word]] = block.items or tuple(line.words for line in block.lines)
        for words in groups:
            text = writer.words_text(words)
            if text:
                items.append(text)
    return tuple(items)


def loose_notes(block: Block, section: tuple[str, ...], writer: Writer) -> list[NoteEvidence]:
    """Notes or a source line that belong to no table or figure, one object each."""
    found = []
    for lines in [block.lines] if block.kind == "source" else split_notes(block):
        text = writer.lines_text(lines)
        mark = None if block.kind == "source" else parse_note(text)[0]
        region = writer.frames.region(block.page_number, bounding_box(lines))
        found.append(
            NoteEvidence(
                id=evidence_id(writer.document_id, "note", region.page, region.bbox, text),
                document_id=writer.document_id,
                page=region.page,
                regions=(region,),
                section=section,
                text=text,
                note_kind="source" if block.kind == "source" else "reference" if mark else "general",
                mark=mark,
                words=references(block.page_number, (word for line in lines for word in line.words)),
            )
        )
    return found


def furniture(block: Block, section: tuple[str, ...], writer: Writer) -> Furniture:
    """Running heads and feet, page numbers."""
    text = writer.lines(block) if block.lines else written(block.words)
    region = writer.frames.region(block.page_number, block.box)
    return Furniture(
        id=evidence_id(writer.document_id, "furniture", region.page, region.bbox, text),
        document_id=writer.document_id,
        page=region.page,
        regions=(region,),
        section=section,
        text=text,
        words=references(block.page_number, block.words),
    )


def hidden(page: Page, writer: Writer) -> list[Furniture]:
    """Text that nobody can see, one object for each reason."""
    by_reason: dict[str, list[Word]] = {}
    for word in page.hidden_words:
        by_reason.setdefault(word.hidden, []).append(word)
    found = []
    for reason, words in by_reason.items():
        text = "\n".join(written(line) for line in lines_of(words))
        region = merged(writer.frames.region(page.number, word) for word in words)[0]
        found.append(
            Furniture(
                id=evidence_id(writer.document_id, f"hidden-{reason}", page.number, region.bbox, text),
                document_id=writer.document_id,
                page=page.number,
                regions=(region,),
                text=text,
                words=references(page.number, words),
                hidden=reason,
            )
        )
    return found
