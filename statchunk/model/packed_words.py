"""The words of a page as numbers, a quarter of their size, while no step needs them."""

from array import array
from collections.abc import Sequence
from math import copysign, floor
from typing import Any, Final, Literal

from statchunk.model.page import Hidden, Style, Word

_PLACES: Final = 5
"""Numbers that say where a word stands."""
_NUMBERS: Final = 3
"""Its kind, `order` and `run`."""
_FAR: Final = 1e7  # points; hundredths of what stands nearer fit into four bytes
_SHORT: Final = 0xFFFF  # the largest number of two bytes

Kind = tuple[Style, Literal[0, 90, 180, 270], Literal[-1, 0, 1], bool, Hidden]
"""What most words of a page have in common with others."""


class PackedWords:
    """Use `pack_words`."""

    __slots__ = ("exact", "kinds", "numbers", "places", "texts")

    def __init__(self, texts: tuple[str, ...], kinds: list[Kind], places: Any, numbers: Any, exact: bool) -> None:
        self.texts: Final = texts
        self.kinds: Final = kinds
        self.places: Final = places
        """Box and baseline of each word, in hundredths of a point or in points: they come back to the last bit."""
        self.numbers: Final = numbers
        """Index of the kind, `order` and `run` of each word."""
        self.exact: Final = exact
        """Whether all places are whole hundredths, as readers give them."""


def pack_words(words: Sequence[Word]) -> PackedWords:
    """Words of one page."""
    index: dict[tuple[int, int, int, bool, str], int] = {}
    kinds: list[Kind] = []
    hundredths: list[int] = []
    numbers: list[int] = []
    exact = True
    for word in words:
        key = (id(word.style), word.turn, word.rise, word.glued, word.hidden)
        at = index.get(key)
        if at is None:
            at = index[key] = len(kinds)
            kinds.append((word.style, word.turn, word.rise, word.glued, word.hidden))
        numbers.append(at)
        numbers.append(word.order)
        numbers.append(word.run)
        if exact:
            exact = (
                _is_whole(word.x0)
                and _is_whole(word.top)
                and _is_whole(word.x1)
                and _is_whole(word.bottom)
                and _is_whole(word.baseline)
            )
        if exact:
            hundredths.append(_hundredths(word.x0))
            hundredths.append(_hundredths(word.top))
            hundredths.append(_hundredths(word.x1))
            hundredths.append(_hundredths(word.bottom))
            hundredths.append(_hundredths(word.baseline))
    texts = tuple([word.text for word in words])
    packed = pack_numbers(numbers)
    if exact:
        return PackedWords(texts, kinds, array("i", hundredths), packed, exact)
    points = [(word.x0, word.top, word.x1, word.bottom, word.baseline) for word in words]
    places = array("d", [place for each in points for place in each])
    return PackedWords(texts, kinds, places, packed, exact)


def pack_numbers(numbers: Sequence[int]) -> Any:
    """Numbers from 0 in two bytes each, or four where one of them is larger: an array."""
    return array("H" if max(numbers, default=0) <= _SHORT else "I", numbers)


def _hundredths(place: float) -> int:
    return floor(place * 100.0 + 0.5)


def _is_whole(place: float) -> bool:
    """Whether its hundredths give the place again to the last bit."""
    if not -_FAR < place < _FAR:
        return False
    count = _hundredths(place)
    return float(count) / 100.0 == place and (count != 0 or copysign(1.0, place) > 0)


def unpack_words(packed: PackedWords, start: int = 0, end: int | None = None) -> tuple[Word, ...]:
    """Back from `pack_words`: words like those, in their order.

    Args:
        packed: of a page.
        start: the first of them that is wanted.
        end: the first after it that is not; all are wanted where None.
    """
    texts = packed.texts[start:end]
    found: list[Word] = []
    places: list[float] = packed.places[_PLACES * start : _PLACES * (start + len(texts))].tolist()
    numbers: list[int] = packed.numbers[_NUMBERS * start : _NUMBERS * (start + len(texts))].tolist()
    if packed.exact:
        places = [place / 100.0 for place in places]
    at = place = 0
    for text in texts:
        style, turn, rise, glued, hidden = packed.kinds[numbers[at]]
        x0, top, x1 = places[place], places[place + 1], places[place + 2]
        bottom, baseline = places[place + 3], places[place + 4]
        order, run = numbers[at + 1], numbers[at + 2]
        found.append(Word(text, x0, top, x1, bottom, baseline, style, turn, rise, glued, hidden, order, run))
        at += _NUMBERS
        place += _PLACES
    return tuple(found)
