"""Whole pages drawn as offices set them: from words and rules to labelled figures."""

from statchunk.model.table import Table
from statchunk.settings import TableSettings
from statchunk.tables.grid import read_grid
from statchunk.tables.read import read_tables
from statchunk.tables.regions import find_regions
from tests.tables.drawn import column_paths_of, row_paths
from tests.tables.sheets import Sheet, texts

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


def test_signs_for_none_and_counted_words_under_a_spanning_head_are_the_first_row() -> None:
    sheet = Sheet()
    sheet.centre(330, 100, "Releases to")
    for x, head in ((250, "air"), (330, "water"), (410, "land")):
        sheet.centre(x, 112, head)
    for n, row in enumerate((("100 million", "-", "-"), ("100", "-", "-"), ("100 000", "7", "-"), ("50", "-", "3"))):
        sheet.left(50, 130 + 14 * n, f"Gas {'ABCD'[n]}")
        for x, text in zip((250, 330, 410), row, strict=True):
            sheet.centre(x, 130 + 14 * n, text)
    (table,) = tables_of(sheet)
    assert row_paths(table) == [("Gas A",), ("Gas B",), ("Gas C",), ("Gas D",)]
    assert [v.text for v in table.values if v.row == 0] == ["100 million", "-", "-"]


def test_a_figure_between_two_lines_of_its_label_is_in_their_row() -> None:
    sheet = Sheet()
    sheet.left(50, 100, "Topic", bold=True)
    sheet.right(400, 100, "Number", bold=True)
    sheet.left(50, 120, "Other policies including trade, culture, fisheries, the")
    sheet.left(50, 132, "internal market and the environment")
    sheet.right(400, 126, "4,330")
    sheet.left(50, 150, "Research")
    sheet.right(400, 150, "2,003")
    sheet.left(50, 168, "Practical questions and all others that were asked at")
    sheet.left(50, 180, "the desk")
    sheet.right(400, 174, "2,417")
    sheet.left(50, 198, "Total")
    sheet.right(400, 198, "8,750")
    (table,) = tables_of(sheet)
    assert row_paths(table) == [
        ("Other policies including trade, culture, fisheries, the internal market and the environment",),
        ("Research",),
        ("Practical questions and all others that were asked at the desk",),
        ("Total",),
    ]


def test_a_text_of_two_lines_around_the_line_of_its_row_is_one_cell() -> None:
    sheet = Sheet()
    for x, head in ((250, "Air"), (330, "Water"), (410, "Land")):
        sheet.centre(x, 100, head)
    for n, label in enumerate(("Benzene", "Ethane", "Toluene", "Xylene")):
        y = 120 + 24 * n
        sheet.left(50, y, label)
        sheet.centre(250, y, f"1{n}0")
        if n % 2:
            sheet.centre(330, y, "5")
            sheet.centre(410, y, "7")
        else:
            for x in (330, 410):
                sheet.centre(x, y - 5, "200 (as")
                sheet.centre(x, y + 5, "BTEX)")
    (table,) = tables_of(sheet)
    assert row_paths(table) == [("Benzene",), ("Ethane",), ("Toluene",), ("Xylene",)]
    assert [v.text for v in table.values if v.row == 2] == ["120", "200 (as BTEX)", "200 (as BTEX)"]


def test_a_head_alone_over_the_middle_of_heads_of_one_set_spans_them() -> None:
    sheet = Sheet()
    sheet.centre(310, 100, "Course")
    for x, head in ((230, "1st year"), (310, "2nd year"), (390, "3rd year")):
        sheet.centre(x, 112, head)
    for n, label in enumerate(("Asthma", "Diabetes", "Bronchitis")):
        sheet.left(50, 130 + 14 * n, label)
        for x in (230, 310, 390):
            sheet.centre(x, 130 + 14 * n, f"{n}{x % 7}")
    (table,) = tables_of(sheet)
    assert column_paths_of(table) == [("Course", "1st year"), ("Course", "2nd year"), ("Course", "3rd year")]


