"""The unit and the period of one cell, from its row, its column and what stands around the table."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from statchunk.meaning.axes import AxisFacts
from statchunk.meaning.calendar import Period, span
from statchunk.meaning.surroundings import Surroundings
from statchunk.meaning.units import NUMBER, RELATIVE, UnitStatement, scaled, with_base
from statchunk.meaning.when import When, merge
from statchunk.record import Record

_OF_TWO: Final = ("change", "points", "index_points")
"""Kinds of unit of a difference between two periods."""
_SHARES: Final = ("percent", "per_thousand")
"""Kinds of unit that a weight is given in."""
_SIGNS: Final = ("%", "‰")


@mypyc_attr(acyclic=True)
class CellUnit(Record):
    """What one cell is measured in; None where no text says so."""

    __match_args__: ClassVar = ("unit", "kind", "multiplier", "base_period", "basis", "warning")
    __slots__ = __match_args__

    unit: Final[str | None]
    kind: Final[str | None]
    """Kind of its `UnitStatement`."""
    multiplier: Final[int | None]
    base_period: Final[str | None]
    basis: Final[int | None]
    """Of a change: months between its two periods."""
    warning: Final[str | None]
    """Why it is None, or what had to be concluded."""

    def __init__(
        self,
        unit: str | None,
        kind: str | None,
        multiplier: int | None,
        base_period: str | None,
        basis: int | None,
        warning: str | None = None,
    ) -> None:
        self.unit = unit
        self.kind = kind
        self.multiplier = multiplier
        self.base_period = base_period
        self.basis = basis
        self.warning = warning


@mypyc_attr(acyclic=True)
class CellPeriod(Record):
    """When one cell was measured."""

    __match_args__: ClassVar = ("period", "compared_with", "warning")
    __slots__ = __match_args__

    period: Final[Period | None]
    compared_with: Final[Period | None]
    """Of a change: the earlier period."""
    warning: Final[str | None]
    """Why it is None, or what had to be concluded."""

    def __init__(self, period: Period | None, compared_with: Period | None, warning: str | None = None) -> None:
        self.period = period
        self.compared_with = compared_with
        self.warning = warning


def latest_period(periods: Sequence[Period | None]) -> Period | None:
    """The one that ends last among those with a year; None where there is none."""
    whole = [p for p in periods if p is not None and p.whole]
    return max(whole, key=lambda p: (p.last_month() or 0, p.first_month() or 0), default=None)


def cell_unit(row: AxisFacts, column: AxisFacts, around: Surroundings, noted_base: str | None) -> CellUnit:
    """The unit of a cell: the nearest statement; a change, share or weight in the head holds for all rows."""
    if around.unread:
        return CellUnit(None, None, None, None, None, around.unit_warning)
    warning: str | None = None
    at_column, at_row = column.unit, row.unit
    chosen: UnitStatement | None
    if at_column is not None and (at_column.kind in RELATIVE or at_column.kind == "weight"):
        chosen = at_column
        if at_row is not None and at_row.kind == "weight" and at_column.kind == "share":
            chosen = at_row
    elif at_row is not None and at_column is not None:
        chosen, warning = _nearer(at_row, at_column)
    elif at_row is not None and at_row.kind == "index" and column.no_index:
        chosen = None  # "Effect on all items" beside "Special aggregate indexes"
    else:
        chosen = at_column or at_row
    if column.code and at_column is None:
        return CellUnit(None, None, None, None, None, None)
    outer = around.unit
    compared = column.when.compared_with is not None and column.when.last is None
    if compared and around.changes and (chosen is None or chosen.kind == "index"):
        chosen = UnitStatement("% change", "change")  # "Jun-25/May-25" under a caption that speaks of changes
    if (
        chosen is None
        and outer is not None
        and outer.kind == "amount"
        and outer.multiplier
        and (row.ratio or column.ratio)
    ):
        return CellUnit(None, None, None, None, None, "the label speaks of a rate, the table's unit of amounts")
    if chosen is None or (chosen.doubtful and outer is not None and outer.kind == "amount"):
        if outer is not None and not (outer.kind == "index" and (column.no_index or compared)):
            chosen = outer
        warning = around.unit_warning if chosen is not None or outer is None else None
        if chosen is not None and (row.rate or column.rate):
            chosen, warning = _of_each(chosen, warning)
    elif chosen.kind == "amount" and not chosen.multiplier and outer is not None:
        if outer.kind == "amount" and chosen.unit == "number" and outer.multiplier:
            chosen = outer
        elif outer.kind == "amount" and not (row.rate or column.rate):
            chosen = scaled(chosen, outer)
            if outer.multiplier and not chosen.multiplier and outer.noun is not None and outer.noun == chosen.noun:
                warning = "the label states the unit without the multiplier of the table's unit"
    elif chosen.kind == "weight" and outer is not None and outer.kind in _SHARES and chosen.unit not in _SIGNS:
        chosen = replace(chosen, unit=outer.unit)  # "Weight" under "(%)"
    if chosen is None:
        return CellUnit(None, None, None, None, None, warning or "no unit is stated")
    if chosen.kind == "index":
        base = noted_base or (row.base_period if row.base_period != column.base_period else None)
        base = base or chosen.base_period or column.base_period or around.base_period
        if base is not None and base != chosen.base_period:
            chosen = with_base(chosen, base)
    basis = None
    if chosen.kind in ("change", "points", "index_points"):
        of_row = row.basis if row.change or chosen is at_row else None  # "Monthly hours worked" is no change
        basis = _apart(column.when) or chosen.basis or column.basis or of_row or around.basis
    unit = chosen.unit
    if chosen.kind == "change" and basis is not None:
        unit = f"% change over {basis} month{'s' if basis > 1 else ''}"
    return CellUnit(unit, chosen.kind, chosen.multiplier, chosen.base_period, basis, warning)


def _apart(when: When) -> int | None:
    """Months between the two periods that a head sets against one another, where these are a year or less apart."""
    last = when.last or when.period
    if last is None or when.compared_with is None or last.kind != when.compared_with.kind:
        return None
    later, earlier = last.first_month(), when.compared_with.first_month()
    months = later - earlier if later is not None and earlier is not None else 0
    return months if months in (1, 3, 12) else None


def _of_each(whole: UnitStatement, warning: str | None) -> tuple[UnitStatement, str | None]:
    """The unit of a table for what falls to each of something: a total's multiplier does not hold for it."""
    if whole.kind != "amount" or not whole.multiplier or whole.rate:
        return whole, warning
    if whole.noun is None or whole.noun == NUMBER:
        return whole, "the label speaks of a rate, the table's unit of multiples"
    return (
        replace(whole, unit=whole.noun, multiplier=None),
        "the label speaks of a rate: the multiplier of the table's unit is left out",
    )


