"""The thing that a question names is what the answer is about: its words, its head, its change, or both readings."""

from pathlib import Path

import pytest

from statchunk.model.chunk import SearchResult
from statchunk.search import read_question
from statchunk.search.labels import read_measure
from statchunk.search.terms import compounds_in, holds_compound
from tests.search.test_headline import ANNUAL, Heads, Release, Rows, answer, value

LEVELS: Heads = [(("Thousands",), "thousands", "2026-Q1"), (("% of total",), "% of total", "2026-Q1")]
CHANGES: Heads = [*LEVELS, (("Annual rate of change (%)",), ANNUAL, "2026-Q1")]
STATUS: Rows = [
    (("Total",), ["900", "100.0", "1.0"]),
    (("Status", "Family workers"), ["30", "3.3", "-4.0"]),
    (("Full-time / part-time job", "Full time"), ["800", "88.9", "1.5"]),
    (("Full-time / part-time job", "Part time"), ["100", "11.1", "-2.0"]),
]


def jobs(caption: str, heads: Heads, rows: Rows) -> Release:
    return "Labour Force Survey, Kenya: 1st quarter 2026", "2026-Q1", caption, heads, rows


def labour(rows: Rows = STATUS, heads: Heads = CHANGES) -> Release:
    return jobs("Table 2. Employed persons by status, full-time and part-time job", heads, rows)


def figures(result: SearchResult) -> list[str]:
    return [result.hits[0].cells[0].value_text, *(reading.value_text for reading in result.readings)]


@pytest.mark.parametrize(
    ("question", "want"),
    [
        ("What share of workers in Kenya were part-time in Q1 2026?", "11.1"),
        ("How many workers in Kenya were full-time in Q1 2026?", "800"),
    ],
)
def test_a_hyphenated_word_names_one_thing_and_captions_say_it_for_no_row(
    tmp_path: Path, question: str, want: str
) -> None:
    assert value(answer(tmp_path / "i", question, labour())) == (True, want)


def test_a_hyphenated_word_that_stands_nowhere_is_refused(tmp_path: Path) -> None:
    result = answer(tmp_path / "i", "How many workers were self-employed in Kenya in Q1 2026?", labour())
    assert (result.answerable, "'self'" in result.reason) == (False, True)


def test_a_hyphenated_word_that_is_there_makes_up_for_no_thing_that_stands_nowhere(tmp_path: Path) -> None:
    rows: Rows = [*STATUS, (("Duration", "Long-term unemployed"), ["60", "6.7", "2.0"])]
    result = answer(tmp_path / "i", "What was the long-term interest rate in Kenya in Q1 2026?", labour(rows))
    assert (result.answerable, result.reason) == (False, "the index says nothing of 'interest'")


def test_labels_may_say_the_parts_of_a_hyphenated_word_in_words_of_their_own(tmp_path: Path) -> None:
    rows: Rows = [(("All items",), ["3.1", "0.4"]), (("Transport", "Used cars and trucks"), ["4.8", "0.5"])]
    result = answer(tmp_path / "i", "How much did used-vehicle prices rise over the year to March 2026?", prices(rows))
    assert value(result) == (True, "4.8")


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("How many were part-time or self-employed?", (("part", "time"), ("self", "employed"))),
        ("What was year-on-year inflation?", ()),
        ("CPI-U, one-month change", ()),
        ("How many were long-term unemployed?", (("long", "term"),)),
        ("What was non-food inflation?", (("non", "food"),)),
    ],
)
def test_hyphenated_words_of_measures_and_small_words_name_no_thing(
    text: str, want: tuple[tuple[str, ...], ...]
) -> None:
    assert want == read_question(text, ("en",)).compounds


def test_a_hyphenated_word_is_held_apart_or_written_as_one() -> None:
    (compound,) = compounds_in("a part-time job")
    assert [holds_compound(words, compound) for words in (("part", "time"), ("parttime",), ("time", "part"))] == [
        True,
        True,
        False,
    ]


def test_the_total_of_what_a_caption_begins_with_goes_before_a_row_that_only_mentions_it(tmp_path: Path) -> None:
    rows: Rows = [
        (("Total",), ["50", "100.0", "0.6"]),
        (("Previous employment", "Worked before"), ["9", "18.0", "-4.4"]),
    ]
    outside = jobs("Table 5. Persons outside the labour force by previous employment", CHANGES, rows)
    question = "How much did employment in Kenya grow over the year to Q1 2026?"
    assert value(answer(tmp_path / "i", question, labour(), outside)) == (True, "1.0")


