from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from statchunk import pipeline

ROWS = [
    ("All items", "3.4", "4.1", "0.5", "1.2"),
    ("Food", "3.0", "3.4", "0.3", "0.7"),
    ("Transport", "1.2", "3.3", "1.7", "3.8"),
]
LEFT = 170.0


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
    for x, head in zip(places, ("Mar 2025", "Apr 2025", "Apr 2024", "Apr 2025"), strict=True):
        canvas.drawString(x, 695, head)
    for index, (label, *figures) in enumerate(ROWS):
        canvas.setFont("Helvetica-Bold", 10)
        canvas.drawString(44, 674 - 20 * index, label)
        canvas.setFont("Helvetica", 10)
        for x, figure in zip(places, figures, strict=True):
            canvas.drawString(x, 674 - 20 * index, figure)
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
