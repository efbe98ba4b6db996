"""The store in PostgreSQL holds and finds what the one in a folder does."""

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import LiteralString

import numpy as np
import psycopg
import pytest
from typer.testing import CliRunner

from statchunk.cli.main import program
from statchunk.embedding.fake import FakeEmbedder
from statchunk.errors import ModelError, StoreError
from statchunk.indexing import find_releases, index_files
from statchunk.model.chunk import Hit
from statchunk.search import search
from statchunk.search.parents import with_parent
from statchunk.settings import Settings, StoreSettings
from statchunk.store import Index, IndexWriter
from statchunk.store.opening import open_store, open_writer
from statchunk.store.postgresql import PostgresWriter
from tests.store.made import prose, table
from tests.store.postgresql.conftest import Fresh, Server

QUESTIONS = Path(__file__).parents[3] / "fixtures" / "truth" / "questions.jsonl"


def test_what_is_put_in_comes_out(fresh: Fresh) -> None:
    url = fresh()
    document, chunks = table(
        7,
        "Consumer\u00a0prices",
        "2025-04",
        "Table 1: Indices \\ 'quoted'",
        [(("Index", "Apr 2025"), "index (2015=100)", "2025-04"), (("Weight",), None, "2025")],
        [(("Food",), ["120.5", "100"]), (("Housing", "Rent"), ["..", "30"])],
    )
    with open_writer(url, FakeEmbedder()) as writer:
        writer.put(document, chunks)
    with open_store(url) as store:
        assert document == store.document(document.document_id)
        (stored,) = store.chunks()
        assert chunks[0] == stored.chunk == store.chunk(chunks[0].id).chunk
        assert document.observations == stored.observations
        assert document.evidence[0] == store.evidence(document.evidence[0].id)
        (row,) = store.documents()
        assert (row.reference_period, row.chunks, row.observations) == ("2025-04", 1, 4)
        assert [stored.number] == store.chunks_with_period("2025-04").tolist()
        assert [row.number] == store.documents_of(store.chunks_of([row.number])).tolist()
        for missing in (store.document, store.chunk, store.evidence):
            with pytest.raises(StoreError, match="holds no"):
                missing("none")
    with psycopg.connect(url) as connection:
        rows = connection.execute(
            "SELECT row_path, value FROM statchunk.observations WHERE period = '2025-04' ORDER BY position"
        ).fetchall()
    assert rows == [(["Food"], 120.5), (["Housing", "Rent"], None)]


def test_replaced_and_removed_documents_leave_nothing(fresh: Fresh) -> None:
    url = fresh()
    with open_writer(url, FakeEmbedder()) as writer:
        for number in (1, 2, 3):
            writer.put(*prose("Prices rose by 2%. | Rents fell.", number), "v1")
    with open_store(url) as before, open_writer(url, FakeEmbedder()) as writer:
        assert len(before.documents()) == 3
        document, chunks = prose("Wages rose by 3%.", 9, path="release-1.pdf")
        assert not writer.is_current("release-1.pdf", document.sha256, "v1")
        writer.put(document, chunks, "v1")
        assert writer.is_current("release-1.pdf", document.sha256, "v1")
        assert not writer.is_current("release-1.pdf", document.sha256, "v2")
        assert writer.remove("release-2.pdf") == 1
        assert writer.remove("release-2.pdf") == 0
        report = writer.commit()
        assert before.frequency("wages") == 0  # what is open does not change
    assert (report.added, report.replaced, report.unchanged, report.removed) == (0, 1, 1, 1)
    assert (report.documents, report.chunks) == (2, 3)
    with open_store(url) as store:
        assert (store.manifest.documents, store.manifest.chunks, len(list(store.chunks()))) == (2, 3, 3)
        assert (len(store.lexical(["wages"], 5)), len(store.lexical(["rents"], 5))) == (1, 1)
    with psycopg.connect(url) as connection:
        assert connection.execute(
            "SELECT (SELECT count(*) FROM statchunk.chunks), (SELECT count(*) FROM statchunk.evidence)"
        ).fetchone() == (3, 3)


def test_words_and_vectors_are_found_as_in_a_folder(fresh: Fresh, tmp_path: Path) -> None:
    url = fresh()
    places = (tmp_path / "i", url)
    for place in places:
        with open_writer(place, FakeEmbedder(), StoreSettings(copied_chunks=10**6)) as writer:
            for number in range(60):
                air = "of air fares " * (number % 3)
                said = f"Prices {air}rose by {number}%. | Rents fell, it's {number}. | Wages."
                writer.put(*prose(said, number))
    vector = FakeEmbedder().embed(["prices of air rose"])[0]
    some = np.asarray([3, 5, 8, 40], dtype=np.int64)
    with open_store(places[0]) as one, open_store(places[1]) as other:
        for terms in (["prices"], ["air fares", "rents"], ["it's", "17"], ["none"], ["%"], ["O'Neill\\", "wages"]):
            assert one.lexical(terms, 200) == other.lexical(terms, 200)
            assert one.lexical(terms, 20, [2, 30]) == other.lexical(terms, 20, [2, 30])
            for term in terms:
                assert one.frequency(term) == other.frequency(term)
                assert one.frequency(term, 5) == other.frequency(term, 5)
        for among in (None, some):
            near, same = (store.nearness(vector).nearest(3, among) for store in (one, other))
            assert len(near) == len(same) == len({number for number, _ in same})  # many are equally near
            assert np.allclose([cosine for _, cosine in near], [cosine for _, cosine in same], atol=1e-6)
        assert one.nearness(vector).of([4, 999]).keys() == other.nearness(vector).of([4, 999]).keys()
        assert one.opening(5) == other.opening(5)


