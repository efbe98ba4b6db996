from statchunk.model.layout import TableRegion
from statchunk.model.page import Path, Rect
from statchunk.settings import TableSettings
from statchunk.tables.regions import find_regions
from tests.tables.sheets import Sheet

PROSE = (
    "The index rose by 2.1 in the month after a fall of 0.4 in the month before it, as prices of food and fuel went up"
)


def find(sheet: Sheet) -> tuple[TableRegion, ...]:
    return find_regions(sheet.page(), (), TableSettings())


def words_in(sheet: Sheet, region: TableRegion) -> list[str]:
    return [
        w.text
        for w in sheet.words
        if region.x0 <= (w.x0 + w.x1) / 2 <= region.x1 and region.top <= (w.top + w.bottom) / 2 <= region.bottom
    ]


def body(sheet: Sheet, top: float, labels: tuple[str, ...], x: float = 50.0, columns: int = 3) -> float:
    """Rows of figures under heads; returns the baseline of the last row."""
    for c in range(columns):
        sheet.right(x + 160 + 60 * c, top, str(2021 + c))
    y = top
    for n, label in enumerate(labels):
        y = top + 16 + 14 * n
        sheet.left(x, y, label)
        for c in range(columns):
            sheet.right(x + 160 + 60 * c, y, f"{10.5 + n + c}")
    return y


def test_three_rules_bound_the_table() -> None:
    sheet = Sheet()
    sheet.left(50, 84, "Table 1: Prices of goods by region")
    sheet.across(50, 340, 90)
    last = body(sheet, 104, ("Food", "Fuel", "Rent"))
    sheet.across(50, 340, 108)
    sheet.across(50, 340, last + 6)
    sheet.left(50, last + 18, "Source: the office")
    (region,) = find(sheet)
    assert words_in(sheet, region)[:4] == ["2021", "2022", "2023", "Food"]
    assert words_in(sheet, region)[-4:] == ["Rent", "12.5", "13.5", "14.5"]
    assert region.kind == "part-ruled"


def test_table_without_rules_between_prose() -> None:
    sheet = Sheet()
    sheet.left(50, 60, PROSE, size=9)
    last = body(sheet, 104, ("Food", "Fuel", "Rent", "Clothing"))
    sheet.left(50, last + 40, PROSE, size=9)
    (region,) = find(sheet)
    assert region.kind == "rule-less"
    assert words_in(sheet, region)[0] == "2021"
    assert words_in(sheet, region)[-1] == "15.5"


def test_blank_lines_and_group_rows_do_not_cut_a_table_apart() -> None:
    sheet = Sheet()
    last = body(sheet, 104, ("Food", "Fuel"))
    sheet.left(50, last + 28, "Services")
    for n, label in enumerate(("Rent", "Water")):
        y = last + 42 + 14 * n
        sheet.left(50, y, label)
        for c in range(3):
            sheet.right(210 + 60 * c, y, "7.7")
    (region,) = find(sheet)
    assert {"Food", "Services", "Water"} <= set(words_in(sheet, region))


def test_group_headings_at_the_step_of_the_rows_do_not_cut_a_table_apart() -> None:
    sheet = Sheet()
    for c in range(3):
        sheet.right(210 + 60 * c, 104, str(2021 + c))
    for n, label in enumerate(("Bread", "Fish", "Milk", "Energy", "Household", "Gas", "Oil", "Rent")):
        sheet.left(50, 130 + 26 * n, label)
        if n not in (3, 4):
            for c in range(3):
                sheet.right(210 + 60 * c, 130 + 26 * n, f"{10.5 + n + c}")
    (region,) = find(sheet)
    assert words_in(sheet, region)[-4:] == ["Rent", "17.5", "18.5", "19.5"]


def test_a_sentence_parts_tables_that_stand_close() -> None:
    sheet = Sheet()
    last = body(sheet, 104, ("Food", "Fuel", "Rent"))
    sheet.left(50, last + 16, "The table below shows wages in thousands of crowns.")
    body(sheet, last + 32, ("Mining", "Trade", "Health"))
    assert [words_in(sheet, region)[:4] for region in find(sheet)] == [
        ["2021", "2022", "2023", "Food"],
        ["2021", "2022", "2023", "Mining"],
    ]


def test_last_label_that_wraps_belongs_to_the_table() -> None:
    sheet = Sheet()
    last = body(sheet, 104, ("Food", "Fuel", "All items excluding"))
    sheet.left(50, last + 11, "energy")
    (region,) = find(sheet)
    assert words_in(sheet, region)[-1] == "energy"


