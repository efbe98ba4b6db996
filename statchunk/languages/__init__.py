"""The words of a language, one TOML file a language; month names and number formats come from Babel.

Only data lives here. A language is added by writing `xx.toml` beside this file; see docs/languages.md.
"""

import os
from functools import cache
from importlib.resources import files
from typing import Self

import tomli  # compiled, where tomllib takes 20 ms for the languages on file
from pydantic import BaseModel, ConfigDict, model_validator

from statchunk.errors import SettingsError


class _Words(BaseModel):
    """Words and phrases, matched without regard to case; an empty list where the language has none."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class PeriodWords(_Words):
    """How the language writes periods of time."""

    year: tuple[str, ...] = ()
    half: tuple[str, ...] = ()
    quarter: tuple[str, ...] = ()
    """"quarter", and letters that stand for it before or after its number: "Q"."""
    month: tuple[str, ...] = ()
    week: tuple[str, ...] = ()
    fiscal: tuple[str, ...] = ()
    """"financial year", "marketing year": a year that need not begin in January."""
    ordinals: tuple[tuple[str, ...], ...] = ()
    """Spellings of first, second, third, fourth; figures ("1st") included."""
    numerals: tuple[tuple[str, ...], ...] = ()
    """Spellings of one, two, three, ... twelve."""
    of: tuple[str, ...] = ()
    """Words between parts of a date or a span: "of", "the", "de"."""
    to: tuple[str, ...] = ()
    """Words between the ends of a span: "to", "until"."""
    also: tuple[str, ...] = ()
    """Words that join two periods: "and"."""
    ended: tuple[str, ...] = ()
    """Words after a window: "12 months ended", "year to"."""
    versus: tuple[str, ...] = ()
    """Words between the later and the earlier period of a comparison: "vs", "compared with"."""
    average: tuple[str, ...] = ()
    """Labels of a column or row that holds the average or total of the months of a year."""
    names: tuple[str, ...] = ()
    """Names that hold the name of a month and are no period: "Rio de Janeiro"."""


class ChangeWords(_Words):
    """Phrases that say against what a change is measured."""

    words: tuple[str, ...] = ()
    """Nouns of a change, whatever its unit: "change", "growth", "difference"."""
    annual: tuple[str, ...] = ()
    quarterly: tuple[str, ...] = ()
    monthly: tuple[str, ...] = ()


class Multiplier(_Words):
    """Words of one power of ten."""

    exponent: int
    words: tuple[str, ...]
    beside: tuple[str, ...] = ()
    """Abbreviations that count beside a currency alone: "m" in "€m", "EURm"."""


class UnitWords(_Words):
    """How the language names units."""

    percent: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    """"percentage points"."""
    change: tuple[str, ...] = ()
    """"percentage change", "rate of change", "inflation rate": changes given in per cent."""
    index: tuple[str, ...] = ()
    base: tuple[str, ...] = ()
    """"base", before 100 or a year: "base 100 in 2015"."""
    index_points: tuple[str, ...] = ()
    weight: tuple[str, ...] = ()
    per_thousand: tuple[str, ...] = ()
    number: tuple[str, ...] = ()
    """"number", "count"."""
    share: tuple[str, ...] = ()
    """"share", "distribution" given in per cent."""
    multipliers: tuple[Multiplier, ...] = ()
    currencies: tuple[str, ...] = ()
    """Currency words and abbreviations; signs and ISO 4217 codes are known without them."""
    quantities: tuple[str, ...] = ()
    """Measures that are a unit wherever they stand alone: "tonnes", "ha", "kWh"."""
    things: tuple[str, ...] = ()
    """Counted things, a unit only in brackets, after "in" or after a multiplier: "persons", "hours"."""
    per: tuple[str, ...] = ()
    """"per", in "kg per head"."""
    prices: tuple[str, ...] = ()
    """Words between a multiplier and its currency that say which prices are meant: "chained", "constant"."""
    rates: tuple[str, ...] = ()
    """Phrases of what falls to each of something: "per capita", "per acre"; a total's multiplier is not theirs."""
    lead: tuple[str, ...] = ()
    """Words that open a unit line: "in", "unit", "figures in"."""
    figures: tuple[str, ...] = ()
    """Words for what a table holds, in a sentence that gives its unit: "all values are in thousands"."""
    ratios: tuple[str, ...] = ()
    """Words for what is one amount to another, which the unit of a table's amounts does not hold for: "rate"."""
    codes: tuple[str, ...] = ()
    """Last words of the heads of columns whose figures stand for something and count nothing: "code", "key"."""
    of: tuple[str, ...] = ()
    """"of": between a multiplier and its quantity, and after a per cent sign ("% of GDP")."""


class StatusWords(_Words):
    """Words and letters that qualify a figure, by SDMX observation status."""

    provisional: tuple[str, ...] = ()
    revised: tuple[str, ...] = ()
    estimated: tuple[str, ...] = ()
    nil: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    confidential: tuple[str, ...] = ()
    not_applicable: tuple[str, ...] = ()


