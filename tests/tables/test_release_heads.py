"""Heads as price, labour and accounts releases print them, from the page to the paths of the cells."""

from pathlib import Path

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from statchunk import pipeline
from statchunk.model.evidence import Observation

Line = tuple[float, str, bool]
"""Middle of a text, or where it begins when it is at the left of the page (x under 100), the text, and whether it is
bold."""


def draw(path: Path, lines: dict[float, list[Line]], rules: list[tuple[float, float, float]] | None = None) -> None:
    """A page of texts by their baseline from the top, and rules as (y, x0, x1)."""
    canvas = Canvas(str(path), pagesize=(595, 842), invariant=True)
    for y, texts in lines.items():
        for x, text, bold in texts:
            canvas.setFont("Helvetica-Bold" if bold else "Helvetica", 9)
            if x < 100:
                canvas.drawString(x, 842 - y, text)
            else:
                canvas.drawCentredString(x, 842 - y, text)
    canvas.setLineWidth(0.5)
    for y, x0, x1 in rules or []:
        canvas.line(x0, 842 - y, x1, 842 - y)
    canvas.save()


def heads_of(found: tuple[Observation, ...], row: str) -> list[tuple[str, ...]]:
    return [tuple(o.column_path) for o in found if o.row_path[-1] == row]


def rows(top: float, places: list[float], step: float = 14.0) -> dict[float, list[Line]]:
    """Rows of figures under labels."""
    labels = ("All items", "Food", "Clothing", "Housing", "Transport")
    return {
        top + step * n: [(50.0, label, n == 0), *((x, f"{1.5 + n + k}", n == 0) for k, x in enumerate(places))]
        for n, label in enumerate(labels)
    }


def test_spanning_heads_over_the_first_rule_between_lines_of_heads_belong_to_the_table(tmp_path: Path) -> None:
    places = [210.0, 280.0, 350.0, 430.0]
    lines = {
        60.0: [(50.0, "Table 3: Food and other inflation", True)],
        76.0: [(280.0, "Annual rate (%)", True), (430.0, "Monthly rate (%)", True)],
        90.0: [(x, text, True) for x, text in zip(places, ("May 25", "Jun 25", "Jul 25", "Jul 25"), strict=True)],
        **rows(104.0, places),
    }
    ruled = [(80.0 + 14 * n, 175.0 if n == 0 else 48.0, 470.0) for n in range(7)]
    draw(tmp_path / "a.pdf", lines, ruled)
    found = pipeline.document(tmp_path / "a.pdf").observations
    assert {o.caption for o in found} == {"Table 3: Food and other inflation"}
    assert heads_of(found, "Food") == [
        ("Annual rate (%)", "May 25"),
        ("Annual rate (%)", "Jun 25"),
        ("Annual rate (%)", "Jul 25"),
        ("Monthly rate (%)", "Jul 25"),
    ]


def test_a_spanning_head_over_the_middle_of_months_broken_at_their_dash_is_no_line_of_one(tmp_path: Path) -> None:
    places = [210.0, 250.0, 290.0, 360.0, 420.0, 480.0]
    firsts, lasts = (
        ("Jun-", "May-", "Jun-", "Jun-25 /", "Jun-25 /", "Average"),
        ("24", "25", "25", "May-25", "Jun-24", "annual"),
    )
    lines = {
        60.0: [(50.0, "Table 1: Urban prices", True)],
        79.0: [(250.0, "Indices", True), (420.0, "% change on", True)],
        94.0: [(50.0, "Divisions", True), *((x, text, True) for x, text in zip(places, firsts, strict=True))],
        105.0: [(x, text, True) for x, text in zip(places, lasts, strict=True)],
        **rows(120.0, places),
    }
    draw(tmp_path / "a.pdf", lines, [(66.0, 48.0, 510.0), (109.0, 48.0, 510.0), (180.0, 48.0, 510.0)])
    found = pipeline.document(tmp_path / "a.pdf").observations
    assert [path[0] for path in heads_of(found, "Food")] == ["Indices"] * 3 + ["% change on"] * 3


