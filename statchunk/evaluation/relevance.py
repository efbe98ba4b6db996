"""Whether a text proves an answer: the value on the line of its label, or the sentence as printed."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cached_property
from pathlib import PurePath

from statchunk.evaluation.questions import Proof
from statchunk.model.evidence import Observation

_DASHES = str.maketrans({"−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "’": "'", "‘": "'", "“": '"', "”": '"'})
_BETWEEN = re.compile(r"(?<!\d)[.,]|[.,](?!\d)|[^\w%.,]|_")  # all but letters, figures and decimal points
_KEYWORD_SHARE = 0.5


def plain(text: str) -> str:
    """NFKC, small letters, one space, plain dashes and quotes."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(_DASHES).casefold().split())


def letters(text: str) -> str:
    """Letters, figures and per cent signs only: for comparing labels however they were broken over lines."""
    return _BETWEEN.sub("", plain(text))


def value_pattern(value_text: str) -> re.Pattern[str]:
    """Matches a printed value in `plain` text, not as a part of a longer number."""
    return re.compile(r"(?<![\w.,-])" + re.escape(plain(value_text)) + r"(?![\w]|[.,]\d)")


class JudgedText:
    """A chunk made ready to be judged."""

    def __init__(self, text: str, pages: Iterable[int], document: str) -> None:
        """Keep the text.

        Args:
            text: as shown.
            pages: on which it stands.
            document: path or name of its file.
        """
        self._text = text
        self.pages = frozenset(pages)
        self.document = PurePath(document).name

    @cached_property
    def plain(self) -> str:
        """The text, `plain`."""
        return plain(self._text)

    @cached_property
    def letters(self) -> str:
        """The text, `letters` only."""
        return letters(self._text)

    @cached_property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """`letters` and `plain` of each line."""
        return tuple((letters(line), plain(line)) for line in self._text.splitlines())

    def has_row(self, label: str, value: re.Pattern[str]) -> bool:
        """Whether a value stands on a line with a label (its `letters`)."""
        return any(label in line and value.search(text) for line, text in self.lines)

    def is_at(self, document: str | None, page: int | None) -> bool:
        """Whether the text stands in a document (its file's name) and on a page, where these are given and known."""
        if document is not None and document != self.document:
            return False
        return page is None or not self.pages or page in self.pages


def proves(proof: Proof, text: JudgedText) -> bool:
    """Whether a text proves an answer."""
    if not text.is_at(proof.document, proof.page):
        return False
    if proof.value_text is not None and proof.row_path:
        if plain(proof.value_text) not in text.plain:
            return False
        return text.has_row(letters(proof.row_path[-1]), value_pattern(proof.value_text))
    if proof.sentence:
        return letters(proof.sentence) in text.letters
    if proof.passage:
        passage = letters(proof.passage)
        return bool(text.letters) and (passage in text.letters or text.letters in passage)
    held = sum(plain(word) in text.plain for word in proof.keywords)
    return bool(proof.keywords) and held >= len(proof.keywords) * _KEYWORD_SHARE


def names_cell(proof: Proof, cells: Iterable[Observation]) -> bool:
    """Whether the cells named in a hit hold the one that answers: value, row, column, and period where given."""
    if proof.value_text is None or not proof.row_path:
        return False
    value, row = plain(proof.value_text), letters(proof.row_path[-1])
    column = letters(proof.column_path[-1]) if proof.column_path else ""
    return any(
        plain(cell.value_text) == value
        and bool(cell.row_path)
        and letters(cell.row_path[-1]) == row
        and column in letters(" ".join(cell.column_path))
        and (proof.period is None or cell.period == proof.period)
        for cell in cells
    )
