"""When two characters that touch belong to different words: shared by both readers."""

import re
import unicodedata
from typing import Final, Literal

from statchunk.model.page import Style, Word
from statchunk.settings import ReaderSettings

_FIGURE: Final = re.compile(r"[-+−–(]?[$€£¥]?\d[\d.,]*[%)]?")
_CLOSING: Final = (")", "]", ",", ";", ".", ":")
_SIGNED: Final = re.compile(r"[-+−–]\d")
_DECIMAL: Final = re.compile(r"[-+−–(]?\d[\d,. ]*[.,]\d+[%)]?")
_ONE_NUMBER: Final = re.compile(
    r"[-+−–(]?\d{1,3}(?:[.,]\d{3})+(?:[.,]\d*)?[%)]?[.,;:]?|[-+−–(]?\d+(?:[.,]\d*)?[%)]?[.,;:]?"
    r"|[-+−–(]?\d\d?(?:,\d\d)+,\d{3}(?:\.\d*)?[%)]?[.,;:]?"
)
"""Digits grouped by thousands, or by hundreds above these: "18,30,049"."""
_LABEL_END: Final = re.compile(r"[^\W\d_]{3}\)?$")
"""The end of a label that reaches to the figures of its row: "(including OOH)" before "140.1"."""
_LABEL_AND_FIGURE: Final = re.compile(r"([^\W\d_]{3}\))[-−–]?\d[\d,.]*[.,]\d+(?!\S)")
_BRACKET_AND_FIGURE: Final = re.compile(r"\)[-−–]?\d")
"""What any of those holds, and what is found sooner."""
_MINUS: Final = "−"
_LEADERS: Final = ("....", "……", "____", "····")
_LEADER: Final = re.compile(r"\.{4,}|…{2,}|_{4,}|·{4,}")
_BOLD: Final = re.compile(r"bold|black|heavy|demi(?!-?condensed)|[-,]bd|(?<=[a-z])Bd(?=$|[A-Z,-])", re.IGNORECASE)
_ITALIC: Final = re.compile(r"italic|oblique|slanted|kursiv|(?<=[a-z-])It$|[-,]It(?=$|[A-Z])", re.IGNORECASE)
_RIGHT_TO_LEFT: Final = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_EARLIER: Final = 4  # words; as far back the bearer of a mark may stand where others were drawn between
_ALIKE: Final = 1.25
"""Sizes of marks in a row differ by less: the comma between two of them is often set a little larger."""
_SAME_LINE: Final = 0.5
"""Points between the baselines of a word and its shifted double."""
_SUBSET: Final = re.compile(r"^[A-Z]{6}\+")
_PLAIN: Final = {
    0xFB00: "ff",
    0xFB01: "fi",
    0xFB02: "fl",
    0xFB03: "ffi",
    0xFB04: "ffl",
    0xFB05: "st",
    0xFB06: "st",
    0x02: "-",
    0xFFFE: "-",
    0xAD: "-",
    0xFEFF: None,
    0x200B: None,
    **{code: None for code in range(0x20) if code not in (0x02, 0x09, 0x0A, 0x0D)},
    0x7F: None,
    **{code: bytes([code]).decode("cp1252", "ignore") for code in range(0x80, 0xA0)},
    **dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A))),
    **dict.fromkeys(range(0xD800, 0xE000), "\ufffd"),
    **dict.fromkeys(range(0xE0000, 0xE0080)),
}
"""What stands for other characters, and what has no width: characters that steer terminals, turn the direction of
text, or tag it. Codes from 0x80 to 0x9F, which Unicode leaves to control, are meant in Windows' code page."""


def clean(text: str) -> str:
    """The text of a word: NFC, ligatures expanded, characters without width dropped, soft hyphens shown."""
    if text.isascii() and text.isprintable():
        return text
    return unicodedata.normalize("NFC", text.translate(_PLAIN))


def figures_touch(left: str, right: str, *, drawn_apart: bool) -> bool:
    """Whether `right`, which abuts on `left`, begins another figure: "−3.4" and "−10.4", "12.5" and "3.0".

    A hyphen between whole numbers makes a range ("15-74"), which stays one word.

    Args:
        left: characters set alike.
        right: what follows without space.
        drawn_apart: whether the file is known to draw them apart; else only a sign after decimals tells.
    """
    if not drawn_apart:
        return bool(_DECIMAL.fullmatch(left) and _SIGNED.match(right))
    if _SIGNED.match(right):
        return bool(_FIGURE.fullmatch(left) if right[0] == _MINUS else _DECIMAL.fullmatch(left))
    if _LABEL_END.search(left):
        return bool(_DECIMAL.fullmatch(right))
    return bool(_DECIMAL.fullmatch(left) and _DECIMAL.match(right) and not _ONE_NUMBER.fullmatch(left + right))


def letters_touch(left: str, right: str, gap: float, settings: ReaderSettings) -> bool:
    """Whether a space inside a word takes no room: kerning has taken back all of its width.

    A capital after it begins another word: the heads of narrow columns touch too.

    Args:
        left: ends with the letter before the space.
        right: begins with the letter after it.
        gap: white between them as a share of the size.
        settings: the least white that counts.
    """
    return abs(gap) < settings.no_space and left[-1:].isalpha() and right[:1].islower()


