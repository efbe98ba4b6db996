"""The bundled model's encoder as arrays: what numpy computes with and what an exported graph holds."""

from typing import NamedTuple

import numpy as np

from statchunk.embedding.protocol import Vectors
from statchunk.embedding.weights import SHA256, bundled_directory, read_weights

HEADS = 12
EPSILON = 1e-12
"""Added to a variance before its root is taken."""
MAX_TOKENS = 256
_LAYERS = 6


class Dense(NamedTuple):
    """A weight and a bias; of a projection, the weight has the shape (in, out)."""

    weight: Vectors
    bias: Vectors

    def __call__(self, x: Vectors) -> Vectors:
        """The projection of `x` (..., in), of shape (..., out)."""
        y: Vectors = x @ self.weight
        y += self.bias
        return y


class Layer(NamedTuple):
    """One layer; queries, keys and values are one projection, and the scale of the scores is in its weights."""

    query_key_value: Dense
    attention_output: Dense
    attention_norm: Dense
    intermediate: Dense
    output: Dense
    output_norm: Dense


class Encoder(NamedTuple):
    """The whole of it."""

    words: Vectors
    """Shape (vocabulary, width)."""
    places: Vectors
    """Shape (places, width), the vector of the only segment added."""
    norm: Dense
    layers: tuple[Layer, ...]


def read_encoder() -> Encoder:
    """The encoder of the bundled model, about 90 MB.

    Raises:
        ModelError: if the weights are absent or not the published ones.
    """
    tensors = read_weights(bundled_directory() / "model.safetensors", SHA256).tensors
    places = tensors["embeddings.position_embeddings.weight"] + tensors["embeddings.token_type_embeddings.weight"][0]
    return Encoder(
        tensors["embeddings.word_embeddings.weight"],
        places,
        _norm(tensors, "embeddings.LayerNorm"),
        tuple(_layer(tensors, f"encoder.layer.{i}.") for i in range(_LAYERS)),
    )


def _dense(tensors: dict[str, Vectors], name: str) -> Dense:
    return Dense(np.ascontiguousarray(tensors[f"{name}.weight"].T), tensors[f"{name}.bias"])


def _norm(tensors: dict[str, Vectors], name: str) -> Dense:
    return Dense(tensors[f"{name}.weight"], tensors[f"{name}.bias"])


def _layer(tensors: dict[str, Vectors], prefix: str) -> Layer:
    query, key, value = (_dense(tensors, f"{prefix}attention.self.{name}") for name in ("query", "key", "value"))
    scale = np.float32(1 / np.sqrt(query.weight.shape[1] / HEADS))
    joined = Dense(
        np.concatenate([query.weight * scale, key.weight, value.weight], axis=1),
        np.concatenate([query.bias * scale, key.bias, value.bias]),
    )
    return Layer(
        joined,
        _dense(tensors, f"{prefix}attention.output.dense"),
        _norm(tensors, f"{prefix}attention.output.LayerNorm"),
        _dense(tensors, f"{prefix}intermediate.dense"),
        _dense(tensors, f"{prefix}output.dense"),
        _norm(tensors, f"{prefix}output.LayerNorm"),
    )
