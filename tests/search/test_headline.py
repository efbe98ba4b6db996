"""What economists and journalists ask first: the total, the headline rate, and which of several readings is meant."""

from pathlib import Path

import pytest

from statchunk.embedding.fake import FakeEmbedder
from statchunk.model.chunk import SearchResult
from statchunk.search import read_question, search
from statchunk.search.labels import read_label, without_denominator
from statchunk.search.question import adjustment, without_adjustment
from statchunk.search.terms import acronyms, bears
from statchunk.store import Index, IndexWriter
from tests.store.made import fact, prose, table

Heads = list[tuple[tuple[str, ...], str | None, str | None]]
Rows = list[tuple[tuple[str, ...], list[str]]]
Release = tuple[str, str, str, Heads, Rows]

ANNUAL = "% change over 12 months"
MONTHLY = "% change over 1 month"
RATES: Heads = [(("12-month rate (%)",), ANNUAL, "2026-03"), (("1-month rate (%)",), MONTHLY, "2026-03")]
ITEMS: Rows = [
    (("All items",), ["3.1", "0.4"]),
    (("All items", "Food"), ["4.2", "0.5"]),
    (("All items", "Energy"), ["9.3", "0.6"]),
    (("All items less food and energy",), ["2.4", "0.7"]),
]


def prices(country: str = "Kenya", heads: Heads = RATES, rows: Rows = ITEMS) -> Release:
    return f"Consumer Price Index, {country}: March 2026", "2026-03", "Table 1: Consumer prices", heads, rows


def answer(path: Path, question: str, *releases: Release) -> SearchResult:
    with IndexWriter(path, FakeEmbedder()) as writer:
        for number, (title, period, caption, heads, rows) in enumerate(releases, 1):
            writer.put(*table(number, title, period, caption, heads, rows))
    with Index.open(path) as index:
        return search(index, question)


def value(result: SearchResult) -> tuple[bool, str]:
    return result.answerable, result.hits[0].cells[0].value_text


@pytest.mark.parametrize(
    ("question", "want"),
    [
        ("What was annual inflation in March 2026?", "3.1"),
        ("What was inflation in Kenya in March 2026?", "3.1"),
        ("What is the latest inflation rate?", "3.1"),
        ("By how much was the CPI up year over year in March 2026?", "3.1"),
        ("How much did consumer prices rise between February and March 2026?", "0.4"),
        ("What was food inflation in March 2026?", "4.2"),
        ("What was core inflation in March 2026?", "2.4"),
    ],
)
def test_who_names_no_part_is_given_the_total(tmp_path: Path, question: str, want: str) -> None:
    assert value(answer(tmp_path / "i", question, prices())) == (True, want)


def test_inflation_is_a_change_of_prices_and_of_nothing_else(tmp_path: Path) -> None:
    heads: Heads = [(("12-month rate (%)",), ANNUAL, "2026-03")]
    rows: Rows = [(("Total",), ["1.9"])]
    jobs = "Employment, Kenya: March 2026", "2026-03", "Table 1: Employed persons", heads, rows
    assert not answer(tmp_path / "i", "What was annual inflation in March 2026?", jobs).answerable


def test_core_is_refused_where_nothing_is_left_out(tmp_path: Path) -> None:
    rows: Rows = [(("All items",), ["3.1", "0.4"]), (("Food",), ["4.2", "0.5"]), (("Energy",), ["9.3", "0.6"])]
    result = answer(tmp_path / "i", "What was core inflation in March 2026?", prices(rows=rows))
    assert (result.answerable, "core" in result.reason) == (False, True)


def test_a_plain_inflation_is_told_by_the_consumer_price_index_beside_others(tmp_path: Path) -> None:
    heads: Heads = [((f"{name} 12-month rate (%)",), ANNUAL, "2026-03") for name in ("CPIH", "C-CPI-U", "CPI", "RPI")]
    rows: Rows = [(("2026", "Mar"), ["4.1", "2.9", "3.5", "4.5"])]
    asked = "What was annual inflation in Kenya in March 2026?"
    assert value(answer(tmp_path / "i", asked, prices(heads=heads, rows=rows))) == (True, "3.5")


def test_a_letter_before_an_abbreviation_makes_another_one() -> None:
    assert acronyms("the C-CPI-U and CPI-U") == {"c-cpi", "cpi"}
    assert [set(acronyms(text)) for text in ("CPI-U", "C-CPI-U", "TOTAL")] == [{"cpi"}, {"c-cpi"}, set()]
    assert [bears(frozenset({short}), frozenset({"cpi"})) for short in ("c-cpi", "ccpi", "cpih")] == [
        False,
        True,
        False,
    ]


