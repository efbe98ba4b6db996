"""An install with compiled modules gives what the Python files give."""

import importlib.metadata
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PRINT_ALL = """
import sys
from statchunk import pipeline, text
print(text.__file__)
for path in sys.argv[1:]:
    print(pipeline.document(path).model_dump_json())
"""


def evidence(modules: Path, files: list[Path]) -> tuple[str, str]:
    """Where the modules of a fresh process come from, and the documents it makes of the files."""
    made = subprocess.run(
        [sys.executable, "-P", "-c", PRINT_ALL, *map(str, files)],
        env={**os.environ, "PYTHONPATH": str(modules)},
        capture_output=True,
        text=True,
        check=True,
    )
    place, documents = made.stdout.split("\n", 1)
    return place, documents


def test_compiled_modules_give_the_same_evidence() -> None:
    installed = importlib.metadata.distribution("statchunk")
    compiled = [
        file for file in installed.files or () if file.match("statchunk/text.*") and file.suffix in (".so", ".pyd")
    ]
    if not compiled:
        pytest.skip("statchunk is installed without compiled modules")
    files = sorted((ROOT / "fixtures/releases").glob("*.pdf"))[::3]
    assert files
    place, given = evidence(Path(str(installed.locate_file(""))), files)
    assert Path(str(installed.locate_file(compiled[0]))) == Path(place)
    place, expected = evidence(ROOT, files)
    assert Path(place) == ROOT / "statchunk/text.py"
    assert expected == given
