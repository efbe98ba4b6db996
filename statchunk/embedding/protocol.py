"""What the store and search ask of an embedding model."""

from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Vectors: TypeAlias = NDArray[np.float32]
Role = Literal["passage", "query"]


class Embedder(Protocol):
    """A model that turns texts into vectors of unit length."""

    @property
    def name(self) -> str:
        """By which `load_embedder` finds it again; an index remembers it."""
        ...

    @property
    def revision(self) -> str:
        """Digest or version of the weights: vectors of two revisions are never mixed. Empty where not known."""
        ...

    @property
    def dimension(self) -> int:
        """Numbers in a vector."""
        ...

    @property
    def max_tokens(self) -> int:
        """Tokens read of a text, special tokens included; the rest is cut."""
        ...

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        """Vectors of shape (len(texts), dimension), float32, each of unit length.

        Args:
            texts: what to embed, in any order.
            role: models trained with other prompts for questions than for passages tell them apart.
        """
        ...
