"""Blocks, tables and facts to evidence in reading order; every word in exactly one object."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from statchunk.evidence import prose
from statchunk.evidence.arrange import Item, Owner, arrange, find_owners
from statchunk.evidence.attached import numbered_notes
from statchunk.evidence.continued import continuation
from statchunk.evidence.places import Frames
from statchunk.evidence.sections import Sections, detached_page
from statchunk.evidence.tabular import factsheet, figure_evidence, table_evidence
from statchunk.evidence.terms import definition, terms_of_table
from statchunk.evidence.writer import Writer
from statchunk.evidence.written import Hyphens
from statchunk.meaning.definitions import FoundDefinition, find_definitions
from statchunk.meaning.instructions import WARNING, is_instruction
from statchunk.model.evidence import Evidence, Observation, ReleaseFacts, TableEvidence
from statchunk.model.layout import PageLayout
from statchunk.model.page import Release
from statchunk.model.table import Table

Part = tuple[list[Evidence], list[Observation]]
"""Evidence of some pages in reading order, and the observations of its tables."""


class PlaceOfParts(NamedTuple):
    """Where pages stand in their release."""

    sections: Sections
    """The headings above the first of them."""
    detached: int | None
    """The page from which on no heading holds any longer."""
    is_last: bool
    """Whether they end the release, so that what nobody can see on any page follows them."""


def build_evidence(
    release: Release,
    layouts: list[PageLayout],
    tables: list[Table],
    facts: ReleaseFacts,
    languages: Sequence[str],
    hyphens: Hyphens | None = None,
) -> tuple[tuple[Evidence, ...], tuple[Observation, ...]]:
    """All evidence of a release in reading order, and the observations of its tables.

    Args:
        release: as read; the words of its pages are needed for the hyphens only.
        layouts: of its pages, in order; emptied.
        tables: joined over their pages; their boxes in the frame of the layouts; emptied.
        facts: of the release.
        languages: codes, the main one first.
        hyphens: of the words of the release; made here where None.
    """
    if hyphens is None:
        hyphens = Hyphens({word.text for page in release.pages for word in page.words})
    writer = document_writer(release, layouts, facts, languages, hyphens)
    definitions = find_definitions(layouts, writer.languages)
    found: list[Evidence] = []
    observations: list[Observation] = []
    for evidence, cells in evidence_parts(release, layouts, [(len(layouts), tables)], definitions, writer):
        found.extend(evidence)
        observations.extend(cells)
    return tuple(found), tuple(observations)


def document_writer(
    release: Release, layouts: Sequence[PageLayout], facts: ReleaseFacts, languages: Sequence[str], hyphens: Hyphens
) -> Writer:
    """What the evidence of a release is written with; arguments as for `build_evidence`."""
    writer = Writer(
        document_id=release.document_id,
        frames=Frames(release.pages, layouts),
        hyphens=hyphens,
        languages=tuple(languages),
        reference_period=facts.reference_period.value if facts.reference_period else None,
    )
    return replace(writer, numbered_notes=numbered_notes(layouts, writer))


def evidence_parts(
    release: Release,
    layouts: list[PageLayout],
    parts: Iterable[tuple[int, list[Table]]],
    definitions: Sequence[FoundDefinition],
    writer: Writer,
    whole: Callable[[PageLayout], PageLayout] | None = None,
    place: PlaceOfParts | None = None,
) -> Iterator[Part]:
    """The evidence of a release part by part; what a part is made from is let go with it.

    Args:
        release: as read; the words of its pages are not needed.
        layouts: of all pages, in order; emptied.
        parts: how many pages each has, and its tables, a list that is emptied; nothing may go on from one part to the
            next (see `part_ends`).
        definitions: found in running text.
        writer: of the document.
        whole: gives the tables of a layout the words that were put away.
        place: of the pages in the release, where they are not all of it.
    """
    defining = {place: found for found in definitions for place in found.blocks}
    sections, detached, is_last = place or PlaceOfParts(Sections(), detached_page(layouts, writer), True)
    layouts.reverse()  # so that the first can be taken off
    before: list[Item] = []
    for count, tables in parts:
        own = [layouts.pop() for _ in range(count)]
        if whole is not None:
            own = [whole(layout) for layout in own]
        owners = find_owners(own, tables, writer)
        items = [*before, *arrange(own, owners, defining, sections, detached, writer)]
        tables.clear()
        del own, owners
        yield _conclude(items, len(before), writer)
        heading = next((at for at in range(len(items) - 1, -1, -1) if items[at].kind == "heading"), -1)
        before = items[heading + 1 :]  # a table on the next page may be spoken of in them
        del items
    if not is_last:
        return
    unseen: list[Evidence] = [found for page in release.pages for found in prose.hidden(page, writer)]
    yield _all_flagged(unseen), []


def _conclude(items: list[Item], first: int, writer: Writer) -> Part:
    """The evidence of items in reading order, from the first that none has been made of."""
    found: list[Evidence] = []
    observations: list[Observation] = []
    whole: dict[Owner, TableEvidence] = {}
    for at in range(first, len(items)):
        item = items[at]
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
    return _all_flagged(found), observations


def _all_flagged(found: list[Evidence]) -> list[Evidence]:
    """The evidence, each with a warning if its text speaks to a language model."""
    if is_instruction(" ".join(evidence.text for evidence in found)):
        return list(map(_flagged, found))
    return found


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
