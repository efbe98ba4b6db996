import subprocess
import sys
from pathlib import Path

import pytest

from statchunk.cli.start import COMMANDS, named_command, reads_at_once
from tests.readers.drawing import draw, text

HEAVY = (
    "torch",
    "transformers",
    "sentence_transformers",
    "faiss",
    "camelot",
    "pdfplumber",
    "pdfminer",
    "pandas",
    "scipy",
    "pyarrow",
    "onnxruntime",
)
"""What only some commands need and what takes long to import."""


def imported_by(code: str) -> set[str]:
    """Top-level modules loaded after the code has run in a fresh process."""
    report = f"{code}\nimport sys\nprint('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", report], check=True, capture_output=True, text=True)
    return {name.partition(".")[0] for name in done.stdout.split()}


@pytest.mark.parametrize("code", ["import statchunk.cli.main", "from statchunk import pipeline"])
def test_nothing_heavy_is_imported_at_the_start(code: str) -> None:
    assert set() == imported_by(code) & set(HEAVY)


def test_help_waits_for_no_step() -> None:
    assert set() == imported_by("import statchunk.cli.main") & {"babel", "numpy", "pypdfium2", "rich", "tokenizers"}


def run_in(folder: Path, *arguments: str) -> set[str]:
    """Top-level modules loaded after a command has run on a small file."""
    path = draw(folder / "a.pdf", text(50, 200, "Prices rose by 3.4 per cent on 1 April 2025."))
    command = ["statchunk", *arguments, str(path)]
    code = f"import sys; sys.argv = {command!r}\nfrom statchunk.cli.main import main\n"
    quiet = "import io; said, sys.stdout = sys.stdout, io.StringIO()\n"
    return imported_by(f"{code}{quiet}try:\n    main()\nexcept SystemExit:\n    pass\nsys.stdout = said")


def test_chunks_wait_for_no_model(tmp_path: Path) -> None:
    loaded = run_in(tmp_path, "chunk")
    assert "tokenizers" in loaded
    assert set() == loaded & {*HEAVY, "numpy", "rich"}


def test_an_audit_waits_for_no_model(tmp_path: Path) -> None:
    loaded = run_in(tmp_path, "audit")
    assert "pdfplumber" in loaded
    assert set() == loaded & {*HEAVY, "numpy", "rich"} - {"pdfplumber", "pdfminer"}


def test_the_collector_rests_while_a_command_is_imported() -> None:
    report = "import gc, statchunk.cli\nprint(gc.get_threshold()[0])"
    done = subprocess.run([sys.executable, "-c", report], check=True, capture_output=True, text=True)
    assert int(done.stdout) >= 10_000


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("chunk a.pdf", "chunk"),
        ("-q --verbose index a --into b", "index"),
        ("--help", None),
        ("--help index", None),
        ("chunks a.pdf", None),
        ("", None),
    ],
)
def test_the_command_is_known_before_the_program(command: str, name: str | None) -> None:
    assert name == named_command(command.split())


def test_help_lists_every_command() -> None:
    code = "import sys; sys.argv = ['statchunk', '--help']\nfrom statchunk.cli.start import main\nmain()"
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert [name for name in COMMANDS if f" {name} " in said] == list(COMMANDS)


@pytest.mark.parametrize(
    ("command", "begun"),
    [
        ("index releases --into new", True),
        ("-q index --into=new releases -w 2", True),
        ("index releases --into new --workers=0", False),
        ("index releases --into .", False),
        ("index releases", False),
        ("index releases --store postgresql://host/name", False),
        ("index s3://a/b --into new --scheduler tcp://host:8786", False),
        ("index --help", False),
        ("search new index", False),
    ],
)
def test_workers_are_begun_first_for_a_new_index(
    command: str, begun: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert begun == reads_at_once(command.split())


def test_an_index_is_made_by_what_was_begun_first(tmp_path: Path) -> None:
    file = draw(tmp_path / "a.pdf", text(50, 200, "Prices rose by 3.4 per cent on 1 April 2025."))
    command = ["statchunk", "index", str(file), "--into", str(tmp_path / "index"), "--model", "fake"]
    code = f"import sys; sys.argv = {command!r}\nfrom statchunk.cli.start import main\nmain()"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert "1 added" in done.stdout + done.stderr
