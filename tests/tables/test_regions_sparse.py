"""Tables that say little of where they begin and end: few rules, few figures, much white."""

from statchunk.model.layout import TableRegion
from statchunk.model.page import Rect
from statchunk.settings import TableSettings
from statchunk.tables.grid import read_grid
from statchunk.tables.regions import find_regions
from tests.tables.sheets import Sheet, texts, whole


def find(sheet: Sheet) -> tuple[TableRegion, ...]:
    return find_regions(sheet.page(), (), TableSettings())


def read(sheet: Sheet) -> list[list[str]]:
    page = sheet.page()
    (region,) = find(sheet)
    (grid,) = read_grid(page, region, (), TableSettings())
    return texts(grid)


def lay(sheet: Sheet, y: float, rows: tuple[tuple[str, ...], ...], stops: tuple[float, ...], step: float = 14) -> float:
    """Rows of labels at 50 and cells flush right at the stops; returns the last baseline."""
    for n, row in enumerate(rows):
        sheet.left(50, y + step * n, row[0])
        for stop, text in zip(stops, row[1:], strict=True):
            if text:
                sheet.right(stop, y + step * n, text)
    return y + step * (len(rows) - 1)


def test_a_column_of_figures_beside_columns_of_signs_for_none() -> None:
    sheet = Sheet()
    sheet.right(250, 100, "Air")
    sheet.right(320, 100, "Water")
    sheet.right(390, 100, "Land")
    rows = (("Methane", "100", "-", "-"), ("Ozone", "500", "-", "-"), ("Halons", "1", "-", "-"))
    lay(sheet, 116, rows, (250, 320, 390))
    assert read(sheet) == [["", "Air", "Water", "Land"], *map(list, rows)]


def test_shares_in_brackets_touch_their_counts() -> None:
    sheet = Sheet()
    sheet.left(50, 80, "Table 2: Students by faculty")
    lay(
        sheet,
        100,
        (
            ("Faculty", "Population", "Sample"),
            ("Sciences", "1269(19.9%)", "101(20.4%)"),
            ("Humanities", "1168(18.4%)", "95(19.3%)"),
            ("Law", "705(11.1%)", "51(10.3%)"),
        ),
        (250, 350),
    )
    assert read(sheet)[1] == ["Sciences", "1269(19.9%)", "101(20.4%)"]


def test_the_page_number_far_below_is_no_row() -> None:
    sheet = Sheet()
    last = lay(
        sheet, 100, (("", "Men", "Women"), ("North", "12", "14"), ("South", "7", "9"), ("East", "5", "6")), (250, 350)
    )
    sheet.right(350, last + 50, "23")
    (region,) = find(sheet)
    assert region.bottom < last + 10


def test_titles_centred_over_heads_part_stacked_tables() -> None:
    sheet = Sheet()
    heads = ("Illness", "Male", "Female")
    rows = (heads, ("Allergy", "25", "68"), ("Asthma", "17", "64"), ("Back pain", "6", "25"))
    last = lay(sheet, 100, rows, (250, 350))
    sheet.centre(200, last + 30, "Illnesses by year")
    lay(sheet, last + 48, rows, (250, 350))
    first, second = find(sheet)
    assert first.bottom < last + 10 < last + 35 < second.top


def test_rules_of_the_table_above_open_none_below() -> None:
    sheet = Sheet()
    rows = (("Illness", "Male", "Female"), ("Allergy", "25", "68"), ("Asthma", "17", "64"), ("Back pain", "6", "25"))
    last = lay(sheet, 100, rows, (250, 350))
    for y in (88, 104, last + 4):
        sheet.across(50, 350, y)
    sheet.left(50, last + 16, "p = 0.008 by the test")
    sheet.centre(200, last + 36, "Illnesses by year")
    second = lay(sheet, last + 54, rows, (250, 350))
    for y in (last + 42, last + 58, second + 4):
        sheet.across(50, 350, y)
    first_region, second_region = find(sheet)
    assert first_region.bottom < last + 10
    assert second_region.top > last + 40


def test_spanning_heads_stand_off_without_a_rule() -> None:
    sheet = Sheet()
    sheet.centre(225, 84, "Finland")
    sheet.centre(365, 84, "Sweden")
    lay(
        sheet,
        105,
        (
            ("", "Female", "Male", "Female", "Male"),
            ("1995", "15.1", "15.7", "12.0", "8.7"),
            ("2000", "10.6", "9.1", "9.3", "6.4"),
            ("2005", "8.6", "8.2", "8.9", "7.0"),
        ),
        (220, 270, 360, 410),
        20,
    )
    (region,) = find(sheet)
    assert region.top < 80