class ReleaseWords(_Words):
    """Phrases by which a release speaks of itself."""

    released: tuple[str, ...] = ()
    """Before the date of release: "release date", "embargoed until", "published"."""
    next_release: tuple[str, ...] = ()
    publisher: tuple[str, ...] = ()
    """Words in the name of a statistical office: "statistical office", "bureau of statistics"."""
    contact: tuple[str, ...] = ()
    correction: tuple[str, ...] = ()
    """Words that open a notice of a correction or an error."""
    revision: tuple[str, ...] = ()
    licence: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    """What a publication calls itself above its title: "press release", "statistical bulletin"."""
    edition: tuple[str, ...] = ()
    """Before the number of an issue: "no.", "issue", "volume"."""
    reference_period: tuple[str, ...] = ()
    """Before the period that the release is about: "reference period", "data for"."""


class DefinitionWords(_Words):
    """How definitions are written."""

    sections: tuple[str, ...] = ()
    """Titles of glossaries."""
    verbs: tuple[str, ...] = ()
    """Between a term and its meaning, wherever they stand: "is defined as"."""
    loose: tuple[str, ...] = ()
    """The same, only trusted inside a glossary: "comprises", "is the"."""
    caveats: tuple[str, ...] = ()
    """Words that open a sentence of caution: "however", "excludes"."""


class QuestionWords(_Words):
    """How the language asks for figures, and words of asking that carry no subject."""

    asking: tuple[str, ...] = ()
    """Words that are no part of the subject: "what", "how", "much", "please", "according"."""
    change: tuple[str, ...] = ()
    """Words that ask for a change in percent where no other measure is named: "inflation", "rise", "fell"."""
    rate: tuple[str, ...] = ()
    """Nouns that are themselves a change: "inflation", "rate": between two periods these are compared, not spanned."""
    annual: tuple[str, ...] = ()
    """Phrases of questions that ask for a change over a year, beside those of tables: "year to"."""
    monthly: tuple[str, ...] = ()
    """The same over a month: "on the month", "month to"."""
    contribution: tuple[str, ...] = ()
    """Words that ask for a contribution to a change, in percentage points."""
    latest: tuple[str, ...] = ()
    """Words that ask for the newest period: "latest", "current"."""
    last_year: tuple[str, ...] = ()
    last_quarter: tuple[str, ...] = ()
    last_month: tuple[str, ...] = ()
    """Periods counted back from the newest one."""
    highest: tuple[str, ...] = ()
    lowest: tuple[str, ...] = ()
    """Words that ask for an extreme of a series."""
    excluding: tuple[str, ...] = ()
    """Words that turn a label into all but what it names: "excluding", "without"."""
    definition: tuple[str, ...] = ()
    """Phrases that ask what something means: "defined", "stand for"."""
    description: tuple[str, ...] = ()
    """Phrases that do so where no figure is asked for: "what is"."""
    value: tuple[str, ...] = ()
    """Phrases that ask for a figure where a measure is named: "what is the"."""
    reason: tuple[str, ...] = ()
    """Phrases that ask for a reason, a policy or a method whatever else the question names: "why", "based on"."""
    explanation: tuple[str, ...] = ()
    """Phrases that do so only where no figure of a period is asked for: "how is", "calculated"."""
    yes_no: tuple[str, ...] = ()
    """Phrases that ask for yes or no where a question begins with them: "is the", "will the"."""
    sums: tuple[str, ...] = ()
    """Verbs that ask for a figure where a phrase of `definition` asks for a meaning elsewhere: "what do ... cost"."""
    when: tuple[str, ...] = ()
    coming: tuple[str, ...] = ()
    """Words that together ask for the next date of publication: "when", "next"."""
    release: tuple[str, ...] = ()
    """Phrases that ask for a date of publication: "next release", "when will"."""
    amount: tuple[str, ...] = ()
    """Phrases that ask for a number of things rather than a rate: "how many"."""
    weight: tuple[str, ...] = ()
    """Verbs that ask for a weight: "weighs"."""
    share: tuple[str, ...] = ()
    """Words that ask for a part of a whole: "share", "proportion"."""
    means: tuple[tuple[str, str], ...] = ()
    """Words of askers that some releases spell out, each with how: ["core", "excluding food and energy"]."""
    negating: tuple[str, ...] = ()
    """Words before a label that make it all but what it names: "non"."""
    named_indices: tuple[str, ...] = ()
    change_of: tuple[tuple[str, ...], ...] = ()
    """Words for the change of one thing, each before the words for the thing: ["inflation", "price"]."""
    rates: tuple[str, ...] = ()
    """Things that are told as a rate where no number of them is asked for: "unemployment"."""
    price_indices: tuple[str, ...] = ()
    """Abbreviations of the indices by which a plain "inflation" is told: "CPI", "HICP"."""
    level: tuple[str, ...] = ()
    """Phrases that ask for an index itself where one is named, not for its change: "level of"."""
    adjusted: tuple[str, ...] = ()
    """Phrases that say that the season is taken out: "seasonally adjusted"."""
    unadjusted: tuple[str, ...] = ()
    """Phrases that say that it is not: "not seasonally adjusted", "unadjusted"."""
    rest: tuple[str, ...] = ()
    """Labels of what is left beside the named items: "other", "remaining"."""
    nouns_in_capitals: bool = False
    """Whether all nouns are written with a capital letter, not names alone."""
    like: tuple[tuple[str, ...], ...] = ()
    """Words by which askers and releases call one thing, each of one word: ["job", "employed", "employment"]."""
    places: dict[str, tuple[str, ...]] = {}
    """By ISO 3166 code: names of places that CLDR's list of territories lacks (parts of countries, short forms), and
    adjectives ("Greek"). Names of up to four characters count only as spelt."""


