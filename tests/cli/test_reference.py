from pathlib import Path

from statchunk.cli.reference import reference

DOCS = Path(__file__).parents[2] / "docs"


def test_the_reference_tells_what_the_program_now_does() -> None:
    assert (DOCS / "cli.md").read_text(encoding="utf-8") == reference(), "run `make cli-docs`"
