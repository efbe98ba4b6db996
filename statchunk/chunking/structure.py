"""The structure strategy: a chunk is a piece of evidence, cut where the release itself is divided."""

from collections.abc import Callable, Iterator, Sequence

from statchunk.chunking.context import Context
from statchunk.chunking.draft import Draft
from statchunk.chunking.narrative import Narrative, narrative_drafts
from statchunk.chunking.parts import definition_drafts, factsheet_drafts, figure_drafts
from statchunk.chunking.tables import table_drafts
from statchunk.model.evidence import (
    Contents,
    Definition,
    Factsheet,
    Figure,
    Furniture,
    Heading,
    ListEvidence,
    NoteEvidence,
    Observation,
    Paragraph,
    TableEvidence,
)

Prose = Callable[[Sequence[Narrative], Context], Iterator[Draft]]
"""Cuts the running text of one section."""


def structure(context: Context, prose: Prose = narrative_drafts) -> Iterator[Draft]:
    """Chunks of a document; headings give context, furniture and contents lists are left out."""
    observations: dict[str, list[Observation]] = {}
    for observation in context.document.observations:
        observations.setdefault(observation.table_id, []).append(observation)
    run: list[Narrative] = []
    others: list[Draft] = []  # of the same section; they follow its prose
    section: tuple[str, ...] = ()
    for evidence in context.document.evidence:
        if isinstance(evidence, Heading | Contents | Furniture):
            continue
        if evidence.section != section:
            yield from _section(run, others, context, prose)
            run, others, section = [], [], evidence.section
        if isinstance(evidence, Paragraph | ListEvidence | NoteEvidence):
            run.append(evidence)
        elif isinstance(evidence, TableEvidence):
            others.extend(table_drafts(evidence, observations.get(evidence.id, ()), context))
        elif isinstance(evidence, Definition):
            others.extend(definition_drafts(evidence, context))
        elif isinstance(evidence, Figure):
            others.extend(figure_drafts(evidence, context))
        elif isinstance(evidence, Factsheet):
            others.extend(factsheet_drafts(evidence, context))
    yield from _section(run, others, context, prose)


def _section(run: list[Narrative], others: list[Draft], context: Context, prose: Prose) -> Iterator[Draft]:
    if run:
        yield from prose(run, context)
    yield from others
