"""Which languages a text is written in, told by its script and its short frequent words."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from babel import Locale
from babel.core import UnknownLocaleError

from statchunk.languages import available, language
from statchunk.languages.months import cldr_months
from statchunk.meaning.vocabulary import fold
from statchunk.memo import TextMemo

_WORD: Final = re.compile(r"[^\s\d!-/:-@\[-`{-~«»“”‘’…]+")
_LATIN: Final = "Latn"
_SCRIPT_NAMES: Final = {
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
_LEAST_SHARE: Final = 0.25
"""Share of the letters of a script, or of the frequent words, from which on a second language counts."""
_LEAST_WORDS: Final = 3
"""Different frequent words that must be found before a language counts."""
_LEAST_WORDS_BESIDE: Final = 6
"""The same for a second language of the same script, which borrows words and shares names with the first."""
_MANY: Final = 60
"""Frequent words, repeats counted, from which on a text of the language would hold most of its list."""
_LEAST_COVERAGE: Final = 0.4
"""Share of the list that such a text must hold: neighbours share "de" and "la", but not the rest."""
_ENOUGH: Final = 100
"""Words of running text from which on shares of frequent words say something."""
_LEAST_IN_SENTENCES, _LEAST_TOGETHER = 0.06, 0.14
"""Shares of the words of running text that are frequent words of one language, and of all its languages: 0.2 to 0.4
in a text of one language; neighbours reach 0.12 by the few words that they share."""
_LEAST_DIFFERENT: Final = 0.25
"""Share of the list that running text must hold."""
_MOST_VOTES: Final = 4
"""Times that one word counts: a place name that looks like a frequent word must not decide."""


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


def _words(text: str) -> list[str]:
    """The words of a text, folded."""
    return [word for part in text.split() for word in _PARTS.of(part)]


def _words_in(part: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(fold(part)))


_PARTS: Final = TextMemo(_words_in)


def detect_languages(text: str, running: str = "") -> tuple[str, ...]:
    """Codes of the languages on file that a text is written in, the main one first; empty where none is told.

    Args:
        text: some hundred words or more; a few words are told by their script alone.
        running: its sentences, without labels and captions; where there are enough of them, a language must have its
            usual share of them: a neighbour that shares "que" and "por" has not.
    """
    scripts: Counter[str] = Counter()
    for letter, count in Counter(text[:20000]).items():
        if letter.isalpha():
            scripts[_script(letter)] += count
    letters = sum(scripts.values())
    if not letters:
        return ()
    main = [s for s, n in scripts.most_common() if s and n >= _LEAST_SHARE / 2 * letters]
    stopwords = _stopwords()
    seen = Counter([word for word in _words(text[:40000]) if word in stopwords])
    votes: Counter[str] = Counter()
    different: Counter[str] = Counter()
    hits: Counter[str] = Counter()
    for word, count in seen.items():
        codes = stopwords[word]
        for code in codes:
            votes[code] += min(count, _MOST_VOTES) * (2 if len(codes) == 1 else 1)
            different[code] += 1
            hits[code] += count
    sentences = [word for word in _words(running[:40000]) if word[0].isalpha()]
    if len(sentences) >= _ENOUGH:
        written = _written_in(sentences, stopwords)
        different = Counter({code: n for code, n in different.items() if code in written})
    found: list[tuple[int, str]] = []
    for script in main:
        here = [c for c in available() if _script_of_language(c) == script]
        if len(here) == 1 and script != _LATIN:
            found.append((scripts[script], here[0]))
            continue
        told = [c for c in here if different[c] >= _LEAST_WORDS]
        told = [c for c in told if hits[c] < _MANY or different[c] >= _LEAST_COVERAGE * len(language(c).stopwords)]
        ranked = sorted(((votes[c], c) for c in told), reverse=True)
        for rank, (count, code) in enumerate(ranked):
            best = ranked[0][0]
            if rank == 0 or (different[code] >= _LEAST_WORDS_BESIDE and 2 * count >= best):
                found.append((scripts[script] * count // best, code))
    return tuple(code for _, code in sorted(found, key=lambda f: -f[0]))


def language_of_months(text: str) -> tuple[str, ...]:
    """The language whose names of months a text of few words holds, by its frequent words where several share these;
    empty where that tells none."""
    seen = set(_words(text[:40000]))
    stopwords = _stopwords()
    frequent = Counter(code for word in seen for code in stopwords.get(word, ()))
    ranked: list[tuple[int, int, str]] = []
    for code in available():
        months = {fold(name) for names in cldr_months(code)[::2] for name in names}
        ranked.append((len(months & seen), frequent[code], code))
    ranked.sort(reverse=True)
    (months_held, words_held, best), second = ranked[0], ranked[1]
    return (best,) if months_held and words_held and (months_held, words_held) > second[:2] else ()


def _written_in(words: list[str], stopwords: dict[str, tuple[str, ...]]) -> frozenset[str]:
    """The languages whose frequent words have their usual share of running text."""
    own = Counter(code for word in words for code in stopwords.get(word, ()))
    different = Counter(code for word in set(words) for code in stopwords.get(word, ()))
    found = {
        code: count
        for code, count in own.items()
        if count >= _LEAST_IN_SENTENCES * len(words)
        and different[code] >= _LEAST_DIFFERENT * len(language(code).stopwords)
    }
    return frozenset(found) if sum(found.values()) >= _LEAST_TOGETHER * len(words) else frozenset()


def in_script(codes: Iterable[str], text: str) -> tuple[str, ...]:
    """Those of the languages in whose script a text is written; all where no language of its script is on file."""
    seen = Counter(_script(letter) for letter in text[:20000] if letter.isalpha())
    scripts = {code: _script_of_language(code) for code in available()}
    if not seen or seen.most_common(1)[0][0] not in scripts.values():
        return tuple(codes)
    least = _LEAST_SHARE / 2 * seen.total()
    return tuple(code for code in codes if code not in scripts or seen[scripts[code]] >= least)


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
