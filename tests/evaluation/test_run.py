from html.parser import HTMLParser
from pathlib import Path

import pytest

from statchunk.embedding.fake import FakeEmbedder
from statchunk.errors import SettingsError
from statchunk.evaluation.content import cells_of
from statchunk.evaluation.questions import Proof, Question
from statchunk.evaluation.report import page
from statchunk.evaluation.run import Configuration, Measurement, compare, parse_configuration
from tests.chunking.documents import WordCounter, document, table

QUESTIONS = [
    Question(
        id="1",
        question="What was the index of rents in April 2025?",
        answer="104.1",
        kind="figure",
        evidence=(
            Proof(
                document="release.pdf",
                row_path=("Rents",),
                column_path=("2025 Apr",),
                period="2025-04",
                value_text="104.1",
            ),
        ),
    ),
    Question(id="2", question="Who won the football match on the moon?", answer=None),
]


def printed_table() -> list[Measurement]:
    evidence, observations = table()
    lines = [
        " ".join([row.path[-1], *(cell.text for cell in evidence.cells if cell.row == i)])
        for i, row in enumerate(evidence.rows)
    ]
    made = document(
        evidence.model_copy(update={"text": "\n".join(["Table 1: Prices in detail", *lines])}),
        observations=observations,
    )
    configurations = [
        parse_configuration(text) for text in ("structure", "structure@dense", "words:12/2", "words@hybrid")
    ]
    return list(compare(configurations, [made], QUESTIONS, cells_of([made]), FakeEmbedder(), counter=WordCounter()))


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> list[Measurement]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STATCHUNK_CACHE", str(tmp_path_factory.mktemp("cache")))
        return printed_table()


def test_configurations_are_measured_in_order(measured: list[Measurement]) -> None:
    assert [(m.strategy, m.search) for m in measured] == [
        ("structure", "facets"),
        ("structure", "dense"),
        ("words:12/2", "dense"),
        ("words", "hybrid"),
    ]
    assert all(m.chunks and m.index_bytes and m.context_tokens for m in measured)


def test_structure_finds_names_and_completes_the_cell(measured: list[Measurement]) -> None:
    ours = measured[0]
    assert ours.ranking.recall_at_1.value == 1.0
    assert (ours.cells_named, ours.cells_asked) == (1, 1)
    assert (ours.refused_right, ours.unanswerable, ours.refused_wrong) == (1, 1, 0)
    assert ours.completeness.complete == 1.0
    assert ours.right_document is not None and ours.right_document.value == 1.0


def test_pieces_of_text_lose_what_their_figures_mean(measured: list[Measurement]) -> None:
    words = measured[2]
    assert words.completeness.complete < 0.5
    assert words.cells_named == 0
    assert [asked.refused for asked in words.questions] == [None, None]


def test_the_report_is_one_page_of_well_formed_html(measured: list[Measurement]) -> None:
    html = page(measured, ["a<b>.pdf"], "questions.jsonl")
    assert "a&lt;b&gt;.pdf" in html
    assert "src=" not in html and "href=" not in html and "<script" not in html
    assert html.count("<svg") == 3
    open_tags: list[str] = []

    class Checker(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            if tag not in {"meta", "br"}:
                open_tags.append(tag)

        def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            pass

        def handle_endtag(self, tag: str) -> None:
            assert open_tags.pop() == tag

    Checker().feed(html)
    assert open_tags == []


def test_a_configuration_is_written_with_its_search() -> None:
    assert parse_configuration("recursive:900/90@lexical") == Configuration("recursive:900/90", "lexical")
    assert parse_configuration("words") == Configuration("words", "dense")
    assert parse_configuration("structure", "hybrid") == Configuration("structure", "hybrid")
    with pytest.raises(SettingsError, match="way of searching"):
        parse_configuration("structure@psychic")


def test_a_measurement_survives_json(measured: list[Measurement], tmp_path: Path) -> None:
    assert [Measurement.model_validate_json(m.model_dump_json()) for m in measured] == measured
