"""Kinds of misses that questions showed which nobody had tuned search on."""

from pathlib import Path

import pytest

from statchunk.embedding.fake import FakeEmbedder
from statchunk.meaning.calendar import Period
from statchunk.model.chunk import SearchResult
from statchunk.search import read_question, search
from statchunk.search.terms import initials_of, names_in, spellings
from statchunk.search.wanted import WantedPeriods, in_release
from statchunk.store import Index, IndexWriter
from tests.store.made import prose, table

Heads = list[tuple[tuple[str, ...], str | None, str | None]]
Rows = list[tuple[tuple[str, ...], list[str]]]


def answer(path: Path, question: str, *tables: tuple[str, str, Heads, Rows]) -> SearchResult:
    with IndexWriter(path, FakeEmbedder()) as writer:
        for number, (title, period, heads, rows) in enumerate(tables, 1):
            writer.put(*table(number, title, period, "Table 1: Main figures", heads, rows))
    with Index.open(path) as index:
        return search(index, question)


def labels(result: SearchResult) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    cell = result.hits[0].cells[0]
    return cell.row_path, cell.column_path, cell.value_text


TOWNS: Heads = [(("Port Ash",), "crowns", "2026-05"), (("Elmstead",), "crowns", "2026-05")]
PRICES: Rows = [(("Maize",), ["97.00", "80.00"]), (("Onions",), ["200.00", "160.00"])]


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("What did maize cost in Nairobi?", {"nairobi"}),
        ("Ruritania: How dear was bread in Port Ash?", {"port", "ash"}),
        ("WHAT DID MAIZE COST?", set()),
        ("What Did Maize Cost In Nairobi?", set()),
    ],
)
def test_words_in_capitals_are_names(text: str, want: set[str]) -> None:
    assert names_in(text) == want


def test_nouns_of_a_language_that_writes_them_all_in_capitals_are_no_names() -> None:
    assert read_question("Wie hoch war die Arbeitslosenquote im Mai 2026?").names == frozenset()


def test_a_place_that_stands_nowhere_is_refused_however_well_the_row_fits(tmp_path: Path) -> None:
    release = ("Market prices, Ruritania: May 2026", "2026-05", TOWNS, PRICES)
    result = answer(tmp_path / "i", "What did onions cost in Quillby in May 2026?", release)
    assert (result.answerable, "quillby" in result.reason) == (False, True)
    assert answer(tmp_path / "j", "What did onions cost in Elmstead in May 2026?", release).answerable


AGES: Heads = [(("Vaccinated",), None, None), (("Tested",), None, None)]


@pytest.mark.parametrize(("band", "answerable"), [("12 to 17", True), ("5 to 11", False), ("12–17", True)])
def test_a_band_of_ages_must_be_there(tmp_path: Path, band: str, answerable: bool) -> None:
    rows: Rows = [(("12 – 17",), ["562", "542"]), (("18 – 24",), ["729", "709"])]
    release = ("Vaccinated people, Ruritania", "2026-05", AGES, rows)
    assert answer(tmp_path / "i", f"How many aged {band} were vaccinated?", release).answerable == answerable


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Where is the jobless rate forecast to land in 2023?", "figure"),
        ("How fast will the economy grow in 2023?", "figure"),
        ("Is the jobless rate seasonally adjusted?", "explanation"),
        ("What do onions fetch?", "figure"),
        ("What does provisional mean?", "definition"),
    ],
)
def test_yes_or_no_is_asked_at_the_beginning_and_verbs_of_price_ask_for_a_figure(text: str, kind: str) -> None:
    assert read_question(text).kind == kind


@pytest.mark.parametrize(
    ("newest", "want"), [(Period("month", 2026, 3), "2026-02"), (Period("month", 2026, 1), "2025-02")]
)
def test_a_month_without_a_year_is_the_last_of_its_name(newest: Period, want: str) -> None:
    wanted = WantedPeriods(read_question("What was inflation in February?"), newest)
    assert ([p.iso() for p in wanted.exact], wanted.named) == ([want], True)
    assert [p.iso() for p in in_release([Period("month", None, 2)], newest.iso())] == [want]


