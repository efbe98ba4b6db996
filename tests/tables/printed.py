"""Pages printed for tests: the frame that they share, a line of text, a caption, a line of heads, rows of figures."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from reportlab.pdfgen.canvas import Canvas

PROSE = "The figures in this section come from the annual survey of all units in the register."
"""By which the language of a page is told."""

Align = Literal["left", "middle", "right"]


def opened(
    path: Path,
    caption: str = "",
    *,
    at: float | None = None,
    left: float = 50.0,
    size: float = 9.0,
    prose: bool = True,
    landscape: bool = False,
) -> Canvas:
    """A page of A4 with a line of text, or none, and a caption over its table; baselines count from the foot."""
    canvas = Canvas(str(path), pagesize=(842, 595) if landscape else (595, 842), invariant=True)
    canvas.setFont("Helvetica", size)
    first, second = (560, 540) if landscape else (822, 790)
    if prose:
        canvas.drawString(left, first, PROSE)
    if caption:
        canvas.drawString(left, second if at is None else at, caption)
    return canvas


def across(canvas: Canvas, y: float, xs: Sequence[float], texts: Sequence[str], align: Align = "right") -> None:
    """Texts on one line, each at its place."""
    for x, text in zip(xs, texts, strict=True):
        if align == "right":
            canvas.drawRightString(x, y, text)
        elif align == "middle":
            canvas.drawCentredString(x, y, text)
        else:
            canvas.drawString(x, y, text)


def thousands(row: int, column: int) -> str:
    """A figure of five digits that tells where it stands."""
    return str(30000 + 100 * column + row)


def rows(
    canvas: Canvas,
    top: float,
    labels: Sequence[str],
    xs: Sequence[float],
    figure: Callable[[int, int], str] = thousands,
    *,
    step: float = 13.0,
    left: float = 50.0,
) -> None:
    """Rows of labels, and of figures that end at `xs`, the first row with its baseline at `top`."""
    for row, label in enumerate(labels):
        y = top - step * row
        canvas.drawString(left, y, label)
        across(canvas, y, xs, [figure(row, column) for column in range(len(xs))])
