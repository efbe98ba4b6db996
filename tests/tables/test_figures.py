"""What the text of a cell is: currencies, marks and letters around a figure leave it a figure."""

import pytest

from statchunk.settings import TableSettings
from statchunk.tables.marks import kind_of, split_label_marks, split_value_marks
from statchunk.tables.rows import text_rows
from tests.tables.sheets import Sheet


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("$ (951,455)", "figure"),
        ("US$ 12", "figure"),
        ("$ —", "nil"),
        ("12.3 1/", "figure"),
        ("2009/10 3/", "year"),
        ("06 2025", "year"),
        ("01-06 2025", "year"),
        ("R 1,234", "figure"),
        ("R1,234", "figure"),
        ("*–5.2", "figure"),
        ("– –", "nil"),
        (". . .", "nil"),
        ("‡", "nil"),
        ("E 38", "words"),
        ("R12", "code"),
        ("and/or 1", "words"),
    ],
)
def test_kind(text: str, kind: str) -> None:
    assert kind == kind_of(text)


@pytest.mark.parametrize(
    ("text", "bare", "marks"),
    [
        ("12.3 1/", "12.3", ("1",)),
        ("R 1,234", "1,234", ("R",)),
        ("*5.2", "5.2", ("*",)),
        ("5.2[1]", "5.2", ("1",)),
        ("(5.2)", "(5.2)", ()),
        ("1/2", "1/2", ()),
    ],
)
def test_marks_of_a_figure(text: str, bare: str, marks: tuple[str, ...]) -> None:
    assert split_value_marks(text) == (bare, marks)


@pytest.mark.parametrize(
    ("text", "bare", "marks"),
    [
        ("Loan rate 2/", "Loan rate", ("2",)),
        ("Exports 1/ 2/", "Exports", ("1", "2")),
        ("2009/10 3/", "2009/10", ("3",)),
        ("2009/", "2009/", ()),
    ],
)
def test_marks_with_a_slash_on_a_label(text: str, bare: str, marks: tuple[str, ...]) -> None:
    assert split_label_marks(text) == (bare, marks)


def test_a_mark_with_a_slash_is_no_column() -> None:
    sheet = Sheet()
    sheet.left(50, 100, "2010/11 3/")
    sheet.left(150, 100, "R 1,234")
    (row,) = text_rows(sheet.words, TableSettings())
    assert [(t.text, t.kind) for t in row.tokens] == [("2010/11 3/", "number"), ("R 1,234", "number")]
