"""Blocks of running text to evidence: headings, paragraphs, lists, contents, loose notes, furniture."""

from collections.abc import Iterable, Sequence

from statchunk.evidence.attached import split_notes
from statchunk.evidence.places import Frames, evidence_id, merged, references
from statchunk.evidence.written import Hyphens, join_lines, line_text, written
from statchunk.geometry import bounding_box
from statchunk.model.evidence import Contents, Furniture, Heading, ListEvidence, NoteEvidence, Paragraph
from statchunk.model.layout import Block
from statchunk.model.page import Page, Word
from statchunk.tables.labels import lines_of
from statchunk.text import one_space


class Writer:
    """Makes evidence of blocks of one document."""

    def __init__(self, document_id: str, frames: Frames, hyphens: Hyphens) -> None:
        """Remember what every object needs.

        Args:
            document_id: of the release.
            frames: for places as displayed.
            hyphens: undoes hyphens at line ends.
        """
        self.document_id = document_id
        self.frames = frames
        self.hyphens = hyphens

    def text(self, block: Block) -> str:
        """The lines of a block as one text."""
        return one_space(join_lines((line_text(line) for line in block.lines), self.hyphens))

    def lines(self, block: Block) -> str:
        """The lines of a block with their breaks."""
        return "\n".join(text for line in block.lines if (text := line_text(line)))

    def heading(self, block: Block, section: tuple[str, ...]) -> Heading:
        """A heading; its section is the path above it."""
        text = self.text(block)
        region = self.frames.region(block.page_number, block.box)
        return Heading(
            id=evidence_id(self.document_id, "heading", region.page, region.bbox, text),
            document_id=self.document_id,
            page=region.page,
            regions=(region,),
            section=section,
            text=text,
            level=1 if block.level is None else block.level,
            words=references(block.page_number, block.words),
        )

    def paragraph(self, blocks: Sequence[Block], section: tuple[str, ...]) -> Paragraph:
        """A paragraph, put together from its parts on several pages or columns."""
        regions = tuple(self.frames.region(block.page_number, block.box) for block in blocks)
        lines = (line_text(line) for block in blocks for line in block.lines)
        text = one_space(join_lines(lines, self.hyphens))
        return Paragraph(
            id=evidence_id(self.document_id, "paragraph", regions[0].page, regions[0].bbox, text),
            document_id=self.document_id,
            page=regions[0].page,
            regions=regions,
            section=section,
            text=text,
            words=tuple(ref for block in blocks for ref in references(block.page_number, block.words)),
        )

    def listing(self, blocks: Sequence[Block], section: tuple[str, ...]) -> ListEvidence:
        """A list, put together from its parts."""
        items = self._items(blocks)
        regions = tuple(self.frames.region(block.page_number, block.box) for block in blocks)
        text = "\n".join(items)
        return ListEvidence(
            id=evidence_id(self.document_id, "list", regions[0].page, regions[0].bbox, text),
            document_id=self.document_id,
            page=regions[0].page,
            regions=regions,
            section=section,
            text=text,
            items=items,
            words=tuple(ref for block in blocks for ref in references(block.page_number, block.words)),
        )

    def contents(self, blocks: Sequence[Block], section: tuple[str, ...]) -> Contents:
        """A contents list, put together from its parts."""
        items = self._items(blocks)
        regions = tuple(self.frames.region(block.page_number, block.box) for block in blocks)
        text = "\n".join(items)
        return Contents(
            id=evidence_id(self.document_id, "contents", regions[0].page, regions[0].bbox, text),
            document_id=self.document_id,
            page=regions[0].page,
            regions=regions,
            section=section,
            text=text,
            items=items,
            words=tuple(ref for block in blocks for ref in references(block.page_number, block.words)),
        )

    def _items(self, blocks: Sequence[Block]) -> tuple[str, ...]:
        items: list[str] = []
        for block in blocks:
            groups: Iterable[Sequence[Word]] = block.items or tuple(line.words for line in block.lines)
            for words in groups:
                text = one_space(join_lines((written(line) for line in lines_of(words)), self.hyphens))
                if text:
                    items.append(text)
        return tuple(items)

    def notes(self, block: Block, section: tuple[str, ...]) -> list[NoteEvidence]:
        """Notes or a source line that belong to no table or figure, one object each."""
        if block.kind == "source":
            parts: list[tuple[str | None, tuple[Word, ...]]] = [(None, block.words)]
        else:
            parts = [(mark, words) for mark, _, words in split_notes(block, self.hyphens)]
        found = []
        for mark, words in parts:
            text = one_space(join_lines((written(line) for line in lines_of(words)), self.hyphens))
            region = self.frames.region(block.page_number, bounding_box(words))
            found.append(
                NoteEvidence(
                    id=evidence_id(self.document_id, "note", region.page, region.bbox, text),
                    document_id=self.document_id,
                    page=region.page,
                    regions=(region,),
                    section=section,
                    text=text,
                    note_kind="source" if block.kind == "source" else "reference" if mark else "general",
                    mark=mark,
                    words=references(block.page_number, words),
                )
            )
        return found

    def furniture(self, block: Block, section: tuple[str, ...]) -> Furniture:
        """Running heads and feet, page numbers."""
        text = self.lines(block) if block.lines else written(block.words)
        region = self.frames.region(block.page_number, block.box)
        return Furniture(
            id=evidence_id(self.document_id, "furniture", region.page, region.bbox, text),
            document_id=self.document_id,
            page=region.page,
            regions=(region,),
            section=section,
            text=text,
            words=references(block.page_number, block.words),
        )

    def hidden(self, page: Page) -> list[Furniture]:
        """Text that nobody can see, one object for each reason."""
        by_reason: dict[str, list[Word]] = {}
        for word in page.hidden_words:
            by_reason.setdefault(word.hidden, []).append(word)
        found = []
        for reason, words in by_reason.items():
            text = "\n".join(written(line) for line in lines_of(words))
            region = merged(self.frames.region(page.number, word) for word in words)[0]
            found.append(
                Furniture(
                    id=evidence_id(self.document_id, f"hidden-{reason}", page.number, region.bbox, text),
                    document_id=self.document_id,
                    page=page.number,
                    regions=(region,),
                    text=text,
                    words=references(page.number, words),
                    hidden=reason,
                )
            )
        return found
