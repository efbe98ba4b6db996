"""The words and patterns of units in the languages on file."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from babel import Locale

from statchunk.languages import language
from statchunk.meaning.numbers import CURRENCY_SIGNS
from statchunk.meaning.vocabulary import fold, period_vocabulary, phrase_pattern

UnitKind = Literal["points", "change", "share", "per_thousand", "weight", "index_points", "index", "percent", "amount"]

_YEARS: Final = r"[(\[]?\d{4}(?:\s*[-/]\s*\d{2,4})?[)\]]?"
"""Of prices held still: "chained (2012) dollars"."""
_SIGN: Final = f"[{re.escape(CURRENCY_SIGNS)}]"


@dataclass(frozen=True, slots=True)
class UnitVocabulary:
    """What names units in some languages, as patterns for folded text."""

    phrases: tuple[tuple[UnitKind, re.Pattern[str]], ...]
    annual: re.Pattern[str] | None
    quarterly: re.Pattern[str] | None
    monthly: re.Pattern[str] | None
    exponents: dict[str, int]
    """Power of ten of each multiplier, those of one letter that only stand beside a currency included."""
    amount: re.Pattern[str]
    number: re.Pattern[str] | None
    of: frozenset[str]
    percent_of: re.Pattern[str] | None
    lead: frozenset[str]
    hundred: re.Pattern[str]
    """"base 100 in 2015"."""
    months: frozenset[str]
    rate: re.Pattern[str] | None
    """"per capita", "per acre"."""
    nouns: frozenset[str]
    """"change", "growth"."""
    translated: bool
    """Whether the main language is another than English: names of units are then given as printed."""


@lru_cache(maxsize=1)
def currency_codes() -> frozenset[str]:
    """The codes of ISO 4217, case folded."""
    return frozenset(str(code).casefold() for code in Locale("en").currencies)


@lru_cache(maxsize=64)
def unit_vocabulary(codes: tuple[str, ...]) -> UnitVocabulary:
    """The words of units of the languages with these codes."""
    lists: dict[str, list[str]] = {}
    exponents: dict[str, int] = {}
    beside: dict[str, int] = {}
    annual: list[str] = []
    quarterly: list[str] = []
    monthly: list[str] = []
    for code in codes:
        words = language(code)
        for name in ("points", "change", "share", "per_thousand", "weight", "index_points", "index", "percent"):
            lists.setdefault(name, []).extend(getattr(words.units, name))
        for name in ("number", "currencies", "quantities", "things", "lead", "of", "per", "base", "prices", "rates"):
            lists.setdefault(name, []).extend(getattr(words.units, name))
        for multiplier in words.units.multipliers:
            for word in multiplier.words:
                exponents.setdefault(fold(word), multiplier.exponent)
            for word in multiplier.beside:
                beside.setdefault(fold(word), multiplier.exponent)
        annual += words.changes.annual
        quarterly += words.changes.quarterly
        monthly += words.changes.monthly
    kinds: tuple[UnitKind, ...] = (
        "points",
        "index_points",
        "change",
        "share",
        "weight",
        "per_thousand",
        "index",
        "percent",
    )
    signs: dict[str, list[str]] = {"percent": ["%"], "per_thousand": ["‰"]}
    phrases = []
    for kind in kinds:
        pattern = phrase_pattern(lists.get(kind, []) + signs.get(kind, []))
        if pattern is not None:
            phrases.append((kind, pattern))
    of = frozenset(fold(w) for w in lists.get("of", []))
    percent = _alternatives([*lists.get("percent", []), "%"])
    percent_of = None
    if of:
        percent_of = re.compile(
            rf"(?<![^\W_])(?:{percent})\s+(?:{_alternatives(of)})(?:\s+|(?<=')\s*)(?P<whole>[^\s()\[\],;:]+(?:\s[^\s()\[\],;:]+){{0,3}})"
        )
    return UnitVocabulary(
        tuple(phrases),
        phrase_pattern(annual),
        phrase_pattern(quarterly),
        phrase_pattern(monthly),
        beside | exponents,
        _amount_pattern(lists, exponents, frozenset(beside), of),
        phrase_pattern(lists.get("number", [])),
        of,
        percent_of,
        frozenset(fold(w) for w in lists.get("lead", [])),
        re.compile(
            rf"(?<![^\W_])(?:{_alternatives(lists.get('base', []))})"
            r"\s*:?\s*100\s*[:=]?\s*(?:[^\W\d_]+\s+)?(?P<year>\d{4})"
        ),
        frozenset(period_vocabulary(codes).months),
        phrase_pattern(lists.get("rates", [])),
        frozenset(fold(word) for code in codes for word in language(code).changes.words),
        bool(codes) and codes[0] != "en",
    )


def _alternatives(phrases: Sequence[str] | frozenset[str]) -> str:
    ordered = sorted({fold(p) for p in phrases}, key=lambda p: (-len(p), p))
    return "|".join(r"\s+".join(re.escape(part) for part in p.split()) for p in ordered) or r"(?!)"


def _amount_pattern(
    lists: dict[str, list[str]], exponents: dict[str, int], beside: frozenset[str], of: frozenset[str]
) -> re.Pattern[str]:
    words = _alternatives(lists.get("currencies", []))
    code = _alternatives(currency_codes())
    money = rf"{_SIGN}|(?:{words}|{code})(?![^\W_])"
    signed = _alternatives([word for word in lists.get("currencies", []) if not word[-1:].isalnum()])
    many = rf"(?:{_alternatives(frozenset(exponents))})(?![^\W_])"
    close = rf"(?:{_alternatives(frozenset(exponents) | beside)})(?![^\W_])"
    measure = rf"(?:{_alternatives(lists.get('quantities', []))})(?![^\W_])"
    thing = rf"(?:{_alternatives(lists.get('things', []))})(?![^\W_])"
    lead = _alternatives(lists.get("lead", []))
    nation = rf"(?:(?!(?:{_alternatives(lists.get('per', []))})\s)[^\W\d_]+\s+){{1,2}}(?:{words})(?![^\W_])"
    held = rf"(?:{_YEARS}\s+)?(?:{_alternatives(lists.get('prices', []))})\s+(?:{_YEARS}\s+)?"
    prices = rf"(?:{held})?"
    link = rf"\s*(?:(?:{_alternatives(of)})(?:\s+|(?<=')))?(?:{held}|{_YEARS}\s+)?"
    size = rf"(?:\d+[-\s]?(?:{measure})\.?\s+)?"
    per = (
        rf"(?:\s*(?:/|(?:{_alternatives(lists.get('per', []))})\s)\s*"
        rf"(?:(?:{_alternatives(frozenset(exponents))})\s+)?(?:{measure}|[^\W\d_]+))?"
    )
    before = r"(?<![^\W_])(?<!\d[.,])"
    each = rf"(?:{_alternatives(lists.get('per', []))})\s+\d[\d.,\s]*0(?:\s+[^\W\d_]+|(?!\d))"
    return re.compile(
        rf"{before}(?:"
        rf"(?:(?P<before>{money}|(?:{signed}|{code})(?={close}))\s*(?:(?:{lead})\s+)?(?P<many>{close})"
        rf"|(?P<many2>{many})(?:{link}{size}(?P<after>{money}|{measure}|{thing}|{nation}))?){per}"
        rf"|(?P<each>{each})"
        rf"|(?:{prices}(?P<money>{money}|(?P<nation>{nation}))|(?P<measure>{measure})|(?P<thing>{thing})){per})"
    )
