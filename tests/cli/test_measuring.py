import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from statchunk.cli.main import program
from statchunk.errors import MissingExtraError, ReaderError, SettingsError
from tests.conftest import DrawRelease

QUESTION = "What was annual consumer price inflation in Norvale in March 2026?"
run = CliRunner()


@pytest.fixture
def release(draw_release: DrawRelease) -> Path:
    return draw_release("norvale_labour_factsheet_2026-Q1")[0]


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "questions.jsonl"
    evidence = [{"page": 1, "sentence": "Job vacancies"}]
    rows = [
        {"id": "1", "question": "How many job vacancies were there?", "answer": "yes", "evidence": evidence},
        {"id": "2", "question": "How many moons has Jupiter?", "answer": None, "evidence": []},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def invoke(*arguments: str | Path) -> str:
    result = run.invoke(program(), [str(argument) for argument in arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_compare_prints_figures_and_writes_json_and_a_report(release: Path, questions: Path, tmp_path: Path) -> None:
    out, report = tmp_path / "figures.json", tmp_path / "report.html"
    shown = invoke(
        "compare", release, "--questions", questions, "--model", "fake", "--strategies", "structure,words@hybrid",
        "--out", out, "--report", report,
    )  # fmt: skip
    assert "recall@1" in shown and "structure" in shown and "hybrid" in shown
    measured = json.loads(out.read_text(encoding="utf-8"))
    assert [m["strategy"] for m in measured] == ["structure", "words"]
    assert [q["id"] for q in measured[0]["questions"]] == ["1", "2"]
    assert report.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_evaluate_measures_one_strategy_on_json_of_statschat(release: Path, questions: Path, tmp_path: Path) -> None:
    invoke("export", release, "--to", "statschat", "--out", tmp_path / "json", "--date", "2026-05-01")
    (made,) = (tmp_path / "json").iterdir()
    out = tmp_path / "figures.json"
    invoke("evaluate", made, "--questions", questions, "--model", "fake", "--strategy", "page", "--out", out)
    (measured,) = json.loads(out.read_text(encoding="utf-8"))
    assert measured["ranking"]["recall_at_5"]["value"] == 1.0


def test_a_folder_without_releases_is_said(questions: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(ReaderError, match="no PDF"):
        invoke("compare", tmp_path / "empty", "--questions", questions)


def test_a_missing_metric_library_names_the_command(
    release: Path, questions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ir_measures", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'statchunk\[evaluation\]'"):
        invoke("evaluate", release, "--questions", questions, "--model", "fake")


def test_a_missing_splitter_names_the_command(release: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "langchain_text_splitters", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'statchunk\[splitters\]'"):
        invoke("chunk", release, "--strategy", "recursive")


def test_chunks_are_cut_as_asked(release: Path) -> None:
    lines = [json.loads(line) for line in invoke("chunk", release, "--strategy", "page").splitlines() if line[0] == "{"]
    assert [line["regions"][0]["page"] for line in lines] == [1]


def test_questions_are_drafted_as_json_lines(draw_release: DrawRelease) -> None:
    release, _ = draw_release("norvale_cpi_2026-03")
    rows = [json.loads(line) for line in invoke("-q", "questions", release, "-n", "3").splitlines()]
    assert len([row for row in rows if row["kind"] == "figure"]) == 3
    assert {"id", "question", "answer", "evidence"} <= rows[0].keys()
    assert {"page", "row_path", "col_path", "period", "value_text"} <= rows[0]["evidence"][0].keys()


def test_an_index_is_cited_verified_and_exported(draw_release: DrawRelease, tmp_path: Path) -> None:
    release, _ = draw_release("norvale_cpi_2026-03")
    index = tmp_path / "index"
    invoke("index", release, "--into", index, "--model", "fake")
    cited = invoke("search", index, QUESTION, "-n", "1", "--cite", "csl-json")
    assert json.loads(cited)[0]["publisher"] == "Statistics Norvale"
    whole = json.loads(invoke("search", index, QUESTION, "-n", "1", "--parent", "--format", "json"))
    assert "Mar" in whole["hits"][0]["parent"]
    invoke("verify", index, "--out", tmp_path / "verified.jsonl")
    assert json.loads((tmp_path / "verified.jsonl").read_text(encoding="utf-8"))["missing"] == []
    for form in ("jsonl", "parquet", "langchain", "llamaindex", "statschat", "faiss"):
        invoke("export", index, "--to", form, "--out", tmp_path / form)
        assert (tmp_path / form).exists()
    with pytest.raises(SettingsError, match="one index"):
        invoke("export", index, release, "--to", "jsonl", "--out", tmp_path / "x")


def test_verify_fails_where_a_file_has_gone(draw_release: DrawRelease, tmp_path: Path) -> None:
    copy = tmp_path / "gone.pdf"
    copy.write_bytes(draw_release("norvale_labour_factsheet_2026-Q1")[0].read_bytes())
    invoke("index", copy, "--into", tmp_path / "index", "--model", "fake")
    copy.unlink()
    result = run.invoke(program(), ["verify", str(tmp_path / "index")])
    assert result.exit_code == 1
