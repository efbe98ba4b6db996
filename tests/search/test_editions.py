"""A figure that a later release revised: the latest value is named, the earlier ones are shown with their release."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from statchunk.cli.answers import show
from statchunk.embedding.fake import FakeEmbedder
from statchunk.indexing import index_files
from statchunk.model.chunk import Chunk, SearchResult
from statchunk.model.evidence import Document
from statchunk.search import search
from statchunk.settings import SearchSettings
from statchunk.store import Index, IndexWriter
from tests.store.made import fact, table

MONTHS = {"2026-04": "April", "2026-05": "May", "2026-06": "June", "2026-07": "July"}
RATE = ("12-month rate (%)",)


def release(
    number: int, period: str, released: str | None, rates: dict[str, str], office: str = "Statistics Ruritania"
) -> tuple[Document, tuple[Chunk, ...]]:
    """A release of one table whose columns are months."""
    month = MONTHS[period]
    document, chunks = table(
        number,
        f"Consumer prices, Ruritania: {month} 2026",
        period,
        f"Table 1: Consumer prices index (CPI), {month} 2026",
        [((f"{MONTHS[at]} 2026", *RATE), "%", at) for at in rates],
        [(("All items",), list(rates.values())), (("Food",), ["9.9"] * len(rates))],
    )
    facts = document.facts.model_copy(
        update={"publisher": fact(office), "release_date": fact(released) if released else None}
    )
    return document.model_copy(update={"facts": facts}), chunks


def answer(path: Path, releases: Sequence[tuple[Document, tuple[Chunk, ...]]], question: str) -> SearchResult:
    with IndexWriter(path, FakeEmbedder()) as writer:
        for document, chunks in releases:
            writer.put(document, chunks)
    with Index.open(path) as index:
        return search(index, question)


QUESTION = "What was annual CPI inflation in May 2026?"


def test_the_latest_value_is_named_and_the_earlier_one_is_marked_as_revised(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    releases = [
        release(1, "2026-05", "2026-06-17", {"2026-04": "3.1", "2026-05": "3.4"}),
        release(2, "2026-06", "2026-07-15", {"2026-05": "3.6", "2026-06": "3.2"}),
    ]
    result = answer(tmp_path / "i", releases, QUESTION)
    first = result.hits[0]
    assert (first.cells[0].value_text, first.cells[0].period, first.release_date) == ("3.6", "2026-05", None)
    assert first.document_id == f"{2:016x}"
    assert [hit.rank for hit in result.hits] == list(range(1, len(result.hits) + 1))
    assert [(e.status, e.value, e.release_date, e.path) for e in first.editions] == [
        ("latest", 3.6, "2026-07-15", "release-2.pdf"),
        ("revised", 3.4, "2026-06-17", "release-1.pdf"),
    ]
    assert result.hits[1].cells[0].value_text == "3.4"
    show(result)
    shown = capsys.readouterr().out
    assert "latest  3.6, since the release of 2026-07-15" in shown
    assert "revised 3.4, from the release of 2026-06-17 (release-1.pdf, page 1)" in shown


def test_each_value_is_shown_with_the_release_that_first_gave_it(tmp_path: Path) -> None:
    releases = [
        release(1, "2026-05", "2026-06-17", {"2026-05": "3.4"}),
        release(2, "2026-06", "2026-07-15", {"2026-05": "3.6", "2026-06": "3.2"}),
        release(3, "2026-07", "2026-08-19", {"2026-05": "3.6", "2026-06": "3.2", "2026-07": "3.0"}),
    ]
    result = answer(tmp_path / "i", releases, QUESTION)
    given = [(e.value_text, e.release_date) for e in result.hits[0].editions]
    assert given == [("3.6", "2026-07-15"), ("3.4", "2026-06-17")]
    assert result.hits[0].cells[0].value_text == "3.6"


@pytest.mark.parametrize(
    ("second", "why"),
    [
        (release(2, "2026-06", "2026-07-15", {"2026-05": "3.4", "2026-06": "3.2"}), "the same value"),
        (release(2, "2026-06", "2026-07-15", {"2026-05": "3.41", "2026-06": "3.2"}), "the same to one decimal"),
        (release(2, "2026-06", "2026-07-15", {"2026-04": "3.0", "2026-06": "3.2"}), "other months"),
        (release(2, "2026-06", None, {"2026-05": "3.6"}), "no date tells which is later"),
        (release(2, "2026-06", "2026-07-15", {"2026-05": "3.6"}, "Institute of Graustark"), "another office"),
    ],
    ids=lambda value: value.replace(" ", "-") if isinstance(value, str) else "",
)
def test_what_is_no_revision_is_not_called_one(
    tmp_path: Path, second: tuple[Document, tuple[Chunk, ...]], why: str
) -> None:
    first = release(1, "2026-05", "2026-06-17", {"2026-05": "3.4"})
    result = answer(tmp_path / "i", [first, second], QUESTION)
    assert [hit.editions for hit in result.hits] == [()] * len(result.hits), why


def test_a_figure_that_a_release_prints_twice_and_differently_is_left_out(tmp_path: Path) -> None:
    document, chunks = release(2, "2026-06", "2026-07-15", {"2026-05": "3.6", "2026-06": "3.2"})
    other = document.observations[1]
    twice = document.observations[0].model_copy(update={"value_text": "3.7", "value": 3.7, "column": 9})
    document = document.model_copy(update={"observations": (*document.observations, twice, other)})
    first = release(1, "2026-05", "2026-06-17", {"2026-05": "3.4"})
    result = answer(tmp_path / "i", [first, (document, chunks)], QUESTION)
    assert result.hits[0].editions == ()


def test_the_limit_holds_where_the_latest_edition_is_put_in_front(tmp_path: Path) -> None:
    releases = [
        release(1, "2026-05", "2026-06-17", {"2026-05": "3.4"}),
        release(2, "2026-06", "2026-07-15", {"2026-05": "3.6", "2026-06": "3.2"}),
    ]
    answer(tmp_path / "i", releases, QUESTION)
    with Index.open(tmp_path / "i") as index:
        [hit] = search(index, QUESTION, SearchSettings(), limit=1).hits
    assert hit.cells[0].value_text == "3.6"


def _draw(path: Path, month: str, released: str, rows: Sequence[tuple[str, str, str]]) -> Path:
    canvas = Canvas(str(path), pagesize=(595, 842), invariant=1)

    def line(x: float, y: float, text: str, font: str = "Helvetica", size: float = 10) -> None:
        canvas.setFont(font, size)
        canvas.drawString(x, 842 - y, text)

    line(56, 60, "Statistics Ruritania", size=12)
    line(56, 90, f"Consumer prices, {month} 2026", "Helvetica-Bold", 20)
    line(56, 112, f"Release date: {released}")
    line(56, 150, "Prices are collected in the middle of each month from shops in all regions of the country.")
    line(56, 190, "Table 1: Consumer price index, all items", "Helvetica-Bold")
    for x, head in ((56, "Month"), (220, "Index (2020=100)"), (380, "12-month rate (%)")):
        line(x, 212, head, "Helvetica-Bold", 9)
    canvas.line(56, 842 - 217, 500, 842 - 217)
    for place, (label, index, rate) in enumerate(rows):
        y = 232 + 16 * place
        line(56, y, label, size=9)
        canvas.setFont("Helvetica", 9)
        canvas.drawRightString(290, 842 - y, index)
        canvas.drawRightString(450, 842 - y, rate)
    canvas.line(56, 842 - 236 - 16 * (len(rows) - 1), 500, 842 - 236 - 16 * (len(rows) - 1))
    line(56, 260 + 16 * len(rows), "Source: Statistics Ruritania", size=8)
    canvas.save()
    return path


def test_a_month_revised_in_the_release_after_it_is_found_in_drawn_releases(tmp_path: Path) -> None:
    march, april = ("March 2026", "119.8", "3.0"), ("April 2026", "120.4", "3.1")
    files = [
        _draw(tmp_path / "may.pdf", "May", "17 June 2026", [march, april, ("May 2026", "121.0", "3.4")]),
        _draw(
            tmp_path / "june.pdf",
            "June",
            "15 July 2026",
            [march, april, ("May 2026", "121.2", "3.6"), ("June 2026", "121.5", "3.2")],
        ),
    ]
    index_files(files, tmp_path / "i", FakeEmbedder())
    with Index.open(tmp_path / "i") as index:
        revised = search(index, "What was the 12-month rate of consumer prices in May 2026?")
        same = search(index, "What was the 12-month rate of consumer prices in April 2026?")
    assert [(e.status, e.value_text, e.release_date, Path(e.path).name) for e in revised.hits[0].editions] == [
        ("latest", "3.6", "2026-07-15", "june.pdf"),
        ("revised", "3.4", "2026-06-17", "may.pdf"),
    ]
    assert revised.hits[0].cells[0].value_text == "3.6"
    assert same.hits[0].cells[0].value_text == "3.1"
    assert same.hits[0].editions == ()
