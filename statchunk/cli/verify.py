"""`statchunk verify`: does every cited value still stand in its file?"""

import typer

from statchunk.cli.console import remark, tracked
from statchunk.cli.options import IndexArgument, OutOption, PasswordOption, SettingsOption
from statchunk.cli.output import Format, emit

EXIT_NOT_VERIFIED = 1
_SHOWN = 5
"""Values named of each file; all stand in the output of --out."""


def verify(
    index: IndexArgument,
    out: OutOption = None,
    password: PasswordOption = None,
    settings: SettingsOption = None,
) -> None:
    """Read each cited box in the stored files again and check that its value still stands there.

    Ends with exit code 1 where a file has changed or vanished, or a value does not stand in its place.
    """
    from statchunk.settings import load_settings  # costly to import: help must not wait for it
    from statchunk.store import Index
    from statchunk.verification import verify as check

    with Index.open(index) as opened:
        opened.verify()
        results = list(check(opened, load_settings(settings), password, track=tracked))
    for result in results:
        if result.passed:
            remark(f"{result.path}: {result.values} values stand where they are cited", level=1)
            continue
        lost = f"{len(result.missing)} of {result.values} values are not in their place" if result.missing else ""
        remark(f"{result.path}: {'; '.join(part for part in (result.state, result.reason, lost) if part)}", level=-1)
        for value in result.missing[:_SHOWN]:
            box = ", ".join(f"{edge:.0f}" for edge in value.bbox)
            there = f"{value.found!r} stands" if value.found else "nothing stands"
            remark(f"  page {value.page}, box {box}: {value.value_text!r} is cited, {there} there", level=-1)
    counts = {state: sum(r.state == state for r in results) for state in ("changed", "vanished", "unreadable")}
    values = sum(result.values for result in results)
    missing = sum(len(result.missing) for result in results)
    remark(
        f"{len(results)} files, {values} values read again: {values - missing} in place, {missing} not; "
        + ", ".join(f"{count} {state}" for state, count in counts.items())
    )
    if out is not None:
        emit(results, Format.jsonl, out)
    if not all(result.passed for result in results):
        raise typer.Exit(EXIT_NOT_VERIFIED)


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command()(verify)
