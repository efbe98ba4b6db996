"""The order of candidates once their scores are known: what answers another question goes behind what answers this."""

from collections.abc import Sequence

from statchunk.search.candidate import Candidate
from statchunk.search.fitting import Fitting
from statchunk.search.question import Question
from statchunk.settings import SearchSettings

OTHER_MEASURE = 0.3
"""Match of the measure below which a figure is of another one, or over another stretch of time than the one named."""
_AS_GOOD = 0.02
"""Of a cell's score; the label of a column may say a word that the caption of another table says."""
_SURELY = 0.6
"""Precision from which a cell of a whole is its total."""


def in_order(
    found: Sequence[Candidate],
    question: Question,
    fitting: Fitting,
    settings: SearchSettings,
) -> list[Candidate]:
    """Candidates, best first."""
    order = sorted(found, key=lambda c: (-c.score, c.stored.number))
    if question.kind != "figure" or question.extreme is not None:
        return order
    if question.places:
        order = _of_place_first(order, fitting, settings)
    first = order[: settings.reordered]
    places = [place for place, candidate in enumerate(first) if candidate.cells is not None]
    amiss = {place: is_amiss(first[place], question, fitting) for place in places}
    tables = [first[place] for place in sorted(places, key=amiss.__getitem__)]
    fit = len(places) - sum(amiss.values())
    for place, candidate in zip(places, [*_clearest_first(tables[:fit], settings), *tables[fit:]], strict=True):
        order[place] = candidate
    at_place = order[0].explanation["place"] if order else 0.0
    totals = [order[place] for place in places[:fit] if _is_total(order[place], fitting)]
    totals = [c for c in totals if c.explanation["place"] >= at_place]
    if not totals:
        return order
    # of tables that say the same the first one of the release is the main one
    same = [c for c in totals if c.stored.document == totals[0].stored.document and _said(c) == _said(totals[0])]
    total = min(same, key=lambda c: (_cell_score(c) < _cell_score(totals[0]) - _AS_GOOD, c.stored.position))
    return [total, *(c for c in order if c is not total)]


def _of_place_first(order: list[Candidate], fitting: Fitting, settings: SearchSettings) -> list[Candidate]:
    """The same with the releases about the place asked for in front, where they answer nearly as well: what another
    place has is no answer."""
    first = order[: settings.reordered]
    there = [c for c in first if fitting.place(c.stored.document) == 1.0]
    if not there or there[0].explanation["evidence"] < first[0].explanation["evidence"] - settings.place:
        return order
    return [*there, *(c for c in first if fitting.place(c.stored.document) < 1.0), *order[len(first) :]]


def _is_total(candidate: Candidate, fitting: Fitting) -> bool:
    """Whether its best cell is the total of a release, or of a table, whose whole is asked for: it can be cited as it
    stands, where a sentence or a row of another table may be about a part."""
    cells = candidate.cells
    if cells is None or not (cells.total[0] or fitting.is_whole_of(candidate.stored.document)):
        return False
    fits = min(float(cells.period[0]), float(cells.measure[0])) == 1.0
    return fits and float(cells.precision[0]) >= _SURELY


def is_amiss(candidate: Candidate, question: Question, fitting: Fitting) -> bool:
    """Whether its best cell is for another period than the one named, or tells another measure of a whole."""
    if candidate.cells is None:
        return False
    of_whole = fitting.is_whole_of(candidate.stored.document)
    other = of_whole and question.measure is not None and candidate.cells.measure[0] < OTHER_MEASURE
    return bool(other or (fitting.wanted.named and candidate.cells.period[0] == 0))


def _clearest_first(tables: Sequence[Candidate], settings: SearchSettings) -> list[Candidate]:
    """The same with the table of the first one's release in front whose best cell answers much better: that a table
    stands early tells which is the main one, not which of two cells is asked for."""
    if not tables:
        return []
    own = [c for c in tables if c.stored.document == tables[0].stored.document]
    best = max(own, key=_cell_score)
    if _cell_score(best) < _cell_score(tables[0]) + settings.much_better or _said(best) == _said(tables[0]):
        return list(tables)
    return [best, *(c for c in tables if c is not best)]


def _cell_score(candidate: Candidate) -> float:
    return float(candidate.cells.scores[0]) if candidate.cells is not None else 0.0


def _said(candidate: Candidate) -> tuple[str | None, str] | None:
    """The period and the value of its best cell."""
    if candidate.cells is None:
        return None
    first = candidate.cells[0].observation
    return first.period, first.value_text