def _nearer(row: UnitStatement, column: UnitStatement) -> tuple[UnitStatement, str | None]:
    if row.kind == column.kind:
        if row.kind == "amount" and row.unit != column.unit:
            return (row, None) if row.whole or not column.whole else (column, None)
        return row, None
    if row.kind == "amount":
        return column, "row and column state different units"
    if column.kind == "amount" or row.kind in RELATIVE or row.kind == "weight":
        return row, None
    if row.kind == "percent" and column.kind == "index":
        return row, "row and column state different units"
    return (
        (column, None) if row.kind == "index" and not row.base_period else (row, "row and column state different units")
    )


def cell_period(
    row: AxisFacts, column: AxisFacts, unit: CellUnit, around: Surroundings, latest: Period | None
) -> CellPeriod:
    """The period of a cell and what it is compared with.

    Args:
        row: its row.
        column: its column.
        unit: what `cell_unit` gave: a change asks for two periods.
        around: of the table.
        latest: the latest period that a row or column prints, for changes and shares that print none.
    """
    if around.unread:
        return CellPeriod(None, None, around.period_warning)
    when, warning = _meet(row.when, column.when)
    if when is None or when.period is None:
        if warning is not None:
            return CellPeriod(None, None, warning)
        compared = when.compared_with if when is not None else None
        ended = latest is not None and latest.kind != "span"
        change = compared is not None or (column.change and (unit.kind == "amount" or (unit.kind is None and ended)))
        return _without_period(unit, around, latest, compared, change or unit.kind in ("change", "points", "share"))
    if not when.period.whole:
        completed = _year_from_around(when, around)
        if completed is None:
            return CellPeriod(None, None, "the year of the period is not stated")
        when, warning = completed
    return _by_measure(when, unit, warning, around)


