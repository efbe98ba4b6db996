import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from statchunk.embedding.fake import FakeEmbedder
from statchunk.errors import ModelError, StoreError
from statchunk.settings import StoreSettings
from statchunk.store import Index, IndexWriter, UpdateReport
from statchunk.store.manifest import DATABASE
from statchunk.store.vectors import VectorFile, VectorSet
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


def test_of_many_vectors_the_nearest_are_found_by_their_signs(tmp_path: Path) -> None:
    words = [f"alpha{i} beta{i % 7} gamma{i % 3}" for i in range(40)]
    with IndexWriter(tmp_path / "i", FakeEmbedder()) as writer:
        for i, text in enumerate(words):
            writer.put(*prose(text, i + 1))
    asked = FakeEmbedder().embed([words[20]])[0]
    found = []
    for whole in (10, 100):
        with Index.open(tmp_path / "i", StoreSettings(whole_vectors=whole)) as index:
            near = index.nearness(asked)
            found.append((near.nearest(3), near.nearest(3, np.arange(5, 15)), near.of([3, 7, 999])))
    assert found[0] == found[1]
    assert found[0][0][0][1] == pytest.approx(1.0, abs=1e-5)


def test_a_shortlist_by_signs_holds_the_nearest() -> None:
    drawn = np.random.default_rng(3)
    centres = drawn.standard_normal((40, 64))
    vectors = (centres[drawn.integers(0, 40, 6_000)] + drawn.standard_normal((6_000, 64))).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    file = VectorFile(np.arange(6_000, dtype=np.int64), vectors)
    gone = np.array([17], dtype=np.int64)
    whole, short = VectorSet([file], gone, 10_000), VectorSet([file], gone, 100)
    shares = []
    for question in vectors[:50]:
        a, b = ({n for n, _ in s.nearness(question).nearest(20)} for s in (whole, short))
        assert 17 not in a | b
        shares.append(len(a & b) / 20)
    assert np.mean(shares) > 0.95


BESIDE = StoreSettings(copied_chunks=0, segments=4)


def in_segments(path: Path, numbers: Sequence[int], settings: StoreSettings = BESIDE) -> UpdateReport:
    """One release after another, each by a writer of its own."""
    for number in numbers:
        with IndexWriter(path, FakeEmbedder(), settings) as writer:
            writer.put(*prose(f"Prices rose by {number}%. | Rents fell in area {number}.", number), "v1")
            report = writer.commit()
    return report


def folders(path: Path) -> list[str]:
    return sorted(folder.name for folder in path.glob("generation-*"))


def test_what_is_added_stands_beside_a_large_index(tmp_path: Path) -> None:
    in_segments(tmp_path / "i", [1])
    [first] = folders(tmp_path / "i")
    before = (tmp_path / "i" / first / DATABASE).stat().st_mtime_ns
    report = in_segments(tmp_path / "i", [2, 3])
    assert (report.documents, report.chunks) == (3, 6)
    assert len(folders(tmp_path / "i")) == 3
    assert before == (tmp_path / "i" / first / DATABASE).stat().st_mtime_ns
    with Index.open(tmp_path / "i") as index:
        index.verify()
        assert [d.path for d in index.documents()] == ["release-1.pdf", "release-2.pdf", "release-3.pdf"]
        assert [c.number for c in index.chunks()] == [1, 2, 3, 4, 5, 6]
        assert [c.number for c in index.chunks([6, 1, 3])] == [1, 3, 6]
        assert index.frequency("rents") == 3
        assert index.frequency("rents", 2) == 2
        assert {n for n, _ in index.lexical(["rents"], 10)} == {2, 4, 6}
        assert {n for n, _ in index.lexical(["rents"], 10, [1, 3])} == {2, 6}
        assert index.chunk("0000000000000003-1").number == 6
        assert index.document("0000000000000002").path == "release-2.pdf"
        assert index.chunks_of([2, 3]).tolist() == [3, 4, 5, 6]
        vector = FakeEmbedder().embed(["Rents fell in area 3."])[0]
        assert index.nearest(vector, 1)[0][0] == 6


