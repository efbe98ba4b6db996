from pathlib import Path

import pytest

from statchunk import pipeline
from tests.tables.printed import across, opened

HEADS = ("Total", "Domestic", "Foreign")
PLACES = (320, 400, 480)


@pytest.mark.parametrize("down", [0.0, 14.0, 21.0, 42.0], ids=["top", "second row", "middle", "bottom"])
def test_an_outer_label_holds_for_its_group_wherever_it_stands(tmp_path: Path, down: float) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1. Arrivals by quarter, thousands")
    across(canvas, 770, (50, 120), ("Year", "Quarter"), "left")
    across(canvas, 770, (260, 340, 420), ("Total", "Men", "Women"))
    canvas.line(48, 765, 425, 765)
    for group, year in enumerate(("2022", "2023", "2024")):
        top = 752 - 56 * group
        canvas.drawString(50, top - down, year)
        for quarter in range(4):
            y = top - 14 * quarter
            canvas.drawString(120, y, f"Q{quarter + 1}")
            if (group, quarter) == (1, 2):
                canvas.setFont("Helvetica", 5)
                canvas.drawString(133, y + 3, "1")
                canvas.setFont("Helvetica", 9)
            across(canvas, y, (260, 340, 420), [str(1000 + 100 * group + 10 * quarter + k) for k in range(3)])
    canvas.save()
    observations = pipeline.document(tmp_path / "a.pdf").observations
    assert {o.value_text: (o.row_path, o.period) for o in observations if o.column_path == ("Total",)} == {
        str(1000 + 100 * group + 10 * quarter): ((year, f"Q{quarter + 1}"), f"{year}-Q{quarter + 1}")
        for group, year in enumerate(("2022", "2023", "2024"))
        for quarter in range(4)
    }


GROUPS = {
    "Assets": ("Cash", "Government securities", "Loans and advances", "Property"),
    "Liabilities": ("Deposits", "Due to banks", "Debt securities", "Deferred tax"),
    "Equity": ("Share capital", "Retained earnings", "Other reserves"),
}


def _groups_page(
    path: Path, down: dict[str, float], groups: dict[str, tuple[str, ...]], *, numbered: bool = False
) -> None:
    """A page with one table; `down` says how many rows each outer label stands below the first row of its group."""
    canvas = opened(path, "Table 1. Balance sheet of banks, 2024, million euros")
    canvas.drawString(50, 770, "Item")
    canvas.drawString(130, 770, "Category")
    across(canvas, 770, PLACES, HEADS)
    canvas.line(48, 765, 485, 765)
    if numbered:
        across(canvas, 756, PLACES, [str(k + 1) for k in range(3)])
        canvas.line(48, 754, 485, 754)
    y, n = 742.0, 0
    for outer, inner in groups.items():
        if outer in down:
            canvas.drawString(50, y - 14 * down[outer], outer)
        for label in inner:
            canvas.drawString(130, y, label)
            across(canvas, y, PLACES, [f"{1000 * (k + 1) + n}" for k in range(3)])
            y, n = y - 14, n + 1
    canvas.save()


def _wanted(groups: dict[str, tuple[str, ...]]) -> list[tuple[str, ...]]:
    return [(outer, label) for outer, inner in groups.items() for label in inner]


@pytest.mark.parametrize("set_at", ["middle", "foot"])
def test_an_outer_label_below_its_first_row_holds_for_the_rows_of_its_cell(tmp_path: Path, set_at: str) -> None:
    down = {o: (len(g) - 1) / (2 if set_at == "middle" else 1) for o, g in GROUPS.items()}
    _groups_page(tmp_path / "a.pdf", down, GROUPS)
    document = pipeline.document(tmp_path / "a.pdf")
    assert [o.row_path for o in document.observations if o.column_path == ("Total",)] == _wanted(GROUPS)
    assert {o.confidence for o in document.observations} == {1.0}


def test_a_line_that_numbers_the_columns_is_no_first_row_of_a_group(tmp_path: Path) -> None:
    groups = {"Assets": GROUPS["Assets"], "Equity": GROUPS["Equity"]}
    _groups_page(tmp_path / "a.pdf", {"Assets": 0.0, "Equity": 0.0}, groups, numbered=True)
    document = pipeline.document(tmp_path / "a.pdf")
    assert [o.row_path for o in document.observations if o.column_path == ("Total",)] == _wanted(groups)


def test_outer_labels_between_rows_tell_the_middle_after_a_group_of_one_row(tmp_path: Path) -> None:
    groups = {"Cash": ("Notes and coins",), **GROUPS}
    _groups_page(tmp_path / "a.pdf", {o: (len(g) - 1) / 2 for o, g in groups.items()}, groups)
    document = pipeline.document(tmp_path / "a.pdf")
    assert [o.row_path for o in document.observations if o.column_path == ("Total",)] == _wanted(groups)


