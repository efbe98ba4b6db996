import json
from pathlib import Path

import pytest

from statchunk.embedding.fake import FakeEmbedder
from statchunk.errors import ModelError, StoreError
from statchunk.settings import StoreSettings
from statchunk.store import Index, IndexWriter, UpdateReport
from tests.store.made import prose, table


def write(path: Path, *numbers: int, text: str = "Prices rose by 2%. | Rents fell.") -> UpdateReport:
    with IndexWriter(path, FakeEmbedder()) as writer:
        for number in numbers:
            document, chunks = prose(text, number)
            if not writer.is_current(document.path, document.sha256, "v1"):
                writer.put(document, chunks, "v1")
        return writer.commit()


def test_what_is_put_in_comes_out(tmp_path: Path) -> None:
    document, chunks = table(
        7,
        "Consumer prices",
        "2025-04",
        "Table 1: Indices",
        [(("Index", "Apr 2025"), "index (2015=100)", "2025-04"), (("Weight",), None, "2025")],
        [(("Food",), ["120.5", "100"]), (("Housing", "Rent"), ["..", "30"])],
    )
    with IndexWriter(tmp_path / "i", FakeEmbedder()) as writer:
        writer.put(document, chunks)
    with Index.open(tmp_path / "i") as index:
        assert document == index.document(document.document_id)
        (stored,) = index.chunks()
        assert chunks[0] == stored.chunk
        assert document.observations == stored.observations
        assert document.evidence[0] == index.evidence(document.evidence[0].id)
        (row,) = index.documents()
        assert (row.title, row.reference_period, row.chunks, row.observations) == ("Consumer prices", "2025-04", 1, 4)
        assert index.periods() == ["2025", "2025-04"]
        assert index.chunks_with_period("2025-04") == [stored.number]
        index.verify()


def test_the_same_files_again_change_nothing(tmp_path: Path) -> None:
    first = write(tmp_path / "i", 1, 2)
    assert (first.added, first.documents, first.chunks, first.embedded) == (2, 2, 4, 2)
    before = sorted((p.name, p.stat().st_mtime_ns) for p in (tmp_path / "i").rglob("*") if p.name != "lock")
    second = write(tmp_path / "i", 1, 2)
    assert (second.added, second.replaced, second.unchanged, second.embedded) == (0, 0, 2, 0)
    after = sorted((p.name, p.stat().st_mtime_ns) for p in (tmp_path / "i").rglob("*") if p.name != "lock")
    assert before == after


def test_other_settings_make_a_file_stale(tmp_path: Path) -> None:
    write(tmp_path / "i", 1)
    with IndexWriter(tmp_path / "i", FakeEmbedder()) as writer:
        document, _ = prose("x", 1)
        assert not writer.is_current(document.path, document.sha256, "v2")


def test_a_changed_file_replaces_its_chunks(tmp_path: Path) -> None:
    write(tmp_path / "i", 1, 2)
    with IndexWriter(tmp_path / "i", FakeEmbedder()) as writer:
        document, chunks = prose("Wages rose by 3%.", 9, path="release-1.pdf")
        writer.put(document, chunks)
        report = writer.commit()
    assert (report.added, report.replaced, report.documents, report.chunks) == (0, 1, 2, 3)
    with Index.open(tmp_path / "i") as index:
        assert [d.document_id for d in index.documents()] == [f"{2:016x}", f"{9:016x}"]
        assert len(index.lexical(["wages"], 5)) == 1
        assert len(index.lexical(["rents"], 5)) == 1
        assert index.frequency("prices") == 3  # two titles and one body of release 2, and the new title
        vector = FakeEmbedder().embed(["Wages rose by 3%."])[0]
        number, cosine = index.nearness(vector).nearest(1)[0]
        assert cosine == pytest.approx(1.0, abs=1e-5)
        assert next(iter(index.chunks([number]))).chunk.text == "Wages rose by 3%."


@pytest.mark.parametrize("key", ["release-1.pdf", f"{1:016x}"])
def test_remove_by_path_or_id(tmp_path: Path, key: str) -> None:
    write(tmp_path / "i", 1, 2)
    with IndexWriter(tmp_path / "i", FakeEmbedder()) as writer:
        assert writer.remove(key) == 1
        assert writer.remove("absent.pdf") == 0
        report = writer.commit()
    assert (report.removed, report.documents, report.chunks) == (1, 1, 2)


def test_an_error_leaves_the_old_index(tmp_path: Path) -> None:
    write(tmp_path / "i", 1)
    document, chunks = prose("x", 2)
    with pytest.raises(RuntimeError), IndexWriter(tmp_path / "i", FakeEmbedder()) as writer:
        writer.put(document, chunks)
        raise RuntimeError
    with Index.open(tmp_path / "i") as index:
        assert index.manifest.documents == 1
    assert len(list((tmp_path / "i").glob("generation-*"))) == 1


