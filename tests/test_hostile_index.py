"""A folder of good and broken files: the good ones are indexed, each bad one is named, nothing else suffers."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from statchunk import processes, workers
from statchunk.cli.main import program
from statchunk.embedding.fake import FakeEmbedder
from statchunk.errors import SettingsError
from statchunk.indexing import find_releases, index_files
from statchunk.settings import ChunkSettings, ReaderSettings, Settings
from statchunk.store import Index, UpdateReport
from statchunk.store.manifest import DATABASE
from tests.readers.drawing import draw, encrypted, text

FAKE_WORKER = """
import os, signal, sys, time
from statchunk import readers, worker
read = readers.read
def misbehave(path, *, watch, settings, **options):
    for number in (1, 2):
        if number in settings.left_out_pages:
            continue
        if path.stem.startswith("w"):
            watch(number)
        if "crash" in path.name:
            os.kill(os.getpid(), signal.SIGSEGV)
        if "hang" in path.name and number == 2 or "stuck" in path.name:
            time.sleep(60)
        if "bug" in path.name:
            raise LookupError("text of the document")
    return read(path, watch=watch, settings=settings, **options)
readers.read = misbehave
worker.main()
"""


def good(path: Path, number: int) -> Path:
    return draw(path, text(50, 200, f"Prices rose by {number}.4 per cent in April 2025."), text(50, 200, "Page two."))


def folder_of(tmp_path: Path) -> Path:
    """Eleven files, of which seven are broken in different ways."""
    folder = tmp_path / "releases"
    folder.mkdir()
    for number in range(4):
        good(folder / f"good{number}.pdf", number)
    whole = (folder / "good0.pdf").read_bytes()
    (folder / "bad_cut.pdf").write_bytes(whole[: len(whole) // 3])
    (folder / "bad_empty.pdf").touch()
    (folder / "bad_html.pdf").write_text("<html>not found</html>")
    (folder / "bad_zeros.pdf").write_bytes(bytes(5_000))
    (folder / "bad_header.pdf").write_bytes(b"%PDF-1.7\n")
    (folder / "bad_noise.pdf").write_bytes(b"%PDF-1.4\n" + bytes(range(256)) * 20)
    encrypted(folder / "bad_locked.pdf", "secret")
    return folder


def index(folder: Path, into: Path, processes: int, settings: Settings | None = None) -> UpdateReport:
    return index_files(find_releases([folder]), into, FakeEmbedder(), settings=settings, processes=processes)


def content(into: Path) -> list[tuple[object, ...]]:
    """All chunks of an index with their numbers and documents."""
    with Index.open(into):
        [database] = into.glob(f"*/{DATABASE}")
    import sqlite3

    with sqlite3.connect(database) as connection:
        return connection.execute(
            "SELECT c.id, d.path, c.chunk_id, c.data FROM chunks c JOIN documents d ON d.id = c.document ORDER BY c.id"
        ).fetchall()


def test_each_broken_file_is_named_and_the_rest_is_indexed(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    report = index(folder, tmp_path / "index", 2)
    assert report.added == 4
    assert {Path(path).name for path, _ in report.failed} == {f.name for f in folder.glob("bad_*")}
    for path, reason in report.failed:
        assert path in reason
        assert "\n" not in reason


def test_the_index_is_the_same_for_any_number_of_processes(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    reports, indexes = [], []
    for count in (0, 1, 3):
        reports.append(index(folder, tmp_path / f"index{count}", count)[:7])
        indexes.append(content(tmp_path / f"index{count}"))
    assert len(indexes[0]) >= 4
    assert indexes[0] == indexes[1] == indexes[2]
    assert reports[0] == reports[1] == reports[2]


def test_a_second_run_does_only_what_is_left(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    index(folder, tmp_path / "index", 1)
    (folder / "bad_empty.pdf").write_bytes(good(tmp_path / "late.pdf", 9).read_bytes())
    report = index(folder, tmp_path / "index", 1)
    assert (report.added, report.replaced, report.unchanged, len(report.failed)) == (1, 0, 4, 6)


def test_two_files_of_the_same_bytes_count_once(tmp_path: Path) -> None:
    folder = tmp_path / "releases"
    folder.mkdir()
    (folder / "copy.pdf").write_bytes(good(folder / "good.pdf", 1).read_bytes())
    report = index(folder, tmp_path / "index", 0)
    assert (report.added, report.unchanged, report.documents) == (1, 1, 1)


@pytest.fixture
def misbehaving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers that crash, hang or fail on files named so."""
    script = tmp_path / "fake_worker.py"
    script.write_text(FAKE_WORKER)
    monkeypatch.setattr(processes, "COMMAND", (sys.executable, str(script)))


