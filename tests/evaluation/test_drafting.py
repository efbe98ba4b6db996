import re

import pytest

from statchunk.evaluation.drafting import draft_questions
from statchunk.evaluation.questions import load_questions
from statchunk.evaluation.relevance import JudgedText, proves
from statchunk.model.evidence import Definition, Fact
from tests.chunking.documents import REGION, document, table


def test_questions_ask_for_figures_that_prove_them() -> None:
    evidence, observations = table()
    drafted = draft_questions(document(evidence, observations=observations), 6)
    assert len(drafted) == 6
    first = drafted[0]
    assert first.question == "What was “Index (2015=100) > 2025 Mar” of “All goods” in March 2025?"
    proof = first.evidence[0]
    line = f"{proof.row_path[-1]} | {proof.value_text}"
    assert proves(proof, JudgedText(line, [proof.page or 0], "release.pdf"))
    assert [q.id for q in drafted] == [f"release-{i}" for i in range(1, 7)]
    assert len({q.question for q in drafted}) == 6


def test_a_question_that_two_tables_answer_differently_names_its_table() -> None:
    evidence, observations = table()
    other = tuple(o.model_copy(update={"table_id": "u", "caption": "Table 2", "value_text": "7"}) for o in observations)
    drafted = draft_questions(document(evidence, observations=(*observations, *other)), 4)
    assert all(re.match("According to “Table [12]", q.question) for q in drafted)


def test_unsure_figures_are_not_asked_for() -> None:
    evidence, observations = table()
    unsure = tuple(o.model_copy(update={"confidence": 0.5}) for o in observations)
    assert draft_questions(document(evidence, observations=unsure), 4) == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [("en", "What does “Rent” mean?"), ("fr", "Que signifie « Rent » ?"), ("xx", "What does “Rent” mean?")],
)
def test_definitions_are_asked_for_in_the_language_of_the_release(code: str, expected: str) -> None:
    definition = Definition(
        id="e",
        document_id="d",
        page=2,
        regions=(REGION,),
        text="Rent: what is paid.",
        term="Rent",
        definition="What is paid.",
    )
    made = document(definition)
    facts = made.facts.model_copy(update={"language": Fact(value=code, page=None, origin="page")})
    (question,) = draft_questions(made.model_copy(update={"facts": facts}))
    assert question.question == expected
    assert question.evidence[0].sentence == "What is paid."


def test_drafts_can_be_read_again(tmp_path_factory: pytest.TempPathFactory) -> None:
    evidence, observations = table()
    drafted = draft_questions(document(evidence, observations=observations), 5)
    path = tmp_path_factory.mktemp("drafts") / "questions.jsonl"
    path.write_text("".join(q.model_dump_json(by_alias=True) + "\n" for q in drafted), encoding="utf-8")
    assert load_questions(path) == drafted
