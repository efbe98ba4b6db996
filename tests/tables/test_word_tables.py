"""Tables as word processors set them: narrow at the left, without rules, figures flush left."""

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from statchunk import pipeline
from statchunk.model.evidence import Document
from tests.tables.printed import PROSE, across, opened, rows

MIDDLE = 297.0
"""Of the page."""


def read(canvas: Canvas, path: Path) -> Document:
    canvas.setFont("Helvetica", 9)
    canvas.drawString(50, 500, PROSE)
    canvas.save()
    return pipeline.document(path)


def figure(row: int, column: int) -> str:
    return f"{3 + column}.{row + 1}"


def left(canvas: Canvas, top: float, labels: list[str], xs: list[float]) -> None:
    for row, label in enumerate(labels):
        canvas.drawString(50, top - 13 * row, label)
        across(canvas, top - 13 * row, xs, [figure(row, column) for column in range(len(xs))], "left")


def test_a_caption_centred_over_the_page_is_of_the_table_at_the_left_under_it(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.drawCentredString(MIDDLE, 790, "Table 1 Banks")
    across(canvas, 776, [50, 90, 140], ["Year", "Amount", "Share"], "left")
    left(canvas, 763, ["Alder", "Birch", "Cedar"], [90, 140])
    document = read(canvas, tmp_path / "a.pdf")
    assert {"Table 1 Banks"} == {o.caption for o in document.observations}
    assert len(document.observations) == 6


def test_a_caption_in_one_column_is_not_of_a_table_in_the_other(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.drawString(330, 790, "Table 1 Banks")
    for line in range(6):
        canvas.drawString(330, 776 - 13 * line, "The table of banks is left out here, as said")
    across(canvas, 776, [50, 90, 140], ["Year", "Amount", "Share"], "left")
    left(canvas, 763, ["Alder", "Birch", "Cedar"], [90, 140])
    document = read(canvas, tmp_path / "a.pdf")
    assert {None} == {o.caption for o in document.observations}


def test_a_unit_in_italics_under_a_caption_of_its_size_is_no_part_of_it(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf", size=7.5)
    canvas.drawString(100, 790, "Table 1: Resident population by region and district, 2021–2025")
    canvas.setFont("Helvetica-Oblique", 7.5)
    canvas.drawString(99, 778.8, "(thousand persons)")
    canvas.setFont("Helvetica", 7.5)
    across(canvas, 766, [50, 120, 160], ["Region", "2024", "2025"], "left")
    left(canvas, 754, ["Alder", "Birch", "Cedar"], [120, 160])
    document = read(canvas, tmp_path / "a.pdf")
    assert {("Table 1: Resident population by region and district, 2021–2025", "thousand persons")} == {
        (o.caption, o.unit) for o in document.observations
    }


def test_heads_in_the_type_of_the_caption_stay_heads_where_the_last_is_long(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.setFont("Helvetica-Bold", 9)
    canvas.drawString(50, 790, "Table 1 Arrivals by country of residence, 2025")
    heads = ["Country", "Number", "Change from the same quarter of the previous year (%)"]
    across(canvas, 776, [50, 110, 150], heads, "left")
    canvas.setFont("Helvetica", 9)
    left(canvas, 763, ["Alderia", "Birchland", "Cedaria"], [110, 150])
    document = read(canvas, tmp_path / "a.pdf")
    assert {(head,) for head in heads[1:]} == {o.column_path for o in document.observations}
    assert {"Table 1 Arrivals by country of residence, 2025"} == {o.caption for o in document.observations}


def test_a_first_row_that_lacks_a_figure_is_no_head(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1 Revenue by quarter, million euros")
    across(canvas, 776, [50, 80, 120, 230], ["Year", "Quarter", "Amount", "Share"], "left")
    for row in range(8):
        across(canvas, 763 - 13 * row, [80, 120], [f"Q{row % 4 + 1}", f"{row + 1}86.0"], "left")
        if row:
            canvas.drawString(230, 763 - 13 * row, f"{row}.5")
    for year in range(2):
        canvas.drawString(50, 743.5 - 52 * year, f"{2024 + year}")
    document = read(canvas, tmp_path / "a.pdf")
    assert [("2024", f"Q{n + 1}") for n in range(4)] + [("2025", f"Q{n + 1}") for n in range(4)] == [
        o.row_path for o in document.observations if o.column_path == ("Amount",)
    ]


def test_outer_labels_between_the_rows_under_a_line_of_years(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1 Insured persons by sex and age")
    across(canvas, 776, [190, 230], ["2024", "2025"], "left")
    canvas.drawString(56, 770, "Sex and age")
    across(canvas, 763, [190, 230], ["Q1", "Q1"], "left")
    for row, label in enumerate(("Under 15", "15 and over") * 3):
        canvas.drawString(110, 750 - 13 * row, label)
        across(canvas, 750 - 13 * row, [190, 230], [figure(row, column) for column in range(2)], "left")
    for group, label in enumerate(("Both sexes", "Men", "Women")):
        canvas.drawString(50, 743.5 - 26 * group, label)
    document = read(canvas, tmp_path / "a.pdf")
    assert [(sex, age) for sex in ("Both sexes", "Men", "Women") for age in ("Under 15", "15 and over")] == [
        o.row_path for o in document.observations[::2]
    ]


def test_a_label_that_touches_a_figure_with_a_space_for_thousands_ends_before_it(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1 Students by level")
    across(canvas, 776, [200, 240], ["2024", "2025"], "right")
    rows(canvas, 763, ["General", "Basic", "Higher"], [200, 240], lambda row, column: f"{row + 1} {300 + column}")
    long = "Vocational and technical schools"
    canvas.drawString(
        200 - canvas.stringWidth("2 436", "Helvetica", 9) - 1.6 - canvas.stringWidth(long, "Helvetica", 9), 724, long
    )
    across(canvas, 724, [200, 240], ["2 436", "172"])
    document = read(canvas, tmp_path / "a.pdf")
    assert [((long,), "2 436"), ((long,), "172")] == [(o.row_path, o.value_text) for o in document.observations[-2:]]


def test_a_caption_over_lines_of_heads_ends_its_page_and_is_of_the_table_on_the_next(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    years, xs = ["2024", "2025"] * 4, [120 + 30 * k for k in range(8)]

    def heads(top: float) -> None:
        canvas.setFont("Helvetica-Bold", 9)
        across(canvas, top, [130, 250], ["Men", "Women"], "left")
        across(canvas, top - 13, [130, 190, 250, 310], ["Full-time", "Part-time"] * 2, "left")
        across(canvas, top - 26, [50, *xs], ["Region", *years], "left")
        canvas.setFont("Helvetica", 9)

    canvas.drawString(50, 90, "Table 1. Residents by region and district, 2024 to 2025")
    heads(77)
    canvas.showPage()
    heads(790)
    left(canvas, 751, ["Alder", "Birch", "Cedar"], [x + 0.0 for x in xs])
    document = read(canvas, tmp_path / "a.pdf")
    assert {"Table 1. Residents by region and district, 2024 to 2025"} == {o.caption for o in document.observations}
    assert len(document.observations) == 24


def test_labels_in_one_cell_beside_ruled_figures_are_each_of_its_row(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1 Expenditure by purpose")
    labels = ["Food", "Clothing", "Repair of", "Health"]
    tops = [763, 747, 731, 703]
    for x in (45, 140, 190, 240):
        canvas.line(x, 786, x, 695)
    for y in (786, 774, 695):
        canvas.line(45, y, 240, y)
    for y in (758, 742, 714):
        canvas.line(140, y, 240, y)
    across(canvas, 777, [50, 145, 195], ["Purpose", "2024", "2025"], "left")
    for row, (label, y) in enumerate(zip(labels, tops, strict=True)):
        canvas.drawString(50, y, label)
        across(canvas, y - 6 if row == 2 else y, [145, 195], [figure(row, column) for column in range(2)], "left")
    canvas.drawString(50, 719, "the dwelling")
    document = read(canvas, tmp_path / "a.pdf")
    assert [(o.row_path, o.value_text) for o in document.observations[::2]] == [
        (("Food",), "3.1"),
        (("Clothing",), "3.2"),
        (("Repair of the dwelling",), "3.3"),
        (("Health",), "3.4"),
    ]


def test_group_labels_in_one_cell_beside_ruled_rows_are_each_a_row(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1 Employed persons by industry")
    for x in (45, 140, 190, 240):
        canvas.line(x, 786, x, 694)
    for y in (786, 774, 694):
        canvas.line(45, y, 240, y)
    for y in (758, 742, 726, 710):
        canvas.line(140, y, 240, y)
    for y in (742, 726, 710):
        canvas.line(45, y, 140, y)
    across(canvas, 777, [50, 145, 195], ["Industry", "2024", "2025"], "left")
    for row, (label, x) in enumerate((("Goods", 50), ("Farming", 58), ("Crops", 66), ("Fish", 66), ("Wood", 66))):
        canvas.drawString(x, 763 - 16 * row, label)
        if row > 1:
            across(canvas, 763 - 16 * row, [145, 195], [figure(row, column) for column in range(2)], "left")
    document = read(canvas, tmp_path / "a.pdf")
    assert [("Goods", "Farming", name) for name in ("Crops", "Fish", "Wood")] == [
        o.row_path for o in document.observations[::2]
    ]


def test_an_outer_label_on_the_middle_row_of_its_group(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1 Insured persons by sex and age")
    across(canvas, 776, [66, 130, 190, 230], ["Sex", "Age", "Q1", "Q2"], "left")
    ages = ("Under 15", "15 to 64", "65 and over")
    for row, label in enumerate((*ages[:2], *ages, *ages[:2])):
        canvas.drawString(110, 763 - 13 * row, label)
        across(canvas, 763 - 13 * row, [190, 230], [figure(row, column) for column in range(2)], "left")
    for label, y in (("Both sexes", 756.5), ("Men", 724), ("Women", 691.5)):
        canvas.drawString(50, y, label)
    document = read(canvas, tmp_path / "a.pdf")
    assert [("Both sexes", age) for age in ages[:2]] + [("Men", age) for age in ages] + [
        ("Women", age) for age in ages[:2]
    ] == [o.row_path for o in document.observations[::2]]


def test_a_head_of_the_stub_flush_right_ends_before_the_head_of_the_first_column(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1 Students by level")
    canvas.setFont("Helvetica-Bold", 9)
    canvas.drawRightString(205.4, 776, "Category")
    across(canvas, 776, [210, 248, 285], ["Public", "Private", "Other"], "left")
    canvas.setFont("Helvetica", 9)
    for row, label in enumerate(("General", "Vocational and technical programmes", "Universities")):
        canvas.drawString(50, 763 - 13 * row, label)
        across(canvas, 763 - 13 * row, [237, 278, 310], [figure(row, column) for column in range(3)])
    document = read(canvas, tmp_path / "a.pdf")
    assert [o.column_path for o in document.observations[:3]] == [("Public",), ("Private",), ("Other",)]


def test_heads_at_the_middle_of_wide_columns_beside_a_column_of_years(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1 Arrivals")
    across(canvas, 776, [200, 330], ["Nationals", "Foreigners"], "middle")
    for row in range(5):
        across(canvas, 763 - 13 * row, [50, 130, 260], [f"{2019 + row}", f"39{row}", f"674{row}"], "left")
    document = read(canvas, tmp_path / "a.pdf")
    assert [(o.row_path, o.column_path, o.value_text) for o in document.observations[:2]] == [
        (("2019",), ("Nationals",), "390"),
        (("2019",), ("Foreigners",), "6740"),
    ]


def test_heads_span_the_turns_of_the_heads_under_them(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1 Residents by sex and origin")
    xs = [155.0 + 40 * k for k in range(8)]
    canvas.drawRightString(120, 776, "Region")
    across(canvas, 776, [215, 375], ["Men", "Women"])
    across(canvas, 763, [xs[0] + 16, xs[2] + 16, xs[4] + 16, xs[6] + 16], ["Nationals", "Foreigners"] * 2)
    across(canvas, 750, xs, ["2024", "2025"] * 4)
    for row, label in enumerate(("Alder", "Birch", "Cedar")):
        canvas.drawString(50, 737 - 13 * row, label)
        across(canvas, 737 - 13 * row, xs, [figure(row, column) for column in range(8)])
    document = read(canvas, tmp_path / "a.pdf")
    assert [
        (sex, origin, year)
        for sex in ("Men", "Women")
        for origin in ("Nationals", "Foreigners")
        for year in ("2024", "2025")
    ] == [o.column_path for o in document.observations[:8]]
