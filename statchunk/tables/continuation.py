"""Which pieces are one table: over page breaks, in halves side by side, split across as well as down."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from statchunk.languages import words as language_words
from statchunk.model.layout import TableRegion
from statchunk.model.page import Rule
from statchunk.model.table import Grid, GridCell, Label
from statchunk.settings import TableSettings
from statchunk.tables.boxhead import column_paths, stub_heads
from statchunk.tables.head_words import Flush, column_places
from statchunk.tables.sheet import VALUES, Sheet, open_grid
from statchunk.tables.stub import StubRow, stub_rows
from statchunk.text import squash

_GAP: Final = 60.0  # points; white between two pieces of one table on a page, about six rows
_LEVEL: Final = 1.5  # points; rows of pages to be laid side by side agree better
_MANY: Final = 5  # rows; as many at the heights of another page's rows do not stand there by chance
_INNER: Final = 6.0  # points; labels of one column begin as near to one x on the next page
_RULED: Final = "rules"
_WIDTH: Final = 12.0  # points; columns between rules are as wide on the next page to within this
_FLUSH: Final = 1.5  # points; figures set flush agree better


@dataclass(slots=True)
class Segment:
    """Rows of a piece under one boxhead: a piece has several where a second head stands inside it."""

    first_row: int
    paths: list[tuple[Label, ...]]
    """One a body column; all empty where no head is printed."""


@dataclass(slots=True)
class Piece:
    """A grid with its parts read, before it joins a table."""

    sheet: Sheet
    region: TableRegion | None
    caption: str | None
    columns: list[int]
    """Body columns in reading order, as indices into the grid."""
    segments: list[Segment]
    rows: list[StubRow]
    keys: list[str]
    """Of the first segment's columns, letters and digits of their path."""
    row_keys: list[str]
    codes: set[int]
    """Columns of the grid that hold identifiers."""
    continued: bool = False
    """Whether a "continued" stands on or over it."""
    captioned_under: bool = False
    """Whether its caption stands under it: then it names the rows on the page before too, which have none."""
    half: bool = False
    """Whether it is the right half of the piece before it."""
    first_on_page: bool = True
    last_on_page: bool = True


def make_piece(grid: Grid, rules: Sequence[Rule], settings: TableSettings, known: frozenset[str], number: int) -> Piece:
    """A marked grid as a piece; `number` is its place among the pieces of the table."""
    return piece_of(open_grid(grid, rules), settings, known, number)


def piece_of(sheet: Sheet, settings: TableSettings, known: frozenset[str], number: int) -> Piece:
    """A marked grid that is laid open as a piece."""
    stub, columns = stub_and_body(sheet)
    segments = [Segment(row, paths) for row, paths in _segments(sheet, columns, settings, known)]
    rows = stub_rows(sheet, number, stub, settings.group_gap, known)
    keys = [path_key(path) for path in segments[0].paths]
    row_keys = [squash(" ".join(label.text for label in row.labels if label)) for row in rows]
    return Piece(sheet, None, None, columns, segments, rows, keys, row_keys, _code_columns(sheet))


def _code_columns(sheet: Sheet) -> set[int]:
    codes: set[int] = set()
    data: set[int] = set()
    for slots in sheet.starts:
        for slot in slots:
            if slot.cell.role == "identifier":
                codes.add(slot.cell.column)
            elif slot.cell.role == "body":
                data.add(slot.cell.column)
    return codes - data


def stub_and_body(sheet: Sheet) -> tuple[list[int], list[int]]:
    """(stub columns, body columns) in reading order; a stub at the right makes the body read from the right."""
    stub_like = {s.cell.column for slots in sheet.starts for s in slots if s.cell.role in ("stub", "stub_head")}
    count = sheet.grid.stub_columns
    right = sheet.columns > count and (sheet.columns - 1) in stub_like and 0 not in stub_like
    stub = list(range(sheet.columns - 1, sheet.columns - 1 - count, -1)) if right else list(range(count))
    mirrored = 0 if right else sheet.columns - 1
    body = [c for c in range(sheet.columns) if c not in stub and not (c == mirrored and c in stub_like)]
    return stub, body[::-1] if right else body


