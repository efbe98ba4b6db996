"""Periods of time as statistics use them, and their ISO 8601 spelling."""

from dataclasses import dataclass
from typing import Final, Literal

PeriodKind = Literal["day", "week", "month", "quarter", "half", "year", "fiscal", "span"]

_MONTHS_OF: Final[dict[str, int]] = {"month": 1, "quarter": 3, "half": 6}


def _padded(number: int, digits: int) -> str:
    """A number with noughts before it; a format is read anew at each use, which the years and months need not pay."""
    text = str(number)
    return text if len(text) >= digits else "0" * (digits - len(text)) + text


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """A period, or a part of one where the year is carried from elsewhere."""

    kind: PeriodKind
    year: int | None = None
    number: int | None = None
    """Of a month, quarter, half or week, from 1; of a day its month."""
    day: int | None = None
    end_year: int | None = None
    """Of a fiscal year or a span."""
    end_number: int | None = None
    """Of a span: month in which it ends; None for a span of years."""

    @property
    def whole(self) -> bool:
        """Whether its year is known."""
        return self.year is not None

    def iso(self) -> str | None:
        """ISO 8601: "2025-04", "2024", "2011/2012", "2023-04/2024-03"; None without a year.

        Quarters have no code in ISO 8601 and are spelt as in SDMX, "2025-Q1"; a half-year is the span of its months.
        """
        if self.year is None:
            return None
        if self.kind == "year":
            return _padded(self.year, 4)
        if self.kind == "day":
            return f"{self.year:04d}-{self.number:02d}-{self.day:02d}"
        if self.kind == "month":
            return f"{_padded(self.year, 4)}-{_padded(self.number or 0, 2)}"
        if self.kind == "week":
            return f"{self.year:04d}-W{self.number:02d}"
        if self.kind == "quarter":
            return f"{self.year:04d}-Q{self.number}"
        if self.kind == "half":
            return (
                f"{self.year:04d}-01/{self.year:04d}-06"
                if self.number == 1
                else f"{self.year:04d}-07/{self.year:04d}-12"
            )
        if self.number is None or self.end_number is None:
            return f"{self.year:04d}/{self.end_year:04d}"
        return f"{self.year:04d}-{self.number:02d}/{self.end_year:04d}-{self.end_number:02d}"

    def first_month(self) -> int | None:
        """Months since year 0 of its first month; None without a year."""
        if self.year is None:
            return None
        if self.kind in _MONTHS_OF and self.number is not None:
            return self.year * 12 + (self.number - 1) * _MONTHS_OF[self.kind]
        if self.kind == "week" and self.number is not None:
            return self.year * 12 + min(11, (self.number - 1) * 12 // 53)
        if self.kind in ("day", "span") and self.number is not None:
            return self.year * 12 + self.number - 1
        return self.year * 12

    def last_month(self) -> int | None:
        """Months since year 0 of its last month; None without a year."""
        first = self.first_month()
        if first is None:
            return None
        if self.kind in _MONTHS_OF:
            return first + _MONTHS_OF[self.kind] - 1
        if self.kind in ("span", "fiscal") and self.end_year is not None:
            return self.end_year * 12 + (self.end_number or 12) - 1
        return first + 11 if self.kind == "year" else first

    def back(self, months: int) -> "Period | None":
        """The period of the same kind that stood `months` earlier; None where that is no whole step."""
        if self.year is None:
            return None
        if self.kind in ("year", "day", "week"):
            if months % 12:
                return None
            return Period(self.kind, self.year - months // 12, self.number, self.day)
        if self.kind == "fiscal":
            if months % 12 or self.end_year is None:
                return None
            return Period("fiscal", self.year - months // 12, end_year=self.end_year - months // 12)
        if self.kind == "span":
            if months % 12 or self.end_year is None:
                return None
            years = months // 12
            return Period("span", self.year - years, self.number, None, self.end_year - years, self.end_number)
        width = _MONTHS_OF[self.kind]
        first = self.first_month()
        if months % width or first is None:
            return None
        year, month = divmod(first - months, 12)
        return Period(self.kind, year, month // width + 1)

    def with_year(self, year: int) -> "Period":
        """The same part of another year."""
        return Period(self.kind, year, self.number, self.day, self.end_year, self.end_number)

    def holds(self, other: "Period") -> bool:
        """Whether `other` lies in it, both with their years."""
        a, b, c, d = self.first_month(), other.first_month(), other.last_month(), self.last_month()
        if a is None or b is None or c is None or d is None:
            return False
        return a <= b and c <= d


def span(first: Period, last: Period) -> Period | None:
    """From the beginning of one period to the end of another; None where they are not in order."""
    begin, end = first.first_month(), last.last_month()
    if begin is None or end is None or begin > end:
        return None
    if first.kind == last.kind == "year":
        return Period("span", first.year, end_year=last.year)
    if first.kind in ("year", "fiscal") and last.kind in ("year", "fiscal"):
        return Period("span", begin // 12, end_year=end // 12)
    return Period("span", begin // 12, begin % 12 + 1, None, end // 12, end % 12 + 1)


def parse_iso(text: str) -> Period | None:
    """The period that `Period.iso` spelt so, SDMX half-years ("2025-S1") too; None for anything else."""
    if "/" in text:
        left, _, right = text.partition("/")
        first, last = parse_iso(left), parse_iso(right)
        if first is None or last is None:
            return None
        if first.kind == last.kind == "year" and first.year is not None and last.year == first.year + 1:
            return Period("fiscal", first.year, end_year=last.year)
        half = (first.kind, last.kind, first.year) == ("month", "month", last.year) and (first.number, last.number)
        if half in ((1, 6), (7, 12)):
            return Period("half", first.year, 1 if half == (1, 6) else 2)
        return span(first, last)
    parts = text.split("-")
    if not parts[0].isdigit() or len(parts[0]) != 4:
        return None
    year = int(parts[0])
    if len(parts) == 1:
        return Period("year", year)
    tail = parts[1]
    if tail[:1] in ("Q", "S", "W") and tail[1:].isdigit() and len(parts) == 2:
        kinds: dict[str, PeriodKind] = {"Q": "quarter", "S": "half", "W": "week"}
        return Period(kinds[tail[0]], year, int(tail[1:]))
    if not tail.isdigit() or not 1 <= int(tail) <= 12:
        return None
    if len(parts) == 2:
        return Period("month", year, int(tail))
    return Period("day", year, int(tail), int(parts[2])) if parts[2].isdigit() else None