def test_a_spanning_head_in_small_capitals() -> None:
    sheet = Sheet()
    end = sheet.left(255, 88, "T", size=10)
    for word in ("HRESHOLD", "FOR", "RELEASES"):
        end = sheet.left(end + (0 if word == "HRESHOLD" else 3), 88, word, size=7.6)
    rows = (("", "Air", "Water", "Land"), ("Benzene", "50", "1", "1"), ("Ozone", "10", "2", "3"))
    for n, row in enumerate(rows):
        sheet.left(50, 100 + 12 * n, row[0], size=7.6)
        for stop, text in zip((270, 320, 370), row[1:], strict=True):
            sheet.right(stop, 100 + 12 * n, text, size=7.6)
    (region,) = find(sheet)
    assert region.top < 84


def test_the_second_line_of_a_caption_with_years_is_no_head() -> None:
    sheet = Sheet()
    sheet.left(50, 80, "Table 4:")
    sheet.left(110, 80, "Employment rates in Finland and Sweden by gender in")
    sheet.left(110, 92, "1995, 2000 and 2005 (in %)")
    lay(
        sheet,
        112,
        (("", "Female", "Male"), ("1995", "59.0", "64.2"), ("2000", "64.2", "70.1"), ("2005", "66.5", "70.3")),
        (250, 350),
    )
    (region,) = find(sheet)
    assert region.top > 95


def test_a_figure_in_prose_under_a_table_is_no_row() -> None:
    sheet = Sheet()
    last = lay(
        sheet,
        100,
        (
            ("Mood", "Never", "Often"),
            ("Helpless", "25.5%", "24.4%"),
            ("Hopeless", "32.4%", "24.1%"),
            ("Tense", "3.1%", "65.5%"),
        ),
        (250, 350),
    )
    sheet.left(70, last + 26, "Another score ranging from 0 to 4 was generated to")
    sheet.left(50, last + 38, "measure the problem, as shown in")
    sheet.left(204, last + 38, "3.70,")
    sheet.left(234, last + 38, "and it was computed by")
    (region,) = find(sheet)
    assert region.bottom < last + 10


def test_crosses_under_a_caption_say_what_applies() -> None:
    sheet = Sheet()
    sheet.left(50, 80, "Table 9: Tasks of teachers")
    rows = (
        ("Task", "Teachers", "Trainers"),
        ("Planning", "x", ""),
        ("Assessment", "x", "x"),
        ("Support", "x", "x"),
        ("Training", "", "x"),
    )
    for n, row in enumerate(rows):
        sheet.left(50, 100 + 14 * n, row[0])
        for middle, text in zip((250, 350), row[1:], strict=True):
            if text:
                sheet.centre(middle, 100 + 14 * n, text)
    assert read(sheet) == list(map(list, rows))


def test_texts_in_columns_under_a_caption() -> None:
    sheet = Sheet()
    sheet.left(50, 80, "Table 8. Leading brands by segment")
    rows = (
        ("", "Upper", "Medium", "Lower"),
        ("Northern Soap", "Ariel", "Vizir", "Bonux"),
        ("Lever", "Skip", "Omo", "Persil"),
        ("Henkel", "Chat", "Croix", ""),
    )
    for n, row in enumerate(rows):
        for x, text in zip((50, 160, 250, 340), row, strict=True):
            if text:
                sheet.left(x, 100 + 14 * n, text)
    assert read(sheet) == list(map(list, rows))


def test_prose_in_two_columns_under_a_line_that_names_a_table_is_none() -> None:
    sheet = Sheet()
    sheet.left(50, 80, "Table 3 shows that prices of goods rose")
    sheet.left(310, 80, "while those of services rose by less")
    for n in range(1, 10):
        sheet.left(50, 80 + 12 * n, "the prices of goods rose in the year and they")
        sheet.left(310, 80 + 12 * n, "while those of services rose by less than in")
    assert find(sheet) == ()


