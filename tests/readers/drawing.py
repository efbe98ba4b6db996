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


def mapped(path: Path, codes: str, unicode: dict[str, str]) -> Path:
    """A PDF with one line of codes, each of which stands for the text that `unicode` gives it, at (100, 200)."""
    entries = "\n".join(f"<{ord(code):02X}> <{text.encode('utf-16-be').hex()}>" for code, text in unicode.items())
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Drawn def /CMapType 2 def\n"
        f"1 begincodespacerange <00> <FF> endcodespacerange {len(unicode)} beginbfchar\n{entries}\nendbfchar\n"
        "endcmap CMapName currentdict /CMap defineresource pop end end"
    )
    content = f"BT /F1 20 Tf 100 200 Td ({codes}) Tj ET"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH:g} {HEIGHT:g}] /Contents 4 0 R"
        " /Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        "<< /Type /Font /Subtype /TrueType /BaseFont /Drawn /FirstChar 65 /LastChar 90"
        f" /Widths [{' '.join(['600'] * 26)}] /ToUnicode 6 0 R >>",
        f"<< /Length {len(cmap)} >>\nstream\n{cmap}\nendstream",
    ]
    written, places = "%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(written))
        written += f"{number} 0 obj\n{body}\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    written += (
        f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
        f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(written)}\n%%EOF"
    )
    path.write_text(written, encoding="ascii", newline="\n")
    return path
