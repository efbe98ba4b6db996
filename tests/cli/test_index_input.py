"""`statchunk index`: files and names that cannot be, and a first run that is broken off."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from statchunk.cli.start import reads_at_once
from statchunk.embedding.fake import FakeEmbedder
from statchunk.store import Index, IndexWriter
from statchunk.store.manifest import MANIFEST, MANIFEST_COPY
from statchunk.store.packed import pack_document
from tests.cli.runs import release, run
from tests.readers.drawing import draw
from tests.store.made import prose

STARTED = "from statchunk.cli.start import main\nmain()"


@pytest.mark.skipif(os.name != "posix", reason="needs pipes with names")
def test_a_pipe_and_a_device_fail_and_the_rest_is_indexed(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    done = run(tmp_path / "pipe.pdf", "/dev/zero", release(tmp_path / "a.pdf", 1), "--into", tmp_path / "i")
    assert done.exit_code == 3
    assert "pipe.pdf: is no regular file" in done.output
    assert "/dev/zero: is no regular file" in done.output
    assert "1 added" in done.output


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are text")
def test_a_name_that_is_no_text_fails_and_the_rest_is_indexed(tmp_path: Path) -> None:
    release(tmp_path / "a.pdf", 1)
    release(tmp_path / "b.pdf", 2).rename(Path(os.fsdecode(os.fsencode(tmp_path) + b"/b\xff.pdf")))
    done = run(tmp_path, "--into", tmp_path / "i")
    assert done.exit_code == 3
    assert "b?.pdf: its name is no text in UTF-8; rename it" in done.output
    assert "1 added" in done.output


def test_names_longer_than_can_be_are_told(tmp_path: Path) -> None:
    file, long = release(tmp_path / "a.pdf", 1), "x" * 300
    assert "no index can stand there" in str(run(file, "--into", tmp_path / long).exception)
    assert "cannot be looked at" in str(run(tmp_path / long, "--into", tmp_path / "i").exception)
    assert not reads_at_once(["index", str(file), "--into", str(tmp_path / long)])


def test_a_report_has_its_place_before_anything_is_done(tmp_path: Path) -> None:
    file, into = release(tmp_path / "a.pdf", 1), tmp_path / "i"
    assert run(file, "--into", into).exit_code == 0
    assert "is inside the index" in str(run(file, "--into", into, "--report", into / MANIFEST).exception)
    done = run(release(tmp_path / "b.pdf", 2), "--into", into, "--report", tmp_path / "nowhere" / "r.json")
    assert "no such folder" in str(done.exception)
    with Index.open(into) as index:
        assert len(index.documents()) == 1


def test_a_file_without_any_text_is_told(tmp_path: Path) -> None:
    done = run(draw(tmp_path / "a.pdf", lambda canvas: None), "--into", tmp_path / "i")
    assert "no page holds any text" in done.output


def test_a_first_writing_that_was_broken_off_is_begun_again(tmp_path: Path) -> None:
    into = tmp_path / "i"
    killed = IndexWriter(into, FakeEmbedder())
    killed.put_packed(pack_document(*prose("Prices rose.", 1)))
    assert [path.name for path in into.iterdir() if path.is_dir()]
    killed._lock.release()  # as the system does when a process is killed
    with pytest.raises(Exception, match="no index here"):
        Index.open(into)
    assert run(release(tmp_path / "a.pdf", 1), "--into", into).exit_code == 0
    with Index.open(into) as index:
        index.verify()
        assert len(index.documents()) == 1
    killed._segment = None


def test_an_index_without_its_manifest_is_not_begun_again(tmp_path: Path) -> None:
    into = tmp_path / "i"
    assert run(release(tmp_path / "a.pdf", 1), "--into", into).exit_code == 0
    (into / MANIFEST).unlink()
    (into / MANIFEST_COPY).unlink()
    assert "missing from the index" in str(run(release(tmp_path / "b.pdf", 2), "--into", into).exception)


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_asked_to_end_it_keeps_what_is_finished(tmp_path: Path) -> None:
    folder, into, log = tmp_path / "incoming", tmp_path / "i", tmp_path / "log"
    folder.mkdir()
    release(folder / "a.pdf", 1)
    command = [sys.executable, "-c", STARTED, "index", "--into", str(into), "--watch", str(folder), "--every", "0.2"]
    with log.open("w") as out:
        process = subprocess.Popen([*command, "--model", "fake", "-w", "0"], stdout=out, stderr=out)
        end = time.monotonic() + 60
        while "1 added" not in log.read_text():
            assert process.poll() is None and time.monotonic() < end, log.read_text()
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)
    assert "no longer watching: 1 added" in log.read_text()
    assert process.returncode == 0
