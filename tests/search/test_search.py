from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from statchunk.cli.answers import show
from statchunk.embedding.fake import FakeEmbedder
from statchunk.model.chunk import SearchResult
from statchunk.search import search
from statchunk.settings import SearchSettings
from statchunk.store import Index, IndexWriter
from tests.store.made import fact, prose, table

RATES = [
    (("12-month rate (%)",), "%", "annual"),
    (("1-month rate (%)",), "%", "monthly"),
    (("Index (2015=100)",), "index (2015=100)", "index"),
]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    """Three months of one release that differ in nothing but the month, and prose."""
    path = tmp_path_factory.mktemp("search") / "i"
    patch = pytest.MonkeyPatch()
    patch.setenv("STATCHUNK_CACHE", str(path.parent / "cache"))
    with IndexWriter(path, FakeEmbedder()) as writer:
        for number, (month, iso) in enumerate((("March", "2025-03"), ("April", "2025-04"), ("May", "2025-05")), 1):
            writer.put(
                *table(
                    number,
                    f"Consumer prices, Ruritania: {month} 2025",
                    iso,
                    f"Table 1: Consumer prices index (CPI) by division, {month} 2025",
                    [(head, unit, iso) for head, unit, _ in RATES],
                    [
                        (("All items",), [f"3.{number}", f"0.{number}", f"130.{number}"]),
                        (("Food",), [f"4.{number}", f"1.{number}", f"140.{number}"]),
                        (("Housing, gas and other fuels",), [f"5.{number}", f"2.{number}", f"150.{number}"]),
                        (("Housing, gas and other fuels", "Gas"), [f"6.{number}", f"7.{number}", f"160.{number}"]),
                        (("All items excluding", "Food"), [f"8.{number}", f"9.{number}", f"170.{number}"]),
                        (("Wine",), ["..", "..", ".."]),
                    ],
                )
            )
        writer.put(
            *prose(
                "A household is a person or group of people who share meals and a home. | Household size fell."
                " | Gas prices were collected on 12 May 2025. | Households spent more on food and gas.",
                9,
                "Notes on prices, Ruritania",
                "2025-05",
            )
        )
    with Index.open(path) as opened:
        yield opened
    patch.undo()


def first(result: SearchResult) -> tuple[tuple[str, ...], tuple[str, ...], str | None, str]:
    cell = result.hits[0].cells[0]
    return cell.row_path, cell.column_path, cell.period, cell.value_text


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What was annual CPI inflation in April 2025?", "3.2"),
        ("What was annual CPI inflation in March 2025?", "3.1"),
        ("By how much did gas prices rise on the month in May 2025?", "7.3"),
        ("How much dearer was food in April 2025 than a year earlier?", "4.2"),
        ("What was the consumer prices index for food in March 2025?", "140.1"),
        ("What is the latest annual rate for gas?", "6.3"),
        ("What was the annual CPI rate excluding food in April 2025?", "8.2"),
        ("Annual rate for housing, gas and other fuels, March 2025", "5.1"),
    ],
)
def test_the_answering_cell_is_named_first(index: Index, question: str, value: str) -> None:
    result = search(index, question)
    assert value == first(result)[3]
    assert result.answerable, result.reason


def test_a_definition_beats_figures(index: Index) -> None:
    result = search(index, "What is a household?")
    assert result.hits[0].text.startswith("A household is")
    assert result.answerable


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("What was annual CPI inflation in June 2025?", "2025-06"),
        ("What was CPI inflation in Scotland in April 2025?", "Scotland"),
        ("What was the unemployment rate in April 2025?", "unemployment"),
        ("What was annual CPI inflation for wine in April 2025?", ".."),
    ],
)
def test_what_is_not_there_is_said_so(index: Index, question: str, reason: str) -> None:
    result = search(index, question)
    assert not result.answerable
    assert reason in result.reason


def test_an_extreme_is_found_among_releases(index: Index) -> None:
    result = search(index, "Between March 2025 and May 2025, in which month was annual CPI inflation highest?")
    assert first(result)[2:] == ("2025-05", "3.3")


def test_the_nearest_prose_is_scored_though_tables_have_the_period(index: Index) -> None:
    question = "By how much did household size fall in May 2025?"
    found = {hit.text for hit in search(index, question, SearchSettings(scored=2, foremost=1)).hits}
    assert any("Household size fell" in text for text in found)


def test_hits_bear_the_corrections_that_their_release_announces(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document, chunks = prose("Prices rose by 3.5% in the 12 months to April 2025. | Fuel prices fell by 2.0%.")
    said = "Correction: the rate was overstated by 0.1 percentage points."
    document = document.model_copy(update={"facts": document.facts.model_copy(update={"notices": (fact(said),)})})
    with IndexWriter(tmp_path / "i", FakeEmbedder()) as writer:
        writer.put(document, chunks)
    with Index.open(tmp_path / "i") as opened:
        result = search(opened, "By how much did prices rise in April 2025?")
    assert (said,) == result.hits[0].notices
    show(result)
    assert capsys.readouterr().out.count("notice in the release: Correction") == 1


def test_hits_explain_themselves(index: Index) -> None:
    hit = search(index, "What was annual CPI inflation in April 2025?", question_id="q").hits[0]
    assert abs(sum(hit.explanation.values()) - hit.score) < 0.001
    assert hit.citation
    assert hit.regions


def test_the_limit_holds(index: Index) -> None:
    assert len(search(index, "gas", limit=2).hits) == 2


def test_an_empty_index_answers_nothing(tmp_path: Path) -> None:
    with IndexWriter(tmp_path / "i", FakeEmbedder()):
        pass
    with Index.open(tmp_path / "i") as empty:
        result = search(empty, "What was annual CPI inflation in April 2025?")
    assert not result.answerable
    assert result.hits == ()


@pytest.mark.parametrize("question", ["", "?", '"', "NEAR( OR *", "a" * 5000, "\0"])
def test_odd_questions_do_no_harm(index: Index, question: str) -> None:
    assert search(index, question).question == question


class _Last:
    """Judges the last of the texts best."""

    def score(self, question: str, texts: Sequence[str]) -> list[float]:
        return [float(place == len(texts) - 1) for place in range(len(texts))]


def test_a_reranker_may_change_the_order(index: Index) -> None:
    question = "What was annual CPI inflation in April 2025?"
    settings = SearchSettings(reranked=3, reranker=5.0)
    plain, judged = search(index, question, settings), search(index, question, settings, reranker=_Last())
    assert plain.hits[2].chunk_id == judged.hits[0].chunk_id
    assert judged.hits[0].explanation["reranker"] == 5.0
    assert [hit.chunk_id for hit in plain.hits[3:]] == [hit.chunk_id for hit in judged.hits[3:]]


def test_a_title_does_not_say_for_one_column_what_heads_another(tmp_path: Path) -> None:
    heads: list[tuple[tuple[str, ...], str | None, str]] = [
        ((head,), "%", "2025-04") for head in ("All items", "Food", "Non food")
    ]
    with IndexWriter(tmp_path / "i", FakeEmbedder()) as writer:
        writer.put(
            *table(
                1,
                "Prices, Ruritania: April 2025",
                "2025-04",
                "Table 1: Inflation, food and non food, April 2025",
                heads,
                [(("Annual rate",), ["3.1", "4.1", "5.1"])],
            )
        )
    with Index.open(tmp_path / "i") as opened:
        assert first(search(opened, "What was annual food inflation in April 2025?"))[3] == "4.1"
