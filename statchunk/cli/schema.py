"""`statchunk schema`: JSON Schema of what the commands print."""

import json
from pathlib import Path
from typing import Annotated

import typer

from statchunk.cli.output import filling


def schema(
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Directory for the files.")] = Path("schema"),
) -> None:
    """Write the JSON Schema of evidence, observations, facts, chunks and search results, one file each."""
    from statchunk.evidence.schema import schemas  # costly to import: help must not wait for it

    with filling(out) as folder:
        for name, content in schemas().items():
            text = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
            (folder / f"{name}.json").write_text(text, encoding="utf-8")


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command()(schema)
