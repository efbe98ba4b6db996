"""`statchunk evidence`: the evidence objects of a release."""

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


def evidence(
    file: FileArgument,
    form: FormatOption = Format.jsonl,
    out: OutOption = None,
    password: PasswordOption = None,
    reader: ReaderOption = ReaderName.pdfium,
    settings: SettingsOption = None,
    engine: TableEngineOption = None,
) -> None:
    """Print the evidence of a release: headings, paragraphs, tables, figures, definitions, notes, one object a line."""
    document, _ = understand(file, password, reader, settings, engine)
    emit(document.evidence, form, out)


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command()(evidence)
