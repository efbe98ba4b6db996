"""What stands at the edges of a table is not taken into it."""

from statchunk.layout import find_lines
from statchunk.layout.edges import drawn_in, with_band, with_frame, within_leaf
from statchunk.model.layout import TableRegion
from statchunk.model.page import Rect, Rule
from statchunk.settings import LayoutSettings
from tests.layout.words import Sheet


def _drawn_in(sheet: Sheet, top: float, bottom: float) -> list[tuple[float, float]]:
    region = TableRegion(1, 40, top, 400, bottom, "rule-less", 0.9, "figures in columns")
    found = drawn_in(region, find_lines(sheet.page(), LayoutSettings()))
    return [(round(piece.top), round(piece.bottom)) for piece in found]


def test_a_caption_at_the_top_comes_out() -> None:
    sheet = Sheet()
    sheet.put("Table 3. Employed persons by industry", 50, 100, bold=True)
    sheet.table(50, 130)
    ((top, bottom),) = _drawn_in(sheet, 90, 200)
    assert 120 < top < 123
    assert bottom == 200


def test_notes_and_source_of_the_table_above_come_out() -> None:
    sheet = Sheet()
    sheet.put("1 Too few observations.", 50, 80, size=8)
    sheet.put("Source: Labour Force Survey", 50, 90, size=8)
    sheet.put("Table 3. Employed persons by industry", 50, 110, bold=True)
    sheet.table(50, 140)
    ((top, bottom),) = _drawn_in(sheet, 70, 200)
    assert 130 < top < 133
    assert bottom == 200


def test_two_tables_with_a_caption_between_are_parted() -> None:
    sheet = Sheet()
    sheet.table(50, 100)
    sheet.put("Table 4. Rents", 50, 180, bold=True)
    sheet.table(50, 210)
    assert len(_drawn_in(sheet, 85, 300)) == 2


def test_key_figures_beside_a_table_come_out() -> None:
    sheet = Sheet()
    sheet.put("6.97 million", 50, 90, size=24)
    sheet.table(50, 140, rows=6)
    ((top, _),) = _drawn_in(sheet, 60, 300)
    assert 130 < top < 140


def test_a_table_alone_stays_as_it_is() -> None:
    sheet = Sheet()
    sheet.table(50, 100)
    assert _drawn_in(sheet, 85, 180) == [(85, 180)]


def test_a_region_over_the_fold_of_a_sheet_keeps_to_its_leaf() -> None:
    sheet = Sheet(1190, 842)
    sheet.prose(60, 110, lines=6, width=400)
    sheet.table(660, 100, rows=6)
    page = sheet.page()
    region = TableRegion(1, 50, 90, 1000, 200, "rule-less", 0.9, "figures in columns")
    leaf = within_leaf(region, find_lines(page, LayoutSettings()), page)
    assert 650 < leaf.x0 < 662
    assert leaf.top == region.top


def test_heads_in_a_shaded_band_belong_to_the_table() -> None:
    sheet = Sheet()
    sheet.rects.append(Rect(45, 80, 400, 98, 0xDDE4F0, None))
    sheet.put("Term", 50, 92, bold=True)
    sheet.put("Meaning", 170, 92, bold=True)
    sheet.table(50, 112)
    region = TableRegion(1, 48, 103, 330, 160, "ruled", 0.9, "lattice")
    grown = with_band(region, find_lines(sheet.page(), LayoutSettings()), sheet.rects)
    assert 80 < grown.top < 90


def test_heads_between_upright_rules_belong_to_the_table() -> None:
    sheet = Sheet()
    sheet.rules += [Rule(x, 60, x, 200, 0.5, 0) for x in (48.0, 160.0, 330.0)]
    sheet.rules.append(Rule(48, 60, 330, 60, 0.5, 0))
    sheet.put("Movers", 200, 75)
    sheet.table(50, 112)
    region = TableRegion(1, 48, 100, 330, 160, "ruled", 0.9, "lattice")
    grown = with_frame(region, find_lines(sheet.page(), LayoutSettings()), sheet.rules, 120)
    assert 60 < grown.top < 70


def test_white_areas_and_captions_over_a_table_are_no_band_of_heads() -> None:
    region = TableRegion(1, 48, 103, 330, 160, "ruled", 0.9, "lattice")
    for fill, first in ((0xFFFFFF, "Term"), (0xDDE4F0, "Table 3. Oil output by country")):
        sheet = Sheet()
        sheet.rects.append(Rect(45, 80, 400, 98, fill, None))
        sheet.put(first, 50, 92, bold=True)
        sheet.put("Outlook, March", 250, 92)
        sheet.table(50, 112)
        assert with_band(region, find_lines(sheet.page(), LayoutSettings()), sheet.rects) == region
