"""Who published a release, and for which country: names in capitals that hold the words of a statistical office."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from babel import Locale
from babel.core import UnknownLocaleError

from statchunk.languages import language
from statchunk.meaning.pieces import Piece
from statchunk.meaning.vocabulary import fold, phrase_pattern

_LINK: Final = (
    r"(?:of|for|and|the|&|de|del|la|las|los|des|du|da|do|das|dos|di|della|e|et|y|für|der|und|van|dan|ya|na|und|zur)"
)
_NAME: Final = re.compile(rf"(?:\b[A-Z]\.){{2,}}|[^\W\d_a-z][\w.'’\-]*|{_LINK}(?=\s+[^\W\d_a-z])|&")
_LINKS: Final = re.compile(rf"{_LINK}|&", re.IGNORECASE)


_LINKED_ON: Final = re.compile(rf"(?:\s+(?:{_LINK}\s+)+[^\W\d_]+(?:\s+[^\W\d_]+)?)+(?=\s*(?:$|;))")
"""The rest of a name that goes on in small letters to the end of its line: "et des études économiques"."""
_CITED: Final = re.compile(r"\s*\((?:19|20)\d\d")
"""A year in brackets after a name: a work that is cited, "IMF (2015)"."""
_RUNNING: Final = 20
"""Words; a longer paragraph is running text."""


class Found(NamedTuple):
    """A name and where it stands."""

    text: str
    page: int
    rank: int


@lru_cache(maxsize=64)
def _phrases(codes: tuple[str, ...]) -> tuple[re.Pattern[str] | None, re.Pattern[str] | None]:
    strong: list[str] = []
    weak: list[str] = []
    for code in codes:
        small = {*language(code).periods.of, *language(code).units.of}
        for phrase in language(code).release.publisher:
            open_ended = phrase.split()[-1] in small
            (strong if (" " in phrase or "-" in phrase) and not open_ended else weak).append(phrase)
    return phrase_pattern(strong), phrase_pattern(weak)


def names_office(text: str, codes: tuple[str, ...]) -> bool:
    """Whether a text holds the words of an office's name."""
    return any(p is not None and p.search(fold(text)) is not None for p in _phrases(codes))


def opens_with_office(text: str, codes: tuple[str, ...]) -> bool:
    """Whether a text opens with an office's name: with a whole phrase of one near its beginning, or "Ministry of"."""
    strong, weak = _phrases(codes)
    folded = fold(text)
    match = strong.search(folded) if strong is not None else None
    if match is not None and match.end() >= 0.5 * len(folded):
        return True
    match = weak.match(folded) if weak is not None else None
    return match is not None and " " in match.group()


def name_around(text: str, start: int, stop: int) -> str:
    """The run of words in capitals that holds text[start:stop], small linking words included."""
    spans = [(m.start(), m.end()) for m in _NAME.finditer(text)]
    inside = [i for i, (a, b) in enumerate(spans) if a < stop and b > start]
    if not inside:
        return text[start:stop]
    first, last = inside[0], inside[-1]
    while first > 0 and not text[spans[first - 1][1] : spans[first][0]].strip():
        first -= 1
    while last + 1 < len(spans) and not text[max(stop, spans[last][1]) : spans[last + 1][0]].strip():
        last += 1
    while first < inside[0] and _LINKS.fullmatch(text[slice(*spans[first])]):
        first += 1
    while last > inside[-1] and _LINKS.fullmatch(text[slice(*spans[last])]):
        last -= 1
    return text[spans[first][0] : max(spans[last][1], stop)].rstrip(",;:")


def find_publisher(pieces: Sequence[Piece], codes: tuple[str, ...], title: str | None) -> Found | None:
    """The office's name: from the head of the first page, its foot, its text, then the source lines.

    Args:
        pieces: of the first pages.
        codes: languages of the release, on file.
        title: of the release, which is not its publisher.
    """
    strong, weak = _phrases(codes)
    best: Found | None = None
    for piece in pieces:
        for pattern, penalty in ((strong, 0), (weak, 40)):
            text = _with_breaks(piece.lines)
            match = pattern.search(fold(text)) if pattern is not None else None
            if match is None or len(fold(text)) != len(text):
                continue
            name = name_around(text, match.start(), match.end())
            if text.startswith(name):
                more = _LINKED_ON.match(text[len(name) :])
                name += more.group() if more is not None else ""
            if title is not None and (fold(name) == fold(title) or (penalty and fold(name) in fold(title))):
                continue
            rank = penalty + _rank(piece) + 2 * (piece.page - 1)
            if penalty and " " not in match.group() and not _heads_name(text, match.start(), name):
                continue
            if penalty and (len(name.split()) < 2 or (piece.kind in ("paragraph", "list") and len(piece.text) > 80)):
                continue
            if len(name) < len(piece.text) * 0.5 and piece.kind not in ("source", "note", "furniture"):
                rank += 5
            if best is None or rank < best.rank:
                best = Found(name, piece.page, rank)
            break
    return best


