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


REFUSE = """
from statchunk.model import _trusted
from statchunk.readers import _bulk
from statchunk.readers.bulk import page_objects
print(page_objects is _bulk.page_objects)
for call in (
    lambda: _bulk.bind(1),
    lambda: _bulk.bind(*[0] * 13),
    lambda: _bulk.word_places(1),
    lambda: _bulk.word_places(1, 2),
    lambda: _bulk.run_facts("page", 1, 1),
    lambda: _bulk.page_objects(None, 1),
    lambda: _bulk.edges(1, 2, 2),
    lambda: _bulk.text_objects(1, -1, 2),
    lambda: _bulk.text_signs(1, "."),
    lambda: _trusted.make("no class", {}, set()),
):
    try:
        print(call())
    except (TypeError, ValueError) as exc:
        print(type(exc).__name__)
"""


def compiled_place() -> Path:
    """Where the modules are installed; the test that asks is skipped where they are not compiled."""
    installed = importlib.metadata.distribution("statchunk")
    if not any(file.match("statchunk/text.*") and file.suffix in (".so", ".pyd") for file in installed.files or ()):
        pytest.skip("statchunk is installed without compiled modules")
    return Path(str(installed.locate_file("")))


def test_parts_in_c_refuse_what_they_cannot_take() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", REFUSE],
        env={**os.environ, "PYTHONPATH": str(compiled_place())},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [
        "True",
        "TypeError",
        "ValueError",
        *["TypeError"] * 4,
        *["ValueError"] * 2,
        *["TypeError"] * 2,
    ]


def test_compiled_modules_give_the_same_evidence() -> None:
    files = sorted((ROOT / "fixtures/releases").glob("*.pdf"))[::3]
    assert files
    place, given = evidence(compiled_place(), files)
    assert Path(place).parent == compiled_place() / "statchunk" and Path(place).suffix != ".py"
    place, expected = evidence(ROOT, files)
    assert Path(place) == ROOT / "statchunk/text.py"
    assert expected == given
