"""Tables to chunks: each piece repeats what its figures need to be quoted alone."""

from collections.abc import Callable, Iterator, Sequence

from statchunk.box import Box, PageBox
from statchunk.chunking.context import STEP, Context
from statchunk.chunking.draft import Draft, merge_regions
from statchunk.chunking.splitting import split_columns, split_rows
from statchunk.chunking.table_text import (
    TableView,
    column_line,
    group_of,
    head_lines,
    note_line,
    row_line,
    short_heads,
    short_row,
    view,
)
from statchunk.chunking.tokens import cut_to
from statchunk.chunking.units import pack
from statchunk.geometry import bounding_box
from statchunk.model.evidence import Note, Observation, TableEvidence
from statchunk.text import one_space

_LEAST_NOTE_TOKENS = 8  # fewer say nothing
_NOTE_SHARE = 0.4  # of what may be shown: the rest of many long notes stands in the notes' own chunks


def table_drafts(table: TableEvidence, observations: Sequence[Observation], context: Context) -> Iterator[Draft]:
    """The pieces of a table in reading order, then its notes.

    Args:
        table: the evidence.
        observations: those of this table.
        context: document, settings and counter.
    """
    shown = view(table, observations)
    if not shown.rows or not shown.columns:
        yield from _unread(table, context)
    else:
        yield from _pieces(shown, context)
    yield from _notes(table, context)


def _pieces(shown: TableView, context: Context) -> Iterator[Draft]:
    table, count, settings = shown.table, context.counter.count, context.settings
    place = context.place(table.section)
    heads = head_lines(shown)
    embedded_place = context.embedded_place(table.section)
    embedded_heads = cut_to(" ".join(heads), int(context.budget * settings.context_share), context.counter)
    frame = [part for part in (embedded_place, embedded_heads) if part]
    embedded_room = context.budget - count("\n".join(frame))
    source = [one_space(table.source)] if table.source else []
    notes_room = min(int(settings.max_text_tokens * _NOTE_SHARE), sum(count(note_line(note)) for note in table.notes))
    shown_room = settings.max_text_tokens - notes_room - count("\n".join([place, *heads, *source]))
    widest = {c: max(count(shown.cells.get((r, c), "")) for r in shown.rows) for c in shown.columns}
    together = min(settings.rows_together, len(shown.rows))
    own = max(count(shown.row_labels[row].rsplit(STEP, 1)[-1]) for row in shown.rows)
    longest = max(count(shown.row_labels[row]) for row in shown.rows)

    def fits(columns: Sequence[int]) -> bool:
        figures = sum(widest[column] for column in columns)
        embedded = count(short_heads(shown, columns))
        return (
            embedded <= context.budget * settings.head_share
            and embedded + together * (own + (figures if settings.embed_values else 0)) <= embedded_room
            and count(column_line(shown, columns)) + together * (longest + figures + 2 * len(columns)) <= shown_room
        )

    for columns in split_columns([(c, shown.column_heads[c]) for c in shown.columns], fits):
        short = short_heads(shown, columns)
        heads_line = column_line(shown, columns)
        rows = [r for r in shown.rows if any((r, c) in shown.cells for c in columns)]
        lines = [row_line(shown, row, columns) for row in rows]
        shorts = [short_row(shown, row, columns, values=settings.embed_values) for row in rows]
        groups = [group_of(shown, row) for row in rows]
        costs = [(count(a), count(b)) for a, b in zip(shorts, lines, strict=True)]
        group_costs = {group: count(STEP.join(group)) for group in set(groups)}

        def opens(row: int, first: int, groups: list[tuple[str, ...]] = groups, rows: list[int] = rows) -> bool:
            """Whether the row's group has to be said: it differs from the last one and is not the row just above."""
            return row == first or (groups[row] != groups[row - 1] and groups[row] != table.rows[rows[row - 1]].path)

        def cost(
            row: int,
            first: int,
            costs: list[tuple[int, int]] = costs,
            groups: list[tuple[str, ...]] = groups,
            group_costs: dict[tuple[str, ...], int] = group_costs,
            opens: Callable[[int, int], bool] = opens,
        ) -> tuple[int, int]:
            return costs[row][0] + (group_costs[groups[row]] if opens(row, first) else 0), costs[row][1]

        room = (embedded_room - count(short), shown_room - count(heads_line))
        for piece in split_rows([len(group) for group in groups], cost, room):
            held = [rows[i] for i in piece]
            notes = _notes_of(shown, held, columns, notes_room, context)
            text = "\n".join(
                [
                    *([place] if place else []),
                    *heads,
                    heads_line,
                    *(lines[i] for i in piece),
                    *(note_line(note) for note in notes),
                    *source,
                ]
            )
            body: list[str] = []
            for i in piece:
                if groups[i] and opens(i, piece.start):
                    body.append(STEP.join(groups[i]))
                body.append(shorts[i])
            embedding = cut_to_lines([*frame, short, *body], context)
            yield _draft(shown, held, columns, text, _with_notes(embedding, notes, context))


