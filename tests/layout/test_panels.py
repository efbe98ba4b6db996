"""Key figures in tiles and cards: one panel for those set alike, with what names them."""

from statchunk.model.layout import TableRegion
from statchunk.model.page import Rect
from tests.layout.words import Sheet, blocks_of, text_of, written


def test_tiles_in_a_row_are_one_panel_and_their_heading_stays_out() -> None:
    sheet = Sheet()
    sheet.prose(50, 700)
    sheet.put("Key figures", 50, 100, size=14, bold=True)
    for number, (name, value) in enumerate((("Employed", "489.7"), ("Unemployed", "43.9"), ("Vacancies", "41.3"))):
        left = 50 + 160 * number
        sheet.rects.append(Rect(left, 130, left + 140, 200, 0xE0E8F0, None))
        sheet.put(name, left + 10, 150)
        sheet.put(value, left + 10, 185, size=24, bold=True)
    blocks = blocks_of(sheet)
    (panel,) = [block for block in blocks if block.kind == "panel"]
    assert {"Employed", "Unemployed", "Vacancies", "489.7", "43.9", "41.3"} == set(text_of(panel).split())
    assert sum(isinstance(shape, Rect) for shape in panel.shapes) == 3
    assert "Key figures" in written(blocks, "heading")


def test_small_figures_in_tiles_with_a_legend_join_where_the_page_has_large_ones() -> None:
    sheet = Sheet()
    sheet.prose(50, 700)
    sheet.put("9 053", 50, 100, size=24)
    sheet.put("persons reached", 50, 116)
    for top in (200.0, 300.0):
        sheet.rects.append(Rect(300, top, 380, top + 18, 0xCDE5E4, None))
        sheet.rects.append(Rect(300, top + 20, 380, top + 38, 0x7EBBBA, None))
        sheet.put("24 795", 310, top + 13)
        sheet.put("871", 310, top + 33)
    for name, level, fill in (("Cases", 400.0, 0xCDE5E4), ("Deaths", 416.0, 0x7EBBBA)):
        sheet.rects.append(Rect(300, level, 320, level + 10, fill, None))
        sheet.put(name, 326, level + 8)
    panels = [text_of(block) for block in blocks_of(sheet) if block.kind == "panel"]
    assert len(panels) == 2
    assert {"Cases", "Deaths", "24", "795", "871"} == set(panels[1].split())


def test_years_in_large_type_are_no_key_figures() -> None:
    sheet = Sheet()
    sheet.prose(50, 700)
    sheet.put("2009 2010 2011", 50, 100, size=16, space=2)
    sheet.put("area planted", 50, 112)
    assert not written(blocks_of(sheet), "panel")


def test_figures_larger_than_their_heads_in_rows_and_columns_are_no_panel() -> None:
    sheet = Sheet()
    sheet.prose(50, 700)
    for column, head in enumerate(("Female", "Male", "Total", "15-24")):
        sheet.put(head, 120 + 60 * column, 100, size=7.5, bold=True)
    for row, year in enumerate(("1995", "2000", "2005")):
        level = 116 + 22.0 * row
        sheet.put(year, 60, level, bold=True)
        for column in range(4):
            sheet.put(f"1{row}.{column}", 120 + 60 * column, level)
    region = TableRegion(1, 55, 90, 340, 166, "ruled", 1.0, "")
    sheet.regions.append(region)
    assert not written(blocks_of(sheet), "panel")
