"""Small releases, and `statchunk index` run on them."""

from pathlib import Path

from typer.testing import CliRunner, Result

from statchunk.cli.main import program
from tests.readers.drawing import draw, text


def release(path: Path, number: int) -> Path:
    return draw(path, text(50, 200, f"Prices rose by {number}.4 per cent in April 2025."))


def run(*arguments: object) -> Result:
    return CliRunner().invoke(program(), ["index", *map(str, arguments), "--model", "fake", "-w", "0"])
