"""`statchunk audit`: the proof that nothing is lost and nothing said twice."""

from typing import Annotated

import typer

from statchunk.cli.loading import read_release
from statchunk.cli.options import FileArgument, OutOption, PasswordOption, ReaderName, SettingsOption
from statchunk.cli.output import Format, emit

EXIT_AUDIT_FAILED = 1


def audit(
    file: FileArgument,
    second_reader: Annotated[
        bool, typer.Option("--second-reader/--one-reader", help="Read the file with both readers and compare.")
    ] = True,
    out: OutOption = None,
    password: PasswordOption = None,
    settings: SettingsOption = None,
) -> None:
    """Prove that each word of the text layer is in exactly one evidence object, and that both readers agree.

    Ends with exit code 1 where a word is lost or said twice, or a number differs.
    """
    from statchunk import pipeline  # costly to import: help must not wait for it

    release, in_force = read_release(file, password, ReaderName.pdfium, settings)
    document = pipeline.understand(release, in_force)
    second = None
    if second_reader:
        second = pipeline.read(file, password=password, reader="pdfplumber", settings=in_force)
    report = pipeline.audit(release, document, second)
    emit([report], Format.json, out, single=True)
    if not report.passed:
        raise typer.Exit(EXIT_AUDIT_FAILED)


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command()(audit)
