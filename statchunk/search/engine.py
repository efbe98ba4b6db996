"""From a question to hits: candidates by four signals, each scored by the cell or sentence that answers best."""

import heapq
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from statchunk.collector import collector_paused
from statchunk.model.chunk import Hit, SearchResult
from statchunk.model.evidence import Observation
from statchunk.search.answer import Verdict, found_in, is_at, judge
from statchunk.search.candidate import Candidate
from statchunk.search.catalogue import Catalogue, catalogue_of
from statchunk.search.cells import CellScorer
from statchunk.search.editions import Printed, differing, editions
from statchunk.search.fitting import Fitting
from statchunk.search.gathered import ChunkCells
from statchunk.search.ordering import in_order
from statchunk.search.prose import ProseScorer, ReadChunk, ScoredSentence, document_texts
from statchunk.search.question import Question, read_question, spelled_out
from statchunk.search.readings import of_other_places, others, readings, told
from statchunk.search.rerank import Reranker, reranked
from statchunk.search.scored import ScoredCell, ScoredCells
from statchunk.search.weights import TermWeights
from statchunk.settings import SearchSettings
from statchunk.store import StoredChunk
from statchunk.store.protocol import Store


@collector_paused()
def search(
    index: Store,
    question: str,
    settings: SearchSettings | None = None,
    limit: int | None = None,
    question_id: str | None = None,
    reranker: Reranker | None = None,
) -> SearchResult:
    """The chunks that answer a question, best first, with the cells that answer, and whether it can be answered.

    Args:
        index: opened for reading.
        question: in any language on hand.
        settings: weights; the defaults where None.
        limit: hits at most; from the settings where None.
        question_id: passed through to the result.
        reranker: judges the best candidates once more, where given.

    Raises:
        ModelError: if the index's embedding model is not at hand.
    """
    settings = settings or SearchSettings()
    spoken = index.kept("languages", lambda: tuple(sorted({d.language for d in index.documents() if d.language})))
    asked = read_question(question, spoken)
    weights = TermWeights(asked, index.manifest.chunks, index.frequency)
    plainer = spelled_out(asked, weights.absent)
    if plainer != question:
        asked = replace(read_question(plainer, spoken), text=question)
        weights = TermWeights(asked, index.manifest.chunks, index.frequency)
    catalogue = catalogue_of(index, spoken or asked.codes)
    fitting = Fitting(catalogue, asked, weights)
    count = settings.limit if limit is None else limit
    deep = max(count, settings.judged, settings.reranked if reranker is not None else 0)
    ranked = rank(index, asked, weights, catalogue, fitting, settings, deep)
    if reranker is not None:
        ranked = reranked(reranker, question, ranked, settings.reranked, settings.reranker)
    verdict = judge(asked, weights, catalogue, fitting, ranked, settings)
    alike = others(asked, weights, ranked, settings) if verdict.answerable else ()
    if of_other_places(asked, alike, catalogue):
        verdict = Verdict(False, "")
    shown = readings(alike if not verdict.answerable else alike[1:], catalogue)
    hits = [_hit(i, c, catalogue, asked, settings) for i, c in enumerate(ranked[:count], 1)]
    reason = verdict.reason or f"several figures fit, of different places: {'; '.join(map(told, shown))}"
    if verdict.answerable and hits and hits[0].cells and asked.kind == "figure":
        printed = editions(index, catalogue, ranked[0].stored, hits[0].cells[0], catalogue.codes)
        hits = _by_edition(hits, printed, catalogue)
        if hits[0].chunk_id != ranked[0].stored.chunk.id:
            reason = found_in(printed[0].stored)
    return SearchResult(
        id=question_id,
        question=question,
        facets=asked.facets(),
        answerable=verdict.answerable,
        reason=reason,
        hits=tuple(hits),
        readings=shown,
    )


