"""A hook for models that read question and text together; none is bundled."""

from collections.abc import Sequence
from typing import Protocol

from statchunk.search.candidate import Candidate


class Reranker(Protocol):
    """Judges how well texts answer a question."""

    def score(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """A score for each text, higher is better; 0 to 1."""
        ...


def reranked(
    reranker: Reranker, question: str, candidates: Sequence[Candidate], count: int, weight: float
) -> list[Candidate]:
    """The first `count` candidates in the order that their own scores and the reranker's make; the rest as they were.

    Args:
        reranker: judges question and text.
        question: as asked.
        candidates: best first.
        count: how many are judged.
        weight: of the reranker's score beside the candidates' own.
    """
    first = list(candidates[:count])
    judged = []
    scores = reranker.score(question, [candidate.stored.text for candidate in first])
    for candidate, score in zip(first, scores, strict=True):
        explanation = {**candidate.explanation, "reranker": weight * score}
        judged.append(candidate._replace(score=candidate.score + weight * score, explanation=explanation))
    judged.sort(key=lambda c: -c.score)
    return [*judged, *candidates[count:]]
