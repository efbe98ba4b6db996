"""Definitions, figures and panels of key figures to chunks: one each, cut only where longer than the budget."""

from collections.abc import Iterator, Sequence

from statchunk.chunking.context import Context
from statchunk.chunking.draft import Draft
from statchunk.chunking.table_text import note_line
from statchunk.chunking.tokens import cut_to
from statchunk.chunking.units import pack
from statchunk.model.evidence import Definition, Evidence, Factsheet, FactsheetItem, Figure
from statchunk.text import one_space, squash


def definition_drafts(definition: Definition, context: Context) -> Iterator[Draft]:
    """A definition: its term stands in every piece."""
    term = one_space(definition.term)
    texts = [definition.definition, *definition.caveats]
    own_text = squash(definition.text)
    if any(squash(text) not in own_text for text in texts) or not any(text.strip() for text in texts):
        texts = [definition.text]
    yield from _cut(definition, term, [text for text in texts if text.strip()], term, context)


def figure_drafts(figure: Figure, context: Context) -> Iterator[Draft]:
    """A figure: caption, subtitle and alternative text first, then labels, notes and source."""
    title = " ".join(one_space(part) for part in (figure.caption or figure.label, figure.subtitle) if part)
    labels = " | ".join(one_space(label) for label in figure.labels)
    body = [figure.alt or "", labels, *(note_line(note) for note in figure.notes), figure.source or ""]
    kept = [one_space(part) for part in body if part.strip()]
    if not title and not kept:
        return
    caption, label = one_space(figure.caption or ""), one_space(figure.label or "")
    said = not label or caption.casefold().startswith(label.casefold())
    subject = caption if said else f"{label}: {caption}" if caption else label
    yield from _cut(figure, title, kept, subject, context)


def factsheet_drafts(factsheet: Factsheet, context: Context) -> Iterator[Draft]:
    """A panel of key figures: its title stands in every piece."""
    title = one_space(factsheet.title or "")
    lines = [_fact_line(fact) for fact in factsheet.facts]
    if not lines:
        lines = [line for line in factsheet.text.splitlines() if line.strip()]
    yield from _cut(factsheet, title, lines, title, context)


def _fact_line(fact: FactsheetItem) -> str:
    value = " ".join(part for part in (fact.value_text, fact.unit, fact.change) if part)
    return f"{one_space(fact.label)}: {value}" if fact.label else value


def _cut(evidence: Evidence, head: str, units: Sequence[str], subject: str, context: Context) -> Iterator[Draft]:
    count = context.counter.count
    place, embedded_place = context.place(evidence.section), context.embedded_place(evidence.section)
    limit = int(context.budget * context.settings.context_share)
    frame = [part for part in (embedded_place, cut_to(head, limit, context.counter)) if part]
    room = context.budget - count("\n".join(frame))
    parts = [part.text for part in pack([(unit, evidence) for unit in units], room, "\n", context)] or [""]
    for text in parts:
        yield Draft(
            kind=evidence.kind,
            evidence_ids=(evidence.id,),
            text="\n".join(line for line in (place, head, text) if line),
            embedding_text="\n".join(line for line in (*frame, text) if line),
            regions=evidence.regions,
            section=evidence.section,
            subject=subject,
            warnings=evidence.warnings,
        )
