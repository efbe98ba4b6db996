"""Which words nobody can see."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from statchunk.box import Box, Boxed
from statchunk.geometry import box_of, centre_inside
from statchunk.model.page import Hidden, Style, Word
from statchunk.settings import ReaderSettings


class Painted(NamedTuple):
    """An area that is filled: a rectangle, an image, the box of any other path."""

    box: Box
    order: int
    """Counted from the bottom of the page up, text included."""
    pale: bool
    """Whether white text on it cannot be seen."""


class Cover(NamedTuple):
    """An area that may hide what was drawn before it."""

    box: Box
    order: int
    is_opaque: Callable[[Box], bool]
    """Whether nothing shows through at a place; asked only where it would hide a word."""


def hidden_warning(number: int, hidden: Sequence[Word]) -> str:
    """What to say of the words of a page that nobody can see."""
    reasons = ", ".join(sorted({word.hidden for word in hidden}))
    return f"page {number}: words that nobody can see ({reasons}) are kept apart and not indexed: {len(hidden)}"


def is_pale(color: int, settings: ReaderSettings) -> bool:
    """Whether a colour can hardly be told from white."""
    return min(color >> 16, color >> 8 & 255, color & 255) >= settings.pale


def hide(
    words: list[Word],
    order_of_run: Callable[[], Mapping[int, int | None]],
    painted: Sequence[Painted],
    covers: Sequence[Cover],
    width: float,
    height: float,
    settings: ReaderSettings,
) -> list[Word]:
    """The words, each with the reason why it cannot be seen, if any.

    Args:
        words: of one page.
        order_of_run: when each run was drawn, on the same count as `painted`; asked only where it matters.
        painted: in drawing order.
        covers: in drawing order.
        width: of the page, points.
        height: of the page, points.
        settings: thresholds.
    """
    if not words:
        return words
    outside = pale = False
    style: Style | None = None
    for word in words:
        if word.style is not style:
            style = word.style
            pale = pale or is_pale(style.color, settings)
        outside = outside or _is_outside(word, width, height)
    if not (outside or pale or covers):
        return words
    orders = order_of_run()
    for index, word in enumerate(words) if outside or pale else ():
        if word.hidden:
            continue
        if _is_outside(word, width, height):
            words[index] = word.but(hidden="off-page")
        elif is_pale(word.style.color, settings) and _backdrop_is_pale(word, orders.get(word.run), painted):
            words[index] = word.but(hidden="white")
    if covers:
        _cover(words, orders, covers)
    return words


def parted(words: list[Word]) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
    """The words that can be seen, and those that cannot."""
    hidden = [word for word in words if word.hidden]
    if not hidden:
        return tuple(words), ()
    return tuple([word for word in words if not word.hidden]), tuple(hidden)


def _is_outside(word: Word, width: float, height: float) -> bool:
    return word.x1 <= 0 or word.bottom <= 0 or word.x0 >= width or word.top >= height


def _backdrop_is_pale(word: Word, order: int | None, painted: Sequence[Painted]) -> bool:
    for area in reversed(painted):
        if (order is None or area.order < order) and centre_inside(word, area.box):
            return area.pale
    return True


def _cover(words: list[Word], orders: Mapping[int, int | None], covers: Sequence[Cover]) -> None:
    """Marks the words that a later area hides."""
    by_top = sorted(range(len(words)), key=lambda index: words[index].top)
    tops = [words[index].top for index in by_top]
    reason: Hidden = "covered"
    for cover in covers:
        box = cover.box
        for place in range(bisect_left(tops, box.top - _PEEP), bisect_right(tops, box.bottom)):
            word = words[by_top[place]]
            if word.hidden or not _inside(word, box):
                continue
            order = orders.get(word.run)
            if order is not None and order < cover.order and cover.is_opaque(box_of(word)):
                words[by_top[place]] = word.but(hidden=reason)


_PEEP: Final = 1.0
"""Points by which a hidden word may stick out: em boxes are larger than the ink."""


def _inside(word: Boxed, box: Box) -> bool:
    return (
        word.x0 >= box.x0 - _PEEP
        and word.x1 <= box.x1 + _PEEP
        and word.top >= box.top - _PEEP
        and word.bottom <= box.bottom + _PEEP
    )
