"""A question read: its subject, period, measure, place and kind. All words come from the language files."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Literal

from statchunk.languages import available, language
from statchunk.meaning.calendar import Period
from statchunk.meaning.periods import find_periods
from statchunk.meaning.units import change_basis, find_units
from statchunk.meaning.vocabulary import fold, phrase_pattern
from statchunk.search.places import Place, find_places
from statchunk.search.terms import acronyms, compounds_in, names_in, spellings, words_of

QuestionKind = Literal["figure", "definition", "explanation", "chart", "release"]
Measure = Literal["change", "index", "weight", "points", "share", "amount"]
Relative = Literal["latest", "last_year", "last_quarter", "last_month"]


@dataclass(frozen=True, slots=True)
class Question:
    """What a question asks for."""

    text: str
    codes: tuple[str, ...]
    """Languages whose words are known: its own first, then those of the releases."""
    kind: QuestionKind
    terms: tuple[str, ...]
    """Stems of its subject, in order: words of asking, periods and measures left out."""
    periods: tuple[Period, ...]
    """Periods that it names, each with its year."""
    between: tuple[Period, Period] | None
    """First and last period where it asks about a stretch of time."""
    relative: Relative | None
    """A period counted from the newest in the index."""
    measure: Measure | None
    basis: int | None
    """Months between the periods of a change: 12 annual, 3, 1 monthly."""
    base_period: str | None
    """Year of an index base that it names."""
    extreme: Literal["highest", "lowest"] | None
    places: tuple[Place, ...]
    """Places that it names."""
    acronyms: frozenset[str]
    """Stems of the words that it writes in capitals: "CPI", "GDP"."""
    tables: frozenset[str] = frozenset()
    """Numbers of the tables that it names: "3", "c"."""
    rate: bool = False
    """Whether it asks for a rate: no number of persons or things answers."""
    spelt: dict[str, str] = field(default_factory=dict)
    """How it spells the terms that the lexical index keeps as spelt: those not in Latin letters."""
    undated: Period | None = None
    """The month or quarter that it names without any year: "in February"."""
    names: frozenset[str] = frozenset()
    """Stems of its proper names: what they name is asked for and nothing like it."""
    adjusted: bool | None = None
    """Whether it asks for figures from which the season is taken out, or for others; None where it does not say."""
    price_indices: frozenset[str] = frozenset()
    """Stems of the indices by which the inflation is told that it asks for without naming one: "cpi"."""
    bands: tuple[tuple[str, str], ...] = ()
    """Ends of the bands of ages or sizes that it names: ("18", "24")."""
    changes: bool = False
    """Whether it says that something rises, falls or changes."""
    compounds: tuple[tuple[str, ...], ...] = ()
    """Stems of its hyphenated words, which name one thing each: ("part", "time")."""

    def facets(self) -> dict[str, object]:
        """For printing."""
        return {
            "kind": self.kind,
            "terms": list(self.terms),
            "periods": [p.iso() for p in self.periods],
            "undated": f"{self.undated.kind} {self.undated.number}" if self.undated else None,
            "between": [p.iso() for p in self.between] if self.between else None,
            "relative": self.relative,
            "measure": self.measure,
            "basis": self.basis,
            "extreme": self.extreme,
            "adjusted": self.adjusted,
            "geography": [place.name for place in self.places],
            "tables": sorted(self.tables),
        }


def read_question(text: str, languages: Sequence[str] = ()) -> Question:
    """What a question asks for.

    Args:
        text: the question.
        languages: of the releases that are asked; their words are known beside those of the question's own.
    """
    codes = tuple(dict.fromkeys((*languages_of(text), *(code for code in languages if code in available()))))
    folded = fold(text)
    mentions = find_periods(_NO_PERIOD.sub(lambda m: " " * len(m.group()), text), codes)
    periods = with_years([m.period for m in mentions])
    kinds = find_units(text, codes)
    change = _mentions(folded, codes, "change")
    basis = change_basis(text, codes) or next((m.window for m in mentions if m.window), None)
    if _mentions(folded, codes, "monthly"):
        basis = 1
    elif _mentions(folded, codes, "annual"):
        basis = 12
    measure: Measure | None = None
    if _mentions(folded, codes, "contribution") or "points" in kinds:
        measure = "points"
    elif kinds & {"weight", "per_thousand"} or _mentions(folded, codes, "weight"):
        measure = "weight"
    elif _counts(folded, codes) and not kinds & {"change", "percent"}:
        measure = "amount"
    elif kinds & {"index", "index_points"} and not (change or kinds & {"change", "percent"}):
        measure = "index"
    elif change or kinds & {"change", "percent"} or basis:
        measure = "change"
    elif _mentions(folded, codes, "share"):
        measure = "share"
    elif _mentions(folded, codes, "amount"):
        measure = "amount"
    elif _mentions(folded, codes, "level") and acronyms(text) & price_indices(codes):
        measure = "index"
    between = _stretch(periods)
    if between and basis is None and measure == "change" and not _mentions(folded, codes, "rate"):
        basis = _months_apart(*between)
    places = find_places(text, codes)
    blanked = list(text)
    for place in places:
        blanked[place.start : place.stop] = " " * (place.stop - place.start)
    for mention in mentions:
        blanked[mention.start : mention.stop] = " " * (mention.stop - mention.start)
    extreme: Literal["highest", "lowest"] | None = (
        "highest" if _mentions(folded, codes, "highest") else "lowest" if _mentions(folded, codes, "lowest") else None
    )
    kind = _kind(folded, codes, bool(periods), measure)
    left = "".join(blanked)
    if kind == "figure":
        left = without_adjustment(left, codes)
    named = acronyms(left) if text != text.upper() else frozenset()
    return Question(
        text=text,
        codes=codes,
        kind=kind,
        terms=_terms(left, codes, kind),
        periods=periods,
        between=between,
        relative=_relative(folded, codes),
        measure=measure,
        basis=basis,
        base_period=_base(text),
        extreme=extreme,
        places=places,
        acronyms=named,
        tables=table_numbers(text, codes),
        rate=_mentions(folded, codes, "rate") or (measure is None and _mentions(folded, codes, "rates")),
        spelt=spellings(text),
        undated=_undated([m.period for m in mentions]) if not periods else None,
        names=frozenset() if language(codes[0]).question.nouns_in_capitals else names_in(left),
        adjusted=adjustment(text, codes),
        price_indices=frozenset() if named or measure != "change" else price_indices(codes),
        bands=bands_in("".join(blanked), codes),
        changes=change,
        compounds=_compounds(left, codes) if kind == "figure" else (),
    )


def spelled_out(question: Question, absent: Collection[str]) -> str:
    """The question with those of its words that stand in no release put as releases put them: "core inflation" as
    "inflation excluding food and energy"."""
    text, added = question.text, []
    for word, meaning in (pair for code in question.codes for pair in language(code).question.means):
        if absent and not set(words_of(word)).isdisjoint(absent):
            text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", " ", text, flags=re.IGNORECASE)
            added.append(meaning)
    return f"{text.rstrip(' ?.')} {' '.join(added)}" if added else text


@cache
def named_indices(codes: tuple[str, ...]) -> frozenset[str]:
    """Stems of the abbreviations of price indices that are meant only where they are named: "RPI"."""
    return frozenset(w for code in codes for text in language(code).question.named_indices for w in words_of(text))


@cache
def price_indices(codes: tuple[str, ...]) -> frozenset[str]:
    """Stems of the abbreviations of consumer price indices."""
    return frozenset(w for code in codes for text in language(code).question.price_indices for w in words_of(text))


@cache
def _adjustments(codes: tuple[str, ...]) -> tuple[re.Pattern[str] | None, re.Pattern[str] | None]:
    words = [language(code).question for code in codes]
    return (
        phrase_pattern(text for own in words for text in own.unadjusted),
        phrase_pattern(text for own in words for text in own.adjusted),
    )


@lru_cache(maxsize=65536)
def adjustment(text: str, codes: tuple[str, ...]) -> bool | None:
    """Whether a text says that the season is taken out of figures, or is not; None where it says neither or both."""
    without, taken_out = _adjustments(codes)
    folded = fold(text)
    left = without.sub(" ", folded) if without is not None else folded
    adjusted = taken_out is not None and taken_out.search(left) is not None
    unadjusted = left != folded
    return adjusted if adjusted != unadjusted else None


@lru_cache(maxsize=65536)
def without_adjustment(text: str, codes: tuple[str, ...]) -> str:
    """A text without what it says of the season."""
    for pattern in _adjustments(codes):
        folded = fold(text)
        if pattern is not None and len(folded) == len(text):
            left = list(text)
            for match in pattern.finditer(folded):
                left[match.start() : match.end()] = " " * (match.end() - match.start())
            text = "".join(left)
    return text


@cache
def _table_label(codes: tuple[str, ...]) -> re.Pattern[str]:
    words = {word for code in codes for word in language(code).table}
    named = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{named})\s*(\d+(?:\.\d+)*[a-z]?|[a-z]\d*)(?![\w])", re.IGNORECASE)


def table_numbers(text: str, codes: tuple[str, ...]) -> frozenset[str]:
    """Numbers or letters of the tables that a text names, in small letters."""
    return frozenset(number.casefold() for number in _table_label(codes).findall(text))


@lru_cache(maxsize=65536)
def without_table_number(caption: str, codes: tuple[str, ...]) -> str:
    """A caption without the number of its table before it."""
    found = _table_label(codes).match(caption)
    return caption[found.end() :] if found is not None else caption


@lru_cache(maxsize=4096)
def languages_of(text: str) -> tuple[str, ...]:
    """The language that a question is in, told by its small words, and English."""
    words = [w.strip("?¿!¡,.;:()\"'“”«»") for w in fold(text).split()]
    counts = {"en": sum(w in _function_words("en") for w in words)}
    if counts["en"] < max(_CLEAR, len(words) * _CLEAR_SHARE):
        counts |= {code: sum(w in _function_words(code) for w in words) for code in available() if code != "en"}
    best = max(counts, key=lambda code: (counts[code], code == "en"))
    return (best,) if best == "en" else (best, "en")


_CLEAR = 2
_CLEAR_SHARE = 0.25
"""Small English words, and their share of all, from which no other language is thought of."""


def tells_level(text: str, codes: tuple[str, ...]) -> bool:
    """Whether a label names the rate of something, and no change: "Unemployment rate (%)", not "Inflation rate"."""
    folded = fold(text)
    if not _mentions(folded, codes, "rate") or _mentions(folded, codes, "change"):
        return False
    idle = measure_words(codes) | _function_words(codes[0])
    return any(word not in idle and not word.isdigit() for word in words_of(text))


@cache
def _function_words(code: str) -> frozenset[str]:
    words = language(code)
    return frozenset(fold(w) for w in (*words.stopwords, *words.question.asking))


@cache
def _pattern(codes: tuple[str, ...], group: str) -> re.Pattern[str] | None:
    return phrase_pattern(phrase for code in codes for phrase in getattr(language(code).question, group))


def _mentions(folded: str, codes: tuple[str, ...], group: str) -> bool:
    pattern = _pattern(codes, group)
    return pattern is not None and pattern.search(folded) is not None


def with_years(periods: Sequence[Period]) -> tuple[Period, ...]:
    """Each with its year, taken from the next one that has it: "between March and April 2025"."""
    found: list[Period] = []
    year: int | None = None
    for period in reversed(periods):
        if period.whole:
            year = period.year
            found.append(period)
        elif year is not None:
            found.append(period.with_year(year))
    return tuple(reversed(found))


def _undated(periods: Sequence[Period]) -> Period | None:
    """The only month or quarter among periods without a year."""
    found = {period for period in periods if period.kind in ("month", "quarter")}
    return found.pop() if len(found) == 1 else None


@cache
def _band(codes: tuple[str, ...]) -> re.Pattern[str]:
    words = {word for code in codes for word in (*language(code).periods.to, *language(code).periods.also)}
    joints = "|".join(re.escape(fold(word)) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<![\d.,])(\d{{1,3}})(?:\s*[-–—]\s*|\s+(?:{joints})\s+)(\d{{1,3}})(?![\d]|[.,]\d)")


def bands_in(text: str, codes: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The ends of the bands of ages or sizes that a text names: "18 to 24", "18–24"."""
    return tuple((a, b) for a, b in _band(codes).findall(fold(text)) if int(a) < int(b))


