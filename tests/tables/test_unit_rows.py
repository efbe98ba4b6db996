from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from statchunk import pipeline
from statchunk.model.evidence import TableEvidence
from tests.tables.printed import across, opened, rows


def table_of(path: Path) -> TableEvidence:
    tables = [e for e in pipeline.document(path).evidence if isinstance(e, TableEvidence)]
    assert len(tables) == 1
    return tables[0]


def body(canvas: Canvas, top: float, xs: tuple[float, ...]) -> None:
    rows(canvas, top, ("Deposits", "Reserves", "Securities"), xs, lambda row, k: str(1000 + 137 * row + 71 * k))


def test_a_unit_close_over_the_last_years_holds_for_all_years(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.setFont("Helvetica-Bold", 9)
    canvas.drawString(50, 800, "Table 5.2 Balance sheet of commercial banks")
    canvas.setFont("Helvetica", 9)
    canvas.drawRightString(420, 784, "millions of dollars")
    xs = (220.0, 270.0, 320.0, 370.0, 420.0)
    for x, year in zip(xs, range(2020, 2025), strict=True):
        canvas.drawRightString(x, 773, str(year))
    body(canvas, 758, xs)
    canvas.save()
    table = table_of(tmp_path / "a.pdf")
    assert (table.headnote, table.unit) == ("millions of dollars", "millions of dollars")
    cells = [o for o in pipeline.document(tmp_path / "a.pdf").observations if o.row_path == ("Deposits",)]
    assert [o.column_path for o in cells] == [(str(year),) for year in range(2020, 2025)]


def test_a_title_and_a_unit_in_the_frame_of_a_table_are_no_heads(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.line(48, 812, 425, 812)
    canvas.setFont("Helvetica-Bold", 9)
    canvas.drawString(50, 800, "Main crops, 2019–2024")
    canvas.setFont("Helvetica", 9)
    canvas.drawRightString(420, 786, "(thousands)")
    canvas.drawString(50, 770, "Crop")
    xs = (220.0, 320.0, 420.0)
    across(canvas, 770, xs, ("Total", "Men", "Women"))
    canvas.line(48, 764, 425, 764)
    body(canvas, 750, xs)
    canvas.line(48, 718, 425, 718)
    canvas.save()
    table = table_of(tmp_path / "a.pdf")
    assert (table.caption, table.headnote) == ("Main crops, 2019–2024", "(thousands)")


def test_a_unit_at_the_end_of_the_rules_belongs_to_the_table_beside(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.setFont("Helvetica-Bold", 9)
    canvas.drawString(50, 800, "Table 1: Balance sheet of commercial banks")
    canvas.setFont("Helvetica", 9)
    canvas.drawRightString(545, 786, "percent")
    canvas.line(48, 780, 545, 780)
    xs = (150.0, 260.0, 390.0)
    across(canvas, 768, xs, ("Total", "Nationals", "Foreigners"), "left")
    canvas.line(48, 762, 545, 762)
    for index, row in enumerate(("7.3 19.1 8.4", "17.2 27.5 0.7", "7.2 12.8 14.5")):
        canvas.drawString(50, 750 - 14 * index, ("Deposits", "Reserves", "Securities")[index])
        for x, figure in zip(xs, row.split(), strict=True):
            canvas.drawString(x, 750 - 14 * index, figure)
        canvas.line(48, 746 - 14 * index, 545, 746 - 14 * index)
    canvas.save()
    table = table_of(tmp_path / "a.pdf")
    assert (table.headnote, table.unit) == ("percent", "%")


def test_a_title_and_a_unit_over_spanning_heads_are_no_heads(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.line(48, 812, 425, 812)
    canvas.setFont("Helvetica-Bold", 9)
    canvas.drawString(50, 800, "Employed persons by industry, 2019–2023")
    canvas.setFont("Helvetica", 9)
    canvas.drawRightString(420, 786, "thousands")
    canvas.drawCentredString(235, 772, "Private")
    canvas.drawCentredString(375, 772, "Other")
    canvas.drawString(50, 758, "Industry")
    xs = (220.0, 280.0, 360.0, 420.0)
    across(canvas, 758, xs, ("2022", "2023", "2022", "2023"))
    canvas.line(48, 752, 425, 752)
    body(canvas, 738, xs)
    canvas.line(48, 706, 425, 706)
    canvas.save()
    table = table_of(tmp_path / "a.pdf")
    assert (table.caption, table.headnote) == ("Employed persons by industry, 2019–2023", "thousands")
    cells = [o for o in pipeline.document(tmp_path / "a.pdf").observations if o.row_path == ("Deposits",)]
    assert [o.column_path for o in cells] == [
        ("Private", "2022"),
        ("Private", "2023"),
        ("Other", "2022"),
        ("Other", "2023"),
    ]


@pytest.mark.parametrize("italic", [False, True])
def test_a_unit_in_small_letters_or_italics_close_over_heads_holds_for_all_columns(
    tmp_path: Path, italic: bool
) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.setFont("Helvetica-Bold", 9)
    canvas.drawString(50, 800, "Table 5.2 Balance sheet of commercial banks, 2024")
    canvas.setFont("Helvetica-Oblique" if italic else "Helvetica", 9)
    canvas.drawRightString(420, 783, "Percent" if italic else "percent")
    canvas.setFont("Helvetica", 9)
    xs = (220.0, 320.0, 420.0)
    for x, head in zip(xs, ("Total", "Men", "Women"), strict=True):
        canvas.drawCentredString(x - 14, 773, head)
    body(canvas, 758, xs)
    canvas.save()
    table = table_of(tmp_path / "a.pdf")
    assert [column.path for column in table.columns] == [("Total",), ("Men",), ("Women",)]
    assert {o.unit for o in pipeline.document(tmp_path / "a.pdf").observations} == {"%"}


def test_the_first_line_of_a_head_is_no_unit_of_all_columns(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.drawString(50, 800, "Table 5.2 Balance sheet of commercial banks")
    canvas.drawRightString(420, 783, "Percentage")
    xs = (220.0, 320.0, 420.0)
    across(canvas, 773, xs, ("Assets", "Debt", "change"))
    body(canvas, 758, xs)
    canvas.save()
    table = table_of(tmp_path / "a.pdf")
    assert [column.path for column in table.columns] == [("Assets",), ("Debt",), ("Percentage change",)]


def test_a_bold_title_close_over_years_is_no_head(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.setFont("Helvetica-Bold", 9)
    canvas.drawCentredString(265, 790, "Main crops (thousands)")
    canvas.setFont("Helvetica", 9)
    xs = (180.0, 240.0, 300.0, 360.0, 420.0, 480.0)
    for x, year in ((240.0, "2022"), (420.0, "2023")):
        canvas.drawCentredString(x - 10, 779, year)
    across(canvas, 768, xs, ("Jan", "Feb", "Mar") * 2)
    body(canvas, 756, xs)
    canvas.save()
    table = table_of(tmp_path / "a.pdf")
    assert (table.caption, table.columns[0].path) == ("Main crops (thousands)", ("2022", "Jan"))
