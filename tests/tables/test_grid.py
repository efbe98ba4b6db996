from collections.abc import Sequence

from statchunk.model.layout import TableRegion
from statchunk.model.page import Page, Rect
from statchunk.model.table import Grid
from statchunk.settings import TableSettings
from statchunk.tables.grid import read_grid
from tests.tables.sheets import Sheet, texts, whole

SETTINGS = TableSettings()


def read(sheet: Sheet) -> Grid:
    page = sheet.page()
    (grid,) = read_grid(page, whole(page), (), SETTINGS)
    assert_each_word_once(page, grid)
    return grid


def assert_each_word_once(page: Page, grid: Grid) -> None:
    placed = sorted(word.order for cell in grid.cells for word in cell.words)
    assert placed == [word.order for word in page.words]


def three_rules(rows: Sequence[tuple[str, ...]], stops: tuple[float, ...] = (250.0, 320.0)) -> Sheet:
    """A table with labels at 50 and figures right-aligned at the stops, no rules."""
    sheet = Sheet()
    for n, row in enumerate(rows):
        y = 100.0 + 14 * n
        if row[0]:
            sheet.left(50, y, row[0])
        for stop, text in zip(stops, row[1:], strict=True):
            if text:
                sheet.right(stop, y, text)
    return sheet


def test_full_grid_with_merged_cells() -> None:
    sheet = Sheet()
    for y in (90, 130, 150, 170):
        sheet.across(50, 350, y)
    sheet.across(150, 350, 110)
    for x in (50, 150, 350):
        sheet.down(x, 90, 170)
    sheet.down(250, 110, 170)
    sheet.left(55, 113, "Country")
    sheet.centre(250, 104, "Sales")
    sheet.centre(200, 124, "1996")
    sheet.centre(300, 124, "1997")
    for y, label, a, b in ((144, "Austria", "12", "14"), (164, "Denmark", "7", "9")):
        sheet.left(55, y, label)
        sheet.right(240, y, a)
        sheet.right(340, y, b)
    grid = read(sheet)
    assert texts(grid) == [
        ["Country", "Sales", "·"],
        ["·", "1996", "1997"],
        ["Austria", "12", "14"],
        ["Denmark", "7", "9"],
    ]
    assert grid.engine == "rules"


def test_text_of_several_lines_stays_in_its_ruled_cell() -> None:
    sheet = Sheet()
    for y in (90, 130, 170):
        sheet.across(50, 350, y)
    for x in (50, 150, 350):
        sheet.down(x, 90, 170)
    sheet.left(55, 102, "Index")
    sheet.left(155, 102, "A measure of change")
    sheet.left(155, 114, "over time")
    sheet.left(55, 142, "Basket")
    sheet.left(155, 142, "Goods and services")
    sheet.left(155, 154, "that are priced")
    assert texts(read(sheet)) == [
        ["Index", "A measure of change over time"],
        ["Basket", "Goods and services that are priced"],
    ]


def test_rows_without_rules_in_columns_with_rules() -> None:
    sheet = Sheet()
    for y in (90, 110, 170):
        sheet.across(50, 350, y)
    for x in (50, 150, 250, 350):
        sheet.down(x, 90, 170)
    for y, row in (
        (104, ("Country", "Fund", "Total")),
        (124, ("Malta", "0.28", "0.72")),
        (140, ("Poland", "22", "55")),
        (156, ("Latvia", "1.5", "4.5")),
    ):
        for x, text in zip((55, 155, 255), row, strict=True):
            sheet.left(x, y, text)
    assert texts(read(sheet))[1:] == [["Malta", "0.28", "0.72"], ["Poland", "22", "55"], ["Latvia", "1.5", "4.5"]]


def test_spanning_heads_over_rules_and_heads_of_several_lines() -> None:
    sheet = Sheet()
    sheet.across(50, 470, 88)
    sheet.centre(245, 100, "Consumer prices")
    sheet.centre(245, 111, "index")
    sheet.across(190, 300, 115)
    sheet.centre(415, 105, "Retail prices index")
    sheet.across(360, 470, 115)
    for x in (240, 410):
        sheet.right(x, 139, "Index")
        sheet.right(x + 60, 128, "Change")
        sheet.right(x + 60, 139, "over year")
    sheet.across(50, 470, 144)
    for y, label, *figures in (
        (160, "January", "119.0", "2.1", "334.6", "3.2"),
        (174, "February", "119.7", "−0.4", "337.1", "4.0"),
    ):
        sheet.left(50, y, label)
        for x, text in zip((240, 300, 410, 470), figures, strict=True):
            sheet.right(x, y, text)
    sheet.across(50, 470, 180)
    assert texts(read(sheet)) == [
        ["", "Consumer prices index", "·", "Retail prices index", "·"],
        ["", "Index", "Change over year", "Index", "Change over year"],
        ["January", "119.0", "2.1", "334.6", "3.2"],
        ["February", "119.7", "−0.4", "337.1", "4.0"],
    ]