def inner_cuts(text: str, begin: int, stop: int) -> list[int]:
    """Where a row of dots (of a leader) begins or ends, or a figure touches the label before it.

    Args:
        text: of the page.
        begin: of a word.
        stop: behind it.

    Returns:
        Places between `begin` and `stop`, in order, without these two.
    """
    if label := _LABEL_AND_FIGURE.search(text, begin, stop):
        return [label.end(1)]
    cuts: list[int] = []
    for match in _LEADER.finditer(text, begin, stop):
        cuts.extend(place for place in match.span() if begin < place < stop)
    return cuts


def has_inner_cuts(text: str) -> bool:
    """Whether `inner_cuts` has anything to find in it."""
    return any([dots in text for dots in _LEADERS]) or (
        _BRACKET_AND_FIGURE.search(text) is not None and _LABEL_AND_FIGURE.search(text) is not None
    )


def set_apart(one: Style, other: Style, settings: ReaderSettings) -> bool:
    """Whether two runs that touch are set so differently that they are two words."""
    if one is other:
        return False
    if one.bold != other.bold or one.italic != other.italic or one.color != other.color:
        return True
    return min(one.size, other.size) < settings.mark_size * max(one.size, other.size)


def without_subset_prefix(font: str) -> str:
    """The font name without the six letters that mark a subset."""
    return _SUBSET.sub("", font)


def named_bold(font: str) -> bool:
    """Whether the font's name says that it is bold."""
    return bool(_BOLD.search(font))


def named_italic(font: str) -> bool:
    """Whether the font's name says that it is slanted."""
    return bool(_ITALIC.search(font))


def is_right_to_left(text: str) -> bool:
    """Whether it has letters of a script that runs from right to left."""
    return bool(_RIGHT_TO_LEFT.search(text))


def mend(words: list[Word], settings: ReaderSettings) -> list[Word]:
    """Words with raised and lowered marks told and doubled ones dropped; numbered in order, as they come in."""
    backward = False
    for index in range(1, len(words)):
        word, last = words[index], words[index - 1]
        if word.x0 < last.x1 and abs(word.baseline - last.baseline) < _SAME_LINE and not word.glued:
            backward = True
        if word.style is last.style:
            if last.rise and _goes_on(last, word):
                words[index] = word.but(rise=last.rise)
            continue
        if last.rise and word.style.size < _ALIKE * last.style.size and _goes_on(last, word):
            words[index] = word.but(rise=last.rise)
            continue
        if last.rise and last.glued and word.text[:1] in _CLOSING and word.turn == last.turn == 0:
            if abs(word.x0 - last.x1) < settings.glued_gap * word.style.size:
                words[index] = word.but(glued=True)  # "(in m²)"
            continue
        size, last_size = word.style.size, last.style.size
        if size < settings.mark_size * last_size:
            rise, gap = _rise(word, last, after=True, settings=settings)
            for other in words[max(index - _EARLIER, 0) : index - 1] if not rise else ():
                if not rise and size < settings.mark_size * other.style.size:  # a word of another cell came between
                    rise, gap = _rise(word, other, after=True, settings=settings)
            if rise:
                glued = word.glued or gap < settings.glued_gap * last_size
                words[index] = word.but(rise=rise, glued=glued)
        elif last_size < settings.mark_size * size and not last.rise:
            rise, _ = _rise(last, word, after=False, settings=settings)
            if rise:
                words[index - 1] = last.but(rise=rise)
    if backward and len(kept := _without_doubles(words, settings)) < len(words):
        return [word.but(order=order) for order, word in enumerate(kept)]
    return words


def _goes_on(mark: Word, word: Word) -> bool:
    """Whether a word is the next of several marks: "1, 2, 3"."""
    return (
        mark.turn == word.turn == 0
        and abs(word.baseline - mark.baseline) < _SAME_LINE
        and -_SAME_LINE <= word.x0 - mark.x1 < mark.style.size
    )


def _rise(mark: Word, word: Word, *, after: bool, settings: ReaderSettings) -> tuple[Literal[-1, 0, 1], float]:
    """1 where the small `mark` stands raised beside `word`, -1 where lowered, else 0; and the gap in points."""
    if mark.turn != word.turn:
        return 0, 0.0
    first, second = (word, mark) if after else (mark, word)
    if mark.turn == 0:
        gap, up = second.x0 - first.x1, word.baseline - mark.baseline
    elif mark.turn == 180:
        gap, up = first.x0 - second.x1, mark.baseline - word.baseline
    elif mark.turn == 90:
        gap, up = second.top - first.bottom, mark.baseline - word.baseline
    else:
        gap, up = first.top - second.bottom, word.baseline - mark.baseline
    size = word.style.size
    if not -0.5 * size <= gap <= settings.mark_gap * size or mark.style.size < settings.smallest_mark * size:
        return 0, gap
    if settings.raised * size <= up <= settings.highest * size:
        return 1, gap
    if settings.lowered * size <= -up <= settings.lowest * size:
        return -1, gap
    return 0, gap


def _without_doubles(words: list[Word], settings: ReaderSettings) -> list[Word]:
    """Words drawn twice at one place to look bold, made one bold word."""
    kept: list[Word] = []
    at: dict[str, list[int]] = {}
    for word in words:
        places = at.get(word.text)
        if places is None:
            at[word.text] = [len(kept)]
            kept.append(word)
            continue
        x0, top, slack = word.x0, word.top, settings.double * word.style.size
        for place in places:
            other = kept[place]
            if -slack <= other.top - top <= slack and -slack <= other.x0 - x0 <= slack and other.turn == word.turn:
                if other.x0 != x0 or other.top != top:
                    kept[place] = other.but(style=other.style.but(bold=True))
                break
        else:
            places.append(len(kept))
            kept.append(word)
    return kept
