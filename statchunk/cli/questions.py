"""`statchunk questions`: a first test set, drafted from a release."""

from typing import Annotated

import typer

from statchunk.cli.loading import understand
from statchunk.cli.options import FileArgument, OutOption, PasswordOption, ReaderName, ReaderOption, SettingsOption
from statchunk.cli.output import Format, emit


def questions(
    file: FileArgument,
    figures: Annotated[int, typer.Option("--figures", "-n", min=0, help="Questions on figures, at most.")] = 20,
    out: OutOption = None,
    password: PasswordOption = None,
    reader: ReaderOption = ReaderName.pdfium,
    settings: SettingsOption = None,
) -> None:
    """Draft questions on figures and definitions with their exact evidence, JSON Lines, to edit into a test set.

    `statchunk compare` and `statchunk evaluate` read the file.
    """
    from statchunk.evaluation.drafting import draft_questions

    document, _ = understand(file, password, reader, settings)
    emit(draft_questions(document, figures), Format.jsonl, out)


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command()(questions)
