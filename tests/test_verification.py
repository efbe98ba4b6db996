from pathlib import Path
from shutil import copyfile

import pytest

from statchunk import pipeline
from statchunk.embedding.fake import FakeEmbedder
from statchunk.indexing import index_files
from statchunk.store import Index
from statchunk.verification import Verification, verify
from tests.conftest import DrawRelease

NAME = "norvale_cpi_2026-03"


@pytest.fixture
def indexed(draw_release: DrawRelease, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    monkeypatch.setenv("STATCHUNK_CACHE", str(tmp_path / "cache"))
    release = tmp_path / "release.pdf"
    copyfile(draw_release(NAME)[0], release)
    index_files([release], tmp_path / "index", FakeEmbedder())
    return release, tmp_path / "index"


def result(index: Path) -> Verification:
    with Index.open(index) as opened:
        (found,) = verify(opened)
    return found


def test_every_value_stands_in_an_unchanged_file(indexed: tuple[Path, Path]) -> None:
    release, index = indexed
    found = result(index)
    assert found.state == "unchanged"
    assert found.values == len(pipeline.document(release).observations) > 100
    assert found.missing == ()
    assert found.passed


def test_another_month_in_the_same_place_is_noticed(indexed: tuple[Path, Path], draw_release: DrawRelease) -> None:
    release, index = indexed
    copyfile(draw_release("norvale_cpi_2026-04")[0], release)
    found = result(index)
    assert found.state == "changed"
    assert not found.passed
    assert found.missing
    assert all(value.found != value.value_text for value in found.missing)


def test_a_file_that_is_gone_or_broken_is_named(indexed: tuple[Path, Path]) -> None:
    release, index = indexed
    release.write_bytes(b"no PDF")
    assert result(index).state == "unreadable"
    release.unlink()
    assert result(index).state == "vanished"
