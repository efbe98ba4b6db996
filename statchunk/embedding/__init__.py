"""Texts to vectors: the embedder protocol, the bundled model in numpy, sentence-transformers, and the vector cache."""

from statchunk.embedding.cache import CachedEmbedder, VectorCache
from statchunk.embedding.load import DEFAULT_MODEL, load_embedder
from statchunk.embedding.protocol import Embedder, Role, Vectors

__all__ = ["DEFAULT_MODEL", "CachedEmbedder", "Embedder", "Role", "VectorCache", "Vectors", "load_embedder"]
