"""`statchunk index`: releases into an index."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from statchunk.cli.console import remark, tracked
from statchunk.cli.options import (
    STRATEGY_HELP,
    BackendName,
    BackendOption,
    ModelOption,
    PasswordOption,
    ReaderName,
    ReaderOption,
    SettingsOption,
)
from statchunk.cli.output import write_text
from statchunk.errors import SettingsError

EXIT_SOME_FAILED = 3
_WITHOUT_END = -1.0  # seconds to wait for the lock


def index(
    into: Annotated[
        str,
        typer.Option(
            "--into",
            "--store",
            metavar="INDEX",
            help="The index, a directory, or a PostgreSQL database with pgvector: postgresql://host/name (needs "
            "statchunk[postgresql]); made if absent.",
        ),
    ],
    releases: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RELEASES", help="PDF files, and folders of them; with --scheduler URIs too: s3://bucket/folder."
        ),
    ] = None,
    remove: Annotated[
        list[str] | None, typer.Option("--remove", metavar="FILE", help="Take a file out, by path or document id.")
    ] = None,
    strategy: Annotated[str | None, typer.Option("--strategy", help=STRATEGY_HELP)] = None,
    model: ModelOption = None,
    backend: BackendOption = BackendName.fastest,
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
    repair: Annotated[
        bool,
        typer.Option(
            "--repair",
            help="First make a damaged index whole: from what is left of it, and from the files where rows are lost. "
            "Upgrades an index of an older version.",
        ),
    ] = False,
    watch: Annotated[
        list[Path] | None,
        typer.Option("--watch", metavar="FOLDER", help="Index what comes into a folder, until Ctrl-C."),
    ] = None,
    every: Annotated[
        float, typer.Option("--every", min=0.1, metavar="SECONDS", help="Between two looks into watched folders.")
    ] = 10.0,
    wait: Annotated[
        float, typer.Option("--wait", min=0, metavar="SECONDS", help="For another process that writes to the index.")
    ] = 0.0,
    scheduler: Annotated[
        str | None,
        typer.Option(
            "--scheduler",
            metavar="ADDRESS",
            help="Let the workers of a Dask cluster read the files: tcp://host:8786. Needs statchunk[distributed].",
        ),
    ] = None,
    parts: Annotated[
        str | None,
        typer.Option(
            "--parts",
            metavar="FOLDER|URI",
            help="Where the workers of a cluster put what they made of each file; every machine must see it. Without "
            "it, INDEX.parts.",
        ),
    ] = None,
) -> None:
    """Index releases: new files are added, changed ones replaced, unchanged ones cost nothing.

    Ends with exit code 3 where some files failed; each is named with the reason, and the rest is indexed. After an
    interruption (Ctrl-C) what was finished stays, and the same command does what is left: it can be run by cron.
    """
    from statchunk.cli.tally import Tally
    from statchunk.embedding import DEFAULT_MODEL, load_embedder  # costly to import, so only where needed
    from statchunk.embedding.exported import export_path
    from statchunk.indexing import find_releases, index_files, repair_index
    from statchunk.settings import load_settings
    from statchunk.store.address import is_database
    from statchunk.store.opening import made_with
    from statchunk.watching import settled

    if not releases and not remove and not repair and not watch:
        raise SettingsError("nothing to do: name releases to index, or --remove a file, or --watch a folder")
    if report is not None:
        if not report.absolute().parent.is_dir():
            raise SettingsError(f"{report}: there is no such folder for the report; make it first")
        if Path(into).absolute() in report.absolute().parents:
            raise SettingsError(f"{report}: is inside the index; write the report beside it")
    in_force = load_settings(settings)
    if strategy is not None:
        chunking = in_force.chunking.model_copy(update={"strategy": strategy})
        in_force = in_force.model_copy(update={"chunking": chunking})
    store = in_force.store.model_copy(update={"lock_seconds": _WITHOUT_END if watch else wait})
    in_force = in_force.model_copy(update={"store": store})
    if scheduler is not None and watch:
        raise SettingsError("--watch looks into folders from this machine only: leave --scheduler out")
    if is_database(into) and repair:
        raise SettingsError("--repair is for a directory: a database mends itself")
    if is_database(into) and scheduler is not None and parts is None:
        raise SettingsError("--scheduler with a database: say with --parts where the workers put what they made")
    files = find_releases([Path(release) for release in releases or []]) if scheduler is None else []
    old, own_model = made_with(into)
    name = model or own_model or DEFAULT_MODEL
    if name == DEFAULT_MODEL and backend is BackendName.onnx and not export_path().exists():
        remark(f"exporting the embedding model for onnxruntime, this once: {export_path()}")
    embedder = load_embedder(name, backend.value)
    tally = Tally(into)
    if repair or old:
        found, read_again = repair_index(
            Path(into), embedder, settings=in_force, password=password, reader=reader.value, warn=tally.warn
        )
        tally.mended(found, read_again)

    def update(some: Sequence[Path], gone: Sequence[str] = ()) -> None:
        done = index_files(
            some,
            into,
            embedder,
            settings=in_force,
            password=password,
            reader=reader.value,
            remove=gone,
            processes=processes,
            track=tracked,
            warn=tally.warn,
        )
        tally.count(done, some)

    if scheduler is not None and releases:
        from statchunk.distributed import find_sources, index_on_cluster

        sources = find_sources(releases)
        done = index_on_cluster(
            sources,
            into,
            embedder,
            scheduler=scheduler,
            parts=parts or f"{into}.parts",
            settings=in_force,
            password=password,
            reader=reader.value,
            track=tracked,
            warn=tally.warn,
        )
        tally.count(done, sources)
    if (releases and scheduler is None) or remove:
        try:
            update(files, remove or ())
        except KeyboardInterrupt:
            remark(f"interrupted: what was finished is in {into}; the same command does what is left")
            raise
    if watch:
        remark(f"watching {', '.join(map(str, watch))}; Ctrl-C ends it")
        try:
            for some in settled(watch, every):
                update(some)
        except KeyboardInterrupt:
            remark(f"no longer watching: {tally.said()}")
    if report is not None:
        write_text(tally.report().model_dump_json(indent=2) + "\n", report)
    if tally.failed:
        raise typer.Exit(EXIT_SOME_FAILED)


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command()(index)
