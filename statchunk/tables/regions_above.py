"""Spanning heads set on top of a table's first rule, outside its frame."""

import itertools
from collections.abc import Sequence
from typing import Final

from statchunk.box import Box
from statchunk.tables.rows import TextRow
from statchunk.tables.rules import Rules

_NEAR: Final = 0.6  # of the type size; a spanning head sits on the rule nearer than this
_STUB: Final = 0.12  # of the table's width; heads begin to the right of the labels


def sit_on_top(box: Box, rows: Sequence[TextRow], rules: Rules) -> Box:
    """The box with the row of texts that sits on its first rule, where these are heads over its columns.

    There are several of them, wide apart, none over the stub, and the line above, if any, stands off: a caption does
    not sit on a rule, and has one text.
    """
    width = box.x1 - box.x0
    rule = next((h for h in rules.horizontal if abs(h.at - box.top) < 12.0 and h.length > 0.7 * width), None)
    if rule is None:
        return box
    above = [row for row in rows if row.baseline < rule.at + 1.0 and row.x1 > box.x0 and row.x0 < box.x1]
    if not above:
        return box
    row = above[-1]
    tokens = row.tokens
    if len(tokens) < 2 or row.bottom > rule.at + 3.0 or rule.at - row.bottom > _NEAR * row.size:
        return box
    if tokens[0].x0 < box.x0 + _STUB * width or tokens[-1].x1 > box.x1 + row.size:
        return box
    gaps = [b.x0 - max(w.x1 for w in a.words) for a, b in itertools.pairwise(tokens)]
    if min(gaps) < 2 * row.size or any(token.kind == "number" for token in tokens):
        return box
    if len(above) > 1 and row.top - above[-2].bottom < max(rule.at - row.bottom, 0.0) + 0.5 * row.size:
        return box
    return box._replace(top=min(box.top, row.top))
