import subprocess
import sys

import pytest

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
    assert set() == imported_by("import statchunk.cli.main") & {"babel", "numpy", "pypdfium2", "tokenizers"}
