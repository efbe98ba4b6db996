"""`statchunk info`: facts of the release."""

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
)
from statchunk.cli.output import Format, emit


def info(
    file: FileArgument,
    form: FormatOption = Format.json,
    out: OutOption = None,
    password: PasswordOption = None,
    reader: ReaderOption = ReaderName.pdfium,
    settings: SettingsOption = None,
) -> None:
    """Print what a release says of itself: title, publisher, dates, period, notices, each with where it was read."""
    document, _ = understand(file, password, reader, settings)
    emit([document.facts], form, out, single=True)


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command()(info)