def test_years_over_pairs_of_columns_make_no_columns() -> None:
    sheet = Sheet()
    sheet.centre(245, 100, "1996")
    sheet.centre(385, 100, "1991")
    sheet.right(220, 114, "share")
    sheet.right(270, 114, "stores")
    sheet.right(360, 114, "share")
    sheet.right(410, 114, "stores")
    lay(
        sheet,
        130,
        (
            ("Austria", "17", "568", "14", "530"),
            ("Finland", "12", "820", "10", "760"),
            ("Spain", "9", "315", "5", "180"),
        ),
        (220, 270, 360, 410),
    )
    page = sheet.page()
    (grid,) = read_grid(page, whole(page), (), TableSettings())
    assert texts(grid)[:3] == [
        ["", "1996", "·", "1991", "·"],
        ["", "share", "stores", "share", "stores"],
        ["Austria", "17", "568", "14", "530"],
    ]


def test_a_total_set_far_in_is_a_label_of_the_same_column() -> None:
    sheet = Sheet()
    rows = (
        ("Men", "11.0", "40.7"),
        ("Women", "6.6", "16.0"),
        ("", "8.9", "28.7"),
        ("Men", "9.5", "39.4"),
        ("Women", "5.3", "13.9"),
    )
    sheet.right(250, 86, "Farms")
    sheet.right(320, 86, "Industry")
    lay(sheet, 100, rows, (250, 320))
    sheet.left(110, 128, "Total")
    page = sheet.page()
    (grid,) = read_grid(page, whole(page), (), TableSettings())
    assert texts(grid)[3] == ["Total", "8.9", "28.7"]


def test_lines_of_heads_that_end_in_years_and_units_stay_heads() -> None:
    sheet = Sheet()
    for x, lines in (
        (150, ("number of", "outlets", "1996/7")),
        (250, ("inhabitants", "per outlet", "1992/3")),
        (350, ("sales", "of all", "(000)*")),
    ):
        for n, line in enumerate(lines):
            sheet.centre(x, 80 + 11 * n, line)
    for n, row in enumerate(
        (("Spain", "79", "476", "177"), ("Italy", "114", "500", "296"), ("Malta", "6", "250", "21"))
    ):
        sheet.left(50, 118 + 14 * n, row[0])
        for x, text in zip((150, 250, 350), row[1:], strict=True):
            sheet.centre(x, 118 + 14 * n, text)
    page = sheet.page()
    (grid,) = read_grid(page, whole(page), (), TableSettings())
    assert texts(grid)[0] == ["", "number of outlets 1996/7", "inhabitants per outlet 1992/3", "sales of all (000)*"]


def test_a_column_of_a_sheet_printed_over_several_pages() -> None:
    sheet = Sheet()
    sheet.centre(80, 90, "From")
    sheet.centre(80, 101, "abroad")
    sheet.down(50, 76, 204)
    sheet.down(108, 76, 204)
    for y in (76, 106, 120):
        sheet.across(50, 108, y)
    for n, figure in enumerate(("1,025", "568", "457", "47", "19", "391")):
        sheet.right(105, 131 + 14 * n, figure)
        sheet.across(50, 108, 134 + 14 * n)
    assert read(sheet) == [["From abroad"], ["1,025"], ["568"], ["457"], ["47"], ["19"], ["391"]]


def test_a_blank_row_of_a_grid_under_the_heads_hides_none_of_them() -> None:
    sheet = Sheet()
    sheet.left(50, 60, "and by region, 2023")
    sheet.centre(200, 90, "Movers", bold=True)
    for x, head in ((90, "All"), (200, "Same state"), (310, "Other state")):
        sheet.centre(x, 115, head, bold=True)
    for y in (80, 94, 122, 136, 150, 164, 178, 192):
        sheet.across(40, 360, y)
    rows = (
        ("16,152", "11,221", "4,930"),
        ("11,478", "8,085", "3,393"),
        ("4,674", "3,136", "1,537"),
        ("607", "432", "175"),
    )
    for n, row in enumerate(rows):
        for x, text in zip((110, 220, 330), row, strict=True):
            sheet.right(x, 147 + 14 * n, text)
    (region,) = find(sheet)
    assert 78 < region.top < 84


def test_heads_on_a_shaded_band_that_no_rule_closes() -> None:
    sheet = Sheet()
    sheet.rects.append(Rect(50, 80, 450, 96, 0xDFE5F0, None))
    sheet.left(56, 92, "Term")
    sheet.left(156, 92, "Meaning")
    sheet.down(150, 96, 144)
    for y in (112, 128, 144):
        sheet.across(50, 450, y)
    rows = (
        ("Outlet", "a shop in which prices are collected"),
        ("Item", "a good or service that is followed"),
        ("Area", "a town with its surroundings"),
    )
    for n, (term, meaning) in enumerate(rows):
        sheet.left(56, 108 + 16 * n, term)
        sheet.left(156, 108 + 16 * n, meaning)
    assert read(sheet) == [["Term", "Meaning"], *map(list, rows)]


