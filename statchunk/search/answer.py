"""Whether the index can answer a question, and why not."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from statchunk.search.candidate import Candidate
from statchunk.search.catalogue import Catalogue
from statchunk.search.fitting import Fitting
from statchunk.search.ordering import OTHER_MEASURE
from statchunk.search.places import place_codes
from statchunk.search.prose import has_figure
from statchunk.search.question import Question
from statchunk.search.terms import words_of
from statchunk.search.things import missing_compound, missing_things, number_of_things
from statchunk.search.wanted import WantedPeriods
from statchunk.search.weights import TermWeights
from statchunk.settings import SearchSettings
from statchunk.store import StoredChunk

_SURELY = 0.6
"""Precision from which a cell is the one asked for, though a group heading above it be unnamed."""
_WORD_FOR_WORD = 0.85
"""Precision from which labels are asked for word by word."""
_DIGIT = re.compile(r"\d")
_OTHER_MEASURE = 0.1
"""Match of the measure below which a figure is of another one."""
_NOT_ASKED = 0.2
"""Precision below which nothing tells that a cell is the one asked for."""
_ROUNDING = 1e-6
_BETWEEN = 10
"""Characters between the ends of a band at most: "18 años a 24"."""


class Verdict(NamedTuple):
    """Whether a question can be answered, and the reason."""

    answerable: bool
    reason: str


def judge(
    question: Question,
    weights: TermWeights,
    catalogue: Catalogue,
    fitting: Fitting,
    ranked: Sequence[Candidate],
    settings: SearchSettings,
) -> Verdict:
    """Whether the best candidates answer the question: each thing that it names must be there.

    Args:
        question: what was asked.
        weights: of its terms.
        catalogue: of the index that was searched.
        fitting: of its releases.
        ranked: candidates, best first.
        settings: thresholds.
    """
    if not ranked:
        return Verdict(False, "nothing in the index resembles the question")
    fits = [fitting.office(c.stored.document) for c in ranked[: settings.judged]]
    best: Sequence[Candidate] = [c for c, fit in zip(ranked, fits, strict=False) if fit >= fits[0]]
    for place in question.places:
        there = [c for c in best if is_at(catalogue, c.stored, place.code, weights.codes)]
        if not there:
            return Verdict(False, f"no evidence for {place.name}")
        best = there
        if question.kind == "figure" and not _is_of(catalogue, ranked[0], place.code, weights.codes):
            return Verdict(False, f"no evidence for {place.name}")
    for check in (
        _period_is_missing,
        _band_is_missing,
        _term_is_missing,
        _subject_is_missing,
        _thing_is_missing,
        _measure_is_missing,
        _exclusion_is_missing,
        _value_is_missing,
        _several_fit,
    ):
        reason = check(question, weights, catalogue, fitting, best, settings)
        if reason:
            return Verdict(False, reason)
    little = question.kind == "figure" and ranked[0].explanation["evidence"] < settings.least_evidence
    if little or ranked[0].score < settings.least_score:
        return Verdict(False, f"nothing in the index is near enough (best score {ranked[0].score:.2f})")
    return Verdict(True, found_in(ranked[0].stored))


def found_in(stored: StoredChunk) -> str:
    """Where an answer was found."""
    chunk = stored.chunk
    return f"found in {chunk.kind} on page {', '.join(str(p) for p in sorted({r.page for r in chunk.regions}))}"


def _period_is_missing(
    question: Question,
    weights: TermWeights,
    catalogue: Catalogue,
    fitting: Fitting,
    best: Sequence[Candidate],
    settings: SearchSettings,
) -> str:
    """The period that is asked for has no figure and no sentence."""
    wanted = fitting.wanted
    if not wanted.named or question.kind not in ("figure", "chart"):
        return ""
    other = question.kind == "figure" and wanted.between is None and _period_of(best[0]) == 0
    for candidate in () if other else best:
        if _period_of(candidate) >= settings.least_period or _as_published(candidate, catalogue, wanted):
            return ""
    asked = ", ".join(p.iso() or "" for p in wanted.exact)
    newest = fitting.newest
    return f"no evidence for {asked}" + (f"; the newest release is for {newest.iso()}" if newest else "")


def _period_of(candidate: Candidate) -> float:
    """How far the period of its best cell or sentence is wanted."""
    return float(candidate.cells.period[0]) if candidate.cells is not None else candidate.sentence.period


def _band_is_missing(
    question: Question,
    weights: TermWeights,
    catalogue: Catalogue,
    fitting: Fitting,
    best: Sequence[Candidate],
    settings: SearchSettings,
) -> str:
    """A band of ages or sizes that is asked for stands in none of the best candidates."""
    for first, last in question.bands if question.kind == "figure" else ():
        band = re.compile(rf"(?<!\d){first}\D{{1,{_BETWEEN}}}{last}(?!\d)")
        if not any(band.search(candidate.stored.text) for candidate in best):
            return f"no evidence for {first}-{last}"
    return ""


def _as_published(candidate: Candidate, catalogue: Catalogue, wanted: WantedPeriods) -> bool:
    """Whether a figure of no stated period stands in a release of no stated period that was published in the one asked
    for: a report of the day."""
    row = catalogue.releases[candidate.stored.document].row
    if row.reference_period is not None or row.release_date is None or candidate.cells is None:
        return False
    return candidate.cells[0].observation.period is None and wanted.match(row.release_date) == 1.0


def is_at(catalogue: Catalogue, stored: StoredChunk, place: str, codes: tuple[str, ...]) -> bool:
    """Whether a release is about a place (ISO 3166), or the chunk names it."""
    return place in catalogue.home(stored.document) or place in place_codes(stored.text, codes)


def _is_of(catalogue: Catalogue, candidate: Candidate, place: str, codes: tuple[str, ...]) -> bool:
    """Whether a release is about a place, or the labels of its best cell name it, or the chunk that has no cells."""
    stored = candidate.stored
    if candidate.cells is None or place in catalogue.home(stored.document):
        return is_at(catalogue, stored, place, codes)
    cell = candidate.cells[0].observation
    labels = (*cell.row_path, *cell.column_path, cell.caption or "", *cell.section)
    return place in place_codes(" | ".join(labels), codes)


def _term_is_missing(
    question: Question,
    weights: TermWeights,
    catalogue: Catalogue,
    fitting: Fitting,
    best: Sequence[Candidate],
    settings: SearchSettings,
) -> str:
    """Words that make up much of the subject stand nowhere in the index."""
    absent = tuple(term for term in weights.absent if term not in fitting.known_terms)
    names = tuple(term for term in absent if term in question.names)
    if names and question.kind == "figure":
        return f"the index says nothing of {', '.join(repr(t) for t in names)}"
    if not absent or _tells(question, weights, catalogue, fitting, best[0], len(absent)):
        return ""
    share = sum(weight for term, weight in weights.items if term in absent) / weights.total
    cased = question.text.casefold() != question.text.upper()
    figure = settings.absent_in_figure if cased else settings.absent_without_capitals
    limit = figure if question.kind == "figure" else settings.absent_in_text
    return f"the index says nothing of {', '.join(repr(t) for t in absent)}" if share >= limit else ""


def _tells(
    question: Question,
    weights: TermWeights,
    catalogue: Catalogue,
    fitting: Fitting,
    candidate: Candidate,
    lacking: int,
) -> bool:
    """Whether the labels of the best cell say more of the question than is lacking, and nothing else asked for.

    What its release says of itself anyway does not count. Labels that are asked for word by word may say as much as is
    lacking: the rest are words of asking.
    """
    if candidate.cells is None:
        return False
    cell = candidate.cells[0]
    if cell.measure < 1 or (cell.period < 1 and (fitting.wanted.named or cell.precision < _WORD_FOR_WORD)):
        return False
    labels = (*cell.observation.row_path, *cell.observation.column_path)
    named = weights.said(labels) & ~fitting.said(candidate.stored.document) & ~weights.nowhere & weights.subject
    home = catalogue.home(candidate.stored.document)
    places = {p.code for p in question.places} & place_codes(" | ".join(labels), weights.codes) - home
    return lacking < number_of_things(question, weights, named) + len(places)


def _subject_is_missing(
    question: Question,
    weights: TermWeights,
    catalogue: Catalogue,
    fitting: Fitting,
    best: Sequence[Candidate],
    settings: SearchSettings,
) -> str:
    """The best candidates hold little of the subject in words, and are not near it in meaning either."""
    if question.kind != "figure":
        return ""
    other = _only_alike(weights, best[0])
    if other:
        return f"no evidence for {other!r}"
    held = 0
    for place, candidate in enumerate(best):
        stored = candidate.stored
        held |= weights.said((stored.title or "", *stored.section, stored.text)) & ~weights.nowhere
        held |= fitting.said(stored.document)
        if place == 0 and weights.subject and not held & weights.subject:
            return f"no evidence for {', '.join(repr(t) for t in weights.named(weights.subject))}"
        if candidate.nearness >= settings.near:
            return ""
    lacking = weights.named(~held)
    if 1 - weights.weight(held) < settings.lacking or _tells(
        question, weights, catalogue, fitting, best[0], len(lacking)
    ):
        return ""
    return f"no evidence for {', '.join(repr(t) for t in lacking)}"


def _thing_is_missing(
    question: Question,
    weights: TermWeights,
    catalogue: Catalogue,
    fitting: Fitting,
    best: Sequence[Candidate],
    settings: SearchSettings,
) -> str:
    """The best figure is about another thing than the one that the question names beside what is said of it."""
    if question.kind != "figure":
        return ""
    compound = missing_compound(question, weights, best[0])
    if compound:
        return f"no evidence for {compound!r}"
    missing = missing_things(question, weights, fitting, best[0])
    return f"no evidence for {', '.join(repr(t) for t in missing)} in the nearest figure" if missing else ""


def _measure_is_missing(
    question: Question,
    weights: TermWeights,
    catalogue: Catalogue,
    fitting: Fitting,
    best: Sequence[Candidate],
    settings: SearchSettings,
) -> str:
    """A number of things is asked for and the figure is none, or the sentence that answers for a period has none."""
    if question.kind != "figure":
        return ""
    cells = best[0].cells
    if cells is not None:
        if question.measure == "amount" and cells[0].measure < _OTHER_MEASURE:
            return "no number of what is asked for, only a rate or an index"
        if cells[0].measure >= OTHER_MEASURE:
            return ""
        if question.basis is not None and question.rate:
            return "no change over the time asked for"
        return "no change of what is asked for, only its level" if question.changes and question.basis else ""
    if best[0].stored.kind == "definition" and question.measure is not None and fitting.wanted.named:
        return "the nearest passage defines what is asked for and holds no figure of it"
    if question.measure is None or not fitting.wanted.named or has_figure(best[0].sentence.text, weights.codes):
        return ""
    return "the nearest sentence holds no figure"


def _only_alike(weights: TermWeights, candidate: Candidate) -> str:
    """The weightiest term, where labels that are little asked for and all around them say only what begins like it."""
    if candidate.cells is None or candidate.cells[0].precision >= _SURELY:
        return ""
    stored = candidate.stored
    words = words_of(" ".join((stored.title or "", *stored.section, stored.text)))
    term = max(weights.items, key=lambda item: item[1])[0]
    place = 1 << weights.terms.index(term)
    begins = weights.mask(words) & place and not any(
        weights.exactly(word) & place or (word in (term[:-1], f"{term}{word[-1]}")) for word in words
    )
    return term if begins else ""


def _several_fit(
    question: Question,
    weights: TermWeights,
    catalogue: Catalogue,
    fitting: Fitting,
    best: Sequence[Candidate],
    settings: SearchSettings,
) -> str:
    """Other cells answer as well as the best one, whose labels are not asked for, or which is for a part of the period
    that is: any would be a guess."""
    cells = best[0].cells
    if question.kind != "figure" or question.extreme is not None or cells is None:
        return ""
    first = cells[0].observation
    alike = [cell.observation for cell in cells.near(_ROUNDING)[1:]]
    others = [o for o in alike if o.period == first.period and o.value_text != first.value_text]
    if cells[0].precision >= _NOT_ASKED:
        others = []
    if fitting.wanted.named and cells[0].period < 1:
        others += [o for o in alike if o.period != first.period and o.value_text != first.value_text]
    if not others:
        return ""
    named = dict.fromkeys(" / ".join((*o.row_path[-1:], *o.column_path[-1:])) for o in (first, *others[:2]))
    return f"several figures fit as well: {'; '.join(named)}"


def _exclusion_is_missing(
    question: Question,
    weights: TermWeights,
    catalogue: Catalogue,
    fitting: Fitting,
    best: Sequence[Candidate],
    settings: SearchSettings,
) -> str:
    """What is left out by a word of the question, as by "core", the cell that answers does not leave out."""
    cells = best[0].cells
    if question.kind != "figure" or cells is None or not weights.excluding:
        return ""
    first = cells[0].observation
    labels = (*first.row_path, *first.column_path, first.caption or "")
    missing = weights.named(weights.excluding & ~weights.said(labels))
    return f"no evidence for {', '.join(repr(term) for term in missing)}" if missing else ""


def _value_is_missing(
    question: Question,
    weights: TermWeights,
    catalogue: Catalogue,
    fitting: Fitting,
    best: Sequence[Candidate],
    settings: SearchSettings,
) -> str:
    """The cell that answers is printed without a figure: not available, confidential."""
    if question.kind != "figure" or best[0].cells is None:
        return ""
    cell = best[0].cells[0]
    observation = cell.observation
    if observation.value is not None or observation.status == "-":
        return ""
    if cell.period < 1 or cell.precision < _SURELY:
        return "" if _DIGIT.search(observation.value_text) else "the nearest cell holds no figure"
    labels = " / ".join((*observation.row_path[-1:], *observation.column_path[-1:]))
    return f"the release prints {observation.value_text!r} for {labels} on page {observation.page}: no figure is given"
