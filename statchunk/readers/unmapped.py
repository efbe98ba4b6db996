"""Characters that the first reader has no Unicode value for, taken from the second."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from statchunk.errors import ReaderError
from statchunk.model.page import Page, Word
from statchunk.settings import ReaderSettings

if TYPE_CHECKING:
    from statchunk.readers.plumber import PlumberDocument

_UNKNOWN: Final = "\ufffd"
_TELLING: Final = 6
"""Characters; a word so long is the same word again where it comes back in the same font (a running head)."""
_NEAR: Final = 1.0
"""Points between the places that the two readers give to one word."""


def fill_in(pages: Iterator[Page], path: Path, password: str | None, settings: ReaderSettings) -> Iterator[Page]:
    """The pages; words with unknown characters have the text that the second reader finds at the same place."""
    document: PlumberDocument | None = None
    refused = False
    learnt: dict[tuple[str, str], str] = {}
    try:
        for page in pages:
            unknown = [word for word in page.words if _UNKNOWN in word.text]
            if unknown and all((word.text, word.style.font) in learnt for word in unknown):
                words = [word.but(text=learnt.get((word.text, word.style.font), word.text)) for word in page.words]
                page = _with_words(page, words)
            elif unknown and not refused:
                try:
                    document = document or _second_reader(path, password, settings)
                except ReaderError:
                    refused = True
                else:
                    before = page
                    for other in document.pages(range(page.number, page.number + 1)):
                        page = filled(page, other)
                    for old, new in zip(before.words, page.words, strict=True):
                        if old.text != new.text and len(old.text) >= _TELLING:
                            learnt[old.text, old.style.font] = new.text
            yield page
    finally:
        if document is not None:
            document.close()


def _second_reader(path: Path, password: str | None, settings: ReaderSettings) -> "PlumberDocument":
    """The file opened by pdfplumber, which few files need and which is slow to import."""
    from statchunk.readers.plumber import PlumberDocument

    return PlumberDocument(path, password, settings)


def filled(page: Page, other: Page) -> Page:
    """The page with the texts of `other`, the same page by the second reader, where its own are incomplete."""
    at: dict[tuple[int, int], list[Word]] = {}
    for word in other.words:
        at.setdefault((round(word.x0), round(word.baseline)), []).append(word)
    return _with_words(page, [_match(word, at) if _UNKNOWN in word.text else word for word in page.words])


def _with_words(page: Page, words: list[Word]) -> Page:
    """The page with other texts for its words, and a warning if any differs."""
    count = sum(old.text != new.text for old, new in zip(page.words, words, strict=True))
    if not count:
        return page
    warning = f"page {page.number}: words with such characters taken from the second reader (pdfplumber): {count}"
    return replace(page, words=tuple(words), warnings=(*page.warnings, warning))


def _match(word: Word, at: dict[tuple[int, int], list[Word]]) -> Word:
    """The word with the text of the one that the second reader has at its place, if that is complete."""
    x, y = round(word.x0), round(word.baseline)
    for dx in (0, -1, 1):
        for dy in (0, -1, 1):
            for other in at.get((x + dx, y + dy), ()):
                if abs(other.x0 - word.x0) < _NEAR and abs(other.x1 - word.x1) < _NEAR and _fits(word.text, other.text):
                    return word.but(text=other.text)
    return word


def _fits(text: str, other: str) -> bool:
    """Whether `other` is `text` with its unknown characters replaced by something."""
    parts = text.split(_UNKNOWN)
    if _UNKNOWN in other or not (other.startswith(parts[0]) and other.endswith(parts[-1])):
        return False
    begin = 0
    for part in parts:
        found = other.find(part, begin)
        if found < 0:
            return False
        begin = found + len(part)
    return len(other) > len(text) - len(parts) + 1
