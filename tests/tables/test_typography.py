"""Habits of setting that change what a table says: stamps, ranges, title bands, dashes at line ends."""

from statchunk.model.page import Path, Rect, Style, Word, join_words
from statchunk.model.table import Table
from statchunk.settings import TableSettings
from statchunk.tables.grid import read_grid
from statchunk.tables.labels import lines_of, make_label
from statchunk.tables.read import label_table
from statchunk.tables.regions import find_regions
from statchunk.tables.roles import mark_roles
from tests.tables.drawn import Spec, draw
from tests.tables.sheets import Sheet, texts

SETTINGS = TableSettings()


def made(rows: list[list[Spec | None]]) -> Table:
    return label_table([mark_roles(draw(rows), SETTINGS)], SETTINGS)


def heads(table: Table) -> list[list[str]]:
    return [[label.text for label in axis.path] for axis in table.columns]


def labels(table: Table) -> list[list[str]]:
    return [[label.text for label in axis.path] for axis in table.rows]


def word(text: str, x0: float, y: float, size: float = 8.0) -> Word:
    x1 = x0 + 0.5 * size * len(text)
    return Word(text, x0, y - size, x1, y, y, Style("Sans", size, False, False, 0), 0, 0, False, "", round(x0 + y), 0)


def test_a_stamp_printed_under_the_table_is_in_no_cell() -> None:
    sheet = Sheet()
    sheet.left(120, 190, "DRAFT", size=90)
    sheet.right(200, 100, "2024")
    sheet.right(260, 100, "2025")
    for n, (label, a, b) in enumerate([("Maize", "75.00", "42.86"), ("Rice", "70.00", "30.00"), ("Yam", "8.0", "9.1")]):
        sheet.left(50, 120 + 25 * n, label)
        sheet.right(200, 120 + 25 * n, a)
        sheet.right(260, 120 + 25 * n, b)
    page = sheet.page()
    (region,) = find_regions(page, (), SETTINGS)
    (grid,) = read_grid(page, region, (), SETTINGS)
    assert texts(grid)[1:] == [["Maize", "75.00", "42.86"], ["Rice", "70.00", "30.00"], ["Yam", "8.0", "9.1"]]


def test_age_ranges_label_rows() -> None:
    table = made(
        [
            ["Age", "Men", "Women"],
            ["12 – 17", "562 026", "542 632"],
            ["18 – 24", "729 806", "709 115"],
            ["25 – 49", "803 605", "142 142"],
            ["≥ 50", "697 198", "695 354"],
        ]
    )
    assert labels(table) == [["12 – 17"], ["18 – 24"], ["25 – 49"], ["≥ 50"]]
    assert heads(table) == [["Men"], ["Women"]]


def test_a_last_column_of_words_under_a_shared_head_is_data() -> None:
    table = made(
        [
            ["Item", ("Highest", 1, 2), None, ("Lowest", 1, 2), None],
            [None, "Price", "Place", "Price", "Place"],
            ["Maize", "75.0", "Obuasi", "42.8", "Wa"],
            ["Rice", "70.0", "Koforidua", "30.0", "Tamale"],
            ["Millet", "85.0", "Sekondi", "52.0", "Bolga"],
        ]
    )
    assert heads(table) == [["Highest", "Price"], ["Highest", "Place"], ["Lowest", "Price"], ["Lowest", "Place"]]
    assert [v.text for v in table.values[:4]] == ["75.0", "Obuasi", "42.8", "Wa"]


def test_a_band_with_label_title_and_unit_is_no_head() -> None:
    table = made(
        [
            ["Table: 5", ("Health outlay 2012", 1, 2), None, "(Rs. in 000)"],
            ["States", "Revenue", "Capital", "Total"],
            ["Assam", "14", "2", "16"],
            ["Bihar", "21", "4", "25"],
        ]
    )
    assert heads(table) == [["Revenue"], ["Capital"], ["Total"]]
    assert [label.text for label in table.titles] == ["Table: 5", "Health outlay 2012"]
    assert [label.text for label in table.headnotes] == ["(Rs. in 000)"]


