"""The order of candidates once their scores are known: what answers another question goes behind what answers this."""

from collections.abc import Sequence

from statchunk.search.candidate import Candidate
from statchunk.search.question import Question
from statchunk.search.wanted import WantedPeriods
from statchunk.search.weights import TermWeights
from statchunk.settings import SearchSettings

_OTHER_MEASURE = 0.3
"""Match of the measure below which a figure is of another one, or over another stretch of time than the one named."""


def in_order(
    found: Sequence[Candidate],
    question: Question,
    weights: TermWeights,
    wanted: WantedPeriods,
    settings: SearchSettings,
) -> list[Candidate]:
    """Candidates, best first."""
    order = sorted(found, key=lambda c: (-c.score, c.stored.number))
    if question.kind != "figure" or question.extreme is not None:
        return order
    first = order[: settings.reordered]
    places = [place for place, candidate in enumerate(first) if candidate.cells is not None]
    amiss = {place: is_amiss(first[place], question, weights, wanted) for place in places}
    tables = [first[place] for place in sorted(places, key=amiss.__getitem__)]
    fit = len(places) - sum(amiss.values())
    for place, candidate in zip(places, [*_clearest_first(tables[:fit], settings), *tables[fit:]], strict=True):
        order[place] = candidate
    return order


def is_amiss(candidate: Candidate, question: Question, weights: TermWeights, wanted: WantedPeriods) -> bool:
    """Whether its best cell is for another period than the one named, or tells another measure of a whole."""
    if candidate.cells is None:
        return False
    of_whole = bool(weights.subject) and not weights.subject & ~weights.of_whole
    other = of_whole and question.measure is not None and candidate.cells.measure[0] < _OTHER_MEASURE
    return bool(other or (wanted.named and candidate.cells.period[0] == 0))


def _clearest_first(tables: Sequence[Candidate], settings: SearchSettings) -> list[Candidate]:
    """The same with the table of the first one's release in front whose best cell answers much better: that a table
    stands early tells which is the main one, not which of two cells is asked for."""
    if not tables:
        return []
    own = [c for c in tables if c.stored.document == tables[0].stored.document]
    best = max(own, key=_cell_score)
    if _cell_score(best) < _cell_score(tables[0]) + settings.much_better:
        return list(tables)
    return [best, *(c for c in tables if c is not best)]


def _cell_score(candidate: Candidate) -> float:
    return float(candidate.cells.scores[0]) if candidate.cells is not None else 0.0