class DraftWords(_Words):
    """Questions drafted from a release; English ones stand in where a language has none."""

    value: str = ""
    """Asks for a figure, with {column}, {row} and {period} in it."""
    value_without_period: str = ""
    """The same where the figure bears no period."""
    within: str = ""
    """Put before either where another table answers in the same words, with {caption} in it."""
    definition: str = ""
    """Asks for a meaning, with {term} in it."""


class Language(BaseModel):
    """Words that a release in one language uses for its own structure; matched without regard to case."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    code: str
    """BCP 47."""
    name: str
    stopwords: tuple[str, ...]
    """Frequent short words, by which the language of a text is told."""
    table: tuple[str, ...]
    """Words that open a table's caption: "table"."""
    figure: tuple[str, ...]
    """Words that open a figure's caption: "figure", "chart", "graph", "map"."""
    source: tuple[str, ...]
    """Words that open a source line: "source", "sources"."""
    note: tuple[str, ...]
    """Words that open a note: "note", "notes", "nb", "key"."""
    continued: tuple[str, ...]
    """Marks of a continued table: "continued", "cont.", "concluded"."""
    contents: tuple[str, ...]
    """Titles of a contents list."""
    of_which: tuple[str, ...] = ()
    total: tuple[str, ...] = ()
    mean: tuple[str, ...] = ()
    """"average": opens or ends the label of a row that stands for those above it."""
    hyphenated: tuple[str, ...] = ()
    """First parts of compounds that keep their hyphen when it falls at a line's end: "non", "semi"."""
    connectives: tuple[str, ...] = ()
    """Short words that no label ends with: "and", "of", "the"; a line that does goes on in the next."""
    page: tuple[str, ...] = ()
    """Words in page numbers: "page"."""
    instructions: tuple[str, ...] = ()
    """Phrases that speak to a language model and to no reader of statistics: "ignore previous instructions"."""
    section: tuple[str, ...] = ()
    """Words that open numbered headings: "section", "chapter", "annex"."""
    months: tuple[tuple[str, ...], ...] = ()
    """Spellings of the twelve months that Babel does not list; empty where Babel's suffice."""
    periods: PeriodWords = PeriodWords()
    changes: ChangeWords = ChangeWords()
    units: UnitWords = UnitWords()
    statuses: StatusWords = StatusWords()
    release: ReleaseWords = ReleaseWords()
    definitions: DefinitionWords = DefinitionWords()
    question: QuestionWords = QuestionWords()
    draft: DraftWords = DraftWords()

    @model_validator(mode="after")
    def _twelve_months(self) -> Self:
        if self.months and len(self.months) != 12:
            raise ValueError(f"months: 12 lists are needed, {len(self.months)} given")
        return self


CHOICE = "STATCHUNK_LANGUAGES"
"""Environment variable with the codes of the languages to read with, by comma; all on file where it is not set."""


@cache
def available() -> tuple[str, ...]:
    """Codes of the languages on hand, English first, then by code.

    Raises:
        SettingsError: if the environment chooses a language that no file describes.
    """
    codes = {f.name.removesuffix(".toml") for f in files(__name__).iterdir() if f.name.endswith(".toml")}
    chosen = {code.strip() for code in os.environ.get(CHOICE, "").split(",") if code.strip()}
    if not chosen <= codes:
        raise SettingsError(f"{CHOICE}: no file describes {', '.join(sorted(chosen - codes))}")
    return tuple(sorted(chosen or codes, key=lambda c: (c != "en", c)))


@cache
def language(code: str) -> Language:
    """The words of one language.

    Raises:
        KeyError: if no file describes it.
    """
    if code not in available():
        raise KeyError(code)
    return Language.model_validate(tomli.loads((files(__name__) / f"{code}.toml").read_text(encoding="utf-8")))


_GREEK_CAPITALS = str.maketrans("άέήίόύώ", "αεηιουω")


@cache
def words(kind: str) -> frozenset[str]:
    """All words of one kind over all languages on hand, case folded: `words("source")`.

    Greek words stand with and without their accent, which capitals lose.
    """
    folded = [word.casefold() for code in available() for word in getattr(language(code), kind)]
    return frozenset(spelling for word in folded for spelling in (word, word.translate(_GREEK_CAPITALS)))
