"""A damaged index: the file is named, and the index is made whole from what is left."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from statchunk.embedding.fake import FakeEmbedder
from statchunk.errors import StoreError
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document
from statchunk.settings import StoreSettings
from statchunk.store import Index, IndexWriter
from statchunk.store.manifest import DATABASE, MANIFEST, MANIFEST_COPY, SEGMENT, SOURCES, VECTORS
from statchunk.store.repair import RepairReport, repair
from tests.store.made import prose, table

BESIDE = StoreSettings(copied_chunks=0)


def made(path: Path) -> None:
    """Two segments: twenty releases and a table, then one that replaces the first and one more."""
    with IndexWriter(path, FakeEmbedder(), BESIDE) as writer:
        for number in range(1, 21):
            writer.put(*prose(" | ".join(f"Rents in area {number} rose by {i}%." for i in range(8)), number), "v1")
        writer.put(*_table(21))
    with IndexWriter(path, FakeEmbedder(), BESIDE) as writer:
        writer.put(*prose("Wages rose by 3%.", 99, path="release-1.pdf"), "v1")
        writer.put(*_table(22))


def _table(number: int) -> tuple[Document, tuple[Chunk, ...]]:
    heads: list[tuple[tuple[str, ...], str | None, str]] = [
        (("Index",), "index", "2025-04"),
        (("Weight",), None, "2025"),
    ]
    rows: list[tuple[tuple[str, ...], list[str]]] = [(("Food",), ["120.5", "100"]), (("Housing", "Rent"), ["..", "30"])]
    return table(number, "Consumer prices", "2025-04", f"Table {number}: Indices", heads, rows)


def content(path: Path) -> list[object]:
    with Index.open(path) as index:
        index.verify()
        words = [len(index.lexical([word], 500)) for word in ("rents", "wages", "housing")]
        near = index.nearest(FakeEmbedder().embed(["Rents in area 7 rose by 3%."])[0], 1)
        documents = [index.document(row.document_id) for row in index.documents()]
        periods = [index.chunks_with_period(period).tolist() for period in index.periods()]
        return [documents, [c.chunk for c in index.chunks()], words, near, periods, index.manifest.documents]


def mend(path: Path) -> RepairReport:
    report = repair(path, FakeEmbedder())
    assert not repair(path, FakeEmbedder()).damage
    return report


def _cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: -file.stat().st_size // 3])


def _flip(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 4
    file.write_bytes(data)


DAMAGE: dict[str, Callable[[Path], None]] = {"cut": _cut, "flip": _flip, "gone": Path.unlink}


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("name", [VECTORS, SOURCES])
def test_vectors_and_lists_are_made_again_from_the_chunks(tmp_path: Path, name: str, damage: str) -> None:
    path = tmp_path / "i"
    made(path)
    before = content(path)
    file = path / "generation-000001" / name
    DAMAGE[damage](file)
    with pytest.raises(StoreError, match=f"{name}: (damaged|missing).*statchunk index --into {path} --repair") as told:
        Index.open(path)
    assert "\n" not in str(told.value)
    report = mend(path)
    assert len(report.damage) == 1
    assert str(file) in report.damage[0]
    assert (report.kept, report.lost) == (20, ())
    assert before == content(path)


def test_a_whole_index_is_left_alone(tmp_path: Path) -> None:
    made(tmp_path / "i")
    before = sorted((p, p.stat().st_mtime_ns) for p in (tmp_path / "i").rglob("*") if p.name != "lock")
    assert repair(tmp_path / "i", FakeEmbedder()) == RepairReport((), 0, 0, ())
    assert before == sorted((p, p.stat().st_mtime_ns) for p in (tmp_path / "i").rglob("*") if p.name != "lock")


@pytest.mark.parametrize("where", [n / 12 for n in range(12)])
@pytest.mark.parametrize("damage", ["flip", "cut", "page"])
def test_of_a_damaged_database_no_wrong_row_is_kept_and_the_rest_is_named(
    tmp_path: Path, where: float, damage: str
) -> None:
    path = tmp_path / "i"
    made(path)
    documents, chunks, *_ = content(path)
    file = path / "generation-000001" / DATABASE
    data = bytearray(file.read_bytes())
    at = int(len(data) * where)
    if damage == "flip":
        data[at] ^= 16
    elif damage == "page":
        data[at : at + 4096] = bytes(len(data[at : at + 4096]))
    else:
        del data[at:]
    file.write_bytes(data)
    with pytest.raises(StoreError, match=DATABASE):
        Index.open(path)
    report = mend(path)
    assert any(str(file) in line for line in report.damage)
    found = content(path)
    lost = {source.document_id for source in report.lost}
    assert isinstance(documents, list)
    assert isinstance(chunks, list)
    assert [d for d in documents if d.document_id not in lost] == found[0]
    assert [c for c in chunks if c.document_id not in lost] == found[1]
    assert len(lost) + found[-1] == len(documents)  # type: ignore[operator]
    if damage == "flip" and where > 0:
        assert len(lost) <= 4  # as many as a page holds rows of


def test_a_document_is_named_by_the_list_where_its_row_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "i"
    made(path)
    with closing(sqlite3.connect(path / "generation-000001" / DATABASE)) as connection, connection:
        connection.execute("UPDATE documents SET document_id = '', path = 'x' WHERE id = 7")
    lost = mend(path).lost
    assert [(7, "release-7.pdf", f"{7:016x}")] == [(source.number, source.path, source.document_id) for source in lost]


def test_rows_that_a_damaged_index_finds_for_another_document_are_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "i"
    made(path)
    with closing(sqlite3.connect(path / "generation-000001" / DATABASE)) as connection, connection:
        connection.execute("DROP INDEX chunks_document")
        connection.execute("CREATE INDEX chunks_document ON chunks(document + 1)")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_master SET sql = 'CREATE INDEX chunks_document ON chunks(document)'"
            " WHERE name = 'chunks_document'"
        )
    report = mend(path)
    assert report.kept == 0
    assert {source.number for source in report.lost} == set(range(2, 22))


def test_a_database_that_is_gone_is_known_by_the_list_of_its_documents(tmp_path: Path) -> None:
    path = tmp_path / "i"
    made(path)
    (path / "generation-000001" / DATABASE).unlink()
    report = mend(path)
    assert [s.path for s in report.lost] == [f"release-{n}.pdf" for n in range(2, 22)]
    with Index.open(path) as index:
        assert [d.path for d in index.documents()] == ["release-1.pdf", "release-22.pdf"]


@pytest.mark.parametrize("gone", [(MANIFEST,), (MANIFEST, MANIFEST_COPY), (MANIFEST, MANIFEST_COPY, SEGMENT)])
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_manifest_is_pieced_together(tmp_path: Path, gone: tuple[str, ...], damage: str) -> None:
    path = tmp_path / "i"
    made(path)
    before = content(path)
    for name in gone:
        for file in path.rglob(name):
            DAMAGE[damage](file)
    with pytest.raises(StoreError, match=r"manifest.json: (missing|damaged).*--repair"):
        Index.open(path)
    report = mend(path)
    assert report.lost == ()
    assert str(path / MANIFEST) in report.damage[0]
    after = content(path)
    assert before == after


def test_a_removed_release_stays_removed_where_only_the_manifest_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "i"
    made(path)
    with IndexWriter(path, FakeEmbedder(), BESIDE) as writer:
        writer.remove("release-5.pdf")
    (path / MANIFEST).unlink()
    mend(path)
    with Index.open(path) as index:
        assert "release-5.pdf" not in [d.path for d in index.documents()]


def test_damaged_full_text_is_found_and_made_again(tmp_path: Path) -> None:
    path = tmp_path / "i"
    made(path)
    before = content(path)
    file = path / "generation-000001" / DATABASE
    with sqlite3.connect(file) as connection:
        connection.execute("DELETE FROM chunk_text_data WHERE id > 10")
    connection.close()
    with pytest.raises(StoreError, match=DATABASE):
        Index.open(path)
    assert mend(path).lost == ()
    assert before == content(path)


def test_there_is_nothing_to_mend_where_no_index_is(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no index here"):
        repair(tmp_path / "absent", FakeEmbedder())
    assert not (tmp_path / "absent").exists()


def test_a_repair_needs_the_lock(tmp_path: Path) -> None:
    made(tmp_path / "i")
    with IndexWriter(tmp_path / "i", FakeEmbedder()), pytest.raises(StoreError, match="another process is writing"):
        repair(tmp_path / "i", FakeEmbedder())


def test_what_a_killed_writer_left_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "i"
    made(path)
    before = content(path)
    shutil.copytree(path / "generation-000002", path / "generation-000003")
    (path / "generation-000003" / SEGMENT).unlink()
    (path / "generation-000001" / VECTORS).unlink()
    assert mend(path).lost == ()
    assert before == content(path)
