"""`statchunk index`: counts, repair, upgrade, watching."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from statchunk.cli.main import program
from statchunk.embedding.minilm import NumpyMiniLM
from statchunk.store import Index, IndexWriter
from statchunk.store.manifest import DATABASE, MANIFEST, VECTORS
from tests.cli.runs import release, run


def counts(into: Path, *arguments: object) -> list[int]:
    report = into.parent / "report.json"
    run(*arguments, "--into", into, "--report", report)
    written = json.loads(report.read_text())
    return [
        *(written[name] for name in ("added", "replaced", "unchanged", "removed")),
        len(written["failed"]),
        written["documents"],
    ]


def test_each_run_counts_what_it_did(tmp_path: Path) -> None:
    folder, into = tmp_path / "releases", tmp_path / "i"
    folder.mkdir()
    for number in range(3):
        release(folder / f"{number}.pdf", number)
    (folder / "bad.pdf").write_bytes(b"%PDF-1.7\n")
    assert counts(into, folder) == [3, 0, 0, 0, 1, 3]
    assert counts(into, folder) == [0, 0, 3, 0, 1, 3]
    release(folder / "1.pdf", 9)
    release(folder / "3.pdf", 3)
    (folder / "bad.pdf").unlink()
    assert counts(into, folder) == [1, 1, 2, 0, 0, 4]
    assert counts(into, "--remove", folder / "2.pdf") == [0, 0, 0, 1, 0, 3]


def test_the_export_is_made_when_its_backend_is_chosen_and_no_search_needs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: pip install 'statchunk[onnx]'")
    pytest.importorskip("onnx", reason="onnx is not installed: pip install 'statchunk[onnx]'")
    monkeypatch.setattr("statchunk.embedding.exported._published", NumpyMiniLM)
    path, into, cache = release(tmp_path / "a.pdf", 3), tmp_path / "i", tmp_path / "cache"
    command = ["index", str(path), "--into", str(into), "-w", "0"]
    said = CliRunner().invoke(program(), [*command, "--backend", "onnx"])
    assert said.exit_code == 0, said.output
    assert "exporting" in said.output
    [exported] = cache.glob("*.onnx")
    again = CliRunner().invoke(program(), [*command, "--backend", "onnx"])
    assert "exporting" not in again.output
    exported.unlink()
    found = CliRunner().invoke(program(), ["search", str(into), "prices in April 2025"])
    assert found.exit_code == 0, found.output
    assert "3.4" in found.output
    assert not exported.exists()


@pytest.mark.parametrize("name", [MANIFEST, DATABASE, VECTORS])
def test_a_damaged_index_is_named_and_mended(tmp_path: Path, name: str) -> None:
    folder, into = tmp_path / "releases", tmp_path / "i"
    folder.mkdir()
    for number in range(3):
        release(folder / f"{number}.pdf", number)
    run(folder, "--into", into)
    [file] = into.rglob(name)
    file.write_bytes(file.read_bytes()[:100])
    broken = CliRunner().invoke(program(), ["search", str(into), "How much did prices rise in April 2025?"])
    assert f"{name}: damaged" in str(broken.exception)
    done = run("--into", into, "--repair")
    assert done.exit_code == 0, done.output
    assert f"damaged: {file}" in done.output
    assert "0 lost; 3 documents" in done.output
    with Index.open(into) as index:
        index.verify()
        assert len(index.documents()) == 3
    assert "nothing is damaged" in run("--into", into, "--repair").output


def test_what_can_neither_be_saved_nor_read_again_is_named(tmp_path: Path) -> None:
    into = tmp_path / "i"
    files = [release(tmp_path / f"{number}.pdf", number) for number in range(2)]
    run(*files, "--into", into)
    [database] = into.rglob(DATABASE)
    database.unlink()
    files[0].unlink()
    done = run("--into", into, "--repair")
    assert done.exit_code == 3
    assert f"lost: {files[0]}" in done.output
    assert "1 read again, 1 lost; 1 documents" in done.output


def test_files_are_found_again_from_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "work" / "releases").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "work")
    release(Path("releases/a.pdf"), 1)
    run("releases", "--into", "i")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert CliRunner().invoke(program(), ["verify", "../work/i"]).exit_code == 0
    monkeypatch.chdir(tmp_path)
    (tmp_path / "work").rename(tmp_path / "moved")
    done = CliRunner().invoke(program(), ["verify", "moved/i"])
    assert done.exit_code == 0, done.output
    (tmp_path / "moved" / "releases" / "a.pdf").unlink()
    done = CliRunner().invoke(program(), ["verify", "moved/i"])
    assert done.exit_code == 1
    assert "1 vanished" in done.output


def test_a_busy_index_is_waited_for_where_asked(tmp_path: Path) -> None:
    from statchunk.embedding.fake import FakeEmbedder

    file = release(tmp_path / "a.pdf", 1)
    with IndexWriter(tmp_path / "i", FakeEmbedder()):
        started = time.monotonic()
        busy = run(file, "--into", tmp_path / "i", "--wait", 0.5)
        assert time.monotonic() - started >= 0.5
    assert "another process is writing" in str(busy.exception)


INTERRUPTIBLE = """
import signal
from statchunk.cli.main import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where a shell runs the tests in the background
main()
"""


def _wait_for(condition: str, process: "subprocess.Popen[str]", log: Path) -> None:
    end = time.monotonic() + 60
    while condition not in log.read_text():
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < end, log.read_text()
        time.sleep(0.05)


def test_a_watched_folder_is_indexed_until_interrupted(tmp_path: Path) -> None:
    folder, into, log = tmp_path / "incoming", tmp_path / "i", tmp_path / "log"
    folder.mkdir()
    release(folder / "a.pdf", 1)
    command = [sys.executable, "-c", INTERRUPTIBLE, "index", "--into", str(into), "--watch", str(folder)]
    command += ["--every", "0.2", "--model", "fake", "-w", "0", "--report", str(tmp_path / "report.json")]
    with log.open("w") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, text=True, env={**os.environ, "COLUMNS": "200"})
        _wait_for("1 added, 0 replaced", process, log)
        (folder / "bad.pdf").write_bytes(b"%PDF-1.7\n")
        _wait_for("1 failed", process, log)
        release(folder / "b.pdf", 2)
        _wait_for("2 documents", process, log)
        release(folder / "a.pdf", 3)
        _wait_for("0 added, 1 replaced", process, log)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)
    assert "no longer watching: 2 added, 1 replaced, 0 unchanged, 0 removed, 1 failed" in log.read_text()
    assert process.returncode == 3
    written = json.loads((tmp_path / "report.json").read_text())
    assert [written[name] for name in ("added", "replaced", "unchanged", "documents")] == [2, 1, 0, 2]
    with Index.open(into) as index:
        index.verify()