@pytest.mark.usefixtures("misbehaving")
def test_a_crash_a_hang_or_a_fault_costs_one_file(tmp_path: Path) -> None:
    folder = tmp_path / "releases"
    folder.mkdir()
    for number, name in enumerate(("a_good", "b_crash", "w_crash", "d_stuck", "e_bug", "z_good")):
        good(folder / f"{name}.pdf", number)
    limits = Settings(reader=ReaderSettings(max_seconds_a_file=2.0))
    report = index(folder, tmp_path / "index", 2, limits)
    assert report.added == 2
    reasons = {Path(path).stem: reason for path, reason in report.failed}
    assert reasons["b_crash"].endswith(
        "the process that read it crashed or was killed (SIGSEGV); the file may be hostile"
    )
    assert "killed on page 1 (SIGSEGV)" in reasons["w_crash"]
    assert reasons["d_stuck"].endswith("takes longer than 2 s; raise reader.max_seconds_a_file")
    assert "LookupError" in reasons["e_bug"]
    assert "text of the document" not in reasons["e_bug"]


@pytest.mark.usefixtures("misbehaving")
def test_a_page_that_hangs_is_left_out_and_the_rest_is_read(tmp_path: Path) -> None:
    file = good(tmp_path / "w_hang.pdf", 1)
    settings = Settings(reader=ReaderSettings(max_seconds_a_page=1.0))
    ask = workers.Ask(None, "pdfium", settings, chunked=True)
    [(_, outcome)] = workers.outcomes([file], ask, 1)
    assert outcome.document is not None
    assert outcome.document.warnings == ("page 2 is left out: it takes too long or hangs",)
    assert [chunk.text for chunk in outcome.chunks if "1.4 per cent" in chunk.text]


def test_more_memory_than_allowed_fails_the_file_only(tmp_path: Path) -> None:
    file = good(tmp_path / "good.pdf", 1)
    ask = workers.Ask(None, "pdfium", Settings(reader=ReaderSettings(max_memory=1_000_000)), chunked=True)
    [(_, outcome)] = workers.outcomes([file], ask, 1)
    assert outcome.document is None
    assert outcome.reason is not None


def test_settings_that_cannot_be_meant_end_the_run(tmp_path: Path) -> None:
    file = good(tmp_path / "good.pdf", 1)
    settings = Settings(chunking=ChunkSettings(strategy="no such strategy"))
    with pytest.raises(SettingsError, match="no such strategy"):
        index_files([file], tmp_path / "index", FakeEmbedder(), settings=settings, processes=1)


def test_the_report_names_failures_and_warnings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("statchunk.embedding.load_embedder", lambda *_, **__: FakeEmbedder())
    folder = folder_of(tmp_path)
    draw(folder / "warns.pdf", lambda canvas: canvas.drawInlineImage(str(_picture(tmp_path)), 0, 0, 300, 200))
    target = tmp_path / "report.json"
    command = ["index", str(folder), "--into", str(tmp_path / "index"), "--report", str(target), "--workers", "2"]
    result = CliRunner().invoke(program(), command)
    assert result.exit_code == 3, result.output
    report = json.loads(target.read_text(encoding="utf-8"))
    assert (report["added"], len(report["failed"]), report["documents"]) == (5, 7, 5)
    [warned] = report["warned"]
    assert Path(warned["path"]).name == "warns.pdf"
    assert "no text layer" in warned["reasons"][0]


def _picture(tmp_path: Path) -> Path:
    from PIL import Image

    path = tmp_path / "picture.png"
    Image.new("RGB", (60, 40), "grey").save(path)
    return path


INTERRUPTED = """
import signal, sys
from pathlib import Path
from statchunk.cli.console import tracked
from statchunk.embedding.fake import FakeEmbedder
from statchunk.indexing import find_releases, index_files
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where a shell runs the tests in the background
def track(files, label):
    for file in files:
        yield file
        print("done", flush=True)
try:
    index_files(find_releases([Path(sys.argv[1])]), Path(sys.argv[2]), FakeEmbedder(), processes=2, track=track)
except KeyboardInterrupt:
    sys.exit(130)
"""


def test_an_interrupt_keeps_what_was_finished(tmp_path: Path) -> None:
    folder = tmp_path / "releases"
    folder.mkdir()
    for number in range(40):
        good(folder / f"good{number:02}.pdf", number)
    command = [sys.executable, "-c", INTERRUPTED, str(folder), str(tmp_path / "index")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "done\n"
    started = _children(process.pid)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert errors == ""
    assert _are_gone(started)
    with Index.open(tmp_path / "index") as opened:
        kept = opened.manifest.documents
    assert 1 <= kept < 40
    report = index(folder, tmp_path / "index", 0)
    assert (report.unchanged, report.added) == (kept, 40 - kept)


def _children(parent: int) -> list[Path]:
    """Folders under /proc of the processes that a process started; empty on systems without it."""
    return [stat.parent for stat in Path("/proc").glob("[0-9]*/stat") if _parent_of(stat) == parent]


def _parent_of(stat: Path) -> int:
    try:
        return int(stat.read_text().rsplit(")", 1)[1].split()[1])
    except (OSError, IndexError):
        return -1


def _are_gone(processes: list[Path]) -> bool:
    """Whether processes end within five seconds."""
    for _ in range(50):
        if not any(process.exists() for process in processes):
            return True
        time.sleep(0.1)
    return False


def test_links_in_folders_are_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "releases"
    folder.mkdir()
    outside = good(tmp_path / "outside.pdf", 1)
    (folder / "link.pdf").symlink_to(outside)
    (folder / "loop").symlink_to(folder, target_is_directory=True)
    assert find_releases([folder]) == []
