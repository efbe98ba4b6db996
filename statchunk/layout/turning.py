"""Pages whose text is drawn turned, stood upright."""

from collections import Counter
from dataclasses import replace
from typing import Literal, cast

from statchunk.geometry import turn_box
from statchunk.model.page import Page, Word
from statchunk.rounding import hundredths

Turn = Literal[0, 90, 180, 270]


def upright(page: Page) -> tuple[Page, int]:
    """The page turned so that most of its characters read left to right.

    Returns:
        The page, and by how many degrees clockwise it was turned (0 where it stood upright already).
    """
    if not any(word.turn for word in page.words):
        return page, 0
    characters: Counter[int] = Counter()
    for word in page.words:
        characters[word.turn] += len(word.text)
    most = max(sorted(characters), key=characters.__getitem__)
    if most == 0 or 2 * characters[most] <= characters.total():
        return page, 0
    turn = (360 - most) % 360
    return turned(page, turn), turn


def turned(page: Page, turn: int) -> Page:
    """The page with everything on it turned clockwise by 90, 180 or 270 degrees."""
    width, height = page.width, page.height
    return replace(
        page,
        width=height if turn in (90, 270) else width,
        height=width if turn in (90, 270) else height,
        words=tuple(_turn_word(word, turn, width, height) for word in page.words),
        hidden_words=tuple(_turn_word(word, turn, width, height) for word in page.hidden_words),
        rules=tuple(rule._replace(**turn_box(rule, turn, width, height)._asdict()) for rule in page.rules),
        rects=tuple(rect._replace(**turn_box(rect, turn, width, height)._asdict()) for rect in page.rects),
        images=tuple(image._replace(**turn_box(image, turn, width, height)._asdict()) for image in page.images),
        paths=tuple(path._replace(**turn_box(path, turn, width, height)._asdict()) for path in page.paths),
        links=tuple(link._replace(**turn_box(link, turn, width, height)._asdict()) for link in page.links),
    )


def _turn_word(word: Word, turn: int, width: float, height: float) -> Word:
    box = turn_box(word, turn, width, height)
    return word.but(
        x0=hundredths(box.x0),
        top=hundredths(box.top),
        x1=hundredths(box.x1),
        bottom=hundredths(box.bottom),
        baseline=hundredths(_turn_baseline(word, turn, width, height)),
        turn=cast(Turn, (word.turn + turn) % 360),
    )


def _turn_baseline(word: Word, turn: int, width: float, height: float) -> float:
    across = word.turn in (0, 180)  # the baseline is then a y, else an x
    if turn == 90:
        return height - word.baseline if across else word.baseline
    if turn == 270:
        return word.baseline if across else width - word.baseline
    if turn == 180:
        return height - word.baseline if across else width - word.baseline
    return word.baseline
