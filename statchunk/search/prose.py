"""Which sentence of a chunk answers a question: its words, period and measure against what was asked."""

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from statchunk.languages import language
from statchunk.meaning.periods import find_periods
from statchunk.meaning.unit_vocabulary import UnitKind
from statchunk.meaning.units import change_basis, find_units
from statchunk.meaning.vocabulary import fold, phrase_pattern
from statchunk.search.question import Measure, Question, with_years
from statchunk.search.scored import convex, said_enough
from statchunk.search.terms import acronyms, words_of
from statchunk.search.wanted import WantedPeriods, in_release
from statchunk.search.weights import TermWeights, small_words
from statchunk.settings import SearchSettings
from statchunk.store import StoredChunk
from statchunk.text import squash

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^\W\d_a-z]|[\"“(])|\n+")
_FIGURE = re.compile(r"\d")
_RUN = re.compile(r"(?<!\d)\d{1,2}(?!\d)")
_MOST_SENTENCES = 60
"""Sentences of one chunk that are looked at; a chunk within its budget has fewer."""

_SHORTEST = 4
"""Characters; less is a mark or a number."""
_TERM_END = re.compile(r"[:\n]|\s[-–—]\s")
_LAST_BRACKET = re.compile(r"\(([^()]+)\)\s*$")

_CARRIED = 0.8
"""What the release's own reference period counts where a sentence names none."""

_OTHER_ACRONYM = 0.8
"""What the words of a sentence count that bears another acronym than the question."""
_OTHER_PERIOD = 0.85
"""What a sentence counts that is about another period than the one named."""
_ANNOUNCED = 0.8
"""What a sentence counts that gives a day and speaks of publication, where the day is not known to be the one."""
_RECURRING = 0.9
"""What a line of a panel counts whose label stands there again."""
_UNSAID_BASIS = 0.8
"""What the measure of a sentence counts that gives a change and does not say over how many months, where that is asked
for."""
_ONE_OF_TWO = 0.6
"""What a sentence counts that names only one of the two periods compared."""


class ScoredSentence(NamedTuple):
    """A sentence and how well it answers."""

    score: float
    """0 to 1."""
    text: str
    coverage: float
    period: float


class ReadChunk(NamedTuple):
    """A chunk of prose whose sentences are read and not yet scored."""

    stored: StoredChunk
    sentences: tuple[str, ...]
    coverages: tuple[float, ...]
    """Share of the question that each says, with what stands above it."""
    dates: frozenset[str]
    wanted: WantedPeriods
    """The periods that are wanted of its release."""
    reference: str | None
    """The period that its release is for; the day of publication where it names none."""