def test_texts_in_columns_under_heads_on_a_rule() -> None:
    sheet = Sheet()
    rows = (("Item", "Place", "Kind"), ("1", "North", "Coal"), ("2", "South", "Gas"), ("3", "East", "Oil"))
    for n, row in enumerate(rows):
        for x, text in zip((50, 200, 350), row, strict=True):
            sheet.left(x, 100 + 14 * n, text)
    sheet.across(48, 480, 104)
    assert read(sheet) == list(map(list, rows))


def test_a_line_of_words_on_a_rule_over_prose_is_no_table() -> None:
    sheet = Sheet()
    for x, text in ((50, "Statistics Office"), (250, "Prices"), (400, "May 2025")):
        sheet.left(x, 60, text)
    sheet.across(48, 480, 64)
    for n in range(8):
        sheet.left(50, 90 + 12 * n, "the prices of goods rose in the year and they went on to rise in May")
    assert find(sheet) == ()


def test_heads_over_a_long_group_heading_that_opens_the_body() -> None:
    sheet = Sheet()
    sheet.right(420, 84, "Total")
    sheet.right(480, 84, "Rural")
    y = 100.0
    for group in (
        "Feeding practices of the last-born child in the reference period",
        "Weight at birth of children",
        "Awareness of disease",
    ):
        sheet.left(50, y, group, bold=True)
        for n, label in enumerate(("Children fed within an hour", "Children weighed")):
            sheet.left(58, y + 14 + 14 * n, label)
            sheet.right(420, y + 14 + 14 * n, "76.9")
            sheet.right(480, y + 14 + 14 * n, "80.0")
        y += 42
    (region,) = find(sheet)
    assert region.top < 80


def test_figures_that_drift_off_their_row_stay_in_it() -> None:
    sheet = Sheet()
    sheet.right(250, 80, "1997")
    sheet.right(320, 80, "1998")
    for n, label in enumerate(("September", "October", "November", "December")):
        y = 100 + 24 * n
        sheet.left(50, y, label)
        sheet.right(250, y - 2 - 1.5 * n, f"4,{n}")
        sheet.right(320, y, f"5,{n}")
    assert read(sheet)[1:] == [
        ["September", "4,0", "5,0"],
        ["October", "4,1", "5,1"],
        ["November", "4,2", "5,2"],
        ["December", "4,3", "5,3"],
    ]


def test_a_line_of_heads_stands_off_over_the_codes_of_the_series() -> None:
    sheet = Sheet()
    names = ("Austria", "Belgium", "Cyprus", "Denmark", "Estonia")
    for n, (name, code) in enumerate(zip(names, ("D7SK", "D7SL", "D7RO", "D7SM", "D7RQ"), strict=True)):
        sheet.right(150 + 50 * n, 82, name)
        sheet.right(150 + 50 * n, 104, code)
    for n in range(4):
        sheet.left(50, 118 + 14 * n, str(2011 + n))
        for c in range(5):
            sheet.right(150 + 50 * c, 118 + 14 * n, f"{n}.{c}")
    (region,) = find(sheet)
    assert region.top < 80


def test_short_labels_at_one_edge_belong_to_figures_far_from_them() -> None:
    sheet = Sheet()
    sheet.right(490, 86, "April")
    sheet.right(540, 86, "May")
    for n, label in enumerate(("Food", "Housing and utilities", "Health", "Transport", "Other")):
        sheet.left(50, 100 + 14 * n, label)
        sheet.right(490, 100 + 14 * n, f"{n}.1")
        sheet.right(540, 100 + 14 * n, f"{n}.2")
    (region,) = find(sheet)
    assert region.x0 == 50


def test_texts_in_columns_under_heads_in_bold() -> None:
    sheet = Sheet()
    rows = (
        ("Reference month", "Release date", "Time"),
        ("June", "July 14", "8:30 a.m."),
        ("July", "August 13", "8:30 a.m."),
        ("August", "September 14", "8:30 a.m."),
    )
    for n, row in enumerate(rows):
        for x, text in zip((50, 200, 350), row, strict=True):
            sheet.left(x, 100 + 14 * n, text, bold=n == 0)
    assert read(sheet) == list(map(list, rows))
