"""Captions that a page break parts from their table, or from its first rows."""

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from statchunk import pipeline

LABELS = ["Agriculture", "Mining", "Manufacturing", "Construction", "Trade", "Transport", "Education", "Health"]
TEXT = "The figures in this section come from the annual survey of all units in the register."


def _rows(canvas: Canvas, top: float, labels: list[str], *, heads: bool = True) -> float:
    """Rows of a table from `top` down; returns where they end."""
    canvas.setFont("Helvetica", 9)
    if heads:
        for x, head in ((320, "Total"), (400, "Men"), (480, "Women")):
            canvas.drawRightString(x, top, head)
        canvas.line(48, top - 5, 485, top - 5)
        top -= 18
    for label in labels:
        canvas.drawString(50, top, label)
        for k, x in enumerate((320, 400, 480)):
            canvas.drawRightString(x, top, str(31000 + 1000 * k + LABELS.index(label)))
        top -= 14
    return top


def _text(canvas: Canvas, top: float) -> None:
    canvas.setFont("Helvetica", 9)
    for k in range(4):
        canvas.drawString(50, top - 12 * k, TEXT)


def _caption(canvas: Canvas, y: float, text: str) -> None:
    canvas.setFont("Helvetica-Bold", 9)
    canvas.drawString(50, y, text)


def test_a_caption_that_ends_a_page_names_the_table_that_begins_the_next(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(595, 842), invariant=True)
    _text(canvas, 790)
    _caption(canvas, 730, "Table 1. Employees by industry, 2023")
    end = _rows(canvas, 712, LABELS[:4])
    _text(canvas, end - 20)
    _caption(canvas, end - 80, "Table 2. Students by sector, 2024")
    canvas.showPage()
    end = _rows(canvas, 790, LABELS[4:])
    _text(canvas, end - 20)
    canvas.save()
    document = pipeline.document(tmp_path / "a.pdf")
    assert [(o.row_path[-1], o.caption) for o in document.observations[::3]] == [
        *((label, "Table 1. Employees by industry, 2023") for label in LABELS[:4]),
        *((label, "Table 2. Students by sector, 2024") for label in LABELS[4:]),
    ]
    assert len([found for found in document.evidence if found.kind == "table"]) == 2


@pytest.mark.parametrize("heads", [True, False], ids=["heads again", "no heads"])
def test_a_caption_under_the_last_rows_names_the_rows_of_the_page_before(tmp_path: Path, heads: bool) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(595, 842), invariant=True)
    _text(canvas, 790)
    end = _rows(canvas, 720, LABELS[:3])
    _caption(canvas, end - 4, "Table 1. Employees by industry, 2023")
    _text(canvas, end - 30)
    _rows(canvas, end - 100, LABELS[:5])
    canvas.showPage()
    end = _rows(canvas, 790, LABELS[5:], heads=heads)
    _caption(canvas, end - 4, "Table 2. Students by sector, 2024")
    _text(canvas, end - 40)
    canvas.save()
    found = [(o.row_path[-1], o.column_path, o.caption) for o in pipeline.document(tmp_path / "a.pdf").observations]
    assert found[::3] == [
        *((label, ("Total",), "Table 1. Employees by industry, 2023") for label in LABELS[:3]),
        *((label, ("Total",), "Table 2. Students by sector, 2024") for label in LABELS),
    ]


def test_heads_at_the_foot_of_a_page_leave_the_caption_to_the_table_on_the_next(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(595, 842), invariant=True)
    _text(canvas, 790)
    _caption(canvas, 730, "Table 1. Employees by industry, 2023")
    _rows(canvas, 712, [])
    canvas.showPage()
    end = _rows(canvas, 790, LABELS[4:])
    _text(canvas, end - 20)
    canvas.save()
    document = pipeline.document(tmp_path / "a.pdf")
    assert {o.caption for o in document.observations} == {"Table 1. Employees by industry, 2023"}


def test_a_title_without_a_label_that_ends_a_page_names_the_table_on_the_next(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(595, 842), invariant=True)
    _text(canvas, 790)
    _caption(canvas, 730, "Employees by industry, 2023")
    end = _rows(canvas, 712, LABELS[:4])
    _text(canvas, end - 20)
    _caption(canvas, end - 80, "Students by sector, 2024")
    canvas.showPage()
    end = _rows(canvas, 790, LABELS[4:])
    _text(canvas, end - 20)
    canvas.save()
    document = pipeline.document(tmp_path / "a.pdf")
    assert [(o.row_path[-1], o.caption) for o in document.observations[::3]] == [
        *((label, "Employees by industry, 2023") for label in LABELS[:4]),
        *((label, "Students by sector, 2024") for label in LABELS[4:]),
    ]


def test_a_heading_that_ends_a_page_names_no_table(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(595, 842), invariant=True)
    canvas.setFont("Helvetica-Bold", 14)
    canvas.drawString(50, 800, "Results")
    _text(canvas, 780)
    _caption(canvas, 720, "Employees by industry, 2023")
    end = _rows(canvas, 700, LABELS[:4])
    _text(canvas, end - 20)
    canvas.setFont("Helvetica-Bold", 14)
    canvas.drawString(50, end - 80, "Regions")
    canvas.showPage()
    end = _rows(canvas, 790, LABELS[4:])
    _text(canvas, end - 20)
    canvas.save()
    document = pipeline.document(tmp_path / "a.pdf")
    assert [found.text for found in document.evidence if found.kind == "heading"] == ["Results", "Regions"]


def test_a_caption_whose_table_is_not_found_names_no_table_above_it(tmp_path: Path) -> None:
    """Where captions stand over their tables, the rows that end a table from the page before have none."""
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(595, 842), invariant=True)
    for number in (1, 2, 3):
        _caption(canvas, 790, f"Table {number}. Employees by industry, 2023")
        end = _rows(canvas, 770, LABELS)
        _text(canvas, end - 20)
        canvas.showPage()
    _rows(canvas, 790, LABELS[:3], heads=False)
    _caption(canvas, 720, "Table 4. Students by sector, 2024")
    _text(canvas, 690)
    canvas.save()
    document = pipeline.document(tmp_path / "a.pdf")
    assert "Table 4. Students by sector, 2024" not in {o.caption for o in document.observations}
