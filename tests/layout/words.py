"""Words made by hand for the tests of layout."""

from collections.abc import Sequence
from typing import Literal

from statchunk.model.page import Page, Style, Word

PLAIN = Style("Helvetica", 10.0, False, False, 0)
BOLD = Style("Helvetica-Bold", 10.0, True, False, 0)


class Sheet:
    """A page under construction: each character is half an em wide."""

    def __init__(self, width: float = 595.0, height: float = 842.0) -> None:
        self.width, self.height = width, height
        self.words: list[Word] = []

    def put(
        self,
        text: str,
        x: float,
        baseline: float,
        *,
        size: float = 10.0,
        bold: bool = False,
        italic: bool = False,
        space: float = 0.25,
        rise: Literal[-1, 0, 1] = 0,
        glued: bool = False,
    ) -> float:
        """Sets a text on a baseline; the words are `space` ems apart. Gives the right end."""
        style = Style("Helvetica" + ("-Bold" if bold else ""), size, bold, italic, 0)
        for part in text.split():
            end = x + 0.5 * size * len(part)
            order = len(self.words)
            self.words.append(
                Word(
                    part,
                    x,
                    baseline - 0.8 * size,
                    end,
                    baseline + 0.2 * size,
                    baseline,
                    style,
                    0,
                    rise,
                    glued,
                    "",
                    order,
                    order,
                )
            )
            x = end + space * size
        return x - space * size

    def put_lines(
        self, texts: Sequence[str], x: float, baseline: float, *, leading: float = 12.0, size: float = 10.0
    ) -> float:
        """Sets lines under one another; gives the baseline of the next one."""
        for text in texts:
            self.put(text, x, baseline, size=size)
            baseline += leading
        return baseline

    def page(self, number: int = 1) -> Page:
        """The finished page."""
        return Page(number, self.width, self.height, words=tuple(self.words))
