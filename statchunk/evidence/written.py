"""Words as text: lines joined, line-end hyphens undone, raised figures kept apart from what they stand on."""

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Final

from statchunk import languages
from statchunk.model.layout import Line
from statchunk.model.page import Word
from statchunk.text import runs_together

_RAISED: Final = str.maketrans("0123456789+-−()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁽⁾ⁿ")
_LOWERED: Final = str.maketrans("0123456789+-−()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₍₎")
_HYPHENS: Final = "-\u00ad\u2010"
_LAST_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*$")
_SIGNED: Final = re.compile(r"[-−–+]\d+[.,]\d")
_DECIMAL_START: Final = re.compile(r"\d+[.,]\d")
_DECIMAL_END: Final = re.compile(r"\d[.,]\d+$")
_FIGURE_END: Final = re.compile(r"[\d\-−–]$")
_LONGEST: Final = 100  # characters; no word that is broken at the end of a line is as long
_FIRST_WORD: Final = re.compile(r"[^\W\d_]+")


class Hyphens:
    """Decides whether a hyphen at a line's end belongs to the word, by the words of the whole release."""

    def __init__(self, texts: AbstractSet[str]) -> None:
        """Take down what the words say, each once."""
        self._spellings: Final = frozenset(text.casefold().strip(".,;:()[]\"'“”‘’") for text in texts)

    def join(self, left: str, right: str) -> str:
        """Two lines as one text."""
        if not left or not right:
            return left or right
        if left[-1] not in _HYPHENS or len(left) < 2 or not left[-2].isalnum():
            return left + right if runs_together(left, right) else f"{left} {right}"
        end = len(left) - 1
        before, after = _LAST_WORD.search(left, max(0, end - _LONGEST), end), _FIRST_WORD.match(right)
        if before is None or after is None:
            return left + right if right[:1].isalnum() else f"{left} {right}"
        if left[-1] == "\u00ad":
            return left[:-1] + right
        first, second = before.group().casefold(), after.group().casefold()
        spellings = self._spellings
        if f"{first}-{second}" in spellings:
            return left + right
        if first + second in spellings:
            return left[:-1] + right
        keeps = first in languages.words("hyphenated") or not after.group().islower() or "-" in first
        return (left if keeps else left[:-1]) + right


def stands_apart(word: Word, before: Word) -> bool:
    """Whether white space belongs between two words: there is some, they do not stand side by side, or two figures
    touch ("−3.4−10.4")."""
    if not word.glued:
        return True
    size = max(word.style.size, before.style.size)
    if abs(word.baseline - before.baseline) > 0.7 * size or word.x0 - before.x1 > 0.5 * size:
        return True
    if _SIGNED.match(word.text):
        return bool(_FIGURE_END.search(before.text))
    return bool(_DECIMAL_START.match(word.text)) and bool(_DECIMAL_END.search(before.text))


def written(words: Iterable[Word]) -> str:
    """Words of one line as printed; raised and lowered figures as the characters of that kind.

    A raised mark that opens the line stands on nothing and is written plain, as the mark of a note.
    """
    parts: list[str] = []
    before: Word | None = None
    opening = True
    for word in words:
        if before is not None and stands_apart(word, before):
            parts.append(" ")
        before = word
        text = word.text
        opening = opening and word.rise > 0
        if word.rise > 0 and not opening:
            text = text.translate(_RAISED)
        elif word.rise < 0:
            text = text.translate(_LOWERED)
        parts.append(text)
    return "".join(parts)


def line_text(line: Line) -> str:
    """A line as printed; its first word opens it whatever stood before."""
    return written(line.words)


def join_lines(lines: Iterable[str], hyphens: Hyphens) -> str:
    """Lines of one paragraph as one text."""
    text = ""
    for line in lines:
        text = hyphens.join(text, line.strip())
    return text
