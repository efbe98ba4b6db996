"""Running text to chunks: paragraphs and lists of one section together, within the budget."""

from collections.abc import Iterator, Sequence

from statchunk.chunking.context import Context
from statchunk.chunking.draft import Draft, merge_regions
from statchunk.chunking.units import Part, pack
from statchunk.model.evidence import ListEvidence, NoteEvidence, Paragraph
from statchunk.text import one_space

Narrative = Paragraph | ListEvidence | NoteEvidence
_INTRODUCTION_TOKENS = 48  # a longer lead into a list is a paragraph of its own and is not repeated in each piece


def narrative_drafts(run: Sequence[Narrative], context: Context) -> Iterator[Draft]:
    """Chunks of consecutive prose under the same headings.

    Args:
        run: evidence of one section in reading order.
        context: document, settings and counter.
    """
    section = run[0].section
    place, embedded_place = context.place(section), context.embedded_place(section)
    budget = context.budget - context.counter.count(embedded_place)
    target = min(budget, max(1, context.settings.narrative_tokens - context.counter.count(embedded_place)))
    for part in _parts(run, target, context):
        yield Draft(
            kind=part.things[0].kind if len(part.things) == 1 else "paragraph",
            evidence_ids=tuple(thing.id for thing in part.things),
            text="\n".join(line for line in (place, part.text) if line),
            embedding_text="\n".join(line for line in (embedded_place, part.text) if line),
            regions=merge_regions(region for thing in part.things for region in thing.regions),
            section=section,
            subject=one_space(section[-1]) if section else "",
            warnings=tuple(dict.fromkeys(warning for thing in part.things for warning in thing.warnings)),
        )


def _parts(run: Sequence[Narrative], room: int, context: Context) -> Iterator[Part[Narrative]]:
    """Packs of units; a list is kept with the line that introduces it, and cut only between items."""
    count = context.counter.count
    blocks: list[list[tuple[str, Narrative]]] = []
    for thing in run:
        if isinstance(thing, ListEvidence) and thing.items:
            items: list[tuple[str, Narrative]] = [(one_space(item), thing) for item in thing.items]
            lead = blocks[-1][0] if blocks and len(blocks[-1]) == 1 else None
            if lead and lead[0].endswith(":") and count(lead[0]) <= min(_INTRODUCTION_TOKENS, room // 2):
                blocks[-1].extend(items)
            else:
                blocks.append(items)
        else:
            blocks.append([(thing.text, thing)])
    waiting: list[tuple[str, Narrative]] = []
    used = 0
    for block in blocks:
        size = sum(count(text) for text, _ in block)
        if waiting and used + size > room:
            yield from pack(waiting, room, "\n", context)
            waiting, used = [], 0
        if size > room and len(block) > 1 and block[0][0].endswith(":"):
            yield from _repeat_lead(block, room, context)
        else:
            waiting.extend(block)
            used += size
    if waiting:
        yield from pack(waiting, room, "\n", context)


def _repeat_lead(block: list[tuple[str, Narrative]], room: int, context: Context) -> Iterator[Part[Narrative]]:
    lead, source = block[0]
    for part in pack(block[1:], room - context.counter.count(lead), "\n", context):
        things = part.things if part.things[0] is source else (source, *part.things)
        yield Part(f"{lead}\n{part.text}", things)