def test_a_dash_at_both_ends_of_a_line_does_not_turn_it_round() -> None:
    line = [word("2013–", 667, 125), word("2014–", 703, 125)]
    assert [w.text for w in lines_of([*line, word("2017", 669, 134)])[0]] == ["2013–", "2014–"]


def test_a_span_of_years_broken_after_its_dash_is_joined() -> None:
    assert make_label([word("2013–", 667, 125), word("2017", 669, 134)], 1).text == "2013–2017"
    assert join_words([word("2013", 0, 10), word("2017", 30, 10)]) == "2013 2017"


def test_a_boxhead_in_a_box_of_its_own_belongs_to_the_rows_under_it() -> None:
    sheet = Sheet()
    for y in (80.0, 94.0, 110.0):
        sheet.across(48, 402, y)
    for x in (48.0, 300.0, 402.0):
        sheet.down(x, 80, 110)
    sheet.centre(250, 91, "Survey (2012-13)")
    sheet.centre(350, 91, "Survey (2007-08)")
    sheet.left(50, 106, "Indicators")
    for x, head in ((228, "All"), (272, "Rural"), (328, "All"), (372, "Rural")):
        sheet.centre(x, 106, head)
    sheet.left(50, 122, "Feeding (%)", bold=True)
    for n in range(6):
        sheet.left(52, 138 + 16 * n, f"Indicator {'abcdef'[n]}")
        for k, x in enumerate((240, 284, 340, 384)):
            sheet.right(x, 138 + 16 * n, f"{71.3 + 3 * n + k:.1f}")
    (region,) = find_regions(sheet.page(), (), SETTINGS)
    assert region.top < 84


def test_a_chart_beside_a_table_in_one_frame_stays_out() -> None:
    sheet = Sheet()
    sheet.across(48, 560, 80)
    sheet.across(48, 560, 330)
    sheet.right(240, 92, "This week")
    sheet.right(310, 92, "Last week")
    sheet.across(48, 330, 96)
    for n in range(10):
        y = 110 + 22 * n
        sheet.left(50, y, f"Market {'abcdefghij'[n]}")
        sheet.right(240, y, f"{1.35 + 0.01 * n:.2f} - {1.42 + 0.01 * n:.2f}")
        sheet.right(310, y, f"{1.38 + 0.01 * n:.2f} - {1.43 + 0.01 * n:.2f}")
        sheet.right(370, y, f"{48.0 - 2 * n:.2f}")
    sheet.rects.append(Rect(334, 84, 556, 326, None, 0))
    sheet.paths += [Path(374, 100, 470, 200, None, 0), Path(470, 120, 550, 310, None, 0)]
    page = sheet.page()
    (region,) = find_regions(page, (), SETTINGS)
    assert region.x1 < 330
    (grid,) = read_grid(page, region, (), SETTINGS)
    assert grid.confidence == 1.0
    assert texts(grid)[1] == ["Market a", "1.35 - 1.42", "1.38 - 1.43"]


def test_figures_that_drift_off_their_row_stay_in_it() -> None:
    sheet = Sheet()
    for x in (48.0, 200.0, 260.0, 320.0, 380.0):
        sheet.down(x, 80, 330)
    for y in (80.0, 100.0, 330.0):
        sheet.across(48, 380, y)
    for x, head in ((230, "1997"), (290, "1998"), (350, "1999")):
        sheet.centre(x, 94, head)
    for n in range(9):
        y = 120 + 24 * n
        sheet.left(52, y, f"Month {'abcdefghi'[n]}")
        sheet.centre(230, y - 0.75 * n, f"{n}.1")
        sheet.centre(290, y, f"{n}.2")
        sheet.centre(350, y, f"{n}.3")
    page = sheet.page()
    (region,) = find_regions(page, (), SETTINGS)
    (grid,) = read_grid(page, region, (), SETTINGS)
    assert texts(grid)[1:] == [[f"Month {'abcdefghi'[n]}", f"{n}.1", f"{n}.2", f"{n}.3"] for n in range(9)]


def test_a_hyphen_between_words_of_the_table_stays() -> None:
    lines = [word("same-", 10, 10), word("state", 10, 19)]
    assert make_label(lines, 1, frozenset({"same", "state"})).text == "same-state"
    assert make_label(lines, 1, frozenset({"same"})).text == "samestate"


