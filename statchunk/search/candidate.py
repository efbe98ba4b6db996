"""A chunk on its way to becoming a hit."""

from typing import NamedTuple

from statchunk.search.prose import ScoredSentence
from statchunk.search.scored import ScoredCells
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
    labelled: int = 0
    """Mask of the terms that own labels of rows and columns of its release say by themselves, in the tables that were
    looked at."""
