"""Arguments and options that several commands share."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from statchunk.cli.output import Format


class ReaderName(StrEnum):
    """Readers that can be chosen."""

    pdfium = "pdfium"
    pdfplumber = "pdfplumber"


class TableEngine(StrEnum):
    """Ways to read the grid of a table."""

    native = "native"
    camelot = "camelot"


class BackendName(StrEnum):
    """Ways to run the bundled embedding model."""

    fastest = "fastest"
    numpy = "numpy"
    onnx = "onnx"
    torch = "torch"


def _with_packages(backend: BackendName) -> BackendName:
    """The backend, whose packages are looked for before anything is said to be done with them."""
    if backend is BackendName.onnx:
        from statchunk.embedding.exported import require_packages  # costly to import: help must not wait for it

        require_packages()
    return backend


FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="The release, a PDF.", show_default=False)]
IndexArgument = Annotated[Path, typer.Argument(metavar="INDEX", help="The index, a directory.", show_default=False)]
StoreArgument = Annotated[
    str,
    typer.Argument(
        metavar="INDEX", help="The index, a directory or the URL of a PostgreSQL database.", show_default=False
    ),
]
PasswordOption = Annotated[
    str | None, typer.Option("--password", envvar="STATCHUNK_PASSWORD", help="Password of an encrypted file.")
]
ReaderOption = Annotated[ReaderName, typer.Option("--reader", help="Which reader takes the file apart.")]
TableEngineOption = Annotated[
    TableEngine | None,
    typer.Option(
        "--table-engine",
        help="Which engine reads the grids of tables: native (camelot only where it is in doubt), or camelot always.",
    ),
]
SettingsOption = Annotated[
    Path | None, typer.Option("--settings", metavar="TOML", help="A statchunk.toml with settings that differ.")
]
FormatOption = Annotated[Format, typer.Option("--format", "-f", help="Form of the output.")]
OutOption = Annotated[Path | None, typer.Option("--out", "-o", metavar="PATH", help="Write to a file, not the screen.")]
ModelOption = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="MODEL",
        help="Embedding model: a folder or a name known to sentence-transformers; without it the index's own, "
        "all-MiniLM-L6-v2 for a new one.",
    ),
]
BackendOption = Annotated[
    BackendName,
    typer.Option(
        "--backend",
        callback=_with_packages,
        help="What runs the bundled embedding model: numpy, torch, or onnx (needs statchunk[onnx]; exports the model "
        "once into the cache folder). fastest is onnx where that export is there already, else numpy. The vectors are "
        "the same.",
    ),
]
STRATEGY_HELP = (
    "How to cut: structure, mixed, semantic or llm; or plain text: words, sentences, paragraphs (size and overlap in "
    "tokens), fixed, recursive, page (in characters), page+recursive: recursive:1000/150; extracted, "
    "extracted+recursive: each page as pdfplumber prints it. Without it, as the settings say (structure)."
)
