"""From a model's name to an embedder."""

from typing import Literal

from statchunk.embedding import fake
from statchunk.embedding.minilm import NAME as DEFAULT_MODEL
from statchunk.embedding.minilm import NumpyMiniLM
from statchunk.embedding.protocol import Embedder

__all__ = ["DEFAULT_MODEL", "load_embedder"]

Backend = Literal["fastest", "numpy", "torch"]


def load_embedder(model: str = DEFAULT_MODEL, backend: Backend = "fastest") -> Embedder:
    """The embedder of a model.

    Args:
        model: "all-MiniLM-L6-v2" (bundled), a folder, a name on the hub, or "fake" (no model; for tests).
        backend: "numpy" or "torch" for the bundled model; "fastest" is numpy, which needs no start-up.

    Raises:
        ModelError: if there is no such model, or its weights are not the published ones.
    """
    if model == fake.NAME:
        return fake.FakeEmbedder()
    if model == DEFAULT_MODEL and backend != "torch":
        return NumpyMiniLM()
    from statchunk.embedding.transformers import SentenceTransformersEmbedder

    return SentenceTransformersEmbedder(model)
