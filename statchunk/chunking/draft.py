"""What a strategy gives: pieces of evidence, before they have ids, citations and the facts of their release."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256

from statchunk.box import Box, PageBox
from statchunk.chunking.citation import cite
from statchunk.chunking.tokens import TokenCounter
from statchunk.geometry import bounding_box
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document


@dataclass(frozen=True, slots=True)
class Draft:
    """A piece of evidence as a strategy cut it."""

    kind: str
    evidence_ids: tuple[str, ...]
    text: str
    embedding_text: str
    regions: tuple[PageBox, ...]
    section: tuple[str, ...]
    subject: str
    """What it is called in a citation: a table's caption, a term, a section heading; empty where nothing names it."""
    unit: str | None = None
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    periods: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def merge_regions(regions: Iterable[PageBox]) -> tuple[PageBox, ...]:
    """One box a page, in the order of the pages."""
    by_page: dict[int, list[Box]] = {}
    for page, box in regions:
        by_page.setdefault(page, []).append(box)
    return tuple(PageBox(page, bounding_box(boxes)) for page, boxes in sorted(by_page.items()))


def finish(document: Document, drafts: Iterable[Draft], strategy: str, counter: TokenCounter) -> Iterator[Chunk]:
    """The drafts as chunks: with ids, places, citations, token counts and the facts of the release."""
    facts = document.facts
    title = facts.title.value if facts.title else None
    publisher = facts.publisher.value if facts.publisher else None
    release_date = facts.release_date.value if facts.release_date else None
    period = facts.reference_period.value if facts.reference_period else None
    language = facts.language.value if facts.language else None
    notices = tuple(f"{notice.value} ({notice.page})" if notice.page else notice.value for notice in facts.notices)
    seen: dict[str, int] = {}
    for position, draft in enumerate(drafts):
        key = "\x1f".join((document.document_id, strategy, *draft.evidence_ids, draft.kind, draft.text))
        digest = sha256(key.encode()).hexdigest()[:16]
        repeats = seen[digest] = seen.get(digest, -1) + 1
        has_figures = draft.kind in {"table", "factsheet", "figure"}
        yield Chunk(
            id=f"{document.document_id}-{digest}" + (f"-{repeats}" if repeats else ""),
            document_id=document.document_id,
            evidence_ids=draft.evidence_ids,
            kind=draft.kind,
            text=draft.text,
            embedding_text=draft.embedding_text,
            tokens=counter.count(draft.embedding_text) + counter.special_tokens,
            regions=draft.regions,
            section=draft.section,
            citation=cite(document, draft.subject, [region.page for region in draft.regions]),
            title=title,
            publisher=publisher,
            release_date=release_date,
            reference_period=period,
            language=language,
            unit=draft.unit,
            position=position,
            rows=draft.rows,
            columns=draft.columns,
            periods=draft.periods,
            warnings=draft.warnings + (notices if has_figures else ()),
        )
