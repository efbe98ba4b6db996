"""Words of questions and labels brought to a form in which they can be compared."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
_ACRONYM = re.compile(r"(?<![^\W_])(?:([^\W\d_a-z])-)?([^\W\d_a-z][^\W_a-z]{1,6}s?)(?![^\W_])")
"""A word in capitals; a letter before it, as in "C-CPI", makes another one of it."""
_COMPOUND = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")
_BRACKETED = re.compile(r"\(([^\W\d_a-z][^\W_a-z]{1,6}s?)\)")
LEAST_PREFIX = 5
"""Letters that two words must share at the start to count as forms of one word: "alcohol", "alcoholic"."""
_MOST_ELIDED = 2
"""Letters of a word that is run into the next one: "l'", "d'", "qu'"."""
_MOST_ENDING = 4
"""Letters by which such forms may differ in length."""


@lru_cache(maxsize=65536)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text, case folded, without accents, plurals and possessives, in order."""
    return tuple(map(stem, plain_words(text)))


def plain_words(text: str) -> list[str]:
    """The words of a text, case folded and without accents, as they stand."""
    if text.isascii():
        return _WORD.findall(text.casefold())
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return _WORD.findall("".join(c for c in plain if not unicodedata.combining(c)))


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """A case-folded word without its possessive, its plural s, and what was run into it ("l'energie")."""
    word = word.replace("’", "'").removesuffix("'s")
    head, apostrophe, tail = word.partition("'")
    word = tail if apostrophe and len(head) <= _MOST_ELIDED and len(tail) > 1 else word.replace("'", "")
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


@lru_cache(maxsize=65536)
def acronyms(text: str) -> frozenset[str]:
    """Stems of the words in capitals, unless all of the text is in capitals; "CPI-U" alone is one all the same."""
    if text == text.upper() and not _COMPOUND.fullmatch(text.strip()):
        return frozenset()
    found = ((letter.casefold(), stem(short.casefold())) for letter, short in _ACRONYM.findall(text))
    return frozenset(f"{letter}-{short}" if letter else short for letter, short in found)


def bears(said: frozenset[str], asked: frozenset[str]) -> bool:
    """Whether one of some acronyms is asked for, if need be without the letter of a place: "CCPI" as the "CPI"."""
    return not said.isdisjoint(asked) or any(short[1:] in asked for short in said if "-" not in short)


@lru_cache(maxsize=65536)
def initials_of(words: tuple[str, ...]) -> tuple[tuple[str, int, int], ...]:
    """Abbreviations that runs of words may be short for, each with the places of its first word and after its last:
    "gdp" of "real", "gross", "domestic", "product"."""
    letters = "".join(word[0] for word in words)
    return tuple(
        (stem(letters[start : start + length]), start, start + length)
        for length in range(_LEAST_INITIALS, _MOST_INITIALS + 1)
        for start in range(len(letters) - length + 1)
    )


_LEAST_INITIALS = 3
"""Letters of an abbreviation made of initials: "CPI"; shorter ones arise by chance."""
_MOST_INITIALS = 6


def spellings(text: str) -> dict[str, str]:
    """Words whose letters a stem does not keep, by their stems: accents of letters other than Latin ones belong to them
    in the lexical index."""
    words = unicodedata.normalize("NFKC", text).casefold().split()
    return {part: word.strip(_QUOTES) for word in words if not word.isascii() for part in words_of(word)}


_QUOTES = "?¿!¡,.;:()[]\"'“”«»؟،"


def names_in(text: str) -> frozenset[str]:
    """Stems of the words that are written with a capital letter where no sentence begins, abbreviations too.

    None where most words are, as in a headline.
    """
    words = [*_CASED.finditer(text)]
    inside = [m[0] for m in words if not _BEGINS.search(text[: m.start()])]
    capitals = [word for word in inside if word[0].isupper()]
    if 2 * len(capitals) > len(inside):
        return frozenset()
    return frozenset(part for word in capitals for part in words_of(word))


_CASED = re.compile(r"[^\W\d_][^\W_]*(?:['’][^\W\d_]+)?")
_BEGINS = re.compile(r"(?:^|[.:?!¿¡\"“«‘(])\s*$")


@lru_cache(maxsize=65536)
def without_long_form(text: str, asked: frozenset[str]) -> str:
    """A label without the words that a bracketed acronym is short for, where the acronym is asked for.

    "Consumer prices index (CPI) by division" says of itself "CPI by division" to who asks for the CPI.
    """
    short = _BRACKETED.search(text)
    if short is None or stem(short[1].casefold()) not in asked:
        return text
    return short[1] + text[short.end() :]


@lru_cache(maxsize=65536)
def with_short_forms(labels: tuple[str, ...]) -> tuple[str, ...]:
    """Labels from the outermost in, one that is an acronym in brackets run on to the label that it is short for."""
    found: list[str] = []
    for label in labels:
        if found and _BRACKETED.fullmatch(label.strip()):
            found[-1] += f" {label.strip()}"
        else:
            found.append(label)
    return tuple(found)


@lru_cache(maxsize=65536)
def same_word(a: str, b: str) -> bool:
    """Whether two stems are one word or near forms of it: one begins with the other, or both share a long beginning."""
    if a == b:
        return True
    shorter, longer = (a, b) if len(a) <= len(b) else (b, a)
    if len(shorter) < LEAST_PREFIX or len(longer) - len(shorter) > _MOST_ENDING:
        return False
    common = 0
    for x, y in zip(shorter, longer, strict=False):
        if x != y:
            break
        common += 1
    return common >= max(LEAST_PREFIX, len(shorter) - 2)


def compounds_in(text: str) -> tuple[tuple[str, ...], ...]:
    """Stems of the hyphenated words of a text, each in order: "part-time"; abbreviations as "CPI-U" are none."""
    found = (words_of(word) for word in _COMPOUND.findall(text) if not any(p.isupper() for p in word.split("-")))
    return tuple(dict.fromkeys(found))


def holds_compound(words: tuple[str, ...], compound: tuple[str, ...]) -> bool:
    """Whether some stems hold those of a hyphenated word in a row, or written as one: "part time", "parttime"."""
    size = len(compound)
    return "".join(compound) in words or any(words[i : i + size] == compound for i in range(len(words) - size + 1))


def stems(texts: Iterable[str]) -> frozenset[str]:
    """All stems of some texts."""
    return frozenset(word for text in texts for word in words_of(text))
