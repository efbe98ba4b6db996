"""`statchunk index`: releases into an index."""

from pathlib import Path
from typing import Annotated

import typer
from pydantic import BaseModel, ConfigDict

from statchunk.cli.console import remark, tracked
from statchunk.cli.options import (
    STRATEGY_HELP,
    ModelOption,
    PasswordOption,
    ReaderName,
    ReaderOption,
    SettingsOption,
)
from statchunk.cli.output import write_text
from statchunk.errors import SettingsError
from statchunk.settings import load_settings

EXIT_SOME_FAILED = 3


class _FileReport(BaseModel):
    """A file that failed, or that was read with warnings."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: str
    reasons: tuple[str, ...]


class _Report(BaseModel):
    """What `--report` writes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    index: str
    added: int
    replaced: int
    unchanged: int
    removed: int
    documents: int
    """In the index afterwards."""
    chunks: int
    """In the index afterwards."""
    failed: tuple[_FileReport, ...]
    warned: tuple[_FileReport, ...]


def index(
    into: Annotated[Path, typer.Option("--into", metavar="INDEX", help="The index, a directory; made if absent.")],
    releases: Annotated[
        list[Path] | None, typer.Argument(metavar="RELEASES...", help="PDF files, and folders of them.")
    ] = None,
    remove: Annotated[
        list[str] | None, typer.Option("--remove", metavar="FILE", help="Take a file out, by path or document id.")
    ] = None,
    strategy: Annotated[str | None, typer.Option("--strategy", help=STRATEGY_HELP)] = None,
    model: ModelOption = None,
    password: PasswordOption = None,
    reader: ReaderOption = ReaderName.pdfium,
    settings: SettingsOption = None,
    processes: Annotated[
        int,
        typer.Option(
            "--workers",
            "-w",
            min=0,
            help="Processes that read files; a crash or a hang costs one file. 0 reads them in this one.",
        ),
    ] = 1,
    report: Annotated[
        Path | None,
        typer.Option("--report", metavar="JSON", help="Write what was done, and each failure and warning, to a file."),
    ] = None,
) -> None:
    """Index releases: new files are added, changed ones replaced, unchanged ones cost nothing.

    Ends with exit code 3 where some files failed; each is named with the reason, and the rest is indexed. After an
    interruption (Ctrl-C) what was finished stays, and the same command does what is left.
    """
    from statchunk.embedding import DEFAULT_MODEL, load_embedder  # costly to import, so only where needed
    from statchunk.indexing import find_releases, index_files
    from statchunk.store.manifest import MANIFEST, read_manifest

    if not releases and not remove:
        raise SettingsError("nothing to do: name releases to index, or --remove a file")
    in_force = load_settings(settings)
    if strategy is not None:
        chunking = in_force.chunking.model_copy(update={"strategy": strategy})
        in_force = in_force.model_copy(update={"chunking": chunking})
    files = find_releases(releases or [])
    own_model = read_manifest(into).model if (into / MANIFEST).exists() else DEFAULT_MODEL
    embedder = load_embedder(model or own_model)
    warned: list[_FileReport] = []

    def warn(file: Path, warnings: tuple[str, ...]) -> None:
        warned.append(_FileReport(path=str(file), reasons=warnings))
        more = f" (and {len(warnings) - 1} more: --report names them)" if len(warnings) > 1 else ""
        remark(f"warning: {file}: {warnings[0]}{more}")

    done = index_files(
        files,
        into,
        embedder,
        settings=in_force,
        password=password,
        reader=reader.value,
        remove=remove or (),
        processes=processes,
        track=tracked,
        warn=warn,
    )
    for path, reason in done.failed:
        remark(f"failed: {reason if path in reason else f'{path}: {reason}'}", level=-1)
    remark(
        f"{into}: {done.added} added, {done.replaced} replaced, {done.unchanged} unchanged, "
        f"{done.removed} removed, {len(done.failed)} failed; {done.documents} documents, {done.chunks} chunks"
    )
    if report is not None:
        counts = {name: getattr(done, name) for name in ("added", "replaced", "unchanged", "removed")}
        written = _Report(
            index=str(into),
            **counts,
            documents=done.documents,
            chunks=done.chunks,
            failed=tuple(_FileReport(path=path, reasons=(reason,)) for path, reason in done.failed),
            warned=tuple(warned),
        )
        write_text(written.model_dump_json(indent=2) + "\n", report)
    if done.failed:
        raise typer.Exit(EXIT_SOME_FAILED)


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command()(index)
