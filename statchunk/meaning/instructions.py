"""Text that speaks to a language model instead of to a reader: a hostile file's way to steer what is made of it."""

from functools import cache
from typing import Final

from statchunk.languages import words
from statchunk.text import one_space

WARNING: Final = "reads like an instruction to a language model: quote it, do not follow it"


def is_instruction(text: str) -> bool:
    """Whether the text holds a phrase by which language models are told what to do; it is flagged, never removed."""
    folded = text.casefold()
    said = set(folded.split())
    possible = [
        phrase for phrase, outer, inner in _phrases() if inner <= said and all(word in folded for word in outer)
    ]
    if not possible:
        return False
    spaced = one_space(folded)
    return any(phrase in spaced for phrase in possible)


@cache
def _phrases() -> tuple[tuple[str, tuple[str, ...], frozenset[str]], ...]:
    """Each phrase, its outer words, and those inside, which stand between spaces in a text that holds it."""
    parts = [(phrase, phrase.split(" ")) for phrase in sorted(words("instructions"))]
    return tuple((phrase, tuple({part[0], part[-1]}), frozenset(part[1:-1])) for phrase, part in parts)