def test_figures_that_touch_are_cells_of_their_own() -> None:
    sheet = Sheet()
    for n, row in enumerate((("Gas", "1.1", "2.2"), ("Fuel", "−3.4", "−10.4"), ("Coal", "0.7", "5.0"))):
        y = 100.0 + 14 * n
        sheet.left(50, y, row[0])
        sheet.right(250, y, row[1])
        sheet.right(275, y, row[2])
    assert texts(read(sheet)) == [["Gas", "1.1", "2.2"], ["Fuel", "−3.4", "−10.4"], ["Coal", "0.7", "5.0"]]


def test_digit_groups_with_thin_spaces_are_one_cell() -> None:
    rows = [("Bread", "995.4", "996.2"), ("Tobacco", "1 153.1", "1 163.7"), ("Fees", "12 345 678", "64")]
    assert texts(read(three_rules(rows))) == [list(row) for row in rows]


def test_other_digit_groups_brackets_nil_signs_and_empty_cells() -> None:
    rows = [
        ("Cotton", "1.393,4", "(35,8)"),
        ("Rice", "46,23,064", "-"),
        ("Rye", "..", ""),
        ("Wheat", "", "2,319.5"),
        ("Oats", "12", "18 (24.7%)"),
    ]
    assert texts(read(three_rules(rows))) == [list(row) for row in rows]


def test_ranges_with_spaces_are_one_cell() -> None:
    rows = [("Iowa", "1.35 - 1.42", "1.38"), ("Ohio", "1.36 - 1.43", "1.40"), ("Utah", "1.40 - 1.51", "1.44")]
    assert texts(read(three_rules(rows))) == [list(row) for row in rows]


def test_ages_in_the_stub_make_no_column() -> None:
    rows = [
        ("All ages", "100.0", "1.0"),
        ("15 - 19", "21.4", "8.6"),
        ("20 - 24 years", "18.0", "4.2"),
        ("65 and over", "9.9", "1.1"),
    ]
    assert texts(read(three_rules(rows))) == [list(row) for row in rows]


def test_labels_that_wrap_with_figures_on_the_last_line() -> None:
    rows = [
        ("Food", "1.0", "2.0"),
        ("Nonalcoholic beverages and beverage", "", ""),
        ("materials", "3.0", "4.0"),
        ("Fuel", "5.0", "6.0"),
        ("Commodities less food and energy", "7.0", "8.0"),
    ]
    assert texts(read(three_rules(rows))) == [
        ["Food", "1.0", "2.0"],
        ["Nonalcoholic beverages and beverage materials", "3.0", "4.0"],
        ["Fuel", "5.0", "6.0"],
        ["Commodities less food and energy", "7.0", "8.0"],
    ]


def test_labels_that_wrap_with_figures_on_the_first_line() -> None:
    sheet = Sheet()
    for y, label, figures in (
        (100, "Housing and", ("5.1", "7.0")),
        (111, "household services", ()),
        (132, "Transport", ("3.3", "1.7")),
        (153, "Health", ("5.0", "4.3")),
    ):
        sheet.left(50, y, label)
        for x, text in zip((250, 320), figures, strict=False):
            sheet.right(x, y, text)
    assert texts(read(sheet)) == [
        ["Housing and household services", "5.1", "7.0"],
        ["Transport", "3.3", "1.7"],
        ["Health", "5.0", "4.3"],
    ]


def test_labels_set_in_by_spaces_wrap_to_the_left_of_the_stub() -> None:
    sheet = Sheet()
    for y, x, label, figures in (
        (100, 50, "Assets", ("5.1", "7.0")),
        (120, 70, "Cash and balances with other", ("3.3", "1.7")),
        (131, 50, "banks", ()),
        (151, 70, "Securities", ("5.0", "4.3")),
        (171, 70, "Loans and advances to other", ()),
        (182, 50, "customers", ("6.0", "3.1")),
        (202, 70, "Equipment", ("5.6", "4.1")),
    ):
        sheet.left(x, y, label)
        for x1, text in zip((250, 320), figures, strict=False):
            sheet.right(x1, y, text)
    assert texts(read(sheet)) == [
        ["Assets", "5.1", "7.0"],
        ["Cash and balances with other banks", "3.3", "1.7"],
        ["Securities", "5.0", "4.3"],
        ["Loans and advances to other customers", "6.0", "3.1"],
        ["Equipment", "5.6", "4.1"],
    ]


