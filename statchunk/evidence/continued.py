"""What a page prints again of a table that goes on there: its caption, headnote, notes and source."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from statchunk.box import Box
from statchunk.evidence.attached import Attached, read_caption, read_notes, source_text
from statchunk.evidence.places import evidence_id, merged, references
from statchunk.evidence.writer import Writer
from statchunk.evidence.written import join_lines, written
from statchunk.model.evidence import TableEvidence, WordRef
from statchunk.model.layout import Block
from statchunk.model.table import Label, Table
from statchunk.tables.labels import lines_of
from statchunk.text import squash


@dataclass(slots=True)
class Repeated:
    """The parts of a table that one later page prints again."""

    attached: Attached = field(default_factory=Attached)
    titles: list[Label] = field(default_factory=list)
    """Title lines that stand in the first rows of the table on that page."""

    @property
    def title_words(self) -> set[WordRef]:
        """The words of the title lines."""
        return {WordRef(title.page_number, word.order) for title in self.titles for word in title.words}


def part_repeated(
    attached: Attached, table: Table | None, blocks: Sequence[Block], writer: Writer
) -> tuple[Attached, dict[int, Repeated]]:
    """What is said of a table for the first time, and by page what is said again where the caption is printed again.

    Args:
        attached: captions, headnotes, notes and sources over all pages.
        table: which may hold title lines in its first rows.
        blocks: the pieces of the table, in order.
        writer: of the document.
    """
    titles = table.titles if table is not None else ()
    first = read_caption(attached.captions, titles).page
    pieces = {block.page_number for block in blocks}
    again: dict[int, Repeated] = {}
    if first is None:
        return attached, again
    for block in attached.captions:
        if block.page_number > first and block.page_number in pieces:
            again.setdefault(block.page_number, Repeated()).attached.add(block)
    for title in titles:
        if title.page_number > first:
            again.setdefault(title.page_number, Repeated()).titles.append(title)
    if not again:
        return attached, again
    own = Attached(captions=[block for block in attached.captions if block.page_number not in again])
    said: set[str] = set()
    for block in sorted((*attached.headnotes, *attached.notes, *attached.sources), key=lambda one: one.page_number):
        text = squash(writer.text(block))
        home = again.get(block.page_number) if text in said else None
        (own if home is None else home.attached).add(block)
        said.add(text)
    return own, again


def continuation(repeated: Repeated, whole: TableEvidence, section: tuple[str, ...], writer: Writer) -> TableEvidence:
    """The object of a page on which the caption of a table is printed again; its cells are in the whole table.

    Args:
        repeated: what it prints again.
        whole: the table.
        section: headings above it.
        writer: of the document.
    """
    attached, titles = repeated.attached, repeated.titles
    caption = read_caption(attached.captions, titles)
    title = join_lines(caption.lines, writer.hyphens)
    lines = [writer.lines(block) for block in attached.captions]
    lines += [written(line) for label in titles for line in lines_of(label.words)]
    lines += [writer.lines(block) for block in (*attached.headnotes, *attached.notes, *attached.sources)]
    text = "\n".join(line for line in lines if line)
    places: list[tuple[int, Box]] = [(block.page_number, block.box) for block in attached.captions]
    places += [(label.page_number, label.box) for label in titles]
    rest = [*attached.headnotes, *attached.notes, *attached.sources]
    regions = [writer.frames.region(number, box) for number, box in places]
    regions = [*merged(regions), *(writer.frames.region(block.page_number, block.box) for block in rest)]
    return TableEvidence(
        id=evidence_id(writer.document_id, "table", regions[0].page, regions[0].bbox, text),
        document_id=writer.document_id,
        page=regions[0].page,
        regions=tuple(regions),
        section=section,
        text=text,
        continues=whole.id,
        label=caption.label,
        caption=title or None,
        caption_page=regions[0].page,
        headnote=" ".join(writer.text(block) for block in attached.headnotes) or None,
        columns=(),
        rows=(),
        cells=(),
        notes=read_notes(attached.notes, None, writer),
        source=source_text(attached.sources, None, writer),
        words=(
            *(ref for block in attached.blocks for ref in references(block.page_number, block.words)),
            *sorted(repeated.title_words),
        ),
    )
