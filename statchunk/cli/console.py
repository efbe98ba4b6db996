"""What the command line says beside its results: progress and remarks on standard error."""

import errno
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress

T = TypeVar("T")

CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Characters that steer a terminal or turn the direction of what follows, tabs left out."""


def printable(text: str) -> str:
    """The text without what steers a terminal: its control characters, but for line breaks, as U+FFFD."""
    return CONTROL.sub(lambda match: match[0] if match[0] == "\n" else "\ufffd", text)


class Verbosity:
    """How much is said: -1 quiet, 0 as usual, 1 with details. Set once by the main command."""

    level = 0


def remark(message: str, *, level: int = 0) -> None:
    """One line on standard error, unless the user asked for less."""
    if Verbosity.level >= level:
        say(message)


def say(message: str) -> None:
    """One line on standard error, whatever the user asked for; above the progress bar where one is shown."""
    print(printable(message), file=sys.stderr)


def warn(messages: Iterable[str]) -> None:
    """Warnings, one a line; silent with `-q`."""
    for message in messages:
        remark(f"warning: {message}")


@contextmanager
def onto_screen() -> Iterator[None]:
    """Errors of standard output under its name, as those of files are.

    Raises:
        OSError: if it cannot be written.
    """
    if sys.stdout is None:
        raise OSError(errno.EBADF, "closed", "standard output")
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as exc:
        if exc.filename is not None:
            raise
        raise OSError(exc.errno, exc.strerror, "standard output") from exc


@contextmanager
def _bar(label: str, total: int) -> "Iterator[Progress]":
    from rich.console import Console
    from rich.progress import (  # costly to import, so only where a bar is shown
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    with Progress(*columns, console=console, transient=True) as progress:
        progress.add_task(label, total=total)
        yield progress


def tracked(items: Sequence[T], label: str) -> Iterator[T]:
    """The items, with a progress bar on a terminal and nothing elsewhere."""
    if not sys.stderr.isatty() or Verbosity.level < 0 or len(items) < 2:
        yield from items
        return
    with _bar(label, len(items)) as progress:
        for item in items:
            yield item
            progress.advance(progress.task_ids[0])
