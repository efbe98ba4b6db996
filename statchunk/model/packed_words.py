"""The words of a page as numbers, less than half their size, while no step needs them."""

from array import array
from collections.abc import Sequence
from typing import Any, Final, Literal

from statchunk.model.page import Hidden, Style, Word

_PLACES: Final = 5
"""Numbers that say where a word stands."""

Kind = tuple[Style, Literal[0, 90, 180, 270], Literal[-1, 0, 1], bool, Hidden]
"""What most words of a page have in common with others."""


class PackedWords:
    """Use `pack_words`."""

    __slots__ = ("kind_of", "kinds", "numbers", "places", "texts")

    def __init__(self, texts: tuple[str, ...], kinds: list[Kind], kind_of: Any, places: Any, numbers: Any) -> None:
        self.texts: Final = texts
        self.kinds: Final = kinds
        self.kind_of: Final = kind_of
        """Index of the kind of each word."""
        self.places: Final = places
        """Box and baseline of each word, as doubles: they come back as they were."""
        self.numbers: Final = numbers
        """`order` and `run` of each word."""


def pack_words(words: Sequence[Word]) -> PackedWords:
    """Words of one page."""
    index: dict[tuple[int, int, int, bool, str], int] = {}
    kinds: list[Kind] = []
    kind_of, places, numbers = array("I"), array("d"), array("i")
    for word in words:
        key = (id(word.style), word.turn, word.rise, word.glued, word.hidden)
        at = index.get(key)
        if at is None:
            at = index[key] = len(kinds)
            kinds.append((word.style, word.turn, word.rise, word.glued, word.hidden))
        kind_of.append(at)
        places.extend((word.x0, word.top, word.x1, word.bottom, word.baseline))
        numbers.extend((word.order, word.run))
    return PackedWords(tuple([word.text for word in words]), kinds, kind_of, places, numbers)


def unpack_words(packed: PackedWords) -> tuple[Word, ...]:
    """Back from `pack_words`: words like those, in their order."""
    found = []
    places: list[float] = packed.places.tolist()
    numbers: list[int] = packed.numbers.tolist()
    kind_of: list[int] = packed.kind_of.tolist()
    for at, text in enumerate(packed.texts):
        style, turn, rise, glued, hidden = packed.kinds[kind_of[at]]
        x0, top, x1, bottom, baseline = places[_PLACES * at : _PLACES * (at + 1)]
        order, run = numbers[2 * at], numbers[2 * at + 1]
        found.append(Word(text, x0, top, x1, bottom, baseline, style, turn, rise, glued, hidden, order, run))
    return tuple(found)