def _segments(
    sheet: Sheet, columns: list[int], settings: TableSettings, known: frozenset[str]
) -> list[tuple[int, list[tuple[Label, ...]]]]:
    head_rows = [
        row
        for row in range(sheet.rows)
        if sheet.starts[row] and any(s.cell.role in ("head", "stub_head") for s in sheet.starts[row])
    ]
    blocks: list[list[int]] = []
    for row in head_rows:
        if (blocks and row < sheet.grid.head_rows) or (
            blocks
            and blocks[-1][-1] >= sheet.grid.head_rows
            and not any(sheet.starts[between] for between in range(blocks[-1][-1] + 1, row))
        ):
            blocks[-1].append(row)
        else:
            blocks.append([row])
    if not blocks:
        return [(0, [() for _ in columns])]
    found = [(block[-1] + 1, column_paths(sheet, block, columns, settings, known)) for block in blocks]
    if blocks[0][0] >= max(1, sheet.grid.head_rows) and any(sheet.starts[r] for r in range(blocks[0][0])):
        found.insert(0, (0, [() for _ in columns]))
    return found


def path_key(path: Sequence[Label]) -> str:
    """Letters and digits of a path: equal where the same heads stand over a column."""
    return "|".join(squash(label.text) for label in path)


def is_continued(text: str) -> bool:
    """Whether a caption or line says that a table goes on."""
    folded = text.casefold()
    return any(_has_word(folded, word) for word in language_words("continued"))


def _has_word(text: str, word: str) -> bool:
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        if not text[at - 1 : at].isalnum() and not text[end : end + 1].isalnum():
            return True
        at = text.find(word, at + 1)
    return False


def caption_key(caption: str | None) -> str:
    """Letters and digits of a caption without its "continued"."""
    if not caption:
        return ""
    folded = caption.casefold()
    for word in sorted(language_words("continued"), key=len, reverse=True):
        if _has_word(folded, word):
            folded = folded.replace(word, " ")
    return squash(folded)


def same_heads(above: Piece, piece: Piece) -> bool:
    """Whether the same heads stand over the same number of columns; heads repeated in part count."""
    if len(above.keys) != len(piece.keys):
        return False
    pairs = zip(above.keys, piece.keys, strict=True)
    same = sum(a == b or (bool(a and b) and (a.endswith(b) or b.endswith(a))) for a, b in pairs)
    return same * 2 > len(piece.keys) and any(piece.keys)


def same_rows(above: Piece, piece: Piece) -> bool:
    """Whether the same labels stand in the same order, so that columns were split across pages."""
    a, b = above.row_keys, piece.row_keys
    if len(a) != len(b) or not a:
        return False
    return sum(x == y for x, y in zip(a, b, strict=True)) * 10 >= 9 * len(a)


def rows_beside(above: Piece, piece: Piece) -> list[int] | None:
    """For each row of a piece whose stub was left off, the row of the earlier piece on the same height; None where the
    piece has labels or its rows stand elsewhere. As many rows at the same steps may stand higher or lower together."""
    labelled = sum(any(row.labels) for row in piece.rows)
    if labelled * 5 > len(piece.rows) or len(piece.rows) < 2 or not above.rows:
        return None
    heights = [row.baseline for row in above.rows]
    shift = piece.rows[0].baseline - heights[0] if len(heights) == len(piece.rows) else 0.0
    found: list[int] = []
    for row in piece.rows:
        at = row.baseline - shift
        near = min(range(len(heights)), key=lambda k: abs(heights[k] - at))
        if abs(heights[near] - at) > _LEVEL or (found and near <= found[-1]):
            return None
        found.append(near)
    return found


def _named(piece: Piece) -> bool:
    """Whether a piece has a caption that names it; the rest of a title cut at the page's edge does not."""
    if piece.caption is None:
        return False
    first = piece.caption.split(" ", 1)[0].casefold().rstrip(".:")
    return len(piece.rows) < _MANY or first in language_words("table")