def test_a_last_label_on_the_last_row_is_doubted_where_middle_and_foot_both_fit(tmp_path: Path) -> None:
    groups = {"Assets": GROUPS["Assets"][:2], "Equity": GROUPS["Equity"], "Other": ("Grants", "Loans")}
    _groups_page(tmp_path / "a.pdf", {o: len(g) - 1 for o, g in groups.items()}, groups)
    document = pipeline.document(tmp_path / "a.pdf")
    assert [o.row_path for o in document.observations if o.column_path == ("Total",)] == _wanted(groups)
    assert {o.confidence for o in document.observations} == {0.8}


@pytest.mark.parametrize("heads", [("Item", "Category"), ("", "")], ids=["heads", "no heads"])
def test_an_outer_label_a_word_space_from_the_inner_one_is_a_label_of_its_own(
    tmp_path: Path, heads: tuple[str, str]
) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1. Balance sheet of banks, 2024, million euros")
    inner = 50 + canvas.stringWidth("Liabilities", "Helvetica", 9) + 2.5
    across(canvas, 770, (50, inner), heads, "left")
    across(canvas, 770, PLACES, HEADS)
    canvas.line(48, 765, 485, 765)
    y = 752.0
    for outer, labels in GROUPS.items():
        canvas.drawString(50, y, outer)
        for label in labels:
            canvas.drawString(inner, y, label)
            across(canvas, y, PLACES, [f"{int(30000 * (k + 1) + y)}" for k in range(3)])
            y -= 14
    canvas.save()
    document = pipeline.document(tmp_path / "a.pdf")
    assert [o.row_path for o in document.observations if o.column_path == ("Total",)] == _wanted(GROUPS)


@pytest.mark.parametrize("outer", [("2022", "2023", "2024"), ("North", "South", "West")], ids=["years", "texts"])
@pytest.mark.parametrize("heads", [("Group", "Category"), ("", "")], ids=["heads", "no heads"])
@pytest.mark.parametrize("x", [50.0, 20.0], ids=["near", "far"])
def test_outer_labels_that_all_stand_between_rows_are_a_column(
    tmp_path: Path, outer: tuple[str, ...], heads: tuple[str, str], x: float
) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1. Balance sheet of banks, million euros")
    for at, head in zip((x, 130), heads, strict=True):
        canvas.drawString(at, 770, head)
    across(canvas, 770, PLACES, HEADS)
    inner = ("Cash", "Loans", "Deposits", "Property")
    for group, label in enumerate(outer):
        top = 752 - 64 * group
        canvas.drawString(x, top - 24, label)
        for row, name in enumerate(inner):
            canvas.drawString(130, top - 16 * row, name)
            across(canvas, top - 16 * row, PLACES, [f"{30000 * (k + 1) + 10 * group + row}" for k in range(3)])
    canvas.save()
    found = [o.row_path for o in pipeline.document(tmp_path / "a.pdf").observations if o.column_path == ("Total",)]
    assert found == [(label, name) for label in outer for name in inner]


BROKEN = {
    "Food and\nnon-alcoholic\nbeverages": ("Bread", "Meat", "Fish", "Fruit"),
    "Alcoholic drinks\nand tobacco": ("Spirits", "Wine", "Tobacco"),
    "Clothing": ("Garments", "Footwear", "Repair"),
}


@pytest.mark.parametrize("set_at", ["head", "middle", "foot"])
@pytest.mark.parametrize("pitch", [12.5, 20.0], ids=["lines beside rows", "lines between rows"])
def test_outer_labels_of_several_lines_are_one_label(tmp_path: Path, set_at: str, pitch: float) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1. Expenditure by purpose, 2024, million euros")
    canvas.drawString(50, 770, "Item")
    canvas.drawString(150, 770, "Category")
    across(canvas, 770, PLACES, HEADS)
    canvas.line(48, 765, 485, 765)
    y = 752.0
    for outer, labels in BROKEN.items():
        lines = outer.split("\n")
        spare = pitch * (len(labels) - 1) - 11 * (len(lines) - 1)
        down = {"head": 0.0, "middle": spare / 2, "foot": spare}[set_at]
        for k, line in enumerate(lines):
            canvas.drawString(50, y - down - 11 * k, line)
        for label in labels:
            canvas.drawString(150, y, label)
            across(canvas, y, PLACES, [f"{int(30000 * (k + 1) + y)}" for k in range(3)])
            y -= pitch
    canvas.save()
    found = [o.row_path for o in pipeline.document(tmp_path / "a.pdf").observations if o.column_path == ("Total",)]
    assert found == _wanted({outer.replace("\n", " "): labels for outer, labels in BROKEN.items()})