def test_years_of_the_last_line_of_heads_left_of_their_figures_head_these(tmp_path: Path) -> None:
    heads, figures = [230.0, 300.0, 350.0, 420.0, 500.0], [230.0, 310.0, 360.0, 460.0, 540.0]
    firsts = ("Relative", "May", "June", "June", "May")
    lines = {
        60.0: [(50.0, "Table 7. Prices by class, June 2025", True)],
        80.0: [(330.0, "Unadjusted index", True), (470.0, "Percent change from", True)],
        94.0: [(x, text, True) for x, text in zip(heads, firsts, strict=True)],
        100.0: [(230.0, "importance", True)],
        105.0: [(x, year, True) for x, year in zip(heads[1:], ("2025", "2025", "2024", "2025"), strict=True)],
        **rows(120.0, figures),
    }
    draw(tmp_path / "a.pdf", lines, [(66.0, 48.0, 560.0), (109.0, 48.0, 560.0), (180.0, 48.0, 560.0)])
    found = pipeline.document(tmp_path / "a.pdf").observations
    assert [path[-1] for path in heads_of(found, "Food")[1:]] == ["May 2025", "June 2025", "June 2024", "May 2025"]


def test_codes_of_divisions_head_columns(tmp_path: Path) -> None:
    heads = [200.0, 250.0, 300.0, 350.0, 400.0]
    lines = {
        60.0: [(50.0, "Table 2: Index by state and main group, June 2025", True)],
        80.0: [
            (50.0, "State", True),
            *((x, text, True) for x, text in zip(heads, ("Total", "01", "02", "03", "04"), strict=True)),
        ],
        **rows(94.0, [x + 6 for x in heads]),
    }
    draw(tmp_path / "a.pdf", lines)
    found = pipeline.document(tmp_path / "a.pdf").observations
    assert heads_of(found, "Food") == [("Total",), ("01",), ("02",), ("03",), ("04",)]


def test_codes_of_three_numbers_are_no_figures_and_stand_with_their_labels(tmp_path: Path) -> None:
    names = ("Cereals", "Meat", "Milk", "Food", "Tobacco", "All groups")
    codes = ("1.1.01", "1.1.02", "1.1.04", "1", "2", "")
    lines = {
        60.0: [(50.0, "Annex I: Rates by group", True)],
        80.0: [(50.0, "Code", True), (150.0, "Group", True), (280.0, "Rural", True), (360.0, "Urban", True)],
    }
    for n, (code, name) in enumerate(zip(codes, names, strict=True)):
        own = [(50.0, code, False)] if code else []
        lines[94.0 + 14 * n] = [*own, (150.0, name, False), (280.0, f"{n}.86", False), (360.0, f"{n}.34", False)]
    ys = [70.0, *(84.0 + 14 * n for n in range(7))]
    ruled = [(y, 48.0, 400.0) for y in ys]
    draw(tmp_path / "a.pdf", lines, ruled)
    found = pipeline.document(tmp_path / "a.pdf").observations
    assert [(tuple(o.row_path), o.value_text) for o in found[:2]] == [
        (("1.1.01 Cereals",), "0.86"),
        (("1.1.01 Cereals",), "0.34"),
    ]
    assert {o.row_path[-1].split()[-1] for o in found} == {"Cereals", "Meat", "Milk", "Food", "Tobacco", "groups"}


def test_a_numbered_title_in_bold_over_a_table_is_its_caption(tmp_path: Path) -> None:
    places = [250.0, 330.0]
    lines = {
        60.0: [(50.0, "2. Rates by community", True)],
        80.0: [(250.0, "Active (%)", True), (330.0, "Unemployed (%)", True)],
        **rows(94.0, places),
    }
    draw(tmp_path / "a.pdf", lines)
    assert {o.caption for o in pipeline.document(tmp_path / "a.pdf").observations} == {"2. Rates by community"}


def right(x: float, text: str, size: float = 9.0) -> tuple[float, str, bool]:
    """A text in bold that ends at `x`."""
    return x - stringWidth(text, "Helvetica-Bold", size) / 2, text, True