def test_a_line_of_years_and_units_under_heads_is_part_of_them() -> None:
    sheet = Sheet()
    for x, first, second, third in (
        (230, "per capita", "income", "1995"),
        (310, "Number of", "outlets", "(000)"),
        (390, "Retail", "sales", "(bn)"),
    ):
        for n, text in enumerate((first, second, third)):
            sheet.centre(x, 100 + 11.7 * n, text)
    for n, label in enumerate(("Germany", "France", "Italy", "Spain")):
        sheet.left(50, 138 + 14 * n, label)
        for x in (230, 310, 390):
            sheet.centre(x, 138 + 14 * n, f"{n + 2}{x % 7}.{n}")
    (table,) = tables_of(sheet)
    assert column_paths_of(table) == [("per capita income 1995",), ("Number of outlets (000)",), ("Retail sales (bn)",)]
    assert len(row_paths(table)) == 4


def test_spanning_heads_set_larger_than_the_heads_under_them_belong_to_the_table() -> None:
    sheet = Sheet()
    for k, name in enumerate(("North", "South", "East")):
        sheet.centre(160 + 120 * k, 100, name, size=11)
        for n, head in enumerate(("Women", "Men", "15-24")):
            sheet.centre(120 + 120 * k + 40 * n, 118, head, size=8)
    for n, year in enumerate(("1995", "2000", "2005")):
        sheet.left(50, 136 + 16 * n, year, size=11)
        for k in range(9):
            sheet.centre(120 + 40 * k, 136 + 16 * n, f"{k + 2}.{n}", size=11)
    page = sheet.page()
    (region,) = find_regions(page, (), SETTINGS)
    (grid,) = read_grid(page, region, (), SETTINGS)
    assert texts(grid)[0] == ["", "North", "·", "·", "South", "·", "·", "East", "·", "·"]
    assert texts(grid)[1] == ["", *["Women", "Men", "15-24"] * 3]


def test_spaced_dots_after_years_are_a_leader() -> None:
    sheet = Sheet()
    sheet.centre(80, 100, "Year and race")
    for x, head in ((250, "Total"), (330, "Women"), (410, "Men")):
        sheet.centre(x, 100, head)
    sheet.across(50, 430, 105)
    y = 118
    for group in ("All races", "White", "Black"):
        sheet.centre(80, y, group, bold=True)
        for n, year in enumerate(("2009", "2008", "2007"), 1):
            sheet.left(50, y + 12 * n, year + " ." * 14)
            figures(sheet, y + 12 * n, (260, f"{n}6.1"), (340, f"3{n}.8"), (420, f"9{n}.7"))
        y += 54
    (table,) = tables_of(sheet)
    assert column_paths_of(table) == [("Total",), ("Women",), ("Men",)]
    assert row_paths(table) == [(g, y) for g in ("All races", "White", "Black") for y in ("2009", "2008", "2007")]


def test_dots_in_the_place_of_a_figure_are_a_sign_for_none() -> None:
    sheet = Sheet()
    for x, head in ((300, "2010"), (370, "2011"), (440, "2012")):
        sheet.right(x, 100, head)
    for n, label in enumerate(("Income taxes", "Excise taxes", "Customs duties", "Other receipts")):
        sheet.left(50, 114 + 14 * n, label + "." * 20)
        figures(sheet, 114 + 14 * n, (300, f"1{n}4.2"), (370, "........" if n == 1 else f"2{n}.9"), (440, f"3{n}.1"))
    (table,) = tables_of(sheet)
    assert [v.text for v in table.values if v.row == 1] == ["114.2", "........", "31.1"]
    assert row_paths(table) == [("Income taxes",), ("Excise taxes",), ("Customs duties",), ("Other receipts",)]