def test_a_centred_heading_under_a_sign_for_none_is_no_part_of_it() -> None:
    sheet = Sheet()
    for y, label, figures in (
        (100, "Spain", ("6.1", ":")),
        (124, "Brazil", ("1.7", "4.1")),
        (136, "Chile", ("8.5", "2")),
    ):
        sheet.left(50, y, label)
        for x, text in zip((250, 320), figures, strict=True):
            sheet.right(x, y, text)
    sheet.centre(310, 112, "America")
    assert texts(read(sheet))[:3] == [["Spain", "6.1", ":"], ["", "", "America"], ["Brazil", "1.7", "4.1"]]


def test_a_label_that_breaks_off_before_a_heading_goes_on_in_the_line_under_it() -> None:
    rows = [("Kenya", "5.2", "0.5"), ("Nigeria", "3.8", "5.6"), ("United Republic of", "0.9", "5.9")]
    sheet = three_rules([*rows, ("", "", ""), ("", "", ""), ("China", "4.7", "4.0"), ("India", "2.9", "2.8")])
    sheet.left(58, 142, "Tanzania")
    sheet.centre(240, 156, "Asia", bold=True)
    assert texts(read(sheet))[2:5] == [
        ["United Republic of Tanzania", "0.9", "5.9"],
        ["", "Asia", ""],
        ["China", "4.7", "4.0"],
    ]


def test_labels_centred_on_their_figures() -> None:
    sheet = Sheet()
    for y, label in ((94, "Self-employed with"), (106, "employees"), (130, "Employees")):
        sheet.left(50, y, label)
    for y, figures in ((100, ("307.8", "7.3")), (130, ("3,006.3", "71.3"))):
        for x, text in zip((250, 320), figures, strict=True):
            sheet.right(x, y, text)
    assert texts(read(sheet)) == [["Self-employed with employees", "307.8", "7.3"], ["Employees", "3,006.3", "71.3"]]


def test_every_other_row_is_shaded_and_labels_of_three_lines_fill_their_rows() -> None:
    sheet = Sheet()
    wanted = []
    towns = ("Kolamba Kolumbu Colombo", "Kaduvela Kaduwalai Kaduwela", "Homagama Komakama Homagama")
    for n, town in enumerate((*towns, "Padukka Patukkai Padukka", "Maharagama Makarakama Maharagama", *towns[:1])):
        names = town.split()
        top = 92.0 + 36 * n
        for line, name in enumerate(names):
            sheet.left(50, top + 8 + 12 * line, name)
        for x in (250, 320):
            sheet.right(x, top + 20, f"{x + n}")
        if n % 2:
            sheet.rects.append(Rect(48, top, 322, top + 36, 0xFAD9A8, None))
        wanted.append([town, str(250 + n), str(320 + n)])
    page = sheet.page()
    (grid,) = read_grid(page, TableRegion(1, 48, 90, 322, 310, "rule-less", 1.0, "test"), (), SETTINGS)
    assert texts(grid) == wanted


def test_a_group_heading_is_a_row_of_its_own() -> None:
    rows = [
        ("Energy", "", ""),
        ("Gas", "1.0", "2.0"),
        ("Other indices", "", ""),
        ("Rent", "3.0", "4.0"),
        ("Rates", "5.0", "6.0"),
    ]
    assert texts(read(three_rules(rows))) == [list(row) for row in rows]


def test_dot_leaders_stay_with_their_label() -> None:
    rows = [("Deposits ..........", "31", "30"), ("Defence", "699", "690"), ("Interest ......", "230", "223")]
    assert texts(read(three_rules(rows))) == [list(row) for row in rows]


def test_a_label_set_close_to_its_figure_is_cut_from_it() -> None:
    rows = [("CPI", "138.180", "3.528"), ("RPI", "402.2", "4.5"), ("CPIH", "137.712", "4.135")]
    sheet = Sheet()
    for n, (label, a, b) in enumerate(rows):
        y = 100.0 + 14 * n
        sheet.left(50, y, label)
        sheet.left(73, y, a)
        sheet.left(150, y, b)
    assert texts(read(sheet)) == [list(row) for row in rows]


