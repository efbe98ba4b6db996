import pytest
from babel import Locale

from statchunk.languages import Language, available, language, words
from statchunk.languages.months import cldr_months, from_babel
from statchunk.meaning.periods import find_periods
from statchunk.meaning.units import find_unit
from statchunk.meaning.vocabulary import month_names


@pytest.mark.parametrize("code", available())
def test_a_language_file_is_complete_enough_to_read_a_release(code: str) -> None:
    words_of = language(code)
    assert code == words_of.code
    assert Locale.parse(code).language == code
    assert len(words_of.stopwords) >= 10
    assert all((words_of.table, words_of.figure, words_of.source, words_of.note, words_of.units.percent))
    assert all(
        (words_of.periods.quarter, words_of.periods.year, words_of.units.multipliers, words_of.release.publisher)
    )
    assert set(range(1, 13)) == set(month_names(words_of).values())


@pytest.mark.parametrize("code", available())
def test_the_months_on_file_are_those_of_babel(code: str) -> None:
    assert from_babel(code) == cldr_months(code), "run `make months`"


def test_months_of_a_language_without_a_file_come_from_babel() -> None:
    assert cldr_months("nl")[0][2] == "maart"
    assert cldr_months("xx-nowhere") == ()


def test_english_comes_first() -> None:
    assert available()[0] == "en"


def test_words_of_all_languages() -> None:
    assert {"table", "tableau", "cuadro", "jedwali", "πίνακας".casefold(), "ΠΙΝΑΚΑΣ".casefold()} <= words("table")


def test_months_are_twelve_or_left_to_babel() -> None:
    with pytest.raises(ValueError, match="12 lists are needed, 1 given"):
        Language.model_validate(language("ta").model_dump() | {"months": [["jan"]]})


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(KeyError):
        language("xx")


def test_hebrew_periods_and_units() -> None:
    for text, period in (
        ("31 בדצמבר 2014", "2014-12-31"),
        ("רבעון ראשון 2013", "2013-Q1"),
        ("ינואר-מרץ 2014", "2014-01/2014-03"),
    ):
        assert [mention.period.iso() for mention in find_periods(text, ("he",))] == [period]
    amount = find_unit('מיליוני ש"ח', ("he",))
    assert amount is not None
    assert amount.multiplier == 6
