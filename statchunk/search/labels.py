"""What the labels of a table say, whatever is asked: read once and kept."""

import re
from functools import cache, lru_cache
from typing import NamedTuple

from statchunk.languages import language
from statchunk.meaning.calendar import parse_iso
from statchunk.meaning.periods import find_periods
from statchunk.meaning.units import change_basis, find_unit
from statchunk.meaning.vocabulary import fold
from statchunk.search.places import place_codes
from statchunk.search.question import Measure, adjustment, tells_level
from statchunk.search.terms import acronyms, initials_of, plain_words, stems, words_of
from statchunk.search.weights import excluding_words, negating_words


class Measured(NamedTuple):
    """What one text says of the measure."""

    kind: Measure | None
    basis: int | None
    base: str | None
    level: bool = False
    """Whether it is the rate of something at a time and no change: "Unemployment rate (%)"."""


class Label(NamedTuple):
    """What one row or column says, whatever is asked."""

    leaf: tuple[str, ...]
    words: frozenset[str]
    shorts_of_own: frozenset[str]
    """Abbreviations that words of its own label may be short for."""
    shorts: frozenset[str]
    """The same of all its labels."""
    places: frozenset[str]
    dated: bool
    """Whether its own label names a period."""
    excludes: bool
    """Whether it means all but what it names."""
    acronyms: frozenset[str]
    adjusted: bool | None
    """Whether the season is taken out of its figures; None where no label says so."""
    own: Measured
    """What its own label says of the measure."""
    whole: Measured
    """What all its labels say of it, the own label first."""


@lru_cache(maxsize=65536)
def read_label(path: tuple[str, ...], codes: tuple[str, ...]) -> Label:
    """What the labels of a row or column say, outermost first."""
    own = path[-1] if path else ""
    leaf, together = read_measure(own, codes), read_measure(" ".join(path), codes)
    return Label(
        words_of(own),
        stems(path),
        _shorts(path[-1:]),
        _shorts(path),
        place_codes(" | ".join(path), codes),
        bool(find_periods(own, codes)),
        _excludes(path, excluding_words(codes), negating_words(codes)),
        frozenset().union(*(acronyms(label) for label in path)),
        adjustment(" | ".join(path), codes),
        leaf,
        Measured(leaf.kind or together.kind, leaf.basis or together.basis, leaf.base or together.base, together.level),
    )


@cache
def _denominator(codes: tuple[str, ...]) -> re.Pattern[str]:
    units = [language(code).units for code in codes]
    shares = "|".join(re.escape(fold(w)) for w in dict.fromkeys(("%", *(w for own in units for w in own.percent))))
    of = "|".join(re.escape(fold(word)) for word in dict.fromkeys(word for own in units for word in own.of))
    return re.compile(rf"(?:(?<!\w)|(?<=%))(?:{shares})\s+(?:{of})\s+[^()]+")


@lru_cache(maxsize=65536)
def without_denominator(label: str, codes: tuple[str, ...]) -> str:
    """A label without what its figures are a percentage of: "% of GDP" tells nothing of the GDP itself."""
    folded = fold(label)
    match = _denominator(codes).search(folded) if len(folded) == len(label) else None
    return f"{label[: match.start()]}%{label[match.end() :]}" if match else label


def _shorts(labels: tuple[str, ...]) -> frozenset[str]:
    return frozenset(short for label in labels for short, _, _ in initials_of(words_of(label)))


def _excludes(path: tuple[str, ...], excluding: frozenset[str], negating: frozenset[str]) -> bool:
    """Whether the own label excludes ("Items less food", "Non food"), or a group above ends so ("All items
    excluding:")."""
    if not path:
        return False
    own, *above = (plain_words(label) for label in reversed(path))
    if own and own[0] in negating:
        return True
    return not excluding.isdisjoint(own) or any(words and words[-1] in excluding for words in above)


@lru_cache(maxsize=65536)
def read_measure(text: str, codes: tuple[str, ...]) -> Measured:
    """What a label, unit or caption says of the measure."""
    found = find_unit(text, codes) if text else None
    basis = change_basis(text, codes) if text else None
    if found is None:
        return Measured(None, basis, None)
    level = found.kind == "percent" and basis is None and tells_level(text, codes)
    return Measured(_MEASURES.get(found.kind) if found.kind else None, basis, found.base_period, level)


_MEASURES: dict[str, Measure] = {
    "points": "points",
    "change": "change",
    "percent": "change",
    "share": "share",
    "per_thousand": "weight",
    "weight": "weight",
    "index_points": "index",
    "index": "index",
    "amount": "amount",
}


def months_between(period: str | None, compared_with: str | None) -> int | None:
    """12, 3 or 1 where a change is measured over so many months."""
    return _months(period, compared_with) if period and compared_with else None


@lru_cache(maxsize=65536)
def _months(period: str, compared_with: str) -> int | None:
    later, earlier = parse_iso(period), parse_iso(compared_with)
    if later is None or earlier is None:
        return None
    a, b = later.last_month(), earlier.last_month()
    return a - b if a is not None and b is not None and a - b in (1, 3, 12) else None
