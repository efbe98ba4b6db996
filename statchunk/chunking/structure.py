"""The structure strategy: a chunk is a piece of evidence, cut where the release itself is divided."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from statchunk.chunking.context import Context
from statchunk.chunking.draft import Draft
from statchunk.chunking.narrative import Narrative, narrative_drafts
from statchunk.chunking.parts import definition_drafts, factsheet_drafts, figure_drafts
from statchunk.chunking.tables import table_drafts
from statchunk.model.evidence import (
    Contents,
    Definition,
    Evidence,
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

Part = tuple[Sequence[Evidence], Sequence[Observation]]
"""Evidence of some pages, and the observations of its tables."""
Prose = Callable[[Sequence[Narrative], Context], Iterator[Draft]]
"""Cuts the running text of one section."""


def structure(context: Context, prose: Prose = narrative_drafts) -> Iterator[Draft]:
    """Chunks of a document; headings give context, furniture and contents lists are left out."""
    return structure_of([(context.document.evidence, context.document.observations)], context, prose)


def structure_of(parts: Iterable[Part], context: Context, prose: Prose = narrative_drafts) -> Iterator[Draft]:
    """The same of a document that comes in parts, one after the other; no more than one section is held.

    Args:
        parts: evidence in reading order, and the observations of the tables in it.
        context: facts of the document, settings and counter.
        prose: cuts the running text of a section.
    """
    run: list[Narrative] = []
    others: list[Draft] = []  # of the same section; they follow its prose
    section: tuple[str, ...] = ()
    for found, cells in parts:
        observations: dict[str, list[Observation]] = {}
        for observation in cells:
            observations.setdefault(observation.table_id, []).append(observation)
        for evidence in found:
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
