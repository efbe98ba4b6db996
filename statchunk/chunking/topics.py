"""Running text cut where its topic changes: where neighbouring sentences lie far apart in meaning."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from statchunk.chunking.context import Context
from statchunk.chunking.draft import Draft, merge_regions
from statchunk.chunking.narrative import Narrative
from statchunk.chunking.structure import structure
from statchunk.chunking.units import cut_long, sentences
from statchunk.errors import ModelError
from statchunk.model.evidence import Contents, Furniture, Heading, ListEvidence, NoteEvidence, Paragraph
from statchunk.text import one_space


class Unit(NamedTuple):
    """A sentence, an item of a list, or a heading."""

    text: str
    source: Narrative | Heading
    tokens: int


def mixed(context: Context) -> Iterator[Draft]:
    """Tables, definitions and sections by structure; the running text of a section where its topic changes."""
    return structure(context, topic_drafts)


def semantic(context: Context) -> Iterator[Draft]:
    """Running text where its topic changes, whatever the headings say; tables and other objects are left whole."""
    flow: list[Narrative | Heading] = []
    for evidence in context.document.evidence:
        if isinstance(evidence, Contents | Furniture):
            continue
        if isinstance(evidence, Paragraph | ListEvidence | NoteEvidence | Heading):
            flow.append(evidence)
        else:
            yield from topic_drafts(flow, context)
            flow = []
            alone = context.document.model_copy(update={"evidence": (evidence,)})
            yield from structure(context.of(alone))
    yield from topic_drafts(flow, context)


def topic_drafts(flow: Sequence[Narrative | Heading], context: Context) -> Iterator[Draft]:
    """Chunks of running text.

    Args:
        flow: in reading order.
        context: document, settings, counter and embedding model.

    Raises:
        ModelError: if there is no embedding model to compare sentences with.
    """
    if all(isinstance(thing, Heading) for thing in flow):
        return
    section = next(thing.section for thing in flow if not isinstance(thing, Heading))
    room = context.budget - context.counter.count(context.embedded_place(section))
    target = min(room, max(1, context.settings.narrative_tokens - (context.budget - room)))
    units = [unit for thing in flow for unit in _units(thing, target, context)]
    for first, end in _segments(units, target, context):
        yield _draft(units[first:end], context)


def _units(thing: Narrative | Heading, room: int, context: Context) -> Iterator[Unit]:
    if isinstance(thing, ListEvidence) and thing.items:
        parts = [one_space(item) for item in thing.items]
    else:
        parts = [thing.text] if isinstance(thing, Heading) else sentences(thing.text)
    for part in parts:
        for piece in cut_long(part, max(1, room), context.counter):
            yield Unit(piece, thing, context.counter.count(piece))


def _segments(units: Sequence[Unit], target: int, context: Context) -> list[tuple[int, int]]:
    """First and last (exclusive) units of each segment, in order.

    A segment is cut at the widest distance inside it while it is longer than the target, or while that distance is a
    change of topic; a cut leaves enough on both sides where it can, and never parts a heading from what follows.
    """
    distances = _distances(units, context)
    inner = [distance for distance in distances if distance is not None]
    mean = sum(inner) / len(inner) if inner else 0.0
    spread = (sum((d - mean) ** 2 for d in inner) / len(inner)) ** 0.5 if inner else 0.0
    shift = max(context.settings.least_shift, mean + context.settings.topic_shift * spread)
    least = context.settings.topic_tokens
    sums = [0]
    for unit in units:
        sums.append(sums[-1] + unit.tokens)

    done: list[tuple[int, int]] = []
    waiting = [(0, len(units))]
    while waiting:
        first, end = waiting.pop()
        cuts = [(distances[i] or 0.0, i + 1) for i in range(first, end - 1) if distances[i] is not None]
        ample = [c for c in cuts if sums[c[1]] - sums[first] >= least and sums[end] - sums[c[1]] >= least]
        too_long = sums[end] - sums[first] > target
        choice = max(ample or (cuts if too_long else []), key=lambda cut: (cut[0], -cut[1]), default=None)
        if choice is None and too_long and end - first > 1:
            choice = (0.0, first + 1)
        if choice is None or not (too_long or choice[0] > shift):
            done.append((first, end))
            continue
        waiting += [(choice[1], end), (first, choice[1])]
    return done


def _distances(units: Sequence[Unit], context: Context) -> list[float | None]:
    """Between each unit and the next, each seen with its neighbour; None after a heading."""
    if len(units) < 2:
        return []
    if context.embed is None:
        raise ModelError("this strategy compares sentences by meaning: give an embedding model")
    texts = [" ".join(unit.text for unit in units[max(0, i - 1) : i + 1]) for i in range(len(units))]
    ahead = [" ".join(unit.text for unit in units[i : i + 2]) for i in range(len(units))]
    vectors = context.embed([*texts, *ahead])
    behind, front = vectors[: len(units)], vectors[len(units) :]
    return [
        None if isinstance(units[i].source, Heading) else 1.0 - float(behind[i] @ front[i + 1])
        for i in range(len(units) - 1)
    ]


def _draft(units: Sequence[Unit], context: Context) -> Draft:
    things = list({unit.source.id: unit.source for unit in units}.values())
    body = [thing for thing in things if not isinstance(thing, Heading)] or things
    section = body[0].section
    lines: list[str] = []
    last: Narrative | Heading | None = None
    for unit in units:
        if unit.source is last and not isinstance(last, ListEvidence):
            lines[-1] += f" {unit.text}"
        else:
            lines.append(unit.text)
        last = unit.source
    text = "\n".join(lines)
    place, embedded_place = context.place(section), context.embedded_place(section)
    return Draft(
        kind=body[0].kind if len(body) == 1 and not isinstance(body[0], Heading) else "paragraph",
        evidence_ids=tuple(thing.id for thing in things),
        text="\n".join(line for line in (place, text) if line),
        embedding_text="\n".join(line for line in (embedded_place, text) if line),
        regions=merge_regions(region for thing in things for region in thing.regions),
        section=section,
        subject=one_space(section[-1]) if section else "",
        warnings=tuple(dict.fromkeys(warning for thing in things for warning in thing.warnings)),
    )
