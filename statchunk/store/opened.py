"""What every store opened for reading does alike, whatever is behind it."""

from collections.abc import Callable, Hashable
from types import TracebackType
from typing import Self, TypeVar, cast

from statchunk.embedding import CachedEmbedder, Embedder, load_embedder
from statchunk.store.manifest import Manifest, require_same_model

_T = TypeVar("_T")


class OpenedStore:
    """The model for questions, what is kept at hand, and the block that a store is open in."""

    manifest: Manifest
    """Model and counts."""

    def __init__(self, where: str) -> None:
        """Args: the place as messages show it."""
        self._where = where
        self._embedder: Embedder | None = None
        self._kept: dict[Hashable, object] = {}

    def close(self) -> None:
        """Let go of files and connections."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        """The store itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go of files and connections."""
        self.close()

    @property
    def embedder(self) -> Embedder:
        """The model that the vectors were made with, loaded when first asked for.

        Raises:
            ModelError: if it is not at hand, or its weights have changed since.
        """
        if self._embedder is None:
            embedder = load_embedder(self.manifest.model, role="query")
            require_same_model(self._where, self.manifest, embedder)
            self._embedder = CachedEmbedder(embedder)
        return self._embedder

    def use(self, embedder: Embedder) -> None:
        """Take this embedder for questions.

        Raises:
            ModelError: if the vectors were made with another model.
        """
        require_same_model(self._where, self.manifest, embedder)
        self._embedder = embedder

    def kept(self, key: Hashable, make: Callable[[], _T]) -> _T:
        """What `make` made when this was first asked for."""
        if key not in self._kept:
            self._kept[key] = make()
        return cast("_T", self._kept[key])
