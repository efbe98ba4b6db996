"""`statchunk evaluate`: one configuration measured."""

from typing import Annotated

import typer

from statchunk.cli.compare import (
    CellsOption,
    OutOption,
    QuestionsOption,
    ReleasesArgument,
    ReportOption,
    SearchOption,
    measure,
)
from statchunk.cli.options import ModelOption, PasswordOption, ReaderName, ReaderOption, SettingsOption


def evaluate(
    releases: ReleasesArgument,
    questions: QuestionsOption,
    strategy: Annotated[
        str | None, typer.Option("--strategy", help="How to cut; without it, as the settings say (structure).")
    ] = None,
    search: SearchOption = None,
    cells: CellsOption = None,
    out: OutOption = None,
    report: ReportOption = None,
    model: ModelOption = None,
    password: PasswordOption = None,
    reader: ReaderOption = ReaderName.pdfium,
    settings: SettingsOption = None,
) -> None:
    """Measure one strategy on your own releases and questions."""
    from statchunk.settings import load_settings  # costly to import: help must not wait for it

    chosen = strategy or load_settings(settings).chunking.strategy
    measure(releases, questions, [chosen], search, cells, model, password, reader, settings, out, report)


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command()(evaluate)