def test_rows_of_texts_that_stand_farther_apart_than_their_lines() -> None:
    sheet = Sheet()
    for x, head in ((50, "Program"), (200, "Purpose"), (420, "Funding")):
        sheet.left(x, 100, head, bold=True)
    sheet.across(50, 540, 105)
    rows = (
        (
            ("Water and Waste", "Loans (USDA)"),
            ("Develop water systems in towns", "with less than 10,000 people"),
            ("$5 million",),
        ),
        (
            ("State Revolving", "Fund (EPA)"),
            ("Finance infrastructure; small", "and poor communities", "first"),
            ("$9 million",),
        ),
        (("Block Grants",), ("Fund housing, economic", "development, and services"), ("$3 million,", "in part")),
    )
    y = 118
    for row in rows:
        for x, lines in zip((50, 200, 420), row, strict=True):
            for n, line in enumerate(lines):
                sheet.left(x, y + 11 * n, line, size=9)
        y += 11 * max(map(len, row)) + 6
    page = sheet.page()
    (region,) = find_regions(page, (), SETTINGS)
    (grid,) = read_grid(page, region, (), SETTINGS)
    assert texts(grid)[1:] == [[" ".join(lines) for lines in row] for row in rows]


def test_a_leaf_of_two_lines_is_no_line_of_the_spanning_head_over_it() -> None:
    sheet = Sheet()
    for k, name in enumerate(("Below poverty level", "Below 125% of it")):
        sheet.centre(250 + 180 * k, 100, name)
        for n, leaf in enumerate(("Number", "(±)", "Percent")):
            sheet.centre(190 + 180 * k + 60 * n, 123, leaf)
        sheet.centre(250 + 180 * k, 112.6, "90% C.I.")
    for n, label in enumerate(("Total", "Men", "Women")):
        sheet.left(50, 142 + 14 * n, label)
        for k in range(6):
            sheet.centre(190 + 60 * k, 142 + 14 * n, f"{k + 2}{n}.{n}")
    (table,) = tables_of(sheet)
    leaves = ("Number", "90% C.I. (±)", "Percent")
    assert column_paths_of(table) == [(a, b) for a in ("Below poverty level", "Below 125% of it") for b in leaves]


def test_prose_over_a_table_of_groups_is_no_group_of_it() -> None:
    sheet = Sheet()
    sheet.left(
        50,
        80,
        "Use: The country did not mine the metal in 2002; however, it was produced as a by-product of oth",
        size=9,
    )
    sheet.left(
        50,
        90,
        "er works. Supply came from imports, from stocks that were sold, and from scrap, as in the years before",
        size=9,
    )
    sheet.left(50, 108, "Statistics", size=9)
    for n, year in enumerate(("1998", "1999", "2000")):
        sheet.right(360 + 60 * n, 108, year, size=9)
    y = 118
    for group in ("Production:", "Consumption:", "Price, average:"):
        sheet.left(50, y, group, size=9)
        for label in ("Reported", "Apparent"):
            y += 10
            sheet.left(60, y, label, size=9)
            for n in range(3):
                sheet.right(360 + 60 * n, y, f"{n + 3},4{y:.0f}"[:5], size=9)
        y += 10
    (region,) = find_regions(sheet.page(), (), SETTINGS)
    assert region.top > 95


def test_errors_in_brackets_beside_their_figures_share_the_heads() -> None:
    sheet = Sheet()
    for k, head in enumerate(("Daily", "Weekly")):
        sheet.centre(240 + 120 * k, 100, head)
    for n, label in enumerate(("Total", "Men", "Women", "Youth")):
        sheet.left(50, 116 + 14 * n, label)
        for k in range(2):
            sheet.right(230 + 120 * k, 116 + 14 * n, f"{k + 3}{n}.1")
            sheet.left(238 + 120 * k, 116 + 14 * n, f"({n}.4)")
    (table,) = tables_of(sheet)
    assert column_paths_of(table) == [("Daily",), ("Daily",), ("Weekly",), ("Weekly",)]


def test_a_head_over_the_middle_of_three_years_spans_them_with_a_doubt() -> None:
    sheet = Sheet()
    sheet.right(300, 112, "2010")
    for x, year in ((370, "2011"), (440, "2012"), (510, "2013")):
        sheet.right(x, 112, year)
    for n, label in enumerate(("Income taxes", "Excise taxes", "Customs duties")):
        sheet.left(50, 128 + 14 * n, label)
        figures(sheet, 128 + 14 * n, *((x, f"{x % 9}{n}.2") for x in (300, 370, 440, 510)))
    sheet.centre(430, 100, "Estimate")
    (table,) = tables_of(sheet)
    assert column_paths_of(table) == [("2010",), ("Estimate", "2011"), ("Estimate", "2012"), ("Estimate", "2013")]
    assert table.confidence < 1.0


