"""What the labels of each row and column say: unit, period, comparison, note marks."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from statchunk.languages import language
from statchunk.meaning.calendar import Period
from statchunk.meaning.notes import label_and_marks
from statchunk.meaning.periods import Mention, find_periods
from statchunk.meaning.units import (
    UnitStatement,
    change_basis,
    find_unit,
    is_rate,
    is_ratio,
    scaled,
    speaks_of_change,
    with_base,
)
from statchunk.meaning.vocabulary import fold
from statchunk.model.table import Axis, Label
from statchunk.record import Record

_EDGES: Final = " \t.,:;()[]*–—-"
_SHORT_FISCAL: Final = re.compile(r"(?<![\d/])(\d\d)\s?[/-]\s?(\d\d)(?![\d/])")
_DASHES: Final = ("-", "–", "—")
_BARE: Final = re.compile(r"^\s*(\d{1,2})\s*\.?\s*$")


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


@mypyc_attr(acyclic=True)
class AxisFacts(Record):
    """One row or column understood."""

    __match_args__: ClassVar = (
        "path",
        "marks",
        "page",
        "when",
        "unit",
        "base_period",
        "basis",
        "average",
        "rate",
        "change",
        "no_index",
        "ratio",
        "code",
    )
    __slots__ = __match_args__

    path: Final[tuple[str, ...]]
    """Labels as printed, marks taken off."""
    marks: Final[tuple[str, ...]]
    page: Final[int]
    """Where its own label stands."""
    when: Final[When]
    unit: Final[UnitStatement | None]
    base_period: Final[str | None]
    """An index base that a label gives, whatever the unit."""
    basis: Final[int | None]
    """Months of a comparison that the labels speak of."""
    average: Final[bool]
    """Whether it holds the average or total of the months beside it."""
    rate: Final[bool]
    """Whether a label speaks of what falls to each of something: "GDP per capita"."""
    change: Final[bool]
    """Whether the labels speak of a change, whatever its unit."""
    no_index: Final[bool]
    """Whether its figures are none of an index: some negative, or all far below 100."""
    ratio: Final[bool]
    """Whether its own label speaks of a rate or ratio: "Unemployment rate"."""
    code: Final[bool]
    """Whether its own label says that figures are codes: "Quality key"."""

    def __init__(
        self,
        path: tuple[str, ...],
        marks: tuple[str, ...],
        page: int,
        when: When,
        unit: UnitStatement | None,
        base_period: str | None,
        basis: int | None,
        average: bool = False,
        rate: bool = False,
        change: bool = False,
        no_index: bool = False,
        ratio: bool = False,
        code: bool = False,
    ) -> None:
        self.path = path
        self.marks = marks
        self.page = page
        self.when = when
        self.unit = unit
        self.base_period = base_period
        self.basis = basis
        self.average = average
        self.rate = rate
        self.change = change
        self.no_index = no_index
        self.ratio = ratio
        self.code = code


def read_axis(
    axis: Axis, languages: Sequence[str], own: frozenset[int], on_hand: frozenset[str], *, compares: bool = False
) -> AxisFacts:
    """The facts of one row or column.

    Args:
        axis: the row or column.
        languages: codes on file.
        own: ids (of the `Label` tuple's box and page) of labels that are the own label of another axis with figures;
            their marks hold for that axis alone.
        on_hand: marks of the table's notes.
        compares: whether it is one of `comparing_columns`.
    """
    path: list[str] = []
    marks: list[str] = []
    for label in axis.path:
        text, found = label_and_marks(label.text, label.marks, on_hand)
        path.append(text)
        if label is axis.path[-1] or place_of(label) not in own:
            marks += [m for m in found if m not in marks]
    page = axis.path[-1].page_number if axis.path else 0
    said = _read_path(tuple(path), tuple(languages), compares)
    return AxisFacts(
        said.path,
        tuple(marks),
        page,
        said.when,
        said.unit,
        said.base_period,
        said.basis,
        said.average,
        said.rate,
        said.change,
        ratio=said.ratio,
        code=said.code,
    )


@lru_cache(maxsize=16384)
def _read_path(path: tuple[str, ...], languages: tuple[str, ...], compares: bool) -> AxisFacts:
    """What labels say wherever they stand; the tables of a release share many of their labels."""
    unit, base = _unit(path, languages)
    change = speaks_of_change(" ".join(path), languages)
    if unit is not None and unit.kind == "percent" and change:
        unit = UnitStatement("% change", "change", basis=change_basis(" ".join(path), languages))
    basis = unit.basis if unit is not None and unit.basis is not None else change_basis(" ".join(path), languages)
    average = bool(path) and _is_average(path[-1], languages)
    rate = any(is_rate(text, languages) for text in path)
    ratio = bool(path) and is_ratio(path[-1], languages)
    code = bool(path) and _is_code(path[-1], languages)
    when = _when(path, languages, compares)
    return AxisFacts(path, (), 0, when, unit, base, basis, average, rate, change, ratio=ratio, code=code)


def comparing_columns(axes: Sequence[Axis], languages: Sequence[str], on_hand: frozenset[str]) -> frozenset[int]:
    """Indices of the columns whose heads set the later of two periods over the earlier, to say what is compared with
    what: "Apr-25" over "Apr-24". So do all columns under that head; in a column of one of its own period, or of a later
    one, nothing is compared."""
    under: dict[int, list[int]] = {}
    for index, axis in enumerate(axes):
        if len(axis.path) > 1:
            under.setdefault(place_of(axis.path[-2]), []).append(index)
    found: set[int] = set()
    for indices in under.values():
        paths = [[label_and_marks(x.text, x.marks, on_hand)[0] for x in axes[index].path[-2:]] for index in indices]
        if all(_stacked(path, languages) is not None for path in paths):
            found.update(indices)
    return frozenset(found)


def place_of(label: Label) -> int:
    """A key of where a label stands."""
    return hash((label.page_number, label.box))


def _unit(path: Sequence[str], languages: Sequence[str]) -> tuple[UnitStatement | None, str | None]:
    """The nearest unit along a path, own label first, and the nearest index base."""
    unit: UnitStatement | None = None
    base: str | None = None
    for text in reversed(path):
        found = find_unit(text, languages)
        if found is None:
            continue
        if found.base_period is not None and base is None:
            base = found.base_period
        if found.unit is None:
            continue
        if unit is None or (unit.doubtful and found.kind == "amount" and found.whole):
            unit = found
        elif unit.kind == "percent" and found.kind in ("change", "points", "share", "weight"):
            unit = replace(found, unit="%" if found.kind == "weight" else found.unit, doubtful=False)
        elif unit.kind == "per_thousand" and found.kind == "weight":
            unit = replace(found, unit=unit.unit)
        elif unit.kind == "amount" and unit.multiplier is None and found.kind == "amount":
            unit = scaled(unit, found)
    if unit is None and base is not None:
        unit = UnitStatement(f"index ({base})", "index", base_period=base)
    elif unit is not None and unit.kind == "index" and unit.base_period is None and base is not None:
        unit = with_base(unit, base)
    if unit is None and len(path) > 1:
        joined = find_unit(" ".join(path), languages, amounts=False)
        if joined is not None and joined.kind is not None:
            unit = joined
    return unit, base


def _is_code(text: str, languages: Sequence[str]) -> bool:
    words = fold(text).split()
    return bool(words) and words[-1].strip(_EDGES) in _code_words(tuple(languages))


@lru_cache(maxsize=64)
def _code_words(languages: tuple[str, ...]) -> frozenset[str]:
    return frozenset(fold(word) for code in languages for word in language(code).units.codes)


def _is_average(text: str, languages: Sequence[str]) -> bool:
    return fold(text).strip(_EDGES) in _average_words(tuple(languages))


@lru_cache(maxsize=64)
def _average_words(languages: tuple[str, ...]) -> frozenset[str]:
    return frozenset(fold(word) for code in languages for word in language(code).periods.average)


def _is_compared(text: str, languages: tuple[str, ...]) -> bool:
    """Whether a label ends with the word before what something is compared with."""
    return f" {fold(text)}".rstrip(_EDGES).endswith(_versus_words(languages))


@lru_cache(maxsize=64)
def _versus_words(languages: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f" {fold(word)}" for code in languages for word in language(code).periods.versus)


def is_pure(text: str, mention: Mention) -> bool:
    """Whether a label says nothing but the period."""
    rest = text[: mention.start] + text[mention.stop :]
    rest = re.sub(r"\(?\b[prea]\b\)?", "", rest)
    return not rest.strip(_EDGES)


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


def _when(path: Sequence[str], languages: Sequence[str], compares: bool) -> When:
    """The period along a path: the own label's, its missing year or month taken from the labels above; the upper of the
    last two where these are compared."""
    change = speaks_of_change(" ".join(path), languages)
    path = _rejoined(path, tuple(languages), change)
    stacked = _stacked(path, languages) if compares else None
    stacked = stacked or _set_over(path, languages)
    if stacked is not None:
        return stacked
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
        here = When(mention.period, compared, mention.last, mention.window, depth, is_pure(text, mention))
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


def _rejoined(path: Sequence[str], languages: tuple[str, ...], change: bool) -> Sequence[str]:
    """A path whose labels are those of one phrase broken over two lines of the head put together."""
    if len(path) > 1 and path[-2][-1:] in _DASHES and path[-1][:1].isdigit():
        return [*path[:-2], f"{path[-2].split()[-1]}{path[-1]}"]  # a span
    for at in range(len(path) - 1) if change else ():
        if _is_compared(path[at], languages):  # "Change to June 2026 from:" over "May 2026"
            return [*path[:at], f"{path[at].rstrip(_EDGES)} {path[at + 1]}", *path[at + 2 :]]
    return path


def _set_over(path: Sequence[str], languages: Sequence[str]) -> When | None:
    """The period of a head that says nothing but two periods, the later first: "Jun-25" over "May-25" in one cell."""
    mentions = find_periods(path[-1], languages) if path else ()
    if len(mentions) != 2:
        return None
    first, second = mentions
    between = path[-1][first.stop : second.start]
    if between.strip() or path[-1][: first.start].strip(_EDGES) or path[-1][second.stop :].strip(_EDGES):
        return None
    return _later_first(first, second)


def _stacked(path: Sequence[str], languages: Sequence[str]) -> When | None:
    """The period of a head that sets the later of two periods over the earlier: "Apr-25" over "Apr-24"."""
    if len(path) < 2:
        return None
    (upper, _), (lower, _) = _mention(path[-2], languages), _mention(path[-1], languages)
    if upper is None or lower is None or not (is_pure(path[-2], upper) and is_pure(path[-1], lower)):
        return None
    return _later_first(upper, lower)


def _later_first(upper: Mention, lower: Mention) -> When | None:
    """The later period and what it is compared with, where the upper of two of one kind is the later."""
    later, earlier = upper.period, lower.period
    if later.kind != earlier.kind or not (later.whole and earlier.whole) or upper.last or lower.last:
        return None
    if (later.first_month() or 0) <= (earlier.first_month() or 0):
        return None
    return When(later, earlier, pure=True)


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


def carry_years(facts: Sequence[AxisFacts]) -> list[AxisFacts]:
    """Years that are printed once carried on to the months, quarters or numbers after them, within one group.

    A month that is not later than the one before it, with no year printed, is left without a year.
    """
    carried: list[AxisFacts] = []
    year: int | None = None
    last = 0
    kind = ""
    group: tuple[str, ...] = ()
    for fact in facts:
        period = fact.when.period
        outer = fact.path[:-1]
        if outer != group:
            closes = fact.average and not outer and group[-1:] == (str(year),)
            if not closes and outer[-1:] != (str(year),):
                year, last, kind = None, 0, ""
            group = outer
        if kind and year is not None and (period is None or (fact.when.depth and period.year == year)):
            bare = _BARE.match(fact.path[-1]) if fact.path else None
            if bare and int(bare[1]) == last + 1 <= 12:
                last += 1
                when = When(Period("month", year, last), pure=True)
                carried.append(fact.but(when=when))
                continue
        if period is None and fact.average and kind and kind != "year" and year is not None:
            carried.append(fact.but(when=When(Period("year", year))))
            continue
        if period is not None and fact.when.depth == 0 and period.kind in ("month", "quarter", "half", "year"):
            if period.year is not None:
                year, last, kind = period.year, period.number or 0, period.kind
            elif year is not None and period.number is not None and period.number > last:
                last, kind = period.number, period.kind
                carried.append(fact.but(when=replace(fact.when, period=period.with_year(year))))
                continue
            elif year is not None:
                year = None
        carried.append(fact)
    return carried


def number_months(facts: Sequence[AxisFacts]) -> list[AxisFacts]:
    """Rows numbered 1, 2, 3, ... to more than 4 and at most 12, months of a year that stands elsewhere."""
    numbers = [int(m[1]) if f.path and (m := _BARE.match(f.path[-1])) else None for f in facts]
    result = list(facts)
    at = 0
    while at < len(numbers):
        if numbers[at] != 1:
            at += 1
            continue
        stop = at
        while stop + 1 < len(numbers) and numbers[stop + 1] == (numbers[stop] or 0) + 1:
            stop += 1
        if 5 <= stop - at + 1 <= 12 and all(_is_year_or_none(f.when) for f in facts[at : stop + 1]):
            for index in range(at, stop + 1):
                own = result[index].when.period
                year = own.year if own is not None else None
                result[index] = result[index].but(when=When(Period("month", year, index - at + 1), pure=True))
        at = stop + 1
    return result


def _is_year_or_none(when: When) -> bool:
    """Whether a row gives no period of its own: none at all, or the year of its group."""
    return when.period is None or (when.depth > 0 and when.period.kind == "year")


def short_fiscal(facts: Sequence[AxisFacts], years: frozenset[int]) -> list[AxisFacts]:
    """Fiscal years in two digits ("11/12") where the caption writes the same years in full.

    Args:
        facts: rows or columns.
        years: first years of the fiscal years that the table's surroundings name.
    """
    result = []
    for fact in facts:
        if fact.when.period is None and years:
            for depth, text in enumerate(reversed(fact.path)):
                match = _SHORT_FISCAL.search(text)
                if match is None or (int(match[1]) + 1) % 100 != int(match[2]):
                    continue
                year = next((y for y in years if y % 100 == int(match[1])), None)
                if year is not None:
                    fact = fact.but(when=When(Period("fiscal", year, end_year=year + 1), depth=depth))
                    break
        result.append(fact)
    return result
