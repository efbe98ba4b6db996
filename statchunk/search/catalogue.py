"""What an index holds, by release: whose it is, what it is about, which period, and which releases are one series."""

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from statchunk.languages import available, language
from statchunk.meaning.calendar import Period, parse_iso
from statchunk.meaning.periods import find_periods
from statchunk.search.places import place_codes
from statchunk.search.terms import initials_of, stems, words_of
from statchunk.store import DocumentRow
from statchunk.store.protocol import Store


class Release(NamedTuple):
    """A release as the index lists it, and what search needs to know of it."""

    row: DocumentRow
    period: Period | None
    """Its reference period."""
    identity: frozenset[str]
    """Stems of its title, publisher and place, and the initials of names in them: "cpi" for Consumer Price Index."""
    series: tuple[str, ...]
    """The same for all releases of one kind by one office: publisher, and title without its period."""


class Catalogue:
    """The releases of an index, by number."""

    def __init__(self, index: Store, codes: tuple[str, ...]) -> None:
        """Args: the index, and the languages in which its releases are."""
        self._index, self.codes = index, codes
        identities: dict[tuple[str | None, ...], tuple[frozenset[str], tuple[str, ...]]] = {}
        self.releases: dict[int, Release] = {}
        for row in index.documents():
            texts = (row.title, row.publisher, row.geography)
            if texts not in identities:
                identities[texts] = (_identity(texts), _series(row, codes))
            identity, series = identities[texts]
            self.releases[row.number] = Release(row, _period(row.reference_period), identity, series)
        self._homes: dict[int, frozenset[str]] = {}
        self.of_series: dict[tuple[str, ...], list[Release]] = {}
        """The releases of each series."""
        for release in self.releases.values():
            self.of_series.setdefault(release.series, []).append(release)
        self.numbers: NDArray[np.int64] = np.fromiter(self.releases, dtype=np.int64)
        """Of the releases, rising."""
        self.newest_of: dict[tuple[str, ...], Period | None] = {
            series: max((r.period for r in own if r.period is not None), key=_age, default=None)
            for series, own in self.of_series.items()
        }
        """The newest reference period of each series."""
        self.places: dict[int, int] = {number: place for place, number in enumerate(self.releases)}
        """Of each release, by its number, where in `numbers` it stands."""
        self.dated: list[Release] = []
        """A release of each reference period."""
        periods: dict[str | None, int] = {}
        self.period_of: NDArray[np.int64] = np.zeros(len(self.numbers), dtype=np.int64)
        """By release, in the order of `numbers`: which of `dated` is of the same period."""
        for i, release in enumerate(self.releases.values()):
            iso = release.row.reference_period
            if iso not in periods:
                periods[iso] = len(periods)
                self.dated.append(release)
            self.period_of[i] = periods[iso]
        self.stems: list[str] = sorted({stem for release in self.releases.values() for stem in release.identity})
        """All that releases say of themselves."""
        at = {stem: i for i, stem in enumerate(self.stems)}
        said = [[at[stem] for stem in release.identity] for release in self.releases.values()]
        self.said: NDArray[np.int64] = np.fromiter((i for own in said for i in (*own, len(at))), dtype=np.int64)
        """Places in `stems`, release after release, each followed by the number of stems."""
        self.begins: NDArray[np.int64] = np.cumsum([0, *(len(own) + 1 for own in said)], dtype=np.int64)[:-1]
        """Where each release begins in `said`."""

    def newest(self, among: NDArray[np.int64] | None = None) -> Period | None:
        """The newest reference period of all releases, or of those at some places in `numbers`."""
        of = self.period_of if among is None else self.period_of[among]
        periods = [period for i in np.unique(of).tolist() if (period := self.dated[i].period) is not None]
        return max(periods, key=_age, default=None)

    def home(self, number: int) -> frozenset[str]:
        """Codes of the places that a release is about: by its own facts, else by its first lines."""
        known = self._homes.get(number)
        if known is None:
            row = self.releases[number].row
            facts = " | ".join(t for t in (row.title, row.publisher, row.geography) if t)
            known = place_codes(facts, self.codes) or place_codes(self._index.opening(number), self.codes)
            self._homes[number] = known
        return known


def catalogue_of(index: Store, codes: tuple[str, ...]) -> Catalogue:
    """The catalogue of an index, made once while it is open."""
    return index.kept(("catalogue", codes), lambda: Catalogue(index, codes))


def _age(period: Period) -> tuple[int, bool]:
    return period.last_month() or 0, period.kind == "month"


@cache
def _period(text: str | None) -> Period | None:
    return parse_iso(text) if text else None


def _identity(texts: tuple[str | None, ...]) -> frozenset[str]:
    said = [text for text in texts if text]
    found = set(stems(said))
    for text in said:
        found |= initials(text)
    return frozenset(found)


def initials(text: str) -> frozenset[str]:
    """Stems of the abbreviations that stand for words of a text: "ipc" for "Índice de Precios de Consumo"."""
    words = [word for word in words_of(text) if word not in _linking() and not word[0].isdigit()]
    return frozenset(short for short, _, _ in initials_of(tuple(words)))


@cache
def _linking() -> frozenset[str]:
    """Small words that abbreviations leave out, of all languages on hand."""

    return frozenset(w for code in available() for text in language(code).stopwords for w in words_of(text))


def _series(row: DocumentRow, codes: tuple[str, ...]) -> tuple[str, ...]:
    return (row.publisher or "", row.language or "", *undated_words(row.title or row.path, codes))


@lru_cache(maxsize=65536)
def undated_words(text: str, codes: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a title or label without its periods and numbers."""
    left = list(text)
    for mention in find_periods(text, codes):
        left[mention.start : mention.stop] = " " * (mention.stop - mention.start)
    return tuple(word for word in words_of("".join(left)) if not word.isdigit())