def test_a_word_is_worth_the_same_in_a_small_segment_as_in_the_large_one(tmp_path: Path) -> None:
    texts = [f"Rents in area {i % 3} fell" if i % 4 else f"Wine area {i} rose" for i in range(40)]
    for path, cut in (("whole", [*range(40)]), ("cut", [*range(30)])):
        with IndexWriter(tmp_path / path, FakeEmbedder(), BESIDE) as writer:
            for i in cut:
                writer.put(*prose(texts[i], i + 1))
    with IndexWriter(tmp_path / "cut", FakeEmbedder(), BESIDE) as writer:
        for i in range(30, 40):
            writer.put(*prose(texts[i], i + 1))
    found = []
    for path in ("whole", "cut"):
        with Index.open(tmp_path / path) as index:
            found.append(dict(index.lexical(["wine", "area"], 40)))
    assert found[0].keys() == found[1].keys()
    for number, score in found[0].items():
        assert score == pytest.approx(found[1][number], rel=0.15)


def test_what_an_older_segment_holds_can_be_replaced_and_removed(tmp_path: Path) -> None:
    in_segments(tmp_path / "i", [1, 2])
    with IndexWriter(tmp_path / "i", FakeEmbedder(), BESIDE) as writer:
        writer.put(*prose("Wages rose by 3%.", 9, path="release-1.pdf"))
        report = writer.commit()
    assert (report.added, report.replaced, report.documents, report.chunks) == (0, 1, 2, 3)
    with Index.open(tmp_path / "i") as index:
        assert [d.path for d in index.documents()] == ["release-2.pdf", "release-1.pdf"]
        assert [c.chunk.text for c in index.chunks()] == [
            "Prices rose by 2%.",
            "Rents fell in area 2.",
            "Wages rose by 3%.",
        ]
        assert index.frequency("rents") == 1
        assert index.lexical(["1"], 10) == []
        vector = FakeEmbedder().embed(["Rents fell in area 1."])[0]
        assert {n for n, _ in index.nearest(vector, 10)} == {3, 4, 5}
        with pytest.raises(StoreError, match="holds no document"):
            index.document("0000000000000001")
    with IndexWriter(tmp_path / "i", FakeEmbedder(), BESIDE) as writer:
        assert not writer.is_current("release-1.pdf", f"{1:016x}" * 4, "v1")
        assert writer.is_current("release-2.pdf", f"{2:016x}" * 4, "v1")
        assert writer.remove("release-2.pdf") == 1
    with Index.open(tmp_path / "i") as index:
        assert (index.manifest.documents, index.manifest.chunks) == (1, 1)
        assert index.manifest.last_document == 3
        index.verify()


def test_many_segments_are_merged_but_for_the_largest(tmp_path: Path) -> None:
    with IndexWriter(tmp_path / "i", FakeEmbedder(), BESIDE) as writer:
        for number in range(100, 120):
            writer.put(*prose(f"Prices rose by {number}%. | Rents fell in area {number}.", number), "v1")
    [largest] = folders(tmp_path / "i")
    in_segments(tmp_path / "i", range(1, 10))
    assert len(folders(tmp_path / "i")) <= 4
    assert largest in folders(tmp_path / "i")
    with Index.open(tmp_path / "i") as index:
        index.verify()
        assert (index.manifest.documents, index.manifest.chunks) == (29, 58)
        assert sorted(int(d.document_id, 16) for d in index.documents()) == [*range(1, 10), *range(100, 120)]
        assert len(index.lexical(["rents"], 100)) == 29
        assert len(index.nearest(FakeEmbedder().embed(["rents"])[0], 100)) == 58
        assert [c.number for c in index.chunks()] == list(range(1, 59))


def test_a_segment_that_is_hollow_is_written_anew(tmp_path: Path) -> None:
    with IndexWriter(tmp_path / "i", FakeEmbedder(), BESIDE) as writer:
        for number in range(1, 11):
            writer.put(*prose("a b | c d", number))
    [first] = folders(tmp_path / "i")
    for number in range(1, 5):
        with IndexWriter(tmp_path / "i", FakeEmbedder(), BESIDE) as writer:
            writer.remove(f"release-{number}.pdf")
    assert first not in folders(tmp_path / "i")
    with Index.open(tmp_path / "i") as index:
        assert (index.manifest.documents, index.manifest.chunks) == (6, 12)
        index.verify()


def test_a_file_named_in_another_way_is_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "i", 1)
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    with IndexWriter(tmp_path / "i", FakeEmbedder()) as writer:
        writer.put(*prose("Wages rose.", 9, path="../release-1.pdf"))
        report = writer.commit()
    assert (report.replaced, report.documents) == (1, 1)


def test_a_query_is_taken_literally(tmp_path: Path) -> None:
    write(tmp_path / "i", 1)
    with Index.open(tmp_path / "i") as index:
        assert index.lexical(['rents" OR "prices', "NEAR(", "*", "a AND", ""], 5) == []
        assert index.lexical(["RENTS"], 5)