def _heads_name(text: str, start: int, name: str) -> bool:
    """Whether a lone word opens a name or follows a small linking word in it: "Statistics Norland", "Office of
    Statistics", but not "Summary Statistics"."""
    before = text[:start].split()
    return text.startswith(name, start) or (bool(before) and _LINKS.fullmatch(before[-1]) is not None)


def _with_breaks(lines: Sequence[str]) -> str:
    """Lines in one, a semicolon where a name cannot run on: neither side has a small linking word at the break."""
    parts = [lines[0]]
    for line in lines[1:]:
        joined = _LINKS.fullmatch(parts[-1].split()[-1]) or _LINKS.fullmatch(line.split()[0])
        parts.append(line if joined else f"; {line}")
    return " ".join(parts)


def _rank(piece: Piece) -> int:
    if piece.kind == "source":
        return 12
    if piece.kind in ("note", "caption", "table"):
        return 16
    return 4 if piece.kind == "furniture" else 0


def from_source(pieces: Sequence[Piece], codes: tuple[str, ...]) -> Found | None:
    """The name in the source lines, where nothing else names the office: of those that bear the words of an office's
    name the first; else the only one, of one word, in a release of tables, for text quotes the sources of others.
    """
    opening = phrase_pattern(w for code in codes for w in language(code).source)
    names: list[Found] = []
    for piece in pieces:
        match = opening.match(fold(piece.text)) if piece.kind == "source" and opening is not None else None
        if match is None:
            continue
        rest = piece.text[match.end() :].strip(" :")
        name = re.split(r"\s[-–—]\s|[;,(]", rest)[0].strip(" .")
        if name and len(name) <= 80 and not _CITED.match(rest[len(name) :]):
            office = _office_in(name, codes)
            if office is not None:
                return Found(office, piece.page, 90)
            names.append(Found(name, piece.page, 95))
    prose = sum(p.kind == "paragraph" and len(p.text.split()) > _RUNNING for p in pieces)
    alone = {fold(one.text) for one in names}
    return names[0] if len(alone) == 1 and prose <= 1 and len(names[0].text.split()) == 1 else None


def _office_in(source: str, codes: tuple[str, ...]) -> str | None:
    """The office's name alone, where a source line names a product of it too; None where it bears no such words."""
    for pattern in _phrases(codes):
        match = pattern.search(fold(source)) if pattern is not None else None
        if match is not None and len(fold(source)) == len(source):
            name = name_around(source, match.start(), match.end())
            return name if len(name.split()) > 1 else None
    return None


@lru_cache(maxsize=32)
def _territories(code: str) -> dict[str, str]:
    try:
        locale = Locale.parse(code, sep="-")
    except (UnknownLocaleError, ValueError):
        return {}
    return {
        name: territory
        for territory, name in locale.territories.items()
        if len(territory) == 2 and territory.isalpha() and territory != "ZZ"
    }


@lru_cache(maxsize=32)
def _territory_pattern(code: str) -> re.Pattern[str] | None:
    names = [n for n in _territories(code) if len(n) > 3]
    return phrase_pattern(names)


_IN_HEADING = 2
"""Times that a country counts which a heading on the first page names."""


def find_geography(named: Sequence[str], pieces: Sequence[Piece], codes: tuple[str, ...]) -> tuple[str, int] | None:
    """The country that a release is about; (name, page), None where its texts name several alike.

    Args:
        named: title and publisher: the first that names one country decides.
        pieces: of the first pages: else the country named more than twice as often as any other, twice at least; a
            heading on the first page counts twice.
        codes: languages whose country names are known.
    """
    for text in named:
        here = set(_countries(text, codes))
        if len(here) == 1:
            return here.pop(), 1
    counts: Counter[str] = Counter()
    pages: dict[str, int] = {}
    for piece in pieces:
        for name in _countries(piece.text, codes):
            counts[name] += _IN_HEADING if piece.kind == "heading" and piece.page == 1 else 1
            pages.setdefault(name, piece.page)
    ranked = counts.most_common(2)
    if not ranked or ranked[0][1] < 2 or (len(ranked) > 1 and ranked[1][1] * 2 >= ranked[0][1]):
        return None
    return ranked[0][0], pages[ranked[0][0]]


def _countries(text: str, codes: tuple[str, ...]) -> list[str]:
    folded = fold(text)
    found: list[str] = []
    for code in codes:
        pattern = _territory_pattern(code)
        if pattern is not None:
            display = _folded_territories(code)
            found += [display[m.group()] for m in pattern.finditer(folded) if m.group() in display]
    return found


@lru_cache(maxsize=32)
def _folded_territories(code: str) -> dict[str, str]:
    return {fold(name): name for name in _territories(code)}
