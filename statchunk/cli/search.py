"""`statchunk search`: questions to an index."""

import json
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from statchunk.cli.console import tracked
from statchunk.cli.options import OutOption, SettingsOption, StoreArgument
from statchunk.cli.output import Format, emit, write_text
from statchunk.errors import SettingsError
from statchunk.model.citation import CitationStyle


class _Question(NamedTuple):
    question: str
    id: str | None = None


def read_questions(path: Path) -> list[_Question]:
    """The questions of a JSON Lines file.

    Raises:
        SettingsError: naming the first line that is no question.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as exc:
        raise SettingsError(f"{path}: cannot be read: {exc.strerror}") from exc
    except UnicodeDecodeError as exc:
        raise SettingsError(f"{path}: cannot be read as UTF-8 text") from exc
    questions = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            question = _question(line)
            if question is None:
                raise SettingsError(f'{path}: line {number}: wanted an object like {{"id": "1", "question": "..."}}')
            questions.append(question)
    return questions


def _question(line: str) -> _Question | None:
    """The question on a line of a question file, None where there is none; other keys are passed over."""
    try:
        said = json.loads(line)
    except ValueError:
        return None
    match said:
        case {"question": str(question)} if question.strip() and isinstance(number := said.get("id"), str | None):
            return _Question(question, number)
    return None


def search(
    index: StoreArgument,
    question: Annotated[str | None, typer.Argument(metavar="QUESTION", help="In plain words.")] = None,
    questions: Annotated[
        Path | None, typer.Option("--questions", metavar="JSONL", help="Many questions: objects with id and question.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="Hits for a question.")] = 10,
    explain: Annotated[bool, typer.Option("--explain", help="Show what each score is made of.")] = False,
    parent: Annotated[
        bool, typer.Option("--parent", help="Show the whole table or section that each hit is a piece of.")
    ] = False,
    rerank: Annotated[
        str | None,
        typer.Option(
            "--rerank",
            metavar="MODULE:FUNCTION",
            help="A function of yours that scores texts against the question; it may change the order of the best.",
        ),
    ] = None,
    cite: Annotated[
        CitationStyle | None, typer.Option("--cite", help="Print citations of the hits in this style, nothing else.")
    ] = None,
    form: Annotated[
        Format | None, typer.Option("--format", "-f", help="Form of the output; without it, text for a person.")
    ] = None,
    out: OutOption = None,
    settings: SettingsOption = None,
) -> None:
    """Find the evidence that answers a question: the cells, a citation, the page and the place on it."""
    from statchunk.export.citations import cite_all, reference  # costly to import, so only where needed
    from statchunk.search import search as find
    from statchunk.search.parents import with_parent
    from statchunk.search.rerank import load_reranker
    from statchunk.settings import load_settings
    from statchunk.store.opening import open_store

    if (question is None) == (questions is None):
        raise SettingsError("give one QUESTION, or a file of them with --questions")
    if question is not None and not question.strip():
        raise SettingsError("the QUESTION is empty; ask in plain words")
    asked = read_questions(questions) if questions else [_Question(question=question or "")]
    in_force = load_settings(settings).search
    reranker = load_reranker(rerank) if rerank is not None else None
    with open_store(index) as opened:
        results = [find(opened, q.question, in_force, limit, q.id, reranker) for q in tracked(asked, "searching")]
        if parent:
            results = [r.model_copy(update={"hits": tuple(with_parent(opened, h) for h in r.hits)}) for r in results]
        documents = {row.document_id: row for row in opened.documents()}
    if cite is not None:
        found = [reference(hit, documents[hit.document_id]) for result in results for hit in result.hits]
        write_text(cite_all(found, cite), out)
    elif form is None and out is None:
        from statchunk.cli.answers import show  # costly to import, so only where printed for a person

        for result in results:
            show(result, explain=explain)
    else:
        emit(results, form or Format.jsonl, out, single=questions is None)


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command()(search)
