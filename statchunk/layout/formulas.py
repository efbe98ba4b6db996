"""Formulas set from many small pieces, kept together as one block."""

import re
from collections.abc import Sequence
from typing import Final

from statchunk.geometry import bounding_box, distance
from statchunk.model.layout import Line

_WORD: Final = re.compile(r"[^\W\d_]{3}")
_HEART: Final = re.compile(r"[=∑∏√∫≈≤≥\uf03d\uf0e5\uf0d5]")  # the last three as Symbol fonts encode =, ∑ and ∏
_FIGURE: Final = re.compile(r"^[\d.,%\s-]+$")
_REACH: Final = 0.8
"""Ems of body type between the pieces of one formula."""
_MOST: Final = 60
"""Pieces; more are no formula but a drawing's labels."""


def find_formulas(lines: Sequence[Line], em: float) -> list[tuple[int, ...]]:
    """Indices of the lines of each formula from left to right; a formula on one line is left alone.

    A formula has an equals sign, a sum, product or root in it, and no words.

    Args:
        lines: those of a page that are in no table, figure or panel.
        em: size of the body type, points.
    """
    pieces = [i for i, line in enumerate(lines) if _is_piece(line)]
    hearts = [i for i in pieces if _HEART.search(lines[i].text)]
    found: list[tuple[int, ...]] = []
    taken: set[int] = set()
    for heart in hearts:
        if heart in taken:
            continue
        own = {heart}
        box = bounding_box([lines[heart]])
        grown = True
        while grown and len(own) <= _MOST:
            near = [i for i in pieces if i not in own and distance(box, lines[i]) <= _REACH * em]
            grown = bool(near)
            own.update(near)
            box = bounding_box([box, *(lines[i] for i in near)])
        if 1 < len(own) <= _MOST:
            taken |= own
            found.append(tuple(sorted(own, key=lambda i: lines[i].x0)))
    return found


def _is_piece(line: Line) -> bool:
    text = line.text
    if line.turn or line.count > 12 or _WORD.search(text):
        return False
    return len(text) <= 2 or not _FIGURE.match(text)
