"""The only joiner of the steps: file to release, release to document, document to chunks."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from statchunk import readers
from statchunk.chunking import TokenCounter, chunk_document
from statchunk.chunking.context import Embed
from statchunk.chunking.registry import NEEDS_VECTORS, chunk_parts, parse_strategy
from statchunk.collector import collector_paused
from statchunk.evidence.build import Part, PlaceOfParts, document_writer, evidence_parts
from statchunk.evidence.parts import halves, part_ends
from statchunk.evidence.sections import Sections, detached_page
from statchunk.evidence.writer import Writer
from statchunk.evidence.written import Hyphens
from statchunk.halves import SecondHalf
from statchunk.meaning.definitions import FoundDefinition, find_definitions
from statchunk.meaning.facts import read_facts, release_languages
from statchunk.meaning.instructions import WARNING as INSTRUCTION
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document, Evidence, Observation
from statchunk.model.layout import Line, PageLayout, TableRegion
from statchunk.model.page import Page, Release
from statchunk.model.table import Table
from statchunk.page_steps import PageSteps, drained, lay_out_pages, without_content
from statchunk.settings import ReaderName, Settings
from statchunk.store.packed import (
    PackedDocument,
    PackedHead,
    from_bytes,
    joined,
    pack_document,
    pack_parts,
    shifted,
    to_bytes,
)
from statchunk.store.packed_rows import PackedPart, PackedRows
from statchunk.tables.read import read_parts, read_tables

if TYPE_CHECKING:
    from statchunk.chunking.endpoint import Endpoint
    from statchunk.evidence.audit import AuditReport


_T = TypeVar("_T")
_PART_PAGES = 16
"""Pages that are concluded at once, at least: fewer would gain little, and each part costs a little."""
_LEAST_HALVED = 64
"""Pages of a release whose second half another process may take: to fork it costs as much as a few pages."""
_PAGES_WHOLE = 100
"""Pages whose words stay as they are until the release is concluded; those of later ones are put away as numbers, which
costs 2 ms a page and saves 0.1 MB."""
_IN_PARTS = "structure"
"""The strategy that needs no more than one section at a time."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What each step found, for `inspect` and for debugging; boxes are in the frame of the upright pages."""

    pages: tuple[Page, ...]
    """Stood upright."""
    lines: tuple[tuple[Line, ...], ...]
    """Of each page."""
    regions: tuple[tuple[TableRegion, ...], ...]
    """Of each page."""
    layouts: tuple[PageLayout, ...]
    """Of each page."""
    tables: tuple[Table, ...]
    """Joined over pages."""


@collector_paused()
def read(
    path: Path | str,
    *,
    password: str | None = None,
    reader: ReaderName = "pdfium",
    settings: Settings | None = None,
    watch: Callable[[int], None] | None = None,
) -> Release:
    """A file as read, before anything is understood.

    Args:
        path: a PDF file.
        password: opens an encrypted file.
        reader: "pdfium", or "pdfplumber" which is slower and independent of it.
        settings: limits; the defaults where None.
        watch: is told the number of each page before it is read, and 0 when all are.

    Raises:
        ReaderError: if the file cannot be read; its subclasses say why.
    """
    limits = (settings or Settings()).reader
    return readers.read(path, password=password, reader=reader, settings=limits, watch=watch)


@collector_paused()
def analyse(release: Release, settings: Settings | None = None) -> Analysis:
    """Lines, table regions, blocks and tables of a release."""
    settings = settings or Settings()
    steps = PageSteps(settings)
    for page in release.pages:
        steps.take(page)
    pages, lines = [part.page for part in steps.parted], steps.table_lines
    found = lay_out_pages(steps, release.outline)
    tables = read_tables(pages, lines, found.regions, settings.tables, captions=found.captions, cut=drained(steps.rows))
    return Analysis(tuple(pages), tuple(steps.lines), tuple(found.regions), tuple(found.layouts), tables)


