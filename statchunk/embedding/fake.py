"""A stand-in for a model: quick, the same everywhere, near where texts share words. For tests and dry runs."""

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from statchunk.embedding.protocol import Role, Vectors

NAME = "fake"
_WORD = re.compile(r"\w+")


@lru_cache(maxsize=100_000)
def _hashed(word: str) -> tuple[int, int]:
    """A large number and a sign."""
    digest = hashlib.sha256(word.encode()).digest()
    return int.from_bytes(digest[:4], "little"), 1 if digest[4] & 1 else -1


class FakeEmbedder:
    """Words hashed into a vector of unit length."""

    name = NAME
    revision = "1"
    max_tokens = 256

    def __init__(self, dimension: int = 64) -> None:
        """Args: numbers in a vector."""
        self.dimension = dimension
        self.embedded = 0
        """Texts embedded so far."""

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        """Vectors of shape (len(texts), dimension)."""
        self.embedded += len(texts)
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for vector, text in zip(vectors, texts, strict=True):
            for word in _WORD.findall(text.casefold()) or [""]:
                place, sign = _hashed(word)
                vector[place % self.dimension] += sign
            norm = float(np.linalg.norm(vector))
            if norm == 0:
                vector[0] = norm = 1.0
            vector /= norm
        return vectors
