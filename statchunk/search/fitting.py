"""How far each release fits a question before its chunks are looked at: office, place, edition."""

import numpy as np

from statchunk.meaning.calendar import Period
from statchunk.search.catalogue import Catalogue, Release
from statchunk.search.question import Question
from statchunk.search.wanted import WantedPeriods
from statchunk.search.weights import TermWeights

_HISTORY = 0.5
"""What a later edition counts that prints the period asked for as history; older ones of these a little less."""
_FADING = 0.01
"""What is lost of it for each month that a still later edition exists."""
_OF_PLACE = 2.0
"""What it counts that a release is about the place asked for, beside the words that it says of itself."""
_FEW_RELEASES = 4
"""Releases whose first tables are looked at beside what words and meaning find."""
_YEAR = 12.0
"""Months after which an edition counts nothing where the newest is asked for."""
_UNDATED = 0.5
"""What a release counts that is for no period."""
_TIMELY = 0.9
"""Match of its reference period from which a release is about the period asked for."""


class Fitting:
    """The releases of an index against one question."""

    def __init__(self, catalogue: Catalogue, question: Question, weights: TermWeights) -> None:
        """Args: the catalogue, the question, and the weights of its terms."""
        self._catalogue, self._question, self._weights = catalogue, question, weights
        of_stems = np.asarray([*map(weights.exactly, catalogue.stems), 0], dtype=np.int64)
        masks = (
            np.bitwise_or.reduceat(of_stems[catalogue.said], catalogue.begins)
            if len(catalogue.begins)
            else of_stems[:0]
        )
        anywhere, everywhere = int(np.bitwise_or.reduce(masks)), int(np.bitwise_and.reduce(masks))
        telling = anywhere & ~everywhere
        self.known_terms = frozenset(weights.named(anywhere))
        """Terms that some release's title, publisher or place says."""
        self.telling_terms = frozenset(weights.named(telling))
        """Those of them that tell one release from another."""
        whole = weights.share(telling)
        self._said = masks
        self._office = weights.shares(masks & telling) / whole if whole else np.ones(len(masks))
        places = frozenset(place.code for place in question.places)
        self._place = np.ones(len(masks))
        if places:
            homes = (catalogue.home(number) for number in catalogue.releases)
            self._place = np.fromiter((len(home & places) / len(places) for home in homes), dtype=np.float64)
        fits = self._office + _OF_PLACE * self._place
        best = fits.max(initial=0.0)
        self._asked = np.flatnonzero(fits >= best - 1e-9)
        self.asked: tuple[int, ...] = tuple(catalogue.numbers[self._asked].tolist())
        """Numbers of the releases that fit best by office and place."""
        self._newest = catalogue.newest()
        self.newest = catalogue.newest(self._asked) or self._newest
        """The newest reference period of these, or of all."""
        self.wanted = WantedPeriods(question, self.newest)
        self._edition = np.asarray([self._fits(release) for release in catalogue.dated])[catalogue.period_of]

    @property
    def narrowed(self) -> bool:
        """Whether office or place leave some of the releases out."""
        return len(self.asked) < len(self._catalogue.releases)

    def office(self, document: int) -> float:
        """Share of the words that tell one series or office from another which this release says of itself."""
        return float(self._office[self._at(document)])

    def is_whole_of(self, document: int) -> bool:
        """Whether the question names nothing but what the release says of itself: its whole is asked for."""
        weights = self._weights
        parts = (1 << len(weights.terms)) - 1 & ~weights.of_whole
        return bool(weights.subject) and not parts & ~self.said(document)

    def whole_of(self) -> tuple[int, ...]:
        """Numbers of the best fitting releases whose whole is asked for, where they are few: it stands in their first
        tables."""
        timely = frozenset(self.timely())
        found = [number for number in self.asked if self.is_whole_of(number)]
        few = [number for number in found if number in timely] or found
        return tuple(few) if len(few) <= _FEW_RELEASES else ()

    @property
    def price_indices(self) -> frozenset[str]:
        """Stems of the indices by which the change of prices is told that is asked for without naming one."""
        weights = self._weights
        subject = weights.named(weights.subject & ~weights.of_whole)
        of_prices = bool(weights.subject) and weights.tells_prices and self.known_terms.issuperset(subject)
        return self._question.price_indices if of_prices else frozenset()

    def said(self, document: int) -> int:
        """Mask of the terms that the release says of itself."""
        return int(self._said[self._at(document)])

    def place(self, document: int) -> float:
        """Share of the places asked for that the release is about."""
        return float(self._place[self._at(document)])

    def edition(self, document: int) -> float:
        """1 for the release of the period asked for, or the newest where none is; less for others.

        The newest is that of its series as much as that of all that fit: what one series last published is not old
        because another one goes on.
        """
        of_all = float(self._edition[self._at(document)])
        if self.wanted.named:
            return of_all
        release = self._catalogue.releases[document]
        newest = self._catalogue.newest_of[release.series]
        return (of_all + _newness(release.period, newest)) / 2 if newest is not None else of_all

    def wanted_in(self, document: int) -> WantedPeriods:
        """The periods that are wanted of a release."""
        return self.wanted.in_series(self._catalogue.newest_of[self._catalogue.releases[document].series])

    def _at(self, document: int) -> int:
        return self._catalogue.places[document]

    def timely(self) -> tuple[int, ...]:
        """Numbers of the best fitting releases that are about a period asked for; of all where those have none."""
        if self._question.kind == "release":
            return tuple(number for number in self.asked if self.dates(number))
        catalogue = self._catalogue
        isos = [release.row.reference_period for release in catalogue.dated]
        fits = [iso is not None and self.wanted.match(iso) >= _TIMELY for iso in isos]
        timely = np.asarray(fits, dtype=np.bool_)[catalogue.period_of]
        found = self._asked[timely[self._asked]]
        return tuple(catalogue.numbers[found if len(found) else timely].tolist())

    def dates(self, document: int) -> frozenset[str]:
        """ISO dates that answer when figures are published: of this release, or of the one that it announces."""
        release = self._catalogue.releases[document]
        named = [p for p in self._question.periods if p.kind != "day"]
        if not named:
            return frozenset(d for d in (release.row.next_release,) if d)
        found: set[str | None] = set()
        for period in named:
            if release.period == period:
                found.add(release.row.release_date)
            if release.period is not None and _follows(release.period, period):
                found.add(release.row.next_release)
        return frozenset(date for date in found if date)

    def _fits(self, release: Release) -> float:
        period, wanted = release.period, self.wanted
        if period is None:
            return _UNDATED
        last = period.last_month()
        if not wanted.named:
            return _newness(period, wanted.exact[0] if wanted.exact else None)
        match = wanted.match(release.row.reference_period)
        if match >= _TIMELY:
            return match
        asked = [p.last_month() for p in wanted.exact]
        newest = self._newest.last_month() if self._newest else None
        if last is None or newest is None or None in asked or last < max(m for m in asked if m is not None):
            return match
        return max(match, _HISTORY - _FADING * (newest - last))


def _newness(period: Period | None, newest: Period | None) -> float:
    """1 for the newest period or one after it, less for each month before it."""
    last, own = newest.last_month() if newest else None, period.last_month() if period else None
    return min(1.0, max(0.0, 1 - (last - own) / _YEAR)) if last is not None and own is not None else _UNDATED


def _follows(first: Period, second: Period) -> bool:
    """Whether the second period is the next one of its kind after the first."""
    a, b = first.last_month(), second.first_month()
    return first.kind == second.kind and a is not None and b == a + 1
