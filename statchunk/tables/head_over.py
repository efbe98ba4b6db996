"""Lines of heads laid over the columns that they stand over: by rules, by drawn cells, by what stands under them."""

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from statchunk.box import Box
from statchunk.model.page import Word
from statchunk.record import Record
from statchunk.tables.columns import Column
from statchunk.tables.head_spread import Spanner, alike, flanked, is_period, share_columns
from statchunk.tables.rules import Rules, Stroke

_OPEN: Final = 8.0  # points; a rule that ends farther from a vertical one does not close a cell with it
_OFF_MIDDLE: Final = 0.8  # of the type size; a head centred over columns stands no farther from their middle
_UNEVEN: Final = 0.05  # of the type size; lines of one head are set evenly within this
_WORD_SPACE: Final = 0.6  # of the type size; heads of two columns are set no nearer to each other


@mypyc_attr(acyclic=True)
class HeadLine(Record):
    """A line of a head, or words of it that stand over a column of their own."""

    __match_args__: ClassVar = ("top", "bottom", "x0", "x1", "first", "last", "words", "size", "line", "cell")
    __slots__ = __match_args__

    top: Final[float]
    bottom: Final[float]
    x0: Final[float]
    x1: Final[float]
    first: Final[int]
    last: Final[int]
    words: Final[tuple[Word, ...]]
    size: Final[float]
    line: Final[int]
    cell: Final[tuple[float, float, float, float] | None]
    """Left, right, top, bottom of the drawn cell around it."""

    def __init__(
        self,
        top: float,
        bottom: float,
        x0: float,
        x1: float,
        first: int,
        last: int,
        words: tuple[Word, ...],
        size: float,
        line: int,
        cell: tuple[float, float, float, float] | None = None,
    ) -> None:
        self.top = top
        self.bottom = bottom
        self.x0 = x0
        self.x1 = x1
        self.first = first
        self.last = last
        self.words = words
        self.size = size
        self.line = line
        self.cell = cell


def spread_lines(
    pieces: list[HeadLine], columns: Sequence[Column], rules: Rules, pairs: frozenset[int] = frozenset()
) -> list[HeadLine]:
    """The lines of heads, each over the columns that it heads.

    Args:
        pieces: lines of heads over what they stand over by themselves.
        columns: of the table.
        rules: drawn rules of the table.
        pairs: columns with a column of brackets at their right that shares their heads.
    """
    beams = rules.pieces
    pieces = _share_with_errors(pieces, pairs)
    pieces = [_over_own_rule(p, columns, beams) for p in pieces]
    pieces = [_centred_over(p, pieces, columns, beams) for p in pieces]
    pieces = _share_lines(pieces, columns, beams)
    pieces = _over_runs(pieces, columns, beams)
    spread = _enclose([_spread(p, pieces, columns, beams) for p in pieces], columns, rules)
    return _lift(spread, beams)


def _share_with_errors(pieces: list[HeadLine], pairs: frozenset[int]) -> list[HeadLine]:
    """Heads over one of two columns that share their heads laid over both, where the other has none of its own."""
    single = {p.first for p in pieces if p.first == p.last}
    out: list[HeadLine] = []
    for own in pieces:
        piece = own
        if piece.first == piece.last and piece.first in pairs and piece.first + 1 not in single:
            piece = piece.but(last=piece.first + 1)
        elif piece.first == piece.last and piece.first - 1 in pairs and piece.first - 1 not in single:
            piece = piece.but(first=piece.first - 1)
        out.append(piece)
    return out


def covered_columns(x0: float, x1: float, columns: Sequence[Column]) -> tuple[int, int]:
    """First and last column that a text from `x0` to `x1` stands over; the nearest where it stands over none."""
    hit = overlapped_columns(x0, x1, columns)
    if hit:
        return hit[0], hit[-1]
    middle = (x0 + x1) / 2
    best = min(range(len(columns)), key=lambda k: max(columns[k].x0 - middle, middle - columns[k].x1, 0.0))
    return best, best


def overlapped_columns(x0: float, x1: float, columns: Sequence[Column]) -> list[int]:
    """Columns whose figures a text from `x0` to `x1` stands over."""
    width = x1 - x0
    return [
        k
        for k, column in enumerate(columns)
        if column.x0 < x1
        and x0 < column.x1  # most columns are told apart by this alone
        and min(x1, column.x1) - max(x0, column.x0) > 0.45 * min(width, column.x1 - column.x0)
    ]


def strokes_beside(ink: Box, size: float, beams: Sequence[Stroke]) -> tuple[float, float] | None:
    """x where strokes at both sides of a head begin and end; None where there are none."""
    return flanked(ink, size, ((b.at, b.start, b.end) for b in beams))