@collector_paused()
def understand(release: Release, settings: Settings | None = None) -> Document:
    """A release understood: its facts, evidence and observations."""
    steps = PageSteps(settings or Settings())
    pages = tuple([steps.take(page) for page in release.pages])
    return _whole(_understand(replace(release, pages=pages), steps))


@collector_paused()
def conclude(release: Release, analysis: Analysis) -> Document:
    """Evidence and observations from what the steps found."""
    layouts = list(analysis.layouts)
    parts = [(len(layouts), list(analysis.tables))]
    texts = {word.text for page in release.pages for word in page.words}
    bare = replace(release, pages=tuple(map(without_content, release.pages)))
    return _whole(_begun(bare, layouts, lambda _definitions: parts, texts))


def _as_it_is(layout: PageLayout) -> PageLayout:
    return layout


def _not_halved(_definitions: Sequence[FoundDefinition], _writer: Writer) -> PlaceOfParts | None:
    return None


@dataclass(frozen=True, slots=True)
class _Begun:
    """A release whose facts are known and whose evidence is being made."""

    head: Document
    """Without evidence and observations; its warnings are those of the reader."""
    parts: Iterator[Part]


def _begin(
    path: Path | str,
    password: str | None,
    reader: ReaderName,
    settings: Settings,
    watch: Callable[[int], None] | None = None,
    second: SecondHalf | None = None,
) -> _Begun:
    """A file read, each page through the steps that look at it alone before the next is read."""
    steps = PageSteps(settings, _PAGES_WHOLE)
    release = readers.read(
        path, password=password, reader=reader, settings=settings.reader, watch=watch, keep=steps.take
    )
    return _understand(release, steps, second)


def _understand(release: Release, steps: PageSteps, second: SecondHalf | None = None) -> _Begun:
    """A release whose pages are taken; what is held of a page goes as soon as it is needed no more.

    Args:
        release: its pages without their content.
        steps: that took the pages; emptied.
        second: asked to take what follows the middle of a long release, where it can be cut there.
    """
    settings = steps.settings
    found = lay_out_pages(steps, release.outline)
    parted = {part.page.number: part for part in steps.parted}

    def tables(definitions: Sequence[FoundDefinition]) -> Iterator[tuple[int, list[Table]]]:
        pages = (part.whole() for part in drained(steps.parted))
        lines, rows = drained(steps.table_lines), drained(steps.rows)
        regions, captions = drained(found.regions), drained(found.captions)
        ends = part_ends(found.layouts, definitions, _PART_PAGES)
        return read_parts(pages, lines, regions, settings.tables, captions=captions, cut=rows, ends=ends)

    def with_words(layout: PageLayout) -> PageLayout:
        return parted[layout.page_number].with_words(layout)

    def let_go(layout: PageLayout) -> PageLayout:
        return parted.pop(layout.page_number).with_words(layout)

    def halved(definitions: Sequence[FoundDefinition], writer: Writer) -> PlaceOfParts | None:
        layouts = found.layouts
        if second is None or len(layouts) < _LEAST_HALVED:
            return None
        detached = detached_page(layouts, writer)
        ends = part_ends(layouts, definitions, _PART_PAGES)
        cut = halves(layouts, ends, definitions, detached, writer)
        if cut is None:
            return None
        count, sections = cut
        second.begin()
        gone = slice(count) if second.is_here else slice(count, None)
        for layout in layouts[gone]:
            del parted[layout.page_number]
        del layouts[gone], steps.parted[gone], steps.table_lines[gone], steps.rows[gone]
        del found.regions[gone], found.captions[gone]
        return PlaceOfParts(sections if second.is_here else Sections(), detached, second.is_here)

    return _begun(release, found.layouts, tables, steps.texts, with_words, let_go, halved)


