"""Question sets: JSON Lines, a BEIR folder, or StatsChat's questions.toml."""

import csv
import json
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlparse

import tomli
from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError, field_validator

from statchunk.errors import SettingsError


class Proof(BaseModel):
    """Something printed that proves an answer: a cell of a table, a sentence, or a passage as a whole."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    document: str | None = Field(default=None, validation_alias=AliasChoices("document", "doc"))
    """Name of its file; None where there is only one, or any will do."""
    page: int | None = None
    """From 1."""
    row_path: tuple[str, ...] = ()
    column_path: tuple[str, ...] = Field(
        default=(), validation_alias=AliasChoices("column_path", "col_path"), serialization_alias="col_path"
    )
    table: str | None = None
    """Label or caption of the table."""
    bbox: tuple[float, float, float, float] | None = None
    """Of the value's glyphs."""
    period: str | None = None
    value_text: str | None = None
    sentence: str | None = None
    passage: str | None = None
    """A text of which a chunk may hold a part, or the other way round."""
    keywords: tuple[str, ...] = ()
    """Words of which at least half must stand in a chunk."""

    @field_validator("document")
    @classmethod
    def _name_of_file(cls, path: str | None) -> str | None:
        return PurePosixPath(path).name if path else None


class Question(BaseModel):
    """A question with what proves its answer."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    question: str
    answer: str | None = None
    """None where the documents cannot tell."""
    kind: str = ""
    language: str = ""
    document: str | None = None
    evidence: tuple[Proof, ...] = ()
    also: tuple[Proof, ...] = ()
    """The same in other releases; proves it too."""

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """All that proves the answer."""
        return (*self.evidence, *self.also)


def load_questions(path: Path) -> list[Question]:
    """The questions of a file or folder, by its form.

    Args:
        path: a `.jsonl` file, a BEIR folder (corpus.jsonl, queries.jsonl, qrels/*.tsv), or a `.toml` of StatsChat.

    Raises:
        SettingsError: if it cannot be read, holds no question, or says an id twice.
    """
    try:
        if path.is_dir():
            found = list(_from_beir(path))
        elif path.suffix == ".toml":
            found = list(_from_statschat(path))
        else:
            found = list(_from_json_lines(path))
    except OSError as exc:
        raise SettingsError(f"{exc.filename}: cannot be read: {exc.strerror}") from exc
    except UnicodeDecodeError as exc:
        raise SettingsError(f"{path}: cannot be read as UTF-8 text") from exc
    if not found:
        raise SettingsError(f"{path}: holds no question")
    ids = [question.id for question in found]
    if len(set(ids)) < len(ids):
        raise SettingsError(f"{path}: the id {next(i for i in ids if ids.count(i) > 1)!r} stands twice")
    return found


def _rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            try:
                row = json.loads(line)
            except json.JSONDecodeError as exc:
                raise SettingsError(f"{path}: line {number}: not valid JSON") from exc
            if not isinstance(row, dict):
                raise SettingsError(f"{path}: line {number}: wanted an object")
            yield number, row


def _from_json_lines(path: Path) -> Iterator[Question]:
    for number, row in _rows(path):
        try:
            yield Question.model_validate({"id": str(number), **row})
        except ValidationError as exc:
            first = exc.errors()[0]
            where = ".".join(map(str, first["loc"]))
            raise SettingsError(f"{path}: line {number}: {where}: {first['msg']}") from exc


def _from_beir(folder: Path) -> Iterator[Question]:
    """Queries with the passages that the relevance judgements name; judgements of 0 are passed over."""
    corpus = {str(row.get("_id")): row for _, row in _rows(folder / "corpus.jsonl")}
    judged: dict[str, list[str]] = {}
    files = sorted((folder / "qrels").glob("*.tsv"))
    if not files:
        raise SettingsError(f"{folder}: no qrels/*.tsv")
    for file in files:
        with file.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines, delimiter="\t"):
                if int(float(row["score"])) > 0:
                    judged.setdefault(row["query-id"], []).append(row["corpus-id"])
    for _, row in _rows(folder / "queries.jsonl"):
        query = str(row.get("_id"))
        if query in judged:
            passages = [corpus[i] for i in judged[query] if i in corpus]
            proofs = tuple(Proof(passage=str(p["text"])) for p in passages)
            yield Question(id=query, question=str(row["text"]), answer="", evidence=proofs)


def _from_statschat(path: Path) -> Iterator[Question]:
    """A table a question; the expected answer proves it, else its keywords."""
    try:
        tables: Mapping[str, Any] = tomli.loads(path.read_text(encoding="utf-8"))
    except tomli.TOMLDecodeError as exc:
        raise SettingsError(f"{path}: not valid TOML: {exc}") from exc
    for number, (question, table) in enumerate(tables.items(), 1):
        if not isinstance(table, dict):
            raise SettingsError(f"{path}: {question!r} is no table with the keys of a question")
        answerable = bool(table.get("should_answer", True))
        answer = str(table.get("expected_answer") or "")
        keywords = tuple(str(word) for word in table.get("expected_keywords", ()) if word)
        proof = Proof(document=_file_name(table.get("expected_url")), sentence=answer or None, keywords=keywords)
        yield Question(
            id=str(number), question=question, answer=answer if answerable else None, evidence=(proof,) * answerable
        )


def _file_name(url: object) -> str | None:
    """The file that an address leads to, where it names a PDF."""
    name = PurePosixPath(urlparse(url).path).name if isinstance(url, str) else ""
    return name if name.lower().endswith(".pdf") else None
