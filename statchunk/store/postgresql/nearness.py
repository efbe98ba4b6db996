"""How near a question is to the chunks of a database."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from statchunk.embedding import Vectors
from statchunk.store.postgresql.schema import Connection, told

_NEAREST = """
SELECT number, near FROM (
    SELECT number, -(vector <#> %(asked)s::vector) AS near FROM {chunks}
    ORDER BY vector <#> %(asked)s::vector LIMIT %(limit)s
) AS nearest ORDER BY near DESC, number
"""
_OF_ALL = _NEAREST.format(chunks="chunks").encode()
_OF_SOME = (
    # apart, so that an approximate index is not asked: it finds the nearest of all, and few of these may be among them
    "WITH chosen AS MATERIALIZED (SELECT number, vector FROM chunks WHERE number = ANY(%(among)s))"
    + _NEAREST.format(chunks="chosen")
).encode()


def vector_text(vector: Vectors) -> str:
    """A vector as pgvector reads it, every digit kept."""
    return "[" + ",".join(map(repr, vector.tolist())) + "]"


class PostgresNearness:
    """Inner products of one vector with those of a database; exact, or by its HNSW index where there is one."""

    def __init__(self, connection: Connection, where: str, vector: Vectors) -> None:
        """Args: the connection, its name in messages, and the vector, of unit length."""
        self._connection, self._where = connection, where
        self._asked = vector_text(np.asarray(vector, dtype=np.float32))

    def nearest(self, limit: int, among: NDArray[np.int64] | None = None) -> list[tuple[int, float]]:
        """(number, similarity) of the nearest, nearest first.

        Args:
            limit: how many at most.
            among: only these numbers, where given; always exact.
        """
        values = {"asked": self._asked, "limit": limit, "among": None if among is None else among.tolist()}
        with told(self._where):
            found = self._connection.execute(_OF_ALL if among is None else _OF_SOME, values)
            return [(number, near) for number, near in found]

    def of(self, numbers: Sequence[int]) -> dict[int, float]:
        """Similarity of each of these numbers that is there."""
        with told(self._where):
            found = self._connection.execute(
                "SELECT number, -(vector <#> %s::vector) FROM chunks WHERE number = ANY(%s) ORDER BY number",
                (self._asked, list(numbers)),
            )
            return {number: near for number, near in found}