def rank(
    index: Store,
    question: Question,
    weights: TermWeights,
    catalogue: Catalogue,
    fitting: Fitting,
    settings: SearchSettings,
    deep: int,
) -> list[Candidate]:
    """Candidates, best first: the first `deep` of them for certain, those that cannot be among these not all."""
    near, lexical = candidates(index, question, weights, fitting, settings)
    scorer = CellScorer(question, weights, settings, fitting.price_indices)
    prose = ProseScorer(question, weights, settings)
    loaded = [(stored, stored.cells if question.kind != "release" else None) for stored in index.chunks(near)]
    labels: dict[int, int] = {}
    of_tables: dict[str, int] = {}
    labelled: dict[int, int] = {}
    for stored, cells in loaded:
        if cells is not None:
            labels[stored.document] = labels.get(stored.document, 0) | scorer.labels(
                cells, fitting.said(stored.document)
            )
            labelled[stored.document] = labelled.get(stored.document, 0) | scorer.own_labels(cells)
            table = cells.tables[0].table_id
            of_tables[table] = of_tables.get(table, 0) | scorer.heads(cells)
    # a word that labels tell apart is not said for all of them by the title
    said = {stored.document: fitting.said(stored.document) & ~labels.get(stored.document, 0) for stored, _ in loaded}
    held = [(stored, cells) for stored, cells in loaded if cells is not None]
    scored = scorer.score(
        [
            ChunkCells(
                cells,
                document_texts(stored),
                said[stored.document],
                of_tables[cells.tables[0].table_id],
                fitting.wanted_in(stored.document),
                fitting.wanted.match(stored.reference_period),
                catalogue.home(stored.document) if question.places else frozenset(),
            )
            for stored, cells in held
        ]
    )

    def candidate(stored: StoredChunk, evidence: float, own: ScoredCells | None, best: ScoredSentence) -> Candidate:
        document = stored.document
        place = fitting.place(document)
        if place < 1.0:
            place = place_match(question, weights, catalogue, stored)
        edition = fitting.edition(document) if question.kind != "release" else 0.0
        parts = {
            "evidence": settings.evidence * evidence,
            "dense": settings.dense * max(0.0, near.get(stored.number, 0.0)),
            "place": settings.place * place,
            "office": settings.office * fitting.office(document),
            "edition": settings.edition * edition,
            "language": settings.language * (catalogue.releases[document].row.language == question.codes[0]),
            "focus": settings.focus * (focus(own) if own is not None else 0.0),
            "early": settings.early
            * (1.0 if own is not None else 0.5)
            * (1 - stored.position / catalogue.releases[document].row.chunks),
            "lexical": settings.lexical * lexical.get(stored.number, 0.0),
        }
        return Candidate(
            stored, sum(parts.values()), parts, near.get(stored.number, 0.0), own, best, labelled.get(document, 0)
        )

    shares, unread = _KIND_SHARE[question.kind], ScoredSentence(0.0, "", 0.0, 0.0)
    found = [
        candidate(stored, float(own.scores[0]) * shares.get(stored.kind, _OTHER_SHARE), own, unread)
        for (stored, _), own in zip(held, scored, strict=True)
    ]
    unscored: list[tuple[float, float, ReadChunk]] = []
    for stored, cells in loaded:
        if cells is None:
            share = _UNREAD_TABLE if stored.kind == "table" else shares.get(stored.kind, _OTHER_SHARE)
            dates = fitting.dates(stored.document) if question.kind == "release" else frozenset()
            published = catalogue.releases[stored.document].row.release_date
            wanted = fitting.wanted_in(stored.document)
            chunk = prose.read(stored, wanted, said[stored.document], dates, published)
            most = candidate(stored, min(1.0, prose.bound(chunk)) * share, None, unread).score
            unscored.append((most, share, chunk))
    unscored.sort(key=lambda one: -one[0])
    for most, share, chunk in unscored:
        if (
            question.extreme is None
            and len(found) >= deep
            and most < heapq.nlargest(deep, (c.score for c in found))[-1]
        ):
            break
        sentence = prose.score(chunk)
        found.append(candidate(chunk.stored, sentence.score * share, None, sentence))
    if question.extreme is not None and question.between is not None:
        found = favour_extreme(found, question, settings)
    return in_order(found, question, fitting, settings)