def _over_own_rule(piece: HeadLine, columns: Sequence[Column], beams: Sequence[Stroke]) -> HeadLine:
    """A head over the white between columns laid over the nearest column that the rule right under it runs over."""
    under = _rule_under(piece, beams)
    if under is None or overlapped_columns(piece.x0, piece.x1, columns):
        return piece
    hit = [k for k, c in enumerate(columns) if under.start - 2 <= (c.x0 + c.x1) / 2 <= under.end + 2]
    if not hit or hit[0] <= piece.first <= hit[-1]:
        return piece
    near = hit[0] if piece.first < hit[0] else hit[-1]
    return piece.but(first=near, last=near)


def _rule_under(piece: HeadLine, beams: Sequence[Stroke]) -> Stroke | None:
    """The rule right under a head, over its middle."""
    middle = (piece.x0 + piece.x1) / 2
    for beam in beams:
        if piece.bottom - 0.3 * piece.size <= beam.at <= piece.bottom + 1.6 * piece.size and (
            beam.start <= middle <= beam.end
        ):
            return beam
    return None


def _spread(
    piece: HeadLine, pieces: Sequence[HeadLine], columns: Sequence[Column], beams: Sequence[Stroke]
) -> HeadLine:
    """A piece with a rule right under it, alone on it, or with strokes at both sides covers the columns of these."""
    strokes = strokes_beside(Box(piece.x0, piece.top, piece.x1, piece.bottom), piece.size, beams)
    if strokes is not None:
        hit = [k for k, c in enumerate(columns) if strokes[0] <= (c.x0 + c.x1) / 2 <= strokes[1]]
        return piece.but(first=hit[0], last=hit[-1]) if hit else piece
    under = _rule_under(piece, beams)
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
    return piece.but(first=hit[0], last=hit[-1])


def _centred_over(
    piece: HeadLine, pieces: Sequence[HeadLine], columns: Sequence[Column], beams: Sequence[Stroke]
) -> HeadLine:
    """A head that lines up with no column of its own but is centred over several, each with a head below it, or, on the
    last line, above it: a unit that they share. A rule right under it runs over all of them."""
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
    under = _rule_under(piece, beams)
    if under is not None:
        headed = {k for k in headed if under.start - 2 <= (columns[k].x0 + columns[k].x1) / 2 <= under.end + 2}
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
                return piece.but(first=first, last=last)
    return piece


def _share_lines(pieces: list[HeadLine], columns: Sequence[Column], beams: Sequence[Stroke]) -> list[HeadLine]:
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
        spanners = [Spanner(h.x0, h.x1, h.first, h.last) for h in heads]
        inks = {p.first: (p.x0, p.x1) for p in below if p.first == p.last}
        runs = share_columns(spanners, sorted(leaves), centres, edges, inks)
        for k, (first, last) in zip(own, runs, strict=True):
            out[k] = pieces[k].but(first=first, last=last)
    return out


def _over_runs(pieces: list[HeadLine], columns: Sequence[Column], beams: Sequence[Stroke]) -> list[HeadLine]:
    """Heads each over the middle of as many heads of the next line, so that together they take all of these: spanning
    heads, though each may stand right over one column. One alone must stand over heads that are plainly of one set."""
    out = list(pieces)
    for line in sorted({p.line for p in pieces}):
        below = sorted((p for p in pieces if p.line == line + 1), key=lambda p: p.x0)
        leaves = [p for p in below if p.first == p.last and p.first > 0]
        taken = {p.first for p in leaves}
        heads = [k for k, p in enumerate(pieces) if p.line == line and taken.intersection(range(p.first, p.last + 1))]
        heads.sort(key=lambda k: pieces[k].x0)
        if not heads or len(taken) != len(leaves) or len(leaves) != len([p for p in below if p.last > 0]):
            continue
        if all(goes_on_nearer(pieces[k], pieces) for k in heads):
            continue
        length, rest = divmod(len(leaves), len(heads))
        if rest or length < 2:
            _over_years(heads, leaves, columns, beams, out)
            continue
        runs = [leaves[i : i + length] for i in range(0, len(leaves), length)]
        names = [text_of(p) for p in leaves]
        repeat = len(heads) > 1 and all(name == names[k % length] for k, name in enumerate(names))
        apart = len({text_of(pieces[k]) for k in heads}) == len(heads) > 1
        told = repeat or apart or (len(heads) == 1 and alike(names))
        if told and all(_over_middle(pieces[k], run, columns, beams) for k, run in zip(heads, runs, strict=True)):
            for k, run in zip(heads, runs, strict=True):
                out[k] = pieces[k].but(first=run[0].first, last=run[-1].first)
        else:
            _over_years(heads, leaves, columns, beams, out)
    return out


