"""What the labels of each row and column say: unit, period, comparison, note marks."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from statchunk.languages import language
from statchunk.meaning.calendar import Period
from statchunk.meaning.notes import label_and_marks
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
from statchunk.meaning.when import EDGES, When, stacked, when_of
from statchunk.model.table import Axis, Label
from statchunk.record import Record

_SHORT_FISCAL: Final = re.compile(r"(?<![\d/])(\d\d)\s?[/-]\s?(\d\d)(?![\d/])")
_BARE: Final = re.compile(r"^\s*(\d{1,2})\s*\.?\s*$")


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
    when = when_of(path, languages, compares)
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
        if all(stacked(path, languages) is not None for path in paths):
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
    return bool(words) and words[-1].strip(EDGES) in _code_words(tuple(languages))


@lru_cache(maxsize=64)
def _code_words(languages: tuple[str, ...]) -> frozenset[str]:
    return frozenset(fold(word) for code in languages for word in language(code).units.codes)


def _is_average(text: str, languages: Sequence[str]) -> bool:
    return fold(text).strip(EDGES) in _average_words(tuple(languages))


@lru_cache(maxsize=64)
def _average_words(languages: tuple[str, ...]) -> frozenset[str]:
    return frozenset(fold(word) for code in languages for word in language(code).periods.average)


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
