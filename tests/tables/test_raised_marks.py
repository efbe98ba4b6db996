from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from statchunk import pipeline

ROWS = [
    ("North", "M", "2.7", "0.5", "0.2", "2.9", "0.6", "0.3"),
    ("South", "1", "3.1", "0.4", "0.1", "3.0", "0.3", "0.2"),
    ("East", "2", "2.2", "0.1", "0.3", "2.4", "0.2", "0.1"),
]
GOODS = [
    ("2023", "60.12", "284.11", "498.02"),
    ("2024", "61.65", "286.36", "499.16"),
    ("2025", "58.30", "287.90", "500.47"),
]
COLUMNS = (252.0, 316.0, 363.0, 411.0, 458.0, 505.0, 552.0)


def draw(path: Path) -> None:
    """Heads of two lines, a raised mark at the end of one of them at the height of the upper line of the others."""
    canvas = Canvas(str(path), pagesize=(612, 842), invariant=True)
    canvas.setFont("Helvetica-Bold", 10)
    canvas.drawString(36, 800, "Table 4. Price changes by area, July 2025")
    canvas.setFont("Helvetica", 8)
    for y, x in ((786, 36), (773, 292.5), (752, 36)):
        canvas.line(x, y, 575, y)
    for x, y in ((245.0, 690), (292.5, 752), (434.0, 752)):
        canvas.line(x, 786, x, y)
    for x in (339.5, 387.0, 481.5, 528.5):
        canvas.line(x, 773, x, 752)
    canvas.drawCentredString(363, 777, "Percent change from:")
    canvas.drawCentredString(505, 777, "Percent change to:")
    canvas.drawCentredString(140, 766, "Area")
    canvas.drawCentredString(269, 771, "Pricing")
    canvas.drawCentredString(267, 762, "Schedule")
    canvas.setFont("Helvetica", 5)
    canvas.drawString(267 + canvas.stringWidth("Schedule", "Helvetica", 8) / 2, 765, "1")
    canvas.setFont("Helvetica", 8)
    for x, month, year in zip(COLUMNS[1:], ("Jul.", "May", "Jun.") * 2, ("2024", "2025", "2025") * 2, strict=True):
        canvas.drawCentredString(x, 765, month)
        canvas.drawCentredString(x, 756, year)
    for index, (label, *figures) in enumerate(ROWS):
        canvas.drawString(38, 740 - 12 * index, label)
        for x, figure in zip(COLUMNS, figures, strict=True):
            canvas.drawCentredString(x, 740 - 12 * index, figure)
    canvas.save()


def test_a_raised_mark_at_the_height_of_other_heads_stays_with_its_word(tmp_path: Path) -> None:
    draw(tmp_path / "a.pdf")
    observations = pipeline.document(tmp_path / "a.pdf").observations
    row = {o.value_text: o.column_path for o in observations if o.row_path == ("North",)}
    assert {value: row[value] for value in ("M", "2.7", "0.3")} == {
        "M": ("Pricing Schedule",),
        "2.7": ("Percent change from:", "Jul. 2024"),
        "0.3": ("Percent change to:", "Jun. 2025"),
    }


def draw_flush_right(path: Path) -> None:
    """Heads of one line and of three, set solid and flush right with their figures, a raised mark in the last line."""
    canvas = Canvas(str(path), pagesize=(400, 300), invariant=True)
    canvas.setFont("Helvetica-Bold", 8)
    canvas.drawString(40, 270, "Table 1. Prices of goods")
    for y in (260, 220, 170):
        canvas.line(40, y, 270, y)
    for right, lines in ((180, ("Energy",)), (230, ("goods", "industrial", "Non-energy")), (268, ("goods", "All"))):
        for n, line in enumerate(lines):
            canvas.setFont("Helvetica", 7)
            marked = line in ("Energy", "goods") and right < 268
            canvas.drawRightString(right - 5 * marked, 225 + 8 * n, line)
            canvas.setFont("Helvetica", 5)
            if marked:
                canvas.drawString(right - 5, 228, "1" if line == "Energy" else "2")
    canvas.setFont("Helvetica", 7)
    for index, (label, *figures) in enumerate(GOODS):
        canvas.drawString(42, 205 - 12 * index, label)
        for right, figure in zip((180, 230, 268), figures, strict=True):
            canvas.drawRightString(right, 205 - 12 * index, figure)
    canvas.save()


def test_a_raised_mark_in_the_last_line_makes_no_head_of_the_lines_over_it(tmp_path: Path) -> None:
    draw_flush_right(tmp_path / "a.pdf")
    observations = pipeline.document(tmp_path / "a.pdf").observations
    row = {o.value_text: o.column_path for o in observations if o.row_path == ("2024",)}
    assert row == {
        "61.65": ("Energy",),
        "286.36": ("Non-energy industrial goods",),
        "499.16": ("All goods",),
    }
