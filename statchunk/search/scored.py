"""The cells of a chunk with what their scores are made of, best first."""

from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from statchunk.settings import SearchSettings
from statchunk.store import PackedCells, StoredCell


class ScoredCell(NamedTuple):
    """A cell, how well it answers, and why."""

    score: float
    """0 to 1."""
    observation: StoredCell
    coverage: float
    """Share of what is asked that its labels, caption and section say."""
    precision: float
    """Share of its own labels that is asked for; 1 where they name a period or the total."""
    period: float
    """1 the period asked for, 0 another; 0.5 where nothing is said."""
    measure: float
    """1 the measure asked for, 0 another."""


class Parts(NamedTuple):
    """What scores are made of, a number a cell."""

    scores: NDArray[np.float64]
    coverage: NDArray[np.float64]
    precision: NDArray[np.float64]
    period: NDArray[np.float64]
    measure: NDArray[np.float64]
    total: NDArray[np.bool_]
    """Whether it is the total of a table that is about all that is asked for, by the first words of its caption."""


class ScoredCells:
    """The cells of one chunk, best first; a cell is put together only where it is looked at."""

    __slots__ = ("_places", "coverage", "measure", "packed", "period", "precision", "scores", "total")

    def __init__(self, cells: PackedCells, places: NDArray[np.int64], parts: Parts) -> None:
        """Args: the cells, their places best first, and what their scores are made of, in the same order."""
        self.packed, self._places = cells, places
        self.scores, self.coverage, self.precision, self.period, self.measure, self.total = parts

    def __len__(self) -> int:
        """How many there are."""
        return len(self._places)

    def __getitem__(self, rank: int) -> ScoredCell:
        """One of them, the best being 0."""
        return ScoredCell(
            float(self.scores[rank]),
            self.packed.cell(int(self._places[rank])),
            float(self.coverage[rank]),
            float(self.precision[rank]),
            float(self.period[rank]),
            float(self.measure[rank]),
        )

    def near(self, margin: float) -> list[ScoredCell]:
        """Those whose score is at most so much below the best."""
        return [self[rank] for rank in np.flatnonzero(self.scores >= self.scores[0] - margin).tolist()]

    def where(self, chosen: NDArray[np.bool_]) -> list[ScoredCell]:
        """Those chosen, best first."""
        return [self[rank] for rank in np.flatnonzero(chosen).tolist()]


_Number = TypeVar("_Number", float, NDArray[np.float64])


def said_enough(coverage: _Number, settings: SearchSettings) -> _Number:
    """1 for evidence that says a fair part of what is asked; less the less it says, for then the rest tells nothing."""
    share: _Number = np.minimum(1.0, coverage / settings.fair_part)
    return settings.unsaid + (1 - settings.unsaid) * share


def convex(coverage: _Number) -> _Number:
    """Coverage so counted that each word left unsaid costs more than the one before it was worth."""
    return coverage * (1 + coverage) / 2
