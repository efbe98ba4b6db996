"""What the caption, headnote, notes and release say for a whole table."""

import re
from dataclasses import dataclass
from typing import Final

from statchunk.meaning.calendar import Period, parse_iso
from statchunk.meaning.context import TableContext
from statchunk.meaning.notes import Legend, notes_for, read_legend, split_marks
from statchunk.meaning.periods import find_periods
from statchunk.meaning.units import UnitStatement, caption_unit, change_basis, find_unit, find_units, introduced_unit
from statchunk.model.evidence import Note
from statchunk.model.table import Table

_STOP: Final = re.compile(r"[.,;:–—]\s+")


@dataclass(frozen=True, slots=True)
class Surroundings:
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
    changes: bool
    """Whether the caption speaks of changes in per cent."""
    compared: frozenset[Period]
    """Spans of columns that give a change between their two ends."""
    legend: Legend
    caption_notes: tuple[Note, ...]


def read_surroundings(table: Table, context: TableContext, languages: tuple[str, ...]) -> Surroundings:
    """What holds for cells whose own labels say nothing."""
    caption = context.caption or " ".join(t.text for t in table.titles) or None
    printed = context.headnote or ""
    headnote = " ".join([printed, *(h.text for h in table.headnotes if h.text not in printed)]).strip()
    reference = parse_iso(context.reference_period) if context.reference_period else None
    unit, base, unit_warning = _table_unit(table, context, caption, headnote, languages)
    period, period_warning = _table_period(caption, headnote, context, reference, languages)
    if not languages:
        unit_warning = period_warning = "no language of this release is on file: units and periods were not read"
    pages = table.regions[0].page if table.regions else 1
    return Surroundings(
        unit,
        unit_warning,
        base,
        period,
        period_warning,
        change_basis(caption or "", languages),
        reference,
        not languages,
        False,
        "change" in find_units(caption or "", languages),
        frozenset(),
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
    stub = {h.text for h in table.stub_head}
    for text, label in texts:
        statement = find_unit(text, languages, label) if text else None
        if statement is not None and statement.unit == "number" and text in stub:
            continue  # "No. of correct answers" over "0", "1", "2" counts what the rows are
        if statement is not None:
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
    if found is None and base is None and caption:
        found = _closing_unit(caption, languages)
    if found is None and base is None and context.introduction:
        found = introduced_unit(context.introduction, languages)
        if found is not None:
            warning = "unit read from the text that introduces the table"
    if found is None and base is not None:
        found = UnitStatement(f"index ({base})", "index", base_period=base)
        warning = "unit concluded from the index base that the table names"
    return found, base, warning


def _closing_unit(caption: str, languages: tuple[str, ...]) -> UnitStatement | None:
    """The unit that a caption gives as its last words, behind a stop: "National results. Thousands of persons"."""
    last = _STOP.split(caption)[-1]
    found = find_unit(last, languages) if last != caption else None
    return found if found is not None and found.whole and found.kind == "amount" and found.multiplier else None


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
