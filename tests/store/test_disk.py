"""A disk that fills up: one clear line, and the index as it was."""

import errno
import shutil
from pathlib import Path
from typing import Any

import pytest

from statchunk.embedding.fake import FakeEmbedder
from statchunk.errors import StoreError
from statchunk.store import Index, IndexWriter
from statchunk.store.vectors import VectorIndex
from tests.store.made import prose


def _full(*_: Any, **__: Any) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def _index(path: Path) -> None:
    with IndexWriter(path, FakeEmbedder()) as writer:
        writer.put(*prose("alpha beta", 1))


@pytest.mark.parametrize("step", ["copy", "vectors"])
def test_a_full_disk_leaves_the_index_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    path = tmp_path / "i"
    _index(path)
    if step == "copy":
        monkeypatch.setattr(shutil, "copyfile", _full)
    else:
        monkeypatch.setattr(VectorIndex, "write", _full)
    with (
        pytest.raises(StoreError, match="No space left on device; the index stays as it was"),
        IndexWriter(path, FakeEmbedder()) as writer,
    ):
        writer.put(*prose("gamma delta", 2))
    monkeypatch.undo()
    with Index.open(path) as index:
        assert index.manifest.documents == 1
        index.verify()
    with IndexWriter(path, FakeEmbedder()) as writer:
        writer.put(*prose("gamma delta", 2))
    with Index.open(path) as index:
        assert index.manifest.documents == 2
