"""`statchunk observations`: the data cells of a release."""

import typer

from statchunk.cli.loading import understand
from statchunk.cli.options import (
    FileArgument,
    FormatOption,
    OutOption,
    PasswordOption,
    ReaderName,
    ReaderOption,
    SettingsOption,
    TableEngineOption,
)
from statchunk.cli.output import Format, emit


def observations(
    file: FileArgument,
    form: FormatOption = Format.jsonl,
    out: OutOption = None,
    password: PasswordOption = None,
    reader: ReaderOption = ReaderName.pdfium,
    settings: SettingsOption = None,
    engine: TableEngineOption = None,
) -> None:
    """Print the data cells of all tables, each with its labels, unit, period, notes, source, page and box."""
    document, _ = understand(file, password, reader, settings, engine)
    emit(document.observations, form, out)


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command()(observations)