def left(x: float, text: str, size: float = 9.0) -> tuple[float, str, bool]:
    """A text in bold that begins at `x`."""
    return x + stringWidth(text, "Helvetica-Bold", size) / 2, text, True


def test_words_of_a_spanning_head_that_happen_to_end_with_columns_stay_one_head(tmp_path: Path) -> None:
    ends = [290.0, 330.0, 411.0, 476.0]
    lines = {
        60.0: [(50.0, "Table 7. Prices by class", True)],
        80.0: [right(330.0, "Unadjusted index"), right(476.0, "Change of June from—")],
        94.0: [right(x, text) for x, text in zip(ends, ("May", "June", "June", "May"), strict=True)],
        **rows(110.0, [x - 6 for x in ends]),
    }
    draw(tmp_path / "a.pdf", lines, [(66.0, 48.0, 490.0), (98.0, 48.0, 490.0), (180.0, 48.0, 490.0)])
    found = pipeline.document(tmp_path / "a.pdf").observations
    assert heads_of(found, "Food") == [
        ("Unadjusted index", "May"),
        ("Unadjusted index", "June"),
        ("Change of June from—", "June"),
        ("Change of June from—", "May"),
    ]


def test_the_second_line_of_a_head_left_of_its_figures_is_no_head_of_the_column_before(tmp_path: Path) -> None:
    starts = [210.0, 250.0, 295.0, 340.0, 390.0]
    lines = {
        60.0: [(50.0, "Table 1. Changes and contributions", True)],
        80.0: [left(210.0, "Monthly"), left(295.0, "Change % of the"), left(390.0, "Contribution, in the")],
        91.0: [left(210.0, "change %"), left(295.0, "year so far"), left(390.0, "year")],
        104.0: [left(x, text) for x, text in zip(starts, ("2024", "2025", "2024", "2025"), strict=False)],
        **rows(122.0, [224.0, 266.0, 311.0, 358.0, 468.0]),
    }
    draw(tmp_path / "a.pdf", lines, [(66.0, 48.0, 545.0), (110.0, 48.0, 545.0), (190.0, 48.0, 545.0)])
    found = pipeline.document(tmp_path / "a.pdf").observations
    assert heads_of(found, "Food") == [
        ("Monthly change %", "2024"),
        ("Monthly change %", "2025"),
        ("Change % of the year so far", "2024"),
        ("Change % of the year so far", "2025"),
        ("Contribution, in the year",),
    ]


def test_a_year_over_the_middle_of_its_months_spans_them(tmp_path: Path) -> None:
    places = [220.0, 270.0, 310.0, 350.0, 440.0]
    lines = {
        60.0: [(50.0, "Table 3: Monthly index by division", True)],
        76.0: [(310.0, "2025", True)],
        80.0: [(220.0, "Weight", True), (440.0, "Average for quarter", True)],
        86.0: [(x, text, True) for x, text in zip(places[1:4], ("April", "May", "June"), strict=True)],
        **rows(102.0, places),
    }
    draw(tmp_path / "a.pdf", lines, [(66.0, 48.0, 490.0), (91.0, 48.0, 490.0), (170.0, 48.0, 490.0)])
    found = pipeline.document(tmp_path / "a.pdf").observations
    assert heads_of(found, "Food")[1:4] == [("2025", "April"), ("2025", "May"), ("2025", "June")]
    assert [o.period for o in found if o.row_path[-1] == "Food"][1:4] == ["2025-04", "2025-05", "2025-06"]


def test_spanning_heads_flush_right_over_heads_that_begin_anew_are_no_lines_of_these(tmp_path: Path) -> None:
    ends = [260.0, 340.0, 380.0, 460.0]
    lines = {
        60.0: [(50.0, "Table 1 Index, 2020 base", True)],
        80.0: [right(340.0, "All items"), right(460.0, "All items, less food")],
        91.0: [right(x, text) for x, text in zip(ends, ("Index", "Change (%)", "Index", "Change (%)"), strict=True)],
        **rows(106.0, [x - 6 for x in ends]),
    }
    draw(tmp_path / "a.pdf", lines)
    assert heads_of(pipeline.document(tmp_path / "a.pdf").observations, "Food") == [
        ("All items", "Index"),
        ("All items", "Change (%)"),
        ("All items, less food", "Index"),
        ("All items, less food", "Change (%)"),
    ]