def _by_measure(when: When, unit: CellUnit, warning: str | None, around: Surroundings) -> CellPeriod:
    """Period and comparison as the measure asks: for a change the later of two, for a level the whole span.

    A column without a unit under the span of a change of the same table ("Effect", "Contribution") is of that change.
    """
    period, compared = when.period, when.compared_with
    change = unit.kind in _OF_TWO or (unit.kind is None and period in around.compared)
    if period is not None and period.kind == "span" and when.last is not None:
        if change and compared is not None:
            return CellPeriod(when.last, compared, warning)
        return CellPeriod(period, None, warning)
    if period is None:
        return CellPeriod(None, None, warning)
    if change and compared is None:
        months = unit.basis or when.window
        compared = period.back(months) if months else None
    if not change:
        if when.window and unit.kind in ("amount", None) and period.kind == "month":
            period = _window(period, when.window)
        compared = compared if unit.kind is None else None
    return CellPeriod(period, compared, warning)


def _window(end: Period, months: int) -> Period:
    first = end.back(months - 1)
    return (span(first, end) if first is not None else None) or end


def _meet(a: When, b: When) -> tuple[When | None, str | None]:
    """The period that row and column give together, and a warning."""
    if a.doubtful or b.doubtful:
        sure = b if a.doubtful else a
        if sure.period is None or sure.doubtful:
            return None, "a label names several periods"
        return sure, None
    if a.period is None or b.period is None:
        said, silent = (b, a) if a.period is None else (a, b)
        if said.compared_with is None and silent.compared_with is not None:
            said = replace(said, compared_with=silent.compared_with)
        return said, None
    merged = merge(a, b)
    if merged is not None:
        return merged, None
    if not a.period.whole or not b.period.whole:
        return (a if a.period.whole else b), "row and column name parts of a period that do not fit"
    if a.period == b.period:
        return (a if a.compared_with else b), None
    if b.period.holds(a.period):
        return a, None
    if a.period.holds(b.period):
        return b, None
    if (a.depth == 0) != (b.depth == 0):
        return (a if a.depth == 0 else b), None
    if a.pure != b.pure:
        return (a if a.pure else b), None
    return b, "row and column name different periods"


def _without_period(
    unit: CellUnit, around: Surroundings, latest: Period | None, compared: Period | None, change: bool
) -> CellPeriod:
    """The period of a cell whose labels give none, or only the one that it is compared with: of changes the latest."""
    if unit.kind == "weight":
        return CellPeriod(None, None)
    if latest is not None and change:
        compared = compared or (latest.back(unit.basis) if unit.basis and unit.kind != "share" else None)
        return CellPeriod(latest, compared, "period taken from the latest column of the table")
    if around.period is None or (around.years_printed and around.period == around.reference and around.period_warning):
        return CellPeriod(None, compared, around.period_warning or "no period is stated")
    if compared is None and unit.kind in ("change", "points") and unit.basis:
        compared = around.period.back(unit.basis)
    return CellPeriod(around.period, compared, around.period_warning)


def _year_from_around(when: When, around: Surroundings) -> tuple[When, str | None] | None:
    """A month or quarter without a year: the caption's year, else the last one not after the reference period."""
    if when.period is None or when.period.kind == "span":
        return None
    if around.period is not None and around.period_warning is None and around.period.year is not None:
        years = range(around.period.year, (around.period.end_year or around.period.year) + 1)
        fitting = [p for y in years if around.period.holds(p := when.period.with_year(y))]
        if len(fitting) == 1:
            return replace(when, period=fitting[0]), None
    reference = around.reference
    end = reference.last_month() if reference is not None else None
    if end is None or around.years_printed:
        return None
    candidate = when.period.with_year(end // 12)
    if (candidate.last_month() or 0) > end:
        candidate = when.period.with_year(end // 12 - 1)
    return replace(when, period=candidate), "year concluded from the release's reference period"