def test_places_and_quarters_are_no_abbreviations_of_what_is_asked_for() -> None:
    assert read_question("What was US inflation in Q1 2026?").acronyms == frozenset()


@pytest.mark.parametrize(("whole", "part"), [("Total", "Kenyan"), ("Total", "Western Kenya"), ("Kenya", "Women")])
def test_in_a_release_about_a_place_its_name_tells_no_part_apart(tmp_path: Path, whole: str, part: str) -> None:
    heads: Heads = [(("Unemployed (thousands)",), "thousands", "2026-Q1")]
    rows: Rows = [(("BY GROUP", part), ["11.5"]), ((whole,), ["60.0"])]
    release = "Labour force, Kenya: 1st quarter 2026", "2026-Q1", "Table 1: Employment status", heads, rows
    asked = "How many people were unemployed in Kenya in Q1 2026?"
    assert value(answer(tmp_path / "i", asked, release)) == (True, "60.0")


def test_unemployment_is_a_rate_unless_a_number_is_asked_for(tmp_path: Path) -> None:
    heads: Heads = [
        (("Unemployed",), "thousands", "2026-Q1"),
        (("Unemployment rate (%)",), "%", "2026-Q1"),
    ]
    rows: Rows = [(("Total",), ["488.1", "10.4"]), (("20 - 24",), ["48.2", "21.4"])]
    release = "Labour force, Kenya: 1st quarter 2026", "2026-Q1", "Table 1: Employment status", heads, rows
    asked = "What is unemployment among those aged 20-24 in Q1 2026?"
    assert value(answer(tmp_path / "i", asked, release)) == (True, "21.4")
    assert value(answer(tmp_path / "j", "How many were unemployed in Q1 2026?", release)) == (True, "488.1")


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("seasonally adjusted change", True),
        ("not seasonally adjusted", False),
        ("Unadjusted percent change", False),
        ("Seasonally adjusted and unadjusted", None),
        ("Percent change", None),
    ],
)
def test_whether_the_season_is_taken_out(text: str, want: bool | None) -> None:
    assert adjustment(text, ("en",)) is want


def test_what_is_said_of_the_season_is_no_subject() -> None:
    assert without_adjustment("index, not seasonally adjusted, of food", ("en",)).split() == [
        "index,",
        ",",
        "of",
        "food",
    ]
    assert read_question("What was the seasonally adjusted CPI?").terms == ("cpi",)


SEASON: Heads = [
    (("Unadjusted percent change", "Feb. 2026-Mar. 2026"), MONTHLY, "2026-03"),
    (("Seasonally adjusted percent change", "Feb. 2026-Mar. 2026"), MONTHLY, "2026-03"),
]


@pytest.mark.parametrize(("word", "want"), [("seasonally adjusted", "-0.4"), ("unadjusted", "-0.3")])
def test_the_season_is_taken_out_where_that_is_asked_for(tmp_path: Path, word: str, want: str) -> None:
    release = prices(heads=SEASON, rows=[(("All items",), ["-0.3", "-0.4"])])
    asked = f"What was the {word} change in consumer prices on the month in March 2026?"
    assert value(answer(tmp_path / "i", asked, release)) == (True, want)


def test_the_other_reading_is_named_where_the_question_leaves_it_open(tmp_path: Path) -> None:
    release = prices(heads=SEASON, rows=[(("All items",), ["-0.3", "-0.4"])])
    result = answer(tmp_path / "i", "How did consumer prices change on the month in March 2026?", release)
    given = {result.hits[0].cells[0].value_text, *(r.value_text for r in result.readings)}
    assert (result.answerable, given, [r.agrees for r in result.readings]) == (True, {"-0.3", "-0.4"}, [False])


def test_tables_that_agree_are_named_beside_the_first(tmp_path: Path) -> None:
    again = "Consumer Price Index, Kenya: detailed tables, March 2026", "2026-03", "Table 2: Prices", RATES, ITEMS
    result = answer(tmp_path / "i", "What was annual inflation in Kenya in March 2026?", prices(), again)
    assert value(result) == (True, "3.1")
    assert [r.value_text for r in result.readings if r.agrees] == ["3.1"]


def test_releases_about_two_places_are_both_named_where_no_place_is(tmp_path: Path) -> None:
    rows: Rows = [(("All items",), ["6.8", "0.9"])]
    both = prices(), prices("Ghana", rows=rows)
    result = answer(tmp_path / "i", "What was annual inflation in March 2026?", *both)
    assert (result.answerable, sorted(r.value_text for r in result.readings)) == (False, ["3.1", "6.8"])
    assert all(text in result.reason for text in ("3.1", "6.8", "Kenya", "Ghana"))
    assert value(answer(tmp_path / "j", "What was annual inflation in Ghana in March 2026?", *both)) == (True, "6.8")


