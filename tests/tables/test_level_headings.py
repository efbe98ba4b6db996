"""Headings level with the rows under them, told by what these rows are."""

from statchunk.model.table import Table
from statchunk.settings import TableSettings
from statchunk.tables.read import label_table
from statchunk.tables.roles import mark_roles
from tests.tables.drawn import Spec, draw, row_paths

SETTINGS = TableSettings()


def read(*labels: str) -> Table:
    """A table of two columns of figures; a label behind a hyphen has none."""
    rows: list[list[Spec | None]] = [[None, "Men", "Women"]]
    rows += [[label[1:]] if label[0] == "-" else [label, f"1{k}.5", f"2{k}.5"] for k, label in enumerate(labels)]
    return label_table([mark_roles(draw(rows), SETTINGS)], SETTINGS)


def test_years_without_figures_head_quarters() -> None:
    table = read("-2024", "Q3", "Q4", "-2025", "Q1")
    assert row_paths(table) == [("2024", "Q3"), ("2024", "Q4"), ("2025", "Q1")]
    assert not table.reasons


def test_a_year_that_lacks_figures_heads_no_other_year() -> None:
    assert row_paths(read("2022", "-2023", "2024", "2025")) == [("2022",), ("2024",), ("2025",)]


def test_labels_over_rows_that_recur_head_them() -> None:
    table = read("Total", "-Public", "Primary", "Secondary", "-Private", "Primary", "Secondary")
    assert row_paths(table) == [
        ("Total",),
        ("Public", "Primary"),
        ("Public", "Secondary"),
        ("Private", "Primary"),
        ("Private", "Secondary"),
    ]
    assert not table.reasons


def test_rows_that_lack_figures_head_none() -> None:
    assert row_paths(read("Austria", "Belgium", "-Bulgaria", "Croatia", "-Greece", "Ireland")) == [
        (name,) for name in ("Austria", "Belgium", "Croatia", "Ireland")
    ]


def test_several_labels_without_figures_from_the_first_on_head_rows_but_it_is_a_guess() -> None:
    table = read("-Assets", "Cash", "Securities", "-Liabilities", "Deposits")
    assert row_paths(table) == [
        ("Assets", "Cash"),
        ("Assets", "Securities"),
        ("Liabilities", "Deposits"),
    ]
    assert table.reasons == ('that "Assets" and labels like it head rows is a guess',)
    assert table.confidence < 0.9


def test_totals_head_the_same_rows_each_but_it_is_a_guess() -> None:
    table = read("All ages", "Men", "Under 15", "15 and over", "Women", "Under 15", "15 and over")
    assert row_paths(table) == [
        ("All ages",),
        ("Men",),
        ("Men", "Under 15"),
        ("Men", "15 and over"),
        ("Women",),
        ("Women", "Under 15"),
        ("Women", "15 and over"),
    ]
    assert table.reasons == ('that "Men" and labels like it head rows is a guess',)


def test_rows_that_share_their_labels_are_in_doubt() -> None:
    table = read("Under 15", "15 and over", "Under 15", "15 and over", "Under 15", "65 and over")
    assert "3 of 6 rows bear the labels of others" in table.reasons
    assert table.confidence == 0.5


def test_one_label_printed_twice_is_none_of_that() -> None:
    assert not read("Housing", "Rent", "Owner occupiers", "Owner occupiers", "Water").reasons
