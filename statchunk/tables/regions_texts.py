"""Tables of texts without figures or frame, told by a caption, a rule under their heads, or heads in bold."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from statchunk.box import Box
from statchunk.languages import words as language_words
from statchunk.tables.rows import TextRow, Token, is_caption
from statchunk.tables.rules import Rules

_NEAR: Final = 3.0  # of the type size; heads stand nearer under their caption, and rows under each other
_LINES: Final = 3  # lines of one caption at most
_HEAD_WORDS: Final = 6  # of one head at most
_CELL_WORDS: Final = 8  # of one line of a cell at most; running text has more
_ON_EDGE: Final = 0.4  # of the type size; a cell begins so near to its head, or is centred under it
_HEADS: Final = 3  # on a rule at least
_PLAIN: Final = 3  # rows under heads in bold at least
_ON_RULE: Final = 0.5  # of the type size; heads stand so near over their rule
_ROWS: Final = 2  # lines with several cells at least


def find_texts(rows: Sequence[TextRow], rules: Rules, taken: Sequence[Box]) -> list[Box]:
    """Boxes of tables whose heads stand side by side under a caption, on a rule or in bold, short texts under them.

    Args:
        rows: text rows of the page.
        rules: of the page.
        taken: boxes of tables, charts and pictures found already.
    """
    found: list[Box] = []
    for i, row in enumerate(rows):
        head = _head_under(rows, i) if _announces(row) else None
        if head is None and (_underlined(row, rules) or _is_bold_over_plain(rows, i)):
            head = i
        if head is None or any(box.top <= row.baseline <= box.bottom for box in found):
            continue
        last, cells = _body_under(rows, head)
        if last <= head or not cells:
            continue
        inside = [t for r in rows[head : last + 1] for t in r.tokens]
        box = Box(min(t.x0 for t in inside), rows[head].top, max(t.x1 for t in inside), rows[last].bottom)
        if not any(box.x0 < t.x1 and box.x1 > t.x0 and box.top < t.bottom and box.bottom > t.top for t in taken):
            found.append(box)
    return found


def _announces(row: TextRow) -> bool:
    """Whether a row is a caption of a table and nothing else."""
    first = row.tokens[0]
    return len(row.tokens) < 3 and is_caption(first) and first.words[0].text.casefold().rstrip(".:") in _table_words()


@cache
def _table_words() -> frozenset[str]:
    return frozenset(word.rstrip(".") for word in language_words("table"))


def _underlined(row: TextRow, rules: Rules) -> bool:
    """Whether a row is three short texts or more, wide apart, on a rule that runs under all of them."""
    if len(row.tokens) < _HEADS or not _are_heads(row):
        return False
    return any(
        not h.weak
        and row.baseline < h.at < row.bottom + _ON_RULE * row.size
        and h.start <= row.x0 + 1
        and h.end >= row.x1 - 1
        for h in rules.horizontal
    )


def _is_bold_over_plain(rows: Sequence[TextRow], i: int) -> bool:
    """Whether a row of three bold texts or more stands over rows of as many plain ones, close under each other."""
    heads = rows[i]
    if len(heads.tokens) < _HEADS or not _are_heads(heads) or not all(_bold(t) for t in heads.tokens):
        return False
    body = rows[i + 1 : i + 1 + _PLAIN]
    return len(body) == _PLAIN and all(
        len(row.tokens) == len(heads.tokens)
        and not any(_bold(t) for t in row.tokens)
        and row.top - above.bottom < 1.5 * row.size
        for above, row in zip(rows[i:], body, strict=False)
    )


def _bold(token: Token) -> bool:
    return token.words[0].style.bold


def _are_heads(row: TextRow) -> bool:
    """Whether the texts of a row are short and stand wide apart."""
    return all(t.kind == "text" and len(t.words) <= _HEAD_WORDS for t in row.tokens) and _apart(row)


def _head_under(rows: Sequence[TextRow], caption: int) -> int | None:
    """Index of the row of heads under a caption of a few lines."""
    for i in range(caption + 1, min(caption + 1 + _LINES, len(rows))):
        row = rows[i]
        if row.top - rows[i - 1].bottom > _NEAR * row.size or is_caption(row.tokens[0]):
            return None
        if len(row.tokens) > 1:
            return i if _are_heads(row) else None
    return None


def _apart(row: TextRow) -> bool:
    """Whether two type sizes of white part the texts of a row."""
    return all(b.x0 - a.x1 > 2 * row.size for a, b in zip(row.tokens, row.tokens[1:], strict=False))


def _body_under(rows: Sequence[TextRow], head: int) -> tuple[int, int]:
    """(index of the last row whose texts stand under the heads, how many cells); no cells where it is no table."""
    heads = rows[head].tokens
    left = min(r.x0 for r in rows[head : head + 2])
    last, several, filled = head, 0, 0
    for i in range(head + 1, len(rows)):
        row = rows[i]
        if row.top - rows[i - 1].bottom > _NEAR * row.size or is_caption(row.tokens[0]):
            break
        if not all(_stands_under(t, heads, left, row.size) for t in row.tokens):
            break
        last = i
        if len(row.tokens) > 1:
            several += 1
            filled += len(row.tokens)
    return last, filled if several >= _ROWS and 2 * several >= last - head else 0


def _stands_under(token: Token, heads: Sequence[Token], left: float, size: float) -> bool:
    """Whether a text begins where a head, or the table, begins, or is centred under one; it does not reach the next."""
    if len(token.words) > _CELL_WORDS:
        return False
    slack = _ON_EDGE * size
    if abs(token.x0 - left) < slack and token.x1 < heads[min(1, len(heads) - 1)].x0:
        return True
    for k, head in enumerate(heads):
        end = heads[k + 1].x0 if k + 1 < len(heads) else token.x1 + 1
        level = abs(token.x0 - head.x0) < slack or abs(token.x0 + token.x1 - head.x0 - head.x1) < 2 * slack
        if level and token.x1 < end:
            return True
    return False