def _same_places(above: Piece, piece: Piece) -> bool:
    """Whether the columns of a piece without heads stand where those above stand, or are as many."""
    a, b = above.sheet.grid.column_edges, piece.sheet.grid.column_edges
    if len(a) != len(b) or len(above.columns) != len(piece.columns):
        return False
    if above.sheet.grid.engine != _RULED or piece.sheet.grid.engine != _RULED:
        return True
    inner = slice(1, -1) if len(a) > 3 else slice(0, 2)  # texts may run over the outer borders
    widths = zip(pairwise(a[inner]), pairwise(b[inner]), strict=True)
    return all(abs((x[1] - x[0]) - (y[1] - y[0])) < _WIDTH for x, y in widths)


def joins(table: Sequence[Piece], piece: Piece) -> str:
    """Why a piece goes on with a table; empty where it does not.

    Pieces with captions of their own join only where the captions say the same; an exact copy stays apart unless it
    says "continued". A piece without a caption joins the table before it on the page above where its columns agree
    and its stub goes on.
    """
    above = table[-1]
    if piece.half:
        return "right half of the page"
    if piece.caption is not None and above.caption is None and table[0].caption is None and not piece.captioned_under:
        return ""
    same_page = piece.sheet.grid.page_number == above.sheet.grid.page_number
    if same_page:
        return _joins_on_page(above, piece)
    if piece.sheet.grid.page_number - above.sheet.grid.page_number > 1:
        return ""
    if not _named(piece) and any(rows_beside(held, piece) for held in table if held is not piece):
        return "rows at the height of labels on an earlier page"
    caption = next((p.caption for p in table if p.caption is not None), None)
    if piece.caption is not None and not (caption is None and piece.captioned_under):
        mine, theirs = caption_key(piece.caption), caption_key(caption)
        if not (
            mine == theirs or (piece.continued and (not mine or theirs.startswith(mine) or mine.startswith(theirs)))
        ):
            return ""
        if piece.continued:
            return "says that it is continued"
        heads, rows = same_heads(above, piece), same_rows(above, piece)
        if heads and rows:
            return ""
        return "same caption" if heads or rows or not any(piece.keys) else ""
    if not (piece.first_on_page and above.last_on_page):
        return ""
    if piece.continued and (same_heads(above, piece) or _same_places(above, piece) or same_rows(above, piece)):
        return "says that it is continued"
    if any(same_rows(held, piece) for held in table) and any(same_heads(held, piece) for held in table):
        return ""
    if any(piece.keys):
        return "same heads on the next page" if same_heads(above, piece) else ""
    return "same columns on the next page" if _same_places(above, piece) else ""


def take_stub_place(above: Piece, piece: Piece) -> None:
    """Move the labels of a piece without outer labels to where they stand: a group begun on the page before goes on, so
    that its stub has a column less, under the inner labels of the piece above."""
    missing = above.sheet.grid.stub_columns - piece.sheet.grid.stub_columns
    outer, inner = _stub_places(above, 0), _stub_places(above, missing)
    own = _stub_places(piece, 0)
    if missing < 1 or len(above.columns) != len(piece.columns) or not (outer and inner and own):
        return
    shift = piece.sheet.grid.column_edges[-1] - above.sheet.grid.column_edges[-1]
    if abs(min(own) - shift - min(inner)) > _INNER or abs(min(own) - shift - min(outer)) <= _INNER:
        return
    for row in piece.rows:
        row.labels[:0] = [None] * missing
        row.merged[:0] = [False] * missing


def _stub_places(piece: Piece, column: int) -> list[float]:
    """x where the labels of a stub column begin."""
    return [
        label.box.x0
        for row in piece.rows
        if not row.section and column < len(row.labels) and (label := row.labels[column]) is not None
    ]


