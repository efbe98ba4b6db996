"""What holds for a whole table, or a whole column, concluded from its observations."""

from collections.abc import Sequence
from dataclasses import dataclass

from statchunk.meaning.calendar import parse_iso, span
from statchunk.model.evidence import Observation


@dataclass(frozen=True, slots=True)
class Summary:
    """What the figures of a table share."""

    unit: str | None
    """None where they differ."""
    unit_multiplier: int | None
    column_units: dict[int, str]
    """By column; columns of several units are left out."""
    period: str | None
    """The one period of all, or the span from the first to the last, ISO 8601; None where none is known."""


def summarise(observations: Sequence[Observation]) -> Summary:
    """What the observations of one table share, told in one pass over them."""
    by_column: dict[int, str | None] = {}
    several: set[int] = set()
    multipliers: set[int | None] = set()
    isos: set[str] = set()
    for observation in observations:
        said = vars(observation)  # a lookup of an attribute of a model costs four of these
        column, unit, period = said["column"], said["unit"], said["period"]
        if by_column.setdefault(column, unit) != unit:
            several.add(column)
        multipliers.add(said["unit_multiplier"])
        if period is not None:
            isos.add(period)
    units = set(by_column.values())
    one = not several and len(units) == 1 and len(multipliers) == 1
    return Summary(
        units.pop() if one else None,
        multipliers.pop() if one else None,
        {column: unit for column, unit in by_column.items() if unit and column not in several},
        _span(isos),
    )


def _span(isos: set[str]) -> str | None:
    """The one period, or the span from the first to the last; of a year and its months the year bounds the span."""
    if len(isos) <= 1:
        return next(iter(isos), None)
    periods = [p for iso in sorted(isos) if (p := parse_iso(iso)) is not None]
    if not periods:
        return None
    first = min(periods, key=lambda p: (p.first_month() or 0, -(p.last_month() or 0)))
    last = max(periods, key=lambda p: (p.last_month() or 0, -(p.first_month() or 0)))
    kinds = {p.kind for p in periods}
    if kinds == {"year"} or first.last_month() != last.last_month():
        whole = span(first, last)
        return whole.iso() if whole is not None else None
    return first.iso()
