import pytest

from statchunk.model.page import Word
from statchunk.settings import TableSettings
from statchunk.tables.marks import split_raised
from statchunk.tables.rows import in_reading_order, is_caption, is_year, text_rows, word_kind
from tests.tables.sheets import Sheet

SETTINGS = TableSettings()


@pytest.mark.parametrize(
    "text", ["1", "−3.4", "1,234.5", "46,23,064", "(35,8)", "12%", "1.2p", "$1,200", "3-5", ".5", "101(20.4%)"]
)
def test_figures(text: str) -> None:
    assert word_kind(text) == "number"


@pytest.mark.parametrize("text", ["–", "..", ":", "*", "***", "(X)", "(NA)", "(–)", "n.a."])
def test_signs_for_none(text: str) -> None:
    assert word_kind(text) == "nil"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Food", "text"),
        ("D7BT", "text"),
        ("........", "filler"),
        ("2T", "text"),
        ("a|b", "text"),
        ("|5", "number"),
        ("||", "nil"),
    ],
)
def test_other_words(text: str, kind: str) -> None:
    assert word_kind(text) == kind


def test_years_head_columns() -> None:
    assert [is_year(t) for t in ("2024", "2023-24", "1996/7", "11/12", "99/00", "12", "2,024", "3/12")] == [
        True,
        True,
        True,
        True,
        True,
        False,
        False,
        False,
    ]


def test_captions_open_with_a_word_and_a_number() -> None:
    sheet = Sheet()
    for n, text in enumerate(("Table 3. Prices", "Chart A: Wages", "Table of contents")):
        sheet.left(50, 100 + 20 * n, text)
    assert [is_caption(row.tokens[0]) for row in text_rows(sheet.words, SETTINGS)] == [True, True, False]


def test_a_currency_sign_joins_its_figure_over_white() -> None:
    sheet = Sheet()
    sheet.left(50, 100, "Taxes")
    sheet.left(150, 100, "$")
    sheet.right(200, 100, "1,200")
    (row,) = text_rows(sheet.words, SETTINGS)
    assert [t.text for t in row.tokens] == ["Taxes", "$ 1,200"]


def test_thousands_parted_by_the_word_space_of_a_wide_bold_face_are_one_figure() -> None:
    sheet = Sheet()
    sheet.left(50, 100, "Employed")
    sheet.right(170, 100, "46")
    sheet.left(170 + 0.348 * sheet.words[0].style.size, 100, "813")
    (row,) = text_rows(sheet.words, SETTINGS)
    assert [t.text for t in row.tokens] == ["Employed", "46 813"]


def test_a_raised_letter_before_a_figure_marks_it() -> None:
    sheet = Sheet()
    sheet.left(50, 100, "Coal")
    sheet.left(154, 100, "12.3")
    style = sheet.words[0].style.but(size=6.0)
    mark = Word("R", 150, 90.0, 154, 97.0, 96.0, style, 0, 1, False, "", 9, 9)
    figure = sheet.words[1].but(glued=True)
    (row,) = text_rows([sheet.words[0], mark, figure], SETTINGS)
    assert [(t.text, t.kind) for t in row.tokens] == [("Coal", "text"), ("R 12.3", "number")]
    assert split_raised(row.tokens[1].words) == ((figure,), ("R",))


def test_raised_marks_stay_in_the_row_they_stand_on() -> None:
    sheet = Sheet()
    end = sheet.left(50, 100, "Food")
    sheet.left(50, 112, "Fuel")
    style = sheet.words[0].style.but(size=6.0)
    mark = Word("1", end, 90.0, end + 3, 97.0, 96.0, style, 0, 1, True, "", 9, 9)
    first, second = text_rows([*sheet.words, mark], SETTINGS)
    assert [w.text for w in first.tokens[0].words] == ["Food", "1"]
    assert [w.text for w in second.tokens[0].words] == ["Fuel"]


def test_words_set_turned_are_read_along_their_lines() -> None:
    sheet = Sheet()
    sheet.left(0, 0, "a b c")
    up = [
        word.but(text=text, x0=x, x1=x + 10, top=top, bottom=top + 20, baseline=x + 8, turn=270)
        for word, (text, x, top) in zip(
            sheet.words, (("housing", 10, 60), ("of", 10, 90), ("units", 22, 90)), strict=True
        )
    ]
    assert [w.text for w in in_reading_order(up, SETTINGS)] == ["of", "housing", "units"]
