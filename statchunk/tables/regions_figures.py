"""Which figures of a page may be those of a table: they stand alone, and in no drawing."""

from collections.abc import Sequence
from typing import Final

from statchunk.box import Box
from statchunk.tables.rows import TextRow, Token

AXIS: Final = 1.4  # of the type size; the labels of an axis stand off the drawing by as much at most


def stands_alone(row: TextRow, k: int) -> bool:
    """Whether white or another figure stands on both sides of the token."""
    token = row.tokens[k]
    if k and _reads_on(row, k):
        return False
    if token.free:
        return True
    for step in (-1, 1):
        if 0 <= k + step < len(row.tokens):
            other = row.tokens[k + step]
            gap = max(token.x0 - other.x1, other.x0 - token.x1)
            if other.kind == "text" and gap < 0.5 * row.size and step == 1:
                return False
    return True


def _reads_on(row: TextRow, k: int) -> bool:
    """Whether a figure stands in a line of running text: many words right before it, or some on both sides."""
    before, token = row.tokens[k - 1], row.tokens[k]
    near = 1.2 * row.size
    if before.kind != "text" or token.x0 - before.x1 >= near:
        return False
    if len(before.words) > 6:
        return True
    after = row.tokens[k + 1] if k + 1 < len(row.tokens) else None
    return (
        after is not None
        and after.kind == "text"
        and after.x0 - token.x1 < near
        and len(before.words) > 2
        and len(after.words) > 1
        and after.text[:1].islower()
    )


def drawn_over(token: Token, row: TextRow, drawings: Sequence[Box]) -> bool:
    """Whether a figure stands in a drawing, or right beside or below it as the label of an axis."""
    y = (row.top + row.bottom) / 2
    near = AXIS * row.size
    return any(d.x0 - near <= token.x1 and token.x0 <= d.x1 + near and d.top <= y <= d.bottom + near for d in drawings)


def stands_in(token: Token, row: TextRow, boxes: Sequence[Box]) -> bool:
    """Whether the middle of a figure lies in one of the boxes."""
    x, y = (token.x0 + token.x1) / 2, (row.top + row.bottom) / 2
    return any(b.x0 <= x <= b.x1 and b.top <= y <= b.bottom for b in boxes)
