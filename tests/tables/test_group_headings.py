"""Group headings at the edges of a body: between the heads and the first figures, and at the foot of a page."""

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from statchunk import pipeline
from tests.tables.printed import PROSE, across, opened

GROUPS = {
    "Food and beverages without alcohol": ("Food", "Coffee"),
    "Clothing and footwear": ("Clothing", "Footwear"),
    "Housing, water and energy": ("Rents", "Repair"),
}
PLACES = (200, 280, 360, 440)


def _heads(canvas: Canvas, y: float) -> float:
    canvas.setFont("Helvetica", 9)
    canvas.drawString(50, y, "Group")
    across(canvas, y, PLACES, [f"Q{k + 1}" for k in range(4)])
    return y - 22


def _row(canvas: Canvas, y: float, label: str, number: int) -> float:
    canvas.setFont("Helvetica", 9)
    canvas.drawString(58, y, label)
    across(canvas, y, PLACES, [f"{31 + k}.{number}" for k in range(4)])
    return y - 22


def _heading(canvas: Canvas, y: float, text: str, centred: bool = False) -> float:
    canvas.setFont("Helvetica-Bold", 9)
    if centred:
        canvas.drawCentredString(245, y, text)
    else:
        canvas.drawString(50, y, text)
    return y - 22


@pytest.mark.parametrize("centred", [False, True], ids=["at the left", "about the middle"])
def test_a_group_heading_over_the_first_figures_hides_no_heads(tmp_path: Path, centred: bool) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1. Consumer expenditure, 2024", at=795)
    y, n = _heads(canvas, 775), 0
    for group, labels in GROUPS.items():
        y = _heading(canvas, y, group, centred)
        for label in labels:
            y, n = _row(canvas, y, label, n), n + 1
    canvas.save()
    observations = pipeline.document(tmp_path / "a.pdf").observations
    assert [(o.row_path, o.column_path) for o in observations] == [
        ((group, label), (f"Q{k + 1}",)) for group, labels in GROUPS.items() for label in labels for k in range(4)
    ]


@pytest.mark.parametrize("centred", [False, True], ids=["at the left", "about the middle"])
def test_a_group_heading_that_ends_its_page_heads_the_rows_of_the_next(tmp_path: Path, centred: bool) -> None:
    canvas = opened(tmp_path / "a.pdf", "Table 1. Consumer expenditure, 2024", at=795)
    y, n = _heads(canvas, 775), 0
    for group, labels in GROUPS.items():
        y = _heading(canvas, y, group, centred)
        if group.startswith("Housing"):
            canvas.showPage()
            y = _heads(canvas, 800)
        for label in labels:
            y, n = _row(canvas, y, label, n), n + 1
    canvas.setFont("Helvetica", 9)
    canvas.drawString(50, y - 30, PROSE)
    canvas.save()
    observations = pipeline.document(tmp_path / "a.pdf").observations
    assert [o.row_path for o in observations[::4]] == [
        (group, label) for group, labels in GROUPS.items() for label in labels
    ]


@pytest.mark.parametrize("first", [5, 1], ids=["last row alone", "first row alone"])
def test_a_row_that_a_page_break_leaves_alone_is_read(tmp_path: Path, first: int) -> None:
    labels = ["Food", "Coffee", "Clothing", "Footwear", "Rents", "Repair"]
    canvas = opened(tmp_path / "a.pdf", "Table 1. Consumer expenditure, 2024", at=795)
    y = _heads(canvas, 775)
    for n, label in enumerate(labels):
        if n == first:
            canvas.showPage()
            y = _heads(canvas, 800)
        y = _row(canvas, y, label, n)
    canvas.setFont("Helvetica", 9)
    canvas.drawString(50, y - 30, PROSE)
    canvas.save()
    observations = pipeline.document(tmp_path / "a.pdf").observations
    assert [(o.row_path, o.column_path, o.caption) for o in observations] == [
        ((label,), (f"Q{k + 1}",), "Table 1. Consumer expenditure, 2024") for label in labels for k in range(4)
    ]


def test_a_row_left_alone_under_heads_on_two_lines_is_read(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(595, 842), invariant=True)
    y = 795.0
    for part in (("Food", "Coffee", "Clothing", "Rents"), ("Repair",)):
        canvas.setFont("Helvetica", 9)
        canvas.drawString(50, y, "Table 1. Consumer expenditure, 2024")
        across(canvas, y - 18, (320, 490), ("Men", "Women"), "middle")
        canvas.drawRightString(200, y - 25, "Total")
        across(canvas, y - 32, (280, 360, 440, 520), ("Urban", "Rural") * 2)
        y -= 54
        for n, label in enumerate(part):
            canvas.drawString(50, y, label)
            for k, x in enumerate((200, 280, 360, 440, 520)):
                canvas.drawRightString(x, y, f"{31 + k}.{n}")
            y -= 22
        canvas.drawString(50, y - 30, PROSE)
        canvas.showPage()
        y = 795.0
    canvas.save()
    observations = pipeline.document(tmp_path / "a.pdf").observations
    assert [(o.value_text, o.row_path, o.column_path) for o in observations[-5:]] == [
        ("31.0", ("Repair",), ("Total",)),
        ("32.0", ("Repair",), ("Men", "Urban")),
        ("33.0", ("Repair",), ("Men", "Rural")),
        ("34.0", ("Repair",), ("Women", "Urban")),
        ("35.0", ("Repair",), ("Women", "Rural")),
    ]
