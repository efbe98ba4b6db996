"""Pure string helpers shared by several steps; no language words here."""

import unicodedata
from typing import Final

from statchunk.memo import TextMemo


def one_space(text: str) -> str:
    """The text with each run of white space made one space, ends stripped."""
    if text.isprintable() and "  " not in text and not text.startswith(" ") and not text.endswith(" "):
        return text  # the only white space that is printable is a space
    return " ".join(text.split())


_IDEOGRAPHIC: Final = "\u2e80"  # from here on signs of scripts that set no space between words, to the Hangul syllables


def runs_together(left: str, right: str) -> bool:
    """Whether a line goes on in the next with no space: both sides are signs of Chinese or Japanese."""
    return (
        left[-1:] >= _IDEOGRAPHIC
        and right[:1] >= _IDEOGRAPHIC
        and all(char < "\uac00" or "\uf900" <= char <= "\uffef" for char in (left[-1], right[0]))
    )


_SHORT: Final = 200  # characters; labels are shorter, and said over and over
_OTHER: Final = {code: None for code in range(128) if not chr(code).isalnum()}
"""What is taken from ASCII text to leave letters and digits."""


def squash(text: str) -> str:
    """Letters and digits only, NFKC, case folded: for comparing labels however they were broken."""
    return _SQUASHED.of(text) if len(text) < _SHORT else _squash(text)


def _squash(text: str) -> str:
    if text.isascii():
        return text.lower().translate(_OTHER)
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))


_SQUASHED: Final = TextMemo(_squash)
