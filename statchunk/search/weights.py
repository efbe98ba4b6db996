"""How much each word of a question weighs: rare words of the index say more than common ones."""

import math
import re
from collections.abc import Callable, Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from statchunk.languages import language
from statchunk.meaning.periods import find_periods
from statchunk.search.question import Question, measure_words, without_adjustment
from statchunk.search.terms import LEAST_PREFIX, initials_of, plain_words, same_word, spellings, stem, words_of

_MOST_TERMS = 60
"""Terms of a question that are looked at: masks have a bit a term and are kept in 64 bits."""
_FEW = 2_000
_COMMON_SHARE = 0.1
"""Chunks, and share of all, up to which a word is worth looking up."""
_LEAST_ACRONYM = 0.3
"""Weight of a word in capitals: "CPI" and "CPIH" stand in every chunk and are two things."""
_LEAST = 0.15
"""Weight of a word that stands in every chunk: it may still tell two columns apart."""


class TermWeights:
    """The weights of a question's terms; sets of words are compared with them as bit masks, a bit a term."""

    def __init__(self, question: Question, chunks: int, in_index: Callable[[str, int], int]) -> None:
        """Args: the question, chunks in the index, and in how many of them a word stands, counted up to a limit."""
        self.codes = question.codes
        general = measure_words(self.codes)
        if question.measure == "amount":
            general -= _verbs_of_change(self.codes)  # "how many moved": what they did is the subject
        subject = tuple(t for t in question.terms if t not in general)
        changed = _changed(self.codes) if question.kind == "figure" else {}
        self.terms = question.terms
        if question.kind == "figure" and question.measure is not None:
            # facets match the measure better than letters do; but inflation alone is a change of prices and no other
            subject = subject or tuple(t for t in question.terms if t in changed)
            self.terms = subject or question.terms
        self.terms = self.terms[:_MOST_TERMS]
        few = max(_FEW, int(chunks * _COMMON_SHARE))
        spelt = {**_spellings(self.codes), **question.spelt}

        def frequency(word: str, most: int) -> int:
            return in_index(word, most) or (in_index(spelt[word], most) if word in spelt else 0)

        counts = {term: frequency(term, few + 1) for term in self.terms}
        self.subject = sum(1 << i for i, term in enumerate(self.terms) if term in subject)
        """Mask of the terms that name no measure, or the one thing that a measure is of."""
        self._joined = {
            a + b: (1 << i) | (2 << i) for i, (a, b) in enumerate(zip(self.terms, self.terms[1:], strict=False))
        }
        found = {joined for joined in self._joined if frequency(joined, 1)}
        telling = tuple(t for t in self.terms if counts[t] <= few) or tuple(
            sorted(self.terms, key=counts.__getitem__)[:1]
        )
        self._like = _synonyms(self.codes)
        others = dict.fromkeys(w for t in telling for w in self._like.get(t, ()) if w not in telling)
        spelt_out = {w: None for t in telling for meant in _meanings(self.codes).get(t, ()) for w in meant}
        words = (*telling, *others, *spelt_out, *sorted(found))
        self.lexical: tuple[str, ...] = tuple(dict.fromkeys((*words, *(spelt[w] for w in words if w in spelt))))
        """What to ask the lexical index for: the terms, and two of them written as one word ("air fare", "airfare").
        In a large index words that stand everywhere are left out: they cost time and tell nothing."""
        least = min((counts[t] for t in telling), default=0)
        self.frequent = frozenset(t for t in telling if counts[t] > _FEW)
        """Those of them that stand in more chunks than a few."""
        frequent = {t for t in self.frequent if counts[t] > least}
        self.rare: tuple[str, ...] = tuple(t for t in self.lexical if t not in frequent)
        """The rarer ones of these, for questions to all of a large index."""
        inside = 0
        for joined in found:
            inside |= self._joined[joined]
        self.absent: tuple[str, ...] = tuple(
            t
            for i, t in enumerate(self.terms)
            if counts[t] == 0
            and t not in general
            and not inside >> i & 1
            and not any(frequency(word, 1) for word in self._like.get(t, ()))
            and not any(all(frequency(w, 1) for w in meant) for meant in _meanings(self.codes).get(t, ()))
        )
        """Terms that stand nowhere in the index."""
        self.nowhere = sum(1 << i for i, term in enumerate(self.terms) if term in self.absent)
        """Mask of them: what begins like one of them is another word."""
        # a word that others stand for in the index is as common as they are
        spread = {
            t: counts[t] or max((frequency(w, few + 1) for w in self._like.get(t, ())), default=0) for t in counts
        }
        self.items = tuple(
            (term, max(_weight(spread[term], chunks), _LEAST_ACRONYM if term in question.acronyms else 0.0))
            for term in self.terms
        )
        self.total = sum(weight for _, weight in self.items) or 1.0
        there = [0.0 if term in self.absent else weight for term, weight in self.items]
        if not any(there):  # a release may say them of itself: "CPI" of a Consumer Price Index
            there = [weight for _, weight in self.items]
        whole = sum(there) or 1.0
        self._there = [weight / whole for weight in there]
        """Of each term, what it makes up of those that stand somewhere: no chunk can say the others."""
        self._excluding = _excluding_stems(self.codes)
        self._excluded = sum(1 << i for i, term in enumerate(self.terms) if term in self._excluding)
        self._whole = dict(self._joined)
        """Masks of the words that mean a term, or two in one, as they stand."""
        self._by_beginning: dict[str, list[tuple[int, str]]] = {}
        """Terms, with their places, by the letters that their other forms share with them."""
        for i, term in enumerate(self.terms):
            self._by_beginning.setdefault(term[:LEAST_PREFIX], []).append((i, term))
            for word in (*self._like.get(term, ()), *changed.get(term, ())):
                self._whole[word] = self._whole.get(word, 0) | 1 << i
        self._places = {term: 1 << i for i, term in enumerate(self.terms)}
        self._meanings = [
            (1 << i, frozenset(meant))
            for i, term in enumerate(self.terms)
            for meant in _meanings(self.codes).get(term, ())
        ]
        """Terms that labels may spell out, each with words that all stand there: "core" as "less food and energy"."""
        self.excluding = sum({bit for bit, _ in self._meanings})
        """Mask of the terms that mean all but something."""
        no_part = general | small_words(self.codes)
        self.of_whole = self.excluding | sum(1 << i for i, term in enumerate(self.terms) if term in no_part)
        """Mask of the terms that name no part: "core", "inflation", "all items"."""
        things = frozenset(thing for same in changed.values() for thing in same)
        self.tells_prices = not things.isdisjoint(self.terms) or not changed.keys().isdisjoint(self.terms)
        """Whether a term is a word for prices or their change."""
        self._masks: dict[str, int] = {}
        self._texts: dict[str, int] = {}
        self._shares: dict[int, float] = {}

    def mask(self, words: Iterable[str]) -> int:
        """Which terms some words hold, a bit a term."""
        found = 0
        masks = self._masks
        if self._meanings:
            words = frozenset(words)
            found = self.spelt_out(words)
        for word in words:
            mask = masks.get(word)
            if mask is None:
                mask = masks[word] = self._mask(word)
            found |= mask
        return found

    def same_compounds(self, compound: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """A hyphenated word and the words that name the same thing, as stems in order."""
        return (compound, *_same_compounds(self.codes).get(compound, ()))

    def spelt_out(self, words: frozenset[str]) -> int:
        """Which terms some words spell out: "core" where they exclude food and energy."""
        if not self._meanings or words.isdisjoint(excluding_words(self.codes)):
            return 0
        found = 0
        for bit, meant in self._meanings:
            if meant <= words:
                found |= bit
        return found

    def meant(self, words: frozenset[str]) -> frozenset[str]:
        """Those of some words by which they spell out a term that they do not say themselves."""
        bits = self.spelt_out(words)
        said = frozenset(self.named(bits)) & words
        return frozenset() if said else frozenset(w for bit, meant in self._meanings if bits & bit for w in meant)

    def names_whole(self, label: str) -> bool:
        """Whether a label names no part of a whole, or what remains of it as askers have a word for it."""
        return not self.subject_words(label) or _spells_out(label, self.codes)

    def exactly(self, word: str) -> int:
        """Which terms a word is, as they stand: a name is told by nothing that only begins alike."""
        excluded = self._excluded if word in self._excluding else 0
        return self._whole.get(word, 0) | self._places.get(word, 0) | excluded

    def shortened(self, words: tuple[str, ...]) -> frozenset[int]:
        """Places of the words, in a row, whose initials are a term."""
        return frozenset(
            place for short, start, stop in initials_of(words) if self.exactly(short) for place in range(start, stop)
        )

    def themselves(self, words: Iterable[str]) -> int:
        """Which terms some words are or begin like, a bit a term: no words that mean the same."""
        found = 0
        for word in words:
            for i, term in self._by_beginning.get(word[:LEAST_PREFIX], ()):
                found |= (1 << i) * same_word(term, word)
        return found

    def said(self, texts: Iterable[str]) -> int:
        """Which terms some texts say, a bit a term."""
        found = 0
        for text in texts:
            mask = self._texts.get(text)
            if mask is None:
                mask = self._texts[text] = self.mask(words_of(text))
            found |= mask
        return found

    def _mask(self, word: str) -> int:
        if word in self._excluding:
            return self._excluded
        mask = self._whole.get(word, 0)
        for i, term in self._by_beginning.get(word[:LEAST_PREFIX], ()):
            if same_word(term, word):
                mask |= 1 << i
        return mask

    def share(self, mask: int) -> float:
        """Share of the question, by weight, that the terms of a mask make up; absent terms are left out of it."""
        known = self._shares.get(mask)
        if known is None:
            known = self._shares[mask] = sum(weight for i, weight in enumerate(self._there) if mask >> i & 1)
        return known

    def weight(self, mask: int) -> float:
        """The same with absent terms as a part of the question."""
        return sum(weight for i, (_, weight) in enumerate(self.items) if mask >> i & 1) / self.total

    def shares(self, masks: NDArray[np.int64]) -> NDArray[np.float64]:
        """The share of each of some masks."""
        different, at = np.unique(masks, return_inverse=True)
        values = np.asarray([self.share(mask) for mask in different.tolist()], dtype=np.float64)
        found: NDArray[np.float64] = values[at]
        return found

    def named(self, mask: int) -> tuple[str, ...]:
        """The terms of a mask."""
        return tuple(term for i, term in enumerate(self.terms) if mask >> i & 1)

    def subject_words(self, label: str) -> tuple[str, ...]:
        """Words of a label that name a subject: periods, measures, figures and small words left out."""
        return _subject_words(label, self.codes)


def _weight(count: int, chunks: int) -> float:
    share = (count + 0.5) / (max(1, chunks) + 1)
    return min(1.0, max(_LEAST, math.log(1 / share) / math.log(2 * (max(1, chunks) + 1))))


@cache
def small_words(codes: tuple[str, ...]) -> frozenset[str]:
    """Frequent words, and those that mean the whole: "all", "total"."""
    found: set[str] = set()
    for code in codes:
        words = language(code)
        for phrase in (*words.stopwords, *words.total, *words.of_which, *words.question.asking):
            found.update(words_of(phrase))
    return frozenset(found)


@cache
def excluding_words(codes: tuple[str, ...]) -> frozenset[str]:
    """Words that turn a label into all but what it names, as they stand: the stem of one may be another word's."""
    return frozenset(w for code in codes for text in language(code).question.excluding for w in plain_words(text))


@cache
def negating_words(codes: tuple[str, ...]) -> frozenset[str]:
    """Words that do so where a label begins with them."""
    return frozenset(w for code in codes for text in language(code).question.negating for w in plain_words(text))


@cache
def _excluding_stems(codes: tuple[str, ...]) -> frozenset[str]:
    """Those of them that are their own stems."""
    return frozenset(word for word in excluding_words(codes) if stem(word) == word)


_QUANTITY = re.compile(r"\W*\d[\d.,]*\s*[^\W\d_]{1,2}\.?\W*")
"""A number and an abbreviated unit: "1 kg", "50KG", "18 L."."""


_BAND = re.compile(r"\s*\d{1,3}\s*[-–—]\s*\d{1,3}\s*")
"""A band of ages or sizes."""
_MOST_MONTHS = 12


@cache
def _verbs_of_change(codes: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for code in codes for text in language(code).question.change for word in words_of(text))


@cache
def _rest_words(codes: tuple[str, ...]) -> frozenset[str]:
    """Stems of the labels of what is left: they name something, and seldom what is asked for."""
    return frozenset(word for code in codes for text in language(code).question.rest for word in words_of(text))


@cache
def _subject_words(label: str, codes: tuple[str, ...]) -> tuple[str, ...]:
    if _BAND.fullmatch(label):
        return tuple(dict.fromkeys(words_of(label)))  # "12 – 17" is no December
    label = without_adjustment(label, codes)
    left = list(label)
    for mention in find_periods(label, codes):
        left[mention.start : mention.stop] = " " * (mention.stop - mention.start)
    if _QUANTITY.fullmatch("".join(left)) and not find_periods(label, codes):
        return ()
    rest = _rest_words(codes)
    skip = (small_words(codes) | measure_words(codes)) - rest
    words = dict.fromkeys(words_of("".join(left)))
    named = tuple(w for w in words if w not in skip and not w[0].isdigit() and len(w) > 1)
    if named or not words or not words.keys().isdisjoint(measure_words(codes)):
        return named
    if len(words) == 1 and label.strip().isdigit() and int(label) <= _MOST_MONTHS:
        return ()  # the number of a month or of a row
    return tuple(w for w in words if w.isdigit())  # a band of ages or sizes: "25-34", "65 and over"


@cache
def _changed(codes: tuple[str, ...]) -> dict[str, frozenset[str]]:
    """Stems of the words for a thing, by that of the word for its change."""
    found: dict[str, frozenset[str]] = {}
    for code in codes:
        for word, *things in language(code).question.change_of:
            same = frozenset(part for thing in things for part in words_of(thing))
            for part in words_of(word):
                found[part] = found.get(part, frozenset()) | same
    return found


@cache
def _meanings(codes: tuple[str, ...]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Stems of the words by which releases spell out a word of askers, by its stem."""
    found: dict[str, tuple[tuple[str, ...], ...]] = {}
    for code in codes:
        excluding = excluding_words((code,))
        for word, meaning in language(code).question.means:
            words = words_of(meaning)
            if len(words_of(word)) == 1 and not excluding.isdisjoint(plain_words(meaning)):
                idle = small_words((code,)) | measure_words((code,)) | _excluding_stems((code,))
                named = tuple(w for w in words if w not in idle)
                found[words_of(word)[0]] = (*found.get(words_of(word)[0], ()), named)
    return found


@cache
def _spells_out(label: str, codes: tuple[str, ...]) -> bool:
    words = frozenset(words_of(label))
    if words.isdisjoint(excluding_words(codes)):
        return False
    return any(words.issuperset(meant) for meanings in _meanings(codes).values() for meant in meanings)


@cache
def _spellings(codes: tuple[str, ...]) -> dict[str, str]:
    """How words that name the same thing are spelt in letters other than Latin ones, by stem."""
    return {
        k: v for code in codes for group in language(code).question.like for k, v in spellings(" ".join(group)).items()
    }


@cache
def _same_compounds(codes: tuple[str, ...]) -> dict[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The words that name the same thing as each hyphenated one."""
    found: dict[tuple[str, ...], tuple[tuple[str, ...], ...]] = {}
    for code in codes:
        for group in language(code).question.like:
            for text in group:
                if len(words_of(text)) > 1:
                    others = tuple(words_of(other) for other in group if other != text)
                    found[words_of(text)] = (*found.get(words_of(text), ()), *others)
    return found


@cache
def _synonyms(codes: tuple[str, ...]) -> dict[str, frozenset[str]]:
    """Stems that name the same thing, by stem."""
    found: dict[str, frozenset[str]] = {}
    for code in codes:
        for group in language(code).question.like:
            same = frozenset(word for text in group for word in words_of(text))
            for word in same:
                found[word] = found.get(word, frozenset()) | same
    return found
