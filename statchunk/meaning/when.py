"""The period that the labels along a row or column give, and the parts that they complete one another with."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from statchunk.languages import language
from statchunk.meaning.calendar import Period
from statchunk.meaning.periods import Mention, find_periods
from statchunk.meaning.units import speaks_of_change
from statchunk.meaning.vocabulary import fold

EDGES: Final = " \t.,:;()[]*–—-"
"""Signs around what a label says."""
_DASHES: Final = ("-", "–", "—")


@dataclass(frozen=True, slots=True)
class When:
    """The period that the labels of a row or column give."""

    period: Period | None = None
    """May lack its year."""
    compared_with: Period | None = None
    last: Period | None = None
    window: int | None = None
    depth: int = 0
    """Labels between it and the axis's own label; 0 for the own label."""
    pure: bool = False
    """Whether the label says nothing else."""
    doubtful: bool = False
    """Several periods that cannot be ranked stand in one label."""


def when_of(path: Sequence[str], languages: Sequence[str], compares: bool) -> When:
    """The period along a path: the own label's, its missing year or month taken from the labels above; the upper of the
    last two where these are compared."""
    change = speaks_of_change(" ".join(path), languages)
    path = _rejoined(path, tuple(languages), change)
    both = stacked(path, languages) if compares else None
    both = both or _set_over(path, languages)
    if both is not None:
        return both
    found = When()
    for depth, text in enumerate(reversed(path)):
        mention, doubtful = _mention(text, languages, change)
        if doubtful and found.period is None:
            return When(depth=depth, doubtful=True)
        if mention is None:
            continue
        if change and mention.compared:
            if found.compared_with is None and mention.period.whole:
                found = replace(found, compared_with=mention.period)
            continue
        compared = mention.compared_with or (found.compared_with if found.period is None else None)
        here = When(mention.period, compared, mention.last, mention.window, depth, _is_pure(text, mention))
        if found.period is None:
            found = here
        else:
            merged = merge(found, here)
            if merged is not None:
                return merged
        if (
            found.period is not None
            and found.period.whole
            and found.period.kind != "year"
            and not _is_years(found.period)
        ):
            return found
    return found


def stacked(path: Sequence[str], languages: Sequence[str]) -> When | None:
    """The period of a head that sets the later of two periods over the earlier: "Apr-25" over "Apr-24"."""
    if len(path) < 2:
        return None
    (upper, _), (lower, _) = _mention(path[-2], languages), _mention(path[-1], languages)
    if upper is None or lower is None or not (_is_pure(path[-2], upper) and _is_pure(path[-1], lower)):
        return None
    return _later_first(upper, lower)


def merge(inner: When, outer: When) -> When | None:
    """A part of a year with a year from elsewhere; None where they do not complete one another."""
    part, year = inner, outer
    if inner.period is None or outer.period is None:
        return None
    if inner.period.whole and not outer.period.whole:
        part, year = outer, inner
    if part.period is None or year.period is None or part.period.whole:
        return None
    if _is_years(year.period) and _crosses_years(part.period):
        period = replace(part.period, year=year.period.year, end_year=year.period.end_year)
        return replace(inner, period=period, compared_with=None, last=None, pure=inner.pure and outer.pure)
    if year.period.kind != "year":
        return None
    if year.period.year is None:
        return None
    period = part.period.with_year(year.period.year)
    if period.kind == "span":
        period = _closed(period)
    compared = None
    if year.compared_with is not None and year.compared_with.year is not None:
        compared = part.period.with_year(year.compared_with.year)
    return replace(inner, period=period, compared_with=compared, last=None, pure=inner.pure and outer.pure)


def _is_pure(text: str, mention: Mention) -> bool:
    """Whether a label says nothing but the period."""
    rest = text[: mention.start] + text[mention.stop :]
    rest = re.sub(r"\(?\b[prea]\b\)?", "", rest)
    return not rest.strip(EDGES)


def _mention(text: str, languages: Sequence[str], change: bool = False) -> tuple[Mention | None, bool]:
    """The one period of a label; (None, True) where several cannot be ranked.

    Args:
        text: the label.
        languages: codes on file.
        change: whether the labels are of a change: what it is compared with then gives way to other periods.
    """
    mentions = find_periods(text, languages)
    if change and len(mentions) > 1:
        mentions = tuple(m for m in mentions if not m.compared) or mentions
    if not mentions:
        return None, False
    if len(mentions) == 1:
        return mentions[0], False
    whole = [m for m in mentions if m.period.whole]
    if len(whole) == 1:
        return whole[0], False
    if len({m.period for m in whole}) == 1 and whole:
        return whole[0], False
    return None, True


def _rejoined(path: Sequence[str], languages: tuple[str, ...], change: bool) -> Sequence[str]:
    """A path whose labels are those of one phrase broken over two lines of the head put together."""
    if len(path) > 1 and path[-2][-1:] in _DASHES and path[-1][:1].isdigit():
        return [*path[:-2], f"{path[-2].split()[-1]}{path[-1]}"]  # a span
    for at in range(len(path) - 1) if change else ():
        if _is_compared(path[at], languages):  # "Change to June 2026 from:" over "May 2026"
            return [*path[:at], f"{path[at].rstrip(EDGES)} {path[at + 1]}", *path[at + 2 :]]
    return path


def _is_compared(text: str, languages: tuple[str, ...]) -> bool:
    """Whether a label ends with the word before what something is compared with."""
    return f" {fold(text)}".rstrip(EDGES).endswith(_versus_words(languages))


@lru_cache(maxsize=64)
def _versus_words(languages: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f" {fold(word)}" for code in languages for word in language(code).periods.versus)


def _set_over(path: Sequence[str], languages: Sequence[str]) -> When | None:
    """The period of a head that says nothing but two periods, the later first: "Jun-25" over "May-25" in one cell."""
    mentions = find_periods(path[-1], languages) if path else ()
    if len(mentions) != 2:
        return None
    first, second = mentions
    between = path[-1][first.stop : second.start]
    if between.strip() or path[-1][: first.start].strip(EDGES) or path[-1][second.stop :].strip(EDGES):
        return None
    return _later_first(first, second)


def _later_first(upper: Mention, lower: Mention) -> When | None:
    """The later period and what it is compared with, where the upper of two of one kind is the later."""
    later, earlier = upper.period, lower.period
    if later.kind != earlier.kind or not (later.whole and earlier.whole) or upper.last or lower.last:
        return None
    if (later.first_month() or 0) <= (earlier.first_month() or 0):
        return None
    return When(later, earlier, pure=True)


def _is_years(period: Period) -> bool:
    """Whether a span is of two years that follow one another, no months said: "2023-2024"."""
    years = period.year, period.end_year
    if period.kind != "span" or period.number is not None or period.end_number is not None:
        return False
    return years[0] is not None and years[1] is not None and years[1] == years[0] + 1


def _crosses_years(period: Period) -> bool:
    """Whether a span of months runs over the end of a year: "April - March"."""
    first, last = period.number, period.end_number
    return period.kind == "span" and first is not None and last is not None and first > last


def _closed(period: Period) -> Period:
    """A span of months with the year that its end falls in."""
    if period.year is None or period.number is None or period.end_number is None:
        return period
    return replace(period, end_year=period.year + (period.end_number < period.number))
