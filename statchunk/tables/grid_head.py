"""Head rows of an alignment reading: lines of one head joined, spanning heads laid over their columns."""

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from statchunk.box import Box
from statchunk.languages.unit_lines import is_unit_line, opens_unit_line
from statchunk.model.page import Word
from statchunk.record import Record
from statchunk.settings import TableSettings
from statchunk.tables.columns import Column
from statchunk.tables.head_order import places_by_order
from statchunk.tables.head_over import (
    HeadLine,
    centred,
    covered_columns,
    goes_on_nearer,
    overlapped_columns,
    ruled_apart,
    spread_lines,
    strokes_beside,
    text_of,
)
from statchunk.tables.head_spread import is_period
from statchunk.tables.marks import count_columns, is_column_number
from statchunk.tables.rows import TextRow
from statchunk.tables.rules import Rules, Stroke

_SET: Final = 3  # years side by side that are plainly of one set
_OFF: Final = 0.5  # of the type size; white under a line that is not of the head below


@mypyc_attr(acyclic=True)
class HeadCell(Record):
    """A head: the columns and the head rows it covers, inclusive, and its words in reading order."""

    __match_args__: ClassVar = ("first", "last", "row", "row_end", "words", "top", "bottom")
    __slots__ = __match_args__

    first: Final[int]
    last: Final[int]
    row: Final[int]
    row_end: Final[int]
    words: Final[tuple[Word, ...]]
    top: Final[float]
    bottom: Final[float]

    def __init__(
        self, first: int, last: int, row: int, row_end: int, words: tuple[Word, ...], top: float, bottom: float
    ) -> None:
        self.first = first
        self.last = last
        self.row = row
        self.row_end = row_end
        self.words = words
        self.top = top
        self.bottom = bottom


def read_head(
    rows: Sequence[TextRow],
    columns: Sequence[Column],
    rules: Rules,
    settings: TableSettings,
    pairs: frozenset[int] = frozenset(),
) -> list[HeadCell]:
    """Heads of the text rows above the body.

    Args:
        rows: text rows of the boxhead, top down.
        columns: of the table.
        rules: drawn rules of the table.
        settings: of the table engine.
        pairs: columns with a column of brackets at their right that shares their heads.
    """
    beams = rules.pieces
    columns = _with_heads(rows, columns)
    over = _over_heads(rows, columns)
    pieces: list[HeadLine] = []
    for line, row in enumerate(rows):
        if line in over:
            whole = _piece(row.tokens[0].words, row, line, columns)
            pieces.append(whole.but(first=0, last=len(columns) - 1))
            continue
        for token in row.tokens:
            pieces += _pieces(token.words, row, line, columns, beams, settings)
    pieces = _with_stub_head(_join_beside(pieces), columns)
    spanned = spread_lines(pieces, columns, rules, pairs)
    numbering = {
        line
        for line, row in enumerate(rows)
        if (len(row.tokens) > 1 and all(is_column_number(t.text) for t in row.tokens))
        or count_columns([t.text for t in row.tokens])
        or line in over
    }
    blocks = _stack(spanned, beams, numbering)
    return _level(blocks)


def _with_heads(rows: Sequence[TextRow], columns: Sequence[Column]) -> Sequence[Column]:
    """The columns, wider where the lowest heads, one for each, show that heads and figures are set apart."""
    own = [k for k, column in enumerate(columns) if column.figures]
    heads: list[tuple[float, float]] = []
    found = columns
    for row in reversed(rows):
        more = [(t.x0, t.x1) for t in row.tokens if not any(t.x0 < x1 and x0 < t.x1 for x0, x1 in heads)]
        heads = sorted([*heads, *more])
        if not 1 < len(heads) <= len(columns):
            continue
        if found is not columns and (
            len(heads) > len(own) or any(c.x0 < x1 and x0 < c.x1 for x0, x1 in more for c in found)
        ):
            break  # only one over white, of a column that has none yet, shows more
        which = own if len(heads) == len(own) else list(range(len(columns)))[-len(heads) :]
        if which[0] and heads[0][0] < columns[which[0] - 1].x1:
            continue  # the first is the head of the labels
        if any(not {*overlapped_columns(x0, x1, columns)} <= {*which} for x0, x1 in heads):
            continue  # one stands over labels
        places = places_by_order(heads, [(columns[k].x0, columns[k].x1) for k in which])
        if places is not None:
            at = dict(zip(which, places, strict=True))
            found = [c if k not in at else c.but(x0=at[k][0], x1=at[k][1]) for k, c in enumerate(columns)]
    return found


