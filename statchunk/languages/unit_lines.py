"""Lines that say nothing but a unit: "(thousands)", "In millions of dollars", "Unit: percent", "(2015=100)"."""

import re
from functools import cache
from typing import Final

from statchunk.languages import available, language

_LONGEST: Final = 8  # words of a unit line
_AROUND: Final = "()[]{}:.,;"
_BASE: Final = re.compile(r"[(\[]?\d{4}(?:[-–/]\d{2,4})?\s*=\s*100[)\]]?")
"""The base of an index: "(2015=100)"."""
_SIGNS: Final = frozenset("%‰$€£¥₹")


@cache
def _words() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """(words that are a unit alone, words that are one after others, small words that lead to one), case folded."""
    alone, after, lead = set(_SIGNS), set[str](), set[str]()
    longer = set[str]()
    for code in available():
        units = language(code).units
        for phrase in (*units.percent, *units.currencies, *units.quantities, *units.number):
            alone.update(phrase.casefold().split())
        for multiplier in units.multipliers:
            alone.update(word.casefold() for word in multiplier.words)
        for phrase in (*units.things, *units.prices, *units.rates):
            after.update(phrase.casefold().split())
        for phrase in (*units.lead, *units.of, *units.per):
            words = phrase.casefold().split()
            (lead if len(words) == 1 else longer).update(words)
    lead |= longer - alone  # "number" of "number in" is a unit as well
    return frozenset(alone), frozenset(after), frozenset(lead)


def is_unit_line(text: str) -> bool:
    """Whether a short text holds words of units alone, one of them at least a unit that stands without others unless
    the text is in brackets or opens as unit lines do."""
    if _BASE.fullmatch(text):
        return True
    words = [word for part in text.casefold().split() if (word := part.strip(_AROUND))]
    if not words or len(words) > _LONGEST:
        return False
    alone, after, lead = _words()
    if not all(word in alone or word in after or word in lead for word in words):
        return False
    if any(word in alone and word not in lead for word in words):
        return True
    return opens_unit_line(text) and any(word in after for word in words)


def opens_unit_line(text: str) -> bool:
    """Whether a text is in brackets or opens with a word that leads to a unit: "in", "unit:"."""
    return text[:1] in ("(", "[") or text.split(None, 1)[0].casefold().strip(_AROUND) in _words()[2]


@cache
def _leads() -> frozenset[str]:
    return frozenset(phrase.casefold() for code in available() for phrase in language(code).units.lead)


def led_unit(text: str) -> str | None:
    """The unit line that a title ends with, after its last comma: "in millions of dollars"; None where it has none."""
    _, comma, end = text.rpartition(",")
    words = end.split()
    if not comma or len(words) < 2 or words[0].casefold() not in _leads():
        return None
    return end.strip() if is_unit_line(end.strip()) else None
