from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from statchunk.chunking import chunk_document
from statchunk.errors import ModelError
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Evidence, Heading, Paragraph
from statchunk.settings import ChunkSettings
from tests.chunking.documents import REGION, WordCounter, document, table

FOOD = "Food prices rose again this month in all the shops of the country."
RENT = "Tenants paid higher rents for dwellings in the capital and the towns."


def by_subject(texts: Sequence[str], /) -> NDArray[np.float32]:
    """One axis for food, one for rents."""
    vectors = np.array([[text.count("Food") + 0.01, text.count("Tenants") + 0.01] for text in texts], dtype=np.float32)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)


def paragraph(text: str, number: int, section: tuple[str, ...] = ("Prices",)) -> Paragraph:
    return Paragraph(id=f"p{number}", document_id="d", page=1, regions=(REGION,), section=section, text=text)


def cut(strategy: str, *evidence: Evidence, tokens: int = 120) -> tuple[Chunk, ...]:
    settings = ChunkSettings(strategy=strategy, max_tokens=tokens, narrative_tokens=tokens, topic_tokens=20)
    made = document(*evidence, observations=table()[1])
    return chunk_document(made, settings, WordCounter(), by_subject)


@pytest.mark.parametrize("strategy", ["semantic", "mixed"])
def test_running_text_is_cut_where_the_topic_changes(strategy: str) -> None:
    text = " ".join([FOOD] * 3 + [RENT] * 3)
    first, second = cut(strategy, paragraph(text, 1))
    assert first.text.endswith(" ".join([FOOD] * 3)) and "Tenants" not in first.text
    assert second.text.endswith(" ".join([RENT] * 3)) and "Food" not in second.text


def test_one_topic_over_two_paragraphs_stays_together() -> None:
    (chunk,) = cut("mixed", paragraph(f"{FOOD} {FOOD}", 1), paragraph(FOOD, 2))
    assert chunk.evidence_ids == ("p1", "p2")
    assert chunk.text.endswith(f"{FOOD} {FOOD}\n{FOOD}")


def test_mixed_keeps_to_sections_and_semantic_does_not() -> None:
    heading = Heading(id="h", document_id="d", page=1, regions=(REGION,), section=("Rents",), text="More food", level=2)
    parts = (paragraph(f"{FOOD} {FOOD}", 1), heading, paragraph(f"{FOOD} {FOOD}", 2, ("Rents",)))
    assert [chunk.evidence_ids for chunk in cut("mixed", *parts)] == [("p1",), ("p2",)]
    assert [chunk.evidence_ids for chunk in cut("semantic", *parts)] == [("p1", "h", "p2")]


@pytest.mark.parametrize("strategy", ["semantic", "mixed"])
def test_tables_are_as_by_structure(strategy: str) -> None:
    evidence, _ = table()
    ours = [chunk.text for chunk in cut("structure", evidence)]
    assert [chunk.text for chunk in cut(strategy, evidence)] == ours


@pytest.mark.parametrize("strategy", ["semantic", "mixed"])
def test_no_word_is_lost_and_no_budget_broken(strategy: str) -> None:
    text = " ".join(f"{FOOD} {RENT}" if i % 3 else f"{RENT} {RENT}" for i in range(30)) + " " + "long " * 150 + "end."
    chunks = cut(strategy, paragraph(text, 1), tokens=60)
    assert all(chunk.tokens <= 60 for chunk in chunks)
    said = " ".join(line for chunk in chunks for line in chunk.text.splitlines()[1:])
    assert said.split() == text.split()


def test_without_a_model_there_is_a_clear_error() -> None:
    settings = ChunkSettings(strategy="semantic")
    with pytest.raises(ModelError, match="embedding model"):
        chunk_document(document(paragraph(f"{FOOD} {RENT}", 1)), settings, WordCounter())


@pytest.mark.parametrize("strategy", ["semantic", "mixed"])
def test_headings_alone_are_no_chunk(strategy: str) -> None:
    heading = Heading(id="h", document_id="d", page=1, regions=(REGION,), text="Prices", level=1)
    assert cut(strategy, heading) == ()
