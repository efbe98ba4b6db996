"""A page as a picture with what was detected drawn over it."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pypdfium2 as pdfium
from PIL import Image, ImageDraw, ImageFont

from statchunk.box import Box
from statchunk.errors import SettingsError
from statchunk.geometry import bounding_box, expand, turn_box
from statchunk.model.layout import PageLayout
from statchunk.model.page import Page
from statchunk.model.table import Grid
from statchunk.pipeline import Analysis

Color = tuple[int, int, int, int]

BLOCK_COLORS: dict[str, Color] = {
    "heading": (200, 30, 30, 255),
    "paragraph": (90, 90, 90, 255),
    "list": (120, 90, 40, 255),
    "caption": (220, 120, 0, 255),
    "headnote": (220, 170, 0, 255),
    "note": (0, 140, 140, 255),
    "source": (0, 110, 60, 255),
    "table": (30, 60, 200, 255),
    "figure": (150, 0, 150, 255),
    "panel": (190, 0, 110, 255),
    "contents": (100, 100, 0, 255),
    "furniture": (170, 170, 170, 255),
}
CELL_FILLS: dict[str, Color] = {
    "head": (255, 170, 0, 60),
    "stub_head": (255, 120, 0, 70),
    "stub": (0, 150, 90, 50),
    "section": (150, 0, 200, 50),
    "body": (40, 90, 255, 30),
    "identifier": (120, 120, 120, 60),
    "column_number": (120, 120, 120, 60),
    "title": (255, 0, 0, 50),
    "note": (0, 200, 200, 60),
}
_GRID: Color = (30, 60, 200, 110)
_SMALL = 9
"""Pixels; size of the labels."""


class Mark(NamedTuple):
    """A box to draw, with what to write on it."""

    box: Box
    outline: Color | None
    fill: Color | None
    text: str


def _grid_marks(grid: Grid) -> Iterator[Mark]:
    for cell in grid.cells:
        fill = CELL_FILLS.get(cell.role)
        if fill is not None and cell.words:
            yield Mark(expand(bounding_box(cell.words), 1.0), None, fill, "")
    for x in grid.column_edges:
        yield Mark(Box(x, grid.box.top, x, grid.box.bottom), _GRID, None, "")
    for y in grid.row_edges:
        yield Mark(Box(grid.box.x0, y, grid.box.x1, y), _GRID, None, "")


def _block_marks(layout: PageLayout) -> Iterator[Mark]:
    for number, block in enumerate(layout.blocks):
        level = "" if block.level is None else f" {block.level}"
        target = "" if block.target is None else f" of {block.target}"
        yield Mark(expand(block.box, 1.5), BLOCK_COLORS[block.kind], None, f"{number} {block.kind}{level}{target}")


def marks(page: Page, layout: PageLayout, grids: list[Grid]) -> list[Mark]:
    """What to draw over a page, in the frame of the page as displayed.

    Args:
        page: stood upright.
        layout: of that page; its turn brings the boxes back.
        grids: of that page.
    """
    found = [mark for grid in grids for mark in _grid_marks(grid)] + list(_block_marks(layout))
    back = (360 - layout.turn) % 360
    return [mark._replace(box=turn_box(mark.box, back, page.width, page.height)) for mark in found]


def picture_format(path: Path) -> str:
    """The imaging library's name of the format that a file's ending stands for.

    Raises:
        SettingsError: if it stands for none that can be written.
    """
    form = Image.registered_extensions().get(path.suffix.lower(), "")
    if form not in Image.SAVE:
        raise SettingsError(f"{path}: no ending of a picture; name a file that ends in .png with --out")
    return form


def draw_page(path: Path, password: str | None, analysis: Analysis, page_number: int, scale: float) -> Image.Image:
    """The page rendered, with blocks, regions, grids and the roles of cells drawn over it.

    Args:
        path: the file.
        password: opens it where it is encrypted.
        analysis: of the file.
        page_number: from 1, within the file.
        scale: pixels a point.
    """
    at = page_number - 1
    grids = [grid for table in analysis.tables for grid in table.grids if grid.page_number == page_number]
    with pdfium.PdfDocument(path, password=password) as file:
        picture = file[at].render(scale=scale).to_pil().convert("RGBA")
    layer = Image.new("RGBA", picture.size, (0, 0, 0, 0))
    pen = ImageDraw.Draw(layer)
    font = ImageFont.load_default(_SMALL)
    for mark in marks(analysis.pages[at], analysis.layouts[at], grids):
        corners = [edge * scale for edge in mark.box]
        pen.rectangle(corners, outline=mark.outline, fill=mark.fill)
        if mark.text:
            pen.text((corners[0] + 1, corners[1] - _SMALL), mark.text, fill=mark.outline, font=font)
    return Image.alpha_composite(picture, layer).convert("RGB")