def _stretch(periods: tuple[Period, ...]) -> tuple[Period, Period] | None:
    if len(periods) == 1 and periods[0].kind == "span" and periods[0].end_year is not None:
        last = Period("year", periods[0].end_year)
        first = Period("year", periods[0].year)
        if periods[0].number is not None:
            first = Period("month", periods[0].year, periods[0].number)
            last = Period("month", periods[0].end_year, periods[0].end_number)
        return first, last
    if len(periods) != 2 or periods[0].kind != periods[1].kind:
        return None
    first, last = sorted(periods, key=lambda p: p.first_month() or 0)
    return (first, last) if first != last else None


def _months_apart(first: Period, last: Period) -> int | None:
    """12, 3 or 1 where the two are that far apart."""
    a, b = first.first_month(), last.first_month()
    return b - a if a is not None and b is not None and b - a in (1, 3, 12) else None


def _kind(folded: str, codes: tuple[str, ...], dated: bool, measure: Measure | None) -> QuestionKind:
    coming = _mentions(folded, codes, "when") and _mentions(folded, codes, "coming")
    if coming or _mentions(folded, codes, "release"):
        return "release"
    figure = phrase_pattern(word for code in codes for word in language(code).figure)
    which = figure.search(folded) if figure is not None else None
    if which is not None and (
        which.start() < _NEAR_START
        or (which.end() < len(folded) and folded[which.end() :][:3].strip(" .")[:1].isdigit())
    ):
        return "chart"
    if _mentions(folded, codes, "reason"):
        return "explanation"
    if not dated and _mentions(folded, codes, "definition") and not _mentions(folded, codes, "sums"):
        return "definition"
    if not dated and _mentions(folded, codes, "description"):
        asks_value = _mentions(folded, codes, "value") or _mentions(folded, codes, "latest")
        return "figure" if measure is not None and asks_value else "definition"
    if (_mentions(folded, codes, "explanation") or _begins(folded, codes)) and (not dated or measure is None):
        return "explanation"
    return "figure"