def test_the_drawn_questions_get_the_same_hits(fresh: Fresh, bundled_releases: Path, tmp_path: Path) -> None:
    url, files = fresh(), find_releases([bundled_releases])
    settings = Settings(store=StoreSettings(copied_chunks=10**6))
    for place in (tmp_path / "i", url):
        index_files(files, place, FakeEmbedder(), settings=settings)
    questions = [json.loads(line)["question"] for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]
    with Index.open(tmp_path / "i") as one, open_store(url) as other:
        for question in questions[::4]:
            expected, found = search(one, question), search(other, question)
            assert expected.model_dump(exclude={"hits"}) == found.model_dump(exclude={"hits"})
            assert [_said(hit) for hit in expected.hits] == [_said(hit) for hit in found.hits], question
        assert with_parent(one, expected.hits[0]) == with_parent(other, expected.hits[0])


def _said(hit: Hit) -> object:
    return hit.chunk_id, hit.cells, hit.editions, round(hit.score, 3)


def test_a_large_store_has_an_index_of_its_vectors(fresh: Fresh) -> None:
    url = fresh()
    with open_writer(url, FakeEmbedder(), StoreSettings(whole_vectors=10)) as writer:
        for number in range(40):
            writer.put(*prose(f"Number {number} rose. | Rents {number} fell.", number))
        writer.commit()
    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT indexdef FROM pg_indexes WHERE indexname = 'chunks_nearness'").fetchone()
    assert found is not None
    assert "hnsw" in found[0]
    with open_store(url) as store:
        (best, *_) = store.nearness(FakeEmbedder().embed(["Rents 7 fell."])[0]).nearest(3)
        assert best[1] > 0.999


def test_several_write_at_once(fresh: Fresh) -> None:
    url = fresh()

    def write(writer_number: int) -> int:
        with open_writer(url, FakeEmbedder(), StoreSettings(whole_vectors=10)) as writer:
            for number in range(12):
                writer.put(*prose(f"Number {number} rose. | Rents {number} fell.", number))
                writer.remove(f"release-{(number + 6 * writer_number) % 12}.pdf")
                writer.put(*prose(f"Prices of {number}. | Rents {number} fell.", 100 * (writer_number + 1) + number))
            return writer.commit().documents

    with ThreadPoolExecutor(3) as threads:
        list(threads.map(write, range(3)))
    with open_store(url) as store:
        documents = store.documents()
        assert store.manifest.documents == len(documents) >= 36
        assert store.manifest.chunks == len(list(store.chunks())) == 2 * len(documents)
        for row in documents:
            first, second = store.chunks_of([row.number]).tolist()
            assert second == first + 1


def test_another_model_and_an_empty_database_are_told(fresh: Fresh) -> None:
    url = fresh()
    with pytest.raises(StoreError, match="no index here"):
        open_store(url)
    with open_writer(url, FakeEmbedder()):
        pass
    with pytest.raises(ModelError, match="dimension 64"):
        open_writer(url, FakeEmbedder(32))
    with open_store(url) as store:
        assert store.lexical(["prices"], 5) == []
        assert search(store, "What was inflation in April 2025?").hits == ()
    with pytest.raises(StoreError, match="postgresql://localhost/none"):
        open_store("postgresql://user:secret@localhost:1/none")


def test_the_commands_take_a_database(fresh: Fresh, bundled_releases: Path) -> None:
    url = fresh()
    file = str(bundled_releases / "norvale_cpi_2026-01.pdf")
    done = CliRunner().invoke(program(), ["index", file, "--store", url, "--model", "fake", "-w", "0"])
    assert (done.exit_code, "1 added" in done.output) == (0, True)
    asked = CliRunner().invoke(program(), ["search", url, "What was annual inflation in Norvale in January 2026?"])
    assert (asked.exit_code, "Norvale" in asked.output) == (0, True)


def test_a_server_killed_while_writing_loses_nothing_and_doubles_nothing(
    mortal: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = mortal.database()
    made = [prose(f"Prices rose by {number}%. | Rents fell.", number) for number in range(20)]
    whole_copy = PostgresWriter._copy

    def write(kill_at: int | None) -> list[bool]:
        """Whether each document was there already; the server dies in the middle of one of them."""

        def copy(self: PostgresWriter, statement: LiteralString, rows: Sequence[tuple[object, ...]]) -> None:
            if len(there) - 1 == kill_at and "COPY chunks" in statement:
                mortal.kill()
            whole_copy(self, statement, rows)

        there: list[bool] = []
        monkeypatch.setattr(PostgresWriter, "_copy", copy)
        with open_writer(url, FakeEmbedder()) as writer:
            for document, chunks in made:
                there.append(writer.is_current(document.path, document.sha256, "v1"))
                if not there[-1]:
                    writer.put(document, chunks, "v1")
        return there

    for kill_at in (4, 11):
        with pytest.raises(StoreError, match="releases that were written stay"):
            write(kill_at)
        mortal.start()
        with open_store(url) as store:
            assert 2 * len(store.documents()) == store.manifest.chunks == len(list(store.chunks()))
    there = write(None)
    assert there == sorted(there, reverse=True)
    assert sum(there) >= 11
    with IndexWriter(tmp_path / "i", FakeEmbedder()) as folder:
        for document, chunks in made:
            folder.put(document, chunks, "v1")
    with open_store(url) as store, open_store(tmp_path / "i") as one:
        assert 20 == store.manifest.documents == len(store.documents())
        assert [stored.chunk for stored in one.chunks()] == [stored.chunk for stored in store.chunks()]
        assert one.lexical(["prices"], 50) == store.lexical(["prices"], 50)