def test_captions_part_tables_that_stand_close() -> None:
    sheet = Sheet()
    last = body(sheet, 104, ("Food", "Fuel", "Rent"))
    sheet.left(50, last + 20, "Table 2: Wages")
    body(sheet, last + 36, ("Mining", "Trade", "Health"))
    first, second = find(sheet)
    assert "Table" not in words_in(sheet, first) + words_in(sheet, second)
    assert "Mining" in words_in(sheet, second)


def test_ruled_tables_side_by_side() -> None:
    sheet = Sheet()
    for left in (50, 320):
        for n in range(5):
            sheet.across(left, left + 200, 90 + 18 * n)
        for x in (left, left + 120, left + 200):
            sheet.down(x, 90, 162)
        for n, (label, figure) in enumerate((("Country", "Calls"), ("Spain", "12"), ("Italy", "7"), ("Total", "19"))):
            sheet.left(left + 5, 102 + 18 * n, label)
            sheet.right(left + 190, 102 + 18 * n, figure)
    assert [round(r.x0) for r in find(sheet)] == [55, 325]


def test_captions_centred_over_tables_side_by_side_leave_them_their_labels() -> None:
    sheet = Sheet()
    for left, number in ((50, 1), (320, 2)):
        sheet.centre(left + 110, 80, f"Table {number}. Output of states")
        for n, row in enumerate(
            (("State", "2001", "2002"), ("Ohio river", "12.1", "13.0"), ("Iowa river", "9.2", "9.9"))
        ):
            sheet.left(left, 100 + 12 * n, row[0])
            sheet.right(left + 160, 100 + 12 * n, row[1])
            sheet.right(left + 220, 100 + 12 * n, row[2])
    assert [round(r.x0) for r in find(sheet)] == [50, 320]


def test_tables_without_rules_side_by_side_under_captions_of_their_own() -> None:
    sheet = Sheet()
    for left, number in ((50, 1), (320, 2)):
        sheet.left(left, 80, f"Table {number}. Output")
        for n, row in enumerate((("State", "2001", "2002"), ("Ohio", "12.1", "13.0"), ("Iowa", "9.2", "9.9"))):
            sheet.left(left, 100 + 12 * n, row[0])
            sheet.right(left + 110, 100 + 12 * n, row[1])
            sheet.right(left + 170, 100 + 12 * n, row[2])
    assert [(round(r.x0), round(r.x1)) for r in find(sheet)] == [(50, 220), (320, 490)]


def test_a_column_of_prose_beside_a_table_stays_out() -> None:
    sheet = Sheet()
    last = body(sheet, 104, ("Food", "Fuel", "Rent"), columns=2)
    for n in range(20):
        sheet.left(330, 60 + 14 * n, "prices of goods rose in the year")
        if 104 + 14 * n > last + 20:
            sheet.left(50, 104 + 14 * n, "as the table shows they rose")
    (region,) = find(sheet)
    assert region.x1 < 320


def test_definitions_in_a_full_grid() -> None:
    sheet = Sheet()
    for y in (90, 130, 170):
        sheet.across(50, 450, y)
    for x in (50, 150, 450):
        sheet.down(x, 90, 170)
    for y, term in ((102, "Inflation"), (142, "Basket")):
        sheet.left(55, y, term)
        sheet.left(155, y, "what is meant by the term in this release and")
        sheet.left(155, y + 12, "how it is measured")
    assert len(find(sheet)) == 1


def test_notes_inside_the_frame_are_left_out() -> None:
    sheet = Sheet()
    for y in (90, 108, 126, 144, 190):
        sheet.across(50, 350, y)
    for x in (50, 350):
        sheet.down(x, 90, 190)
    for x in (150, 250):
        sheet.down(x, 90, 144)
    for y, row in ((102, ("Area", "2022", "2023")), (120, ("North", "1.2", "1.4")), (138, ("South", "2.2", "2.9"))):
        for x, text in zip((55, 155, 255), row, strict=True):
            sheet.left(x, y, text)
    sheet.left(55, 158, "1 figures of the last year are not yet final and")
    sheet.left(55, 170, "will be revised when the census is published")
    (region,) = find(sheet)
    assert words_in(sheet, region)[-1] == "2.9"


def test_no_table_in_prose_with_figures() -> None:
    sheet = Sheet()
    for n in range(12):
        sheet.left(50, 80 + 12 * n, PROSE, size=8 + 0.01 * n)
    assert find(sheet) == ()


def test_no_table_in_a_contents_list() -> None:
    sheet = Sheet()
    for n, title in enumerate(("Introduction", "Main points", "Prices", "Wages", "Notes", "Contacts")):
        end = sheet.left(50, 80 + 14 * n, title)
        sheet.left(end + 4, 80 + 14 * n, "." * 40)
        sheet.right(400, 80 + 14 * n, str(1 + 2 * n))
    assert find(sheet) == ()