def _begun(
    release: Release,
    layouts: list[PageLayout],
    parts: Callable[[Sequence[FoundDefinition]], Iterable[tuple[int, list[Table]]]],
    texts: AbstractSet[str],
    with_words: Callable[[PageLayout], PageLayout] = _as_it_is,
    let_go: Callable[[PageLayout], PageLayout] = _as_it_is,
    halved: Callable[[Sequence[FoundDefinition], Writer], PlaceOfParts | None] = _not_halved,
) -> _Begun:
    """Facts of a release, and its evidence as it is made; the layouts are emptied meanwhile.

    Args:
        release: its pages without their content.
        layouts: of the pages.
        parts: the tables, given the definitions.
        texts: what the words of the release say.
        with_words: gives tables the words that were put away.
        let_go: the same, the last time.
        halved: leaves some of the pages to another process, or none.
    """
    languages = release_languages(release, map(with_words, layouts))
    facts = read_facts(release, layouts, languages)
    writer = document_writer(release, layouts, facts, languages, Hyphens(texts))
    definitions = find_definitions(layouts, writer.languages)
    for layout in layouts:
        layout.let_go()
    head = Document(
        path=release.path,
        document_id=release.document_id,
        sha256=release.sha256,
        facts=facts,
        evidence=(),
        observations=(),
        warnings=(*release.warnings, *(warning for page in release.pages for warning in page.warnings)),
    )
    place = halved(definitions, writer)
    return _Begun(head, evidence_parts(release, layouts, parts(definitions), definitions, writer, let_go, place))


def _whole(begun: _Begun) -> Document:
    evidence: list[Evidence] = []
    observations: list[Observation] = []
    for found, cells in begun.parts:
        evidence.extend(found)
        observations.extend(cells)
    warnings = (*begun.head.warnings, *_instructed(evidence))
    changes = {"evidence": tuple(evidence), "observations": tuple(observations), "warnings": warnings}
    return begun.head.model_copy(update=changes)


def _instructed(evidence: Iterable[Evidence]) -> list[str]:
    """Warnings of pages with text that speaks to a language model."""
    pages = dict.fromkeys(item.page for item in evidence if INSTRUCTION in item.warnings)
    return [f"page {page}: some of its text {INSTRUCTION}" for page in pages]


@collector_paused()
def document(
    path: Path | str,
    *,
    password: str | None = None,
    reader: ReaderName = "pdfium",
    settings: Settings | None = None,
    watch: Callable[[int], None] | None = None,
) -> Document:
    """A file read and understood; arguments and errors as `read`. Takes less memory than the two in turn."""
    return _whole(_begin(path, password, reader, settings or Settings(), watch))


@collector_paused()
def chunk(
    document: Document | Release,
    settings: Settings | None = None,
    counter: TokenCounter | None = None,
    *,
    strategy: str | None = None,
    embed: Embed | None = None,
    endpoint: "Endpoint | None" = None,
    password: str | None = None,
) -> tuple[Chunk, ...]:
    """The chunks of a document in reading order; a release is understood first.

    Args:
        document: understood, or as read.
        settings: strategy and budgets; the defaults where None.
        counter: of the embedding model; the bundled model's where None.
        strategy: its name, with its size where it takes one; the one in the settings where None.
        embed: texts to vectors, for strategies that compare texts by meaning; the bundled model's where None.
        endpoint: of a language model, for the strategy that asks one; by the settings where None.
        password: of an encrypted file, for strategies that take its text from the file.

    Raises:
        SettingsError: if no strategy bears the name in the settings, or the budget is too small.
        MissingExtraError: if the strategy needs a package that is not installed.
        ModelError: if the strategy needs a model that is not at hand.
        ReaderError: if the strategy needs the file, and it cannot be read.
    """
    settings = settings or Settings()
    understood = understand(document, settings) if isinstance(document, Release) else document
    chunking = settings.chunking if strategy is None else settings.chunking.model_copy(update={"strategy": strategy})
    if embed is None and parse_strategy(chunking.strategy).name in NEEDS_VECTORS:
        from statchunk.embedding import CachedEmbedder, load_embedder  # costly to import, and few strategies need it

        embed = CachedEmbedder(load_embedder()).embed
    extract = partial(readers.extract, password=password, settings=settings.reader)
    return chunk_document(understood, chunking, counter, embed, endpoint, extract)


