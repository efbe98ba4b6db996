"""The words of one or several languages made ready for matching: Babel's months and the language files."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from statchunk.languages import Language, available, language
from statchunk.languages.months import cldr_months

WORD: Final = r"[^\s\d!-/:-@\[-`{-~…«»“”¤]+"
"""Characters of a word in a text that may hold periods: no figures, signs of ASCII or quotation marks."""
_GREEK_CAPITALS: Final = str.maketrans("άέήίόύώΐΰ", "αεηιουωϊϋ")
"""Greek capitals are set without accents, so that "ΔΕΙΚΤΗΣ" must meet "δείκτης"."""


def fold(text: str) -> str:
    """Case folded, compatibility forms resolved, Greek letters without their accent; other accents are kept."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", text).casefold().translate(_GREEK_CAPITALS)


def phrase_pattern(phrases: Iterable[str]) -> re.Pattern[str] | None:
    """A pattern that finds any of the phrases as whole words, the longest first; None where there are none."""
    alternatives = sorted({fold(p) for p in phrases if p.strip()}, key=lambda p: (-len(p), p))
    if not alternatives:
        return None
    joined = "|".join(r"\s+".join(re.escape(part) for part in p.split()) for p in alternatives)
    return re.compile(rf"(?<![^\W_])(?:{joined})(?![^\W_])")


@dataclass(frozen=True, slots=True)
class PeriodVocabulary:
    """Class of each word or phrase that periods are written with; keys are folded, without a final point."""

    months: dict[str, int]
    classes: dict[str, str]
    """"year", "half", "quarter", "months", "week", "fiscal", "of", "to", "also", "ended", "versus", "name"."""
    ordinals: dict[str, int]
    numerals: dict[str, int]
    longest: int
    """Words in the longest phrase."""
    openings: frozenset[str]
    """First words of the phrases of several words, without a final point."""


def _strip(text: str) -> str:
    return fold(text).strip().rstrip(".")


def _without_accents(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn")


def month_names(words: Language) -> dict[str, int]:
    """Folded names and abbreviations of the months, from CLDR and the language's own file."""
    names: dict[str, int] = {}
    for form in cldr_months(words.code):
        for number, name in enumerate(form, 1):
            folded = _strip(name)
            if not folded.isdigit() and len(folded) > 1:
                names.setdefault(folded, number)
    for number, spellings in enumerate(words.months, 1):
        for spelling in spellings:
            names.setdefault(_strip(spelling), number)
    for name, number in list(names.items()):
        if name.isascii() or unicodedata.normalize("NFD", name)[0].isascii() or "α" <= name[0] <= "ϋ":
            names.setdefault(_without_accents(name), number)
    return names


@lru_cache(maxsize=64)
def period_vocabulary(codes: tuple[str, ...]) -> PeriodVocabulary:
    """What the languages write periods with; where they differ the first language wins."""
    months: dict[str, int] = {}
    classes: dict[str, str] = {}
    ordinals: dict[str, int] = {}
    numerals: dict[str, int] = {}
    for code in codes:
        words = language(code)
        for name, number in month_names(words).items():
            months.setdefault(name, number)
        periods = words.periods
        kinds: Sequence[tuple[str, tuple[str, ...]]] = (
            ("fiscal", periods.fiscal),
            ("quarter", periods.quarter),
            ("half", periods.half),
            ("months", periods.month),
            ("week", periods.week),
            ("year", periods.year),
            ("versus", periods.versus),
            ("to", periods.to),
            ("ended", periods.ended),
            ("also", periods.also),
            ("of", periods.of),
            ("name", periods.names),
        )
        for kind, phrases in kinds:
            for phrase in phrases:
                classes.setdefault(_strip(phrase), kind)
        for number, spellings in enumerate(periods.ordinals, 1):
            for spelling in spellings:
                ordinals.setdefault(_strip(spelling), number)
        for number, spellings in enumerate(periods.numerals, 1):
            for spelling in spellings:
                numerals.setdefault(_strip(spelling), number)
    spelt = [*classes, *ordinals, *months]
    longest = max((len(p.split()) for p in spelt), default=1)
    firsts = [(phrase, match.group()) for phrase in spelt if (match := re.match(WORD, phrase)) is not None]
    openings = frozenset(first for phrase, first in firsts if first != phrase)
    return PeriodVocabulary(months, classes, ordinals, numerals, longest, openings)


def known(codes: Iterable[str]) -> tuple[str, ...]:
    """The codes for which there is a file, each once, in order; a region falls back on its language."""
    return _known(tuple(codes))


@lru_cache(maxsize=256)
def _known(codes: tuple[str, ...]) -> tuple[str, ...]:
    on_hand = available()
    found: list[str] = []
    for code in codes:
        short = code if code in on_hand else code.replace("_", "-").split("-")[0].casefold()
        if short in on_hand and short not in found:
            found.append(short)
    return tuple(found)