class ProseScorer:
    """Scores sentences for one question."""

    def __init__(self, question: Question, weights: TermWeights, settings: SearchSettings) -> None:
        """Args: the question, the weights of its terms, and the settings."""
        self._question = question
        self._weights = weights
        self._settings = settings
        self._announces = phrase_pattern(
            phrase
            for code in weights.codes
            for phrase in (*language(code).release.next_release, *language(code).release.released)
        )
        self._defines = phrase_pattern(v for code in weights.codes for v in language(code).definitions.verbs)

    def read(
        self,
        stored: StoredChunk,
        wanted: WantedPeriods,
        release: int = 0,
        dates: frozenset[str] = frozenset(),
        published: str | None = None,
    ) -> "ReadChunk":
        """The sentences of a chunk and how much of the question they say; not yet how well they answer.

        Args:
            stored: the chunk.
            wanted: the periods that are wanted of its release.
            release: mask of what its release says of itself.
            dates: ISO dates that answer when something is published.
            published: ISO date of its release: a report that names no period is of that day.
        """
        weights, settings = self._weights, self._settings
        above = weights.said(stored.section)
        around = weights.said((stored.title or "",))
        sentences = [s for s in _SENTENCE.split(_body(stored))[:_MOST_SENTENCES] if len(s) > _SHORTEST]
        masks = [weights.mask(words_of(sentence)) | release for sentence in sentences]
        for mask in masks:
            around |= mask
        coverages = tuple(
            weights.share(mask)
            + settings.caption_label * weights.share(above & ~mask)
            + settings.title_label * weights.share(around & ~above & ~mask)
            for mask in masks
        )
        reference = stored.reference_period or published
        return ReadChunk(stored, tuple(sentences), coverages, dates, wanted, reference)

    def bound(self, chunk: "ReadChunk", coverage: float | None = None) -> float:
        """What the best sentence, or one of some coverage, scores at most: its period and measure are not read yet."""
        if self._question.kind != "figure":
            return math.inf
        settings = self._settings
        most = max(chunk.coverages, default=0.0) if coverage is None else coverage
        share = settings.cell_coverage + settings.cell_precision
        return said_enough(most, settings) * (share * convex(most) + settings.cell_period + settings.cell_measure)

    def score(self, chunk: "ReadChunk") -> ScoredSentence:
        """The sentence of the chunk that answers best."""
        stored = chunk.stored
        carried = chunk.wanted.match(chunk.reference)
        heading = self._heading(stored) if self._question.kind in ("definition", "explanation") else 0.0
        best, place = ScoredSentence(0.0, "", 0.0, 0.0), -1
        for i in sorted(range(len(chunk.sentences)), key=lambda i: -chunk.coverages[i]):
            sentence, coverage = chunk.sentences[i], chunk.coverages[i]
            if self.bound(chunk, coverage) < best.score:
                break
            scored = self._score(sentence, coverage, carried, heading, chunk)
            if scored.score > best.score or (scored.score == best.score and i < place):
                best, place = scored, i
        if stored.kind == "factsheet" and _recurs(best.text, chunk.sentences):
            best = best._replace(score=best.score * _RECURRING)
        return best

    def _score(
        self, sentence: str, coverage: float, carried: float, heading: float, chunk: "ReadChunk"
    ) -> ScoredSentence:
        settings, question, wanted = self._settings, self._question, chunk.wanted
        reference = chunk.reference
        if question.kind == "definition":
            defines = max(self._defines_it(sentence), heading if chunk.stored.kind == "definition" else 0.0)
            return ScoredSentence(0.5 * coverage + 0.25 * defines + 0.25 * heading, sentence, coverage, 1.0)
        if question.kind == "release":
            said = self._says_when(sentence, chunk.dates)
            return ScoredSentence(0.4 * min(1.0, coverage) + 0.6 * said, sentence, coverage, 1.0)
        if question.kind != "figure":
            period = self._period(sentence, carried, wanted, reference) if wanted.named else 1.0
            return ScoredSentence(0.7 * coverage + 0.2 * period + 0.1 * heading, sentence, coverage, period)
        period = self._period(sentence, carried, wanted, reference)
        share = settings.cell_coverage + settings.cell_precision
        named = acronyms(sentence)
        if question.acronyms and named and not named & question.acronyms:
            share *= _OTHER_ACRONYM
        score = (
            share * convex(coverage)
            + settings.cell_period * period
            + settings.cell_measure * self._measure(sentence, chunk.stored.kind)
        )
        score *= said_enough(coverage, settings)
        if wanted.named and period == 0:
            score *= _OTHER_PERIOD
        return ScoredSentence(score, sentence, coverage, period)

    def _says_when(self, sentence: str, dates: frozenset[str]) -> float:
        """1 where a sentence gives one of the dates; less where it gives a day and speaks of publication."""
        coming = self._announces is not None and self._announces.search(fold(sentence)) is not None
        days = {int(date[-2:]) for date in dates}  # a date is printed with its day
        if not coming and days.isdisjoint(int(run) for run in _RUN.findall(sentence)):
            return 0.0
        found = [m.period for m in find_periods(sentence, self._weights.codes)]
        if any(period.iso() in dates for period in found):
            return 1.0
        said = _ANNOUNCED * (coming and any(period.kind == "day" for period in found))
        return said * (1.0 if not self._question.periods or set(self._question.periods) & set(found) else 0.5)

    def _heading(self, chunk: StoredChunk) -> float:
        """How well the heading above, or the term that is defined, is what was asked for."""
        names = [chunk.section[-1]] if chunk.section else []
        if chunk.kind == "definition":
            names.append(_TERM_END.split(_body(chunk), maxsplit=1)[0])
        return max((self._same_subject(name) for name in names), default=0.0)

    def _defines_it(self, sentence: str) -> float:
        """Whether the sentence says what the thing asked for is: the thing, then a verb of definition."""
        verb = self._defines.search(fold(sentence)) if self._defines is not None else None
        if verb is None:
            return 0.0
        subject = sentence[: verb.start()]
        short = _LAST_BRACKET.search(subject)
        return max(self._same_subject(subject), self._same_subject(short[1]) if short else 0.0)

    def _same_subject(self, text: str) -> float:
        """Coverage of the question by the text times the share of the text's words that are asked for."""
        weights = self._weights
        words = [w for w in words_of(text) if w not in small_words(weights.codes) and not w.isdigit()]
        if not words:
            return 0.0
        asked = sum(weights.mask((word,)) != 0 for word in words)
        return weights.share(weights.mask(words)) * asked / len(words)

    def _period(self, sentence: str, carried: float, wanted: WantedPeriods, reference: str | None) -> float:
        mentioned = [m.period for m in find_periods(sentence, self._weights.codes)]
        whole = {(period.kind, period.number) for period in mentioned if period.whole}
        # "in February, up from February 2021": the first is not of the year of the second
        apart = [period for period in mentioned if not period.whole and (period.kind, period.number) in whole]
        found = (*with_years(mentioned), *in_release(apart if whole else mentioned, reference))
        if not found:
            return _CARRIED * carried
        match = max(wanted.match(period.iso()) for period in found)
        if wanted.between is not None and match == 1.0:
            return 1.0 if set(wanted.between) <= set(found) else _ONE_OF_TWO
        return match

    def _measure(self, sentence: str, kind: str) -> float:
        """1 where it gives a figure of the measure asked for; less for a figure of another, least for none."""
        question, codes = self._question, self._weights.codes
        if not has_figure(sentence, codes):
            return 0.1
        if question.measure is None:
            return 1.0
        kinds = find_units(sentence, codes)
        if question.measure == "amount" and not kinds and kind == "factsheet":
            return 1.0  # a line of a panel is a label and its figure
        if not kinds & _KINDS[question.measure]:
            return 0.4
        if question.measure == "change" and question.basis:
            basis = change_basis(sentence, codes)
            if basis is None:
                return _UNSAID_BASIS
            if basis != question.basis:
                return 0.4
        return 1.0