def _over_heads(rows: Sequence[TextRow], columns: Sequence[Column]) -> set[int]:
    """Lines of one text each at the top that are a title or a headnote: of no column, but of the table."""
    found: set[int] = set()
    figures = min((c.x0 for c in columns[1:] if c.figures), default=columns[-1].x1)  # the first may hold codes of rows
    for line, row in enumerate(rows[:-1]):
        if len(row.tokens) > 1:
            break
        title = (
            row.x0 < columns[0].x0 + row.size
            and len(row.tokens[0].words) > 1
            and any(t.x1 < figures for below in rows[line + 1 :] for t in below.tokens if len(below.tokens) > 1)
        )
        if not title and not _is_headnote(row, rows[line + 1], columns):
            break
        found.add(line)
    return found


def _is_headnote(row: TextRow, below: TextRow, columns: Sequence[Column]) -> bool:
    """Whether the first line over the heads is one unit set flush with the right end of the table or about its middle,
    in brackets, after a word such as "in", or with white under it: no line of the head below."""
    if len(row.tokens) > 1 or not is_unit_line(row.tokens[0].text):
        return False
    left, right = min(columns[0].x0, below.x0), max(columns[-1].x1, below.x1)
    if row.x1 < right - row.size and abs(row.x0 + row.x1 - left - right) > 2 * row.size:
        return False
    if opens_unit_line(row.tokens[0].text) or below.top - row.bottom > _OFF * row.size or _is_set_otherwise(row, below):
        return True
    heads = [token.text for token in below.tokens]
    return len(heads) >= _SET and heads[0] != heads[-1] and all(map(is_period, heads))  # of all years


def _is_set_otherwise(row: TextRow, below: TextRow) -> bool:
    """Whether a line alone is set otherwise than the heads under it, in italics or bold, or in small letters where they
    begin with capitals: it is no first line of one."""
    own, head = row.tokens[0].words[0], below.tokens[-1].words[0]
    if (own.style.italic, own.style.bold) != (head.style.italic, head.style.bold):
        return True
    return own.text[:1].islower() and head.text[:1].isupper()


def _pieces(
    words: tuple[Word, ...],
    row: TextRow,
    line: int,
    columns: Sequence[Column],
    beams: Sequence[Stroke],
    settings: TableSettings,
) -> list[HeadLine]:
    """A token as one piece, or several where its words stand each over a column of their own."""
    size = row.size
    near = [b for b in beams if row.baseline - 0.3 * size <= b.at <= row.baseline + 2.2 * size]
    x0, x1 = words[0].x0, max(w.x1 for w in words)
    ink = Box(x0, min(w.top for w in words), x1, max(w.bottom for w in words))
    over_rule = any(b.start - 1 <= x0 and b.end + 1 >= x1 and b.at < row.baseline + 0.8 * size for b in near)
    if over_rule or strokes_beside(ink, size, beams) is not None:
        return [_piece(words, row, line, columns)]
    first = covered_columns(words[0].x0, words[0].x1, columns)[0]
    last = covered_columns(words[-1].x0, words[-1].x1, columns)[1]
    if len(words) > 1:
        parts: list[list[Word]] = [[words[0]]]
        for before, word in pairwise(words):
            if not word.glued and (
                _rule_begins(before, word, near)
                or (last > first and _parts_heads(parts[-1][0], before, word, columns, settings))
            ):
                parts.append([word])
            else:
                parts[-1].append(word)
        if len(parts) > 1:
            return [_piece(tuple(p), row, line, columns) for p in parts]
    return [_piece(words, row, line, columns)]


