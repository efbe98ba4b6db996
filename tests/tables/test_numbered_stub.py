"""Stubs whose first column numbers a classification, and one centred heading among their rows."""

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from statchunk import pipeline
from statchunk.model.evidence import Observation
from tests.tables.printed import opened

ITEMS = (
    ("1", 0, "Cement and mortars", "16.25"),
    ("1.1", 1, "Cement", "3.15"),
    ("1.2", 1, "Reinforcements of mortars and of|ready mixed concrete", "13.10"),
    ("2", 0, "Natural stone", "1.76"),
    ("2.1", 1, "Quarry gravel", "0.45"),
    ("2.2", 1, "Quarry sand", "1.31"),
    ("3", 0, "Marble products", "4.02"),
    ("3.1", 1, "Marble slabs", "4.02"),
)


def observed(path: Path) -> list[Observation]:
    return [o for o in pipeline.document(path).observations if o.value is not None]


def _ruled(canvas: Canvas, top: float, bottom: float) -> None:
    for x in (48, 90, 320, 400):
        canvas.line(x, top, x, bottom)
    for y in (top, top - 16, bottom):
        canvas.line(48, y, 400, y)


def test_an_outline_of_decimal_numbers_labels_the_rows(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.setFont("Helvetica-Bold", 9)
    canvas.drawString(50, 800, "Table 1 Weights of materials")
    canvas.setFont("Helvetica", 9)
    canvas.drawCentredString(69, 780, "Code")
    canvas.drawString(95, 780, "Description")
    canvas.drawRightString(396, 780, "Coefficient")
    y = 764.0
    for code, depth, name, figure in ITEMS:
        lines = name.split("|")
        for line in lines:
            canvas.drawString(95 + 12 * depth, y, line)
            y -= 14
        canvas.drawCentredString(69, y + 14, code)
        canvas.drawRightString(396, y + 14, figure)
        if code == "1.2" or not depth:
            canvas.line(48, y + 10, 400, y + 10)
    _ruled(canvas, 791, y + 10)
    canvas.save()
    found = {o.value_text: o.row_path for o in observed(tmp_path / "a.pdf")}
    assert found["3.15"] == ("1 Cement and mortars", "1.1 Cement")
    assert found["13.10"] == ("1 Cement and mortars", "1.2 Reinforcements of mortars and of ready mixed concrete")
    assert found["1.76"] == ("2 Natural stone",)
    assert found["1.31"] == ("2 Natural stone", "2.2 Quarry sand")


def test_one_bold_heading_centred_over_the_stub_heads_the_rows_below(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.setFont("Helvetica-Bold", 9)
    canvas.drawString(50, 800, "Table 3 Effect on all prices")
    canvas.setFont("Helvetica", 9)
    canvas.line(48, 792, 400, 792)
    canvas.drawString(110, 780, "Category")
    canvas.drawRightString(320, 780, "Effect")
    canvas.drawRightString(396, 780, "Error")
    canvas.line(48, 774, 400, 774)
    y = 760.0
    for x, name in ((50, "Food"), (58, "Meat"), (58, "Bread"), (50, "Energy"), (58, "Fuels")):
        canvas.drawString(x, y, name)
        canvas.drawRightString(320, y, f"{0.001 * y:.3f}")
        canvas.drawRightString(396, y, "0.05")
        y -= 12
    canvas.setFont("Helvetica-Bold", 9)
    canvas.drawCentredString(150, y - 4, "Special aggregates")
    canvas.setFont("Helvetica", 9)
    y -= 18
    for name, figure in (("Prices less food", "0.450"), ("Prices less energy", "0.464")):
        canvas.drawString(50, y, name)
        canvas.drawRightString(320, y, figure)
        canvas.drawRightString(396, y, "0.05")
        y -= 12
    canvas.line(48, y + 8, 400, y + 8)
    canvas.save()
    found = {o.value_text: o.row_path for o in observed(tmp_path / "a.pdf")}
    assert found["0.464"] == ("Special aggregates", "Prices less energy")
    assert found["0.760"] == ("Food",)
