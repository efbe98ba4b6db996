"""Ranking metrics by ir-measures, each with a confidence interval by bootstrap over the questions."""

from collections.abc import Mapping, Sequence

import numpy as np
from pydantic import BaseModel, ConfigDict

from statchunk.errors import MissingExtraError

_SAMPLES = 2_000  # of the questions, drawn with replacement; intervals move by less than 0.01 beyond it
_LEVEL = 95.0  # per cent of the samples inside the interval
_SEED = 20_260_331  # the same questions give the same interval
_ABSENT = "\0absent"
"""Stands for the evidence that no chunk of an index holds, so that its question counts as missed."""


class Estimate(BaseModel):
    """A mean over the questions with its 95% interval."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        """ "0.82 [0.68, 0.94]"."""
        return f"{self.value:.2f} [{self.low:.2f}, {self.high:.2f}]"


class RankingScores(BaseModel):
    """How far up the evidence stands."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    recall_at_1: Estimate
    """Share of the questions whose evidence is in the first hit."""
    recall_at_3: Estimate
    recall_at_5: Estimate
    mrr_at_10: Estimate
    ndcg_at_10: Estimate


def bootstrap(values: Sequence[float]) -> Estimate:
    """Mean and interval of one value a question."""
    if not values:
        return Estimate(value=0.0, low=0.0, high=0.0)
    given = np.asarray(values, dtype=np.float64)
    drawn = np.random.default_rng(_SEED).integers(0, len(given), size=(_SAMPLES, len(given)))
    means = given[drawn].mean(axis=1)
    low, high = np.percentile(means, [(100 - _LEVEL) / 2, (100 + _LEVEL) / 2])
    return Estimate(value=round(float(given.mean()), 4), low=round(float(low), 4), high=round(float(high), 4))


def score_rankings(ranked: Mapping[str, Sequence[str]], relevant: Mapping[str, frozenset[str]]) -> RankingScores:
    """The metrics of some questions.

    Args:
        ranked: by question, ids of the chunks found, best first.
        relevant: by question, ids of all chunks of the index that prove the answer; none counts as missed.

    Raises:
        MissingExtraError: if ir-measures is not installed.
    """
    try:
        import ir_measures
        from ir_measures import RR, Success, nDCG
    except ImportError as exc:
        raise MissingExtraError("evaluation needs ir-measures: pip install 'statchunk[evaluation]'") from exc
    judgements = [
        ir_measures.Qrel(question, chunk, 1) for question, held in relevant.items() for chunk in held or {_ABSENT}
    ]
    run = [
        ir_measures.ScoredDoc(question, chunk, -float(rank))
        for question, chunks in ranked.items()
        for rank, chunk in enumerate(chunks)
    ]
    measures = (Success @ 1, Success @ 3, Success @ 5, RR @ 10, nDCG @ 10)
    found: dict[object, dict[str, float]] = {measure: dict.fromkeys(relevant, 0.0) for measure in measures}
    for metric in ir_measures.iter_calc(measures, judgements, run):
        found[metric.measure][metric.query_id] = metric.value
    estimates = [bootstrap(list(found[measure].values())) for measure in measures]
    names = ("recall_at_1", "recall_at_3", "recall_at_5", "mrr_at_10", "ndcg_at_10")
    return RankingScores(**dict(zip(names, estimates, strict=True)))
