"""What the rest asks of a store: writers take documents, readers answer search; behind is a folder or a server."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from statchunk.embedding import Embedder, Vectors
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document, Evidence
from statchunk.store.manifest import Manifest
from statchunk.store.rows import DocumentRow, StoredChunk
from statchunk.store.update import UpdateReport

_T = TypeVar("_T")


class Near(Protocol):
    """Similarities of one vector to those of a store."""

    def nearest(self, limit: int, among: NDArray[np.int64] | None = None) -> list[tuple[int, float]]:
        """(number, similarity) of the nearest, nearest first; only of some numbers where given."""
        ...

    def of(self, numbers: Sequence[int]) -> dict[int, float]:
        """Similarity of each of these numbers that is there."""
        ...


class Store(Protocol):
    """A store opened for reading; what it holds does not change while it is open."""

    @property
    def manifest(self) -> Manifest:
        """Model and counts."""
        ...

    @property
    def embedder(self) -> Embedder:
        """The model that the vectors were made with.

        Raises:
            ModelError: if it is not at hand, or its weights have changed since.
        """
        ...

    def use(self, embedder: Embedder) -> None:
        """Take this embedder for questions."""
        ...

    def close(self) -> None:
        """Let go of files and connections."""
        ...

    def __enter__(self) -> Self:
        """The store itself."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go of files and connections."""
        ...

    def kept(self, key: Hashable, make: Callable[[], _T]) -> _T:
        """What `make` made when this was first asked for."""
        ...

    def documents(self) -> list[DocumentRow]:
        """All documents, in the order in which they were added."""
        ...

    def document(self, document_id: str) -> Document:
        """A document with its evidence and observations.

        Raises:
            StoreError: if the store does not hold it; likewise below.
        """
        ...

    def evidence(self, evidence_id: str) -> Evidence:
        """One piece of evidence."""
        ...

    def chunks(self, numbers: Iterable[int] | None = None) -> Iterator[StoredChunk]:
        """Chunks with their observations, all or those asked for, by number."""
        ...

    def chunk(self, chunk_id: str) -> StoredChunk:
        """One chunk, by its id."""
        ...

    def nearness(self, vector: Vectors) -> Near:
        """How near a vector of shape (dimension,) and unit length is to the chunks."""
        ...

    def lexical(
        self, terms: Sequence[str], limit: int, documents: Sequence[int] | None = None
    ) -> list[tuple[int, float]]:
        """(chunk number, BM25) of the chunks that hold any of the terms, best first; higher is better."""
        ...

    def frequency(self, term: str, most: int | None = None) -> int:
        """In how many chunks a word or phrase stands, endings aside; counted no further than `most`."""
        ...

    def opening(self, document: int) -> str:
        """The text of a document's first two chunks."""
        ...

    def chunks_with_period(self, period: str) -> NDArray[np.int64]:
        """Numbers of the chunks with figures for a period, rising."""
        ...

    def chunks_of(self, documents: Iterable[int]) -> NDArray[np.int64]:
        """Numbers of the chunks of some documents (by number), rising."""
        ...

    def documents_of(self, chunks: NDArray[np.int64]) -> NDArray[np.int64]:
        """The document's number of each of some chunks."""
        ...


class Writer(Protocol):
    """A store opened for writing."""

    def is_current(self, path: Path | str, sha256: str, made_with: str = "") -> bool:
        """Whether the same bytes, read with the same settings, stand in the store; counts as unchanged if so."""
        ...

    def put(
        self,
        document: Document,
        chunks: Sequence[Chunk],
        made_with: str = "",
        file: Path | None = None,
        embeddings: Vectors | None = None,
    ) -> None:
        """Add a document, in the place of an older one from the same file or with the same bytes."""
        ...

    def remove(self, path_or_id: str) -> int:
        """Take out the documents with this path or document id; how many there were."""
        ...

    def fail(self, path: str, reason: str) -> None:
        """Note that a file could not be indexed; an older version of it stays as it is."""
        ...

    def commit(self) -> UpdateReport:
        """Make everything so far last; what has been done since the writer was opened."""
        ...

    def __enter__(self) -> Self:
        """The writer itself."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Commit unless there was an error."""
        ...
