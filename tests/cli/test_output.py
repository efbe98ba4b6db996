import csv
import io
import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from pydantic import BaseModel

from statchunk.cli.output import Format, emit


class Row(BaseModel):
    page: int
    path: tuple[str, ...]
    text: str | None


ROWS = [
    Row(page=1, path=("a", "b"), text="=1+1"),
    Row(page=2, path=(), text="−9.3"),
    Row(page=3, path=("c",), text=None),
]


def written(tmp_path: Path, form: Format, *, single: bool = False) -> str:
    out = tmp_path / "out"
    emit(ROWS[:1] if single else ROWS, form, out, single=single)
    return out.read_text(encoding="utf-8")


def test_json_lines_give_one_object_a_line(tmp_path: Path) -> None:
    lines = written(tmp_path, Format.jsonl).splitlines()
    assert [json.loads(line)["page"] for line in lines] == [1, 2, 3]
    assert json.loads(lines[0])["path"] == ["a", "b"]


def test_json_of_one_object_is_no_list(tmp_path: Path) -> None:
    assert json.loads(written(tmp_path, Format.json, single=True))["page"] == 1


@pytest.mark.parametrize("rows", [[], ROWS[:1], [*ROWS, Row(page=4, path=("a\nb",), text='line\n"two"')]])
def test_a_list_is_printed_as_the_encoder_prints_it(tmp_path: Path, rows: list[Row]) -> None:
    out = tmp_path / "out"
    emit(rows, Format.json, out)
    whole = json.dumps([row.model_dump(mode="json") for row in rows], ensure_ascii=False, indent=2)
    assert f"{whole}\n" == out.read_text(encoding="utf-8")


def test_csv_joins_paths_and_defuses_formulas_but_not_negative_numbers(tmp_path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(written(tmp_path, Format.csv))))
    assert rows[0] == {"page": "1", "path": "a > b", "text": "'=1+1"}
    assert rows[1]["text"] == "−9.3"


@pytest.mark.parametrize("text", ["-1.5", "−1", "+3.2%", "1 000"])
def test_numbers_are_no_formulas(tmp_path: Path, text: str) -> None:
    out = tmp_path / "out.csv"
    emit([Row(page=1, path=(), text=text)], Format.csv, out)
    assert next(csv.DictReader(io.StringIO(out.read_text(encoding="utf-8"))))["text"] == text


@pytest.mark.parametrize("text", ["@SUM(A1)", "-2+3+cmd|' /C calc'!A0", "=HYPERLINK(1)", "\tx"])
def test_formulas_are_defused(tmp_path: Path, text: str) -> None:
    out = tmp_path / "out.csv"
    emit([Row(page=1, path=(), text=text)], Format.csv, out)
    assert next(csv.DictReader(io.StringIO(out.read_text(encoding="utf-8"))))["text"] == "'" + text


def test_parquet_keeps_types(tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    emit(ROWS, Format.parquet, out)
    table = pq.read_table(out).to_pydict()
    assert table["page"] == [1, 2, 3]
    assert table["text"] == ["=1+1", "−9.3", None]


def test_markdown_escapes_what_would_be_markup(tmp_path: Path) -> None:
    out = tmp_path / "out.md"
    emit([Row(page=1, path=(), text="a|b <script> *c*")], Format.markdown, out)
    assert r"a\|b \<script\> \*c\*" in out.read_text(encoding="utf-8")
