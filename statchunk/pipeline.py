"""The only joiner of the steps: file to release, release to document, document to chunks."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from statchunk import readers
from statchunk.chunking import TokenCounter, chunk_document
from statchunk.chunking.context import Embed
from statchunk.chunking.registry import NEEDS_VECTORS, parse_strategy
from statchunk.collector import collector_paused
from statchunk.evidence.audit import AuditReport
from statchunk.evidence.audit import audit as audit_document
from statchunk.evidence.build import build_evidence
from statchunk.evidence.written import Hyphens
from statchunk.layout import find_lines, lay_out, upright
from statchunk.meaning.facts import read_facts, release_languages
from statchunk.meaning.instructions import WARNING as INSTRUCTION
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document, Evidence
from statchunk.model.layout import Line, PageLayout, TableRegion
from statchunk.model.page import Page, Release
from statchunk.model.table import Table
from statchunk.settings import ReaderName, Settings
from statchunk.tables.read import read_tables
from statchunk.tables.regions import find_regions
from statchunk.tables.rows import PageRows, page_rows

if TYPE_CHECKING:
    from statchunk.chunking.endpoint import Endpoint


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
    pages: list[Page] = []
    turns: list[int] = []
    lines: list[tuple[Line, ...]] = []
    cut: list[PageRows] = []
    regions: list[tuple[TableRegion, ...]] = []
    for read_page in release.pages:  # each through all steps of one page, while its words are in the processor's cache
        page, turn = upright(read_page)
        own, rows = find_lines(page, settings.layout), page_rows(page, settings.tables)
        pages.append(page)
        turns.append(turn)
        lines.append(own)
        cut.append(rows)
        regions.append(find_regions(page, own, settings.tables, cut=rows))
    layouts = tuple(
        replace(layout, turn=turn) if turn else layout
        for layout, turn in zip(lay_out(pages, lines, regions, release.outline, settings.layout), turns, strict=True)
    )
    # layout drops regions that are the axis labels of a chart or tiles of key figures
    kept = tuple(tuple(block.region for block in layout.blocks if block.region is not None) for layout in layouts)
    captions = tuple(
        tuple(_caption(layout, region) for region in own) for layout, own in zip(layouts, kept, strict=True)
    )
    tables = read_tables(pages, lines, kept, settings.tables, captions=captions, cut=_drained(cut))
    return Analysis(tuple(pages), tuple(lines), kept, layouts, tables)


def _drained(items: list[PageRows]) -> Iterator[PageRows]:
    """The items one by one, none of which the list holds any longer."""
    items.reverse()
    while items:
        yield items.pop()


def _caption(layout: PageLayout, region: TableRegion) -> str | None:
    """The caption that layout found for a table region."""
    blocks = layout.blocks
    own = next((index for index, block in enumerate(blocks) if block.region == region), None)
    lines = [line.text for block in blocks if block.kind == "caption" and block.target == own for line in block.lines]
    return " ".join(lines) if own is not None and lines else None


@collector_paused()
def understand(release: Release, settings: Settings | None = None) -> Document:
    """A release understood: its facts, evidence and observations."""
    return _understand([release], settings)


@collector_paused()
def conclude(release: Release, analysis: Analysis) -> Document:
    """Evidence and observations from what the steps found."""
    return _conclude([release], list(analysis.layouts), list(analysis.tables))


def _understand(held: list[Release], settings: Settings | None) -> Document:
    """The one release in the list, which is emptied: what nobody else holds goes as soon as it is needed no more."""
    analysis = analyse(held[0], settings)
    layouts, tables = list(analysis.layouts), list(analysis.tables)
    del analysis
    return _conclude(held, layouts, tables)


def _conclude(held: list[Release], layouts: list[PageLayout], tables: list[Table]) -> Document:
    """The one release in the list, concluded; all three lists are emptied."""
    release = held.pop()
    languages = release_languages(release, layouts)
    facts = read_facts(release, layouts, languages)
    hyphens = Hyphens(release.pages)
    release = replace(release, pages=tuple(replace(page, words=()) for page in release.pages))
    evidence, observations = build_evidence(release, layouts, tables, facts, languages, hyphens)
    return Document(
        path=release.path,
        document_id=release.document_id,
        sha256=release.sha256,
        facts=facts,
        evidence=evidence,
        observations=observations,
        warnings=_warnings(release, evidence),
    )


def _warnings(release: Release, evidence: Iterable[Evidence]) -> tuple[str, ...]:
    of_pages = (warning for page in release.pages for warning in page.warnings)
    pages = dict.fromkeys(item.page for item in evidence if INSTRUCTION in item.warnings)
    return (*release.warnings, *of_pages, *(f"page {page}: some of its text {INSTRUCTION}" for page in pages))


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
    held = [read(path, password=password, reader=reader, settings=settings, watch=watch)]
    return _understand(held, settings)


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


def audit(release: Release, document: Document, second: Release | None = None) -> AuditReport:
    """Whether every word of the text layer is in exactly one object, and whether both readers see the same.

    Args:
        release: as read.
        document: understood from it.
        second: the same file by another reader.
    """
    return audit_document(release, document, second)


__all__ = ["Analysis", "analyse", "audit", "chunk", "conclude", "document", "read", "understand"]
