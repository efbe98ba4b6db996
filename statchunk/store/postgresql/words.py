"""Words for `tsvector` and BM25 over them: the same words and the same score as SQLite's FTS5 has, to the last digit.

PostgreSQL's own dictionaries stem and rank otherwise, and one question would get two answers from two stores; so SQLite
cuts the text into words, and the score is computed here from the places of the words that the database keeps.
"""

import math
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from statchunk.store.rows import TOKENIZER

HEADING, BODY = 0.5, 1.0
"""What a word counts in the headings above a chunk and in its text."""
_K1, _B, _LEAST_IDF = 1.2, 0.75, 1e-6
"""Of BM25, as FTS5 has them (Robertson and Zaragoza 2009, The probabilistic relevance framework)."""
_MOST_PLACE = 16_383
"""The last place that a tsvector tells from the next."""
_MOST_PLACES = 256
"""Places that it keeps of a word."""
_MOST_BYTES = 2_046
"""Of a word."""
_GAP = 2
"""From the last word of the headings to the first of the text: no phrase runs over it."""


class Placed(NamedTuple):
    """The words of a chunk."""

    length: int
    """How many there are."""
    vector: str
    """All of them as a tsvector, those of the headings with weight A."""


class Tokenizer:
    """Cuts texts into words as FTS5 does."""

    def __init__(self) -> None:
        """Begin."""
        self._connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self._connection.execute(f"CREATE VIRTUAL TABLE text USING fts5(heading, body, tokenize='{TOKENIZER}')")
        self._connection.execute("CREATE VIRTUAL TABLE words USING fts5vocab(text, instance)")

    def _cut(self, texts: Iterable[tuple[str, str]]) -> list[tuple[str, int, str, int]]:
        """(word, number of the text, column, place) of each word."""
        self._connection.execute("BEGIN")
        self._connection.executemany(
            "INSERT INTO text(rowid, heading, body) VALUES (?, ?, ?)",
            [(number, heading, body) for number, (heading, body) in enumerate(texts)],
        )
        found = self._connection.execute("SELECT term, doc, col, offset FROM words ORDER BY doc, col DESC, offset")
        rows = found.fetchall()
        self._connection.execute("ROLLBACK")
        return rows

    def phrase(self, text: str) -> tuple[str, ...]:
        """The words of a phrase, in order."""
        return tuple(word for word, _, _, _ in self._cut([("", text)]))

    def place(self, texts: Sequence[tuple[str, str]]) -> list[Placed]:
        """The words of chunks, by heading and body."""
        places: list[dict[str, list[str]]] = [{} for _ in texts]
        lengths, after = [0] * len(texts), [0] * len(texts)
        for word, number, column, offset in self._cut(texts):
            lengths[number] += 1
            heading = column == "heading"
            if heading:
                after[number] = offset + _GAP
            place = offset + 1 if heading else after[number] + offset + 1
            own = places[number].setdefault(word, [])
            if place <= _MOST_PLACE and len(own) < _MOST_PLACES:
                own.append(f"{place}A" if heading else str(place))
        return [
            Placed(length, " ".join(f"{quoted(w)}:{','.join(at)}" for w, at in own.items() if at and _fits(w)))
            for length, own in zip(lengths, places, strict=True)
        ]


def _fits(word: str) -> bool:
    return len(word.encode()) <= _MOST_BYTES


def quoted(word: str) -> str:
    """A word as tsvector and tsquery write it."""
    return "'" + word.replace("\\", "\\\\").replace("'", "''") + "'"


def query(phrase: Sequence[str]) -> str | None:
    """A tsquery for words that follow each other; None where there are none that can be found."""
    return " <-> ".join(map(quoted, phrase)) if phrase and all(map(_fits, phrase)) else None


def idf(chunks: int, found: int) -> float:
    """What a phrase is worth that stands in some of the chunks."""
    return max(math.log((chunks - found + 0.5) / (found + 0.5)), _LEAST_IDF)


def bm25(
    phrases: Sequence[tuple[Sequence[str], float]], places: Mapping[str, Mapping[int, float]], length: int, mean: float
) -> float:
    """Score of one chunk.

    Args:
        phrases: each with its idf.
        places: of each word in the chunk, with what it counts there.
        length: words in the chunk.
        mean: words in a chunk of the store.
    """
    score, norm = 0.0, _K1 * (1 - _B + _B * length / mean)
    for phrase, worth in phrases:
        first, *others = (places.get(word, {}) for word in phrase)
        found = sum(
            weight for place, weight in first.items() if all(place + i in other for i, other in enumerate(others, 1))
        )
        score += worth * ((found * (_K1 + 1)) / (found + norm))
    return score
