"""Pure string helpers shared by several steps; no language words here."""

import unicodedata


def one_space(text: str) -> str:
    """The text with each run of white space made one space, ends stripped."""
    return " ".join(text.split())


def squash(text: str) -> str:
    """Letters and digits only, NFKC, case folded: for comparing labels however they were broken."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))