def test_what_a_series_published_last_is_not_old_because_another_goes_on(tmp_path: Path) -> None:
    heads: Heads = [(("Persons",), "persons", "2019")]
    rows: Rows = [(("Fishers",), ["4120"])]
    old = ("Census of fishers, Ruritania", "2019", heads, rows)
    new = ("Consumer prices, Ruritania: May 2026", "2026-05", TOWNS, PRICES)
    result = answer(tmp_path / "i", "How many fishers are there?", old, new)
    assert (result.answerable, labels(result)) == (True, (("Fishers",), ("Persons",), "4120"))


def test_a_cell_that_says_no_word_of_the_question_gives_way(tmp_path: Path) -> None:
    with IndexWriter(tmp_path / "i", FakeEmbedder()) as writer:
        writer.put(*table(1, "Energy, Ruritania: May 2026", "2026-05", "Table 1: Supply", TOWNS, PRICES))
        writer.put(*prose("Doses given in the south: 691 614.", 2, "Vaccination", "2019"))
    with Index.open(tmp_path / "i") as index:
        result = search(index, "How many doses were given in the south?")
    assert "691 614" in result.hits[0].text


def test_initials_of_a_label_are_its_abbreviation(tmp_path: Path) -> None:
    assert ("gdp", 1, 4) in initials_of(("real", "gross", "domestic", "product"))
    heads: Heads = [(("Percent change",), "% change over 12 months", "2026")]
    rows: Rows = [(("GDP implicit price deflator",), ["4.7"]), (("Real gross domestic product",), ["3.6"])]
    release = ("Outlook, Ruritania: 2026", "2026", heads, rows)
    assert labels(answer(tmp_path / "i", "How fast did real GDP grow in 2026?", release))[2] == "3.6"


def test_the_unit_of_a_cell_says_what_is_asked(tmp_path: Path) -> None:
    heads: Heads = [(("Crop",), "million tons", "2026"), (("Sown",), "1000 ha", "2026")]
    with IndexWriter(tmp_path / "i", FakeEmbedder()) as writer:
        writer.put(*table(1, "Grain, Ruritania: 2026", "2026", "Table 1: Grain", heads, [(("Wheat",), ["3.1", "890"])]))
        writer.put(*prose("A ha is a measure of land. | A ton is a measure of grain.", 2, "Measures", "2026"))
    with Index.open(tmp_path / "i") as index:
        assert labels(search(index, "How many hectares of wheat in 2026?"))[1] == ("Sown",)
        assert labels(search(index, "How many million tons of wheat in 2026?"))[1] == ("Crop",)


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("Πόση ήταν η ανεργία το 2026;", "Ανεργία"),
        ("Какой была безработица в 2026 году?", "Безработица"),
        ("كم بلغت البطالة في آفاق 2026؟", "آفاق"),
    ],
)
def test_words_in_other_letters_are_found_as_they_are_spelt(tmp_path: Path, question: str, row: str) -> None:
    rows: Rows = [((row,), ["4.1"]), (("Zzz",), ["9.9"])]
    heads: Heads = [(("2026",), None, "2026")]
    result = answer(tmp_path / "i", question, ("Ruritania 2026", "2026", heads, rows))
    assert labels(result)[2] == "4.1"
    assert spellings("Ανεργία rate") == {"ανεργια": "ανεργία"}


