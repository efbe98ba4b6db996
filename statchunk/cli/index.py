"""`statchunk index`: releases into an index."""

from pathlib import Path
from typing import Annotated

import typer

from statchunk.cli.console import remark, tracked
from statchunk.cli.options import ModelOption, PasswordOption, ReaderName, ReaderOption, SettingsOption
from statchunk.errors import SettingsError
from statchunk.settings import load_settings

EXIT_SOME_FAILED = 3


def index(
    into: Annotated[Path, typer.Option("--into", metavar="INDEX", help="The index, a directory; made if absent.")],
    releases: Annotated[
        list[Path] | None, typer.Argument(metavar="RELEASES...", help="PDF files, and folders of them.")
    ] = None,
    remove: Annotated[
        list[str] | None, typer.Option("--remove", metavar="FILE", help="Take a file out, by path or document id.")
    ] = None,
    model: ModelOption = None,
    password: PasswordOption = None,
    reader: ReaderOption = ReaderName.pdfium,
    settings: SettingsOption = None,
) -> None:
    """Index releases: new files are added, changed ones replaced, unchanged ones cost nothing.

    Ends with exit code 3 where some files failed; each is named with the reason, and the rest is indexed.
    """
    from statchunk.embedding import DEFAULT_MODEL, load_embedder  # costly to import, so only where needed
    from statchunk.indexing import find_releases, index_files
    from statchunk.store.manifest import MANIFEST, read_manifest

    if not releases and not remove:
        raise SettingsError("nothing to do: name releases to index, or --remove a file")
    in_force = load_settings(settings)
    files = find_releases(releases or [])
    own_model = read_manifest(into).model if (into / MANIFEST).exists() else DEFAULT_MODEL
    embedder = load_embedder(model or own_model)
    report = index_files(
        files,
        into,
        embedder,
        settings=in_force,
        password=password,
        reader=reader.value,
        remove=remove or (),
        track=tracked,
    )
    for failure in report.failed:
        remark(
            f"failed: {failure.reason if failure.path in failure.reason else f'{failure.path}: {failure.reason}'}",
            level=-1,
        )
    remark(
        f"{into}: {report.added} added, {report.replaced} replaced, {report.unchanged} unchanged, "
        f"{report.removed} removed, {len(report.failed)} failed; {report.documents} documents, {report.chunks} chunks"
    )
    if report.failed:
        raise typer.Exit(EXIT_SOME_FAILED)


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command()(index)