def _over_years(
    heads: Sequence[int],
    leaves: Sequence[HeadLine],
    columns: Sequence[Column],
    beams: Sequence[Stroke],
    pieces: list[HeadLine],
) -> None:
    """Lay heads over the three years or quarters, or more, that they stand over the middle of, where no head at their
    side does."""
    years = {leaf.first: leaf for leaf in leaves if is_period(text_of(leaf))}
    for k in heads:
        head = pieces[k]
        beside = {c for j in heads if j != k for c in range(pieces[j].first, pieces[j].last + 1)}
        best: HeadLine | None = None
        for reach in range(1, len(columns)):
            run = range(head.first - reach, head.first + reach + 1)
            if head.first != head.last or not all(c in years and c not in beside for c in run):
                break
            if not _over_middle(head, [years[c] for c in run], columns, beams):
                break
            best = head.but(first=run[0], last=run[-1])
        pieces[k] = best or head


def goes_on_nearer(piece: HeadLine, pieces: Sequence[HeadLine]) -> bool:
    """Whether a line over one column goes on in a line under it that is nearer than the line over it."""
    if piece.first != piece.last:
        return False
    above = [piece.top - p.bottom for p in pieces if p.line == piece.line - 1 and p.x0 < piece.x1 and p.x1 > piece.x0]
    below = [
        p.top - piece.bottom
        for p in pieces
        if p.line == piece.line + 1 and p.first == p.last == piece.first and centred(piece, p)
    ]
    return bool(above and below) and min(below) < min(above) - _UNEVEN * piece.size


def text_of(piece: HeadLine) -> str:
    """The words of a line with spaces between them."""
    return " ".join(word.text for word in piece.words)


def _over_middle(head: HeadLine, run: Sequence[HeadLine], columns: Sequence[Column], beams: Sequence[Stroke]) -> bool:
    """Whether a head lies within a run of columns and stands over its middle, no rule right under it."""
    first, last = run[0].first, run[-1].first
    if last - first + 1 != len(run) or head.first < first or head.last > last:
        return False
    middle, em = (head.x0 + head.x1) / 2, head.size
    by_figures = (columns[first].x0 + columns[last].x1) / 2
    by_heads = (run[0].x0 + run[-1].x1) / 2
    if min(abs(middle - by_figures), abs(middle - by_heads)) > _OFF_MIDDLE * em:
        return False
    low, high = columns[1].x0, columns[-1].x1  # a rule over all figures says nothing of one head
    return not any(
        head.bottom - 0.3 * em < b.at < run[0].top + 0.3 * em
        and b.start <= middle <= b.end
        and (b.start > low or b.end < high)
        for b in beams
    )


def _overhangs(piece: HeadLine, pieces: Sequence[HeadLine]) -> bool:
    """Whether a head reaches to the heads below it on both sides of the one that it lines up with."""
    near = _WORD_SPACE * piece.size
    below = [p for p in pieces if p.line == piece.line + 1]
    left = max((p.x1 for p in below if p.last < piece.first), default=None)
    right = min((p.x0 for p in below if p.first > piece.last), default=None)
    return left is not None and right is not None and piece.x0 < left + near and piece.x1 > right - near


def _enclose(pieces: list[HeadLine], columns: Sequence[Column], rules: Rules) -> list[HeadLine]:
    """Pieces in a cell closed by rules cover its columns; a cell with several heads on one line is none."""
    if not rules.vertical:
        return pieces
    out: list[HeadLine] = []
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
                piece = piece.but(first=inside[0], last=inside[-1], cell=cell)
        out.append(piece)
    return out


def _cell_around(piece: HeadLine, rules: Rules) -> tuple[float, float, float, float] | None:
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


def _lift(pieces: list[HeadLine], beams: Sequence[Stroke]) -> list[HeadLine]:
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
                and centred(piece, below)
                and not ruled_apart(piece, below, beams)
            ):
                out[i] = piece.but(first=below.first, last=below.last)
                break
    return out


def centred(a: HeadLine, b: HeadLine) -> bool:
    """Whether two lines agree in their middle or at their left."""
    return abs((a.x0 + a.x1) - (b.x0 + b.x1)) < 1.2 * a.size or abs(a.x0 - b.x0) < 0.3 * a.size


def ruled_apart(above: HeadLine, below: HeadLine, beams: Sequence[Stroke]) -> bool:
    """Whether a rule runs between two lines."""
    x = (max(above.x0, below.x0) + min(above.x1, below.x1)) / 2
    low, high = (above.top + above.bottom) / 2, (below.top + below.bottom) / 2
    return any(low < beam.at < high and beam.start <= x <= beam.end for beam in beams)