GOODS: Heads = [(("12-month rate (%)",), "% change over 12 months", "2026-05")]
DIVISIONS: Rows = [(("Food",), ["4.0"]), (("Houses and flats",), ["3.1"]), (("Other",), ["1.2"])]


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("How many houses and flats were there in May 2026?", "no number"),
        ("What was the rate for food in Norway in May 2026?", "Norway"),
        ("What was the rate for robots in May 2026?", "robot"),
    ],
)
def test_another_measure_place_or_item_is_refused(tmp_path: Path, question: str, why: str) -> None:
    release = ("Prices, Ruritania: May 2026", "2026-05", GOODS, DIVISIONS)
    result = answer(tmp_path / "i", question, release)
    assert (result.answerable, why in result.reason) == (False, True), result.reason


def test_a_label_of_the_rest_is_not_what_is_asked_for(tmp_path: Path) -> None:
    rows: Rows = [(("Revenue", "Other"), ["12"]), (("Revenue", "Taxes"), ["88"]), (("Balance",), ["-3"])]
    heads: Heads = [(("2026",), "million crowns", "2026")]
    release = ("Accounts of government, Ruritania", "2026", heads, rows)
    assert labels(answer(tmp_path / "i", "How big was the deficit of government in 2026?", release))[0] == ("Balance",)


def test_cells_that_answer_alike_are_no_answer(tmp_path: Path) -> None:
    rows: Rows = [(("Industry",), ["7.3"]), (("Trade",), ["11.7"])]
    heads: Heads = [(("2026",), "cents", "2026")]
    release = ("Electricity prices, Ruritania", "2026", heads, rows)
    result = answer(tmp_path / "i", "What was the price of electricity for farms in 2026?", release)
    assert not result.answerable


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("What was core inflation in Ruritania in May 2026?", "All items less food and energy"),
        ("Ruritania: food inflation in May 2026?", "Food"),
    ],
)
def test_core_is_spelled_out_and_other_food_is_not_food(tmp_path: Path, question: str, row: str) -> None:
    rows: Rows = [
        (("All items",), ["3.0"]),
        (("All items less food and energy",), ["2.6"]),
        (("Food", "Other food"), ["9.0"]),
        (("Food",), ["4.0"]),
    ]
    result = answer(tmp_path / "i", question, ("Prices, Ruritania: May 2026", "2026-05", GOODS, rows))
    assert (labels(result)[0][-1], result.answerable) == (row, True), result.reason


def test_people_of_a_place_are_the_place() -> None:
    question = read_question("How much more did Americans and Greeks pay?")
    assert [place.code for place in question.places] == ["US", "GR"]


def test_a_weighty_word_that_only_begins_alike_is_no_evidence(tmp_path: Path) -> None:
    rows: Rows = [(("Food products and services",), ["4.0"]), (("Rents",), ["3.0"])]
    with IndexWriter(tmp_path / "i", FakeEmbedder()) as writer:
        writer.put(*table(1, "Prices, Ruritania: May 2026", "2026-05", "Table 1: Rates", GOODS, rows))
        writer.put(*prose("See also: Producer report.", 2, "Links", "2026-05"))
    with Index.open(tmp_path / "i") as index:
        result = search(index, "What was producer inflation in May 2026?")
    assert not result.answerable


QUARTERS: Heads = [
    (("2024", "Q1"), "million crowns", "2024-Q1"),
    (("2024", "Q2"), "million crowns", "2024-Q2"),
    (("2024", "Q3"), "million crowns", "2024-Q3"),
]


def test_a_part_of_the_period_asked_for_is_a_guess_where_there_are_several(tmp_path: Path) -> None:
    rows: Rows = [(("Debt",), ["368", "369", "370"])]
    release = ("Debt of government, Ruritania", "2024-Q3", QUARTERS, rows)
    whole = answer(tmp_path / "i", "What was the debt of government in 2024?", release)
    assert (whole.answerable, "several figures" in whole.reason) == (False, True), whole.reason
    part = answer(tmp_path / "j", "What was the debt of government in 2024's third quarter?", release)
    assert (part.answerable, labels(part)[2]) == (True, "370"), part.reason