def test_a_document_that_cannot_be_stored_leaves_the_others(tmp_path: Path) -> None:
    write(tmp_path / "i", 1)
    document, chunks = prose("x", 1)
    with IndexWriter(tmp_path / "i", FakeEmbedder()) as writer:
        with pytest.raises(Exception, match="UNIQUE"):
            writer.put(document, (chunks[0], chunks[0]))
        writer.fail("bad.pdf", "no text layer")
        report = writer.commit()
    assert (report.documents, report.chunks) == (1, 2)
    assert report.failed[0].reason == "no text layer"
    with Index.open(tmp_path / "i") as index:
        assert len(list(index.chunks())) == 2


def test_a_reader_keeps_its_generation(tmp_path: Path) -> None:
    write(tmp_path / "i", 1)
    with Index.open(tmp_path / "i") as index:
        write(tmp_path / "i", 2)
        assert [c.document for c in index.chunks()] == [1, 1]
        assert index.lexical(["rents"], 5)
    with Index.open(tmp_path / "i") as index:
        assert index.manifest.documents == 2


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    with IndexWriter(tmp_path / "i", FakeEmbedder()), pytest.raises(StoreError, match="another process is writing"):
        IndexWriter(tmp_path / "i", FakeEmbedder())


def test_an_empty_index_opens(tmp_path: Path) -> None:
    with IndexWriter(tmp_path / "i", FakeEmbedder()):
        pass
    with Index.open(tmp_path / "i") as index:
        assert index.documents() == []
        assert index.nearness(FakeEmbedder().embed(["x"])[0]).nearest(5) == []


def test_another_model_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "i", 1)
    with pytest.raises(ModelError, match="dimension 64"):
        IndexWriter(tmp_path / "i", FakeEmbedder(32))
    with Index.open(tmp_path / "i") as index, pytest.raises(ModelError, match="dimension 32"):
        index.use(FakeEmbedder(32))


def test_no_index_here(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no index here"):
        Index.open(tmp_path / "absent")


def test_another_schema_version_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "i", 1)
    manifest = tmp_path / "i" / "manifest.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "schema_version": 99}))
    with pytest.raises(StoreError, match="schema 99"):
        Index.open(tmp_path / "i")


@pytest.mark.parametrize("name", ["vectors.faiss", "index.sqlite"])
@pytest.mark.parametrize("damage", ["truncate", "flip", "remove"])
def test_a_damaged_file_is_named(tmp_path: Path, name: str, damage: str) -> None:
    write(tmp_path / "i", 1, 2)
    (file,) = (tmp_path / "i").rglob(name)
    data = bytearray(file.read_bytes())
    if damage == "remove":
        file.unlink()
    else:
        data[len(data) // 2] ^= 1
        file.write_bytes(data[:-7] if damage == "truncate" else data)
    with pytest.raises(StoreError, match=name):
        Index.open(tmp_path / "i")


def test_a_large_damaged_file_is_found_by_verify(tmp_path: Path) -> None:
    write(tmp_path / "i", 1)
    (file,) = (tmp_path / "i").rglob("vectors.faiss")
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.write_bytes(data)
    with Index.open(tmp_path / "i", StoreSettings(hash_up_to=0)) as index, pytest.raises(StoreError, match="vectors"):
        index.verify()


def test_many_vectors_are_compressed_and_still_found(tmp_path: Path) -> None:
    settings = StoreSettings(max_flat=10)
    words = [f"alpha{i} beta{i % 7} gamma{i % 3}" for i in range(40)]
    with IndexWriter(tmp_path / "i", FakeEmbedder(), settings) as writer:
        for i, text in enumerate(words):
            writer.put(*prose(text, i + 1))
    with IndexWriter(tmp_path / "i", FakeEmbedder(), settings) as writer:
        writer.remove("release-1.pdf")
        writer.put(*prose("delta epsilon", 99))
    with Index.open(tmp_path / "i") as index:
        assert index.manifest.vector_kind == "IDMap2,SQ8"
        assert index.manifest.chunks == 40
        found = index.nearness(FakeEmbedder().embed([words[20]])[0]).nearest(3)
        assert words[20] in [c.chunk.text for c in index.chunks([n for n, _ in found])]


def test_a_query_is_taken_literally(tmp_path: Path) -> None:
    write(tmp_path / "i", 1)
    with Index.open(tmp_path / "i") as index:
        assert index.lexical(['rents" OR "prices', "NEAR(", "*", "a AND", ""], 5) == []
        assert index.lexical(["RENTS"], 5)
