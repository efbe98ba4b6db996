"""`statchunk demo`: the bundled releases, indexed and asked."""

import tempfile
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated

import typer

from statchunk.cli.console import remark, tracked
from statchunk.errors import StatchunkError

QUESTIONS = (
    "How much did prices of garments in Norvale change over the 12 months to April 2026?",
    "What is meant by the unemployment rate in Norvale?",
    "Quelle est l’inflation sur un an au Valmont en février 2026 ?",
)


def _bundled() -> Path:
    """The folder of bundled releases: in the installed package, or beside it in a checkout.

    Raises:
        StatchunkError: if neither holds it.
    """
    with as_file(files("statchunk") / "demo_releases") as packaged:
        if packaged.is_dir():
            return packaged
    checkout = Path(__file__).parents[2] / "fixtures" / "releases"
    if checkout.is_dir():
        return checkout
    raise StatchunkError("the bundled releases are missing from this installation; install statchunk again")


def demo(
    into: Annotated[
        Path | None, typer.Option("--into", metavar="INDEX", help="Keep the index here; without it, it is thrown away.")
    ] = None,
) -> None:
    """Index the bundled releases and answer three questions, each with value, cell, citation and page."""
    from statchunk.cli.answers import show  # costly to import, so only where needed
    from statchunk.embedding import load_embedder
    from statchunk.indexing import find_releases, index_files
    from statchunk.search import search
    from statchunk.store import Index

    releases = find_releases([_bundled()])
    with tempfile.TemporaryDirectory() as scratch:
        folder = into or Path(scratch) / "demo.index"
        remark(f"indexing {len(releases)} bundled releases")
        report = index_files(releases, folder, load_embedder(), track=tracked)
        remark(f"{report.documents} documents, {report.chunks} chunks")
        with Index.open(folder) as index:
            for question in QUESTIONS:
                show(search(index, question), hits=1, cells=1)


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command()(demo)
