"""`statchunk export`: chunks in the forms of other programs."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from statchunk.cli.console import remark, tracked
from statchunk.cli.options import ModelOption, PasswordOption, ReaderName, ReaderOption, SettingsOption
from statchunk.cli.output import Format, emit, filling
from statchunk.errors import SettingsError

if TYPE_CHECKING:
    from pydantic import BaseModel

    from statchunk.export.items import Item
    from statchunk.model.evidence import Document
    from statchunk.settings import Settings


class Form(StrEnum):
    """Forms to export to."""

    jsonl = "jsonl"
    parquet = "parquet"
    langchain = "langchain"
    llamaindex = "llamaindex"
    statschat = "statschat"
    faiss = "faiss"


def export(
    sources: Annotated[
        list[Path], typer.Argument(metavar="SOURCES", help="An index, or PDF files and folders.", show_default=False)
    ],
    to: Annotated[
        Form,
        typer.Option(
            "--to",
            help="jsonl and parquet: chunks; langchain and llamaindex: their documents and nodes, JSON Lines; "
            "statschat: a folder of its JSON; faiss: a folder for LangChain's FAISS.load_local.",
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="PATH", help="The file or folder to write.")],
    url: Annotated[
        str, typer.Option("--url", help="Address of the releases; {name} stands for the file's name, else it is added.")
    ] = "",
    date: Annotated[
        str | None, typer.Option("--date", help="Release date (ISO 8601) for StatsChat where a release states none.")
    ] = None,
    strategy: Annotated[
        str | None, typer.Option("--strategy", help="How to cut PDF files; without it, as the settings say.")
    ] = None,
    model: ModelOption = None,
    password: PasswordOption = None,
    reader: ReaderOption = ReaderName.pdfium,
    settings: SettingsOption = None,
) -> None:
    """Hand chunks to LangChain, LlamaIndex, StatsChat, or anything that reads JSON Lines or Parquet."""
    from statchunk.settings import load_settings  # costly to import: help must not wait for it

    in_force = load_settings(settings)
    if strategy is not None:
        chunking = in_force.chunking.model_copy(update={"strategy": strategy})
        in_force = in_force.model_copy(update={"chunking": chunking})
    if to is Form.statschat:
        count = _statschat(_documents(sources, in_force, password, reader), in_force, out, url, date)
    else:
        items = _items(sources, in_force, password, reader, url)
        count = len(items)
        _write(items, to, out, model, sources)
    remark(f"{out}: {count} pieces")


def _write(items: Sequence["Item"], to: Form, out: Path, model: str | None, sources: Sequence[Path]) -> None:
    if to is Form.faiss:
        from statchunk.embedding import DEFAULT_MODEL, load_embedder
        from statchunk.export.statschat import write_faiss
        from statchunk.store.manifest import read_manifest

        name = model or (read_manifest(sources[0]).model if _is_index(sources) else DEFAULT_MODEL)
        with filling(out) as folder:
            write_faiss(items, load_embedder(name), folder)
        return
    made: Sequence[BaseModel]
    if to is Form.langchain:
        from statchunk.export.langchain import documents

        made = documents(items)
    elif to is Form.llamaindex:
        from statchunk.export.llama_index import nodes

        made = nodes(items)
    else:
        made = [item.chunk for item in items]
    emit(made, Format.parquet if to is Form.parquet else Format.jsonl, out)


def _is_index(sources: Sequence[Path]) -> bool:
    from statchunk.store.manifest import MANIFEST

    found = [(source / MANIFEST).exists() for source in sources]
    if any(found) and len(sources) > 1:
        raise SettingsError("name one index, or PDF files and folders")
    return any(found)


def _documents(
    sources: Sequence[Path], settings: "Settings", password: str | None, reader: ReaderName
) -> list["Document"]:
    from statchunk import pipeline
    from statchunk.indexing import find_releases
    from statchunk.store import Index

    if _is_index(sources):
        with Index.open(sources[0]) as index:
            return [index.document(row.document_id) for row in index.documents()]
    files = find_releases(sources)
    return [
        pipeline.document(file, password=password, reader=reader.value, settings=settings)
        for file in tracked(files, "reading")
    ]


def _items(
    sources: Sequence[Path], settings: "Settings", password: str | None, reader: ReaderName, url: str
) -> list["Item"]:
    from statchunk import pipeline
    from statchunk.export.items import items_in, items_of
    from statchunk.store import Index

    if _is_index(sources):
        with Index.open(sources[0]) as index:
            return list(items_in(index, url))
    documents = _documents(sources, settings, password, reader)
    return [item for d in documents for item in items_of(pipeline.chunk(d, settings, password=password), d.path, url)]


def _statschat(documents: Sequence["Document"], settings: "Settings", out: Path, url: str, date: str | None) -> int:
    from statchunk.export.statschat import publication, short_chunks, write_publication

    count = 0
    with filling(out) as folder:
        for document in documents:
            chunks = short_chunks(document, settings.chunking)
            write_publication(publication(document, chunks, url, date), folder)
            count += len(chunks)
    return count


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command()(export)
