"""A table and what stands around it to observations: one figure with its labels, unit, period and notes each."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from statchunk.box import Box
from statchunk.meaning.axes import (
    AxisFacts,
    carry_years,
    comparing_columns,
    number_months,
    place_of,
    read_axis,
    short_fiscal,
)
from statchunk.meaning.calendar import Period
from statchunk.meaning.cells import cell_period, cell_unit, latest_period
from statchunk.meaning.context import TableContext
from statchunk.meaning.notes import notes_for, split_marks
from statchunk.meaning.numbers import Number, NumberFormat, decide_format, parse_number
from statchunk.meaning.periods import find_periods
from statchunk.meaning.surroundings import Surroundings, read_surroundings
from statchunk.meaning.units import RELATIVE, find_unit
from statchunk.meaning.vocabulary import known
from statchunk.model.evidence import Note, Observation
from statchunk.model.table import Table, Value
from statchunk.model.trusted import blank_fields, trusted
from statchunk.record import Record

_NOWHERE: Final = Box(0.0, 0.0, 0.0, 0.0)
_SIGN: Final = re.compile(r"[*†‡§¶#]{1,3}")
"""What stands in the place of a figure that a note explains."""
_LEAST_INDEX: Final = 10.0
"""The largest figure of a column of index numbers is above it: 100 in the year of the base, and seldom a tenth of that
elsewhere."""
_DOUBT: Final = 0.8
"""Factor on the confidence of a figure about whose unit or period something had to be concluded."""


def describe_table(table: Table, context: TableContext) -> tuple[Observation, ...]:
    """An observation for each figure of a table, in reading order.

    What cannot be known is None, with a warning that says why; values in rows or columns of identifiers are left out.
    """
    languages = known(context.languages)
    page = table.regions[0].page if table.regions else 1
    rows, columns = _read_axes(table, context, languages)
    around = read_surroundings(table, context, languages)
    columns = _in_month(columns, rows, around)
    data = [v for v in table.values if table.rows[v.row].role == "data" and table.columns[v.column].role == "data"]
    form = decide_format((v.text for v in data), context.languages[0] if context.languages else None)
    dated = [c for c in columns if c.unit is None or c.unit.kind != "weight"]
    latest = latest_period([c.when.period for c in dated]) or latest_period([r.when.period for r in rows])
    if around.reference is not None and any(c.when.period == around.reference for c in dated):
        latest = around.reference  # a year beside it that is not over yet ends later
    printed = latest is not None or latest_period([c.when.period for c in columns]) is not None
    around = replace(around, years_printed=printed, compared=_compared_spans(columns))
    if around.unit is not None and around.unit.kind == "index":
        columns = _none_of_an_index(columns, data, form)
    late = _late_columns(table, data, languages, _marks_on_hand(context))
    meanings = _Meanings(context, around, latest, languages, page, table.confidence)
    numbers: dict[str, Number] = {}
    row_sides = [meanings.side(row) for row in rows]
    column_sides = [meanings.side(column) for column in columns]
    late_sides = {index: (top, column, meanings.side(column)) for index, (top, column) in late.items()}
    errors = _columns_in_brackets(table, data)
    signed: bool | None = None
    found: list[Observation] = []
    for value in data:
        column, side = columns[value.column], column_sides[value.column]
        below = late_sides.get(value.column)
        if below is not None and value.box.top >= below[0]:
            _, column, side = below
        meaning = meanings.of(row_sides[value.row], side)
        text = value.text.strip("()[] ") if value.column in errors else value.text
        number = numbers.get(text)
        if number is None:
            bare = text
            if text[:1] in ("(", "["):
                if signed is None:
                    signed = any(v.text[:1] == "+" for v in data)
                bare = text.strip("()[] ") if signed else text  # brackets then say something else than "below zero"
            number = numbers[text] = parse_number(bare, form)
        found.append(_observe(value, number, rows[value.row].path, column.path, meaning, form, around, context))
    return tuple(found)


def _in_month(columns: list[AxisFacts], rows: Sequence[AxisFacts], around: Surroundings) -> list[AxisFacts]:
    """The columns, those of years read as the month that the caption names in each year where some of them are of
    changes from month to month, the last year is that of the month, and nothing else names a period."""
    month = around.period
    if month is None or month.kind != "month" or around.period_warning is not None:
        return columns
    years = [c.when.period for c in columns if c.when.period is not None]
    monthly = any(c.unit is not None and c.unit.kind == "change" and c.basis == 1 for c in columns if c.when.period)
    if not monthly or any(y.kind != "year" for y in years) or any(r.when.period is not None for r in rows):
        return columns
    if max(y.year or 0 for y in years) != month.year:
        return columns
    return [_with_month(c, month) for c in columns]


def _with_month(column: AxisFacts, month: Period) -> AxisFacts:
    year = column.when.period
    if year is None or year.year is None:
        return column
    return column.but(when=replace(column.when, period=month.with_year(year.year)))


def _compared_spans(columns: Sequence[AxisFacts]) -> frozenset[Period]:
    """The spans whose two ends a column of changes sets against one another."""
    return frozenset(
        c.when.period
        for c in columns
        if c.unit is not None and c.unit.kind in RELATIVE and c.when.period is not None and c.when.last is not None
    )


def _none_of_an_index(columns: Sequence[AxisFacts], data: Sequence[Value], form: NumberFormat) -> list[AxisFacts]:
    """The columns, those without a unit marked whose figures cannot be the index that the caption names."""
    figures: dict[int, list[float]] = {i: [] for i, c in enumerate(columns) if c.unit is None}
    for value in data:
        if value.column in figures:
            number = parse_number(value.text, form).value
            if number is not None:
                figures[value.column].append(number)
    odd = {i for i, found in figures.items() if min(found, default=-1.0) < 0 or max(found) < _LEAST_INDEX}
    return [c.but(no_index=True) if i in odd else c for i, c in enumerate(columns)]


@mypyc_attr(acyclic=True)
class _Meaning(Record):
    """What rows and columns that say the same give their cells."""

    __match_args__: ClassVar = ("common", "unit", "warnings", "notes", "unit_warning")
    __slots__ = __match_args__

    common: Final[dict[str, object]]
    """All fields of an observation in order, those set that they have in common."""
    unit: Final[str | None]
    warnings: Final[tuple[str, ...]]
    notes: Final[tuple[Note, ...]]
    unit_warning: Final[str | None]

    def __init__(
        self,
        common: dict[str, object],
        unit: str | None,
        warnings: tuple[str, ...],
        notes: tuple[Note, ...],
        unit_warning: str | None,
    ) -> None:
        self.common = common
        self.unit = unit
        self.warnings = warnings
        self.notes = notes
        self.unit_warning = unit_warning


@mypyc_attr(acyclic=True)
class _Side(Record):
    """A row or column, numbered alike with all others that say the same."""

    __match_args__: ClassVar = ("number", "facts", "notes", "met")
    __slots__ = __match_args__

    number: Final[int]
    facts: Final[AxisFacts]
    notes: Final[tuple[Note, ...]]
    met: "Final[dict[int, _Meaning]]"
    """By the number of a column, what the cells where both meet have in common."""

    def __init__(self, number: int, facts: AxisFacts, notes: tuple[Note, ...], met: "dict[int, _Meaning]") -> None:
        self.number = number
        self.facts = facts
        self.notes = notes
        self.met = met


class _Meanings:
    """Units, periods and notes of the cells of one table, once for all cells whose labels say the same."""

    def __init__(
        self,
        context: TableContext,
        around: Surroundings,
        latest: Period | None,
        languages: tuple[str, ...],
        page: int,
        confidence: float,
    ) -> None:
        self._context = context
        self._common = _common(context, page, confidence)
        self._confidence = confidence
        self._around = around
        self._latest = latest
        self._bases = _NotedBases(context, languages)
        self._page = page
        self._numbers: dict[object, int] = {}
        self._met: list[dict[int, _Meaning]] = []

    def side(self, facts: AxisFacts) -> _Side:
        """A row or column made ready."""
        notes = notes_for(facts.marks, self._context.notes, facts.page or self._page)
        texts = tuple(n.text for n in notes)
        told = (facts.rate, facts.change, facts.no_index, facts.ratio, facts.code)
        says = (facts.unit, facts.base_period, facts.basis, facts.when, told, texts)
        number = self._numbers.setdefault(says, len(self._numbers))
        if number == len(self._met):
            self._met.append({})
        return _Side(number, facts, notes, self._met[number])

    def of(self, row: _Side, column: _Side) -> _Meaning:
        """What the cells where both meet have in common."""
        found = row.met.get(column.number)
        if found is None:
            found = row.met[column.number] = self._work_out(row, column)
        return found

    def _work_out(self, row: _Side, column: _Side) -> _Meaning:
        noted = self._bases.base(row.notes) or self._bases.base(column.notes)
        unit = cell_unit(row.facts, column.facts, self._around, noted)
        when = cell_period(row.facts, column.facts, unit, self._around, self._latest)
        notes = _unique(self._around.caption_notes, column.notes, row.notes)
        warnings = tuple(w for w in (unit.warning, when.warning) if w)
        said = {
            "unit": unit.unit,
            "unit_multiplier": unit.multiplier,
            "period": when.period.iso() if when.period is not None else None,
            "compared_with": when.compared_with.iso() if when.compared_with is not None else None,
            "base_period": unit.base_period,
            "footnotes": tuple(n.text for n in notes),
            "confidence": round(self._confidence * (_DOUBT if warnings else 1.0), 3),
            "warnings": warnings,
        }
        return _Meaning(self._common | said, unit.unit, warnings, notes, unit.warning)


class _NotedBases:
    """Index bases that notes give, each text read once."""

    def __init__(self, context: TableContext, languages: tuple[str, ...]) -> None:
        self._bases: dict[str, str] = {}
        for note in context.notes:
            statement = find_unit(note.text, languages, label=False)
            if statement is not None and statement.base_period is not None:
                self._bases[note.text] = statement.base_period

    def base(self, notes: Sequence[Note]) -> str | None:
        """The index base that one of the notes gives."""
        return next((self._bases[n.text] for n in notes if n.text in self._bases), None)


def _unique(*groups: tuple[Note, ...]) -> tuple[Note, ...]:
    first, *rest = [g for g in groups if g] or [()]
    if not rest:
        return first
    found = list(first)
    for group in rest:
        found += [n for n in group if n not in found]
    return tuple(found)


def _read_axes(
    table: Table, context: TableContext, languages: tuple[str, ...]
) -> tuple[list[AxisFacts], list[AxisFacts]]:
    on_hand = _marks_on_hand(context)
    fiscal = frozenset(
        m.period.year
        for text in (context.caption, context.headnote)
        if text
        for m in find_periods(text, languages)
        if m.period.kind == "fiscal" and m.period.year is not None
    )
    read = []
    for axes in (table.rows, table.columns):
        own = frozenset(place_of(a.path[-1]) for a in axes if a.path and not a.heading and a.role == "data")
        compares = comparing_columns(axes, languages, on_hand) if axes is table.columns else frozenset[int]()
        facts = [read_axis(a, languages, own, on_hand, compares=k in compares) for k, a in enumerate(axes)]
        read.append(short_fiscal(carry_years(facts), fiscal))
    rows, columns = read
    yearly = any(c.when.period is not None and c.when.period.kind == "year" for c in columns)
    if yearly or any(r.when.period is not None and r.when.depth for r in rows):
        rows = number_months(rows)
    return rows, columns


def _marks_on_hand(context: TableContext) -> frozenset[str]:
    return frozenset(part for n in context.notes if n.mark is not None for part in (n.mark, *split_marks(n.mark)))


def _late_columns(
    table: Table, data: Sequence[Value], languages: tuple[str, ...], on_hand: frozenset[str]
) -> dict[int, tuple[float, AxisFacts]]:
    """Columns whose head stands below their first figures, with the height from which on the head alone holds.

    A unit printed over the first rows of such a column says nothing of the figures below its head.
    """
    leaves = [axis.path[-1] if len(axis.path) > 1 else None for axis in table.columns]
    tops: dict[int, float] = {}
    for value in data:
        leaf = leaves[value.column]
        if leaf is not None and value.page_number == leaf.page_number:
            top = value.box.top
            if top < leaf.box.top:
                tops[value.column] = min(top, tops.get(value.column, top))
    found: dict[int, tuple[float, AxisFacts]] = {}
    for index, first in sorted(tops.items()):
        axis = table.columns[index]
        leaf = axis.path[-1]
        path = tuple(label for label in axis.path if label.box.top > first)
        if path and len(path) < len(axis.path):
            facts = read_axis(axis.but(path=path), languages, frozenset(), on_hand)
            found[index] = (leaf.box.bottom - 0.5, facts)
    return found


def _common(context: TableContext, page: int, confidence: float) -> dict[str, object]:
    """The fields of an observation of a table with nothing said of its cell yet; what they inherit is validated."""
    blank = Observation(
        document_id=context.document_id,
        page=page,
        bbox=_NOWHERE,
        table_id=context.table_id,
        table_label=context.label,
        caption=context.caption,
        row_path=(),
        column_path=(),
        value_text="",
        value=None,
        status=None,
        unit=None,
        unit_multiplier=None,
        period=None,
        compared_with=None,
        base_period=None,
        footnotes=(),
        source=context.source,
        section=context.section,
        row=0,
        column=0,
        confidence=confidence,
        warnings=(),
    )
    return blank_fields(Observation) | dict(blank)


def _columns_in_brackets(table: Table, data: Sequence[Value]) -> frozenset[int]:
    """Columns whose brackets set figures apart from those beside them, as errors or shares, and make none negative: all
    stand in brackets, those of the column before do not, and the two share a head or the own one is in brackets too."""
    in_brackets: dict[int, bool] = {}
    for value in data:
        column, text = value.column, value.text
        if in_brackets.get(column, True):
            in_brackets[column] = text[:1] + text[-1:] in ("()", "[]")
    whole = [column for column, alike in in_brackets.items() if alike]
    errors: set[int] = set()
    for column in whole:
        path = [label.text for label in table.columns[column].path]
        before = [label.text for label in table.columns[column - 1].path] if column else []
        headed = bool(path) and path[-1][:1] + path[-1][-1:] == "()" and path[:-1] == before[:-1]
        if path and not in_brackets.get(column - 1, True) and (headed or path == before):
            errors.add(column)
    return frozenset(errors)


def _observe(
    value: Value,
    number: Number,
    row_path: tuple[str, ...],
    column_path: tuple[str, ...],
    meaning: _Meaning,
    form: NumberFormat,
    around: Surroundings,
    context: TableContext,
) -> Observation:
    fields = meaning.common.copy()
    fields["page"] = value.page_number
    fields["bbox"] = value.box
    fields["row_path"] = row_path
    fields["column_path"] = column_path
    fields["value_text"] = value.text
    fields["value"] = number.value
    fields["row"] = value.row
    fields["column"] = value.column
    alone = not number.is_figure and _SIGN.fullmatch(value.text) is not None
    if value.marks or number.marks or number.status is not None or alone:
        fields |= _marked(value, number, meaning, around, context)
    warnings = meaning.warnings
    if not number.is_figure and not (alone and fields["status"] is not None):
        warnings = (*warnings, "not a figure")
    elif not form.certain and number.value is not None and ("." in value.text or "," in value.text):
        warnings = (*warnings, "decimal and group signs cannot be told apart from the figures; the language decided")
    if number.unit is not None and (meaning.unit is None or (number.unit == "%" and "%" not in meaning.unit)):
        fields["unit"], warnings = number.unit, tuple(w for w in warnings if w != meaning.unit_warning)
    fields["warnings"] = warnings
    return trusted(Observation, fields)


def _marked(
    value: Value, number: Number, meaning: _Meaning, around: Surroundings, context: TableContext
) -> dict[str, object]:
    """Status and footnotes of a figure that bears marks or is a symbol."""
    signs = (*value.marks, *number.marks) if number.is_figure else (*value.marks, *number.marks, value.text)
    marks = [part for mark in signs for part in split_marks(mark)]
    status = next((s for m in (value.text, *marks) if (s := around.legend.status(m))), number.status)
    said: dict[str, object] = {"status": status or next((m for m in marks if m in ("p", "r", "e")), None)}
    notes = notes_for(marks, context.notes, value.page_number) if marks else ()
    if notes:
        said["footnotes"] = tuple(n.text for n in _unique(meaning.notes, notes))
    return said
