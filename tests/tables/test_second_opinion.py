from statchunk.box import Box
from statchunk.settings import TableSettings
from statchunk.tables.grid import read_grid
from statchunk.tables.rules import collect_rules
from statchunk.tables.second_opinion import second_opinion
from tests.tables.sheets import Sheet, texts, whole

ROWS = (("Country", "1996", "1997"), ("Austria", "12", "14"), ("Denmark", "7", "9"))


def ruled() -> Sheet:
    sheet = Sheet()
    for n in range(4):
        sheet.across(50, 350, 90 + 20 * n)
    for x in (50, 150, 250, 350):
        sheet.down(x, 90, 150)
    for n, row in enumerate(ROWS):
        for x, text in zip((55, 155, 255), row, strict=True):
            sheet.left(x, 104 + 20 * n, text)
    return sheet


def test_reads_the_same_grid_from_the_same_words_and_rules() -> None:
    page = ruled().page()
    settings = TableSettings()
    rules = collect_rules(page, settings).drawn()
    grid = second_opinion(1, page.height, Box(50, 90, 350, 150), page.words, rules, settings)
    assert grid is not None
    assert texts(grid) == [list(row) for row in ROWS]
    assert grid.engine == "camelot-lattice"


def test_engine_can_be_chosen() -> None:
    page = ruled().page()
    (grid,) = read_grid(page, whole(page), (), TableSettings(engine="camelot"))
    assert grid.engine.startswith("camelot-")


def test_not_asked_where_the_native_reading_is_sure() -> None:
    page = ruled().page()
    (grid,) = read_grid(page, whole(page), (), TableSettings())
    assert grid.engine == "rules"
