"""Texts to tokens, in batches of like length: alike for every way to run the bundled model."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from statchunk.errors import ModelError

Numbers: TypeAlias = NDArray[np.int64]


class Batch(NamedTuple):
    """Texts that go through the model together."""

    places: list[int]
    """Of the texts in the sequence they were taken from."""
    tokens: Numbers
    """Shape (texts, longest), filled up with zeros."""
    lengths: Numbers
    """Shape (texts,): tokens of each text."""


def read_tokenizer(folder: Path, max_tokens: int) -> Tokenizer:
    """The tokenizer in a model's folder; it cuts at `max_tokens`, special tokens included.

    Raises:
        ModelError: if the file cannot be read.
    """
    path = folder / "tokenizer.json"
    try:
        tokenizer = Tokenizer.from_str(path.read_text(encoding="utf-8"))
    except OSError as exc:
        raise ModelError(f"{path}: the tokenizer cannot be read: {exc.strerror}") from exc
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_tokens)
    return tokenizer


def batches(tokenizer: Tokenizer, texts: Sequence[str], budget: int) -> Iterator[Batch]:
    """The texts, tokenised once, longest first.

    Args:
        tokenizer: without padding.
        texts: in any order.
        budget: tokens of a batch, padding included; a text longer than that is a batch alone.
    """
    encoded = [encoding.ids for encoding in tokenizer.encode_batch(list(texts))]
    order = sorted(range(len(encoded)), key=lambda i: -len(encoded[i]))
    start = 0
    while start < len(order):
        longest = len(encoded[order[start]])
        places = order[start : start + max(1, budget // longest)]
        tokens = np.zeros((len(places), longest), dtype=np.int64)
        for row, i in zip(tokens, places, strict=True):
            row[: len(encoded[i])] = encoded[i]
        yield Batch(places, tokens, np.array([len(encoded[i]) for i in places], dtype=np.int64))
        start += len(places)