def test_formulas_over_two_lines_number_columns() -> None:
    table = made(
        [
            ["States", "Total debt", "Market", "Banks"],
            ["1", "2=", "3", "4="],
            [None, "(3 to 4)+14", None, "(7 to 13)"],
            ["Assam", "48.11", "40.45", "4.4"],
            ["Bihar", "1.23", "1.10", "0.13"],
        ]
    )
    assert heads(table) == [["Total debt"], ["Market"], ["Banks"]]


def test_a_table_split_across_pages_with_a_title_cut_in_two_is_one() -> None:
    left: list[list[Spec | None]] = [[f"Row {'abcdef'[n]}", f"{n}1.5"] for n in range(6)]
    left.insert(0, ["Area", "All"])
    right: list[list[Spec | None]] = [[f"{n}2.5", f"{n}3.5"] for n in range(6)]
    right.insert(0, ["Inside", "Abroad"])
    grids = [mark_roles(draw(left), SETTINGS), mark_roles(draw(right, page=2), SETTINGS)]
    table = label_table(grids, SETTINGS)
    assert heads(table) == [["All"], ["Inside"], ["Abroad"]]
    assert labels(table) == [[f"Row {'abcdef'[n]}"] for n in range(6)]
    assert [v.text for v in table.values if v.row == 1] == ["11.5", "12.5", "13.5"]


def test_running_numbers_before_labels_are_no_indents() -> None:
    first: list[list[Spec | None]] = [[f"{n} List {'abcdefghi'[n - 1]}", f"{n}26.1"] for n in range(5, 10)]
    first.insert(0, ["List", "Votes"])
    second: list[list[Spec | None]] = [[f"    {n} List {'abcde'[n - 10]}", f"{n}26.1"] for n in range(10, 15)]
    grids = [mark_roles(draw(first), SETTINGS), mark_roles(draw(second, page=2), SETTINGS)]
    assert [len(path) for path in labels(label_table(grids, SETTINGS))] == [1] * 10


def test_a_bold_row_beside_plain_ones_of_its_group_heads_nothing() -> None:
    table = made(
        [
            [None, "2011", "2012"],
            ["*Outlays:*", None, None],
            ["  Defense", "699", "709"],
            ["*Deficit*", "1300", "1127"],
            ["  Net interest", "230", "223"],
            ["  *Primary deficit*", "1070", "903"],
            ["  On-budget deficit", "1367", "1186"],
        ]
    )
    assert labels(table)[-1] == ["Deficit", "On-budget deficit"]


def test_a_count_in_brackets_is_no_mark() -> None:
    label = make_label([word("CRATE", 0, 10), word("(30)", 30, 10)], 1)
    assert (label.text, label.marks) == ("CRATE (30)", ())
    assert make_label([word("Total", 0, 10), word("(3)", 30, 10)], 1).marks == ("3",)


def test_labels_over_unit_lines_head_them_where_white_parts_the_pairs() -> None:
    rows: list[list[Spec | None]] = [[None, "2021", "2022"]]
    for name, unit in (
        ("Crude oil", "(barrels)"),
        ("Natural gas", "(cubic feet)"),
        ("Coal", "(short tons)"),
        ("Income", "(dollars)"),
    ):
        rows += [[name, None, None], [unit, "10.69", "11.28"], ["Change from prior year", "0.5", "12.2"]]
    table = label_table([mark_roles(draw(rows, gaps=(4, 7, 10)), SETTINGS)], SETTINGS)
    assert labels(table)[-3:] == [["Income"], ["Income", "(dollars)"], ["Income", "Change from prior year"]]


def test_bold_rows_of_a_group_each_head_the_plain_rows_after_them() -> None:
    table = made(
        [
            [None, "2011", "2012"],
            ["*All goods*", "69.9", "70.9"],
            ["  *Food*", "10.7", "10.3"],
            ["  Fresh", "1.7", "1.3"],
            ["  *Industrial goods*", "13.7", "11.6"],
            ["  Energy", "6.1", "6.2"],
            ["  Textiles", "7.1", "7.2"],
        ]
    )
    assert labels(table)[-1] == ["All goods", "Industrial goods", "Textiles"]
    assert labels(table)[2] == ["All goods", "Food", "Fresh"]
