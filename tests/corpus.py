"""Where the shared corpus of real releases stands, if it is at hand."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


def corpus_file(relative: str) -> Path:
    """A file of the corpus, or skip the test with the reason."""
    path = SHARED / relative
    if not path.exists():
        pytest.skip(f"the shared corpus is not at hand ({relative})")
    return path
