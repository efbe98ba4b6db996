"""Words and scores are those of FTS5, without a server."""

import sqlite3

import pytest

from statchunk.store.address import is_database, shown
from statchunk.store.postgresql.words import Tokenizer, bm25, idf, query
from statchunk.store.rows import TOKENIZER

TEXTS = [
    ("Consumer prices | Housing", "Prices of houses rose by 2.5 %, those of housing fell."),
    ("Consumer prices", "The air fare of Zürich and of zurich; it's O'Neill's back\\slash."),
    ("Wages", "Wages rose. Prices, prices and prices."),
    ("", "Nothing of that."),
]


@pytest.mark.parametrize("terms", [["prices"], ["price", "rising"], ["air fare"], ["zurich", "nothing", "housing"]])
def test_the_score_is_that_of_fts5(terms: list[str]) -> None:
    tokenizer = Tokenizer()
    connection = sqlite3.connect(":memory:")
    connection.execute(f"CREATE VIRTUAL TABLE t USING fts5(heading, body, tokenize='{TOKENIZER}')")
    connection.executemany(
        "INSERT INTO t(rowid, heading, body) VALUES (?, ?, ?)", [(i, *t) for i, t in enumerate(TEXTS)]
    )
    asked = " OR ".join(f'"{term}"' for term in terms)
    expected = dict(connection.execute("SELECT rowid, -bm25(t, 0.5, 1.0) FROM t WHERE t MATCH ?", (asked,)))
    placed = tokenizer.place(TEXTS)
    chunks = [_places(own.vector) for own in placed]
    mean = sum(own.length for own in placed) / len(placed)
    cut = [tokenizer.phrase(term) for term in terms]
    holding = [sum(bm25([(phrase, 1.0)], own, 1, 1.0) > 0 for own in chunks) for phrase in cut]
    phrases = [(phrase, idf(len(TEXTS), count)) for phrase, count in zip(cut, holding, strict=True)]
    scores = {i: bm25(phrases, own, placed[i].length, mean) for i, own in enumerate(chunks)}
    assert expected == {i: score for i, score in scores.items() if score > 0}


def _places(vector: str) -> dict[str, dict[int, float]]:
    """What a tsvector without quotes inside words says."""
    found: dict[str, dict[int, float]] = {}
    for part in vector.split(" "):
        word, _, at = part.rpartition(":")
        found[word.strip("'")] = {int(p.rstrip("A")): 0.5 if p.endswith("A") else 1.0 for p in at.split(",")}
    return found


def test_a_query_is_quoted() -> None:
    tokenizer = Tokenizer()
    assert query(tokenizer.phrase("Air fares")) == "'air' <-> 'fare'"
    assert (query(tokenizer.phrase("%")), query(("x" * 3000,))) == (None, None)
    assert query(("it's", "a\\b")) == "'it''s' <-> 'a\\\\b'"


def test_a_url_is_shown_without_what_is_secret() -> None:
    assert is_database("postgresql://u:p@h/d")
    assert shown("postgresql://u:secret@h:5432/d?password=secret") == "postgresql://h/d"
    assert shown("postgresql://u@/d?host=/run").replace("/run/d", "/run/d") == "postgresql:///run/d"
    assert shown("my.index") == "my.index"