RATE: Heads = [(("Unemployment rate (%)",), "%", "2026-Q1")]
UNEMPLOYED: Rows = [(("Total",), ["90", "100.0", "-15.0"]), (("Long-term",), ["40", "44.4", "-9.0"])]


def test_a_change_is_answered_by_a_change_and_not_by_the_level_of_a_rate(tmp_path: Path) -> None:
    rates = jobs("Table 1. Employment status", RATE, [(("Total",), ["10.4"])])
    changes = jobs("Table 4. Unemployed, by duration", CHANGES, UNEMPLOYED)
    question = "By how much did unemployment fall over the year to Q1 2026 in Kenya?"
    assert value(answer(tmp_path / "i", question, rates, changes)) == (True, "-15.0")


def test_a_level_alone_does_not_answer_how_much_something_changed(tmp_path: Path) -> None:
    rates = jobs("Table 1. Employment status", RATE, [(("Total",), ["10.4"])])
    result = answer(tmp_path / "i", "By how much did unemployment fall over the year to Q1 2026 in Kenya?", rates)
    assert (result.answerable, result.reason) == (False, "no change of what is asked for, only its level")


@pytest.mark.parametrize(
    ("label", "want"),
    [
        ("Unemployment rate (%)", True),
        ("Inflation rate (%)", False),
        ("Rate (%)", False),
        ("12-month rate (%)", False),
        ("Annual rate of change (%)", False),
    ],
)
def test_a_rate_of_something_is_a_level_where_no_change_is_named(label: str, want: bool) -> None:
    assert want == read_measure(label, ("en",)).level


def test_what_another_table_has_in_its_rows_is_not_answered_by_a_figure_without_it(tmp_path: Path) -> None:
    heads: Heads = [(("Q1 2026",), "%", "2026-Q1")]
    rows: Rows = [(("Unemployment rate (%)",), ["10.4"]), (("Construction",), ["1.4"])]
    release = jobs("Table 3. Main figures", heads, rows)
    result = answer(tmp_path / "i", "What was the unemployment rate in construction in Kenya in Q1 2026?", release)
    assert (result.answerable, result.reason.endswith("in the nearest figure")) == (False, True)


def test_who_asks_about_a_place_in_a_row_of_its_own_is_not_answered_for_all(tmp_path: Path) -> None:
    rows: Rows = [*STATUS, (("Region", "Nyanza"), ["60", "6.7", "2.0"])]
    result = answer(tmp_path / "i", "How many people worked part-time in Nyanza in Q1 2026?", labour(rows))
    assert (result.answerable, result.reason) == (False, "no evidence for 'nyanza' in the nearest figure")


RENTS: Rows = [
    (("All items",), ["3.1", "0.4"]),
    (("Shelter", "Rent of shelter"), ["3.2", "0.2"]),
    (("Shelter", "Rent of primary residence"), ["2.8", "0.1"]),
]


def prices(rows: Rows, caption: str = "Table 1: Consumer prices") -> Release:
    heads: Heads = [
        (("12-month rate (%)",), ANNUAL, "2026-03"),
        (("1-month rate (%)",), "% change over 1 month", "2026-03"),
    ]
    return "Consumer Price Index, Kenya: March 2026", "2026-03", caption, heads, rows


def test_both_readings_are_named_where_no_label_is_the_thing_asked_for(tmp_path: Path) -> None:
    result = answer(tmp_path / "i", "How much did rent rise over the year to March 2026?", prices(RENTS))
    assert figures(result)[:2] == ["3.2", "2.8"]


def test_the_label_that_is_the_thing_asked_for_goes_before_others(tmp_path: Path) -> None:
    rows: Rows = [*RENTS, (("Shelter", "Rent"), ["4.0", "0.3"])]
    result = answer(tmp_path / "i", "How much did rent rise over the year to March 2026?", prices(rows))
    assert value(result) == (True, "4.0")


def test_an_index_that_is_meant_only_by_name_does_not_tell_the_price_of_a_part(tmp_path: Path) -> None:
    retail = prices([(("Housing", "Rent"), ["7.0", "0.5"])], "RPI: Detailed figures")
    consumer = prices([(("Actual rentals for housing",), ["6.3", "0.4"])], "CPI: Detailed figures")
    asked = "By how much did rents increase in Kenya over the year to March 2026?"
    assert value(answer(tmp_path / "i", asked, retail, consumer)) == (True, "6.3")
    named = "By how much did the RPI for rents increase in Kenya over the year to March 2026?"
    assert value(answer(tmp_path / "j", named, retail, consumer)) == (True, "7.0")
