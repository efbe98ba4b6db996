"""A disk that fills up: one clear line, and the index as it was."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from statchunk.embedding.fake import FakeEmbedder
from statchunk.store import Index, IndexWriter
from tests.store.made import prose

ROOT = Path(__file__).parents[2]
_WRITER = """
import resource, sys
from statchunk.embedding.fake import FakeEmbedder
from statchunk.errors import StoreError
from statchunk.settings import StoreSettings
from statchunk.store import IndexWriter
from tests.store.made import prose
limit = int(sys.argv[2])
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
try:
    with IndexWriter(sys.argv[1], FakeEmbedder(), StoreSettings(copied_chunks=int(sys.argv[3]))) as writer:
        for number in range(100, 400):
            writer.put(*prose(" | ".join(f"Number {number} {i} rose." for i in range(20)), number))
except StoreError as exc:
    sys.exit(str(exc))
"""


def _index(path: Path) -> None:
    with IndexWriter(path, FakeEmbedder()) as writer:
        for number in range(1, 30):
            writer.put(*prose("alpha beta | gamma delta", number))


def _write(path: Path, limit: int, copied: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", _WRITER, str(path), str(limit), str(copied)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)


def _is_as_it_was(path: Path) -> None:
    with Index.open(path) as index:
        index.verify()
        assert index.manifest.documents == 29
        assert index.lexical(["gamma"], 5)


@pytest.mark.parametrize("copied", [0, 5_000], ids=["beside", "copy"])
@pytest.mark.parametrize("limit", [20_000, 300_000, 1_500_000])
def test_no_room_for_a_file_leaves_the_index_as_it_was(tmp_path: Path, limit: int, copied: int) -> None:
    _index(tmp_path / "i")
    done = _write(tmp_path / "i", limit, copied)
    assert done.returncode == 1, done.stderr
    [line] = done.stderr.splitlines()
    assert line.startswith(f"{tmp_path / 'i'}: cannot be written: ")
    assert line.endswith("; the index stays as it was")
    _is_as_it_was(tmp_path / "i")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 2 MB, where one may be mounted."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = shutil.which("mount")
    if (
        mount is None
        or subprocess.run(
            [mount, "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)], capture_output=True, check=False
        ).returncode
    ):
        pytest.skip("no file system may be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_full_disk_leaves_the_index_as_it_was(small_disk: Path) -> None:
    path = small_disk / "i"
    _index(path)
    done = _write(path, 0, 5_000)
    assert done.returncode == 1, done.stderr
    [line] = done.stderr.splitlines()
    assert line.startswith(f"{path}: cannot be written: ")
    _is_as_it_was(path)
    with IndexWriter(path, FakeEmbedder()) as writer:
        writer.remove("release-1.pdf")
    with Index.open(path) as index:
        assert index.manifest.documents == 28
