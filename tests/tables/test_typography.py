"""Habits of setting that change what a table says: stamps, ranges, title bands, dashes at line ends."""

from statchunk.model.page import Style, Word
from statchunk.model.table import Table
from statchunk.settings import TableSettings
from statchunk.tables.grid import read_grid
from statchunk.tables.labels import lines_of, make_label
from statchunk.tables.read import label_table
from statchunk.tables.regions import find_regions
from statchunk.tables.roles import mark_roles
from statchunk.text import join_words
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