def test_a_figure_for_another_period_is_no_answer_though_another_table_has_the_period(tmp_path: Path) -> None:
    heads: Heads = [(("HICP annual rate (%)",), ANNUAL, "2026-03")]
    old: Heads = [(("Annual rate of the HICP (%)",), ANNUAL, "2007-12")]
    new_rows: Rows = [(("HICP",), ["3.7"])]
    old_rows: Rows = [(("Overall index",), ["3.9"])]
    new = "HICP, Kenya: March 2026", "2026-03", "Table 1: HICP", heads, new_rows
    series = "Prices since 1996, Kenya", "2007-12", "Table 2: Long series", old, old_rows
    assert value(answer(tmp_path / "i", "What was HICP inflation in December 2007?", new, series)) == (True, "3.9")


def test_an_annual_rate_is_not_answered_with_a_monthly_one_or_an_index(tmp_path: Path) -> None:
    heads: Heads = [(("1-month rate (%)",), MONTHLY, "2026-03"), (("Index (2020=100)",), "index (2020=100)", "2026-03")]
    release = prices(heads=heads, rows=[(("All items",), ["0.4", "131.2"])])
    assert not answer(tmp_path / "i", "What was annual inflation in March 2026?", release).answerable


@pytest.mark.parametrize(
    ("label", "want"),
    [
        ("(% of GDP)", "(%)"),
        ("Debt as per cent of GDP", "Debt as %"),
        ("Gross Domestic Product (GDP)", "Gross Domestic Product (GDP)"),
    ],
)
def test_what_figures_are_a_percentage_of_is_not_what_they_tell(label: str, want: str) -> None:
    assert without_denominator(label, ("en",)) == want


def test_the_gdp_itself_goes_before_shares_of_it(tmp_path: Path) -> None:
    rows: Rows = [
        (("Balance", "(% of GDP)"), ["1.3"]),
        (("Gross Domestic Product (GDP) at current market prices",), ["237573"]),
    ]
    release: Release = ("Fiscal data, Kenya: 2024", "2024", "Table 1: Fiscal data", [(("2024",), None, "2024")], rows)
    assert value(answer(tmp_path / "i", "What was the GDP of Kenya in 2024?", release)) == (True, "237573")


def test_weights_belong_to_the_release_that_prints_them(tmp_path: Path) -> None:
    heads: Heads = [
        (("Relative importance Feb. 2026",), "weight", "2026-02"),
        (("Index (2020=100)", "Mar. 2026"), "index (2020=100)", "2026-03"),
    ]
    release = prices(heads=heads, rows=[(("Food",), ["13.4", "131.2"])])
    asked = "What is the weight of food in the consumer price index of March 2026?"
    assert value(answer(tmp_path / "i", asked, release)) == (True, "13.4")


@pytest.mark.parametrize(("label", "want"), [("Non food", True), ("Food", False), ("Food and non-food", False)])
def test_a_label_that_begins_with_non_means_all_else(label: str, want: bool) -> None:
    assert read_label((label,), ("en",)).excludes is want


def test_the_level_of_an_index_is_the_index() -> None:
    assert read_question("What was the level of the CPI in June 2026?").measure == "index"
    assert read_question("What was the level of employment in June 2026?").measure is None


def panel(path: Path, question: str, *texts: str) -> SearchResult:
    """The answer where each text is a panel of a report that names no period and is published on 20 September 2020."""
    with IndexWriter(path, FakeEmbedder()) as writer:
        for number, text in enumerate(texts, 1):
            document, chunks = prose(text, number, "Situation report: cases and deaths")
            facts = document.facts.model_copy(update={"reference_period": None, "release_date": fact("2020-09-20")})
            panels = tuple(
                c.model_copy(update={"kind": "factsheet", "reference_period": None, "release_date": "2020-09-20"})
                for c in chunks
            )
            writer.put(document.model_copy(update={"facts": facts}), panels)
    with Index.open(path) as index:
        return search(index, question)


def test_a_report_that_names_no_period_is_of_its_day(tmp_path: Path) -> None:
    asked = "How many deaths were there on {} September 2020?"
    assert panel(tmp_path / "i", asked.format(20), "Deaths: 1 912").answerable
    assert not panel(tmp_path / "j", asked.format(11), "Deaths: 1 912").answerable


def test_a_label_that_recurs_in_a_panel_is_not_the_whole(tmp_path: Path) -> None:
    regions = "Deaths: 871\nNorth, Deaths: 15\nDeaths: 256"
    result = panel(tmp_path / "i", "How many deaths were there?", regions, "Active: 21 069\nDeaths: 1 912")
    assert "1 912" in result.hits[0].text
