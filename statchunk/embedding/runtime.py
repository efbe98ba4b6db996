"""The bundled all-MiniLM-L6-v2 under onnxruntime, from an exported graph. Needs `statchunk[onnx]`, and no torch."""

import os
from collections.abc import Sequence

import numpy as np

from statchunk.embedding.batches import batches, read_tokenizer
from statchunk.embedding.encoder import MAX_TOKENS
from statchunk.embedding.minilm import DIMENSION, NAME
from statchunk.embedding.protocol import Role, Vectors
from statchunk.embedding.weights import SHA256, bundled_directory
from statchunk.errors import MissingExtraError, ModelError

try:
    import onnxruntime
    from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidGraph, InvalidProtobuf, NotImplemented
except ImportError as exc:
    raise MissingExtraError("onnxruntime is not installed: pip install 'statchunk[onnx]'") from exc

_BATCH_TOKENS = 512
"""Tokens of a batch, padding included; the widest intermediate takes 3 MB. 1,024 and more were slower."""


def _threads() -> int:
    """As many as `OMP_NUM_THREADS` says, else as there are cores for this process."""
    asked = os.environ.get("OMP_NUM_THREADS", "")
    if asked.isdecimal() and int(asked) > 0:
        return int(asked)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class OnnxMiniLM:
    """all-MiniLM-L6-v2 by onnxruntime; its vectors are those of the other backends.

    Args:
        model: the exported graph.

    Raises:
        ModelError: if the installed onnxruntime cannot run it.
    """

    name = NAME
    revision = SHA256
    dimension = DIMENSION
    max_tokens = MAX_TOKENS

    def __init__(self, model: bytes) -> None:
        """Make a session of the graph."""
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = _threads()
        # A thread that waits for work gives its core to others.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        except (Fail, InvalidGraph, InvalidProtobuf, NotImplemented) as exc:
            raise ModelError(
                f"{NAME}: onnxruntime {onnxruntime.__version__} cannot run the exported model: "
                "pip install --upgrade 'statchunk[onnx]', or choose the backend numpy"
            ) from exc
        self._tokenizer = read_tokenizer(bundled_directory(), MAX_TOKENS)

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        """Vectors of shape (len(texts), 384); the same for questions and passages."""
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for batch in batches(self._tokenizer, texts, _BATCH_TOKENS):
            [made] = self._session.run(None, {"tokens": batch.tokens, "lengths": batch.lengths})
            vectors[batch.places] = made
        return vectors
