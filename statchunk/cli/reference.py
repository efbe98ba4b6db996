"""The command line reference, made from the program itself: `python -m statchunk.cli.reference docs/cli.md`."""

import sys
from enum import StrEnum
from pathlib import Path

import typer.main
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from statchunk.cli.main import program

INTRODUCTION = """# Command line

Made from the program by `make cli-docs`. Options of every command stand before its name: `statchunk -q index ...`.
"""


def _shown(argument: TyperArgument) -> str:
    name = argument.metavar or (argument.name or "").upper()
    return f"{name}..." if argument.nargs == -1 else name


def _usage(command: TyperCommand | TyperGroup, name: str) -> str:
    metavars = [_shown(p) for p in command.params if isinstance(p, TyperArgument)]
    after = ["COMMAND", "[ARGS]..."] if isinstance(command, TyperGroup) else metavars
    return " ".join([name, "[OPTIONS]", *after])


def _parameters(command: TyperCommand | TyperGroup) -> str:
    lines = []
    for parameter in command.params:
        if isinstance(parameter, TyperOption):
            names = ", ".join(f"`{option}`" for option in [*parameter.opts, *parameter.secondary_opts])
        elif isinstance(parameter, TyperArgument):
            names = f"`{_shown(parameter)}`"
        else:
            continue
        kind = parameter.type_descriptor.annotation
        choices = list(kind) if isinstance(kind, type) and issubclass(kind, StrEnum) else []
        listed = f" One of {', '.join(f'`{choice}`' for choice in choices)}." if choices else ""
        lines.append(f"- {names}: {parameter.help or ''}{listed}")
    return "\n".join(lines)


def reference() -> str:
    """The whole reference as Markdown."""
    root = typer.main.get_command(program())
    assert isinstance(root, TyperGroup)
    parts = [INTRODUCTION, f"```text\n{_usage(root, 'statchunk')}\n```\n", _parameters(root), f"\n{root.epilog}"]
    for name, command in root.commands.items():
        assert isinstance(command, TyperCommand)
        usage = _usage(command, f"statchunk {name}")
        parts.append(f"\n## {name}\n\n{command.help}\n\n```text\n{usage}\n```\n\n{_parameters(command)}")
    return "\n".join(parts) + "\n"


def main() -> None:
    """Write the reference to the file named as the only argument."""
    Path(sys.argv[1]).write_text(reference(), encoding="utf-8")


if __name__ == "__main__":
    main()
