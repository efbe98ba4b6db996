"""Questions put as people put them: idle words, shares, rates, words that look like others."""

from pathlib import Path

import pytest

from statchunk.embedding.fake import FakeEmbedder
from statchunk.model.chunk import SearchResult
from statchunk.search import read_question, search
from statchunk.store import Index, IndexWriter
from tests.store.made import table

Heads = list[tuple[tuple[str, ...], str | None, str]]
Rows = list[tuple[tuple[str, ...], list[str]]]


def answer(
    path: Path, question: str, heads: Heads, rows: Rows, title: str = "Prices, Ruritania: May 2026"
) -> SearchResult:
    with IndexWriter(path, FakeEmbedder()) as writer:
        writer.put(*table(1, title, "2026-05", "Table 1: Main figures", heads, rows))
    with Index.open(path) as index:
        return search(index, question)


def labels(result: SearchResult) -> tuple[tuple[str, ...], tuple[str, ...]]:
    cell = result.hits[0].cells[0]
    return cell.row_path, cell.column_path


RATES: Heads = [
    (("Change", "Index"), "index", "2026-05"),
    (("Change", "12-month rate (%)"), "%", "2026-05"),
    (("Change", "1-month rate (%)"), "%", "2026-05"),
]


def test_the_own_head_says_the_measure_before_the_one_above(tmp_path: Path) -> None:
    rows: Rows = [(("All items",), ["101.2", "3.1", "0.2"]), (("Food",), ["103.0", "4.0", "0.3"])]
    result = answer(tmp_path / "i", "What was the annual rate for food in May 2026?", RATES, rows)
    assert labels(result) == (("Food",), ("Change", "12-month rate (%)"))


def test_an_idle_word_neither_hides_a_figure_nor_refuses_it(tmp_path: Path) -> None:
    rows: Rows = [(("All items",), ["101.2", "3.1", "0.2"]), (("Bread and cereals",), ["103.0", "4.0", "0.3"])]
    question = "How vertiginously had bread and cereal prices risen over the year to May 2026?"
    result = answer(tmp_path / "i", question, RATES, rows)
    assert labels(result) == (("Bread and cereals",), ("Change", "12-month rate (%)"))
    assert result.answerable, result.reason


def test_a_subject_that_is_not_there_is_still_refused(tmp_path: Path) -> None:
    rows: Rows = [(("All items",), ["101.2", "3.1", "0.2"]), (("Transport",), ["103.0", "4.0", "0.3"])]
    result = answer(tmp_path / "i", "What was the average wage of transport workers in May 2026?", RATES, rows)
    assert not result.answerable


def test_a_label_of_which_nothing_is_asked_does_not_hide_the_other(tmp_path: Path) -> None:
    heads: Heads = [(("Relative importance (per 1000)",), "‰", "2026")]
    rows: Rows = [(("Miscellaneous goods and services",), ["71"]), (("Special aggregates", "Goods"), ["563"])]
    result = answer(tmp_path / "i", "What is the weight of goods in 2026?", heads, rows)
    assert labels(result)[0] == ("Special aggregates", "Goods")


@pytest.mark.parametrize(
    ("question", "head"),
    [
        ("What share of employees were temporary in May 2026?", "% of total"),
        ("How many employees were temporary in May 2026?", "Thousands"),
        (
            "By how much did the number of temporary employees rise over the year to May 2026?",
            "Annual rate of change (%)",
        ),
    ],
)
def test_a_share_a_number_and_a_change_are_three_things(tmp_path: Path, question: str, head: str) -> None:
    heads: Heads = [
        (("Thousands",), "thousands", "2026-05"),
        (("% of total",), "% of total", "2026-05"),
        (("Annual rate of change (%)",), "% change over 12 months", "2026-05"),
    ]
    rows: Rows = [(("Permanent employees",), ["900", "90", "1.0"]), (("Temporary employees",), ["100", "10", "2.0"])]
    result = answer(tmp_path / "i", question, heads, rows, "Labour, Ruritania: May 2026")
    assert labels(result) == (("Temporary employees",), (head,))


def test_where_a_rate_is_asked_a_number_of_persons_is_none(tmp_path: Path) -> None:
    heads: Heads = [
        (("Unemployed",), "thousands", "2026-05"),
        (("Rate (%)",), "%", "2026-05"),
    ]
    rows: Rows = [(("15–24",), ["20.1", "14.5"]), (("45–54",), ["21.5", "4.5"])]
    question = "What was the jobless rate of those aged 45–54 in May 2026?"
    assert labels(answer(tmp_path / "i", question, heads, rows))[1] == ("Rate (%)",)


def test_a_name_whose_stem_is_an_excluding_word_of_another_language_excludes_nothing(tmp_path: Path) -> None:
    rows: Rows = [(("Carburantes",), ["101.2", "3.1", "0.2"]), (("Índice general",), ["103.0", "4.0", "0.3"])]
    question = "¿Cuánto subieron los carburantes en San Telmo en mayo de 2026 en un año?"
    result = answer(tmp_path / "i", question, RATES, rows, "IPC de San Telmo: mayo de 2026")
    assert labels(result)[0] == ("Carburantes",)
    assert result.answerable, result.reason


def test_publish_asks_for_a_date() -> None:
    assert read_question("When does Statistics Ruritania publish the prices of June 2026?").kind == "release"


def test_a_question_in_german_is_read() -> None:
    asked = read_question("Wie hoch war die Arbeitslosenquote im ersten Quartal 2025?")
    assert asked.codes[0] == "de"
    assert asked.terms == ("arbeitslosenquote",)
    assert [period.iso() for period in asked.periods] == ["2025-Q1"]
