"""The index survives kill -9 at any moment of indexing."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from statchunk.embedding.fake import FakeEmbedder
from statchunk.store import Index, IndexWriter
from tests.store.made import prose

_WRITER = """
import sys
from statchunk.embedding.fake import FakeEmbedder
from statchunk.settings import StoreSettings
from statchunk.store import IndexWriter
from tests.store.made import prose
settings = StoreSettings(copied_chunks=int(sys.argv[2]), segments=3)
print("ready", flush=True)
for number in range(10, 1000):
    with IndexWriter(sys.argv[1], FakeEmbedder(), settings) as writer:
        writer.put(*prose(f"Number {number} rose. | Rents {number} fell.", 1))
        writer.put(*prose(f"Number {number} rose. | Rents {number} fell.", number))
"""
_MOMENTS = 12


@pytest.mark.parametrize("copied", [0, 5_000], ids=["beside", "copy"])
def test_kill_at_many_moments(tmp_path: Path, copied: int) -> None:
    path = tmp_path / "i"
    with IndexWriter(path, FakeEmbedder()) as writer:
        writer.put(*prose("Number 0 rose. | Rents 0 fell.", 2))
    killed = 0
    for moment in range(_MOMENTS):
        process = subprocess.Popen(
            [sys.executable, "-c", _WRITER, str(path), str(copied)],
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.005 * moment)
        process.send_signal(signal.SIGKILL)
        killed += process.wait() == -signal.SIGKILL
        process.stdout.close()
        with Index.open(path) as index:
            index.verify()
            chunks = list(index.chunks())
            assert len(chunks) == index.manifest.chunks == 2 * index.manifest.documents
            assert index.lexical(["rents"], 5)
            vector = FakeEmbedder().embed(["Rents 0 fell."])[0]
            assert index.nearness(vector).nearest(1)[0][1] > 0.99
    assert killed == _MOMENTS
    with IndexWriter(path, FakeEmbedder()) as writer:
        writer.put(*prose("Done.", 5000))
    with Index.open(path) as index:
        named = {f"generation-{segment.generation:06d}" for segment in index.manifest.segments}
    assert {folder.name for folder in path.glob("generation-*")} == named
