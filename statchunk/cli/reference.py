"""The command line reference, made from the program itself: `python -m statchunk.cli.reference docs/cli.md`."""

import sys
from pathlib import Path

import click
import typer.main

from statchunk.cli.main import app

INTRODUCTION = """# Command line

Made from the program by `make cli-docs`. Options of every command stand before its name: `statchunk -q index ...`.
"""


def _usage(command: click.Command, name: str) -> str:
    context = click.Context(command, info_name=name, max_content_width=100, terminal_width=100)
    formatter = click.HelpFormatter(width=100)
    click.Command.format_usage(command, context, formatter)
    return formatter.getvalue().strip()


def _options(command: click.Command, name: str) -> str:
    context = click.Context(command, info_name=name)
    lines = []
    for parameter in command.get_params(context):
        if isinstance(parameter, click.Option):
            names = ", ".join(f"`{option}`" for option in [*parameter.opts, *parameter.secondary_opts])
            text = parameter.help or ""
        else:
            names, text = f"`{parameter.make_metavar(context)}`", getattr(parameter, "help", None) or ""
        choices = getattr(parameter.type, "choices", ())
        listed = f" One of {', '.join(f'`{choice}`' for choice in choices)}." if choices else ""
        lines.append(f"- {names}: {text}{listed}")
    return "\n".join(lines)


def reference() -> str:
    """The whole reference as Markdown."""
    root = typer.main.get_command(app)
    assert isinstance(root, click.Group)
    parts = [
        INTRODUCTION,
        f"```text\n{_usage(root, 'statchunk')}\n```\n",
        _options(root, "statchunk"),
        f"\n{root.epilog}\n",
    ]
    for name, command in root.commands.items():
        full = f"statchunk {name}"
        parts.append(
            f"\n## {name}\n\n{command.help}\n\n```text\n{_usage(command, full)}\n```\n\n{_options(command, full)}\n"
        )
    return "\n".join(parts).replace("\n\n\n", "\n\n")


def main() -> None:
    """Write the reference to the file named as the only argument."""
    Path(sys.argv[1]).write_text(reference(), encoding="utf-8")


if __name__ == "__main__":
    main()
