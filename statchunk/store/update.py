"""What a writer did, counted alike whatever it writes to."""

from typing import NamedTuple

from statchunk.embedding import CachedEmbedder


class Failure(NamedTuple):
    """A file that could not be indexed."""

    path: str
    reason: str


class UpdateReport(NamedTuple):
    """What a writer did since it was opened: documents unless said otherwise."""

    added: int
    replaced: int
    unchanged: int
    removed: int
    failed: tuple[Failure, ...]
    documents: int
    """In the index afterwards."""
    chunks: int
    """In the index afterwards."""
    embedded: int
    """Chunks embedded anew."""
    reused: int
    """Chunks whose vectors came from the cache."""


class CountingWriter:
    """The counts of a writer."""

    def __init__(self, embedder: CachedEmbedder) -> None:
        """Args: what the vectors are made with."""
        self._embedder = embedder
        self._added = self._replaced = self._unchanged = self._gone = 0
        self._failed: list[Failure] = []

    def fail(self, path: str, reason: str) -> None:
        """Note that a file could not be indexed; an older version of it stays as it is."""
        self._failed.append(Failure(path, reason))

    def _report(self, documents: int, chunks: int) -> UpdateReport:
        return UpdateReport(
            self._added,
            self._replaced,
            self._unchanged,
            self._gone,
            tuple(self._failed),
            documents,
            chunks,
            self._embedder.misses,
            self._embedder.hits,
        )