def cut_to_lines(lines: Sequence[str], context: Context) -> str:
    """The lines joined, cut where even one row does not fit."""
    text = "\n".join(line for line in lines if line)
    return text if context.counter.count(text) <= context.budget else cut_to(text, context.budget, context.counter)


def _with_notes(embedding: str, notes: Sequence[Note], context: Context) -> str:
    left = min(context.budget - context.counter.count(embedding), context.settings.note_tokens)
    if left < _LEAST_NOTE_TOKENS:
        return embedding
    short = cut_to(" ".join(one_space(note.text) for note in notes), left, context.counter)
    return f"{embedding}\n{short}" if short else embedding


def _notes_of(shown: TableView, rows: Sequence[int], columns: Sequence[int], room: int, context: Context) -> list[Note]:
    """The notes that the figures point at, then the general ones, in printed order, as far as there is room."""
    pointed = {
        text
        for row in rows
        for column in columns
        if (row, column) in shown.observations
        for text in shown.observations[row, column].footnotes
    }
    notes = shown.table.notes
    wanted = [i for i, note in enumerate(notes) if note.text in pointed]
    wanted += [i for i, note in enumerate(notes) if note.text not in pointed and note.mark is None]
    kept: list[int] = []
    for i in wanted:
        room -= context.counter.count(note_line(notes[i]))
        if room >= 0 or not kept:
            kept.append(i)
    return [notes[i] for i in sorted(kept)]


def _draft(shown: TableView, rows: Sequence[int], columns: Sequence[int], text: str, embedding: str) -> Draft:
    table = shown.table
    held = [
        shown.observations[row, column] for row in rows for column in columns if (row, column) in shown.observations
    ]
    units = {o.unit for o in held}
    return Draft(
        kind="table",
        evidence_ids=(table.id,),
        text=text,
        embedding_text=embedding,
        regions=_regions(shown, rows, set(columns)),
        section=table.section,
        subject=subject_of(table),
        unit=units.pop() if len(units) == 1 else table.unit,
        rows=tuple(rows),
        columns=tuple(columns),
        periods=tuple(sorted({o.period for o in held if o.period})),
        warnings=table.warnings,
    )


def subject_of(table: TableEvidence) -> str:
    """Label and caption, the label said once."""
    caption, label = one_space(table.caption or ""), one_space(table.label or "")
    if not label or caption.casefold().startswith(label.casefold()):
        return caption
    return f"{label}: {caption}" if caption else label


def _regions(shown: TableView, rows: Sequence[int], columns: set[int]) -> tuple[PageBox, ...]:
    """Where the rows stand, over the width of the table."""
    table = shown.table
    by_page: dict[int, list[Box]] = {}
    for row in rows:
        for cell in shown.by_row[row]:
            if cell.column in columns:
                by_page.setdefault(cell.page, []).append(cell.bbox)
    regions = []
    for page, boxes in sorted(by_page.items()):
        box = bounding_box(boxes)
        sides = [region.bbox for region in table.regions if region.page == page]
        if sides:
            box = Box(min(box.x0, *(s.x0 for s in sides)), box.top, max(box.x1, *(s.x1 for s in sides)), box.bottom)
        regions.append(PageBox(page, box))
    return tuple(regions) or table.regions


def _unread(table: TableEvidence, context: Context) -> Iterator[Draft]:
    """A table whose rows and columns could not be told: its text as printed."""
    place, embedded_place = context.place(table.section), context.embedded_place(table.section)
    room = context.budget - context.counter.count(embedded_place)
    for part in pack([(line, table) for line in table.text.splitlines() if line.strip()], room, "\n", context):
        yield Draft(
            kind="table",
            evidence_ids=(table.id,),
            text="\n".join(line for line in (place, part.text) if line),
            embedding_text="\n".join(line for line in (embedded_place, part.text) if line),
            regions=table.regions,
            section=table.section,
            subject=subject_of(table),
            unit=table.unit,
            periods=(table.period,) if table.period else (),
            warnings=table.warnings,
        )


def _notes(table: TableEvidence, context: Context) -> Iterator[Draft]:
    """The notes of a table under its caption, so that they are found when they are what is asked for."""
    if not table.notes:
        return
    place, subject = context.place(table.section), subject_of(table)
    limit = int(context.budget * context.settings.context_share)
    embedded = [
        part for part in (context.embedded_place(table.section), cut_to(subject, limit, context.counter)) if part
    ]
    room = context.budget - context.counter.count("\n".join(embedded))
    source = [one_space(table.source)] if table.source else []
    for part in pack([(note_line(note), note) for note in table.notes], room, "\n", context):
        yield Draft(
            kind="note",
            evidence_ids=(table.id,),
            text="\n".join([*([place] if place else []), *([subject] if subject else []), part.text, *source]),
            embedding_text="\n".join([*embedded, part.text]),
            regions=merge_regions(PageBox(note.page, note.bbox) for note in part.things),
            section=table.section,
            subject=subject,
        )