def _joins_on_page(above: Piece, piece: Piece) -> str:
    """Pieces on one page: a right half under the same heads, or rows that a gap parted from the columns above."""
    a, b = above.sheet.grid.box, piece.sheet.grid.box
    if piece.caption is not None:
        return ""
    shared = min(a.bottom, b.bottom) - max(a.top, b.top)
    if shared > 0.7 * min(a.height, b.height):
        return "right half of the page" if b.x0 > a.x0 and same_heads(above, piece) else ""
    if any(piece.keys) or len(above.columns) != len(piece.columns) or not -2.0 <= b.top - a.bottom < _GAP:
        return ""
    pairs = zip(column_places(above.sheet, above.columns), column_places(piece.sheet, piece.columns), strict=True)
    return "same columns below" if all(_stand_alike(x, y) for x, y in pairs) else ""


def _stand_alike(above: Flush, below: Flush) -> bool:
    """Whether the figures of two columns are flush at one side, or overlap where neither side agrees."""
    if above.right is not None and below.right is not None and abs(above.right - below.right) < _FLUSH:
        return True
    if above.left is not None and below.left is not None and abs(above.left - below.left) < _FLUSH:
        return True
    return min(above.x1, below.x1) - max(above.x0, below.x0) > 0.5 * min(above.x1 - above.x0, below.x1 - below.x0)


def split_sheet(sheet: Sheet, rules: Sequence[Rule] = ()) -> tuple[Sheet, ...]:
    """The parts of a table printed in two or more side by side; the sheet itself where it is not so.

    Another stub stands amid the figures, and as many columns follow it as precede it, under the same heads. Or all
    columns are pairs of labels and figures, heads stand over pairs alone, and over later ones too.
    """
    grid, count = sheet.grid, sheet.columns
    stubs = _stubs(sheet)
    if count < 4 or not stubs or stubs[0] != 0:
        return (sheet,)
    starts = [c for c in stubs if c - 1 not in stubs]
    parts = [range(a, b) for a, b in zip(starts, [*starts[1:], count], strict=True)]
    if len(parts) < 2:
        return (sheet,)
    bodies = [[c for c in part if c not in stubs] for part in parts]
    if not bodies[0] or any(len(body) != len(bodies[0]) for body in bodies):
        return (sheet,)
    if all(len(part) == 2 for part in parts) and _heads_over_pairs(sheet, parts):
        pairs = [pair for part in parts for pair in _pairs(_half(grid, part.start, part.stop))]
        return tuple(open_grid(pair, rules, like=sheet) for pair in pairs)
    heads = [[squash(" ".join(_column_heads(sheet, c, stubs))) for c in body] for body in bodies]
    for other in heads[1:]:
        if 2 * sum(a == b and bool(a) for a, b in zip(heads[0], other, strict=True)) <= len(other):
            return (sheet,)
    return tuple(open_grid(_half(grid, part.start, part.stop), rules, like=sheet) for part in parts)


def _heads_over_pairs(sheet: Sheet, parts: Sequence[range]) -> bool:
    """Whether no column of figures has a head of its own, and a column of labels beside the first has one."""
    headed = False
    for part in parts:
        for row in range(sheet.rows):
            label, figure = sheet.at[row][part.start], sheet.at[row][part.start + 1]
            if figure is not None and figure is not label:
                if not figure.is_value:
                    return False
                break
            headed = headed or (label is not None and label.cell.column == part.start > 0)
    return headed


def _pairs(grid: Grid) -> Iterator[Grid]:
    """The grids of a pair of columns, one for each head set over both; a later one stands between the labels."""
    figures = {cell.row for cell in grid.cells if cell.column == 1 and cell.words}
    first = min(figures, default=0)
    heads = {cell.row for cell in grid.cells if cell.column == 0 and cell.row < first and cell.words}
    style = next((cell.words[0].style for cell in grid.cells if cell.row in heads), None)
    labels = [cell for cell in grid.cells if cell.column == 0 and cell.words]
    if style is not None and style.bold and sum(cell.words[0].style.bold for cell in labels) < len(figures):
        heads |= {cell.row for cell in labels if cell.row not in figures and cell.words[0].style == style}
    starts = [0, *sorted(row for row in heads if row > first)]
    for start, end in pairwise([*starts, len(grid.row_edges) - 1]):
        cells = [
            cell.but(
                row=cell.row - start,
                row_end=min(cell.row_end, end - 1) - start,
                column_end=1 if cell.row in heads else cell.column_end,
            )
            for cell in grid.cells
            if start <= cell.row < end
        ]
        edges = grid.row_edges[start : end + 1]
        box = grid.box._replace(top=edges[0], bottom=edges[-1])
        yield replace(grid, box=box, row_edges=edges, cells=tuple(cells))


