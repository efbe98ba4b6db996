"""How far each release fits a question before its chunks are looked at: office, place, edition."""

from statchunk.meaning.calendar import Period
from statchunk.search.catalogue import Catalogue, Release
from statchunk.search.cells import WantedPeriods
from statchunk.search.question import Question
from statchunk.search.weights import TermWeights

_HISTORY = 0.5
"""What a later edition counts that prints the period asked for as history; older ones of these a little less."""
_FADING = 0.01
"""What is lost of it for each month that a still later edition exists."""
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
        self._catalogue, self._question = catalogue, question
        masks = {identity: weights.mask(identity) for identity in {r.identity for r in catalogue.releases.values()}}
        anywhere, everywhere = 0, -1
        for mask in masks.values():
            anywhere |= mask
            everywhere &= mask
        telling = anywhere & ~everywhere
        self.known_terms = frozenset(weights.named(anywhere))
        """Terms that some release's title, publisher or place says."""
        whole = weights.share(telling)
        shares = {i: weights.share(mask & telling) / whole if whole else 1.0 for i, mask in masks.items()}
        places = frozenset(place.code for place in question.places)
        self._said = {number: masks[release.identity] for number, release in catalogue.releases.items()}
        self._office = {number: shares[release.identity] for number, release in catalogue.releases.items()}
        self._place = {
            number: len(catalogue.home(number) & places) / len(places) if places else 1.0
            for number in catalogue.releases
        }
        best = max((self._office[n] + self._place[n] for n in catalogue.releases), default=0.0)
        self.asked: tuple[int, ...] = tuple(
            n for n in catalogue.releases if self._office[n] + self._place[n] >= best - 1e-9
        )
        """Numbers of the releases that fit best by office and place."""
        self.wanted = WantedPeriods(question, catalogue.newest(self.asked) or catalogue.newest())
        self._newest = catalogue.newest()
        self._edition = {number: self._fits(release) for number, release in catalogue.releases.items()}

    @property
    def narrowed(self) -> bool:
        """Whether office or place leave some of the releases out."""
        return len(self.asked) < len(self._catalogue.releases)

    def office(self, document: int) -> float:
        """Share of the words that tell one series or office from another which this release says of itself."""
        return self._office[document]

    def said(self, document: int) -> int:
        """Mask of the terms that the release says of itself."""
        return self._said[document]

    def place(self, document: int) -> float:
        """Share of the places asked for that the release is about."""
        return self._place[document]

    def edition(self, document: int) -> float:
        """1 for the release of the period asked for, or the newest where none is; less for others."""
        return self._edition[document]

    def timely(self) -> tuple[int, ...]:
        """Numbers of the best fitting releases that are about a period asked for; of all where those have none."""
        if self._question.kind == "release":
            return tuple(number for number in self.asked if self.dates(number))
        timely = [
            number
            for number, release in self._catalogue.releases.items()
            if release.row.reference_period and self.wanted.match(release.row.reference_period) >= _TIMELY
        ]
        asked = frozenset(self.asked)
        return tuple(n for n in timely if n in asked) or tuple(timely)

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
            newest = wanted.exact[0].last_month() if wanted.exact else None
            return max(0.0, 1 - (newest - last) / _YEAR) if newest is not None and last is not None else _UNDATED
        match = wanted.match(release.row.reference_period)
        if match >= _TIMELY:
            return match
        asked = [p.last_month() for p in wanted.exact]
        newest = self._newest.last_month() if self._newest else None
        if last is None or newest is None or None in asked or last < max(m for m in asked if m is not None):
            return match
        return max(match, _HISTORY - _FADING * (newest - last))


def _follows(first: Period, second: Period) -> bool:
    """Whether the second period is the next one of its kind after the first."""
    a, b = first.last_month(), second.first_month()
    return first.kind == second.kind and a is not None and b == a + 1
