from pathlib import Path

import pytest

from statchunk.errors import SettingsError
from statchunk.evaluation.questions import load_questions


def test_json_lines_are_read_with_either_spelling_of_column_path(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text(
        '{"id": "a", "question": "What?", "answer": "1", "evidence": [{"page": 2, "row_path": ["Food"], '
        '"col_path": ["Index"], "value_text": "1"}]}\n\n{"question": "Who?", "answer": null, "evidence": []}\n',
        encoding="utf-8",
    )
    first, second = load_questions(path)
    assert first.evidence[0].column_path == ("Index",)
    assert (second.id, second.answer, second.proofs) == ("3", None, ())


@pytest.mark.parametrize(
    ("text", "message"),
    [("", "no question"), ("{\n", "line 1: not valid JSON"), ('{"id": "a"}\n', "question"), ("[1]\n", "an object")],
)
def test_what_is_wrong_is_said(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=message):
        load_questions(path)


def test_an_id_said_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text('{"id": "a", "question": "x"}\n{"id": "a", "question": "y"}\n', encoding="utf-8")
    with pytest.raises(SettingsError, match="twice"):
        load_questions(path)


def test_a_beir_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "qrels").mkdir()
    (tmp_path / "corpus.jsonl").write_text('{"_id": "d1", "title": "", "text": "Prices rose."}\n', encoding="utf-8")
    (tmp_path / "queries.jsonl").write_text(
        '{"_id": "q1", "text": "Did prices rise?"}\n{"_id": "q2", "text": "Unjudged"}\n', encoding="utf-8"
    )
    (tmp_path / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq1\td1\t1\nq2\td1\t0\n", encoding="utf-8")
    (question,) = load_questions(tmp_path)
    assert (question.id, question.question) == ("q1", "Did prices rise?")
    assert question.evidence[0].passage == "Prices rose."


def test_questions_of_statschat_are_read(tmp_path: Path) -> None:
    path = tmp_path / "questions.toml"
    path.write_text(
        '["what is inflation?"]\nshould_answer = true\nexpected_keywords = ["inflation", "prices"]\n'
        'expected_answer = "4.1%"\nexpected_url = "https://example.org/files/cpi.pdf#page=2"\n'
        '["who should I vote for?"]\nshould_answer = false\nexpected_keywords = [""]\nexpected_answer = "NA"\n'
        "expected_url = false\n",
        encoding="utf-8",
    )
    first, second = load_questions(path)
    assert first.evidence[0].sentence == "4.1%"
    assert first.evidence[0].document == "cpi.pdf"
    assert (second.answer, second.evidence) == (None, ())


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"nowhere\.jsonl"):
        load_questions(tmp_path / "nowhere.jsonl")
