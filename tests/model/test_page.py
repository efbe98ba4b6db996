"""Words of a page: their order and the box around them."""

import pytest

from statchunk.box import Box
from statchunk.geometry import bounding_box
from statchunk.model.page import Style, Word, join_words, left_to_right, words_box

STYLE = Style("Sans", 9.0, False, False, 0)


def word(text: str, x0: float, top: float = 10.0, *, glued: bool = False) -> Word:
    return Word(text, x0, top, x0 + 5, top + 9, top + 7, STYLE, 0, 0, glued, "", 0, 0)


def test_words_in_order_stay_as_they_are_and_others_are_sorted() -> None:
    a, b, c = word("a", 10), word("b", 20), word("c", 20)
    assert left_to_right((a, b, c)) == [a, b, c]
    assert left_to_right((b, c, a)) == [a, b, c]


def test_the_box_around_words_is_that_around_any_things() -> None:
    words = [word("a", -10, 30), word("b", 20, 12), word("c", 40, 50)]
    assert words_box(words) == bounding_box(words) == Box(-10, 12, 45, 59)
    assert words_box(words[:1]) == Box(-10, 30, -5, 39)
    with pytest.raises(ValueError, match="no words"):
        words_box([])


def test_glued_words_are_joined_without_a_space() -> None:
    assert join_words([word("3.4", 10), word("p", 15, glued=True), word("x", 30)]) == "3.4p x"
    assert join_words([word("p", 15, glued=True)]) == "p"
    assert join_words([]) == ""
