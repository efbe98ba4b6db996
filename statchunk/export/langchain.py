"""LangChain: chunks as documents, an index as a retriever, an embedder as embeddings. Needs `statchunk[langchain]`."""

from collections.abc import Iterable
from pathlib import Path

from statchunk.embedding import Embedder
from statchunk.errors import MissingExtraError
from statchunk.export.items import Item, metadata_of, url_of
from statchunk.model.chunk import Hit
from statchunk.search import search
from statchunk.settings import SearchSettings
from statchunk.store import Index

try:
    from langchain_core.callbacks import CallbackManagerForRetrieverRun
    from langchain_core.documents import Document
    from langchain_core.embeddings import Embeddings
    from langchain_core.retrievers import BaseRetriever
except ImportError as exc:
    raise MissingExtraError("LangChain is not installed: pip install 'statchunk[langchain]'") from exc

__all__ = ["StatchunkEmbeddings", "StatchunkRetriever", "documents"]


def documents(items: Iterable[Item]) -> list[Document]:
    """A LangChain document a chunk: the text as shown, the facts as metadata."""
    return [Document(id=item.chunk.id, page_content=item.chunk.text, metadata=metadata_of(item)) for item in items]


class StatchunkEmbeddings(Embeddings):
    """An embedder of statchunk where LangChain asks for embeddings."""

    def __init__(self, embedder: Embedder) -> None:
        """Args: the embedder."""
        self._embedder = embedder

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """A vector a text."""
        return [[float(number) for number in vector] for vector in self._embedder.embed(texts)]

    def embed_query(self, text: str) -> list[float]:
        """The vector of a question."""
        return [float(number) for number in self._embedder.embed([text], role="query")[0]]


class StatchunkRetriever(BaseRetriever):
    """Searches an index as `statchunk search` does; the cells that answer stand in the metadata.

    The index is opened for each question, so that a new generation is seen and any thread may ask.
    """

    index: Path
    """The index, a directory."""
    limit: int = 5
    """Documents for a question."""
    url_base: str = ""
    """Where the releases can be read; see `statchunk.export.items.url_of`."""
    settings: SearchSettings = SearchSettings()
    refuse: bool = True
    """Whether nothing is returned for a question that the index cannot answer."""

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        with Index.open(self.index) as index:
            result = search(index, query, self.settings, self.limit)
            if self.refuse and not result.answerable:
                return []
            return [
                self._document(index, hit, answerable=result.answerable, reason=result.reason) for hit in result.hits
            ]

    def _document(self, index: Index, hit: Hit, *, answerable: bool, reason: str) -> Document:
        stored = index.chunk(hit.chunk_id)
        metadata = metadata_of(Item(stored.chunk, hit.path, url_of(hit.path, self.url_base)))
        found = {
            "rank": hit.rank,
            "score": hit.score,
            "answerable": answerable,
            "reason": reason,
            "cells": [cell.model_dump(mode="json") for cell in hit.cells],
        }
        return Document(id=hit.chunk_id, page_content=hit.text, metadata={**metadata, **found})
