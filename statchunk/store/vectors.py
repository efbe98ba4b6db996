"""The vectors of an index: FAISS files read and written, and how near a question is to them.

A damaged file may load silently, so the manifest keeps its digest. Files are mapped, not read: what is not looked at
takes no memory. In a large index the signs of all numbers, a bit each, choose which vectors are looked at.
"""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import faiss
import numpy as np
from numpy.typing import NDArray

from statchunk.embedding import Vectors
from statchunk.errors import StoreError

KIND = "IDMap2,Flat"
"""As FAISS names it: whole vectors by number."""

_SHORTLIST = 1_000
"""Vectors compared in full of a larger number: those nearest by their signs; holds 0.99 of the same sixty nearest."""
_BLOCK = 8_192
"""Vectors whose signs are taken at once."""
_WORD_BITS = 64
_AT_ONCE = 1 << 20  # bytes read or written


class VectorFile:
    """The vectors in one file, their numbers rising."""

    def __init__(self, numbers: NDArray[np.int64], vectors: NDArray[np.float32], keep: object = None) -> None:
        """Args: numbers of shape (n,), vectors of shape (n, dimension), and what holds their memory."""
        self.numbers, self.vectors, self._keep = numbers, vectors, keep

    @classmethod
    def read(cls, path: Path, dimension: int) -> "VectorFile":
        """Map the vectors in a file.

        Raises:
            FileNotFoundError: if the file is gone.
            StoreError: if the file is damaged or holds vectors of another dimension.
        """
        try:
            index = _mapped(path)
        except RuntimeError as exc:
            if not path.exists():
                raise FileNotFoundError(2, "missing", str(path)) from exc
            raise StoreError(f"{path}: damaged: FAISS cannot read it") from exc
        if index.d != dimension:
            raise StoreError(f"{path}: vectors of {index.d} numbers where {dimension} are meant")
        count = int(index.ntotal)
        numbers = np.asarray(faiss.vector_to_array(index.id_map), dtype=np.int64)
        held: Any = faiss.downcast_index(index.index)
        if not count:
            vectors = np.zeros((0, dimension), np.float32)
        elif isinstance(held, faiss.IndexFlat):
            vectors = faiss.rev_swig_ptr(held.get_xb(), count * dimension).reshape(count, dimension)
        else:
            vectors = held.reconstruct_n(0, count)  # compressed by an older version
        if count > 1 and not bool(np.all(numbers[1:] > numbers[:-1])):
            order = np.argsort(numbers)
            numbers, vectors = numbers[order], vectors[order]
        return cls(numbers, vectors, index)

    def __len__(self) -> int:
        """How many there are."""
        return len(self.numbers)

    def of(self, numbers: Sequence[int]) -> Vectors | None:
        """The vectors with these numbers, of shape (len(numbers), dimension); None where one is not there."""
        asked = np.asarray(numbers, dtype=np.int64)
        at = np.searchsorted(self.numbers, asked)
        if bool(np.any(at >= len(self))) or bool(np.any(self.numbers[at] != asked)):
            return None
        found: Vectors = self.vectors[at]
        return found


class VectorWriter:
    """Vectors gathered by number, then written to a file."""

    def __init__(self, dimension: int, begin: VectorFile | None = None) -> None:
        """Args: numbers in a vector, and the vectors to begin with."""
        self.dimension = dimension
        self._numbers: list[NDArray[np.int64]] = [begin.numbers] if begin is not None else []
        self._vectors: list[NDArray[np.float32]] = [begin.vectors] if begin is not None else []
        self._gone: set[int] = set()
        self._begin = begin

    def add(self, numbers: Sequence[int], vectors: Vectors) -> None:
        """Add vectors of shape (len(numbers), dimension); none of the numbers may have been there."""
        if len(numbers):
            self._numbers.append(np.asarray(numbers, dtype=np.int64))
            self._vectors.append(np.asarray(vectors, dtype=np.float32))

    def remove(self, numbers: Iterable[int]) -> None:
        """Take vectors out."""
        self._gone.update(numbers)

    def write(self, path: Path) -> int:
        """Write all vectors to a file; how many there are.

        Raises:
            OSError: if it cannot be written.
        """
        numbers = np.concatenate([np.zeros(0, np.int64), *self._numbers])
        vectors = np.concatenate([np.zeros((0, self.dimension), np.float32), *self._vectors])
        if self._gone:
            stays = ~np.isin(numbers, np.fromiter(self._gone, dtype=np.int64))
            numbers, vectors = numbers[stays], vectors[stays]
        index: Any = faiss.index_factory(self.dimension, KIND, faiss.METRIC_INNER_PRODUCT)
        order = np.argsort(numbers, kind="stable")
        index.add_with_ids(np.ascontiguousarray(vectors[order]), numbers[order])
        _write(index, path)
        return len(numbers)


def _mapped(path: Path) -> Any:
    """A FAISS index, mapped where FAISS can open its file by name: it takes names for UTF-8 in every locale."""
    name = str(path).encode("utf-8", "replace")
    if name == os.fsencode(path):
        return faiss.read_index(str(path), faiss.IO_FLAG_MMAP_IFC)
    library: Any = faiss
    with path.open("rb") as file:
        return faiss.read_index(library.PyCallbackIOReader(file.read, _AT_ONCE))


