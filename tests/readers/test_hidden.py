from pathlib import Path

from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from statchunk.readers import read
from tests.readers.drawing import HEIGHT, WIDTH, draw


def split(path: Path) -> tuple[list[str], list[tuple[str, str]]]:
    page = read(path).pages[0]
    return [w.text for w in page.words], [(w.text, w.hidden) for w in page.hidden_words]


def test_white_on_white_is_hidden_and_white_on_dark_is_not(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        canvas.setFillColorRGB(0.1, 0.2, 0.5)
        canvas.rect(40, 190, 200, 30, stroke=0, fill=1)
        canvas.setFillColorRGB(1, 1, 1)
        canvas.drawString(50, 200, "Headline")
        canvas.drawString(50, 100, "Poison")

    assert split(draw(tmp_path / "a.pdf", page)) == (["Headline"], [("Poison", "white")])


def test_invisible_tiny_and_off_page(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        canvas.drawString(50, 250, "Shown")
        line = canvas.beginText(50, 200)
        line.setTextRenderMode(3)
        line.textOut("Ghost")
        line.setTextRenderMode(0)
        canvas.drawText(line)
        canvas.setFont("Helvetica", 0.5)
        canvas.drawString(50, 150, "Dust")
        canvas.setFont("Helvetica", 10)
        canvas.drawString(WIDTH + 20, 100, "Outside")

    shown, hidden = split(draw(tmp_path / "a.pdf", page))
    assert shown == ["Shown"]
    assert hidden == [("Ghost", "invisible"), ("Dust", "tiny"), ("Outside", "off-page")]


def test_transparent_text(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        canvas.setFillAlpha(0)
        canvas.drawString(50, 200, "Clear")

    assert split(draw(tmp_path / "a.pdf", page)) == ([], [("Clear", "transparent")])


def test_text_under_a_later_rectangle_or_image_is_covered(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        canvas.drawString(50, 200, "Under")
        canvas.drawString(50, 100, "Below")
        canvas.setFillColorRGB(1, 1, 1)
        canvas.rect(40, 190, 100, 30, stroke=0, fill=1)
        canvas.drawImage(ImageReader(Image.new("RGB", (8, 8), "white")), 40, 90, 100, 30)
        canvas.setFillColorRGB(0, 0, 0)
        canvas.drawString(50, 200, "Over")

    assert split(draw(tmp_path / "a.pdf", page)) == (["Over"], [("Under", "covered"), ("Below", "covered")])


def test_a_see_through_rectangle_hides_nothing(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        canvas.drawString(50, 200, "Marked")
        canvas.setFillColorRGB(1, 1, 0)
        canvas.setFillAlpha(0.4)
        canvas.rect(40, 190, 100, 30, stroke=0, fill=1)

    assert split(draw(tmp_path / "a.pdf", page)) == (["Marked"], [])


def test_scan_with_a_hidden_text_layer_is_told(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        canvas.drawImage(ImageReader(Image.new("RGB", (40, 30), "grey")), 0, 0, WIDTH, HEIGHT)
        line = canvas.beginText(50, 200)
        line.setTextRenderMode(3)
        line.textOut("Recognised words")
        canvas.drawText(line)

    page_read = read(draw(tmp_path / "a.pdf", page)).pages[0]
    assert page_read.words == ()
    assert len(page_read.hidden_words) == 2
    assert page_read.warnings == ("page 1 is a scan: the 2 words of its hidden text layer (OCR) are kept apart",)


def test_page_without_text_is_told(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        canvas.drawImage(ImageReader(Image.new("RGB", (40, 30), "grey")), 0, 0, WIDTH, HEIGHT)

    assert read(draw(tmp_path / "a.pdf", page)).pages[0].warnings == (
        "page 1 has no text layer (an image): nothing can be read from it without OCR",
    )


def test_text_cut_off_where_it_runs_over_the_page_is_clipped(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        canvas.saveState()
        area = canvas.beginPath()
        area.rect(50, 190, 100, 30)
        canvas.clipPath(area, stroke=0, fill=0)
        canvas.drawString(60, 200, "Kept")
        canvas.drawString(200, 200, "Cut")
        canvas.drawString(WIDTH + 5, 200, "Gone")
        canvas.restoreState()

    assert split(draw(tmp_path / "a.pdf", page)) == (["Kept"], [("Cut", "clipped"), ("Gone", "off-page")])


def test_text_at_a_place_that_is_no_number_is_off_the_page(tmp_path: Path) -> None:
    endless = f"{'5' * 50}.5"

    def page(canvas: Canvas) -> None:
        canvas.drawString(50, 250, "Shown")
        canvas._code.append(f"BT /F1 10 Tf 1 0 0 1 {endless} 200 Tm (lost) Tj ET")

    assert split(draw(tmp_path / "a.pdf", page)) == (["Shown"], [("lost", "off-page")])
