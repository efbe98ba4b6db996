from collections.abc import Sequence
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from statchunk import pipeline
from tests.tables.printed import across, opened, rows

ROWS = [
    ("All items", "3.4", "4.1", "0.5", "1.2"),
    ("Food", "3.0", "3.4", "0.3", "0.7"),
    ("Transport", "1.2", "3.3", "1.7", "3.8"),
]
LEFT = 170.0
REGIONS = ("North", "South", "East", "West", "Coast")


def draw(path: Path) -> None:
    """Two spanning heads set flush left over two columns each, hardly more than a word space apart."""
    canvas = Canvas(str(path), pagesize=(595, 842), invariant=True)
    canvas.setFont("Helvetica-Bold", 10)
    canvas.drawString(44, 742, "Table 2: Annual and monthly rates by division")
    first = "CPIH 12-month rate (%)"
    canvas.drawString(LEFT, 715, first)
    canvas.drawString(LEFT + canvas.stringWidth(first, "Helvetica-Bold", 10) + 3.5, 715, "CPIH 1-month rate (%)")
    start = LEFT + canvas.stringWidth(first, "Helvetica-Bold", 10) + 3.5
    places = (LEFT, (LEFT + start) / 2, start, start + 55)
    across(canvas, 695, places, ("Mar 2025", "Apr 2025", "Apr 2024", "Apr 2025"), "left")
    for index, (label, *figures) in enumerate(ROWS):
        canvas.setFont("Helvetica-Bold", 10)
        canvas.drawString(44, 674 - 20 * index, label)
        canvas.setFont("Helvetica", 10)
        across(canvas, 674 - 20 * index, places, figures, "left")
    canvas.save()


def test_spanning_heads_flush_with_their_columns_are_two_though_hardly_apart(tmp_path: Path) -> None:
    draw(tmp_path / "a.pdf")
    observations = pipeline.document(tmp_path / "a.pdf").observations
    row = {o.value_text: (o.column_path, o.period) for o in observations if o.row_path[-1] == "All items"}
    assert row == {
        "3.4": (("CPIH 12-month rate (%)", "Mar 2025"), "2025-03"),
        "4.1": (("CPIH 12-month rate (%)", "Apr 2025"), "2025-04"),
        "0.5": (("CPIH 1-month rate (%)", "Apr 2024"), "2024-04"),
        "1.2": (("CPIH 1-month rate (%)", "Apr 2025"), "2025-04"),
    }