def test_heads_set_close_over_columns_flush_left() -> None:
    sheet = Sheet()
    for y, line in ((100, ("CPIH Index", "CPI 12-", "CPI 1-")), (111, ("(2015=100)", "month rate", "month rate"))):
        for x, text in zip((100, 153, 206), line, strict=True):
            sheet.left(x, y, text, bold=True)
    for y, row in (
        (132, ("April", "132.2", "3.0", "0.5")),
        (150, ("May", "9.7", "12.8", "0.4")),
        (168, ("June", "133.0", "2.8", "−0.2")),
    ):
        sheet.left(50, y, row[0])
        for x, text in zip((100, 153, 206), row[1:], strict=True):
            sheet.left(x, y, text)
    assert texts(read(sheet))[0] == ["", "CPIH Index (2015=100)", "CPI 12- month rate", "CPI 1- month rate"]


def test_heads_centred_over_several_columns_without_a_rule() -> None:
    sheet = Sheet()
    sheet.centre(200, 100, "Males")
    sheet.centre(330, 100, "Females")
    rows = (
        ("Age", "1990", "2000", "1990", "2000"),
        ("15-24", "12.1", "13.4", "11.0", "12.2"),
        ("25-34", "22.3", "23.1", "20.9", "21.0"),
    )
    for y, row in zip((112, 128, 140), rows, strict=True):
        sheet.left(50, y, row[0])
        for x, text in zip((180, 240, 310, 370), row[1:], strict=True):
            sheet.right(x, y, text)
    assert texts(read(sheet))[:2] == [["", "Males", "·", "Females", "·"], ["Age", "1990", "2000", "1990", "2000"]]


def test_texts_that_wrap_beside_the_figures_of_their_row() -> None:
    sheet = Sheet()
    rows = (
        ("Ohio", "500", "Department of Health and"),
        ("", "", "Human Services"),
        ("Iowa", "20", "Board of Education"),
        ("Utah", "37", "Cabinet"),
    )
    for n, row in enumerate(rows):
        y = 100 + 12 * n
        sheet.left(50, y, row[0])
        sheet.right(200, y, row[1])
        sheet.left(260, y, row[2])
    assert texts(read(sheet)) == [
        ["Ohio", "500", "Department of Health and Human Services"],
        ["Iowa", "20", "Board of Education"],
        ["Utah", "37", "Cabinet"],
    ]


def test_section_row_across_the_body() -> None:
    sheet = three_rules(
        [("Total", "100.0", "1.0"), ("", "", ""), ("Employees", "71.3", "5.4"), ("Family", "2.8", "-23.2")]
    )
    sheet.centre(285, 114, "Professional status")
    grid = read(sheet)
    section = next(c for c in grid.cells if c.words[0].text == "Professional")
    assert (section.row, section.column, section.column_end) == (1, 1, 2)


def test_heads_repeated_inside_the_body() -> None:
    sheet = three_rules(
        [
            ("Base value", "918.34", "241.73"),
            ("Weight", "100.0", "26.2"),
            ("", "", ""),
            ("January", "124.3", "150.0"),
            ("February", "125.8", "152.0"),
        ]
    )
    sheet.right(250, 128, "All items")
    sheet.right(320, 128, "Food")
    assert texts(read(sheet))[2] == ["", "All items", "Food"]


def test_confidence_names_its_reasons() -> None:
    grid = read(three_rules([("Food", "1.0", "2.0"), ("Fuel", "3.0", "4.0"), ("Rent", "5.0", "6.0")]))
    assert grid.confidence == 1.0
    assert grid.reasons == ()


def test_a_label_that_rows_set_in_complete_is_a_row_of_its_own() -> None:
    sheet = three_rules(
        [
            ("All items", "1.0", "2.0"),
            ("Goods", "1.1", "2.1"),
            ("Services", "1.2", "2.2"),
            ("All items excluding", "", ""),
        ]
    )
    for n, (label, a, b) in enumerate((("Energy", "1.3", "2.3"), ("Food", "1.4", "2.4"))):
        y = 156.0 + 14 * n
        sheet.left(58, y, label)
        sheet.right(250, y, a)
        sheet.right(320, y, b)
    assert [row[0] for row in texts(read(sheet))][-3:] == ["All items excluding", "Energy", "Food"]