def test_no_table_in_numbered_notes_and_bullets() -> None:
    sheet = Sheet()
    for n in range(6):
        sheet.left(50, 80 + 14 * n, f"{n + 1}.")
        sheet.left(70, 80 + 14 * n, "a note on how the figures were made")
        sheet.left(50, 300 + 14 * n, "•")
        sheet.left(70, 300 + 14 * n, "a point that the release makes")
    assert find(sheet) == ()


def test_no_table_in_an_address_block_or_two_columns_of_prose() -> None:
    sheet = Sheet()
    for n, line in enumerate(("Statistics Office", "12 Long Street", "4711 Capital City", "Telephone 555 0100")):
        sheet.left(50, 80 + 12 * n, line)
    for n in range(10):
        sheet.left(50, 300 + 12 * n, "the prices of goods rose in the year")
        sheet.left(310, 300 + 12 * n, "while those of services rose by less")
    assert find(sheet) == ()


def test_no_table_in_a_line_chart() -> None:
    sheet = Sheet()
    for n in range(6):
        sheet.right(95, 100 + 30 * n, str(100 - 10 * n))
        sheet.across(100, 400, 97 + 30 * n)
    for n in range(7):
        sheet.centre(110 + 45 * n, 270, str(2015 + n))
    for n in range(6):
        x = 110 + 45 * n
        sheet.paths.append(Path(x, 120 + 5 * n, x + 45, 150 + 5 * n, None, 0))
    assert find(sheet) == ()


def test_no_table_in_a_bar_chart() -> None:
    sheet = Sheet()
    for n, length in enumerate((180, 150, 120, 90, 60)):
        y = 100 + 24 * n
        sheet.left(50, y, ("Spain", "Italy", "Malta", "Greece", "Latvia")[n])
        sheet.rects.append(Rect(120, y - 12, 120 + length, y + 4, 0x3366CC, None))
        sheet.left(125, y, f"{length / 10}")
        sheet.left(122 + length - 30, y, f"{length / 7:.1f}")
    assert find(sheet) == ()


def test_key_figures_over_a_table_are_no_rows_of_it() -> None:
    sheet = Sheet()
    sheet.right(150, 60, "9053901", size=26)
    sheet.right(280, 60, "8925907", size=26)
    sheet.across(50, 340, 84)
    last = body(sheet, 124, ("Aged 12 to 17", "Aged 18 to 24", "Aged 25 to 49", "Aged 50 to 64"))
    sheet.across(50, 340, 128)
    (region,) = find(sheet)
    assert words_in(sheet, region)[:3] == ["2021", "2022", "2023"]
    assert region.bottom >= last - 1


def test_all_lines_on_the_shaded_band_of_the_heads_are_heads() -> None:
    sheet = Sheet()
    sheet.left(50, 60, "Area planted, by state", bold=True)
    for x0, x1 in ((48, 150), (150, 215), (215, 275), (275, 340)):
        sheet.rects.append(Rect(x0, 76, x1, 118, 0x004D5B, None))
    sheet.left(52, 88, "Regions")
    sheet.left(52, 98, "and states")
    body(sheet, 114, ("North", "South", "East", "West"))
    (region,) = find(sheet)
    assert words_in(sheet, region)[:3] == ["Regions", "and", "states"]


def test_the_rest_of_the_last_label_on_its_shaded_row_belongs_to_the_table() -> None:
    sheet = Sheet()
    last = body(sheet, 104, ("North", "South", "East", "West"))
    sheet.rects.append(Rect(48, last - 10, 342, last + 15, 0xFAD9A8, None))
    sheet.left(50, last + 12, "District")
    (region,) = find(sheet)
    assert words_in(sheet, region)[-1] == "District"


def test_the_first_line_of_a_label_under_the_rule_of_the_heads_belongs_to_the_table() -> None:
    sheet = Sheet()
    for y in (60, 100):
        sheet.across(48, 342, y)
    for x in (48, 150, 215, 275, 342):
        sheet.down(x, 60, 100)
    baseline = 110.0
    for name in ("Madurawala", "Millaniya", "Kalutara", "Beruwala"):
        sheet.left(50, baseline, name)
        for c in range(3):
            sheet.right(210 + 60 * c, baseline + 12, f"{10.5 + c}")
        sheet.left(50, baseline + 12, "Town")
        sheet.left(50, baseline + 24, "Village")
        baseline += 36
    regions = find(sheet)
    assert "Madurawala" in [word for region in regions for word in words_in(sheet, region)]
