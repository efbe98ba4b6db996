"""`statchunk chunk`: a release cut into chunks."""

from typing import Annotated

import typer

from statchunk.cli.console import remark, warn
from statchunk.cli.loading import settings_for
from statchunk.cli.options import (
    STRATEGY_HELP,
    FileArgument,
    FormatOption,
    OutOption,
    PasswordOption,
    ReaderName,
    ReaderOption,
    SettingsOption,
    TableEngineOption,
)
from statchunk.cli.output import Format, emit


def chunk(
    file: FileArgument,
    strategy: Annotated[str | None, typer.Option("--strategy", help=STRATEGY_HELP)] = None,
    max_tokens: Annotated[
        int | None, typer.Option("--max-tokens", min=32, help="Budget of a chunk in tokens of the embedding model.")
    ] = None,
    form: FormatOption = Format.jsonl,
    out: OutOption = None,
    password: PasswordOption = None,
    reader: ReaderOption = ReaderName.pdfium,
    settings: SettingsOption = None,
    engine: TableEngineOption = None,
) -> None:
    """Cut a release into chunks, each citable alone and within the token budget."""
    from statchunk import pipeline  # costly to import: help must not wait for it

    in_force = settings_for(file, settings, engine)
    changes = {"strategy": strategy, "max_tokens": max_tokens}
    chunking = in_force.chunking.model_copy(update={key: value for key, value in changes.items() if value is not None})
    endpoint = None
    if chunking.strategy == "llm":
        from statchunk.chunking.endpoint import Endpoint

        endpoint = Endpoint(chunking.llm)
    chosen = in_force.model_copy(update={"chunking": chunking})
    chunks = pipeline.chunks_of(
        file, password=password, reader=reader.value, settings=chosen, endpoint=endpoint, warn=warn
    )
    emit(chunks, form, out)
    if endpoint is not None:
        remark(f"{chunking.llm.model}: {endpoint.usage}")


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command()(chunk)
