"""The periods that a question wants, and how far others are from them."""

from collections.abc import Iterable
from copy import copy
from functools import lru_cache

from statchunk.meaning.calendar import Period, parse_iso
from statchunk.search.question import Question


@lru_cache(maxsize=65536)
def _iso(text: str) -> Period | None:
    return parse_iso(text)


_MOST_PERIODS = 240
"""Periods of a stretch that are looked up: twenty years of months."""


class WantedPeriods:
    """The periods that a question wants, and how far another one is from them."""

    def __init__(self, question: Question, newest: Period | None) -> None:
        """Args: the question, and the newest period in the index, from which "latest" is counted."""
        self.exact: tuple[Period, ...] = question.periods
        self.between = question.between
        self.named = bool(question.periods)
        self._series: dict[Period, WantedPeriods] = {}
        self._known: dict[str, float] = {}
        self._extreme = question.extreme is not None and question.between is not None
        self._undated = question.undated
        if self._undated is not None and newest is not None:
            self.exact, self.named = (_last_before(self._undated, newest),), True
        elif not self.named and question.relative and newest is not None:
            back = {"latest": 0, "last_month": 1, "last_quarter": 3, "last_year": 12}[question.relative]
            period = newest.back(back) if back else newest
            if question.relative == "last_year" and newest.year is not None:
                period = Period("year", newest.year - 1)
            if period is not None:
                self.exact = (period,)
                self.named = question.relative != "latest"
        elif not self.named and newest is not None:
            self.exact = (newest,)

    def in_series(self, newest: Period | None) -> "WantedPeriods":
        """The same for the releases of one series.

        Where no period is named, its own newest one is wanted as much as that of all; a month without a year is the
        last one of that name which the series has reached.

        Args:
            newest: of the series; None where it is not known.
        """
        if newest is None or newest in self.exact or (self.named and self._undated is None):
            return self
        known = self._series.get(newest)
        if known is None:
            known = self._series[newest] = copy(self)
            known._known = {}
            known.exact = (_last_before(self._undated, newest),) if self._undated else (*self.exact, newest)
        return known

    def sought(self) -> tuple[Period, ...]:
        """The periods whose figures are looked for: where an extreme of a stretch is asked for, those inside it."""
        if not self._extreme or self.between is None:
            return self.exact
        inside: list[Period] = []
        width = {"month": 1, "quarter": 3, "year": 12}.get(self.between[1].kind)
        period: Period | None = self.between[1].back(width) if width else None
        while period is not None and period != self.between[0] and len(inside) < _MOST_PERIODS:
            inside.append(period)
            period = period.back(width or 1)
        return tuple(inside) or self.exact

    def match(self, period: str | None) -> float:
        """1 for a period asked for, 0 for another, 0.5 for none; nearer counts a little where none was asked for."""
        if period is None:
            return 0.5
        known = self._known.get(period)
        if known is None:
            known = self._known[period] = self._match(period)
        return known

    def _match(self, text: str) -> float:
        period = _iso(text)
        if period is None:
            return 0.5
        if not self.exact:
            return 0.5
        if self._extreme and self.between is not None:
            first, last = self.between[0].first_month(), self.between[1].last_month()
            a, b = period.first_month(), period.last_month()
            inside = None not in (first, last, a, b) and first <= a and b <= last  # type: ignore[operator]
            return 1.0 if inside else 0.0
        if not self.named:
            return sum(max(_nearness(period, w), _recency(period, w)) for w in self.exact) / len(self.exact)
        best = max(_nearness(period, w) for w in self.exact)
        if self.between is not None and self.exact and period == self.between[0]:
            best *= 0.9  # of two periods compared the later one is the answer, the earlier one its measure
        return best


def in_release(periods: Iterable[Period], reference: str | None) -> tuple[Period, ...]:
    """Months and quarters without a year as a release means them: the last of their name before its period ended."""
    newest = _iso(reference) if reference else None
    if newest is None:
        return ()
    return tuple(_last_before(period, newest) for period in periods if period.kind in ("month", "quarter"))


def _last_before(undated: Period, newest: Period) -> Period:
    """The last month or quarter of its name that had begun when the newest period ended; itself where it has a year."""
    if undated.year is not None:
        return undated
    own, last = undated.with_year(newest.year or 0), newest.last_month()
    first = own.first_month()
    late = first is not None and last is not None and first > last
    return undated.with_year((newest.year or 0) - 1) if late else own


def _recency(period: Period, newest: Period) -> float:
    last, own = newest.last_month(), period.last_month()
    if last is None or own is None:
        return 0.0
    return max(0.0, 0.8 - abs(last - own) / 30)


def _nearness(period: Period, wanted: Period) -> float:
    if period == wanted:
        return 1.0
    if wanted.kind == period.kind:
        return 0.0
    if wanted.kind == "year" and wanted.holds(period):
        return 0.6
    if period.kind in ("day", "week") and wanted.holds(period):
        return 0.6 if wanted.kind == "month" else 0.5
    if period.holds(wanted):
        return 0.4
    return 0.0
