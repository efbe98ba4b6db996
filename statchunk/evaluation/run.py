"""Configurations measured one after another on the same documents and questions."""

import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from statchunk import pipeline
from statchunk.chunking import TokenCounter, default_counter
from statchunk.chunking.registry import TEXT_STRATEGIES, parse_strategy
from statchunk.embedding import CachedEmbedder, Embedder
from statchunk.errors import SettingsError
from statchunk.evaluation.content import Completeness, TrueCell, completeness, repeated_share, spread
from statchunk.evaluation.metrics import Estimate, RankingScores, bootstrap, score_rankings
from statchunk.evaluation.questions import Question
from statchunk.evaluation.relevance import JudgedText, names_cell, proves
from statchunk.evaluation.retrieval import SEARCHERS, Found
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document
from statchunk.settings import Settings
from statchunk.store import Index, IndexWriter

DEPTH = 10
"""Hits asked for; the deepest metric looks at ten."""
_CONTEXT = 5  # hits that are handed to a language model; their tokens are what an answer costs


class Configuration(NamedTuple):
    """What is measured."""

    strategy: str
    """As written for `--strategy`: "recursive:1000/150"."""
    search: str
    """One of `SEARCHERS`."""


class Asked(BaseModel):
    """What became of one question."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    question: str
    kind: str
    rank: int | None
    """Of the first hit that proves the answer; None where none of the first ten does."""
    held: bool
    """Whether any chunk of the index proves it."""
    refused: bool | None
    """Whether the search said that it cannot be answered."""


class Measurement(BaseModel):
    """All figures of one configuration."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    strategy: str
    search: str
    model: str
    documents: int
    chunks: int
    median_tokens: int
    longest_tokens: int
    cut_chunks: int
    """Chunks longer than the embedding model reads; it cuts them silently."""
    ranking: RankingScores
    """Over the questions that the documents can answer."""
    by_kind: dict[str, Estimate]
    """Recall at 1 by kind of question."""
    right_document: Estimate | None
    """Share of the first hits that stand in a document which holds the answer; None where the questions name none."""
    cells_named: int
    cells_asked: int
    """Questions on a cell of a table, and those where the first hit names the cell that answers."""
    refused_right: int
    unanswerable: int
    """Questions that cannot be answered, and those of them that were refused."""
    refused_wrong: int
    """Questions that can be answered but were refused."""
    completeness: Completeness
    repeated: float
    """Share of runs of eight words said already by an earlier chunk of the same document."""
    context_tokens: float
    """Mean tokens of the first five hits."""
    chunk_seconds: float
    index_seconds: float
    embedded: int
    """Chunks embedded anew within `index_seconds`; the vectors of the others came from the cache."""
    index_bytes: int
    question_seconds: float
    """Mean of one question, the model loaded."""
    questions: tuple[Asked, ...]


def parse_configuration(text: str, search: str | None = None) -> Configuration:
    """A configuration as written: "structure", "recursive:1000/150@dense".

    Args:
        text: strategy, and after "@" the way of searching.
        search: for those that name none; where None, statchunk's own search for its own chunks and dense vectors for
            plain pieces of text, which is how those are used.

    Raises:
        SettingsError: if no strategy or way of searching bears the name.
    """
    strategy, _, own = text.strip().partition("@")
    name = parse_strategy(strategy).name
    chosen = own or search or ("dense" if name in TEXT_STRATEGIES else "facets")
    if chosen not in SEARCHERS:
        raise SettingsError(f"{text!r}: no way of searching {chosen!r}: choose from {', '.join(SEARCHERS)}")
    return Configuration(strategy, chosen)


def compare(
    configurations: Sequence[Configuration],
    documents: Sequence[Document],
    questions: Sequence[Question],
    cells: Sequence[TrueCell],
    embedder: Embedder,
    *,
    counter: TokenCounter | None = None,
    settings: Settings | None = None,
    password: str | None = None,
    track: Callable[[Sequence[Configuration], str], Iterable[Configuration]] | None = None,
) -> Iterator[Measurement]:
    """Measure configurations; each strategy is indexed once, into a folder that is thrown away.

    Args:
        configurations: in the order in which they are measured.
        documents: understood.
        questions: with what proves their answers.
        cells: that chunks have to answer for.
        embedder: for all of them.
        counter: of its tokens; the bundled model's where None.
        settings: of chunking and search; the defaults where None.
        password: of encrypted files, for strategies that take their text from the file.
        track: shows progress.

    Raises:
        MissingExtraError: if a metric or strategy needs a package that is not installed.
    """
    settings = settings or Settings()
    counter = counter or default_counter()
    sample = spread(cells)
    with tempfile.TemporaryDirectory(prefix="statchunk-compare-") as scratch:
        built: dict[str, _Built] = {}
        for configuration in track(configurations, "measuring") if track else configurations:
            if configuration.strategy not in built:
                folder = Path(scratch) / str(len(built))
                built[configuration.strategy] = _build(
                    configuration.strategy, documents, folder, sample, embedder, counter, settings, password
                )
            with Index.open(built[configuration.strategy].folder) as index:
                index.use(embedder)
                yield _measure(configuration, built[configuration.strategy], index, questions, counter, settings)


