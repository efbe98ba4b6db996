"""Whether the index can answer a question, and why not."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from statchunk.search.cells import WantedPeriods
from statchunk.search.question import Question
from statchunk.search.weights import TermWeights
from statchunk.settings import SearchSettings
from statchunk.store import DocumentRow, Index

if TYPE_CHECKING:
    from statchunk.search.engine import Candidate


class Verdict(NamedTuple):
    """Whether a question can be answered, and the reason."""

    answerable: bool
    reason: str


def judge(
    index: Index,
    question: Question,
    weights: TermWeights,
    wanted: WantedPeriods,
    ranked: "Sequence[Candidate]",
    documents: dict[int, DocumentRow],
    settings: SearchSettings,
) -> Verdict:
    """Whether the best candidates answer the question."""
    return Verdict(True, "")
