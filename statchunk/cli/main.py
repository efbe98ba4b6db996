"""The `statchunk` program: its commands, and errors turned into one line."""

import io
import logging
import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from types import TracebackType
from typing import Annotated

import typer

from statchunk.cli.console import Verbosity, say
from statchunk.cli.start import COMMANDS, named_command
from statchunk.errors import StatchunkError, describe_fault

EXIT_ERROR = 1
EXIT_INTERRUPTED = 130


def _print_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version  # slow, and nothing else needs it

        typer.echo(f"statchunk {version('statchunk')}")
        raise typer.Exit


def common(
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no warnings.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Say more of what is done.")] = False,
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and end.")
    ] = False,
) -> None:
    """Options of every command; they stand before its name."""
    Verbosity.level = -1 if quiet else 1 if verbose else 0
    logging.getLogger("pdfminer").setLevel(logging.WARNING if verbose else logging.CRITICAL)
    sys.excepthook = _report_fault  # here, since typer sets its own before it calls this


def _report_fault(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
    """One line for an error that nobody foresaw; with `-v` where it arose."""
    if Verbosity.level > 0:
        traceback.print_exception(error)
    _fail(f"an unforeseen error ({describe_fault(error)}); please report it with the file; -v tells more")


def _fail(message: str) -> None:
    say(f"error: {message}")


def program(arguments: Sequence[str] = ()) -> typer.Typer:
    """The program with the one command that the arguments name, since importing all takes a while; else with all."""
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
    app.callback()(common)
    named = named_command(arguments)
    for name in COMMANDS if named is None else (named,):
        import_module(f"statchunk.cli.{name}").register(app)
    return app


def main() -> None:
    """Run the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        program(sys.argv[1:])()
    except StatchunkError as exc:
        _fail(str(exc))
        sys.exit(EXIT_ERROR)
    except KeyboardInterrupt:
        say("interrupted")
        sys.exit(EXIT_INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(EXIT_ERROR)