def _stubs(sheet: Sheet) -> list[int]:
    """Columns of labels: of words, and of years right before those or wherever the first column holds years too."""
    words = [column for column in range(sheet.columns) if _is_stub(sheet, column)]
    found = set(words)
    for column in reversed(range(sheet.columns - 1)):
        if column + 1 in found and _holds_years(sheet, column):
            found.add(column)
    if not found and _holds_years(sheet, 0):
        own = _first_text(sheet, 0)
        found = {c for c in range(sheet.columns - 1) if _holds_years(sheet, c) and _first_text(sheet, c) == own}
    return sorted(found)


def _first_text(sheet: Sheet, column: int) -> str:
    """Letters and digits of what stands first in a column where that is no figure; empty where it is."""
    slot = next((sheet.at[row][column] for row in range(sheet.rows) if sheet.at[row][column] is not None), None)
    return squash(slot.text) if slot is not None and not slot.is_value else ""


def _holds_years(sheet: Sheet, column: int) -> bool:
    """Whether a column holds years and no other figures, one or more of them below others."""
    years = others = 0
    for row in range(sheet.rows):
        slot = sheet.at[row][column]
        if slot is not None and slot.cell.row == row and slot.cell.column == column == slot.cell.column_end:
            years += slot.kind == "year"
            others += slot.kind in ("figure", "nil")
    return years > 0 and not others


def _is_stub(sheet: Sheet, column: int) -> bool:
    words = figures = 0
    for row in range(sheet.rows):
        slot = sheet.at[row][column]
        if slot is not None and slot.cell.row == row and slot.cell.column == column:
            words += slot.kind in ("words", "code")
            figures += slot.kind in VALUES
    return words > 1 and words > 2 * figures


def _column_heads(sheet: Sheet, column: int, stubs: list[int]) -> list[str]:
    """Texts over the first figure of a column."""
    texts: list[str] = []
    for row in range(sheet.rows):
        slot = sheet.at[row][column]
        if slot is None:
            continue
        if slot.kind in ("figure", "nil") and any(sheet.at[row][stub] is not None for stub in stubs):
            break
        if slot.cell.column >= column - 1:
            texts.append(slot.text)
    return texts


def _half(grid: Grid, first: int, end: int) -> Grid:
    cells: list[GridCell] = []
    for cell in grid.cells:
        if first <= cell.column < end:
            cells.append(cell.but(column=cell.column - first, column_end=min(cell.column_end, end - 1) - first))
    edges = grid.column_edges[first : end + 1]
    box = grid.box._replace(x0=max(grid.box.x0, edges[0]) if first else grid.box.x0, x1=edges[-1])
    return replace(grid, box=box, column_edges=edges, cells=tuple(cells))


def name_parts(pieces: Sequence[Piece]) -> None:
    """Pieces of one page that share their heads while the head of the stub names each of them: "Spain" under "Air
    passengers", "Spain" under "Free movement". The name heads the rows."""
    if len(pieces) < 2 or len({piece.sheet.grid.page_number for piece in pieces}) > 1:
        return
    if not all(piece.keys == pieces[0].keys and piece.sheet.grid.stub_columns == 1 for piece in pieces):
        return
    heads = [stub_heads(piece.sheet, range(piece.sheet.grid.head_rows), frozenset()) for piece in pieces]
    if len({squash(head[0].text) for head in heads if head}) < len(pieces):
        return
    for number, (piece, (head, *_)) in enumerate(zip(pieces, heads, strict=True)):
        piece.rows.insert(0, StubRow(number, 0, [head], [False], "data", True, False, bold=True))
        piece.row_keys.insert(0, squash(head.text))