_KINDS: dict[Measure, frozenset[UnitKind]] = {
    "change": frozenset({"change", "percent"}),
    "points": frozenset({"points"}),
    "index": frozenset({"index", "index_points"}),
    "weight": frozenset({"weight", "per_thousand"}),
    "share": frozenset({"share", "percent"}),
    "amount": frozenset({"amount"}),
}


def _recurs(line: str, lines: Sequence[str]) -> bool:
    """Whether a panel prints the label of a line again beside another figure: of regions in a map, of which none is
    the whole."""
    labels = [other.partition(":")[0].rpartition(",")[2].strip() for other in lines if other != line]
    return line.partition(":")[0].rpartition(",")[2].strip() in labels


def has_figure(sentence: str, codes: tuple[str, ...]) -> bool:
    """Whether a sentence holds a figure beside its periods."""
    left = list(sentence)
    for mention in find_periods(sentence, codes):
        left[mention.start : mention.stop] = " " * (mention.stop - mention.start)
    return _FIGURE.search("".join(left)) is not None


def document_texts(stored: StoredChunk) -> tuple[str, ...]:
    """Texts that hold for all cells of a chunk."""
    return (stored.title or "", *stored.section, stored.text.split("\n", 1)[0])


def _body(chunk: StoredChunk) -> str:
    """The text without the line that says where it stands."""
    first, _, rest = chunk.text.partition("\n")
    place = squash("".join((chunk.title or "", *chunk.section)))
    return rest if rest and place and squash(first)[:20] == place[:20] else chunk.text
