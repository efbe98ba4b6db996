"""How workers are started, how they end, and what they send."""

import errno
import os
import signal
import sys
from pathlib import Path
from tempfile import SpooledTemporaryFile

import pytest

from statchunk import pipeline, processes
from statchunk.embedding.fake import FakeEmbedder
from statchunk.indexing import index_files
from statchunk.settings import Settings
from statchunk.store import Index, IndexWriter, packed_rows
from statchunk.store.packed import from_bytes, pack_document, to_bytes
from statchunk.workers import Ask, Team
from tests.readers.drawing import draw, text
from tests.store.made import prose, table
from tests.store.packs import told

ASK = Ask(None, "pdfium", Settings(), chunked=True)
ROWS = [(("Food",), ["103.1", ".."]), (("Rent",), ["99.0", "−2"])]
HALF_SAID = """
import sys
sys.stdin.readline()
sys.stdout.buffer.write(b"d" + (1000).to_bytes(8, "big") + b"{")
"""


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATCHUNK_CACHE", str(tmp_path / "cache"))


def drawn(folder: Path, count: int) -> list[Path]:
    return [
        draw(folder / f"{number}.pdf", text(50, 200, f"Prices rose by {number}.4 per cent in April 2025."))
        for number in range(count)
    ]


def columns() -> list[tuple[tuple[str, ...], str | None, str | None]]:
    return [(("Index",), "2015=100", "2025-04"), (("Change", "annual"), "%", None)]


def test_a_document_comes_back_from_its_bytes() -> None:
    for document, chunks in (
        table(
            1, "Prices", "2025-04", "Table 1", columns(), [(("Food",), ["103.1", ".."]), (("Rent",), ["99.0", "−2"])]
        ),
        prose("Prices rose. | \N{PILE OF POO} und Käse", 2),
        (prose("x", 3)[0], ()),
    ):
        packed = pack_document(document, chunks)
        assert told(from_bytes(to_bytes(packed))) == told(packed)


def test_what_is_packed_elsewhere_is_put_as_what_is_packed_here(tmp_path: Path) -> None:
    document, chunks = table(1, "Prices", "2025-04", "Table 1", columns(), ROWS)
    with IndexWriter(tmp_path / "here", FakeEmbedder()) as writer:
        writer.put(document, chunks)
    with IndexWriter(tmp_path / "elsewhere", FakeEmbedder()) as writer:
        writer.put_packed(from_bytes(to_bytes(pack_document(document, chunks))))
    with Index.open(tmp_path / "here") as here, Index.open(tmp_path / "elsewhere") as elsewhere:
        assert list(here.chunks()) == list(elsewhere.chunks())
        assert here.document(document.document_id) == elsewhere.document(document.document_id) == document


@pytest.mark.parametrize("forks", [True, False])
def test_workers_answer_however_they_are_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forks: bool) -> None:
    monkeypatch.setattr(processes, "_FORKS", forks and sys.platform == "linux")
    files = drawn(tmp_path, 5)
    documents = [outcome.document for _, outcome in sorted(Team(2).outcomes(files, ASK))]
    assert [document and document.model_dump_json() for document in documents] == [
        pipeline.document(file).model_dump_json() for file in files
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere workers are not forked")
def test_what_was_begun_ahead_is_used_once_and_ended(tmp_path: Path) -> None:
    processes.begin_ahead()
    (server,) = processes._ahead
    report = index_files(drawn(tmp_path, 3), tmp_path / "index", FakeEmbedder(), processes=2)
    assert (report.added, report.failed, processes._ahead) == (3, (), [])
    assert server._process.poll() == 0


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere workers are not forked")
def test_the_process_that_starts_workers_may_be_killed(tmp_path: Path) -> None:
    starter = processes.Starter()
    first = starter.start()
    server = starter._server
    assert server is not None
    os.kill(server._process.pid, signal.SIGKILL)
    server._process.wait()
    second = starter.start()
    assert starter._server is not server
    for process in (first, second):
        process.kill()
    assert (first.ended(), second.ended()) == (-signal.SIGKILL, -signal.SIGKILL)
    starter.stop()


def test_an_answer_broken_off_fails_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_FORKS", False)
    monkeypatch.setattr(processes, "COMMAND", (sys.executable, "-c", HALF_SAID))
    [file] = drawn(tmp_path, 1)
    [(_, outcome)] = Team(1).outcomes([file], ASK)
    assert (
        outcome.reason
        == f"{file}: the process that read it crashed or was killed (exit code 0); the file may be hostile"
    )


def test_many_rows_are_kept_in_a_file_and_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    document, chunks = table(1, "Prices", "2025-04", "Table 1", columns(), ROWS)
    packed = pack_document(document, chunks)
    monkeypatch.setattr(packed_rows, "_MOST_HELD", 100)
    rows = packed_rows.PackedRows()
    for _ in range(3):
        for part in packed.rows:
            rows.add(part)
    assert list(rows) == list(packed.rows) * 3
    rows.add(next(iter(rows)))
    assert list(rows) == list(packed.rows) * 4
    assert rows.size == 0
    rows.close()


class Full(SpooledTemporaryFile[bytes]):
    """A file on a disk that has no room for one release."""

    def write(self, data: bytes) -> int:  # type: ignore[override]
        if b"rose by 1.4" in data:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(data)


@pytest.mark.parametrize("processes", [0, 1])
def test_a_full_disk_fails_the_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes: int
) -> None:
    monkeypatch.setattr(packed_rows, "SpooledTemporaryFile", Full)
    files = drawn(tmp_path, 3)
    report = index_files(files, tmp_path / "index", FakeEmbedder(), processes=processes)
    ((path, reason),) = report.failed
    assert (report.added, path) == (2, str(files[1]))
    assert reason.startswith(f"{path}: its rows cannot be kept in ")
    assert reason.endswith("No space left on device; make room there, or name another folder in TMPDIR")