def candidates(
    index: Store, question: Question, weights: TermWeights, fitting: Fitting, settings: SearchSettings
) -> tuple[dict[int, float], dict[int, float]]:
    """Nearness of the chunks worth scoring, and BM25, as a share of the best, of those that hold words asked for."""
    nearness = index.nearness(index.embedder.embed([question.text], role="query")[0])
    count = settings.candidates
    near = dict(nearness.nearest(count))
    timely = fitting.timely()
    # a frequent word that tells releases apart, as an office's name does, has done so: it finds nothing else in them
    known = weights.frequent & fitting.telling_terms if timely and fitting.narrowed else frozenset()
    lexical = dict(index.lexical([word for word in weights.rare if word not in known], count))
    asked = index.chunks_of(fitting.asked) if fitting.narrowed else None
    fitting_chunks = _with_period(index, fitting, asked) if question.kind == "figure" else np.zeros(0, dtype=np.int64)
    groups: list[NDArray[np.int64]] = [fitting_chunks, fitting_chunks]  # twice: what has the period is wanted most
    if timely and len(timely) < len(index.documents()):
        lexical |= dict(index.lexical(weights.lexical, count, timely))
        groups.append(index.chunks_of(timely))
    if asked is not None:
        groups.append(asked)
    for group in groups[1:]:
        if len(group):
            near |= dict(nearness.nearest(count, group))
    main = _main_tables(index, weights, fitting, fitting_chunks, settings) if question.kind == "figure" else []
    near |= nearness.of([n for n in (*lexical, *main) if n not in near])
    best = max(lexical.values(), default=0.0) or 1.0
    lexical = {number: value / best for number, value in lexical.items()}
    numbers = np.fromiter(near, dtype=np.int64)
    memberships = np.sum([_inside(numbers, group) for group in groups], axis=0)
    favour = dict(zip(numbers.tolist(), (_MEMBER * memberships).tolist(), strict=True))
    order = sorted(near, key=lambda n: -(near[n] + lexical.get(n, 0.0) + favour[n]))
    # the best in words and in meaning are scored whatever group they are in: prose belongs to no period
    first = dict.fromkeys(
        [
            *sorted(lexical, key=lambda n: -lexical[n])[: settings.foremost],
            *sorted(near, key=lambda n: -near[n])[: settings.foremost],
            *main,
        ]
    )
    chosen = [*first, *(n for n in order if n not in first)][: settings.scored]
    return {number: near[number] for number in chosen}, lexical


def _main_tables(
    index: Store, weights: TermWeights, fitting: Fitting, with_period: NDArray[np.int64], settings: SearchSettings
) -> list[int]:
    """The first chunks with totals for the period asked for, of releases of which nothing but the whole is asked."""
    has_total: dict[int, bool] = index.kept(("totals", weights.codes), dict)
    found: list[int] = []
    for number in fitting.whole_of():
        first = np.intersect1d(with_period, index.chunks_of((number,)))[: settings.main_part].tolist()
        for stored in index.chunks([chunk for chunk in first if chunk not in has_total]):
            has_total[stored.number] = _has_total(stored, weights)
        found += [chunk for chunk in first if has_total[chunk]][: settings.main_tables]
    return found


def _has_total(stored: StoredChunk, weights: TermWeights) -> bool:
    """Whether a row of a chunk names no part."""
    cells = stored.cells
    rows = {cells.paths[row] for row in cells.columns["row_path"]} if cells is not None else ()
    return any(weights.names_whole(path[-1]) for path in rows if path)


