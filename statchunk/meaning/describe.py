"""A table and what stands around it to observations: one figure with its labels, unit, period and notes each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from statchunk.meaning.axes import (
    AxisFacts,
    When,
    carry_years,
    merge,
    number_months,
    place_of,
    read_axis,
    short_fiscal,
)
from statchunk.meaning.calendar import Period, parse_iso, span
from statchunk.meaning.context import TableContext
from statchunk.meaning.notes import Legend, borrowed_notes, notes_for, read_legend, split_marks
from statchunk.meaning.numbers import NumberFormat, decide_format, parse_number
from statchunk.meaning.periods import find_periods
from statchunk.meaning.units import RELATIVE, UnitStatement, caption_unit, change_basis, find_unit, with_base
from statchunk.meaning.vocabulary import known
from statchunk.model.evidence import Note, Observation
from statchunk.model.table import Table, Value

_DOUBT = 0.8
"""Factor on the confidence of a figure about whose unit or period something had to be concluded."""


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """What the caption, headnote, notes and release say for the whole table."""

    unit: UnitStatement | None
    unit_warning: str | None
    base_period: str | None
    period: Period | None
    period_warning: str | None
    basis: int | None
    reference: Period | None
    unread: bool
    """Whether no language of the release is on file, so that words mean nothing."""
    years_printed: bool
    """Whether a row or column prints a year of its own."""
    legend: Legend
    caption_notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class _Unit:
    unit: str | None
    kind: str | None
    multiplier: int | None
    base_period: str | None
    basis: int | None
    warning: str | None = None


@dataclass(frozen=True, slots=True)
class _Span:
    period: Period | None
    compared_with: Period | None
    warning: str | None = None


def describe_table(table: Table, context: TableContext) -> tuple[Observation, ...]:
    """An observation for each figure of a table, in reading order.

    What cannot be known is None, with a warning that says why; values in rows or columns of identifiers are left out.
    """
    languages = known(context.languages)
    if context.other_notes:
        page = table.regions[0].page if table.regions else 1
        own = (*context.notes, *borrowed_notes(context.notes, context.other_notes, page))
        context = replace(context, notes=own, other_notes=())
    rows, columns = _read_axes(table, context, languages)
    around = _read_surroundings(table, context, languages)
    data = [v for v in table.values if table.rows[v.row].role == "data" and table.columns[v.column].role == "data"]
    form = decide_format((v.text for v in data), context.languages[0] if context.languages else None)
    latest = _latest([c.when.period for c in columns]) or _latest([r.when.period for r in rows])
    around = replace(around, years_printed=latest is not None)
    units: dict[tuple[int, int], _Unit] = {}
    spans: dict[tuple[int, int, str | None], _Span] = {}
    row_notes: dict[int, tuple[Note, ...]] = {}
    column_notes: dict[int, tuple[Note, ...]] = {}
    texts = _TextsOfNotes(context, languages)
    found: list[Observation] = []
    late = _late_columns(table, data, languages, _marks_on_hand(context))
    for value in data:
        row, column = rows[value.row], columns[value.column]
        below = late.get(value.column)
        if below is not None and value.box.top >= below[0]:
            column = below[1]
        if value.row not in row_notes:
            row_notes[value.row] = notes_for(row.marks, context.notes, row.page or value.page_number)
        if value.column not in column_notes:
            column_notes[value.column] = notes_for(column.marks, context.notes, column.page or value.page_number)
        key = (value.row, value.column)
        unit = units.get(key)
        if unit is None:
            noted = texts.base(row_notes[value.row]) or texts.base(column_notes[value.column])
            unit = units[key] = _unit_of(row, column, around, noted)
        when = spans.get((*key, unit.kind))
        if when is None:
            when = spans[(*key, unit.kind)] = _period_of(row, column, unit, around, latest)
        notes = _unique(around.caption_notes, column_notes[value.column], row_notes[value.row])
        found.append(_observe(value, row, column, unit, when, notes, form, around, context, table.confidence))
    return tuple(found)


class _TextsOfNotes:
    """Index bases that notes give, each text read once."""

    def __init__(self, context: TableContext, languages: tuple[str, ...]) -> None:
        self._bases = {}
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
        facts = [read_axis(axis, languages, own, on_hand) for axis in axes]
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
    found: dict[int, tuple[float, AxisFacts]] = {}
    tops: dict[tuple[int, int], float] = {}
    for value in data:
        key = (value.column, value.page_number)
        tops[key] = min(value.box.top, tops.get(key, value.box.top))
    for index, axis in enumerate(table.columns):
        if len(axis.path) < 2:
            continue
        leaf = axis.path[-1]
        first = tops.get((index, leaf.page_number))
        if first is None or first >= leaf.box.top:
            continue
        path = tuple(label for label in axis.path if label.box.top > first)
        if path and len(path) < len(axis.path):
            facts = read_axis(axis._replace(path=path), languages, frozenset(), on_hand)
            found[index] = (leaf.box.bottom - 0.5, facts)
    return found


def _read_surroundings(table: Table, context: TableContext, languages: tuple[str, ...]) -> _Surroundings:
    caption = context.caption or " ".join(t.text for t in table.titles) or None
    headnote = " ".join(filter(None, (context.headnote, *(h.text for h in table.headnotes))))
    reference = parse_iso(context.reference_period) if context.reference_period else None
    unit, base, unit_warning = _table_unit(table, context, caption, headnote, languages)
    period, period_warning = _table_period(caption, headnote, context, reference, languages)
    if not languages:
        unit_warning = period_warning = "no language of this release is on file: units and periods were not read"
    pages = table.regions[0].page if table.regions else 1
    return _Surroundings(
        unit,
        unit_warning,
        base,
        period,
        period_warning,
        change_basis(caption or "", languages),
        reference,
        not languages,
        False,
        read_legend([_with_mark(n) for n in context.notes], languages),
        notes_for([p for m in context.caption_marks for p in split_marks(m)], context.notes, pages),
    )


def _with_mark(note: Note) -> str:
    return f"{note.mark} {note.text}" if note.mark else note.text


def _table_unit(
    table: Table, context: TableContext, caption: str | None, headnote: str, languages: tuple[str, ...]
) -> tuple[UnitStatement | None, str | None, str | None]:
    """Unit and index base that hold where no label of row or column says other, and a warning."""
    base: str | None = None
    found: UnitStatement | None = None
    warning: str | None = None
    texts: list[tuple[str, bool]] = [(headnote, True), *((h.text, True) for h in table.stub_head)]
    if caption:
        texts.append((caption, False))
    texts += [(n.text, False) for n in context.notes if n.mark is None]
    if context.introduction:
        texts.append((context.introduction, False))
    for text, label in texts:
        statement = find_unit(text, languages, label) if text else None
        if statement is None:
            continue
        base = base or statement.base_period
        if text == caption:
            statement = caption_unit(text, languages)
        if statement is None or statement.unit is None or found is not None:
            continue
        if not label and text != caption and statement.kind != "amount":
            continue  # a sentence that speaks of percentages does not give the unit of a table
        found = statement
        if text == caption and not statement.whole and statement.kind != "amount" and "%" not in text:
            warning = None if statement.base_period else "unit read from the wording of the caption"
        elif text == context.introduction:
            warning = "unit read from the text that introduces the table"
    if found is None and base is not None:
        found = UnitStatement(f"index ({base})", "index", base_period=base)
        warning = "unit concluded from the index base that the table names"
    return found, base, warning


def _table_period(
    caption: str | None,
    headnote: str,
    context: TableContext,
    reference: Period | None,
    languages: tuple[str, ...],
) -> tuple[Period | None, str | None]:
    """The period of figures whose row and column name none, and a warning where it had to be concluded."""
    for text in (caption, headnote):
        whole = [m for m in find_periods(text or "", languages) if m.period.whole]
        if len({m.period for m in whole}) == 1:
            period = whole[0].period
            if period.kind == "day" and reference is not None and reference.kind != "day" and reference.holds(period):
                return reference, None
            return period, None
        if len(whole) > 1:
            return None, "the caption names several periods"
    if reference is not None:
        return reference, "period taken from the release's reference period"
    return None, None


def _latest(periods: Sequence[Period | None]) -> Period | None:
    whole = [p for p in periods if p is not None and p.whole]
    return max(whole, key=lambda p: (p.last_month() or 0, p.first_month() or 0), default=None)


def _unit_of(row: AxisFacts, column: AxisFacts, around: _Surroundings, noted_base: str | None) -> _Unit:
    """The unit of a cell: the nearest statement; a change, share or weight in the head holds for all rows."""
    if around.unread:
        return _Unit(None, None, None, None, None, around.unit_warning)
    warning: str | None = None
    at_column, at_row = column.unit, row.unit
    chosen: UnitStatement | None
    if at_column is not None and (at_column.kind in RELATIVE or at_column.kind == "weight"):
        chosen = at_column
        if at_row is not None and at_row.kind == "weight" and at_column.kind == "share":
            chosen = at_row
    elif at_row is not None and at_column is not None:
        chosen, warning = _nearer(at_row, at_column)
    else:
        chosen = at_column or at_row
    if chosen is None:
        chosen, warning = around.unit, around.unit_warning
    elif chosen.kind == "amount" and not chosen.multiplier and around.unit is not None:
        outer = around.unit
        if outer.kind == "amount" and outer.multiplier and outer.unit is not None and chosen.unit != "number":
            chosen = replace(chosen, unit=f"{chosen.unit} ({outer.unit})", multiplier=outer.multiplier)
        elif outer.kind == "amount" and chosen.unit == "number" and outer.multiplier:
            chosen = outer
    if chosen is None:
        return _Unit(None, None, None, None, None, warning or "no unit is stated")
    if chosen.kind == "index":
        base = noted_base or (row.base_period if row.base_period != column.base_period else None)
        base = base or chosen.base_period or column.base_period or around.base_period
        if base is not None and base != chosen.base_period:
            chosen = with_base(chosen, base)
    basis = None
    if chosen.kind in ("change", "points", "index_points"):
        basis = chosen.basis or column.basis or row.basis or around.basis
    unit = chosen.unit
    if chosen.kind == "change" and basis is not None:
        unit = f"% change over {basis} month{'s' if basis > 1 else ''}"
    return _Unit(unit, chosen.kind, chosen.multiplier, chosen.base_period, basis, warning)


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


def _period_of(row: AxisFacts, column: AxisFacts, unit: _Unit, around: _Surroundings, latest: Period | None) -> _Span:
    if around.unread:
        return _Span(None, None, around.period_warning)
    when, warning = _meet(row, column, around)
    if when is None or when.period is None:
        if warning is not None:
            return _Span(None, None, warning)
        return _without_period(unit, around, latest)
    if not when.period.whole:
        completed = _year_from_around(when, around)
        if completed is None:
            return _Span(None, None, "the year of the period is not stated")
        when, warning = completed
    return _by_measure(when, unit, warning)


def _by_measure(when: When, unit: _Unit, warning: str | None) -> _Span:
    """Period and comparison as the measure asks: for a change the later of two, for a level the whole span."""
    period, compared = when.period, when.compared_with
    change = unit.kind in ("change", "points", "index_points")
    if period is not None and period.kind == "span" and when.last is not None:
        if change and compared is not None:
            return _Span(when.last, compared, warning)
        return _Span(period, None, warning)
    if period is None:
        return _Span(None, None, warning)
    if change and compared is None:
        months = unit.basis or when.window
        compared = period.back(months) if months else None
    if not change:
        if when.window and unit.kind in ("amount", None) and period.kind == "month":
            period = _window(period, when.window)
        compared = compared if unit.kind is None else None
    return _Span(period, compared, warning)


def _window(end: Period, months: int) -> Period:
    first = end.back(months - 1)
    return (span(first, end) if first is not None else None) or end


def _meet(row: AxisFacts, column: AxisFacts, around: _Surroundings) -> tuple[When | None, str | None]:
    """The period that row and column give together, and a warning."""
    a, b = row.when, column.when
    if a.doubtful or b.doubtful:
        sure = b if a.doubtful else a
        if sure.period is None or sure.doubtful:
            return None, "a label names several periods"
        return sure, None
    if a.period is None or b.period is None:
        return (b if a.period is None else a), None
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


def _without_period(unit: _Unit, around: _Surroundings, latest: Period | None) -> _Span:
    if unit.kind == "weight":
        return _Span(None, None)
    if unit.kind in ("change", "points", "share") and latest is not None:
        compared = latest.back(unit.basis) if unit.basis and unit.kind != "share" else None
        return _Span(latest, compared, "period taken from the latest column of the table")
    if around.period is None or (around.years_printed and around.period == around.reference and around.period_warning):
        return _Span(None, None, around.period_warning or "no period is stated")
    compared = None
    if unit.kind in ("change", "points") and unit.basis:
        compared = around.period.back(unit.basis)
    return _Span(around.period, compared, around.period_warning)


def _year_from_around(when: When, around: _Surroundings) -> tuple[When, str | None] | None:
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


def _observe(
    value: Value,
    row: AxisFacts,
    column: AxisFacts,
    unit: _Unit,
    when: _Span,
    notes: tuple[Note, ...],
    form: NumberFormat,
    around: _Surroundings,
    context: TableContext,
    confidence: float,
) -> Observation:
    number = parse_number(value.text, form)
    marks = [part for mark in value.marks for part in split_marks(mark)] + list(number.marks)
    status = number.status
    if marks or status is not None:
        status = next((s for m in (value.text, *marks) if (s := around.legend.status(m))), status)
    if marks:
        status = status or next((m for m in marks if m in ("p", "r", "e")), None)
        notes = _unique(notes, notes_for(marks, context.notes, value.page_number))
    warnings = [w for w in (unit.warning, when.warning) if w]
    if not number.is_figure:
        warnings.append("not a figure")
    elif not form.certain and number.value is not None and ("." in value.text or "," in value.text):
        warnings.append("decimal and group signs cannot be told apart from the figures; the language decided")
    name = unit.unit
    if number.unit is not None and (name is None or (number.unit == "%" and "%" not in name)):
        name, warnings = number.unit, [w for w in warnings if w != unit.warning]
    return Observation.model_construct(
        document_id=context.document_id,
        page=value.page_number,
        bbox=value.box,
        table_id=context.table_id,
        table_label=context.label,
        caption=context.caption,
        row_path=row.path,
        column_path=column.path,
        value_text=value.text,
        value=number.value,
        status=status,
        unit=name,
        unit_multiplier=unit.multiplier,
        period=when.period.iso() if when.period is not None else None,
        compared_with=when.compared_with.iso() if when.compared_with is not None else None,
        base_period=unit.base_period,
        footnotes=tuple(n.text for n in notes),
        source=context.source,
        section=context.section,
        row=value.row,
        column=value.column,
        confidence=round(confidence * (_DOUBT if unit.warning or when.warning else 1.0), 3),
        warnings=tuple(warnings),
    )
