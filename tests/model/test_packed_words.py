"""Words come back from their numbers as they were."""

from statchunk.model.layout import Line, pack_lines, words_of
from statchunk.model.packed_words import pack_words, unpack_words
from statchunk.model.page import Style, Word

PLAIN = Style("Serif", 10.0, False, False, 0)
BOLD = Style("Serif", 10.0, True, False, 0xFF0000)
WHOLE = (
    Word("Prices", 10.01, 20.1, 30.2, 40.35, 38.4, PLAIN, 0, 0, False, "", 0, 0),
    Word("fell", 1.0, 2.0, -3.07, 4.0, 5.0, PLAIN, 0, 0, True, "", 1, 0),
    Word("r", 1.0, 2.0, 3.0, 4.0, 5.0, PLAIN, 90, 1, True, "", 7, 70_000),
)


def as_fields(word: Word) -> tuple[object, ...]:
    return tuple(getattr(word, name) for name in Word.__match_args__)


def test_words_come_back_as_they_were() -> None:
    words = (
        *WHOLE,
        Word("3.4", 1 / 3, 0.1 + 0.2, -5.0, 1e9, 7.0, BOLD, 0, 0, False, "", 2, 1),
        Word("Käse", 1.0, 2.0, 3.0, 4.0, 5.0, PLAIN, 270, -1, False, "white", 8, 3),
    )
    for some in (words, words[:3], words[3:4], words[4:], ()):
        found = unpack_words(pack_words(some))
        assert list(map(as_fields, found)) == list(map(as_fields, some))
        assert all(word.style is other.style for word, other in zip(found, some, strict=True))


def test_places_in_whole_hundredths_take_half_the_bytes() -> None:
    assert pack_words(WHOLE).places.itemsize == 4
    for place in (1 / 3, 1e8, float("nan"), float("inf")):
        assert pack_words((WHOLE[0].but(x0=place),)).places.itemsize == 8


def test_some_of_the_words_come_back_alone() -> None:
    assert [word.text for word in unpack_words(pack_words(WHOLE), 1, 2)] == ["fell"]
    assert [word.text for word in unpack_words(pack_words(WHOLE), 1)] == ["fell", "r"]


def test_lines_that_are_put_away_have_their_words_when_asked() -> None:
    lines = [
        Line(WHOLE[:2], 0.0, 0.0, 1.0, 1.0, 1.0, 10.0, False),
        Line(WHOLE[2:], 0.0, 5.0, 1.0, 6.0, 6.0, 10.0, False),
    ]
    pack_lines(lines)
    assert [line.count for line in lines] == [2, 1]
    assert [line.turn for line in lines] == [0, 90]
    assert list(map(as_fields, WHOLE)) == list(map(as_fields, words_of(lines)))
    assert lines[0].words is lines[0].words
    before = lines[0].words
    pack_lines(lines)
    assert lines[0].words is not before
    assert lines[0].text == "Pricesfell"
