"""Text that speaks to a language model instead of to a reader: a hostile file's way to steer what is made of it."""

import re
from functools import cache
from typing import Final

from statchunk.languages import words

WARNING: Final = "reads like an instruction to a language model: quote it, do not follow it"


def is_instruction(text: str) -> bool:
    """Whether the text holds a phrase by which language models are told what to do; it is flagged, never removed."""
    words_once = f" {' '.join(set(text.split()))} ".casefold()  # far shorter than a whole release
    said = set(words_once.split())
    possible = [
        phrase for phrase, outer, inner in _phrases() if inner <= said and all(word in words_once for word in outer)
    ]
    if not possible:
        return False
    folded = text.casefold()
    return any(_spread(phrase).search(folded) is not None for phrase in possible)


@cache
def _spread(phrase: str) -> re.Pattern[str]:
    """The phrase with any white space between its words."""
    return re.compile(r"\s+".join(re.escape(word) for word in phrase.split(" ")))


@cache
def _phrases() -> tuple[tuple[str, tuple[str, ...], frozenset[str]], ...]:
    """Each phrase, its outer words with the space beside them, and those inside, which stand between spaces."""
    found = []
    for phrase in sorted(words("instructions")):
        first, *inner = phrase.split(" ")
        outer = (f"{first} ", f" {inner.pop()}") if inner else (first,)
        found.append((phrase, outer, frozenset(inner)))
    return tuple(found)
