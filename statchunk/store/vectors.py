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
        self._whole: tuple[NDArray[np.int64], NDArray[np.float32]] | None = None

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
        self._whole = None
        self._index.remove_ids(numbers)
        self._index.add_with_ids(np.ascontiguousarray(vectors, dtype=np.float32), numbers)

    def remove(self, ids: Sequence[int]) -> int:
        """Take vectors out; how many there were."""
        self._whole = None
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
        self._index, self.kind, self._whole = smaller, SQ8, None

    def ids(self) -> NDArray[np.int64]:
        """The numbers of all vectors."""
        return np.asarray(faiss.vector_to_array(self._index.id_map), dtype=np.int64)

    def nearness(self, vector: Vectors) -> "Nearness":
        """How near a vector of shape (dimension,) and unit length is to those in the index."""
        return Nearness(self, np.ascontiguousarray(vector, dtype=np.float32))

    def whole(self) -> tuple[NDArray[np.int64], NDArray[np.float32]] | None:
        """Numbers in rising order and vectors beside them, where they are kept whole; made once."""
        if self.kind != FLAT:
            return None
        if self._whole is None:
            flat: Any = faiss.downcast_index(self._index.index)
            count = len(self)
            kept = faiss.rev_swig_ptr(flat.get_xb(), count * self.dimension) if count else np.zeros(0, np.float32)
            vectors = kept.reshape(count, self.dimension)
            ids = self.ids()
            if count > 1 and not bool(np.all(ids[1:] > ids[:-1])):
                order = np.argsort(ids)
                ids, vectors = ids[order], vectors[order]
            self._whole = ids, vectors
        return self._whole

    def search(self, vector: Vectors, limit: int, among: NDArray[np.int64] | None = None) -> list[tuple[int, float]]:
        """(number, similarity) of the nearest vectors by FAISS, nearest first, `among` these where given."""
        count = min(limit, len(self))
        if count <= 0:
            return []
        parameters: Any = None
        if among is not None:
            parameters = faiss.SearchParameters()
            parameters.sel = faiss.IDSelectorBatch(among)
        scores, ids = self._index.search(vector.reshape(1, -1), count, params=parameters)
        return [(int(i), float(s)) for i, s in zip(ids[0], scores[0], strict=True) if i >= 0]


class Nearness:
    """Similarities of one vector to all in an index; where these are kept whole, one product serves all calls."""

    def __init__(self, vectors: VectorIndex, vector: Vectors) -> None:
        """Args: the index and the vector, of unit length."""
        self._vectors, self._vector = vectors, vector
        whole = vectors.whole()
        self._numbers = whole[0] if whole else None
        self._all = whole[1] @ vector if whole else None

    def nearest(self, limit: int, among: NDArray[np.int64] | None = None) -> list[tuple[int, float]]:
        """(number, similarity) of the nearest, nearest first.

        Args:
            limit: how many at most.
            among: only these numbers, where given.
        """
        if self._numbers is None or self._all is None:
            return self._vectors.search(self._vector, limit, among)
        numbers, scores = self._numbers, self._all
        if among is not None:
            places = self._places(among)
            numbers, scores = numbers[places], scores[places]
        if not len(numbers):
            return []
        if len(numbers) > limit:
            best = np.argpartition(scores, len(scores) - limit)[-limit:]
            numbers, scores = numbers[best], scores[best]
        order = np.argsort(-scores, kind="stable")
        return list(zip(numbers[order].tolist(), scores[order].tolist(), strict=True))

    def of(self, numbers: Sequence[int]) -> dict[int, float]:
        """Similarity of each of these numbers that is in the index."""
        asked = np.asarray(sorted(numbers), dtype=np.int64)
        if self._numbers is None or self._all is None:
            return dict(self._vectors.search(self._vector, len(asked), asked)) if len(asked) else {}
        places = self._places(asked)
        return dict(zip(self._numbers[places].tolist(), self._all[places].tolist(), strict=True))

    def _places(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        assert self._numbers is not None
        places = np.searchsorted(self._numbers, numbers)
        inside = places < len(self._numbers)
        places, numbers = places[inside], numbers[inside]
        found: NDArray[np.int64] = places[self._numbers[places] == numbers]
        return found
