"""What stands over a table: its heads, its caption, and text that is neither."""

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from statchunk import pipeline
from tests.tables.test_release_heads import draw, heads_of, left, right, rows


def test_a_sentence_alone_over_a_title_in_the_same_type_is_no_part_of_it(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(595, 842), invariant=True)
    canvas.setFont("Helvetica", 12)
    canvas.drawString(50, 790, "Price index, June 2025")
    canvas.setFont("Helvetica", 9)
    canvas.drawString(50, 765, "The rate of inflation by the price index was 0.7 percent in June 2025.")
    canvas.drawString(50, 745, "Price index, contributions to change by group of products")
    for y, texts in rows(118.0, [300.0, 380.0]).items():
        for x, text, _ in texts:
            canvas.drawString(x, 842 - y, text)
    canvas.drawString(290, 736 - 4, "Month")
    canvas.drawString(372, 736 - 4, "Year")
    canvas.save()
    found = pipeline.document(tmp_path / "a.pdf").observations
    assert {o.caption for o in found} == {"Price index, contributions to change by group of products"}


def test_a_numbered_line_in_plain_type_centred_right_over_a_table_is_its_caption(tmp_path: Path) -> None:
    lines = {
        60.0: [(50.0, "The number of persons in work rose by 503,300 in the second quarter of 2025.", False)],
        80.0: [(290.0, "2. Rates by community", False)],
        94.0: [
            (x, text, False) for x, text in ((240.0, "Activity (%)"), (360.0, "Unemployed (%)"), (480.0, "Employed"))
        ],
        **rows(108.0, [240.0, 360.0, 480.0]),
    }
    draw(tmp_path / "a.pdf", lines, [(83.5 + 14 * n, 48.0, 532.0) for n in range(8)])
    assert {o.caption for o in pipeline.document(tmp_path / "a.pdf").observations} == {"2. Rates by community"}


def test_a_heading_over_a_table_whose_first_line_is_its_labelled_caption_is_no_part_of_this(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(595, 842), invariant=True)
    canvas.setFont("Helvetica-Bold", 12)
    canvas.drawString(50, 790, "OFFICIAL STATISTICS")
    canvas.setFillGray(0.8)
    canvas.rect(48, 720, 500, 48, stroke=0, fill=1)
    canvas.setFillGray(0)
    canvas.setFont("Helvetica", 9)
    canvas.drawCentredString(298, 755, "Table 1")
    canvas.drawCentredString(298, 743, "Price index and inflation in 150 cities by group")
    for x, text in ((280.0, "Index"), (380.0, "Monthly (%)"), (500.0, "Annual (%)")):
        canvas.drawCentredString(x, 726, text)
    for y, texts in rows(134.0, [280.0, 380.0, 500.0]).items():
        for x, text, _ in texts:
            canvas.drawString(x, 842 - y, text)
    canvas.save()
    found = pipeline.document(tmp_path / "a.pdf").observations
    assert {o.caption for o in found} == {"Table 1 Price index and inflation in 150 cities by group"}


def test_lines_of_a_caption_at_the_left_over_a_column_of_codes_are_no_heads_of_the_figures(tmp_path: Path) -> None:
    places = [230.0, 290.0, 350.0, 410.0, 470.0]
    figures = rows(116.0, places)
    lines = {
        30.0: [(50.0, "INDEX NUMBERS OF PRICES FOR RURAL AND URBAN AREAS", False)],
        60.0: [(50.0, "Annex I", True)],
        71.0: [
            (50.0, "Rates of inflation (%) for May 2025 (Final) and June 2025 (Provisional) (Base: 2012=100) by", True)
        ],
        82.0: [(50.0, "group", True)],
        92.0: [(260.0, "Rural", True), (380.0, "Urban", True)],
        104.0: [left(x - 12, t) for x, t in zip(places, ("May", "June", "May", "June", "All"), strict=True)],
        **{
            y: [(50.0, f"1.1.0{n}", False), (90.0, texts[0][1], False), *texts[1:]]
            for n, (y, texts) in enumerate(figures.items(), 1)
        },
    }
    draw(tmp_path / "a.pdf", lines)
    found = pipeline.document(tmp_path / "a.pdf").observations
    assert {o.caption for o in found} == {
        "Annex I Rates of inflation (%) for May 2025 (Final) and June 2025 (Provisional) (Base: 2012=100) by group"
    }
    assert [o.column_path[-1] for o in found[:5]] == ["May", "June", "May", "June", "All"]


def test_a_line_of_a_head_wider_than_the_one_column_that_it_ends_with_belongs_to_the_heads(tmp_path: Path) -> None:
    ends = [328.0, 370.0, 410.0, 475.0, 535.0]
    years = ("2025", "2025", "2024", "2025")
    lines = {
        60.0: [(50.0, "Table 7. Price index by class", True)],
        84.0: [right(405.0, "Unadjusted index"), right(535.0, "Change to June from")],
        90.0: [right(328.0, "Relative impor-")],
        96.0: [right(x, text) for x, text in zip(ends[1:], ("May", "June", "June", "May"), strict=True)],
        99.0: [right(328.0, "tance May 2025")],
        105.0: [right(x, text) for x, text in zip(ends[1:], years, strict=True)],
        **rows(120.0, [x - 6 for x in ends]),
    }
    draw(tmp_path / "a.pdf", lines)
    found = pipeline.document(tmp_path / "a.pdf").observations
    assert {o.caption for o in found} == {"Table 7. Price index by class"}
    assert heads_of(found, "Food") == [
        ("Relative importance May 2025",),
        ("Unadjusted index", "May 2025"),
        ("Unadjusted index", "June 2025"),
        ("Change to June from", "June 2024"),
        ("Change to June from", "May 2025"),
    ]


def test_a_line_about_the_middle_of_a_table_and_of_none_of_its_heads_is_its_caption(tmp_path: Path) -> None:
    lines = {
        60.0: [(50.0, "The number of persons in work rose by 503,300 in the second quarter of 2025.", False)],
        90.0: [(285.0, "Rates by community", True)],
        101.0: [(x, t, True) for x, t in ((250.0, "Activity (%)"), (375.0, "Unemployed (%)"), (485.0, "Employed"))],
        **rows(113.0, [250.0, 375.0, 485.0]),
    }
    draw(tmp_path / "a.pdf", lines)
    found = pipeline.document(tmp_path / "a.pdf").observations
    assert {o.caption for o in found} == {"Rates by community"}
    assert heads_of(found, "Food") == [("Activity (%)",), ("Unemployed (%)",), ("Employed",)]


def test_the_first_line_of_a_head_flush_with_the_last_figures_may_be_far_wider_than_these(tmp_path: Path) -> None:
    starts = [215.0, 250.0, 420.0]
    upper, lower = ("Percentage Monthly Change (June", "Percentage Annual Change (June"), ("2025/ May)", "2025/ June)")
    lines = {
        60.0: [(50.0, "Table 1: Change in prices by division", True)],
        85.0: [left(x, text) for x, text in zip(starts[1:], upper, strict=True)],
        95.0: [left(x, text) for x, text in zip(starts, ("Weight", *lower), strict=True)],
        **rows(110.0, [x + 6.3 for x in starts]),
    }
    draw(tmp_path / "a.pdf", lines)
    found = pipeline.document(tmp_path / "a.pdf").observations
    assert heads_of(found, "Food")[1:] == [(f"{a} {b}",) for a, b in zip(upper, lower, strict=True)]
