"""Words come back from their numbers as they were."""

from statchunk.model.packed_words import pack_words, unpack_words
from statchunk.model.page import Style, Word

PLAIN = Style("Serif", 10.0, False, False, 0)
BOLD = Style("Serif", 10.0, True, False, 0xFF0000)


def as_fields(word: Word) -> tuple[object, ...]:
    return tuple(getattr(word, name) for name in Word.__match_args__)


def test_words_come_back_as_they_were() -> None:
    words = (
        Word("Prices", 10.01, 20.1, 30.2, 40.3, 38.4, PLAIN, 0, 0, False, "", 0, 0),
        Word("3.4", 1 / 3, 0.1 + 0.2, -5.0, 1e9, 7.0, BOLD, 0, 0, False, "", 2, 1),
        Word("r", 1.0, 2.0, 3.0, 4.0, 5.0, PLAIN, 90, 1, True, "", 7, 3),
        Word("Käse", 1.0, 2.0, 3.0, 4.0, 5.0, PLAIN, 270, -1, False, "white", 8, 3),
    )
    found = unpack_words(pack_words(words))
    assert list(map(as_fields, found)) == list(map(as_fields, words))
    assert [word.style is other.style for word, other in zip(found, words, strict=True)] == [True] * 4
    assert unpack_words(pack_words(())) == ()
