from pathlib import Path

import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from statchunk.model.page import Rule
from statchunk.readers import read
from statchunk.readers.rules import merge_rules
from statchunk.settings import ReaderName, ReaderSettings
from tests.readers.drawing import draw

READERS: tuple[ReaderName, ...] = ("pdfium", "pdfplumber")


@pytest.mark.parametrize("reader", READERS)
def test_strokes_and_thin_rectangles_are_rules(tmp_path: Path, reader: ReaderName) -> None:
    def page(canvas: Canvas) -> None:
        canvas.setLineWidth(0.5)
        canvas.line(50, 200, 350, 200)
        canvas.rect(50, 100, 1, 80, stroke=0, fill=1)

    found = read(draw(tmp_path / "a.pdf", page), reader=reader).pages[0]
    assert [tuple(r[:4]) for r in found.rules] == [(50.0, 100.0, 350.0, 100.0), (50.0, 120.0, 51.0, 200.0)]
    assert [r.thickness for r in found.rules] == [0.5, 1.0]
    assert [r.is_horizontal for r in found.rules] == [True, False]


@pytest.mark.parametrize("reader", READERS)
def test_stroked_rectangle_gives_its_sides_too(tmp_path: Path, reader: ReaderName) -> None:
    def page(canvas: Canvas) -> None:
        canvas.setFillColorRGB(1, 0, 0)
        canvas.rect(50, 100, 100, 80, stroke=1, fill=1)

    found = read(draw(tmp_path / "a.pdf", page), reader=reader).pages[0]
    assert [tuple(r) for r in found.rects] == [(50.0, 120.0, 150.0, 200.0, 0xFF0000, 0)]
    assert len(found.rules) == 4


def test_many_rectangles_in_one_path(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        path = canvas.beginPath()
        for x in (50, 120, 190):
            path.rect(x, 100, 60, 40)
        path.rect(50, 60, 200, 0.7)
        canvas.drawPath(path, stroke=0, fill=1)

    found = read(draw(tmp_path / "a.pdf", page)).pages[0]
    assert [r.x0 for r in found.rects] == [50.0, 120.0, 190.0]
    assert [(r.x0, r.x1) for r in found.rules] == [(50.0, 250.0)]


def test_matrices_of_paths_and_forms_apply(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        canvas.beginForm("grid")
        canvas.line(0, 10, 50, 10)
        canvas.endForm()
        canvas.translate(100, 100)
        canvas.scale(2, 2)
        canvas.doForm("grid")

    found = read(draw(tmp_path / "a.pdf", page)).pages[0]
    assert [tuple(r[:4]) for r in found.rules] == [(100.0, 180.0, 200.0, 180.0)]
    assert [r.thickness for r in found.rules] == [2.0]


def test_slanted_lines_and_curves_are_paths(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        canvas.line(50, 100, 150, 200)
        canvas.circle(250, 150, 20)

    found = read(draw(tmp_path / "a.pdf", page)).pages[0]
    assert (found.rules, found.rects) == ((), ())
    assert len(found.paths) == 2


@pytest.mark.parametrize("reader", READERS)
def test_image_has_box_and_pixels(tmp_path: Path, reader: ReaderName) -> None:
    def page(canvas: Canvas) -> None:
        canvas.drawImage(ImageReader(Image.new("RGB", (8, 6), "red")), 40, 90, 100, 30)

    assert [tuple(image) for image in read(draw(tmp_path / "a.pdf", page), reader=reader).pages[0].images] == [
        (40.0, 180.0, 140.0, 210.0, 8, 6, "")
    ]


def rule(x0: float, top: float, x1: float, bottom: float) -> Rule:
    return Rule(x0, top, x1, bottom, 0.5, 0)


def test_touching_pieces_are_one_rule_and_spanner_gaps_stay() -> None:
    pieces = [rule(10, 50, 60, 50), rule(60.3, 50.1, 100, 50.1), rule(101.5, 50, 150, 50)]
    assert [(r.x0, r.x1) for r in merge_rules(pieces, ReaderSettings())] == [(10, 100), (101.5, 150)]


def test_dots_of_a_leader_are_one_rule_and_a_lone_dot_none() -> None:
    dots = [rule(10 + 3 * i, 50, 11 + 3 * i, 51) for i in range(20)]
    assert [(r.x0, r.x1) for r in merge_rules([*dots, rule(200, 90, 201, 91)], ReaderSettings())] == [(10, 68)]


def test_doubled_rules_are_one() -> None:
    assert len(merge_rules([rule(10, 50, 10, 90), rule(10, 50, 10, 90)], ReaderSettings())) == 1