def test_heads_exactly_over_the_middle_of_three_others_each_span_these(tmp_path: Path) -> None:
    places = [200.0, 240.0, 280.0, 320.0, 370.0, 430.0, 490.0]
    leaves = ("Weights", "Jun-24", "May-25", "Jun-25", "Nov-24", "Dec-24", "Jan-25")
    lines = {
        60.0: [(50.0, "Table 1: Urban prices", True)],
        80.0: [(280.0, "Indices", True), (430.0, "% change on", True)],
        91.0: [(x, text, True) for x, text in zip(places, leaves, strict=True)],
        **rows(104.0, places),
    }
    draw(tmp_path / "a.pdf", lines, [(66.0, 48.0, 520.0), (95.0, 48.0, 520.0), (170.0, 48.0, 520.0)])
    found = pipeline.document(tmp_path / "a.pdf").observations
    assert [path[0] for path in heads_of(found, "Food")] == ["Weights", *["Indices"] * 3, *["% change on"] * 3]


def test_codes_in_a_column_have_not_the_unit_of_the_table(tmp_path: Path) -> None:
    lines = {
        60.0: [(50.0, "Table 4: Average prices of selected items, June 2025 (rupees)", True)],
        80.0: [
            (x, text, True)
            for x, text in zip((200.0, 270.0, 340.0), ("May 2025", "June 2025", "Quality key"), strict=True)
        ],
    }
    for n, name in enumerate(("Rice", "Milk powder", "Tea", "Coconut oil")):
        lines[94.0 + 14 * n] = [
            (50.0, name, False),
            (200.0, f"{220 + n}.00", False),
            (270.0, f"{225 + n}.50", False),
            (340.0, f"{1 + n % 3}", False),
        ]
    draw(tmp_path / "a.pdf", lines)
    found = pipeline.document(tmp_path / "a.pdf").observations
    assert [o.unit for o in found if o.row_path == ("Rice",)] == ["rupees", "rupees", None]


def test_years_off_the_middle_of_their_quarters_span_them_to_the_next_first_quarter(tmp_path: Path) -> None:
    places = [249.0, 277.0, 305.0, 338.0, 373.0, 408.0, 443.0, 478.0, 512.0]
    quarters = [f"Q{1 + n % 4}" for n in range(9)]
    lines = {
        60.0: [(50.0, "Table 1. Expenditure by quarter", True)],
        78.0: [(274.0, "2023", True), (404.0, "2024", True), (509.0, "2025", True)],
        93.0: [(x, quarter, True) for x, quarter in zip(places, quarters, strict=True)],
        **rows(112.0, places),
    }
    draw(tmp_path / "a.pdf", lines)
    found = pipeline.document(tmp_path / "a.pdf").observations
    years = ["2023"] * 4 + ["2024"] * 4 + ["2025"]
    assert heads_of(found, "Food") == list(zip(years, quarters, strict=True))


def test_a_date_over_the_first_rule_is_no_head(tmp_path: Path) -> None:
    places = [210.0, 300.0, 390.0]
    lines = {
        60.0: [(50.0, "Round-up of prices", True), (300.0, "Fri, Feb 24, 2017", True), (440.0, "Market News", True)],
        76.0: [(x, text, True) for x, text in zip(places, ("This Week", "Last Week", "Year Ago"), strict=True)],
        **rows(92.0, places),
    }
    draw(tmp_path / "a.pdf", lines, [(64.0, 48.0, 470.0), (80.0, 48.0, 470.0), (156.0, 48.0, 470.0)])
    found = pipeline.document(tmp_path / "a.pdf").observations
    assert heads_of(found, "Food") == [("This Week",), ("Last Week",), ("Year Ago",)]
    assert {o.period for o in found if o.column_path == ("Last Week",)} == {None}
