"""Head rows of an alignment reading: lines of one head joined, spanning heads laid over their columns."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from statchunk.box import Box
from statchunk.model.page import Word
from statchunk.settings import TableSettings
from statchunk.tables.columns import Column
from statchunk.tables.head_spread import Spanner, flanked, share_columns
from statchunk.tables.marks import is_column_number
from statchunk.tables.rows import TextRow
from statchunk.tables.rules import Rules, Stroke

_OPEN: Final = 8.0  # points; a rule that ends farther from a vertical one does not close a cell with it

_WORD_SPACE: Final = 0.6
"""Of the type size; heads of two columns are set no nearer to each other."""


class HeadCell(NamedTuple):
    """A head: the columns and the head rows it covers, inclusive, and its words in reading order."""

    first: int
    last: int
    row: int
    row_end: int
    words: tuple[Word, ...]
    top: float
    bottom: float


class _Piece(NamedTuple):
    top: float
    bottom: float
    x0: float
    x1: float
    first: int
    last: int
    words: tuple[Word, ...]
    size: float
    line: int
    cell: tuple[float, float, float, float] | None = None
    """Left, right, top, bottom of the drawn cell around it."""


def read_head(
    rows: Sequence[TextRow], columns: Sequence[Column], rules: Rules, settings: TableSettings
) -> list[HeadCell]:
    """Heads of the text rows above the body.

    Args:
        rows: text rows of the boxhead, top down.
        columns: of the table.
        rules: drawn rules of the table.
        settings: of the table engine.
    """
    beams = rules.pieces
    pieces: list[_Piece] = []
    for line, row in enumerate(rows):
        for token in row.tokens:
            pieces += _pieces(token.words, row, line, columns, beams, settings)
    pieces = _join_beside(pieces)
    pieces = [_centred_over(p, pieces, columns) for p in pieces]
    pieces = _share_lines(pieces, columns, beams)
    spanned = _enclose([_spread(p, pieces, columns, beams) for p in pieces], columns, rules)
    numbering = {
        line
        for line, row in enumerate(rows)
        if len(row.tokens) > 1 and all(is_column_number(t.text) for t in row.tokens)
    }
    blocks = _stack(_lift(spanned, beams), beams, numbering)
    return _level(blocks)


def _pieces(
    words: tuple[Word, ...],
    row: TextRow,
    line: int,
    columns: Sequence[Column],
    beams: Sequence[Stroke],
    settings: TableSettings,
) -> list[_Piece]:
    """A token as one piece, or several where its words stand each over a column of their own."""
    size = row.size
    near = [b for b in beams if row.baseline - 0.3 * size <= b.at <= row.baseline + 2.2 * size]
    x0, x1 = words[0].x0, max(w.x1 for w in words)
    ink = Box(x0, min(w.top for w in words), x1, max(w.bottom for w in words))
    over_rule = any(b.start - 1 <= x0 and b.end + 1 >= x1 and b.at < row.baseline + 0.8 * size for b in near)
    if over_rule or _strokes_beside(ink, size, beams) is not None:
        return [_piece(words, row, line, columns)]
    first, last = covered_columns(words[0].x0, max(w.x1 for w in words), columns)
    if last > first and len(words) > 1:
        parts: list[list[Word]] = [[words[0]]]
        for before, word in pairwise(words):
            if not word.glued and (
                _rule_begins(before, word, near) or _parts_heads(parts[-1][0], before, word, columns, settings)
            ):
                parts.append([word])
            else:
                parts[-1].append(word)
        if len(parts) > 1:
            return [_piece(tuple(p), row, line, columns) for p in parts]
    return [_piece(words, row, line, columns)]


def _strokes_beside(ink: Box, size: float, beams: Sequence[Stroke]) -> tuple[float, float] | None:
    """x where strokes at both sides of a head begin and end; None where there are none."""
    return flanked(ink, size, ((b.at, b.start, b.end) for b in beams))


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
    a = _overlapped(start.x0, before.x1, columns)
    b = _overlapped(word.x0, word.x1, columns)
    return len(a) == 1 and bool(b) and a[0] < b[0]


def _join_beside(pieces: list[_Piece]) -> list[_Piece]:
    """Pieces of one line over one column are one head with a wide word space (justified heads)."""
    out: list[_Piece] = []
    for piece in pieces:
        last = out[-1] if out else None
        if last is not None and last.line == piece.line and last.first == last.last == piece.first == piece.last:
            out[-1] = last._replace(x1=piece.x1, words=last.words + piece.words)
        else:
            out.append(piece)
    return out


def _piece(words: tuple[Word, ...], row: TextRow, line: int, columns: Sequence[Column]) -> _Piece:
    x0, x1 = words[0].x0, max(w.x1 for w in words)
    first, last = covered_columns(x0, x1, columns)
    return _Piece(min(w.top for w in words), max(w.bottom for w in words), x0, x1, first, last, words, row.size, line)


def covered_columns(x0: float, x1: float, columns: Sequence[Column]) -> tuple[int, int]:
    """First and last column that a text from `x0` to `x1` stands over; the nearest where it stands over none."""
    hit = _overlapped(x0, x1, columns)
    if hit:
        return hit[0], hit[-1]
    middle = (x0 + x1) / 2
    best = min(range(len(columns)), key=lambda k: max(columns[k].x0 - middle, middle - columns[k].x1, 0.0))
    return best, best


def _overlapped(x0: float, x1: float, columns: Sequence[Column]) -> list[int]:
    """Columns whose figures a text from `x0` to `x1` stands over."""
    width = x1 - x0
    return [
        k
        for k, column in enumerate(columns)
        if column.x0 < x1
        and x0 < column.x1  # most columns are told apart by this alone
        and min(x1, column.x1) - max(x0, column.x0) > 0.45 * min(width, column.x1 - column.x0)
    ]


def _spread(piece: _Piece, pieces: Sequence[_Piece], columns: Sequence[Column], beams: Sequence[Stroke]) -> _Piece:
    """A piece with a rule right under it, alone on it, or with strokes at both sides covers the columns of these."""
    strokes = _strokes_beside(Box(piece.x0, piece.top, piece.x1, piece.bottom), piece.size, beams)
    if strokes is not None:
        hit = [k for k, c in enumerate(columns) if strokes[0] <= (c.x0 + c.x1) / 2 <= strokes[1]]
        return piece._replace(first=hit[0], last=hit[-1]) if hit else piece
    under: Stroke | None = None
    for beam in beams:
        if piece.bottom - 0.3 * piece.size <= beam.at <= piece.bottom + 1.6 * piece.size and (
            beam.start <= (piece.x0 + piece.x1) / 2 <= beam.end
        ):
            under = beam
            break
    if under is None:
        return piece
    if any(
        p.line == piece.line and p.first != piece.first and under.start <= (p.x0 + p.x1) / 2 <= under.end
        for p in pieces
    ):
        return piece
    hit = [k for k, c in enumerate(columns) if under.start - 2 <= (c.x0 + c.x1) / 2 <= under.end + 2]
    if not hit or len(hit) == len(columns) or hit[0] > piece.first or hit[-1] < piece.last:
        return piece
    return piece._replace(first=hit[0], last=hit[-1])


def _centred_over(piece: _Piece, pieces: Sequence[_Piece], columns: Sequence[Column]) -> _Piece:
    """A head that lines up with no column of its own but is centred over several, each with a head below it, or, on the
    last line, above it: a unit that they share."""
    if piece.first != piece.last:
        return piece
    own = columns[piece.first]
    middle = (piece.x0 + piece.x1) / 2
    em = piece.size
    aligned = (
        abs(middle - (own.x0 + own.x1) / 2) < 0.6 * em
        or abs(piece.x0 - own.x0) < 0.4 * em
        or abs(piece.x1 - own.x1) < 0.4 * em
    )
    if aligned and not _overhangs(piece, pieces):
        return piece
    beside = [p for p in pieces if p.line == piece.line and p is not piece]
    lower = [p for p in pieces if p.line > piece.line]
    others = lower or [p for p in pieces if p.line < piece.line]
    headed = {p.first for p in others if p.first == p.last}
    for width in range(2, len(columns) + 1):
        for first in range(max(0, piece.first - width + 1), min(piece.first, len(columns) - width) + 1):
            last = first + width - 1
            low, high = columns[first].x0, columns[last].x1
            if (
                abs(middle - (low + high) / 2) < 0.8 * em
                and low - em <= piece.x0
                and piece.x1 <= high + em
                and all(k in headed for k in range(first, last + 1))
                and not any(p.x0 < high and p.x1 > low for p in beside)
            ):
                return piece._replace(first=first, last=last)
    return piece


def _share_lines(pieces: list[_Piece], columns: Sequence[Column], beams: Sequence[Stroke]) -> list[_Piece]:
    """Heads of one line that each stand over several columns take the columns between them that have heads below,
    where no rule says which."""
    centres = {k: (c.x0 + c.x1) / 2 for k, c in enumerate(columns)}
    edges = [columns[0].x0, *((a.x1 + b.x0) / 2 for a, b in pairwise(columns)), columns[-1].x1]
    out = list(pieces)
    for line in sorted({p.line for p in pieces}):
        below = [p for p in pieces if p.line == line + 1]
        leaves = {p.first for p in below if p.first == p.last}
        own = [k for k, p in enumerate(pieces) if p.line == line and leaves.intersection(range(p.first, p.last + 1))]
        own.sort(key=lambda k: pieces[k].x0)
        heads = [pieces[k] for k in own]
        if (
            len(heads) < 2
            or any(h.first == h.last for h in heads)
            or any(a.last >= b.first for a, b in pairwise(heads))
        ):
            continue
        top, bottom = max(h.bottom for h in heads), max(p.bottom for p in below)
        low, high = centres[min(leaves)], centres[max(leaves)]
        if any(top - 1 < beam.at < bottom and not (beam.start < low and beam.end > high) for beam in beams):
            continue
        runs = share_columns([Spanner(h.x0, h.x1, h.first, h.last) for h in heads], sorted(leaves), centres, edges)
        for k, (first, last) in zip(own, runs, strict=True):
            out[k] = pieces[k]._replace(first=first, last=last)
    return out


def _overhangs(piece: _Piece, pieces: Sequence[_Piece]) -> bool:
    """Whether a head reaches to the heads below it on both sides of the one that it lines up with."""
    near = _WORD_SPACE * piece.size
    below = [p for p in pieces if p.line == piece.line + 1]
    left = max((p.x1 for p in below if p.last < piece.first), default=None)
    right = min((p.x0 for p in below if p.first > piece.last), default=None)
    return left is not None and right is not None and piece.x0 < left + near and piece.x1 > right - near


def _enclose(pieces: list[_Piece], columns: Sequence[Column], rules: Rules) -> list[_Piece]:
    """Pieces in a cell closed by rules cover its columns; a cell with several heads on one line is none."""
    if not rules.vertical:
        return pieces
    out: list[_Piece] = []
    for own in pieces:
        piece = own
        cell = _cell_around(own, rules)
        if cell is not None:
            left, right, top, bottom = cell
            inside = [k for k, c in enumerate(columns) if left <= (c.x0 + c.x1) / 2 <= right]
            lines = [
                p.line
                for p in pieces
                if left < (p.x0 + p.x1) / 2 < right and (p.line == own.line or top < (p.top + p.bottom) / 2 < bottom)
            ]
            alone = len(set(lines)) == len(lines)
            if inside and (len(inside) == 1 or alone) and len(inside) < len(columns):
                piece = piece._replace(first=inside[0], last=inside[-1], cell=cell)
        out.append(piece)
    return out


def _cell_around(piece: _Piece, rules: Rules) -> tuple[float, float, float, float] | None:
    x, y = (piece.x0 + piece.x1) / 2, (piece.top + piece.bottom) / 2
    posts = [v.at for v in rules.vertical if v.start - 1 <= y <= v.end + 1]
    beams = [h for h in rules.horizontal if h.start - 1 <= x <= h.end + 1]
    left = max((p for p in posts if p <= x), default=None)
    right = min((p for p in posts if p > x), default=None)
    if left is None and right is None:
        return None
    floor = min((h for h in beams if h.at > y), key=lambda h: h.at, default=None)
    if floor is not None and floor.at - y < 2 * piece.size:  # a rule right under it ends where its columns end
        left = floor.start if left is None or floor.start > left + _OPEN else left
        right = floor.end if right is None or floor.end < right - _OPEN else right
    return (
        -1e6 if left is None else left,
        1e6 if right is None else right,
        max((h.at for h in beams if h.at <= y), default=-1e6),
        1e6 if floor is None else floor.at,
    )


def _lift(pieces: list[_Piece], beams: Sequence[Stroke]) -> list[_Piece]:
    """The upper lines of a spanning head cover what its lowest line, over the rule, covers."""
    out = sorted(pieces, key=lambda p: (-p.line, p.x0))
    for i, piece in enumerate(out):
        for below in out[:i]:
            if (
                below.last > below.first
                and below.first <= piece.first
                and piece.last <= below.last
                and below.line > piece.line
                and below.top - piece.bottom < 0.5 * piece.size
                and _centred(piece, below)
                and not _ruled_apart(piece, below, beams)
            ):
                out[i] = piece._replace(first=below.first, last=below.last)
                break
    return out


def _stack(pieces: list[_Piece], beams: Sequence[Stroke], numbering: set[int]) -> list[list[_Piece]]:
    """Lines of one head joined; those of `numbering` number the columns and stay apart."""
    blocks: list[list[_Piece]] = []
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
            if not _same_head(block, piece) or _ruled_apart(above, piece, beams):
                continue
            siblings = [
                p for p in pieces if p.line == piece.line and p is not piece and p.x0 < above.x1 and p.x1 > above.x0
            ]
            if any(s.first > piece.last or s.last < piece.first for s in siblings):
                continue
            home = block
        if home is None:
            blocks.append([piece])
        else:
            home.append(piece)
    return blocks


def _same_head(block: list[_Piece], piece: _Piece) -> bool:
    first, last = block[0].first, max(p.last for p in block)
    if (first, last) == (piece.first, piece.last):
        return True
    return first <= piece.first and piece.last <= last and first != last and _centred(block[-1], piece)


def _centred(a: _Piece, b: _Piece) -> bool:
    return abs((a.x0 + a.x1) - (b.x0 + b.x1)) < 1.2 * a.size or abs(a.x0 - b.x0) < 0.3 * a.size


def _ruled_apart(above: _Piece, below: _Piece, beams: Sequence[Stroke]) -> bool:
    x = (max(above.x0, below.x0) + min(above.x1, below.x1)) / 2
    low, high = (above.top + above.bottom) / 2, (below.top + below.bottom) / 2
    return any(low < beam.at < high and beam.start <= x <= beam.end for beam in beams)


def _edge(block: list[_Piece], side: int, own: float) -> float:
    """The upper (2) or lower (3) side of the drawn cell of a block; its own edge where none is drawn."""
    cell = block[0].cell
    return own if cell is None or abs(cell[side]) > 1e5 else cell[side]


def _level(blocks: list[list[_Piece]]) -> list[HeadCell]:
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