class _Built(NamedTuple):
    folder: Path
    chunks: tuple[Chunk, ...]
    texts: Mapping[str, JudgedText]
    completeness: Completeness
    documents: int
    chunk_seconds: float
    index_seconds: float
    embedded: int


def _build(
    strategy: str,
    documents: Sequence[Document],
    folder: Path,
    cells: Sequence[TrueCell],
    embedder: Embedder,
    counter: TokenCounter,
    settings: Settings,
    password: str | None,
) -> _Built:
    cached = CachedEmbedder(embedder)
    started = time.perf_counter()
    cut = [
        pipeline.chunk(d, settings, counter, strategy=strategy, embed=cached.embed, password=password)
        for d in documents
    ]
    chunk_seconds = time.perf_counter() - started
    started = time.perf_counter()
    with IndexWriter(folder, embedder) as writer:
        for document, own in zip(documents, cut, strict=True):
            writer.put(document, own)
        report = writer.commit()
    index_seconds = time.perf_counter() - started
    texts = {
        chunk.id: JudgedText(chunk.text, (region.page for region in chunk.regions), document.path)
        for document, own in zip(documents, cut, strict=True)
        for chunk in own
    }
    return _Built(
        folder=folder,
        chunks=tuple(chunk for own in cut for chunk in own),
        texts=texts,
        completeness=completeness(cells, list(texts.values())),
        documents=len(documents),
        chunk_seconds=chunk_seconds,
        index_seconds=index_seconds,
        embedded=report.embedded,
    )


def _measure(
    configuration: Configuration,
    built: _Built,
    index: Index,
    questions: Sequence[Question],
    counter: TokenCounter,
    settings: Settings,
) -> Measurement:
    search = SEARCHERS[configuration.search]
    index.embedder.embed([questions[0].question], role="query")  # the model is loaded before the clock runs
    started = time.perf_counter()
    found = {q.id: search(index, q.question, DEPTH, settings.search) for q in questions}
    question_seconds = (time.perf_counter() - started) / len(questions)
    answerable = [q for q in questions if q.answer is not None]
    relevant = {q.id: _relevant(q, built.texts) for q in answerable}
    asked = tuple(_asked(q, found[q.id], relevant.get(q.id, frozenset())) for q in questions)
    on_cells = [q for q in answerable if any(p.row_path for p in q.evidence)]
    in_documents = [q for q in answerable if any(p.document for p in q.proofs)]
    unanswerable = [found[q.id] for q in questions if q.answer is None]
    lengths = [chunk.tokens for chunk in built.chunks] or [0]
    shown = {chunk.id: chunk.text for chunk in built.chunks}
    context = [sum(counter.count(shown[i]) for i in f.chunk_ids[:_CONTEXT]) for f in found.values()]
    kinds = sorted({q.kind for q in answerable if q.kind})
    first = {a.id: float(a.rank == 1) for a in asked}
    return Measurement(
        strategy=configuration.strategy,
        search=configuration.search,
        model=index.manifest.model,
        documents=built.documents,
        chunks=len(built.chunks),
        median_tokens=int(median(lengths)),
        longest_tokens=max(lengths),
        cut_chunks=sum(length > index.manifest.max_tokens for length in lengths),
        ranking=score_rankings({q.id: found[q.id].chunk_ids for q in answerable}, relevant),
        by_kind={kind: bootstrap([first[q.id] for q in answerable if q.kind == kind]) for kind in kinds},
        right_document=(
            bootstrap([_in_right_document(q, found[q.id], built.texts) for q in in_documents]) if in_documents else None
        ),
        cells_named=sum(any(names_cell(p, found[q.id].cells) for p in q.proofs) for q in on_cells),
        cells_asked=len(on_cells),
        refused_right=sum(f.answerable is False for f in unanswerable),
        unanswerable=len(unanswerable),
        refused_wrong=sum(found[q.id].answerable is False for q in answerable),
        completeness=built.completeness,
        repeated=repeated_share(built.chunks),
        context_tokens=round(sum(context) / len(context), 1),
        chunk_seconds=round(built.chunk_seconds, 2),
        index_seconds=round(built.index_seconds, 2),
        embedded=built.embedded,
        index_bytes=sum(file.stat().st_size for file in built.folder.rglob("*") if file.is_file()),
        question_seconds=round(question_seconds, 4),
        questions=asked,
    )


def _relevant(question: Question, texts: Mapping[str, JudgedText]) -> frozenset[str]:
    return frozenset(i for i, text in texts.items() if any(proves(proof, text) for proof in question.proofs))


def _asked(question: Question, found: Found, relevant: frozenset[str]) -> Asked:
    rank = next((i for i, chunk in enumerate(found.chunk_ids, 1) if chunk in relevant), None)
    return Asked(
        id=question.id,
        question=question.question,
        kind=question.kind,
        rank=rank,
        held=bool(relevant),
        refused=None if found.answerable is None else not found.answerable,
    )


def _in_right_document(question: Question, found: Found, texts: Mapping[str, JudgedText]) -> float:
    right = {proof.document for proof in question.proofs}
    return float(bool(found.chunk_ids) and texts[found.chunk_ids[0]].document in right)
