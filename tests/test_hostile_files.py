"""Damage found by the fuzzer, each kind once, and pages made to be slow."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pdfplumber
import pytest
from reportlab.pdfgen.canvas import Canvas

from statchunk import pipeline
from statchunk.errors import NotAPdfError
from statchunk.readers.plumber import PlumberDocument
from statchunk.settings import ReaderSettings
from tests.readers.drawing import draw, text


def test_an_empty_page_after_a_heading_is_no_fault(tmp_path: Path) -> None:
    def headed(canvas: Canvas) -> None:
        canvas.setFont("Helvetica-Bold", 18)
        canvas.drawString(50, 250, "Consumer prices")
        canvas.setFont("Helvetica", 10)
        canvas.drawString(50, 220, "Prices rose by 3.5 per cent in April 2025.")

    document = pipeline.document(draw(tmp_path / "a.pdf", headed, lambda canvas: None))
    assert "heading" in {evidence.kind for evidence in document.evidence}


def test_a_file_that_the_second_reader_opens_and_cannot_close(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = draw(tmp_path / "a.pdf", text(50, 200, "One"))

    def fail(_self: object) -> list[object]:
        raise pdfplumber.utils.exceptions.PdfminerException("an int is not iterable")

    monkeypatch.setattr(pdfplumber.pdf.PDF, "pages", property(fail))
    with pytest.raises(NotAPdfError, match="no readable PDF"):
        PlumberDocument(path, None, ReaderSettings())


@pytest.mark.parametrize("shape", ["rectangles", "curves", "lines", "words"])
def test_a_page_of_thousands_of_shapes_takes_seconds_not_minutes(tmp_path: Path, shape: str) -> None:
    def page(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 4)
        for number in range(6_000):
            x, y = number * 7.3 % 390, number * 13.7 % 290
            if shape == "rectangles":
                canvas.rect(x, y, 8, 8, stroke=0, fill=1)
            elif shape == "curves":
                canvas.bezier(x, y, x + 3, y + 5, x + 6, y, x + 9, y + 3)
            elif shape == "lines":
                canvas.line(x, y, x + 20, y)
            else:
                canvas.drawString(x, y, str(number))

    path = draw(tmp_path / "a.pdf", page)
    start = time.process_time()
    pipeline.document(path)
    assert time.process_time() - start < 6


def test_the_output_hangs_on_no_hash_seed(bundled_releases: Path) -> None:
    code = (
        "import sys; from statchunk import pipeline; document = pipeline.document(sys.argv[1]);"
        "print(document.model_dump_json(), [chunk.model_dump_json() for chunk in pipeline.chunk(document)])"
    )
    outputs = set()
    for seed in ("0", "1", "4711"):
        command = [sys.executable, "-c", code, str(bundled_releases / "norvale_labour_factsheet_2026-Q1.pdf")]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        outputs.add(subprocess.run(command, check=True, capture_output=True, env=environment).stdout)
    assert len(outputs) == 1
