"""A chunk on its way to becoming a hit."""

from typing import NamedTuple

from statchunk.search.cells import ScoredCells
from statchunk.search.prose import ScoredSentence
from statchunk.store import StoredChunk


class Candidate(NamedTuple):
    """A chunk with all that its rank is made of."""

    stored: StoredChunk
    score: float
    explanation: dict[str, float]
    """Share of each signal in the score."""
    nearness: float
    """Cosine of question and chunk."""
    cells: ScoredCells | None
    """Best first; None for prose."""
    sentence: ScoredSentence