@pytest.mark.parametrize("set_at", ["head", "middle"])
def test_a_group_goes_on_over_a_page_break(tmp_path: Path, set_at: str) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1. Balance sheet of banks, 2024, million euros")
    n = 0
    for page in (
        (["Assets", *GROUPS["Assets"]], ["Liabilities", *GROUPS["Liabilities"][:1]]),
        (
            ["", *GROUPS["Liabilities"][1:]],
            ["Equity", *GROUPS["Equity"][:2]],
            ["Other", "Grants", "Loans"],
        ),
    ):
        canvas.setFont("Helvetica", 9)
        canvas.drawString(50, 770, "Item")
        canvas.drawString(130, 770, "Category")
        across(canvas, 770, PLACES, HEADS)
        canvas.line(48, 765, 485, 765)
        y = 752.0
        for outer, *labels in page:
            canvas.drawString(50, y - (7 * (len(labels) - 1) if set_at == "middle" else 0), outer)
            for label in labels:
                canvas.drawString(130, y, label)
                across(canvas, y, PLACES, [f"{30000 * (k + 1) + n}" for k in range(3)])
                y, n = y - 14, n + 1
        if n < 6:
            canvas.showPage()
    canvas.save()
    found = [o.row_path for o in pipeline.document(tmp_path / "a.pdf").observations if o.column_path == ("Total",)]
    assert found == _wanted({**GROUPS, "Equity": GROUPS["Equity"][:2], "Other": ("Grants", "Loans")})


def test_a_page_that_only_goes_on_with_a_group_is_under_its_label(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1. Arrivals, thousands")
    n = 0
    for page in ([("2022", "Q1"), ("", "Q2"), ("", "Q3"), ("", "Q4"), ("2023", "Q1")], [("", "Q2"), ("", "Q3")]):
        canvas.setFont("Helvetica", 9)
        canvas.drawString(50, 770, "Year")
        canvas.drawString(130, 770, "Quarter")
        across(canvas, 770, PLACES, ("Total", "Men", "Women"))
        for row, (year, quarter) in enumerate(page):
            canvas.drawString(50, 752 - 14 * row, year)
            canvas.drawString(130, 752 - 14 * row, quarter)
            across(canvas, 752 - 14 * row, PLACES, [f"{30000 * (k + 1) + n}" for k in range(3)])
            n += 1
        if n < 6:
            canvas.showPage()
    canvas.save()
    found = [o for o in pipeline.document(tmp_path / "a.pdf").observations if o.column_path == ("Total",)]
    assert [(o.row_path, o.period) for o in found[-3:]] == [
        (("2023", quarter), f"2023-{quarter}") for quarter in ("Q1", "Q2", "Q3")
    ]


def test_years_in_the_first_column_are_labels_where_the_first_row_has_none(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.drawString(50, 770, "Year")
    canvas.drawString(130, 770, "Month")
    across(canvas, 770, (280, 360, 440), ("Total", "Men", "Women"))
    canvas.line(48, 765, 445, 765)
    rows = [("", "December"), ("2023", "January"), ("", "February"), ("", "March"), ("2024", "January"), ("", "May")]
    for row, (year, month) in enumerate(rows):
        y = 752 - 16 * row
        canvas.drawString(50, y, year)
        canvas.drawString(130, y, month)
        across(canvas, y, (280, 360, 440), [str(3100 + 10 * row + k) for k in range(3)])
        canvas.line(48 if row in (0, 3, 5) else 128, y - 5, 445, y - 5)
    canvas.save()
    found = pipeline.document(tmp_path / "a.pdf").observations
    assert [(o.row_path, o.value_text) for o in found if o.column_path == ("Total",)] == [
        (("December",), "3100"),
        (("2023", "January"), "3110"),
        (("2023", "February"), "3120"),
        (("2023", "March"), "3130"),
        (("2024", "January"), "3140"),
        (("2024", "May"), "3150"),
    ]


def test_outer_labels_of_three_lines_beside_one_row_each_stay_in_it(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1. Employees by status, thousands", size=8, prose=False)
    canvas.drawString(50, 770, "Status")
    canvas.drawString(190, 770, "Sex")
    across(canvas, 770, (320, 400), ("Full-time", "Part-time"))
    canvas.line(48, 765, 405, 765)
    kinds = (
        ("Employees in small firms", "of fewer than ten persons,", "apprentices included"),
        ("Employees in all", "other firms"),
    )
    y = 752
    for number, lines in enumerate((*kinds, ("Self-employed persons", "and family workers", "of all ages"))):
        for line in lines:
            canvas.drawString(50, y, line)
            y -= 10
        canvas.drawString(190, y + 10, "All")
        across(canvas, y + 10, (320, 400), [f"{100 * number + k + 10}.5" for k in range(2)])
        y -= 6
    canvas.line(48, y + 8, 405, y + 8)
    canvas.save()
    found = {o.value_text: o.row_path for o in pipeline.document(tmp_path / "a.pdf").observations}
    assert {text: path for text, path in found.items() if text[-3] == "0"} == {
        "10.5": ("Employees in small firms of fewer than ten persons, apprentices included", "All"),
        "110.5": ("Employees in all other firms", "All"),
        "210.5": ("Self-employed persons and family workers of all ages", "All"),
    }