def _write(index: Any, path: Path) -> None:
    """Write a FAISS index through a file of ours: FAISS itself does not say why it could not."""
    library: Any = faiss
    failed: list[OSError] = []
    with path.open("wb") as file:

        def write(part: bytes) -> None:
            try:
                file.write(part)
            except OSError as exc:
                failed.append(exc)
                raise

        try:
            library.write_index(index, library.PyCallbackIOWriter(write, _AT_ONCE))
        except RuntimeError as exc:
            raise (failed[0] if failed else OSError(f"{path}: cannot be written")) from exc


class VectorSet:
    """All vectors of an index, from one file or several; similarity is their inner product."""

    def __init__(self, files: Sequence[VectorFile], gone: NDArray[np.int64], whole: int) -> None:
        """Args: the files, numbers to leave out, and up to how many vectors all are compared in full."""
        self._files = files
        self.whole = whole
        numbers = np.concatenate([np.zeros(0, np.int64), *(file.numbers for file in files)])
        self._starts = np.cumsum([0, *(len(file) for file in files)])
        places = np.argsort(numbers, kind="stable")
        if len(gone):
            places = places[~np.isin(numbers[places], gone)]
        self.places = places
        """Of each vector among all that the files hold."""
        self.numbers: NDArray[np.int64] = numbers[places]
        """Rising."""
        self._signs: tuple[NDArray[np.uint64], NDArray[np.float32]] | None = None

    def __len__(self) -> int:
        """How many there are."""
        return len(self.numbers)

    def nearness(self, vector: Vectors) -> "Nearness":
        """How near a vector of shape (dimension,) and unit length is to those in the index."""
        return Nearness(self, np.ascontiguousarray(vector, dtype=np.float32))

    def similarities(self, vector: Vectors, at: NDArray[np.int64] | None = None) -> NDArray[np.float32]:
        """Inner products with the vectors at some positions in `numbers`, or with all."""
        if at is None:
            every = np.concatenate([np.zeros(0, np.float32), *(file.vectors @ vector for file in self._files)])
            chosen: NDArray[np.float32] = every[self.places]
            return chosen
        places = self.places[at]
        found = np.zeros(len(places), np.float32)
        of = np.searchsorted(self._starts, places, side="right") - 1
        for i, file in enumerate(self._files):
            inside = of == i
            if inside.any():
                found[inside] = file.vectors[places[inside] - self._starts[i]] @ vector
        return found

    def unlikeness(self, vector: Vectors) -> NDArray[np.uint16]:
        """In how many numbers each vector lies on the other side of the mean than `vector` does."""
        if self._signs is None:
            mean = np.mean(np.concatenate([file.vectors[:_BLOCK] for file in self._files]), axis=0)
            signs = [
                _signs(file.vectors[start : start + _BLOCK], mean)
                for file in self._files
                for start in range(0, len(file), _BLOCK)
            ]
            self._signs = np.ascontiguousarray(np.concatenate(signs)[self.places].T), mean
        words, mean = self._signs
        asked = _signs(vector[None, :], mean)[0]
        unlike = np.zeros(words.shape[1], np.uint16)
        for row, word in zip(words, asked, strict=True):
            unlike += np.bitwise_count(row ^ word)
        return unlike


def _signs(vectors: NDArray[np.float32], mean: NDArray[np.float32]) -> NDArray[np.uint64]:
    """Which numbers are above the mean, a bit each: shape (n, dimension / 64 rounded up)."""
    bits = np.packbits(vectors > mean, axis=1)
    lacking = -bits.shape[1] % (_WORD_BITS // 8)
    padded = np.pad(bits, ((0, 0), (0, lacking))) if lacking else bits
    words: NDArray[np.uint64] = np.ascontiguousarray(padded).view(np.uint64)
    return words


class Nearness:
    """Similarities of one vector to those of an index."""

    def __init__(self, vectors: VectorSet, vector: Vectors) -> None:
        """Args: the vectors and the one, of unit length."""
        self._vectors, self._vector = vectors, vector
        small = len(vectors) <= vectors.whole
        self._all = vectors.similarities(vector) if small else None
        self._unlike = None if small else vectors.unlikeness(vector)

    def nearest(self, limit: int, among: NDArray[np.int64] | None = None) -> list[tuple[int, float]]:
        """(number, similarity) of the nearest, nearest first.

        Args:
            limit: how many at most.
            among: only these numbers, where given.
        """
        at = np.arange(len(self._vectors)) if among is None else self._at(among)
        if not len(at):
            return []
        shortlist = max(_SHORTLIST, limit)
        if self._unlike is not None and len(at) > shortlist:
            at = np.sort(at[np.argpartition(self._unlike[at], shortlist)[:shortlist]])
        scores = self._similarities(at)
        if len(at) > limit:
            best = np.argpartition(scores, len(scores) - limit)[-limit:]
            at, scores = at[best], scores[best]
        order = np.argsort(-scores, kind="stable")
        return list(zip(self._vectors.numbers[at[order]].tolist(), scores[order].tolist(), strict=True))

    def of(self, numbers: Sequence[int]) -> dict[int, float]:
        """Similarity of each of these numbers that is in the index."""
        at = self._at(np.asarray(sorted(numbers), dtype=np.int64))
        return dict(zip(self._vectors.numbers[at].tolist(), self._similarities(at).tolist(), strict=True))

    def _similarities(self, at: NDArray[np.int64]) -> NDArray[np.float32]:
        return self._vectors.similarities(self._vector, at) if self._all is None else self._all[at]

    def _at(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Positions of the numbers that are there."""
        places = np.searchsorted(self._vectors.numbers, numbers)
        inside = places < len(self._vectors.numbers)
        places, numbers = places[inside], numbers[inside]
        found: NDArray[np.int64] = places[self._vectors.numbers[places] == numbers]
        return found
