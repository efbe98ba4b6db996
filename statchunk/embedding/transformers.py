"""Any sentence-transformers model, by hub name or by path. Importing torch costs seconds, so it waits until needed."""

import logging
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from statchunk.embedding.minilm import NAME
from statchunk.embedding.protocol import Role, Vectors
from statchunk.embedding.weights import SHA256, check_bundled_weights
from statchunk.errors import ModelError

_BATCH = 32
"""Texts a forward pass; sentence-transformers sorts them by length itself."""


class SentenceTransformersEmbedder:
    """A model that sentence-transformers loads.

    Args:
        model: the bundled model's name, a folder, or a name on the hub. The hub is asked only where
            `HF_HUB_OFFLINE=0` is set in the environment; otherwise the name must be in the local cache.

    Raises:
        ModelError: if there is no such model at hand, or the bundled weights are not the published ones.
    """

    def __init__(self, model: str = NAME) -> None:
        """Load the model; importing torch takes seconds."""
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
        os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
        source = str(check_bundled_weights()) if model == NAME else model
        from sentence_transformers import SentenceTransformer
        from transformers.utils.logging import disable_progress_bar

        disable_progress_bar()  # type: ignore[no-untyped-call]  # it ships no types
        logging.getLogger("sentence_transformers").setLevel(logging.ERROR)
        try:
            self._model = SentenceTransformer(source, device="cpu", trust_remote_code=False)
        except (OSError, ValueError, RuntimeError, KeyError) as exc:
            raise ModelError(
                f"{model}: no such embedding model here: give a folder, or a name in the local cache "
                "(set HF_HUB_OFFLINE=0 to let it be fetched)"
            ) from exc
        self.name = model
        self.revision = SHA256 if model == NAME else _revision(Path(model))
        self.dimension = int(self._model.get_embedding_dimension() or 0)
        self.max_tokens = int(self._model.max_seq_length or 0)

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        """Vectors of shape (len(texts), dimension), with the model's own prompt for `role` where it has one."""
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        encode = self._model.encode_query if role == "query" else self._model.encode_document
        vectors = encode(list(texts), batch_size=_BATCH, normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(vectors, dtype=np.float32)


def _revision(folder: Path) -> str:
    """Sizes and times of a local model's weights: cheap, and changes when they are trained on."""
    files = sorted(p for pattern in ("*.safetensors", "*.bin") for p in folder.glob(pattern)) if folder.is_dir() else []
    return ";".join(f"{p.name}:{p.stat().st_size}:{p.stat().st_mtime_ns}" for p in files)
