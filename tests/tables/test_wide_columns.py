"""Columns much wider than their figures, heads set at one side of them and figures at the other."""

from pathlib import Path

import pytest

from statchunk import pipeline
from tests.tables.printed import across, opened

YEARS = ["2021", "2022", "2023", "2024"]
TEXTS = ["Employees", "Self-employed", "Family workers", "Rate per 1,000"]
CELLS = [(200.0, 280.0), (290.0, 370.0), (380.0, 460.0), (470.0, 550.0)]


def _page(
    path: Path, cells: list[tuple[float, float]], heads: list[str], labels: list[str], left: tuple[bool, bool]
) -> None:
    """A table whose cells have the given sides; `left` says whether heads, and figures, are set flush left."""
    canvas = opened(path, "Table 1. Employed persons, 2024", left=45, size=8)
    for y, texts, flush in [
        (770.0, heads, left[0]),
        *((752.0 - 14 * k, [str(31250 + 977 * k + 101 * n) for n in range(len(cells))], left[1]) for k in range(5)),
    ]:
        for (x0, x1), text in zip(cells, texts, strict=True):
            if flush:
                canvas.drawString(x0, y, text)
            else:
                canvas.drawRightString(x1, y, text)
    for k, label in enumerate(labels):
        canvas.drawString(45, 752 - 14 * k, label)
    canvas.save()


INDUSTRIES = ["Agriculture", "Mining", "Manufacturing", "Construction", "Transport"]


@pytest.mark.parametrize("left", [(True, False), (False, True)], ids=["figures right", "figures left"])
@pytest.mark.parametrize("heads", [YEARS, TEXTS], ids=["years", "texts"])
@pytest.mark.parametrize("count", [2, 4])
def test_heads_and_figures_on_opposite_sides_are_told_by_order(
    tmp_path: Path, left: tuple[bool, bool], heads: list[str], count: int
) -> None:
    _page(tmp_path / "a.pdf", CELLS[-count:], heads[-count:], INDUSTRIES, left)
    observations = pipeline.document(tmp_path / "a.pdf").observations
    assert {o.value_text: (o.row_path, o.column_path) for o in observations} == {
        str(31250 + 977 * k + 101 * n): ((label,), (head,))
        for k, label in enumerate(INDUSTRIES)
        for n, head in enumerate(heads[-count:])
    }


@pytest.mark.parametrize("labels", [["2020", "2021", "2022", "2023", "2024"], INDUSTRIES], ids=["years", "texts"])
def test_two_columns_far_from_their_labels_and_from_each_other_are_one_table(tmp_path: Path, labels: list[str]) -> None:
    _page(tmp_path / "a.pdf", [(230.0, 320.0), (460.0, 550.0)], ["Number", "Households"], labels, (False, False))
    observations = pipeline.document(tmp_path / "a.pdf").observations
    assert {o.value_text: (o.row_path, o.column_path) for o in observations} == {
        str(31250 + 977 * k + 101 * n): ((label,), (head,))
        for k, label in enumerate(labels)
        for n, head in enumerate(("Number", "Households"))
    }


def test_one_year_of_several_set_beside_its_short_figures_is_a_head(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1. Employed persons, thousands", left=45, size=8)
    cells = [(200.0, 222.0), (290.0, 312.0), (380.0, 402.0), (470.0, 510.0)]
    for (x0, _), year in zip(cells, YEARS, strict=True):
        canvas.drawString(x0, 770, year)
    for row, label in enumerate(INDUSTRIES):
        canvas.drawString(45, 752 - 14 * row, label)
        for k, (_, x1) in enumerate(cells):
            canvas.drawRightString(x1, 752 - 14 * row, str(3100 + 10 * k + row) if k < 3 else str(310 + row))
    canvas.save()
    found = [(o.value_text, o.column_path) for o in pipeline.document(tmp_path / "a.pdf").observations]
    assert found[:4] == [("3100", ("2021",)), ("3110", ("2022",)), ("3120", ("2023",)), ("310", ("2024",))]


def test_two_rows_at_the_foot_of_a_page_reach_to_labels_far_away_under_the_rules_over_them(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1. Main crops, 2024, thousands", left=45, size=8, landscape=True)
    for page in range(2):
        canvas.setFont("Helvetica", 8)
        canvas.line(43, 522, 800, 522)
        across(canvas, 512, (45, 150), ("Crop", "Category"), "left")
        across(canvas, 512, (520, 610, 700, 790), ("Total", "Public", "Private", "Other"))
        canvas.line(43, 508, 800, 508)
        for row in range(2 if page == 0 else 4):
            number = row + 2 * page
            canvas.drawString(
                150, 496 - 14 * row, ("Wheat", "Barley", "Beans", "Peas", "Lentils", "Chick peas")[number]
            )
            if number in (0, 2):
                canvas.drawString(45, 496 - 14 * row, "Cereals" if number == 0 else "Pulses")
            for k, x in enumerate((520, 610, 700, 790)):
                canvas.drawRightString(x, 496 - 14 * row, str(31000 + 100 * k + number))
        canvas.showPage()
    canvas.save()
    found = [o.row_path for o in pipeline.document(tmp_path / "a.pdf").observations if o.column_path == ("Total",)]
    assert found == [
        ("Cereals", "Wheat"),
        ("Cereals", "Barley"),
        *(("Pulses", label) for label in ("Beans", "Peas", "Lentils", "Chick peas")),
    ]


def test_a_head_far_beyond_its_figures_on_the_rule_of_the_heads_is_theirs(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1. Students enrolled, 2024", left=45, size=8, landscape=True)
    canvas.line(43, 522, 800, 522)
    canvas.drawString(45, 512, "Level")
    canvas.drawRightString(370, 512, "Share (%)")
    canvas.drawRightString(798, 512, "Rate per 1,000")
    canvas.line(43, 508, 800, 508)
    for row, label in enumerate(INDUSTRIES):
        canvas.drawString(45, 496 - 14 * row, label)
        canvas.drawString(240, 496 - 14 * row, f"{12 + row}.1")
        canvas.drawString(375, 496 - 14 * row, f"{52 + row}.3")
    canvas.save()
    found = [(o.value_text, o.column_path) for o in pipeline.document(tmp_path / "a.pdf").observations]
    assert found[:2] == [("12.1", ("Share (%)",)), ("52.3", ("Rate per 1,000",))]
