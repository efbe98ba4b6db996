"""The `statchunk` program: its commands, and errors turned into one line."""

import io
import logging
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from importlib import import_module
from inspect import getdoc
from types import TracebackType
from typing import Annotated

import typer

from statchunk.cli.command import Command
from statchunk.cli.console import Verbosity, onto_screen, say
from statchunk.cli.faults import told
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
        rich_markup_mode=None,  # rich takes "[...]" for markup and leaves it out
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(common)
    named = named_command(arguments)
    for name in COMMANDS if named is None else (named,):
        import_module(f"statchunk.cli.{name}").register(app)
    for command in app.registered_commands:
        command.cls = Command
        if command.callback is not None:
            command.short_help = _first_sentence(command.callback)
    return app


def _first_sentence(function: Callable[..., object]) -> str:
    """The first paragraph of the docstring on one line; the list of commands would cut it short by itself."""
    return " ".join((getdoc(function) or "").partition("\n\n")[0].split())


def _run(arguments: Sequence[str]) -> None:
    """Run the program; what is printed has arrived when this returns or raises."""
    try:
        program(arguments)()
    finally:
        if sys.stdout is not None:
            with onto_screen():
                pass  # which sends on what is still held


def main() -> None:
    """Run the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        _run(sys.argv[1:])
    except StatchunkError as exc:
        _fail(str(exc))
        sys.exit(EXIT_ERROR)
    except KeyboardInterrupt:
        say("interrupted")
        sys.exit(EXIT_INTERRUPTED)
    except BrokenPipeError:
        _drop_output()
        sys.exit(EXIT_ERROR)
    except OSError as exc:
        _drop_output()
        if Verbosity.level > 0:
            traceback.print_exception(exc)
        _fail(told(exc))
        sys.exit(EXIT_ERROR)


def _drop_output() -> None:
    """What could not be printed is not tried again at the end, which would print a fault of its own."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
