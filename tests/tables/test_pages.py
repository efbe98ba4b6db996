"""Whole pages drawn as offices set them: from words and rules to labelled figures."""

from statchunk.model.table import Table
from statchunk.settings import TableSettings
from statchunk.tables.read import read_tables
from statchunk.tables.regions import find_regions
from tests.tables.drawn import column_paths_of, row_paths
from tests.tables.sheets import Sheet

SETTINGS = TableSettings()


def tables_of(sheet: Sheet) -> tuple[Table, ...]:
    page = sheet.page()
    return read_tables([page], [()], [find_regions(page, (), SETTINGS)], SETTINGS)


def figures(sheet: Sheet, y: float, *places: tuple[float, str]) -> None:
    for x, text in places:
        sheet.right(x, y, text)


def test_numbers_of_lines_before_the_labels_hide_no_indents() -> None:
    for gap in (3.0, 9.0):  # one text with the label, and a column of its own
        sheet = Sheet()
        for x, head in ((300, "2009"), (360, "2010"), (420, "2011")):
            sheet.right(x, 100, head)
        rows = [("Consumption", 0), ("Goods", 8), ("Durable goods", 16), ("Services", 8), ("Investment", 0)]
        for n, (label, indent) in enumerate(rows, 1):
            sheet.right(60, 100 + 14 * n, str(n))
            sheet.left(60 + gap + indent, 100 + 14 * n, label)
            figures(sheet, 100 + 14 * n, (300, f"{n}10.2"), (360, f"{n}14.8"), (420, f"{n}21.5"))
        (table,) = tables_of(sheet)
        assert row_paths(table) == [
            ("1 Consumption",),
            ("1 Consumption", "2 Goods"),
            ("1 Consumption", "2 Goods", "3 Durable goods"),
            ("1 Consumption", "4 Services"),
            ("5 Investment",),
        ]


def test_a_unit_centred_under_several_heads_holds_for_all_of_them() -> None:
    sheet = Sheet()
    sheet.across(50, 500, 80)
    for x, head in ((190, "Planted"), (270, "Harvested"), (360, "Yield"), (460, "Output")):
        sheet.centre(x, 100, head)
    sheet.across(50, 500, 104)
    for x, unit in ((230, "Million acres"), (360, "Bushels"), (460, "1,000 tons")):
        sheet.centre(x, 116, unit)
    for n, year in enumerate(("2007", "2008", "2009", "2010")):
        sheet.left(50, 132 + 14 * n, year)
        for x, text in ((190, "93.5"), (270, "86.5"), (360, f"15{n}.7"), (460, f"13,03{n}")):
            sheet.centre(x, 132 + 14 * n, text)
    (table,) = tables_of(sheet)
    assert column_paths_of(table) == [
        ("Planted", "Million acres"),
        ("Harvested", "Million acres"),
        ("Yield", "Bushels"),
        ("Output", "1,000 tons"),
    ]


def test_strokes_beside_a_unit_say_what_it_spans() -> None:
    sheet = Sheet()
    sheet.across(50, 500, 80)
    for x, head in ((200, "Food"), (280, "Seed"), (360, "Exports"), (460, "Price")):
        sheet.right(x, 100, head)
    sheet.across(50, 500, 104)
    sheet.centre(270, 116, "Tons")
    sheet.across(170, 254, 113)
    sheet.across(286, 360, 113)
    sheet.right(460, 116, "Dollars")
    for n, year in enumerate(("2007", "2008", "2009", "2010")):
        sheet.left(50, 132 + 14 * n, year)
        figures(sheet, 132 + 14 * n, (200, f"{n}48"), (280, f"8{n}"), (360, f"1,06{n}"), (460, f"{n}.48"))
    (table,) = tables_of(sheet)
    assert column_paths_of(table) == [
        ("Food", "Tons"),
        ("Seed", "Tons"),
        ("Exports", "Tons"),
        ("Price", "Dollars"),
    ]


def test_a_rule_between_two_halves_widens_no_head() -> None:
    sheet = Sheet()
    sheet.across(50, 550, 80)
    for left in (50, 310):
        sheet.centre(left + 40, 104, "State")
        sheet.centre(left + 150, 96, "Population")
        sheet.across(left + 110, left + 195, 99)
        sheet.centre(left + 130, 110, "2000")
        sheet.centre(left + 175, 110, "2010")
        sheet.centre(left + 222, 110, "Rank")
    sheet.across(50, 550, 116)
    sheet.down(302, 82, 200)
    for n, (a, b) in enumerate((("Alabama", "Georgia"), ("Alaska", "Hawaii"), ("Arizona", "Idaho"), ("Ohio", "Iowa"))):
        for left, state in ((50, a), (310, b)):
            sheet.left(left, 132 + 14 * n, state)
            figures(sheet, 132 + 14 * n, (left + 145, f"4,4{n}7"), (left + 190, f"4,7{n}9"), (left + 230, str(9 - n)))
    (table,) = tables_of(sheet)
    assert column_paths_of(table) == [("Population", "2000"), ("Population", "2010"), ("Rank",)]
    assert len(row_paths(table)) == 8


def test_a_negative_after_its_currency_is_a_figure_in_the_last_row() -> None:
    sheet = Sheet()
    sheet.right(300, 100, "2010")
    sheet.right(400, 100, "2009")
    for n, (label, sign, a, b) in enumerate(
        (("Gross cost", "$", "1,384", "795"), ("Revenue", "", "(285)", "(183)"), ("Net cost", "$", "(951)", "(848)"))
    ):
        sheet.left(50, 114 + 14 * n, label)
        for x, text in ((300, a), (400, b)):
            sheet.right(x, 114 + 14 * n, text)
            if sign:
                sheet.left(x - 50, 114 + 14 * n, sign)
    (table,) = tables_of(sheet)
    assert row_paths(table) == [("Gross cost",), ("Revenue",), ("Net cost",)]
    assert len(table.values) == 6
