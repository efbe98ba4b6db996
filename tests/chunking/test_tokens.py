from pathlib import Path

import pytest

from statchunk.chunking import WordPieceCounter, chunk_document, default_counter
from statchunk.chunking.tokens import cut_to
from statchunk.errors import ModelError, SettingsError
from statchunk.settings import ChunkSettings
from tests.chunking.documents import WordCounter, document


def test_words_add_up_to_the_text() -> None:
    counter = default_counter()
    text = "All goods | 104.2 | −9.3 | 1 153.1 non-alcoholic beverages"
    assert counter.count(text) == sum(counter.count(word) for word in text.split())
    assert counter.special_tokens == 2


def test_counts_as_the_model_does() -> None:
    counter = default_counter()
    assert counter.count("inflation") == 1
    assert counter.count("104.2") == 3
    assert counter.count("") == 0


def test_a_missing_tokenizer_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"tokenizer\.json"):
        WordPieceCounter(tmp_path / "tokenizer.json")


def test_a_broken_tokenizer_is_named(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(ModelError, match="not a tokenizer"):
        WordPieceCounter(path)


def test_a_cut_keeps_whole_words_and_says_so() -> None:
    assert cut_to("one two three", 3, WordCounter()) == "one two three"
    assert cut_to("one two three four", 3, WordCounter()) == "one two …"
    assert cut_to("one two", 1, WordCounter()) == ""


def test_an_unknown_strategy_is_refused() -> None:
    with pytest.raises(SettingsError, match="structure"):
        chunk_document(document(), ChunkSettings(strategy="guess"), WordCounter())


def test_a_budget_too_small_is_refused() -> None:
    with pytest.raises(SettingsError, match="max_tokens"):
        chunk_document(document(), ChunkSettings(max_tokens=8), WordCounter())