def _counts(folded: str, codes: tuple[str, ...]) -> bool:
    """Whether it asks for a number of things from the start: a verb of change in it is what they did."""
    pattern = _pattern(codes, "amount")
    found = pattern.search(folded) if pattern is not None else None
    return found is not None and found.start() < _NEAR_START


def _begins(folded: str, codes: tuple[str, ...]) -> bool:
    """Whether it begins as a question for yes or no."""
    pattern = _pattern(codes, "yes_no")
    return pattern is not None and pattern.match(folded.lstrip("¿ ")) is not None


_NEAR_START = 12
"""Characters: "Which figure ..." asks for a chart, "... the figure" for a number."""


def _terms(text: str, codes: tuple[str, ...], kind: QuestionKind) -> tuple[str, ...]:
    skip = _function_words(codes[0]) | _function_words("en")
    defining = {
        word
        for code in codes
        for phrase in (*language(code).question.definition, *language(code).question.description)
        for word in fold(phrase).split()
    }
    found: dict[str, None] = {}
    spans = {word for code in codes for word in (*language(code).periods.month, *language(code).periods.quarter)}
    raws = [fold(raw).strip("?¿!¡,.;:()[]\"'“”") for raw in text.replace("’", "'").split()]
    for word, following in zip(raws, (*raws[1:], ""), strict=False):
        if word.isdigit() and following in spans:
            continue  # "12 months": the basis of a change
        if word in skip or (kind == "definition" and word in defining):
            continue
        for part in words_of(word):
            if part not in skip and len(part) > 1:
                found[part] = None
    return tuple(found)