@collector_paused()
def chunks_of(
    path: Path | str,
    *,
    password: str | None = None,
    reader: ReaderName = "pdfium",
    settings: Settings | None = None,
    counter: TokenCounter | None = None,
    endpoint: "Endpoint | None" = None,
    warn: Callable[[Sequence[str]], None] | None = None,
) -> Iterator[Chunk]:
    """The chunks of a file, those of its first pages before the rest is concluded: of a long one little is held.

    Args:
        path: a PDF file, which is read before this returns.
        password: opens an encrypted file.
        reader: which reader takes it apart.
        settings: of all steps; the defaults where None. Strategies other than "structure" take the whole document.
        counter: of the embedding model; the bundled model's where None.
        endpoint: of a language model, for the strategy that asks one.
        warn: is told the warnings of the document, when its evidence is whole.

    Raises:
        ReaderError: if the file cannot be read; and what `chunk` raises.
    """
    settings = settings or Settings()
    if parse_strategy(settings.chunking.strategy).name != _IN_PARTS:
        made = document(path, password=password, reader=reader, settings=settings)
        if warn is not None:
            warn(made.warnings)
        return iter(chunk(made, settings, counter, endpoint=endpoint, password=password))
    begun = _begin(path, password, reader, settings)
    return _paused(chunk_parts(begun.head, _told(begun, warn), settings.chunking, counter))


def _paused(items: Iterator[_T]) -> Iterator[_T]:
    """The items, the collector paused until the last."""
    with collector_paused():
        yield from items


def _told(begun: _Begun, warn: Callable[[Sequence[str]], None] | None) -> Iterator[Part]:
    """The parts of a document; its warnings are told after the last."""
    instructed: dict[str, None] = {}
    for evidence, observations in begun.parts:
        instructed |= dict.fromkeys(_instructed(evidence))
        yield evidence, observations
    if warn is not None:
        warn((*begun.head.warnings, *instructed))


@collector_paused()
def pack(
    path: Path | str,
    keep: Callable[[PackedPart], None],
    *,
    password: str | None = None,
    reader: ReaderName = "pdfium",
    settings: Settings | None = None,
    watch: Callable[[int], None] | None = None,
    second: SecondHalf | None = None,
) -> PackedHead:
    """A file as the rows of an index: read, understood, cut into chunks and packed, each part as it is concluded.

    Other arguments and errors as `read` and `chunk`.

    Args:
        keep: takes the rows of evidence and chunks, part by part.
        second: a process that may take the second half of a long file, entered; the rows are the same.
    """
    settings = settings or Settings()
    if parse_strategy(settings.chunking.strategy).name != _IN_PARTS:
        made = document(path, password=password, reader=reader, settings=settings, watch=watch)
        whole = pack_document(made, chunk(made, settings, password=password))
        for part in whole.rows:
            keep(part)
        return whole.head
    begun = _begin(path, password, reader, settings, watch, second)
    warnings: list[str] = []
    chunking = settings.chunking
    own = PackedRows() if second is not None and second.is_here else None
    head = pack_parts(
        begun.head,
        _told(begun, warnings.extend),
        lambda parts: chunk_parts(begun.head, parts, chunking),
        keep if own is None else own.add,
    )
    head = head._replace(warnings=tuple(warnings))
    if second is not None and own is not None:
        second.give(to_bytes(PackedDocument(head, own)))
    if second is not None and second.is_elsewhere:
        other = from_bytes(second.result())
        for part in other.rows:
            keep(shifted(part, head.chunks))
        return joined(head, other.head, len(begun.head.warnings))
    return head


def audit(release: Release, document: Document, second: Release | None = None) -> "AuditReport":
    """Whether every word of the text layer is in exactly one object, and whether both readers see the same.

    Args:
        release: as read.
        document: understood from it.
        second: the same file by another reader.
    """
    from statchunk.evidence.audit import audit as audit_document  # costly to import, and workers do without it

    return audit_document(release, document, second)


__all__ = [
    "Analysis",
    "analyse",
    "audit",
    "chunk",
    "chunks_of",
    "conclude",
    "document",
    "pack",
    "read",
    "understand",
]
