"""The `statchunk` program: its commands, and errors turned into one line."""

import os
import sys
from typing import Annotated

import typer

from statchunk.cli import (
    audit,
    chunk,
    compare,
    demo,
    evaluate,
    evidence,
    export,
    index,
    info,
    inspect,
    observations,
    questions,
    schema,
    search,
    verify,
)
from statchunk.cli.console import Verbosity, console
from statchunk.errors import StatchunkError

EXIT_ERROR = 1
EXIT_INTERRUPTED = 130

app = typer.Typer(
    name="statchunk",
    help="Turn statistical releases into evidence that a person can cite.",
    epilog="Exit codes: 0 all went well, 1 an error (one line says what and what to do), 2 wrong usage, "
    "3 some files of several failed, 130 interrupted.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version  # slow, and nothing else needs it

        typer.echo(f"statchunk {version('statchunk')}")
        raise typer.Exit


@app.callback()
def common(
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no warnings.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Say more of what is done.")] = False,
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and end.")
    ] = False,
) -> None:
    """Options of every command; they stand before its name."""
    Verbosity.level = -1 if quiet else 1 if verbose else 0


for command in (
    demo,
    index,
    search,
    info,
    evidence,
    observations,
    questions,
    chunk,
    inspect,
    audit,
    verify,
    evaluate,
    compare,
    export,
    schema,
):
    command.register(app)


def main() -> None:
    """Run the program; the entry point."""
    try:
        app()
    except StatchunkError as exc:
        console.print(f"error: {exc}", markup=False)
        sys.exit(EXIT_ERROR)
    except KeyboardInterrupt:
        console.print("interrupted")
        sys.exit(EXIT_INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(EXIT_ERROR)
