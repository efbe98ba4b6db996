"""From a question to hits: candidates by four signals, each scored by the cell or sentence that answers best."""

from statchunk.model.chunk import Hit, SearchResult
from statchunk.search.answer import home, is_at, judge
from statchunk.search.candidate import Candidate
from statchunk.search.cells import CellScorer, ScoredCell, WantedPeriods, newest_period
from statchunk.search.prose import ProseScorer, ScoredSentence, document_texts
from statchunk.search.question import Question, read_question
from statchunk.search.weights import TermWeights
from statchunk.settings import SearchSettings
from statchunk.store import DocumentRow, Index, StoredChunk


def search(
    index: Index,
    question: str,
    settings: SearchSettings | None = None,
    limit: int | None = None,
    question_id: str | None = None,
) -> SearchResult:
    """The chunks that answer a question, best first, with the cells that answer, and whether it can be answered.

    Args:
        index: opened for reading.
        question: in any language on hand.
        settings: weights; the defaults where None.
        limit: hits at most; from the settings where None.
        question_id: passed through to the result.

    Raises:
        ModelError: if the index's embedding model is not at hand.
    """
    settings = settings or SearchSettings()
    documents = {row.number: row for row in index.documents()}
    asked = read_question(question, sorted({row.language for row in documents.values() if row.language}))
    weights = TermWeights(asked, index.manifest.chunks, index.frequency)
    wanted = WantedPeriods(asked, newest_period(documents.values()))
    ranked = rank(index, asked, weights, wanted, documents, settings)
    verdict = judge(index, asked, weights, wanted, ranked, documents, settings)
    count = settings.limit if limit is None else limit
    hits = tuple(_hit(i, c, documents, asked, settings) for i, c in enumerate(ranked[:count], 1))
    return SearchResult(
        id=question_id,
        question=question,
        facets=asked.facets(),
        answerable=verdict.answerable,
        reason=verdict.reason,
        hits=hits,
    )


def rank(
    index: Index,
    question: Question,
    weights: TermWeights,
    wanted: WantedPeriods,
    documents: dict[int, DocumentRow],
    settings: SearchSettings,
) -> list[Candidate]:
    """Candidates, best first."""
    vector = index.embedder.embed([question.text], role="query")[0]
    count = settings.candidates
    near = dict(index.nearest(vector, count))
    lexical = dict(index.lexical(weights.lexical, count))
    timely = _timely(documents, wanted)
    if timely and len(timely) < len(documents):
        lexical |= dict(index.lexical(weights.lexical, count, timely))
        near |= dict(index.nearest(vector, count, index.chunks_of(timely)))
    narrow = _narrow(index, question, weights, wanted, documents)
    if narrow:
        near |= dict(index.nearest(vector, count, narrow))
    missing = [n for n in lexical if n not in near]
    if missing:
        near |= dict(index.nearest(vector, len(missing), missing))
    best_lexical = max(lexical.values(), default=0.0) or 1.0
    fitting = frozenset(narrow)
    numbers = sorted(near, key=lambda n: -(near[n] + lexical.get(n, 0.0) / best_lexical + (n in fitting)))
    del numbers[settings.scored :]
    cells = CellScorer(question, weights, wanted, settings)
    prose = ProseScorer(question, weights, wanted, settings)
    found = []
    for stored in index.chunks(numbers):
        scored = tuple(cells.score(stored.observations, document_texts(stored)))
        sentence = ScoredSentence(0.0, "", 0.0, 0.0) if scored else prose.score(stored)
        if stored.chunk.kind == "table" and not scored:
            kind = _UNREAD_TABLE
        else:
            kind = _KIND_SHARE[question.kind].get(stored.chunk.kind, _OTHER_SHARE)
        evidence = scored[0].score * kind if scored else sentence.score * kind
        parts = {
            "evidence": settings.evidence * evidence,
            "dense": settings.dense * max(0.0, near.get(stored.number, 0.0)),
            "place": settings.place * place_match(index, question, weights, documents[stored.document], stored),
            "focus": settings.focus * focus(scored),
            "lexical": settings.lexical * lexical.get(stored.number, 0.0) / best_lexical,
        }
        found.append(Candidate(stored, sum(parts.values()), parts, near.get(stored.number, 0.0), scored, sentence))
    if question.extreme is not None and question.between is not None:
        found = favour_extreme(found, question, settings)
    found.sort(key=lambda c: (-c.score, c.stored.number))
    return found


_KIND_SHARE: dict[str, dict[str, float]] = {
    "figure": {"table": 1.0, "factsheet": 1.0, "paragraph": 0.87, "list": 0.87, "definition": 0.8, "note": 0.75},
    "definition": {"definition": 1.1, "paragraph": 0.95, "list": 0.95, "note": 0.95, "table": 0.45},
    "explanation": {"paragraph": 1.0, "list": 1.0, "definition": 1.0, "note": 1.0, "table": 0.6},
    "chart": {"figure": 1.1, "table": 0.7},
    "release": {"paragraph": 1.0, "table": 0.5},
}
"""What evidence counts by its kind, for each kind of question."""
_OTHER_SHARE = 0.75
_UNREAD_TABLE = 0.6
"""What a piece of a table counts that has no cells to name."""