def _compounds(text: str, codes: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Hyphenated words that name a thing: no small word is in them ("year-on-year", "a-t-il"), nor measures alone."""
    small = _function_words(codes[0]) | _function_words("en")
    return tuple(
        compound
        for compound in compounds_in(text)
        if small.isdisjoint(compound) and min(map(len, compound)) > 1 and not measure_words(codes).issuperset(compound)
    )


@cache
def measure_words(codes: tuple[str, ...]) -> frozenset[str]:
    """Stems that name a measure rather than a subject: "rate", "index", "annual", "rose"."""
    found: set[str] = set()
    for code in codes:
        words = language(code)
        units, question = words.units, words.question
        for group in (
            *(words.changes.annual, words.changes.quarterly, words.changes.monthly, question.rate),
            units.per_thousand,
            *(question.change, question.annual, question.monthly, question.contribution, question.latest),
            question.share,
            *(question.last_year, question.last_quarter, question.last_month, question.highest, question.lowest),
            *(words.periods.year, words.periods.month, words.periods.quarter, words.periods.numerals),
        ):
            for phrase in group:
                for part in phrase if isinstance(phrase, tuple) else (phrase,):
                    found.update(words_of(part))
        for phrases in (units.percent, units.points, units.change, units.index, units.weight, units.number):
            # of longer phrases ("expenditure weight") some words name a subject
            found.update(word for phrase in phrases if len(words_of(phrase)) == 1 for word in words_of(phrase))
    return frozenset(found)


def _relative(folded: str, codes: tuple[str, ...]) -> Relative | None:
    names: tuple[Relative, ...] = ("latest", "last_year", "last_quarter", "last_month")
    return next((name for name in names if _mentions(folded, codes, name)), None)


_NO_PERIOD = re.compile(r"\(?(?:[^\W\d_]+\s+)?\d{4}\s*=\s*100\)?|(?<=\d{4})['’]s?(?!\w)")
"""Base years of an index, and what a year bears as its owner: "2024's third quarter"."""
_BASE = re.compile(r"\(?(?:[^\W\d_]+\s+)?(\d{4})\s*=\s*100\)?")


def _base(text: str) -> str | None:
    match = _BASE.search(text)
    return match[1] if match else None