def _rule_begins(before: Word, word: Word, near: Sequence[Stroke]) -> bool:
    """Whether a rule under the heads begins or ends in the white between two words."""
    low, high = before.x1 - 1.0, word.x0 + 1.0
    return any(low <= b.start <= high or low <= b.end <= high for b in near)


def _parts_heads(start: Word, before: Word, word: Word, columns: Sequence[Column], settings: TableSettings) -> bool:
    """Whether the head of the next column begins with a word: by its edge, or each stands over its own column."""
    em = word.style.size or 6.0
    if word.x0 - before.x1 < settings.head_gap * em:
        return False
    slack = settings.head_edge * em
    for k in range(1, len(columns)):
        if columns[k].flush_left and start.x0 < columns[k].x0 - em and abs(word.x0 - columns[k].x0) < slack:
            return True
    if word.x0 - before.x1 < settings.head_wide_gap * em:
        return False
    a = overlapped_columns(start.x0, before.x1, columns)
    b = overlapped_columns(word.x0, word.x1, columns)
    return len(a) == 1 and bool(b) and a[0] < b[0]


def _join_beside(pieces: list[HeadLine]) -> list[HeadLine]:
    """Pieces of one line over one column are one head with a wide word space (justified heads)."""
    out: list[HeadLine] = []
    for piece in pieces:
        last = out[-1] if out else None
        if last is not None and last.line == piece.line and last.first == last.last == piece.first == piece.last:
            out[-1] = last.but(x1=piece.x1, words=last.words + piece.words)
        else:
            out.append(piece)
    return out


def _with_stub_head(pieces: list[HeadLine], columns: Sequence[Column]) -> list[HeadLine]:
    """The pieces with one that stands between the labels and the first column of figures over the labels, where these
    have no head and that column has one in another line: it is flush with the right side of a wide stub."""
    at = next((k for k, column in enumerate(columns) if column.figures), 0)
    if not at or any(piece.first < at for piece in pieces):
        return pieces
    aside = [p for p in pieces if p.first == p.last == at and p.x1 < columns[at].x0 - 0.5 * p.size]
    over = [p for p in pieces if p.first <= at <= p.last and p.x1 > columns[at].x0]
    if len(aside) != 1 or not any(p.line != aside[0].line for p in over):
        return pieces
    return [piece.but(first=at - 1, last=at - 1) if piece is aside[0] else piece for piece in pieces]


def _piece(words: tuple[Word, ...], row: TextRow, line: int, columns: Sequence[Column]) -> HeadLine:
    x0, x1 = words[0].x0, max(w.x1 for w in words)
    first, last = covered_columns(x0, x1, columns)
    return HeadLine(min(w.top for w in words), max(w.bottom for w in words), x0, x1, first, last, words, row.size, line)


def _stack(pieces: list[HeadLine], beams: Sequence[Stroke], numbering: set[int]) -> list[list[HeadLine]]:
    """Lines of one head joined; those of `numbering` number the columns and stay apart."""
    blocks: list[list[HeadLine]] = []
    for piece in sorted(pieces, key=lambda p: (p.line, p.x0)):
        home = None
        for block in blocks:
            above = block[-1]
            if piece.line != above.line and (piece.line in numbering or above.line in numbering):
                continue
            if piece.cell is not None and piece.cell == above.cell and piece.line != above.line:
                home = block
                continue
            if piece.line == above.line or piece.top - above.bottom > 0.9 * piece.size:
                continue
            if not _same_head(block, piece) or ruled_apart(above, piece, beams):
                continue
            siblings = [
                p for p in pieces if p.line == piece.line and p is not piece and p.x0 < above.x1 and p.x1 > above.x0
            ]
            if any(s.first > piece.last or s.last < piece.first for s in siblings):
                continue
            if piece.first == piece.last and _is_leaf_again(piece, above, pieces):
                continue
            if above.last > above.first and (goes_on_nearer(piece, pieces) or _is_one_of_several(piece, above, pieces)):
                continue
            home = block
        if home is None:
            blocks.append([piece])
        else:
            home.append(piece)
    return blocks


