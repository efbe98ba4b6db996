"""Pure string helpers shared by several steps; no language words here."""

import unicodedata
from typing import Final


def one_space(text: str) -> str:
    """The text with each run of white space made one space, ends stripped."""
    if text.isprintable() and "  " not in text and not text.startswith(" ") and not text.endswith(" "):
        return text  # the only white space that is printable is a space
    return " ".join(text.split())


_OTHER: Final = {code: None for code in range(128) if not chr(code).isalnum()}
"""What is taken from ASCII text to leave letters and digits."""


def squash(text: str) -> str:
    """Letters and digits only, NFKC, case folded: for comparing labels however they were broken."""
    if text.isascii():
        return text.lower().translate(_OTHER)
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))
