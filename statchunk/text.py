"""Pure string helpers shared by several steps; no language words here."""

import unicodedata
from collections.abc import Iterable
from typing import Protocol


class _Written(Protocol):
    @property
    def text(self) -> str: ...
    @property
    def glued(self) -> bool: ...


def one_space(text: str) -> str:
    """The text with each run of white space made one space, ends stripped."""
    return " ".join(text.split())


def squash(text: str) -> str:
    """Letters and digits only, NFKC, case folded: for comparing labels however they were broken."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))


def join_words(words: Iterable[_Written]) -> str:
    """The words as printed, one space between them, none before a glued one."""
    parts: list[str] = []
    for word in words:
        if parts and not word.glued:
            parts.append(" ")
        parts.append(word.text)
    return "".join(parts)
