"""The bundled all-MiniLM-L6-v2 in numpy: a BERT encoder, mean pooling, unit length.

A question is embedded from a cold process in a fraction of a second, which importing torch would not allow.
"""

from collections.abc import Sequence

import numpy as np

from statchunk.embedding.batches import Numbers, batches, read_tokenizer
from statchunk.embedding.encoder import EPSILON, HEADS, MAX_TOKENS, Dense, read_encoder
from statchunk.embedding.protocol import Role, Vectors
from statchunk.embedding.weights import SHA256, bundled_directory

NAME = "all-MiniLM-L6-v2"
DIMENSION = 384
_BATCH_TOKENS = 2048
"""Tokens of a batch, padding included: the widest intermediate (1,536 floats a token) takes 12 MB."""
_BLOCK = 16_384
"""Floats a block of the activation, 64 KB: three of them stay in a core's second-level cache."""
# Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26: erf within 1.5e-7.
# x / sqrt 2 and the half of Phi are folded in.
_ERF_P = np.float32(0.3275911 * 0.5**0.5)
_HALF_ERF_A = tuple(np.float32(a / 2) for a in (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592))


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


def _normalise_layer(x: Vectors, norm: Dense) -> Vectors:
    x = x - x.mean(axis=-1, keepdims=True)
    x /= np.sqrt(np.einsum("...i,...i->...", x, x)[..., None] / np.float32(x.shape[-1]) + np.float32(EPSILON))
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
    dimension = DIMENSION
    max_tokens = MAX_TOKENS

    def __init__(self) -> None:
        """Read the weights, about 90 MB."""
        self._encoder = read_encoder()
        self._tokenizer = read_tokenizer(bundled_directory(), MAX_TOKENS)

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        """Vectors of shape (len(texts), 384); the same for questions and passages."""
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for batch in batches(self._tokenizer, texts, _BATCH_TOKENS):
            vectors[batch.places] = self._forward(batch.tokens, batch.lengths)
        return vectors

    def _forward(self, tokens: Numbers, lengths: Numbers) -> Vectors:
        longest = tokens.shape[1]
        seen = np.arange(longest) < lengths[:, None]
        unseen = np.where(seen, np.float32(0), np.float32(-1e30))[:, None, None, :] if not seen.all() else None
        x = _normalise_layer(self._encoder.words[tokens] + self._encoder.places[:longest], self._encoder.norm)
        for layer in self._encoder.layers:
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
    heads = projected.reshape(texts, tokens, 3, HEADS, width // HEADS).transpose(2, 0, 3, 1, 4)
    scores: Vectors = heads[0] @ heads[1].swapaxes(-1, -2)
    if unseen is not None:
        scores += unseen
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    mixed: Vectors = (scores @ heads[2]).transpose(0, 2, 1, 3).reshape(texts, tokens, width)
    return mixed