def test_tables_in_columns_of_running_text_stay_apart() -> None:
    sheet = Sheet()
    prose = "the survey found that most of them were at work"
    for n in range(5):
        sheet.left(40, 80 + 12 * n, prose)
    for n in range(8):
        sheet.left(310, 80 + 12 * n, prose)
    for n, label in enumerate(("Mining", "Building", "Trade", "Total")):
        sheet.left(40, 160 + 12 * n, label)
        figures(sheet, 160 + 12 * n, (180, f"3{n},690"), (240, f"7{n},178"))
    for n, label in enumerate(("Goods", "Services", "Retail", "Private")):
        sheet.left(310, 196 + 12 * n, label)
        figures(sheet, 196 + 12 * n, (450, f"3{n}.6"), (510, f"4{n}.1"))
    for n in range(5):
        sheet.left(40, 224 + 12 * n, prose)
        sheet.left(310, 260 + 12 * n, prose)
    regions = find_regions(sheet.page(), (), SETTINGS)
    assert sorted((round(r.x0), round(r.x1)) for r in regions) == [(40, 240), (310, 510)]


def test_columns_that_say_something_of_rows_with_names_are_no_labels() -> None:
    sheet = Sheet()
    heads = ("State", "Program", "Begun", "Waiver", "Enrollment")
    rows = (
        ("Maine", "Managed care", "2001", "Yes", "12,480"),
        ("Vermont", "Mixed", "1997", "No", "8,112"),
        ("Oregon", "Managed care", "2006", "Yes", "70,264"),
        ("Texas", "Mixed", "1990", "No", "91,006"),
    )
    for n, row in enumerate((heads, *rows)):
        for x, text in zip((50, 150, 260, 340, 430), row, strict=True):
            sheet.left(x, 100 + 14 * n, text)
    sheet.across(50, 500, 105)
    (table,) = tables_of(sheet)
    assert row_paths(table) == [(row[0],) for row in rows]
    assert column_paths_of(table) == [(head,) for head in heads[1:]]


def test_a_year_spans_the_quarters_up_to_the_next_first_quarter() -> None:
    sheet = Sheet()
    sheet.centre(290, 100, "2009")
    sheet.centre(440, 100, "2010")
    places = list(zip((240, 290, 340, 380, 420, 460, 500), ("II", "III", "IV", "I", "II", "III", "IV"), strict=True))
    for x, quarter in places:
        sheet.centre(x, 112, quarter)
    for n, label in enumerate(("Output", "Hours", "Labor costs")):
        sheet.left(50, 128 + 14 * n, label)
        for x, _ in places:
            sheet.centre(x, 128 + 14 * n, f"{n + 2}.{x % 7}")
    (table,) = tables_of(sheet)
    years = ["2009"] * 3 + ["2010"] * 4
    assert column_paths_of(table) == [(year, quarter) for year, (_, quarter) in zip(years, places, strict=True)]


def test_a_stub_head_between_two_lines_of_heads_ends_them_not() -> None:
    sheet = Sheet()
    sheet.centre(310, 96, "Not seasonally adjusted")
    for x, month, year in ((270, "Mar.", "2011"), (350, "Feb.", "2012")):
        sheet.centre(x, 110, month)
        sheet.centre(x, 120, year)
    sheet.left(50, 115, "Employment status, sex, and age")
    for n, label in enumerate(("Population", "Labor force", "Employed")):
        sheet.left(50, 140 + 14 * n, label)
        for x in (270, 350):
            sheet.centre(x, 140 + 14 * n, f"10{n},28{x % 9}")
    (table,) = tables_of(sheet)
    over = "Not seasonally adjusted"
    assert column_paths_of(table) == [(over, "Mar. 2011"), (over, "Feb. 2012")]
