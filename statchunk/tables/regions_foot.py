"""Where a table ends: the last rows under its figures, and what reads as running text."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from statchunk.tables.regions_core import Core
from statchunk.tables.regions_judge import Span
from statchunk.tables.rows import TextRow, Token, is_caption
from statchunk.tables.rows_join import ends_open
from statchunk.tables.rules import Stroke

_PAGE_FOOT: Final = 2.5  # of the type size; white under the last line of a page
_OUTDENT: Final = 4.0  # of the type size; so far to the left of its rows a heading begins at most
_WHITE: Final = 1.15  # of the usual white between rows


def looks_like_prose(tokens: Sequence[Token], span: Span, gaps: Sequence[float]) -> bool:
    """Whether a row's tokens within the range read as running text: one long text over most of the width.

    Heads set close read so too, but no word of theirs crosses the white between columns.

    Args:
        tokens: of the row.
        span: the table's width.
        gaps: x in the middle of the white between columns of figures.
    """
    width = span.x1 - span.x0
    for token in tokens:
        if token.kind == "text" and len(token.words) >= 7 and token.x1 - token.x0 > 0.55 * width:
            under = [x for x in gaps if token.x0 < x < token.x1]
            crossed = sum(1 for x in under if any(w.x0 < x - 0.3 and w.x1 > x + 0.3 for w in token.words))
            if len(under) < 3 or crossed:
                return True
    return False


def tokens_in(row: TextRow, span: Span) -> list[Token]:
    """The tokens of a row that lie within a width, in part at least."""
    return [t for t in row.tokens if t.x1 > span.x0 and t.x0 < span.x1]


def body_white(core: Core, rows: Sequence[TextRow]) -> float:
    """Usual white between the rows of the body, points."""
    whites = sorted(rows[b].top - rows[a].bottom for a, b in pairwise(core.rows))
    return whites[len(whites) // 2] if whites else 0.0


def find_bottom(
    core: Core,
    gaps: Sequence[float],
    rows: Sequence[TextRow],
    span: Span,
    wide: Span,
    frame: Sequence[Stroke],
) -> float:
    """y where the body ends: the last figures, or rows under them that a closing rule includes.

    Args:
        core: the figures.
        gaps: x in the middle of the white between their columns.
        rows: of the page.
        span: the table's width by its texts.
        wide: the same by its rules.
        frame: the rules across the table, from the top.
    """
    last = core.rows[-1]
    bottom = core.bottom
    size = rows[last].size
    figure_left = min(t.x0 for t in core.figures)
    below = sorted(h.at for h in frame if h.at > rows[last].baseline)
    closing = next((y for y in below if y - bottom < 4.5 * size), None)
    label = next((t for t in rows[last].tokens if span.x0 - 1 <= t.x0 < figure_left and t.kind == "text"), None)
    for row in rows[last + 1 :]:
        tokens = tokens_in(row, span)
        if not tokens:
            continue
        if row.top - bottom > 1.2 * size or looks_like_prose(tokens, wide, gaps):
            break
        if below and row.baseline > below[0] and closing is None:
            break
        if closing is not None and row.baseline > closing:
            break
        if closing is None and not _wraps(label, tokens, figure_left, row, bottom, _often_wraps(core, rows, span)):
            break
        bottom = max(bottom, row.bottom)
    orphan = _orphan_group(core, rows, span, bottom)
    return bottom if orphan is None else max(bottom, orphan.bottom)


def _orphan_group(core: Core, rows: Sequence[TextRow], span: Span, bottom: float) -> TextRow | None:
    """A group heading that ends its page under the last row, its own rows on the next: alone, no farther below than
    rows stand, set as the headings in the body are."""
    last = core.rows[-1]
    at = last + 1
    while at < len(rows) and rows[at].top < bottom - 1:  # the last line of a label about the middle of the row
        bottom = max(bottom, rows[at].bottom)
        at += 1
    if len(core.rows) < 3 or at == len(rows) or len(rows[at].tokens) > 1:
        return None
    row, only = rows[at], rows[at].tokens[0]
    if at + 1 < len(rows) and rows[at + 1].top - row.bottom < _PAGE_FOOT * row.size:
        return None
    white = _WHITE * body_white(core, rows) + 1
    if row.top - bottom > white or is_caption(only) or only.x0 < span.x0 - _OUTDENT * row.size:
        return None
    labels = [rows[i].tokens[0].words[0].style for i in core.rows]
    body = set(core.rows)
    first = max(core.rows[0] - 2, 0)  # groups may begin over the first figures
    alone = [rows[i].tokens[0] for i in range(first, last) if i not in body and len(rows[i].tokens) == 1]
    alike = [t for t in alone if t.words[0].style == only.words[0].style]
    apart = only.words[0].style not in labels
    placed = any(abs(t.x0 - only.x0) < 1.0 or abs(t.x0 + t.x1 - only.x0 - only.x1) < row.size for t in alike)
    return row if alike and (apart or placed) else None


def _often_wraps(core: Core, rows: Sequence[TextRow], span: Span) -> bool:
    """Whether most rows of the body are followed by a close line without figures, as labels of several lines are."""
    after = [(rows[i], rows[i + 1]) for i in core.rows[:-1] if i + 1 < len(rows) and i + 1 not in core.rows]
    close = sum(
        1 for row, below in after if below.top - row.bottom < 0.35 * row.size and len(tokens_in(below, span)) == 1
    )
    return 2 * close > len(core.rows)


def _wraps(
    label: Token | None, tokens: Sequence[Token], figure_left: float, row: TextRow, bottom: float, often: bool
) -> bool:
    """Whether a row carries on the last label: one text under it, within the stub, set close and alike."""
    if label is None or len(tokens) != 1:
        return False
    only = tokens[0]
    alike = often or only.words[0].style == label.words[0].style
    return (
        alike
        and only.kind == "text"
        and only.x1 < figure_left
        and only.x0 >= label.x0 - 1
        and row.top - bottom < 0.35 * row.size
        and (
            often
            or only.words[0].style.bold
            or only.text[:1].islower()
            or only.text[:1] in "(&"
            or ends_open(label.text)
        )
    )
