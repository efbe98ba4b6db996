from itertools import pairwise
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from statchunk import pipeline
from statchunk.model.page import Page, Rect
from statchunk.settings import TableSettings
from statchunk.tables.regions_drawings import find_drawings

SHADE = 0xD5DDE8


def page(rects: list[Rect]) -> Page:
    return Page(1, 595.0, 842.0, rects=tuple(rects))


def test_shaded_heads_of_several_tables_are_no_bars() -> None:
    rects = []
    for top, edges in ((150, (57, 99, 180, 264)), (260, (57, 150, 300)), (370, (57, 160, 400)), (480, (57, 120, 500))):
        pairs = pairwise(edges)
        rects += [Rect(a, top, b, top + 12, SHADE, None) for a, b in pairs]
    assert find_drawings(page(rects), [], TableSettings()) == []


def test_bars_of_many_lengths_are_a_drawing() -> None:
    rects = [
        Rect(57, 150 + 20 * n, 57 + length, 162 + 20 * n, SHADE, None) for n, length in enumerate((40, 90, 70, 130))
    ]
    assert len(find_drawings(page(rects), [], TableSettings())) == 1


def draw(path: Path) -> None:
    """A table without rules whose every other row is shaded, heads at the right of its wide columns."""
    canvas = Canvas(str(path), pagesize=(612, 842), invariant=True)
    canvas.setFont("Helvetica-Bold", 9)
    canvas.drawString(50, 800, "Table 2. Revenue by quarter (million euros)")
    canvas.setFillColorRGB(0.91, 0.93, 0.96)
    for y in (758, 730):
        for x in (50, 150, 290, 430):
            canvas.rect(x, y, 140 if x > 50 else 100, 14, stroke=0, fill=1)
    canvas.setFillColorRGB(0, 0, 0)
    canvas.setFont("Helvetica", 9)
    canvas.drawString(54, 776, "Period")
    for x, head in ((284, "Total"), (424, "Male"), (564, "Female")):
        canvas.drawRightString(x, 776, head)
    rows = ("7499 5048 1673", "3090 2287 4639", "6893 9630 1090", "9080 1176 2934")
    for index, row in enumerate(rows):
        canvas.drawString(54, 762 - 14 * index, f"Q{index + 1}")
        for x, figure in zip((154, 294, 434), row.split(), strict=True):
            canvas.drawString(x, 762 - 14 * index, figure)
    canvas.save()


def test_shaded_rows_say_how_wide_a_table_is(tmp_path: Path) -> None:
    draw(tmp_path / "a.pdf")
    observations = pipeline.document(tmp_path / "a.pdf").observations
    assert {o.value_text: o.column_path for o in observations if o.row_path == ("Q1",)} == {
        "7499": ("Total",),
        "5048": ("Male",),
        "1673": ("Female",),
    }