def _is_one_of_several(piece: HeadLine, above: HeadLine, pieces: Sequence[HeadLine]) -> bool:
    """Whether others stand beside a narrower line under a spanning head: then it is no line of that one."""
    return piece.last - piece.first < above.last - above.first and any(
        p.line == piece.line and p is not piece and above.first <= p.first and p.last <= above.last for p in pieces
    )


def _is_leaf_again(piece: HeadLine, above: HeadLine, pieces: Sequence[HeadLine]) -> bool:
    """Whether the same words stand on the same line under a spanning head that is level with the head above: "1996"."""
    spans = [p for p in pieces if p.line == above.line and p.last > p.first]
    return any(
        p.line == piece.line and p is not piece and text_of(p) == text_of(piece) and s.first <= p.first <= s.last
        for p in pieces
        for s in spans
    )


def _same_head(block: list[HeadLine], piece: HeadLine) -> bool:
    first, last = block[0].first, max(p.last for p in block)
    if (first, last) == (piece.first, piece.last):
        return True
    return first <= piece.first and piece.last <= last and first != last and centred(block[-1], piece)


def _edge(block: list[HeadLine], side: int, own: float) -> float:
    """The upper (2) or lower (3) side of the drawn cell of a block; its own edge where none is drawn."""
    cell = block[0].cell
    return own if cell is None or abs(cell[side]) > 1e5 else cell[side]


def _level(blocks: list[list[HeadLine]]) -> list[HeadCell]:
    """Blocks laid into head rows: a block stands one row below those over it."""
    if not blocks:
        return []
    tops = [_edge(b, 2, b[0].top) for b in blocks]
    bottoms = [_edge(b, 3, b[-1].bottom) for b in blocks]
    firsts = [min(p.first for p in b) for b in blocks]
    lasts = [max(p.last for p in b) for b in blocks]
    order = sorted(range(len(blocks)), key=lambda i: (tops[i] + bottoms[i]) / 2)
    level = [0] * len(blocks)
    depth = [0] * len(blocks)
    over = [
        [j for j in order if j != i and firsts[j] <= lasts[i] and lasts[j] >= firsts[i] and bottoms[j] <= tops[i] + 3.0]
        for i in range(len(blocks))
    ]
    for i in order:
        level[i] = 1 + max((level[j] for j in over[i]), default=-1)
    for i in reversed(order):
        for j in over[i]:
            depth[j] = max(depth[j], depth[i] + 1)
    deepest = max(level)
    bands: list[tuple[float, float]] = []
    for n in range(deepest + 1):
        sure = [i for i in order if level[i] == n and level[i] + depth[i] == deepest]
        bands.append((min(tops[i] for i in sure), max(bottoms[i] for i in sure)))
    cells = []
    for i, block in enumerate(blocks):
        if level[i] + depth[i] == deepest:
            row = row_end = level[i]
        else:
            rows = [
                n
                for n, (a, b) in enumerate(bands)
                if min(b, bottoms[i]) - max(a, tops[i]) > 0.35 * min(b - a, bottoms[i] - tops[i])
            ]
            rows = [n for n in rows if n >= level[i] and n <= deepest - depth[i]]
            if not rows:
                rows = [
                    min(
                        range(level[i], max(deepest - depth[i], level[i]) + 1),
                        key=lambda n: abs(bands[n][0] + bands[n][1] - tops[i] - bottoms[i]),
                    )
                ]
            row, row_end = rows[0], rows[-1]
        words = tuple(w for p in sorted(block, key=lambda p: (p.line, p.x0)) for w in p.words)
        cells.append(HeadCell(firsts[i], lasts[i], row, row_end, words, tops[i], bottoms[i]))
    return cells
