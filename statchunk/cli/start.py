"""The entry point: what takes long to start is started before the program itself is imported."""

import signal
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

COMMANDS = (
    "demo",
    "index",
    "search",
    "info",
    "evidence",
    "observations",
    "questions",
    "chunk",
    "inspect",
    "audit",
    "verify",
    "evaluate",
    "compare",
    "export",
    "schema",
)
"""In the order of the help; each is registered by the module of its name."""
_SWITCHES = ("--quiet", "-q", "--verbose", "-v")
"""What may stand before a command without asking for anything else."""
_INTO = ("--into", "--store")
_WITHOUT = ("--help", "-h", "--scheduler", "--remove", "--repair", "--watch")
"""Options of `index` with which files are not read by workers of its own, or not at once."""


def named_command(arguments: Sequence[str]) -> str | None:
    """The command that the arguments name; None where they name none, or ask what there is."""
    first = next((argument for argument in arguments if argument not in _SWITCHES), "")
    return first if first in COMMANDS else None


def reads_at_once(arguments: Sequence[str]) -> bool:
    """Whether the command is to make a new index, so that workers will be needed whatever the files are.

    Told from the arguments as they stand, so it may be wrong: workers begun in vain end with the process.
    """
    words = [part for argument in arguments for part in argument.split("=", 1)]
    if named_command(arguments) != "index" or any(option in words for option in _WITHOUT):
        return False
    values = dict(pairwise(words))
    into = next((values[option] for option in _INTO if option in values), None)
    processes = values.get("--workers", values.get("-w"))
    if into is None or "://" in into or processes == "0":
        return False
    try:
        return not Path(into).exists()
    except OSError:  # no name that can be, as is said later
        return False


def main() -> None:
    """Run the program."""
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # asked to end, it ends as after Ctrl-C
    if reads_at_once(sys.argv[1:]):
        from statchunk.processes import begin_ahead

        begin_ahead()
    from statchunk.cli.main import main as run

    run()
