"""What holds for every command: where `-q` and `-v` stand, and that no output takes the place of an input."""

from collections.abc import Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from typing import Any

from typer.core import TyperCommand

from statchunk.cli.faults import told
from statchunk.errors import SettingsError

_OUTPUTS = ("out", "report")
"""Parameters that name a file to write."""
_INTO_FOLDERS = ("schema", "export")
"""Commands whose output may be a folder."""
_PDF = b"%PDF"


class Command(TyperCommand):
    """A command of the program."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; an option of the program that stands after the command is told where it belongs."""
        own = {name for parameter in self.get_params(ctx) for name in parameter.opts}
        common = {name for parameter in ctx.parent.command.params for name in parameter.opts} - own
        for argument in takewhile(lambda argument: argument != "--", args):
            if argument in common:
                ctx.fail(f"{argument} stands before the command: statchunk {argument} {ctx.info_name} ...")
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command, unless it would write over what it reads."""
        _check_outputs(ctx.params, folder=ctx.info_name in _INTO_FOLDERS)
        return super().invoke(ctx)


def _check_outputs(parameters: Mapping[str, Any], folder: bool) -> None:
    """Before any work is done, see that an output is neither an input nor a PDF.

    Raises:
        SettingsError: naming the file and the option.
    """
    inputs = [path for name, value in parameters.items() if name not in _OUTPUTS for path in _paths(value)]
    for name in _OUTPUTS:
        for out in _paths(parameters.get(name)):
            if out.is_dir() and not folder:
                raise SettingsError(f"{out}: is a directory; name a file with --{name}")
            if not out.is_file():
                continue
            if any(path.is_file() and path.samefile(out) for path in inputs):
                raise SettingsError(f"{out}: is what is read, and would be lost; name another file with --{name}")
            if _is_pdf(out):
                raise SettingsError(f"{out}: is a PDF, which nothing is written over; name another file with --{name}")


def _paths(value: object) -> Iterator[Path]:
    for item in value if isinstance(value, list | tuple) else (value,):
        if isinstance(item, Path) or (isinstance(item, str) and item is not value):
            yield Path(item)


def _is_pdf(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_PDF)) == _PDF
    except OSError as exc:
        raise SettingsError(told(exc)) from exc
