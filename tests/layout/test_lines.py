from dataclasses import replace
from operator import attrgetter

from statchunk.layout import find_lines, upright
from statchunk.model.page import Page, Rule
from statchunk.settings import LayoutSettings
from tests.layout.words import Sheet

SETTINGS = LayoutSettings()


def texts(page: Page) -> list[str]:
    return [line.text for line in find_lines(page, SETTINGS)]


def test_words_of_one_baseline_are_one_line() -> None:
    sheet = Sheet()
    sheet.put("Prices rose in May", 72, 100)
    sheet.put("and fell in June", 72, 112)
    assert texts(sheet.page()) == ["Prices rose in May", "and fell in June"]


def test_columns_are_parted_at_a_narrow_gutter_that_goes_on() -> None:
    sheet = Sheet()
    for row in range(5):
        end = sheet.put("left column text", 72, 100 + 12 * row)
        sheet.put("right column text", end + 9, 100 + 12 * row)
    assert texts(sheet.page()) == ["left column text", "right column text"] * 5


def test_justified_line_with_wide_spaces_stays_whole() -> None:
    sheet = Sheet()
    sheet.put("a line whose words fill the measure", 72, 100)
    sheet.put("stretched over the whole", 72, 112, space=1.5)
    sheet.put("measure by its wide spaces", 72, 124)
    assert "stretched over the whole" in texts(sheet.page())


def test_cells_of_a_row_are_apart() -> None:
    sheet = Sheet()
    sheet.put("Food", 72, 100)
    sheet.put("101.2", 200, 100)
    sheet.put("102.3", 260, 100)
    assert texts(sheet.page()) == ["Food", "101.2", "102.3"]


def test_a_rule_between_words_parts_them() -> None:
    sheet = Sheet()
    end = sheet.put("Food", 72, 100)
    sheet.put("Drink", end + 7, 100)
    assert texts(sheet.page()) == ["Food Drink"]
    ruled = replace(sheet.page(), rules=(Rule(end + 3, 80, end + 3.5, 120, 0.5, 0),))
    assert texts(ruled) == ["Food", "Drink"]


def test_raised_mark_joins_its_line() -> None:
    sheet = Sheet()
    end = sheet.put("All items", 72, 100)
    sheet.put("1", end, 96, size=6, rise=1, glued=True)
    sheet.put("next line", 72, 112)
    assert texts(sheet.page()) == ["All items1", "next line"]


def test_right_to_left_line_is_ordered_from_the_right() -> None:
    sheet = Sheet()
    sheet.put("בישראל CPI index המחירים מדד", 72, 100)
    assert texts(sheet.page()) == ["מדד המחירים CPI index בישראל"]


def test_turned_words_make_their_own_lines() -> None:
    sheet = Sheet()
    sheet.put("An upright line", 72, 100)
    side = Sheet()
    side.put("said at the side", 100, 40)
    turned, _ = upright(replace(side.page(), words=tuple(w.but(turn=0) for w in side.words)))
    words = tuple(
        w.but(
            x0=w.top, top=700 - w.x1, x1=w.bottom, bottom=700 - w.x0, baseline=w.baseline, turn=270, order=10 + w.order
        )
        for w in turned.words
    )
    page = replace(sheet.page(), words=sheet.page().words + words)
    assert texts(page) == ["An upright line", "said at the side"]


def test_page_drawn_turned_is_stood_upright() -> None:
    sheet = Sheet(width=600, height=400)
    sheet.put("A table drawn turned", 72, 100)
    words = tuple(
        w.but(x0=w.top, top=600 - w.x1, x1=w.bottom, bottom=600 - w.x0, baseline=w.baseline, turn=270)
        for w in sheet.words
    )
    page, turn = upright(Page(1, 400, 600, words=words))
    assert turn == 90
    assert (page.width, page.height) == (600, 400)
    places = attrgetter("text", "x0", "top", "x1", "bottom", "baseline", "turn", "order")
    assert list(map(places, page.words)) == list(map(places, sheet.words))


def test_every_word_is_in_exactly_one_line() -> None:
    sheet = Sheet()
    for row in range(30):
        for column in range(8):
            sheet.put(f"w{row} x{column}", 50 + 60 * column, 60 + 11.3 * row, size=7 + column % 3)
    lines = find_lines(sheet.page(), SETTINGS)
    assert sorted(w.order for line in lines for w in line.words) == list(range(480))
