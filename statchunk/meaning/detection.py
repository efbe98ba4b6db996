"""Which languages a text is written in, told by its script and its short frequent words."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from babel import Locale
from babel.core import UnknownLocaleError

from statchunk.languages import available, language
from statchunk.meaning.vocabulary import fold

_WORD = re.compile(r"[^\s\d!-/:-@\[-`{-~«»“”‘’…]+")
_LATIN = "Latn"
_SCRIPT_NAMES = {
    "LATIN": "Latn",
    "GREEK": "Grek",
    "CYRILLIC": "Cyrl",
    "ARABIC": "Arab",
    "SINHALA": "Sinh",
    "TAMIL": "Taml",
    "HEBREW": "Hebr",
    "DEVANAGARI": "Deva",
    "CJK": "Hani",
    "HIRAGANA": "Jpan",
    "KATAKANA": "Jpan",
    "HANGUL": "Kore",
    "THAI": "Thai",
    "BENGALI": "Beng",
    "ETHIOPIC": "Ethi",
    "GEORGIAN": "Geor",
    "ARMENIAN": "Armn",
}
_LEAST_SHARE = 0.25
"""Share of the frequent words (or of the letters of a script) from which on a second language counts."""
_LEAST_WORDS = 3
"""Frequent words that must be found before a language counts."""


@lru_cache(maxsize=4096)
def _script(letter: str) -> str:
    return _SCRIPT_NAMES.get(unicodedata.name(letter, "?").split()[0], "")


@lru_cache(maxsize=64)
def _script_of_language(code: str) -> str:
    words = language(code).stopwords
    counts = Counter(_script(c) for word in words for c in word if c.isalpha())
    return counts.most_common(1)[0][0] if counts else _LATIN


@lru_cache(maxsize=1)
def _stopwords() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for code in available():
        for word in language(code).stopwords:
            found.setdefault(fold(word), []).append(code)
    return {word: tuple(codes) for word, codes in found.items()}


def detect_languages(text: str) -> tuple[str, ...]:
    """Codes of the languages on file that a text is written in, the main one first; empty where none is told.

    Args:
        text: some hundred words or more; a few words are told by their script alone.
    """
    scripts = Counter(_script(c) for c in text[:20000] if c.isalpha())
    letters = sum(scripts.values())
    if not letters:
        return ()
    main = [s for s, n in scripts.most_common() if s and n >= _LEAST_SHARE / 2 * letters]
    votes: Counter[str] = Counter()
    stopwords = _stopwords()
    for word in _WORD.findall(fold(text[:40000])):
        codes = stopwords.get(word)
        if codes:
            for code in codes:
                votes[code] += 2 if len(codes) == 1 else 1
    found: list[tuple[int, str]] = []
    for script in main:
        codes_here = [c for c in available() if _script_of_language(c) == script]
        if len(codes_here) == 1 and script != _LATIN:
            found.append((scripts[script], codes_here[0]))
            continue
        ranked = sorted(((votes[c], c) for c in codes_here if votes[c] >= _LEAST_WORDS), reverse=True)
        total = sum(n for n, _ in ranked)
        best = ranked[0][0] if ranked else 0
        for count, code in ranked:
            if count >= _LEAST_SHARE * total and 2 * count >= best:
                found.append((scripts[script] * count // best, code))
    return tuple(code for _, code in sorted(found, key=lambda f: -f[0]))


def base_languages(codes: Iterable[str]) -> tuple[str, ...]:
    """BCP 47 codes cut to their language; unknown codes are left out."""
    found = []
    for code in codes:
        try:
            name = Locale.parse(code.replace("_", "-"), sep="-").language
        except (UnknownLocaleError, ValueError):
            continue
        if name not in found:
            found.append(name)
    return tuple(found)
