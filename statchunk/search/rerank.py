"""A hook for models that read question and text together; none is bundled."""

import importlib
import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, cast

from statchunk.errors import SettingsError
from statchunk.search.candidate import Candidate


class Reranker(Protocol):
    """Judges how well texts answer a question."""

    def score(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """A score for each text, higher is better; 0 to 1."""
        ...


class _Function:
    """A function as a reranker."""

    def __init__(self, function: Callable[[str, Sequence[str]], Sequence[float]]) -> None:
        self.score = function


def load_reranker(name: str) -> Reranker:
    """The reranker of a name like "module:function".

    What stands after the colon is a function of question and texts, an object with such a method `score`, or a class
    of these that is made without arguments. The module is sought in the current folder too.

    Raises:
        SettingsError: if there is no such module or attribute, or it is no reranker.
    """
    module_name, _, attribute = name.partition(":")
    if not module_name or not attribute:
        raise SettingsError(f"{name!r}: name a reranker as module:function")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        module = importlib.import_module(module_name)
    except ImportError as exc:
        raise SettingsError(f"{name!r}: the module cannot be imported: {exc}") from exc
    found: object = getattr(module, attribute, None)
    if isinstance(found, type):
        found = found()
    if callable(getattr(found, "score", None)):
        return cast("Reranker", found)
    if callable(found):
        return _Function(found)
    raise SettingsError(f"{name!r}: {module_name} has no {attribute} that scores texts")


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

    Raises:
        SettingsError: if it gives other than one finite number a text.
    """
    first = list(candidates[:count])
    judged = []
    scores = [float(score) for score in reranker.score(question, [candidate.stored.text for candidate in first])]
    if len(scores) != len(first) or not all(math.isfinite(score) for score in scores):
        raise SettingsError(
            f"the reranker gave {len(scores)} scores for {len(first)} texts, or some that are no numbers"
        )
    for candidate, score in zip(first, scores, strict=True):
        explanation = {**candidate.explanation, "reranker": weight * score}
        judged.append(candidate._replace(score=candidate.score + weight * score, explanation=explanation))
    judged.sort(key=lambda c: -c.score)
    return [*judged, *candidates[count:]]
