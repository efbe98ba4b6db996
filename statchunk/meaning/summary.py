"""What holds for a whole table, or a whole column, concluded from its observations."""

from collections.abc import Iterable, Sequence

from statchunk.meaning.calendar import parse_iso, span
from statchunk.model.evidence import Observation


def table_unit(observations: Sequence[Observation]) -> tuple[str | None, int | None]:
    """The unit and multiplier that all figures share; (None, None) where they differ."""
    units = {(o.unit, o.unit_multiplier) for o in observations}
    return units.pop() if len(units) == 1 else (None, None)


def column_units(observations: Iterable[Observation]) -> dict[int, str]:
    """Column index to the unit that all its figures share; columns of several units are left out."""
    units: dict[int, set[str | None]] = {}
    for o in observations:
        units.setdefault(o.column, set()).add(o.unit)
    return {column: unit for column, found in units.items() if len(found) == 1 and (unit := next(iter(found)))}


def table_period(observations: Iterable[Observation]) -> str | None:
    """The one period of all figures, or the span from the first to the last, ISO 8601; None where none is known.

    Of a year and its months the year bounds the span.
    """
    isos = {o.period for o in observations if o.period is not None}
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
