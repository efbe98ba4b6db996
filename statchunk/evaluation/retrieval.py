"""Ways to search one index, so that chunks and ranking can be judged apart."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from statchunk.model.evidence import Observation
from statchunk.search import search
from statchunk.search.terms import words_of
from statchunk.settings import SearchSettings
from statchunk.store import Index

_FUSION = 60  # the constant of reciprocal rank fusion, as Cormack, Clarke and Büttcher (2009) set it
_DEPTH = 60  # chunks that each of two fused rankings puts forward


class Found(NamedTuple):
    """What a search gave."""

    chunk_ids: tuple[str, ...]
    """Best first."""
    cells: tuple[Observation, ...]
    """Named in the first hit."""
    answerable: bool | None
    """None where the way of searching never says so."""


Searcher = Callable[[Index, str, int, SearchSettings], Found]


def _facets(index: Index, question: str, limit: int, settings: SearchSettings) -> Found:
    result = search(index, question, settings, limit)
    cells = result.hits[0].cells if result.hits else ()
    return Found(tuple(hit.chunk_id for hit in result.hits), cells, result.answerable)


def _dense(index: Index, question: str, limit: int, settings: SearchSettings) -> Found:
    return _found(index, [number for number, _ in _nearest(index, question, limit)])


def _lexical(index: Index, question: str, limit: int, settings: SearchSettings) -> Found:
    return _found(index, [number for number, _ in index.lexical(words_of(question), limit)])


def _hybrid(index: Index, question: str, limit: int, settings: SearchSettings) -> Found:
    scores: dict[int, float] = {}
    for ranking in (_nearest(index, question, _DEPTH), index.lexical(words_of(question), _DEPTH)):
        for rank, (number, _) in enumerate(ranking, 1):
            scores[number] = scores.get(number, 0.0) + 1 / (_FUSION + rank)
    return _found(index, sorted(scores, key=lambda number: (-scores[number], number))[:limit])


def _nearest(index: Index, question: str, limit: int) -> list[tuple[int, float]]:
    return index.nearest(index.embedder.embed([question], role="query")[0], limit)


def _found(index: Index, numbers: list[int]) -> Found:
    ids = {stored.number: stored.chunk.id for stored in index.chunks(numbers)}
    return Found(tuple(ids[number] for number in numbers), (), None)


SEARCHERS: Mapping[str, Searcher] = {"facets": _facets, "dense": _dense, "lexical": _lexical, "hybrid": _hybrid}
"""facets: statchunk's own; dense: nearest vectors; lexical: BM25; hybrid: the last two by reciprocal rank fusion."""