def place_match(
    index: Index, question: Question, weights: TermWeights, document: DocumentRow, stored: StoredChunk
) -> float:
    """Share of the places asked for that the release is about or the chunk names; 1 where none is asked for."""
    if not question.places:
        return 1.0
    met = sum(is_at(index, stored, document, place.code, weights.codes) for place in question.places)
    return met / len(question.places)


def focus(cells: tuple[ScoredCell, ...]) -> float:
    """Share of a chunk's cells that are on the subject as much as the best one."""
    if not cells:
        return 0.0
    best = cells[0]
    near = sum(c.precision >= best.precision and c.coverage >= best.coverage - _SAME_SUBJECT for c in cells)
    return near / len(cells)


_SAME_SUBJECT = 0.02
"""Of coverage; rounding apart, cells of one subject cover the question alike."""


def favour_extreme(candidates: list[Candidate], question: Question, settings: SearchSettings) -> list[Candidate]:
    """For "highest" and "lowest": the chunk that holds the extreme of all cells that match goes before the others."""
    best = max((c.cells[0].score for c in candidates if c.cells), default=0.0)
    matching = [
        (cell, candidate)
        for candidate in candidates
        for cell in candidate.cells
        if cell.score >= best - _EXTREME_MARGIN
        and cell.period == cell.measure == 1.0
        and cell.precision >= _EXTREME_PRECISION
        and cell.observation.value is not None
    ]
    if not matching:
        return candidates
    values = [cell.observation.value or 0.0 for cell, _ in matching]
    extreme = max(values) if question.extreme == "highest" else min(values)
    holders = {candidate.stored.number for cell, candidate in matching if cell.observation.value == extreme}
    loss = settings.evidence * _NOT_THE_EXTREME
    return [c if c.stored.number in holders else c._replace(score=c.score - loss) for c in candidates]


_EXTREME_MARGIN = 0.15
"""Of a cell's score; tables word one series differently, and the extreme is sought in all of them."""
_EXTREME_PRECISION = 0.85
_NOT_THE_EXTREME = 0.3
"""Of the weight of evidence: what a chunk loses that does not hold the extreme asked for."""


def _narrow(
    index: Index, question: Question, weights: TermWeights, wanted: WantedPeriods, documents: dict[int, DocumentRow]
) -> list[int]:
    """Numbers of the chunks with figures for a period asked for, in releases about a place asked for; empty for all."""
    found: set[int] | None = None
    if wanted.named:
        held = {n for period in wanted.exact if (iso := period.iso()) for n in index.chunks_with_period(iso)}
        found = held or None
    asked = {place.code for place in question.places}
    if asked:
        at = [number for number, row in documents.items() if home(index, row, weights.codes) & asked]
        there = set(index.chunks_of(at)) if at and len(at) < len(documents) else set()
        if there:
            found = (found & there or there) if found else there
    return sorted(found) if found else []


def _timely(documents: dict[int, DocumentRow], wanted: WantedPeriods) -> list[int]:
    """Numbers of the documents that are about a period asked for."""
    return [
        number
        for number, row in documents.items()
        if row.reference_period and wanted.match(row.reference_period) >= 0.9
    ]


def _hit(
    rank: int, candidate: Candidate, documents: dict[int, DocumentRow], question: Question, settings: SearchSettings
) -> Hit:
    chunk = candidate.stored.chunk
    return Hit(
        rank=rank,
        score=round(candidate.score, 4),
        chunk_id=chunk.id,
        document_id=chunk.document_id,
        path=documents[candidate.stored.document].path,
        text=chunk.text,
        regions=chunk.regions,
        citation=chunk.citation,
        title=chunk.title,
        release_date=chunk.release_date,
        reference_period=chunk.reference_period,
        cells=tuple(c.observation for c in answering(candidate.cells, question, settings)),
        explanation={name: round(value, 4) for name, value in candidate.explanation.items()},
    )


def answering(cells: tuple[ScoredCell, ...], question: Question, settings: SearchSettings) -> list[ScoredCell]:
    """The cells to name: those near the best score; the extreme one first where the question asks for an extreme."""
    if not cells:
        return []
    near = [c for c in cells if c.score >= cells[0].score - settings.cell_margin]
    if question.extreme is not None:
        sign = -1.0 if question.extreme == "highest" else 1.0
        valued = [c for c in near if c.observation.value is not None]
        near = sorted(valued, key=lambda c: sign * (c.observation.value or 0.0)) or near
    return near[: settings.cells]