def _inside(numbers: NDArray[np.int64], rising: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether each number is one of the rising ones."""
    if not len(rising):
        return np.zeros(len(numbers), dtype=np.bool_)
    found: NDArray[np.bool_] = rising[np.searchsorted(rising, numbers).clip(max=len(rising) - 1)] == numbers
    return found


_KIND_SHARE: dict[str, dict[str, float]] = {
    "figure": {"table": 1.0, "factsheet": 1.0, "paragraph": 0.84, "list": 0.84, "definition": 0.75, "note": 0.7},
    "definition": {"definition": 1.1, "paragraph": 0.95, "list": 0.95, "note": 0.95, "table": 0.45},
    "explanation": {"paragraph": 1.0, "list": 1.0, "definition": 1.0, "note": 1.0, "table": 0.6},
    "chart": {"figure": 1.1, "table": 0.7},
    "release": {"paragraph": 1.0, "list": 1.0, "note": 0.95, "definition": 0.9, "table": 0.5},
}
"""What evidence counts by its kind, for each kind of question."""
_OTHER_SHARE = 0.75
_UNREAD_TABLE = 0.6
"""What a piece of a table counts that has no cells to name."""


def place_match(question: Question, weights: TermWeights, catalogue: Catalogue, stored: StoredChunk) -> float:
    """Share of the places asked for that the release is about or the chunk names."""
    met = sum(is_at(catalogue, stored, place.code, weights.codes) for place in question.places)
    return met / len(question.places)


def focus(cells: ScoredCells) -> float:
    """Share of a chunk's cells that are on the subject as much as the best one."""
    precision, coverage = cells.precision[0], cells.coverage[0]
    near = np.count_nonzero((cells.precision >= precision) & (cells.coverage >= coverage - _SAME_SUBJECT))
    return float(precision) * near / len(cells)


_SAME_SUBJECT = 0.02
"""Of coverage; rounding apart, cells of one subject cover the question alike."""


def favour_extreme(candidates: list[Candidate], question: Question, settings: SearchSettings) -> list[Candidate]:
    """For "highest" and "lowest": the chunk that holds the extreme of all cells that match goes before the others."""
    held = [(c.cells, c) for c in candidates if c.cells is not None]
    best = max((float(cells.scores[0]) for cells, _ in held), default=0.0)
    matching = [
        (cell, candidate)
        for cells, candidate in held
        for cell in cells.where(
            (cells.scores >= best - _EXTREME_MARGIN)
            & (cells.period == 1.0)
            & (cells.measure == 1.0)
            & (cells.precision >= _EXTREME_PRECISION)
        )
        if cell.observation.value is not None
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


_MEMBER = 0.5
"""What it counts for a candidate, beside a cosine of 1 and the best BM25, to be in a group that facets put forward."""


def _with_period(index: Store, fitting: Fitting, among: NDArray[np.int64] | None) -> NDArray[np.int64]:
    """Numbers of the chunks with figures for a period asked for, `among` these where there are such."""
    held = [index.chunks_with_period(iso) for period in fitting.wanted.sought() if (iso := period.iso())]
    found = np.unique(np.concatenate(held)) if held else np.zeros(0, dtype=np.int64)
    if among is None:
        return found
    both = np.intersect1d(found, among)
    return both if len(both) else found


def _hit(rank: int, candidate: Candidate, catalogue: Catalogue, question: Question, settings: SearchSettings) -> Hit:
    answers = answering(candidate.cells, question, settings)
    packed = candidate.cells.packed if candidate.cells is not None else None
    return _hit_of(
        rank,
        candidate.stored,
        candidate.stored.observations_at(packed, [c.observation.place for c in answers]),
        catalogue,
        round(candidate.score, 4),
        {name: round(value, 4) for name, value in candidate.explanation.items()},
    )


def _hit_of(
    rank: int,
    stored: StoredChunk,
    cells: tuple[Observation, ...],
    catalogue: Catalogue,
    score: float,
    explanation: dict[str, float],
) -> Hit:
    chunk = stored.chunk
    document = catalogue.releases[stored.document].row
    return Hit(
        rank=rank,
        score=score,
        chunk_id=chunk.id,
        document_id=chunk.document_id,
        path=document.path,
        text=chunk.text,
        regions=chunk.regions,
        citation=chunk.citation,
        title=chunk.title,
        release_date=chunk.release_date,
        reference_period=chunk.reference_period,
        cells=cells,
        explanation=explanation,
        notices=document.notices,
    )


def _by_edition(hits: list[Hit], printed: list[Printed], catalogue: Catalogue) -> list[Hit]:
    """The hits with the latest edition of the first one's figure in front, and all its editions shown."""
    if not printed:
        return hits
    latest, first = printed[0], hits[0]
    given = differing(printed)
    if latest.observation == first.cells[0] or given[0].value_text == first.cells[0].value_text:
        return [first.model_copy(update={"editions": given}), *hits[1:]]
    known = next((hit for hit in hits if hit.chunk_id == latest.stored.chunk.id), None)
    cells = (latest.observation, *(c for c in (known.cells if known else ()) if c != latest.observation))
    front = _hit_of(1, latest.stored, cells, catalogue, first.score, first.explanation)
    rest = [hit for hit in hits if hit is not known]
    kept = [front.model_copy(update={"editions": given}), *rest][: len(hits)]
    return [hit.model_copy(update={"rank": place}) for place, hit in enumerate(kept, 1)]


def answering(cells: ScoredCells | None, question: Question, settings: SearchSettings) -> list[ScoredCell]:
    """The cells to name: those near the best score; the extreme one first where the question asks for an extreme."""
    if cells is None:
        return []
    near = cells.near(settings.cell_margin)
    if question.extreme is not None:
        sign = -1.0 if question.extreme == "highest" else 1.0
        valued = [c for c in near if c.observation.value is not None]
        near = sorted(valued, key=lambda c: sign * (c.observation.value or 0.0)) or near
    return near[: settings.cells]
