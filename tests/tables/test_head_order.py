from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from statchunk import pipeline
from statchunk.tables.head_order import places_by_order


def test_heads_at_the_left_of_wide_columns_widen_them() -> None:
    heads = [(100.0, 130.0), (200.0, 240.0), (300.0, 320.0)]
    figures = [(170.0, 190.0), (272.0, 290.0), (375.0, 390.0)]
    assert places_by_order(heads, figures) == [(100.0, 190.0), (200.0, 290.0), (300.0, 390.0)]


def test_heads_over_the_figures_of_the_next_column_are_told_by_order() -> None:
    heads = [(236.0, 260.0), (345.0, 367.0), (500.0, 530.0)]
    figures = [(150.0, 190.0), (270.0, 300.0), (355.0, 390.0)]
    assert places_by_order(heads, figures) == heads


def test_heads_over_their_own_figures_say_nothing() -> None:
    assert places_by_order([(100.0, 130.0), (200.0, 240.0)], [(110.0, 140.0), (190.0, 210.0)]) is None


def test_words_of_a_spaced_head_are_no_heads_of_their_own() -> None:
    heads = [(237.0, 259.0), (306.0, 339.0), (376.0, 422.0), (445.0, 482.0), (495.0, 504.0)]
    figures = [(80.0, 203.0), (237.0, 252.0), (306.0, 329.0), (376.0, 401.0), (445.0, 471.0)]
    assert places_by_order(heads, figures) is None


def test_one_head_off_among_others_that_stand_right_says_nothing() -> None:
    heads = [(132.0, 148.0), (310.0, 322.0), (357.0, 369.0), (405.0, 417.0)]
    figures = [(264.0, 270.0), (311.0, 321.0), (358.0, 368.0), (406.0, 416.0)]
    assert places_by_order(heads, figures) is None


def draw(path: Path, between: float = 0.0) -> None:
    """Heads flush left and figures flush right in wide columns, spanning heads flush left over a rule without gaps; the
    head of no span stands so many points above the lowest line."""
    canvas = Canvas(str(path), pagesize=(612, 842), invariant=True)
    canvas.setFont("Helvetica-Bold", 9)
    canvas.drawString(50, 800, "Table 1. Employed persons by quarter (percent)")
    canvas.setFont("Helvetica", 9)
    lefts = (120.0, 205.0, 290.0, 375.0, 460.0)
    canvas.drawString(lefts[1], 778, "Public")
    canvas.drawString(lefts[3], 778, "Private")
    canvas.line(lefts[1] - 4, 772, 545, 772)
    canvas.drawString(50, 762, "Period")
    for x, head in zip(lefts, ("Total", "Urban", "Rural", "Urban", "Rural"), strict=True):
        canvas.drawString(x, 762 + (between if head == "Total" else 0), head)
    canvas.line(50, 756, 545, 756)
    for index, row in enumerate(("20.4 5.1 20.6 15.2 25.9", "16.0 7.8 7.1 17.3 1.1", "10.5 7.4 8.6 46.6 1.8")):
        canvas.drawString(50, 742 - 14 * index, f"Q{index + 1}")
        for x, figure in zip(lefts, row.split(), strict=True):
            canvas.drawRightString(x + 80, 742 - 14 * index, figure)
    canvas.save()


@pytest.mark.parametrize("between", [0.0, 8.0])
def test_heads_at_the_left_head_the_figures_at_the_right_of_their_columns(tmp_path: Path, between: float) -> None:
    draw(tmp_path / "a.pdf", between)
    observations = pipeline.document(tmp_path / "a.pdf").observations
    assert {o.value_text: o.column_path for o in observations if o.row_path == ("Q1",)} == {
        "20.4": ("Total",),
        "5.1": ("Public", "Urban"),
        "20.6": ("Public", "Rural"),
        "15.2": ("Private", "Urban"),
        "25.9": ("Private", "Rural"),
    }
