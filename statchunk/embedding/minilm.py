"""The bundled all-MiniLM-L6-v2 in numpy: a BERT encoder, mean pooling, unit length.

A question is embedded from a cold process in a fraction of a second, which importing torch would not allow.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from tokenizers import Tokenizer

from statchunk.embedding.protocol import Role, Vectors
from statchunk.embedding.weights import SHA256, bundled_directory, read_weights
from statchunk.errors import ModelError

NAME = "all-MiniLM-L6-v2"
_HEADS = 12
_LAYERS = 6
_EPSILON = np.float32(1e-12)
_MAX_TOKENS = 256
_BATCH_TOKENS = 2048
"""Tokens of a batch, padding included: the widest intermediate (1,536 floats a token) takes 12 MB."""
_BLOCK = 16_384
"""Floats a block of the activation, 64 KB: three of them stay in a core's second-level cache."""
# Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26: erf within 1.5e-7.
# x / sqrt 2 and the half of Phi are folded in.
_ERF_P = np.float32(0.3275911 * 0.5**0.5)
_HALF_ERF_A = tuple(np.float32(a / 2) for a in (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592))


class _Dense(NamedTuple):
    weight: Vectors
    bias: Vectors

    def __call__(self, x: Vectors) -> Vectors:
        y: Vectors = x @ self.weight
        y += self.bias
        return y


class _Layer(NamedTuple):
    query_key_value: _Dense
    attention_output: _Dense
    attention_norm: _Dense
    intermediate: _Dense
    output: _Dense
    output_norm: _Dense


def _gelu(x: Vectors) -> Vectors:
    """x * Phi(x) = max(x, 0) - |x| * erfc(|x| / sqrt 2) / 2, block by block so that a block stays in the cache."""
    y = np.empty_like(x)
    flat, flat_y = x.reshape(-1), y.reshape(-1)
    t, e = np.empty(_BLOCK, np.float32), np.empty(_BLOCK, np.float32)
    for start in range(0, flat.size, _BLOCK):
        block, out = flat[start : start + _BLOCK], flat_y[start : start + _BLOCK]
        t, e = t[: block.size], e[: block.size]
        np.abs(block, out=t)
        t *= _ERF_P
        t += np.float32(1)
        np.reciprocal(t, out=t)
        np.multiply(block, block, out=e)
        e *= np.float32(-0.5)
        np.exp(e, out=e)
        np.multiply(t, _HALF_ERF_A[0], out=out)
        for a in _HALF_ERF_A[1:]:
            out += a
            out *= t
        out *= e
        np.abs(block, out=t)
        out *= t
        np.maximum(block, np.float32(0), out=e)
        np.subtract(e, out, out=out)
    return y


def _normalise_layer(x: Vectors, norm: _Dense) -> Vectors:
    x = x - x.mean(axis=-1, keepdims=True)
    x /= np.sqrt(np.einsum("...i,...i->...", x, x)[..., None] / np.float32(x.shape[-1]) + _EPSILON)
    x *= norm.weight
    x += norm.bias
    return x


