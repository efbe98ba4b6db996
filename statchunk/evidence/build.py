"""Blocks, tables and facts to evidence in reading order; every word in exactly one object."""

from collections.abc import Sequence
from dataclasses import replace

from statchunk.evidence import prose
from statchunk.evidence.arrange import Item, Owner, arrange, find_owners
from statchunk.evidence.attached import numbered_notes
from statchunk.evidence.continued import continuation
from statchunk.evidence.places import Frames
from statchunk.evidence.tabular import factsheet, figure_evidence, table_evidence
from statchunk.evidence.terms import definition, terms_of_table
from statchunk.evidence.writer import Writer
from statchunk.evidence.written import Hyphens
from statchunk.meaning.definitions import find_definitions
from statchunk.meaning.instructions import WARNING, is_instruction
from statchunk.model.evidence import Evidence, Observation, ReleaseFacts, TableEvidence
from statchunk.model.layout import PageLayout
from statchunk.model.page import Release
from statchunk.model.table import Table


def build_evidence(
    release: Release,
    layouts: list[PageLayout],
    tables: list[Table],
    facts: ReleaseFacts,
    languages: Sequence[str],
    hyphens: Hyphens | None = None,
) -> tuple[tuple[Evidence, ...], tuple[Observation, ...]]:
    """All evidence of a release in reading order, and the observations of its tables.

    Of a long release the lists hold much: they are emptied, so that each page and table can go when its evidence is
    made.

    Args:
        release: as read; the words of its pages are needed for the hyphens only.
        layouts: of its pages, in order.
        tables: joined over their pages; their boxes in the frame of the layouts.
        facts: of the release.
        languages: codes, the main one first.
        hyphens: of the words of the release; made here where None.
    """
    writer = Writer(
        document_id=release.document_id,
        frames=Frames(release.pages, layouts),
        hyphens=Hyphens(release.pages) if hyphens is None else hyphens,
        languages=tuple(languages),
        reference_period=facts.reference_period.value if facts.reference_period else None,
    )
    writer = replace(writer, numbered_notes=numbered_notes(layouts, writer))
    found: list[Evidence] = []
    observations: list[Observation] = []
    owners = find_owners(layouts, tables, writer)
    whole: dict[Owner, TableEvidence] = {}
    items = arrange(layouts, owners, find_definitions(layouts, writer.languages), writer)
    layouts.clear()
    tables.clear()
    for at, item in enumerate(items):
        if item.kind == "table" and item.owner is not None:
            if item.again is not None:
                if item.owner in whole:  # else it is a table of terms, which holds all that is printed of it
                    found.append(continuation(item.again, whole[item.owner], item.section, writer))
                continue
            terms = terms_of_table(item, writer)
            if terms:
                found.extend(terms)
                continue
            table, cells = table_evidence(items, at, item.owner, writer)
            whole[item.owner] = table
            item.owner.table = None
            item.blocks.clear()
            found.append(table)
            observations.extend(cells)
        else:
            found.extend(_evidence_of(item, writer))
    for page in release.pages:
        found.extend(prose.hidden(page, writer))
    if is_instruction(" ".join(evidence.text for evidence in found)):
        found = list(map(_flagged, found))
    return tuple(found), tuple(observations)


def _flagged(evidence: Evidence) -> Evidence:
    """The evidence, with a warning if its text speaks to a language model."""
    if not is_instruction(evidence.text):
        return evidence
    return evidence.model_copy(update={"warnings": (*evidence.warnings, WARNING)})


def _evidence_of(item: Item, writer: Writer) -> Sequence[Evidence]:
    block = item.blocks[0]
    if item.owner is not None:
        return [figure_evidence(block, item.owner.attached, item.section, writer)]
    if item.definition is not None:
        return [definition(item.definition, item.blocks, item.section, writer)]
    if item.kind == "heading":
        return [prose.heading(block, item.section, writer)]
    if item.kind == "list":
        return [prose.listing(item.blocks, item.section, writer)]
    if item.kind == "contents":
        return [prose.contents(item.blocks, item.section, writer)]
    if item.kind in ("note", "source"):
        return prose.loose_notes(block, item.section, writer)
    if item.kind == "furniture":
        return [prose.furniture(block, item.section, writer)]
    if item.kind == "panel":
        return [factsheet(block, item.section, writer)]
    return [prose.paragraph(item.blocks, item.section, writer)]
