"""The words of a page as numbers, a quarter of their size, while no step needs them."""

from array import array
from collections.abc import Sequence
from math import floor
from typing import Any, Final, Literal

from mypy_extensions import mypyc_attr

from statchunk.model.page import Hidden, Style, Word

_PLACES: Final = 2
"""Numbers that say where a word stands along its row: left and right."""
_LEVELS: Final = 3
"""Numbers that say how high a row stands: top, bottom and baseline."""
_NUMBERS: Final = 4
"""Of a word: its kind and row, `order` and `run`."""
_FAR: Final = 1e7  # points; hundredths of what stands nearer fit into four bytes
_SHORT: Final = 0xFFFF  # the largest number of two bytes

Kind = tuple[Style, Literal[0, 90, 180, 270], Literal[-1, 0, 1], bool, Hidden]
"""What most words of a page have in common with others."""


@mypyc_attr(acyclic=True)
class PackedWords:
    """Use `pack_words`."""

    __slots__ = ("exact", "kinds", "levels", "numbers", "places", "texts")

    def __init__(
        self, texts: tuple[str, ...], kinds: list[Kind], levels: Any, places: Any, numbers: Any, exact: bool
    ) -> None:
        self.texts: Final = texts
        self.kinds: Final = kinds
        self.levels: Final = levels
        """Top, bottom and baseline of each row, in hundredths of a point or in points: they come back as they were."""
        self.places: Final = places
        """Left and right of each word, likewise."""
        self.numbers: Final = numbers
        """Index of its kind and of its row, `order` and `run` of each word."""
        self.exact: Final = exact
        """Whether all places are whole hundredths, as readers give them."""


def pack_words(words: Sequence[Word]) -> PackedWords:
    """Words of one page."""
    kind_at: dict[tuple[int, int, int, bool, str], int] = {}
    row_at: dict[tuple[float, float, float], int] = {}
    kinds: list[Kind] = []
    numbers: list[int] = []
    exact = True
    for word in words:
        kind = (id(word.style), word.turn, word.rise, word.glued, word.hidden)
        at = kind_at.get(kind)
        if at is None:
            at = kind_at[kind] = len(kinds)
            kinds.append((word.style, word.turn, word.rise, word.glued, word.hidden))
        level = (word.top, word.bottom, word.baseline)
        row = row_at.get(level)
        if row is None:
            row = row_at[level] = len(row_at)
            exact = exact and _is_whole(word.top) and _is_whole(word.bottom) and _is_whole(word.baseline)
        exact = exact and _is_whole(word.x0) and _is_whole(word.x1)
        numbers.append(at)
        numbers.append(row)
        numbers.append(word.order)
        numbers.append(word.run)
    places: list[float] = []
    for word in words:
        places.append(word.x0)
        places.append(word.x1)
    levels = [height for level in row_at for height in level]
    texts = tuple([word.text for word in words])
    return PackedWords(
        texts, kinds, _packed_places(levels, exact), _packed_places(places, exact), pack_numbers(numbers), exact
    )


def _packed_places(places: list[float], exact: bool) -> Any:
    return array("i", [_hundredths(place) for place in places]) if exact else array("d", places)


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
    return float(count) / 100.0 == place


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
    levels, unit = packed.levels, 100.0 if packed.exact else 1.0
    at = place = 0
    before = -1
    top = bottom = baseline = 0.0
    for text in texts:
        style, turn, rise, glued, hidden = packed.kinds[numbers[at]]
        row = _LEVELS * numbers[at + 1]
        if row != before:
            before = row
            top, bottom, baseline = levels[row] / unit, levels[row + 1] / unit, levels[row + 2] / unit
        order, run = numbers[at + 2], numbers[at + 3]
        x0, x1 = places[place] / unit, places[place + 1] / unit
        found.append(Word(text, x0, top, x1, bottom, baseline, style, turn, rise, glued, hidden, order, run))
        at += _NUMBERS
        place += _PLACES
    return tuple(found)