class NumpyMiniLM:
    """all-MiniLM-L6-v2 without torch.

    Raises:
        ModelError: if the weights are absent or not the published ones.
    """

    name = NAME
    revision = SHA256
    dimension = 384
    max_tokens = _MAX_TOKENS

    def __init__(self) -> None:
        """Read the weights, about 90 MB."""
        folder = bundled_directory()
        tensors = read_weights(folder / "model.safetensors", SHA256).tensors
        try:
            self._tokenizer = Tokenizer.from_str((folder / "tokenizer.json").read_text(encoding="utf-8"))
        except OSError as exc:
            raise ModelError(f"{folder / 'tokenizer.json'}: the tokenizer cannot be read: {exc.strerror}") from exc
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_MAX_TOKENS)
        embeddings = "embeddings."
        self._words = tensors[f"{embeddings}word_embeddings.weight"]
        self._places = (
            tensors[f"{embeddings}position_embeddings.weight"] + tensors[f"{embeddings}token_type_embeddings.weight"][0]
        )
        self._norm = _Dense(tensors[f"{embeddings}LayerNorm.weight"], tensors[f"{embeddings}LayerNorm.bias"])
        self._layers = tuple(_layer(tensors, f"encoder.layer.{i}.") for i in range(_LAYERS))

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        """Vectors of shape (len(texts), 384); the same for questions and passages."""
        encoded = [np.array(e.ids, dtype=np.int64) for e in self._tokenizer.encode_batch(list(texts))]
        vectors = np.zeros((len(encoded), self.dimension), dtype=np.float32)
        order = sorted(range(len(encoded)), key=lambda i: -len(encoded[i]))
        start = 0
        while start < len(order):
            count = max(1, _BATCH_TOKENS // len(encoded[order[start]]))
            batch = order[start : start + count]
            vectors[batch] = self._forward([encoded[i] for i in batch])
            start += count
        return vectors

    def _forward(self, batch: list[np.ndarray[tuple[int], np.dtype[np.int64]]]) -> Vectors:
        lengths = np.array([len(ids) for ids in batch])
        longest = int(lengths.max())
        tokens = np.zeros((len(batch), longest), dtype=np.int64)
        for row, ids in zip(tokens, batch, strict=True):
            row[: len(ids)] = ids
        seen = np.arange(longest) < lengths[:, None]
        unseen = np.where(seen, np.float32(0), np.float32(-1e30))[:, None, None, :] if not seen.all() else None
        x = _normalise_layer(self._words[tokens] + self._places[:longest], self._norm)
        for layer in self._layers:
            x = _normalise_layer(
                x + layer.attention_output(_attend(layer.query_key_value(x), unseen)), layer.attention_norm
            )
            x = _normalise_layer(x + layer.output(_gelu(layer.intermediate(x))), layer.output_norm)
        x *= seen[:, :, None]
        pooled: Vectors = x.sum(axis=1) / lengths[:, None].astype(np.float32)
        pooled /= np.linalg.norm(pooled, axis=1, keepdims=True)
        return pooled


def _attend(projected: Vectors, unseen: Vectors | None) -> Vectors:
    """Multi-head attention over `projected` (texts, tokens, 3 * width); scores are scaled in the weights."""
    texts, tokens, triple = projected.shape
    width = triple // 3
    heads = projected.reshape(texts, tokens, 3, _HEADS, width // _HEADS).transpose(2, 0, 3, 1, 4)
    scores: Vectors = heads[0] @ heads[1].swapaxes(-1, -2)
    if unseen is not None:
        scores += unseen
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    mixed: Vectors = (scores @ heads[2]).transpose(0, 2, 1, 3).reshape(texts, tokens, width)
    return mixed


def _layer(tensors: dict[str, Vectors], prefix: str) -> _Layer:
    def dense(name: str) -> _Dense:
        return _Dense(np.ascontiguousarray(tensors[f"{prefix}{name}.weight"].T), tensors[f"{prefix}{name}.bias"])

    def norm(name: str) -> _Dense:
        return _Dense(tensors[f"{prefix}{name}.weight"], tensors[f"{prefix}{name}.bias"])

    query, key, value = (dense(f"attention.self.{name}") for name in ("query", "key", "value"))
    scale = np.float32(1 / np.sqrt(query.weight.shape[1] / _HEADS))
    joined = _Dense(
        np.concatenate([query.weight * scale, key.weight, value.weight], axis=1),
        np.concatenate([query.bias * scale, key.bias, value.bias]),
    )
    return _Layer(
        joined,
        dense("attention.output.dense"),
        norm("attention.output.LayerNorm"),
        dense("intermediate.dense"),
        dense("output.dense"),
        norm("output.LayerNorm"),
    )