def test_a_rule_under_several_heads_begins_where_their_columns_begin(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1. Employed persons by industry, 2024", left=58, size=8)
    canvas.drawString(264, 770, "Male")  # its middle is that of the columns "Total" and "Employees"
    canvas.drawString(390, 770, "Female")
    canvas.line(259, 767, 538, 767)
    heads = ["Total", "Employees", "Self-employed", "Employees", "Self-employed"]
    across(canvas, 757, (243, 290, 346, 420, 490), heads, "middle")
    canvas.line(58, 753, 538, 753)
    industries = ("Agriculture", "Mining", "Manufacturing", "Construction", "Transport")
    rows(canvas, 740, industries, (256, 318, 378, 450, 536), left=58)
    canvas.save()
    observations = pipeline.document(tmp_path / "a.pdf").observations
    assert [o.column_path for o in observations[:5]] == [
        ("Total",),
        ("Male", "Employees"),
        ("Male", "Self-employed"),
        ("Female", "Employees"),
        ("Female", "Self-employed"),
    ]


def test_spanning_heads_at_the_left_of_wide_columns_hold_for_the_heads_that_begin_anew(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1. Students enrolled by level, per cent", left=58, landscape=True)
    canvas.drawString(428, 520, "2022")
    canvas.drawString(607, 520, "2023")  # nearer to the figures of February 2022 than to those of January 2023
    canvas.line(424, 517, 785, 517)
    across(canvas, 507, (468, 558, 647, 737), ("Jan", "Feb", "Jan", "Feb"), "middle")
    canvas.line(58, 503, 785, 503)
    levels = ("Primary", "Secondary", "Upper secondary", "Tertiary", "All levels")
    rows(canvas, 491, levels, (512, 600, 690, 780), lambda row, k: f"{30 + k}.{row}", step=14, left=58)
    canvas.save()
    observations = pipeline.document(tmp_path / "a.pdf").observations
    assert [(o.column_path, o.period) for o in observations[:4]] == [
        (("2022", "Jan"), "2022-01"),
        (("2022", "Feb"), "2022-02"),
        (("2023", "Jan"), "2023-01"),
        (("2023", "Feb"), "2023-02"),
    ]


def test_a_head_a_word_space_before_a_spanning_head_is_parted_from_it_by_its_rule(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1. Resident population by region, 2024", left=58, size=8)
    canvas.drawRightString(200, 770, "Total")
    canvas.drawString(204, 770, "Public")
    canvas.drawString(345, 770, "Private")
    canvas.line(202, 767, 538, 767)
    across(canvas, 757, (270, 340, 420, 536), ("Men", "Women", "Men", "Women"))
    canvas.line(58, 753, 538, 753)
    rows(canvas, 740, REGIONS, (200, 270, 340, 420, 536), left=58)
    canvas.save()
    observations = pipeline.document(tmp_path / "a.pdf").observations
    assert [o.column_path for o in observations[:5]] == [
        ("Total",),
        ("Public", "Men"),
        ("Public", "Women"),
        ("Private", "Men"),
        ("Private", "Women"),
    ]


@pytest.mark.parametrize("step", [9.0, 6.0], ids=["apart", "close"])
def test_spanning_heads_over_the_white_beside_a_head_between_the_lines_span_the_columns_after_it(
    tmp_path: Path, step: float
) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1. Employed persons, 2024", at=795, left=58, size=8)
    canvas.drawRightString(166, 757 + step, "Total")
    canvas.drawString(178, 757 + 2 * step, "Male")
    canvas.drawString(361, 757 + 2 * step, "Female")
    xs = (166.0, 253.0, 350.0, 436.0, 532.0)
    across(canvas, 757, xs[1:], ("Nationals", "Foreigners") * 2)
    rows(canvas, 738, REGIONS, xs, left=58)
    canvas.save()
    observations = pipeline.document(tmp_path / "a.pdf").observations
    assert [o.column_path for o in observations[:5]] == [
        ("Total",),
        ("Male", "Nationals"),
        ("Male", "Foreigners"),
        ("Female", "Nationals"),
        ("Female", "Foreigners"),
    ]


def test_a_head_of_two_lines_beside_one_of_one_line_spans_no_more_than_its_own(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1. Employed persons, thousands", at=795, left=58, size=8)
    xs = tuple(220.0 + 40 * k for k in range(8))
    for n, head in enumerate(("Private", "Other")):
        canvas.drawCentredString(270 + 160 * n, 778, head)
        canvas.line(192 + 160 * n, 775, 348 + 160 * n, 775)
        canvas.drawCentredString(230 + 160 * n, 766, "Employees")
        canvas.drawCentredString(310 + 160 * n, 766, "Self-")
        canvas.drawCentredString(310 + 160 * n, 757, "employed")
    canvas.line(192, 754, 508, 754)
    for k, x in enumerate(xs):
        canvas.drawCentredString(x - 10, 744, str(2023 + k % 2))
    canvas.line(58, 740, 508, 740)
    rows(canvas, 728, REGIONS, xs, left=58)
    canvas.save()
    observations = pipeline.document(tmp_path / "a.pdf").observations
    assert [o.column_path for o in observations[:8]] == [
        (outer, inner, year)
        for outer in ("Private", "Other")
        for inner in ("Employees", "Self-employed")
        for year in ("2023", "2024")
    ]


def test_spanning_heads_flush_left_over_wide_columns_begin_beside_the_head_before(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1. Employed persons, 2024", left=58, size=8, prose=False, landscape=True)
    stops = (280, 405, 535, 660, 790)
    canvas.drawString(283, 520, "Urban")  # nearer to the figures before than to its own
    canvas.drawString(538, 520, "Rural")
    across(canvas, 508, stops, ("Total", "Men", "Women", "Men", "Women"))
    industries = ("Farming", "Mining", "Trade", "Transport")
    rows(canvas, 492, industries, stops, lambda row, k: f"{1 + k},{100 + row}", step=14, left=58)
    canvas.save()
    observations = pipeline.document(tmp_path / "a.pdf").observations
    assert [o.column_path for o in observations[:5]] == [
        ("Total",),
        ("Urban", "Men"),
        ("Urban", "Women"),
        ("Rural", "Men"),
        ("Rural", "Women"),
    ]


def test_heads_at_the_right_of_wide_columns_stand_on_two_lines(tmp_path: Path) -> None:
    canvas = opened(
        tmp_path / "a.pdf", "Table 1. Employed persons, 2024", left=58, size=10, prose=False, landscape=True
    )
    across(canvas, 520, (438, 669), ("Men", "Women"), "middle")
    canvas.drawRightString(317, 511, "Total")
    across(canvas, 502, (439, 549, 671, 781), ("Urban", "Rural") * 2)
    canvas.line(58, 498, 785, 498)
    canvas.line(58, 532, 785, 532)
    for n, quarter in enumerate(("Q1", "Q2", "Q3", "Q4") * 2):
        if quarter == "Q1":
            canvas.drawString(62, 486 - 14 * n, str(2021 + n // 4))
        canvas.drawString(157, 486 - 14 * n, quarter)
        for k, x in enumerate((220, 326, 448, 558, 680)):
            canvas.drawString(x, 486 - 14 * n, f"{1 + k},{100 + n}")
    canvas.save()
    observations = pipeline.document(tmp_path / "a.pdf").observations
    assert [o.column_path for o in observations[:5]] == [
        ("Total",),
        ("Men", "Urban"),
        ("Men", "Rural"),
        ("Women", "Urban"),
        ("Women", "Rural"),
    ]


def test_four_levels_of_heads_set_flush_left_are_four(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1. Students, 2024", at=800, left=58, prose=False)
    for y, step, heads in (
        (780.5, 400, ("Students enrolled",)),
        (766, 200, ("Nationals", "Foreigners")),
        (751.5, 100, ("Full-time", "Part-time") * 2),
        (737, 50, ("2023", "2024") * 4),
    ):
        for k, head in enumerate(heads):
            canvas.drawString(140 + k * step, y, head)
    canvas.line(58, 732, 540, 732)
    for n, label in enumerate(("Schools", "Colleges", "Universities")):
        canvas.drawString(58, 715 - 14 * n, label)
        for k in range(8):
            canvas.drawString(140 + 50 * k, 715 - 14 * n, f"{1 + k},10{n}")
    canvas.save()
    observations = pipeline.document(tmp_path / "a.pdf").observations
    assert [o.column_path for o in observations[:8]] == [
        ("Students enrolled", who, when, year)
        for who in ("Nationals", "Foreigners")
        for when in ("Full-time", "Part-time")
        for year in ("2023", "2024")
    ]


def _released(path: Path, heads: Sequence[tuple[float, float, str]], figures: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Column paths of a table with these heads centred at (x, y) and a row or three of figures under them."""
    canvas = opened(path, "Table 1. Prices of households", at=800, left=58, size=8, prose=False)
    canvas.line(58, 790, 540, 790)
    for x, y, head in heads:
        canvas.drawCentredString(x, y, head)
    canvas.line(58, 742, 540, 742)
    for n, label in enumerate(("Food", "Shelter", "Clothing and footwear")):
        canvas.drawString(58, 730 - 14 * n, label)
        for k, figure in enumerate(figures):
            canvas.drawRightString(225 + 62 * k, 730 - 14 * n, figure)
    canvas.save()
    return [o.column_path for o in pipeline.document(path).observations[: len(figures)]]


def test_units_of_a_last_line_stand_over_all_columns_that_they_are_centred_over(tmp_path: Path) -> None:
    heads = [
        *((x, 778, month) for x, month in ((275, "May"), (337, "April"), (399, "May"))),
        *((x, 768, year) for x, year in ((275, "2024"), (337, "2025"), (399, "2025"))),
        (213, 768, "Importance"),
        (458, 768, "Monthly"),
        (520, 768, "Annual"),
        (213, 750, "%"),
        (337, 750, "(2002=100)"),
        (489, 750, "% change"),
    ]
    assert _released(tmp_path / "a.pdf", heads, ("16.91", "187.8", "193.6", "194.0", "0.2", "3.3")) == [
        ("Importance", "%"),
        ("May 2024", "(2002=100)"),
        ("April 2025", "(2002=100)"),
        ("May 2025", "(2002=100)"),
        ("Monthly", "% change"),
        ("Annual", "% change"),
    ]


def test_runs_of_heads_that_recur_in_part_begin_after_a_column_of_its_own(tmp_path: Path) -> None:
    heads = [
        (213, 762, "Index"),
        *(
            (x, 750, head)
            for x, head in ((275, "Month"), (337, "So far"), (399, "Year"), (458, "Month"), (520, "So far"))
        ),
        (337, 772, "% Change"),
        (489, 772, "Effect"),
    ]
    assert _released(tmp_path / "a.pdf", heads, ("119.2", "0.7", "1.6", "2.3", "0.1", "0.2")) == [
        ("Index",),
        ("% Change", "Month"),
        ("% Change", "So far"),
        ("% Change", "Year"),
        ("Effect", "Month"),
        ("Effect", "So far"),
    ]
