"""`statchunk compare`: strategies side by side."""

from pathlib import Path
from typing import Annotated

import typer

from statchunk.cli.console import remark, tracked
from statchunk.cli.options import ModelOption, PasswordOption, ReaderName, ReaderOption, SettingsOption
from statchunk.cli.output import Format, emit, replacing
from statchunk.errors import ReaderError

USUAL = "structure,recursive:1000/150,page+recursive:2000/200,extracted+recursive:2000/200,words"

ReleasesArgument = Annotated[
    list[Path],
    typer.Argument(
        metavar="RELEASES", help="PDF files, and folders of them; JSON files of StatsChat.", show_default=False
    ),
]
QuestionsOption = Annotated[
    Path,
    typer.Option(
        "--questions",
        metavar="PATH",
        help="JSON Lines with id, question, answer and evidence; a BEIR folder; or a questions.toml of StatsChat.",
    ),
]
CellsOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--cells",
        metavar="JSONL",
        help="Cells checked by a person that chunks have to answer for; without it, those that statchunk reads.",
    ),
]
SearchOption = Annotated[
    str | None,
    typer.Option(
        "--search",
        metavar="MODE",
        help="facets, dense, lexical or hybrid, for all that name none; without it, facets for evidence and dense "
        "for plain text.",
    ),
]
OutOption = Annotated[Path | None, typer.Option("--out", "-o", metavar="JSON", help="Write all figures to a file.")]
ReportOption = Annotated[
    Path | None, typer.Option("--report", metavar="HTML", help="Write one page with plots and the questions missed.")
]


def measure(
    releases: list[Path],
    questions: Path,
    strategies: list[str],
    search: str | None,
    cells: list[Path] | None,
    model: str | None,
    password: str | None,
    reader: ReaderName,
    settings: Path | None,
    out: Path | None,
    report: Path | None,
) -> None:
    """Read the releases once, measure every configuration, print and write what was asked for.

    Raises:
        ReaderError: if a release cannot be read: figures over fewer documents would be compared with others unnoticed.
    """
    from statchunk import pipeline
    from statchunk.cli.measured import show
    from statchunk.embedding import DEFAULT_MODEL, load_embedder  # costly to import, so only where needed
    from statchunk.evaluation.content import cells_of, read_cells
    from statchunk.evaluation.questions import load_questions
    from statchunk.evaluation.report import write_report
    from statchunk.evaluation.run import compare, parse_configuration
    from statchunk.export.statschat import read_publication
    from statchunk.indexing import find_releases
    from statchunk.settings import load_settings

    in_force = load_settings(settings)
    configurations = [parse_configuration(text, search) for text in strategies]
    asked = load_questions(questions)
    files = find_releases(releases)
    if not files:
        raise ReaderError(f"{', '.join(map(str, releases))}: no PDF here")
    documents = [
        read_publication(file)
        if file.suffix.lower() == ".json"
        else pipeline.document(file, password=password, reader=reader.value, settings=in_force)
        for file in tracked(files, "reading")
    ]
    checked = [cell for path in cells or () for cell in read_cells(path)] or cells_of(documents)
    embedder = load_embedder(model or DEFAULT_MODEL)
    measured = list(
        compare(
            configurations,
            documents,
            asked,
            checked,
            embedder,
            settings=in_force,
            password=password,
            track=tracked,
        )
    )
    answerable = sum(q.answer is not None for q in asked)
    remark(f"{len(documents)} releases, {len(asked)} questions ({answerable} can be answered), model {embedder.name}")
    show(measured)
    if out is not None:
        emit(measured, Format.json, out)
    if report is not None:
        with replacing(report) as path:
            write_report(path, measured, [str(file) for file in files], questions)


def compare(
    releases: ReleasesArgument,
    questions: QuestionsOption,
    strategies: Annotated[
        str,
        typer.Option(
            "--strategies",
            help="Separated by commas, each with its size and overlap, and its way of searching after @: "
            "structure, recursive:1000/150@hybrid. page+... cuts statchunk's reading of each page, extracted+... the "
            "text that pdfplumber prints.",
        ),
    ] = USUAL,
    search: SearchOption = None,
    cells: CellsOption = None,
    out: OutOption = None,
    report: ReportOption = None,
    model: ModelOption = None,
    password: PasswordOption = None,
    reader: ReaderOption = ReaderName.pdfium,
    settings: SettingsOption = None,
) -> None:
    """Measure strategies side by side on your own releases and questions: is the evidence found, and how far up?"""
    chosen = [part for part in strategies.split(",") if part.strip()]
    measure(releases, questions, chosen, search, cells, model, password, reader, settings, out, report)


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command()(compare)
