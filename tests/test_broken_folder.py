"""Two hundred files of which forty are broken, each in one of twelve ways, through the command line."""

import io
import json
import random
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from statchunk.cli.main import program
from statchunk.store import Index
from tests.readers.drawing import draw, encrypted, text

GOOD, BROKEN = 160, 40


def good(path: Path, number: int) -> Path:
    return draw(path, text(50, 200, f"Prices rose by {number}.4 per cent in April 2025."))


def _replaced(path: Path, number: int, pattern: bytes, by: bytes) -> None:
    """A good file in which one thing is written otherwise."""
    changed, count = re.subn(pattern, by, good(path, number).read_bytes(), flags=re.DOTALL)
    assert count > 0
    path.write_bytes(changed)


def _cut(path: Path, number: int) -> None:
    whole = good(path, number).read_bytes()
    path.write_bytes(whole[: 100 + number])


def _noise(path: Path, number: int) -> None:
    path.write_bytes(random.Random(number).randbytes(4_000))


def _archive(path: Path, number: int) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("word/document.xml", f"<w:t>Prices rose by {number}.4 per cent.</w:t>")
    path.write_bytes(packed.getvalue())


WAYS: dict[str, Callable[[Path, int], object]] = {
    "empty": lambda path, _: path.touch(),
    "zeros": lambda path, number: path.write_bytes(bytes(1_000 + number)),
    "noise": _noise,
    "noise_after_header": lambda path, number: path.write_bytes(b"%PDF-1.7\n" + random.Random(number).randbytes(4_000)),
    "header_only": lambda path, number: path.write_bytes(b"%PDF-1.7\n%" + str(number).encode() + b"\n"),
    "cut": _cut,
    "html": lambda path, number: path.write_text(f"<html><body>error 404: {number}</body></html>"),
    "plain_text": lambda path, number: path.write_text(f"Prices rose by {number}.4 per cent.", encoding="utf-16"),
    "archive": _archive,
    "locked": lambda path, number: encrypted(path, f"secret{number}"),
    "unknown_lock": lambda path, number: _replaced(
        path, number, rb"trailer\s*<<", b"trailer\n<< /Encrypt << /Filter /Unknown /V 9 /R 9 >>"
    ),
    "no_catalogue": lambda path, number: _replaced(path, number, rb"/Root \d+ 0 R|/Type /Catalog", b"/Nothing null"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATCHUNK_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "releases"
    folder.mkdir()
    for number in range(GOOD):
        good(folder / f"{number:03}.pdf", number)
    ways = list(WAYS.items())
    for number in range(BROKEN):
        name, spoil = ways[number % len(ways)]
        spoil(folder / f"{number * 4:03}_{name}.pdf", number)
    return folder


def run(folder: Path) -> tuple[int, dict[str, list[dict[str, object]]], list[int]]:
    """Exit code, report, and its counts: added, replaced, unchanged, documents."""
    report = folder.parent / "report.json"
    command = ["index", str(folder), "--into", str(folder.parent / "index"), "--model", "fake", "--workers", "2"]
    done = CliRunner().invoke(program(), [*command, "--report", str(report)])
    written = json.loads(report.read_text(encoding="utf-8"))
    return done.exit_code, written, [written[key] for key in ("added", "replaced", "unchanged", "documents")]


@pytest.mark.slow
def test_of_two_hundred_files_forty_are_broken_and_the_others_are_indexed(folder: Path) -> None:
    broken = sorted(str(file) for file in folder.glob("*_*.pdf"))
    exit_code, report, counts = run(folder)
    reasons = {failed["path"]: failed["reasons"] for failed in report["failed"]}
    assert (exit_code, counts) == (3, [GOOD, 0, 0, GOOD])
    assert sorted(map(str, reasons)) == broken
    for path, said in reasons.items():
        assert isinstance(said, list)
        [reason] = said
        assert reason.startswith(f"{path}: ")
        assert len(reason) > len(f"{path}: ") + 10
        assert "unforeseen" not in reason
        assert "crashed" not in reason

    mended = Path(broken[0])
    good(mended, 777)
    good(folder / "200.pdf", 200)
    (folder / "001.pdf").write_bytes(good(folder.parent / "other.pdf", 888).read_bytes())
    exit_code, report, counts = run(folder)
    assert (exit_code, counts) == (3, [2, 1, GOOD - 1, GOOD + 2])
    assert sorted(str(failed["path"]) for failed in report["failed"]) == broken[1:]
    with Index.open(folder.parent / "index") as index:
        index.verify()
        assert len(index.documents()) == GOOD + 2
