import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from statchunk.box import PageBox
from statchunk.chunking import chunk_document
from statchunk.chunking.passages import RunningText, Span, passages
from statchunk.chunking.registry import STRATEGIES, StrategyChoice, parse_strategy
from statchunk.chunking.windows import paragraphs_of, sentences_of, windows, words_of
from statchunk.errors import SettingsError
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document, Furniture, Paragraph
from statchunk.settings import ChunkSettings
from tests.chunking.documents import BOX, WordCounter, document, table

TEXTS = [name for name in STRATEGIES if name in {"words", "sentences", "paragraphs", "fixed", "recursive", "page"}]


def paragraph(text: str, page: int = 1) -> Paragraph:
    return Paragraph(id=f"p{page}-{text[:9]}", document_id="d", page=page, regions=(PageBox(page, BOX),), text=text)


def cut(strategy: str, made: Document, max_tokens: int = 64) -> tuple[Chunk, ...]:
    return chunk_document(made, ChunkSettings(strategy=strategy, max_tokens=max_tokens), WordCounter())


def pieces(text: str, units: list[Span], size: int, overlap: int) -> list[str]:
    return [text[s.start : s.end] for s in windows(text, units, size, overlap, WordCounter())]


def test_words_share_whole_words_with_the_chunk_before() -> None:
    text = "a b c d e f g h"
    assert pieces(text, words_of(text), 4, 2) == ["a b c d", "c d e f", "e f g h"]


def test_no_overlap_repeats_nothing() -> None:
    assert pieces("a b c d e", words_of("a b c d e"), 2, 0) == ["a b", "c d", "e"]


@pytest.mark.parametrize(
    ("text", "expected"), [("", []), ("   \n ", []), ("word", ["word"]), (" few words ", ["few words"])]
)
def test_short_texts_are_one_piece_or_none(text: str, expected: list[str]) -> None:
    assert pieces(text, words_of(text), 4, 1) == expected
    assert pieces(text, sentences_of(text), 4, 1) == expected
    assert pieces(text, paragraphs_of(text), 4, 1) == expected


def test_a_sentence_that_fits_is_not_cut_and_a_long_one_is_cut_between_words() -> None:
    text = "One two three. Four five six. Seven eight nine ten eleven twelve."
    assert pieces(text, sentences_of(text), 5, 0) == [
        "One two three.",
        "Four five six. Seven eight",
        "nine ten eleven twelve.",
    ]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Prices rose by 3.5%. They fell later.", 2),
        ("See No. 5, e.g. food. Then rents.", 2),
        ("Dr. Smith wrote it. We read it.", 2),
        ("The U.S. Bureau counts. We sum.", 2),
        ("L’indice augmente de 1,2 %. Il baisse ensuite.", 2),
        ("Цены выросли. Затем снизились.", 2),
        ("物价上涨。随后下降。", 2),
    ],
)
def test_sentences_end_where_they_end(text: str, count: int) -> None:
    assert len(sentences_of(text)) == count


def test_an_overlap_as_large_as_the_chunk_is_refused() -> None:
    with pytest.raises(SettingsError, match="overlap"):
        cut("words:10/10", document(paragraph("a b c")))


def test_a_size_beyond_what_the_model_reads_is_refused() -> None:
    with pytest.raises(SettingsError, match="budget"):
        cut("words:200", document(paragraph("a b c")))


@settings(max_examples=60)
@given(st.lists(st.text("abcé1.,%\n ", max_size=9), max_size=40), st.integers(2, 9), st.integers(0, 8))
def test_windows_lose_no_word_and_cut_none(parts: list[str], size: int, overlap: int) -> None:
    text = " ".join(parts)
    starts = {word.start for word in words_of(text)}
    ends = {word.end for word in words_of(text)}
    for units in (words_of(text), sentences_of(text), paragraphs_of(text)):
        found = list(windows(text, units, size, min(overlap, size - 1), WordCounter()))
        said = 0
        for span in found:
            assert span.start in starts and span.end in ends
            assert len(text[span.start : span.end].split()) <= size
            assert span.end > said
            assert not text[said : span.start].strip()
            said = span.end
        assert not text[said:].strip()


@pytest.mark.parametrize("strategy", TEXTS)
def test_chunks_know_evidence_place_and_citation(strategy: str) -> None:
    evidence, observations = table()
    chunks = cut(strategy, document(paragraph("Prices rose."), evidence, observations=observations))
    assert chunks
    assert {i for chunk in chunks for i in chunk.evidence_ids} == {"p1-Prices ro", "t"}
    assert all(chunk.regions and chunk.citation and chunk.title for chunk in chunks)
    assert [chunk.position for chunk in chunks] == list(range(len(chunks)))


@pytest.mark.parametrize("strategy", TEXTS)
def test_an_empty_document_has_no_chunks(strategy: str) -> None:
    assert cut(strategy, document()) == ()


def test_running_heads_are_left_out() -> None:
    head = Furniture(id="f", document_id="d", page=1, regions=(PageBox(1, BOX),), text="Page 1 of 9")
    assert [passage.text for passage in passages(document(head, paragraph("Prices rose.")))] == ["Prices rose."]


def test_rows_of_a_table_over_two_pages_stand_on_their_own_page() -> None:
    evidence, observations = table()
    rows = [
        " | ".join([row.path[-1], *(cell.text for cell in evidence.cells if cell.row == i)])
        for i, row in enumerate(evidence.rows)
    ]
    printed = evidence.model_copy(update={"text": "\n".join(["Table 1: Prices in detail", *rows, "Key: - nil"])})
    found = passages(document(printed, observations=observations))
    assert [passage.page for passage in found] == [1, 1, 1, 1, 1, 2, 2, 2]
    assert found[1].text == "All goods 100.0 100.1 100.2 100.3"


def test_pages_bear_title_date_and_number_and_are_not_mixed() -> None:
    chunks = cut("page", document(paragraph("First.", 1), paragraph("Second.", 2)))
    assert [chunk.text for chunk in chunks] == [
        "Prices: April 2025, 21 May 2025, page 1\nFirst.",
        "Prices: April 2025, 21 May 2025, page 2\nSecond.",
    ]


def test_recursive_keeps_to_its_characters() -> None:
    chunks = cut("recursive:40/10", document(paragraph("Prices of food rose. " * 12)))
    assert len(chunks) > 4
    assert all(len(chunk.text) <= 40 for chunk in chunks)


def test_a_span_of_nothing_is_no_chunk() -> None:
    assert RunningText([]).draft(Span(0, 0)) is None


def test_a_strategy_is_written_with_its_size() -> None:
    assert parse_strategy("page+recursive:2000/200") == StrategyChoice("page+recursive", 2000, 200)
    assert parse_strategy("words") == StrategyChoice("words", None, None)
    with pytest.raises(SettingsError, match="no size"):
        parse_strategy("structure:100")
    with pytest.raises(SettingsError, match="unknown"):
        parse_strategy("clever")
