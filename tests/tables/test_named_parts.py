"""Tables side by side that only the heads of their stubs tell apart."""

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from tests.tables.printed import opened
from tests.tables.test_numbered_stub import observed


def _beside(canvas: Canvas, left: float, head: str, figures: tuple[str, ...]) -> None:
    for x in (left, left + 90, left + 140):
        canvas.line(x, 790, x, 710)
    for k in range(6):
        canvas.line(left, 790 - 16 * k, left + 140, 790 - 16 * k)
    canvas.setFont("Helvetica-Bold", 9)
    canvas.drawString(left + 3, 779, head)
    canvas.drawRightString(left + 137, 779, "Enquiries")
    canvas.setFont("Helvetica", 9)
    for k, (name, figure) in enumerate(zip(("Spain", "Germany", "France", "Total"), figures, strict=True)):
        canvas.drawString(left + 3, 763 - 16 * k, name)
        canvas.drawRightString(left + 137, 763 - 16 * k, figure)


def test_the_heads_of_the_stubs_name_tables_side_by_side(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.setFont("Helvetica-Bold", 9)
    canvas.drawString(50, 802, "Topics by country")
    _beside(canvas, 48, "Air passengers", ("268", "233", "136", "637"))
    _beside(canvas, 210, "Free movement", ("153", "119", "99", "371"))
    canvas.save()
    found = {o.value_text: (*o.row_path, *o.column_path) for o in observed(tmp_path / "a.pdf")}
    assert found["268"] == ("Air passengers", "Spain", "Enquiries")
    assert found["371"] == ("Free movement", "Total", "Enquiries")


def test_halves_under_the_same_head_of_the_stub_run_on(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.setFont("Helvetica-Bold", 9)
    canvas.drawString(50, 802, "Topics by country")
    _beside(canvas, 48, "Country", ("268", "233", "136", "637"))
    _beside(canvas, 210, "Country", ("153", "119", "99", "371"))
    canvas.save()
    found = {o.value_text: o.row_path for o in observed(tmp_path / "a.pdf")}
    assert found["371"] == ("Total",)
