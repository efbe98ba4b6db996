"""One writer, many readers, in processes of their own."""

import subprocess
import sys
from pathlib import Path

from statchunk.embedding.fake import FakeEmbedder
from statchunk.store import Index, IndexWriter
from tests.store.made import prose

ROOT = Path(__file__).parents[2]
_READER = """
import sys, time
from statchunk.embedding.fake import FakeEmbedder
from statchunk.store import Index
vector = FakeEmbedder().embed(["Rents in area 1 fell."])[0]
end, opened = time.monotonic() + float(sys.argv[2]), 0
while time.monotonic() < end:
    with Index.open(sys.argv[1]) as index:
        chunks = list(index.chunks())
        assert len(chunks) == index.manifest.chunks == 2 * len(index.documents()), "torn"
        assert len(index.lexical(["rents"], 1000)) == len(index.documents()), "torn full text"
        assert index.nearest(vector, 1)[0][1] > 0.99, "torn vectors"
    opened += 1
print(opened)
"""
_WRITER = """
import sys
from statchunk.embedding.fake import FakeEmbedder
from statchunk.errors import StoreError
from statchunk.settings import StoreSettings
from statchunk.store import IndexWriter
from tests.store.made import prose
settings = StoreSettings(lock_seconds=60, copied_chunks=6, segments=3)
for number in range(int(sys.argv[2]), int(sys.argv[2]) + 20):
    with IndexWriter(sys.argv[1], FakeEmbedder(), settings) as writer:
        writer.put(*prose(f"Prices rose by {number}%. | Rents in area {number} fell.", number))
"""


def _start(script: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_readers_see_whole_generations_while_two_writers_take_turns(tmp_path: Path) -> None:
    path = tmp_path / "i"
    with IndexWriter(path, FakeEmbedder()) as writer:
        writer.put(*prose("Prices rose by 1%. | Rents in area 1 fell.", 1))
    writers = [_start(_WRITER, path, first) for first in (100, 200)]
    readers = [_start(_READER, path, 4.0) for _ in range(2)]
    for process in (*writers, *readers):
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        assert process in writers or int(out) > 5
    with Index.open(path) as index:
        index.verify()
        assert index.manifest.documents == 41


def test_an_open_reader_keeps_its_generation_whatever_a_writer_does(tmp_path: Path) -> None:
    path = tmp_path / "i"
    with IndexWriter(path, FakeEmbedder()) as writer:
        writer.put(*prose("Prices rose by 1%. | Rents in area 1 fell.", 1))
    with Index.open(path) as index:
        writer_ = _start(_WRITER, path, 100)
        writer_.communicate(timeout=120)
        assert [c.chunk.text for c in index.chunks()] == ["Prices rose by 1%.", "Rents in area 1 fell."]
        assert index.nearest(FakeEmbedder().embed(["Rents in area 1 fell."])[0], 5)[0][0] == 2
        assert [n for n, _ in index.lexical(["rents"], 5)] == [2]
    with Index.open(path) as index:
        assert index.manifest.documents == 21
