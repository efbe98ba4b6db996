"""The vectors of an index: FAISS behind the few calls that it can be trusted with.

`remove_ids` works on Flat and SQ8 (not on HNSW); an id added twice stands twice, so ids are removed first; a damaged
file may load silently, so the manifest keeps its digest.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import faiss
import numpy as np
from numpy.typing import NDArray

from statchunk.embedding import Vectors
from statchunk.errors import StoreError

FLAT = "IDMap2,Flat"
SQ8 = "IDMap2,SQ8"


class VectorIndex:
    """Vectors of unit length by number; similarity is their inner product."""

    def __init__(self, dimension: int) -> None:
        """Args: numbers in a vector."""
        self.dimension = dimension
        self.kind = FLAT
        self._index: Any = faiss.index_factory(dimension, FLAT, faiss.METRIC_INNER_PRODUCT)

    @classmethod
    def read(cls, path: Path, dimension: int, kind: str) -> "VectorIndex":
        """The vectors in a file.

        Raises:
            StoreError: if the file is damaged or holds vectors of another dimension.
        """
        vectors = cls(dimension)
        try:
            vectors._index = faiss.read_index(str(path))
        except RuntimeError as exc:
            raise StoreError(f"{path}: damaged: FAISS cannot read it; index the files again") from exc
        if vectors._index.d != dimension:
            raise StoreError(f"{path}: vectors of {vectors._index.d} numbers where {dimension} are meant")
        vectors.kind = kind
        return vectors

    def __len__(self) -> int:
        """How many vectors there are."""
        return int(self._index.ntotal)

    def write(self, path: Path) -> None:
        """Write all vectors to a file.

        Raises:
            OSError: if it cannot be written.
        """
        try:
            faiss.write_index(self._index, str(path))
        except RuntimeError as exc:
            raise OSError(f"{path}: cannot be written") from exc

    def add(self, ids: Sequence[int], vectors: Vectors) -> None:
        """Add vectors of shape (len(ids), dimension); ids that are there are replaced."""
        if not ids:
            return
        numbers = np.asarray(ids, dtype=np.int64)
        self._index.remove_ids(numbers)
        self._index.add_with_ids(np.ascontiguousarray(vectors, dtype=np.float32), numbers)

    def remove(self, ids: Sequence[int]) -> int:
        """Take vectors out; how many there were."""
        return int(self._index.remove_ids(np.asarray(ids, dtype=np.int64))) if ids else 0

    def compress(self) -> None:
        """Keep one byte a number instead of four, for good; nothing to do where that is so already."""
        if self.kind == SQ8 or len(self) == 0:
            return
        ids = self.ids()
        vectors = self._index.index.reconstruct_n(0, len(self))
        smaller = faiss.index_factory(self.dimension, SQ8, faiss.METRIC_INNER_PRODUCT)
        smaller.train(vectors)
        smaller.add_with_ids(vectors, ids)
        self._index, self.kind = smaller, SQ8

    def ids(self) -> NDArray[np.int64]:
        """The numbers of all vectors."""
        return np.asarray(faiss.vector_to_array(self._index.id_map), dtype=np.int64)

    def nearest(self, vector: Vectors, limit: int, among: Sequence[int] | None = None) -> list[tuple[int, float]]:
        """(number, similarity) of the nearest vectors, nearest first.

        Args:
            vector: shape (dimension,), unit length.
            limit: how many at most.
            among: only these numbers, where given.
        """
        count = min(limit, len(self))
        if count <= 0:
            return []
        parameters: Any = None
        if among is not None:
            selector = faiss.IDSelectorBatch(np.asarray(among, dtype=np.int64))
            parameters = faiss.SearchParameters()
            parameters.sel = selector
        scores, ids = self._index.search(vector.reshape(1, -1).astype(np.float32), count, params=parameters)
        return [(int(i), float(s)) for i, s in zip(ids[0], scores[0], strict=True) if i >= 0]
