"""Without a language's file its releases still give every figure and its place; the rest is left open, and says so."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from statchunk import pipeline
from statchunk.errors import SettingsError
from statchunk.languages import CHOICE, available
from statchunk.model.evidence import Observation
from tests.languages.page import FIGURES, placed, understood

ROOT = Path(__file__).parents[2]
READ = """
import sys
from statchunk import pipeline

for observation in pipeline.document(sys.argv[1]).observations:
    print(observation.model_dump_json())
"""


def read_without(code: str, *command: str) -> list[Observation]:
    """The observations that a process prints which has no file of one language."""
    rest = ",".join(other for other in available() if other != code)
    environment = {**os.environ, CHOICE: rest, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, check=True, env=environment, cwd=ROOT
    )
    return [Observation.model_validate(json.loads(line)) for line in done.stdout.splitlines()]


def check(before: tuple[Observation, ...], after: list[Observation]) -> None:
    """All figures at their places, and no more said of them than is known."""
    assert [(o.page, o.bbox, o.value_text, o.value) for o in after] == [
        (o.page, o.bbox, o.value_text, o.value) for o in before
    ]
    assert {(o.unit, o.period) for o in after} == {(None, None)}
    assert all(any("no language of this release is on file" in warning for warning in o.warnings) for o in after)


@pytest.mark.parametrize("code", available())
def test_a_page_in_a_language_without_its_file(code: str, tmp_path: Path) -> None:
    texts = list(placed(code))
    document = understood(texts)
    assert document.facts.language is not None
    assert document.facts.language.value == code
    assert [o.value_text for o in document.observations] == [figure for row in FIGURES for figure in row]
    assert {o.period for o in document.observations} == {"2025-01", "2025-02"}
    assert all(o.unit for o in document.observations)
    (tmp_path / "page.json").write_text(json.dumps(texts), encoding="utf-8")
    check(document.observations, read_without(code, "-m", "tests.languages.page", str(tmp_path / "page.json")))


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("en", "norvale_lfs_2026-Q1.pdf"),
        ("es", "santelmo_ipc_2026-03.pdf"),
        ("fr", "valmont_ipc_2026-01.pdf"),
        ("pt", "santarita_ipc_2026-03.pdf"),
    ],
)
def test_a_release_in_a_language_without_its_file(code: str, name: str, bundled_releases: Path) -> None:
    path = bundled_releases / name
    check(pipeline.document(path).observations, read_without(code, "-c", READ, str(path)))


def test_a_language_that_no_file_describes_cannot_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHOICE, "en,xx")
    with pytest.raises(SettingsError, match="no file describes xx"):
        available.__wrapped__()