def test_a_head_too_wide_for_the_column_that_it_is_centred_over_spans_three() -> None:
    sheet = Sheet()
    sheet.centre(275, 100, "Amounts released a year")
    for x, head in ((200, "to the air"), (275, "to the water"), (350, "to the land")):
        sheet.centre(x, 114, head)
    for n, (label, *figures) in enumerate((("Lead", "200", "20", "25"), ("Zinc", "100", "50", "10"))):
        sheet.left(50, 130 + 14 * n, label)
        for x, figure in zip((200, 275, 350), figures, strict=True):
            sheet.centre(x, 130 + 14 * n, figure)
    first = read(sheet).cells[0]
    assert (first.column, first.column_end) == (1, 3)


def test_heads_between_two_of_their_four_columns_take_all_four() -> None:
    sheet = Sheet()
    places = [120 + 40 * k for k in range(8)]
    sheet.centre(180, 100, "Scandinavia")
    sheet.centre(340, 100, "Netherlands")
    for k, x in enumerate(places):
        sheet.centre(x, 114, ("Men", "Girls", "Boys", "All")[k % 4])
    for n, label in enumerate(("East", "West", "North")):
        sheet.left(40, 130 + 14 * n, label)
        for k, x in enumerate(places):
            sheet.centre(x, 130 + 14 * n, f"{n + 1}{k}.5")
    spans = [(cell.column, cell.column_end) for cell in read(sheet).cells if cell.row == 0]
    assert spans == [(1, 4), (5, 8)]


def _groups(labels: Sequence[tuple[str, str]]) -> list[tuple[str, int, int]]:
    """Outer labels with their first and last row, in a sheet of these outer and inner labels."""
    sheet = Sheet()
    sheet.right(250, 86, "Men")
    sheet.right(320, 86, "Women")
    for n, (outer, inner) in enumerate(labels):
        y = 100 + 14 * n
        if outer:
            sheet.left(50, y, outer)
        sheet.left(140, y, inner)
        sheet.right(250, y, f"{n + 10}.5")
        sheet.right(320, y, f"{n + 30}.5")
    return [
        (" ".join(word.text for word in cell.words), cell.row, cell.row_end)
        for cell in read(sheet).cells
        if cell.column == cell.column_end == 0 and cell.row
    ]


def test_an_outer_label_broken_over_the_rows_of_its_group_is_one() -> None:
    labels = [("Asthma", "Count"), ("", "Percent"), ("Chronic", "Count"), ("fatigue", "Percent"), ("Gout", "Count")]
    assert _groups([*labels, ("", "Percent")]) == [("Asthma", 1, 2), ("Chronic fatigue", 3, 4), ("Gout", 5, 6)]


def test_years_in_the_middle_of_their_groups_hold_for_all_of_their_rows() -> None:
    labels = [("", "Urban"), ("1991", "Rural"), ("", "Total"), ("", "Urban"), ("1996", "Rural"), ("", "Total")]
    labels += [("", "Urban"), ("2001", "Rural"), ("", "Total")]
    assert _groups(labels) == [("1991", 1, 3), ("1996", 4, 6), ("2001", 7, 9)]


def test_a_turned_head_over_two_bands_is_one() -> None:
    sheet = Sheet()
    for y in (60, 110, 160, 180, 200):
        sheet.across(150 if y == 110 else 50, 290, y)
    for x in (50, 100, 150, 220, 290):
        sheet.down(x, 110 if x == 220 else 60, 200)
    for n, word in enumerate(("Projected", "Population", "for", "2012", "in", "lakhs")):
        sheet.left(110 + 12 * (n // 2), 150 - 45 * (n % 2), word, 8)
        last = sheet.words[-1]
        sheet.words[-1] = last.but(x1=last.x0 + 8, top=last.baseline - 35, turn=270, baseline=last.x0 + 8)
    sheet.left(155, 80, "Production of")
    sheet.left(155, 92, "rice")
    sheet.left(155, 130, "First")
    sheet.left(155, 142, "crop")
    sheet.left(225, 130, "Second")
    sheet.left(225, 142, "crop")
    for y, label in ((174, "North"), (194, "South")):
        sheet.left(52, y, label)
        for x in (145, 215, 285):
            sheet.right(x, y, f"{x / 10}")
    page = sheet.page()
    (grid,) = read_grid(page, whole(page), (), SETTINGS)
    heads = [{w.text for w in cell.words} for cell in grid.cells]
    assert {"Projected", "Population", "for", "2012", "in", "lakhs"} in heads
