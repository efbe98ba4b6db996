import sqlite3
from pathlib import Path

import numpy as np
import pytest

from statchunk.embedding import CachedEmbedder
from statchunk.embedding.cache import cache_directory
from statchunk.embedding.fake import FakeEmbedder


def test_an_unchanged_text_is_embedded_once(tmp_path: Path) -> None:
    model = FakeEmbedder()
    first = CachedEmbedder(model, tmp_path)
    want = first.embed(["a b", "c", "a b"])
    assert (model.embedded, first.misses, first.hits) == (2, 2, 1)
    second = CachedEmbedder(model, tmp_path)
    got = second.embed(["c", "a b", "d"])
    assert (model.embedded, second.misses, second.hits) == (3, 1, 2)
    assert np.array_equal(want[1], got[0])
    assert np.array_equal(want[0], got[1])


def test_models_and_revisions_do_not_share_vectors(tmp_path: Path) -> None:
    CachedEmbedder(FakeEmbedder(), tmp_path).embed(["a"])
    other = FakeEmbedder()
    other.revision = "2"
    cached = CachedEmbedder(other, tmp_path)
    cached.embed(["a"])
    assert cached.misses == 1


def test_questions_are_not_cached(tmp_path: Path) -> None:
    cached = CachedEmbedder(FakeEmbedder(), tmp_path)
    cached.embed(["a"], role="query")
    assert not (tmp_path / "vectors.sqlite").exists()


@pytest.mark.parametrize("damage", [b"", b"not a database at all" * 100])
def test_a_damaged_cache_is_begun_again(tmp_path: Path, damage: bytes) -> None:
    CachedEmbedder(FakeEmbedder(), tmp_path).embed(["a"])
    (tmp_path / "vectors.sqlite").write_bytes(damage)
    for misses in (1, 1, 0):
        cached = CachedEmbedder(FakeEmbedder(), tmp_path)
        cached.embed(["a"])
        assert cached.misses <= misses
    assert cached.hits == 1


def test_a_damaged_vector_is_not_used(tmp_path: Path) -> None:
    want = CachedEmbedder(FakeEmbedder(), tmp_path).embed(["a"])
    with sqlite3.connect(tmp_path / "vectors.sqlite") as connection:
        connection.execute("UPDATE vectors SET vector = zeroblob(256)")
    connection.close()
    again = CachedEmbedder(FakeEmbedder(), tmp_path)
    assert np.array_equal(want, again.embed(["a"]))
    assert again.misses == 1


def test_the_environment_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATCHUNK_CACHE", str(tmp_path / "here"))
    assert cache_directory() == tmp_path / "here"
    CachedEmbedder(FakeEmbedder()).embed(["a"])
    assert (tmp_path / "here" / "vectors.sqlite").exists()


def test_a_folder_that_cannot_be_made_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cached = CachedEmbedder(FakeEmbedder(), tmp_path / "file")
    assert cached.embed(["a"]).shape == (1, 64)


def test_no_texts(tmp_path: Path) -> None:
    assert CachedEmbedder(FakeEmbedder(), tmp_path).embed([]).shape == (0, 64)
