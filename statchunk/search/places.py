"""Places named in questions and releases, by ISO 3166 code. Names come from CLDR and the language files."""

import re
from functools import cache, lru_cache
from typing import NamedTuple

from babel import Locale
from babel.core import UnknownLocaleError

from statchunk.languages import language
from statchunk.meaning.vocabulary import fold, phrase_pattern

_SHORT = 4
"""Characters; names up to here ("US", "EU", "UK") are words of other meaning in small letters."""
_LEAST_CLDR = 4
"""Characters of a name taken from CLDR; shorter ones are abbreviations."""


class Place(NamedTuple):
    """A place named in a text."""

    code: str
    """ISO 3166: "GR", "GB-SCT"; "EU" and "EZ" for the unions."""
    name: str
    """As the text spells it."""
    start: int
    stop: int


class _Names(NamedTuple):
    codes: dict[str, str]
    long: re.Pattern[str] | None
    short: re.Pattern[str] | None


@cache
def _names(languages: tuple[str, ...]) -> _Names:
    codes: dict[str, str] = {}
    for name in languages:
        for key, text in _territories(name):
            if len(key) == 2 and key.isalpha() and len(text) >= _LEAST_CLDR:
                codes.setdefault(fold(text), key)
        for key, texts in language(name).question.places.items():
            for text in texts:
                codes.setdefault(text if len(text) <= _SHORT else fold(text), key)
    short = sorted((n for n in codes if len(n) <= _SHORT and n == n.upper()), key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, short))})(?![\w.])") if short else None
    codes |= {f"{name}s": code for name, code in codes.items() if len(name) > _SHORT and f"{name}s" not in codes}
    return _Names(codes, phrase_pattern(n for n in codes if n not in short), pattern)


def _territories(name: str) -> list[tuple[str, str]]:
    try:
        return [(str(key), str(text)) for key, text in Locale.parse(name, sep="-").territories.items()]
    except (UnknownLocaleError, ValueError):
        return []


@lru_cache(maxsize=4096)
def find_places(text: str, languages: tuple[str, ...]) -> tuple[Place, ...]:
    """Places that a text names, in order; a name in small letters is no name."""
    names = _names(languages)
    folded = fold(text)
    found: list[Place] = []
    if names.long is not None and len(folded) == len(text):
        for match in names.long.finditer(folded):
            name = text[match.start() : match.end()]
            if name[0].isupper() or name in ("euro area", "eurozone"):
                key = " ".join(match.group().split())
                found.append(Place(names.codes[key], name, match.start(), match.end()))
    if names.short is not None:
        found += [Place(names.codes[m.group()], m.group(), m.start(), m.end()) for m in names.short.finditer(text)]
    return tuple(sorted(found, key=lambda place: place.start))


def is_name(place: Place, languages: tuple[str, ...]) -> bool:
    """Whether a place is called by its own name or an abbreviation, not by an adjective ("Greek")."""
    if len(place.name) <= _SHORT:
        return True
    named = fold(place.name)
    return any(code == place.code and fold(text) == named for name in languages for code, text in _territories(name))


def place_codes(text: str, languages: tuple[str, ...]) -> frozenset[str]:
    """Codes of the places that a text names."""
    return frozenset(place.code for place in find_places(text, languages))
