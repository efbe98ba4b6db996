"""Small PDFs drawn for one purpose each."""

from collections.abc import Callable
from pathlib import Path

from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = 400.0, 300.0


def draw(path: Path, *pages: Callable[[Canvas], None], **options: object) -> Path:
    """A PDF of 400 x 300 points a page, each drawn by one function; written to `path`."""
    canvas = Canvas(str(path), pagesize=(WIDTH, HEIGHT), invariant=1, **options)
    for page in pages:
        canvas.setFont("Helvetica", 10)
        page(canvas)
        canvas.showPage()
    canvas.save()
    return path


def text(x: float, y: float, words: str) -> Callable[[Canvas], None]:
    """Draws one line of text, `y` points from the bottom."""
    return lambda canvas: canvas.drawString(x, y, words)


def encrypted(path: Path, password: str, *pages: Callable[[Canvas], None]) -> Path:
    """A PDF that a password opens; of one page where none is given."""
    drawn = pages or (text(50, 200, "Secret figures"),)
    return draw(path, *drawn, encrypt=StandardEncryption(password, strength=128))
