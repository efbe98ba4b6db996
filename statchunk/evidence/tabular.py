"""Tables, figures and panels to evidence."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from statchunk.box import PageBox
from statchunk.evidence.arrange import Item, Owner
from statchunk.evidence.attached import Attached, read_caption, read_notes, source_text, styled_split
from statchunk.evidence.introduction import introduction
from statchunk.evidence.places import evidence_id, merged, references
from statchunk.evidence.writer import Writer
from statchunk.evidence.written import join_lines, line_text, written
from statchunk.meaning.bars import pair_bars
from statchunk.meaning.context import TableContext
from statchunk.meaning.describe import describe_table
from statchunk.meaning.notes import label_and_marks
from statchunk.meaning.panels import pair_panel
from statchunk.meaning.summary import summarise
from statchunk.model.evidence import (
    Cell,
    Factsheet,
    FactsheetItem,
    Figure,
    Observation,
    TableColumn,
    TableEvidence,
    TableRow,
    WordRef,
)
from statchunk.model.layout import Block
from statchunk.model.table import Grid, Label, Table, in_order
from statchunk.model.trusted import blank_fields, trusted, varied
from statchunk.tables.labels import lines_of
from statchunk.text import squash


def printed_rows(grid: Grid, without: AbstractSet[WordRef] = frozenset()) -> list[str]:
    """The rows of a grid as printed, cells apart by a bar.

    Args:
        grid: with the words in its cells.
        without: words that are left out.
    """
    rows: list[list[str]] = []
    last = -1
    for cell in in_order(grid.cells):
        words = cell.words
        if cell.row != last:
            last = cell.row
            rows.append([])
        if without and cell.role == "title":
            words = tuple(word for word in words if WordRef(grid.page_number, word.order) not in without)
        if len(words) == 1 and words[0].rise >= 0:  # most cells by far
            rows[-1].append(words[0].text)
        elif words:
            rows[-1].append(" ".join([written(line) for line in lines_of(words)]))
    return [" | ".join(parts) for parts in rows if parts]


def printed_words(grids: Iterable[Grid]) -> dict[int, set[int]]:
    """Page number to the `order` of the words in the cells of grids."""
    held: dict[int, set[int]] = {}
    for grid in grids:
        held.setdefault(grid.page_number, set()).update(word.order for cell in grid.cells for word in cell.words)
    return held


def table_text(owner: Owner, writer: Writer) -> str:
    """All that is printed of a table, line by line: caption, headnote, rows, notes, source, each said once."""
    table, attached, said_again = owner.table, owner.attached, owner.said_again
    lines = [writer.lines(block) for block in (*attached.captions, *attached.headnotes)]
    held: dict[int, set[int]] = {}
    if table is not None:
        for grid in table.grids:
            lines.extend(printed_rows(grid, said_again))
        held = printed_words(table.grids)
    for block in owner.blocks:
        own = held.get(block.page_number, ())
        rest = [word for word in block.words if word.order not in own]
        lines.extend(written(line) for line in lines_of(rest))
    lines.extend(writer.lines(block) for block in (*attached.notes, *attached.sources))
    return "\n".join(line for line in lines if line)


def table_rows(table: Table) -> tuple[TableRow, ...]:
    """The rows as labelled."""
    return tuple(
        trusted(
            TableRow,
            {"path": _texts(axis.path), "role": axis.role, "heading": axis.heading, "marks": _marks(axis.path)},
        )
        for axis in table.rows
    )


def table_titles(table: Table) -> tuple[Label, ...]:
    """The title lines in the first rows; else the only head where it runs over the stub and all columns."""
    if table.titles or not table.columns or table.stub_head:
        return table.titles
    first = table.columns[0].path
    if len(first) != 1 or any(axis.path != first for axis in table.columns):
        return ()
    grid = table.grids[0]
    whole = [cell for cell in grid.cells if cell.words == first[0].words and cell.column == 0 and cell.row == 0]
    return first if grid.head_rows == 1 and whole and whole[0].column_end == len(grid.column_edges) - 2 else ()


def table_cells(table: Table, writer: Writer) -> tuple[Cell, ...]:
    """The body cells with their places as displayed."""
    frames = writer.frames
    blank = blank_fields(Cell)
    cells: list[Cell] = []
    for value in table.values:
        fields = blank.copy()
        fields["row"], fields["column"] = value.row, value.column
        fields["text"] = value.text
        fields["page"] = value.page_number
        fields["bbox"] = frames.displayed(value.page_number, value.box) if frames.turned else value.box
        fields["marks"] = value.marks
        cells.append(trusted(Cell, fields))
    return tuple(cells)


def _texts(path: Sequence[Label]) -> tuple[str, ...]:
    return tuple(label.text for label in path)


def _marks(path: Sequence[Label]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(mark for label in path for mark in label.marks))


def figure_evidence(block: Block, attached: Attached, section: tuple[str, ...], writer: Writer) -> Figure:
    """A chart, map or picture with the text inside it; or a caption under which nothing stands.

    Args:
        block: of kind figure, or the first caption where there is no drawing.
        attached: its caption, notes and source.
        section: headings above it.
        writer: of the document.
    """
    caption = read_caption(attached.captions)
    drawn = block.kind == "figure"
    title, subtitle = _title_and_subtitle(attached.captions, caption.lines, writer)
    labels = tuple(text for line in block.lines if (text := line_text(line))) if drawn else ()
    parts = [*attached.blocks] if drawn else [part for part in attached.blocks if part is not block]
    regions = merged(writer.frames.region(part.page_number, part.box) for part in (block, *parts))
    lines = [writer.lines(part) for part in (*attached.captions, *attached.headnotes)]
    lines.extend(labels)
    if drawn and not block.lines:
        lines.extend(written(line) for line in lines_of(block.words))
    lines.extend(writer.lines(part) for part in (*attached.notes, *attached.sources))
    text = "\n".join(line for line in lines if line)
    headnote = " ".join(writer.text(part) for part in attached.headnotes)
    held = [block, *attached.blocks] if drawn else attached.blocks
    words = tuple(ref for part in held for ref in references(part.page_number, part.words))
    place = writer.frames.region(block.page_number, block.box)
    return Figure(
        id=evidence_id(writer.document_id, "figure", place.page, place.bbox, text),
        document_id=writer.document_id,
        page=place.page,
        regions=regions,
        section=section,
        text=text,
        label=caption.label,
        caption=title,
        caption_page=caption.page,
        subtitle=" ".join(part for part in (subtitle, headnote) if part) or None,
        source=source_text(attached.sources, None, writer),
        labels=labels,
        facts=_bar_facts(block, title or (section[-1] if section else ""), writer) if drawn else (),
        notes=read_notes(attached.notes, None, writer),
        picture_of_table=caption.kind == "table",
        confidence=1.0 if drawn else 0.5,
        warnings=() if drawn else ("no drawing or table was found under this caption",),
        words=words,
    )


def _bar_facts(block: Block, statement: str, writer: Writer) -> tuple[FactsheetItem, ...]:
    return tuple(
        fact.model_copy(update={"bbox": writer.frames.displayed(fact.page, fact.bbox)})
        for fact in pair_bars(block, statement, writer.languages)
    )


def _title_and_subtitle(
    captions: Sequence[Block], lines: Sequence[str], writer: Writer
) -> tuple[str | None, str | None]:
    if not lines:
        return None, None
    printed = [line for block in captions for line in block.lines]
    at = styled_split(printed) if len(printed) == len(lines) else len(lines)
    return join_lines(lines[:at], writer.hyphens), join_lines(lines[at:], writer.hyphens) or None


def table_regions(blocks: Sequence[Block], attached: Attached, writer: Writer) -> tuple[PageBox, ...]:
    """Where a table stands with its caption, notes and source, one box a page."""
    parts = sorted((*blocks, *attached.blocks), key=lambda block: block.page_number)
    return merged(writer.frames.region(part.page_number, part.box) for part in parts)


def table_evidence(
    items: Sequence[Item], at: int, owner: Owner, writer: Writer
) -> tuple[TableEvidence, tuple[Observation, ...]]:
    """A table with its parts, and an observation for each figure.

    Args:
        items: of the document, in reading order.
        at: place of the table among them.
        owner: the table with its pieces, captions, notes and sources over all pages.
        writer: of the document.
    """
    section = items[at].section
    table, blocks, attached, said_again = owner.table, owner.blocks, owner.attached, owner.said_again
    caption = read_caption(attached.captions, table_titles(table) if table else ())
    headnote = _headnote(attached, table, writer)
    place = writer.frames.region(blocks[0].page_number, blocks[0].box)
    notes = read_notes(attached.notes, table, writer, attached.sources, caption.marks)
    own = {note.mark for note in notes}
    elsewhere = tuple(note for note in writer.numbered_notes if note.mark not in own)
    on_hand = frozenset(note.mark for note in (*notes, *elsewhere) if note.mark)
    title, marks = label_and_marks(join_lines(caption.lines, writer.hyphens), caption.marks, on_hand)
    source = source_text(attached.sources, table, writer, caption.marks)
    identity = evidence_id(writer.document_id, "table", place.page, place.bbox, title)
    observations: tuple[Observation, ...] = ()
    if table is not None:
        context = TableContext(
            document_id=writer.document_id,
            table_id=identity,
            label=caption.label,
            caption=title or None,
            caption_marks=marks,
            headnote=headnote,
            introduction=introduction(items, at, caption.label, writer),
            notes=(*notes, *elsewhere),
            source=source,
            section=section,
            languages=writer.languages,
            reference_period=writer.reference_period,
        )
        observations = _displayed(describe_table(table, context), writer)
    summary = summarise(observations)
    evidence = TableEvidence(
        id=identity,
        document_id=writer.document_id,
        page=place.page,
        regions=table_regions(blocks, attached, writer),
        section=section,
        text=table_text(owner, writer),
        confidence=table.confidence if table else 0.0,
        warnings=_table_warnings(table),
        label=caption.label,
        caption=title or None,
        caption_page=caption.page,
        headnote=headnote,
        columns=table_columns(table, summary.column_units) if table else (),
        rows=table_rows(table) if table else (),
        cells=table_cells(table, writer) if table else (),
        notes=notes,
        source=source,
        unit=summary.unit,
        unit_multiplier=summary.unit_multiplier,
        period=summary.period,
        engine=table.grids[0].engine if table and table.grids else "",
        reasons=table.reasons if table else (),
        words=tuple(
            ref
            for block in (*blocks, *attached.blocks)
            for ref in references(block.page_number, block.words)
            if ref not in said_again
        ),
    )
    return evidence, observations


def _headnote(attached: Attached, table: Table | None, writer: Writer) -> str | None:
    """The lines between caption and boxhead; what each page repeats is said once."""
    printed = [writer.text(part) for part in attached.headnotes]
    printed += [label.text for label in table.headnotes] if table else []
    once: dict[str, str] = {}
    for text in printed:
        once.setdefault(squash(text), text)
    return " ".join(once.values()) or None


def _displayed(observations: tuple[Observation, ...], writer: Writer) -> tuple[Observation, ...]:
    """The observations with their places on the pages as displayed."""
    frames = writer.frames
    if not frames.turned:
        return observations
    return tuple(varied(found, {"bbox": frames.displayed(found.page, found.bbox)}) for found in observations)


def _table_warnings(table: Table | None) -> tuple[str, ...]:
    if table is None:
        return ("rows and columns could not be told",)
    return (f"{len(table.loose_words)} words fit no cell",) if table.loose_words else ()


def table_columns(table: Table, units: Mapping[int, str]) -> tuple[TableColumn, ...]:
    """The columns as labelled, with the unit that all figures of a column share."""
    return tuple(
        TableColumn(path=_texts(axis.path), role=axis.role, unit=units.get(index), marks=_marks(axis.path))
        for index, axis in enumerate(table.columns)
    )


def factsheet(block: Block, section: tuple[str, ...], writer: Writer) -> Factsheet:
    """A panel of key figures."""
    text = writer.lines(block) or writer.words_text(block.words)
    place = writer.frames.region(block.page_number, block.box)
    facts = tuple(
        fact.model_copy(update={"bbox": writer.frames.displayed(fact.page, fact.bbox)})
        for fact in pair_panel(block, writer.languages)
    )
    return Factsheet(
        id=evidence_id(writer.document_id, "factsheet", place.page, place.bbox, text),
        document_id=writer.document_id,
        page=place.page,
        regions=(place,),
        section=section,
        text=text,
        confidence=min((fact.confidence for fact in facts), default=0.0),
        title=section[-1] if section else None,
        facts=facts,
        words=references(block.page_number, block.words),
    )
