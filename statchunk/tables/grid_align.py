"""Reading a grid by alignment: columns from figures and texts, rows from baselines, rules as borders where drawn."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from statchunk.box import Box
from statchunk.languages.unit_lines import is_unit_line
from statchunk.model.page import Word
from statchunk.model.table import Grid, GridCell, in_order
from statchunk.settings import TableSettings
from statchunk.tables.columns import (
    Column,
    Columns,
    add_text_columns,
    find_columns,
    split_at_columns,
)
from statchunk.tables.columns_core import is_between_lines, is_thousands
from statchunk.tables.error_columns import errors_beside
from statchunk.tables.grid_head import read_head
from statchunk.tables.grid_rules import posts
from statchunk.tables.head_over import covered_columns
from statchunk.tables.rows import LEAST_STEP, Known, TextRow, Token, in_reading_order, is_year, text_rows, word_kind
from statchunk.tables.rows_join import BodyLine, by_stripes, join_lines
from statchunk.tables.rules import Rules, Stroke
from statchunk.tables.stub_cycles import hold_groups
from statchunk.tables.stub_split import add_outer_column, split_labels

_BROKEN: Final = re.compile(r"\d[.,\s]\d")
_STRIPE: Final = 0.8  # of the table's width; a shaded row is as wide


def read_by_alignment(
    page_number: int,
    box: Box,
    words: Sequence[Word],
    rules: Rules,
    settings: TableSettings,
    known: Known | None = None,
) -> Grid | None:
    """The grid of a region by alignment; None where it holds no columns.

    Args:
        page_number: of the page.
        box: of the region.
        words: in the region.
        rules: in the region.
        settings: of the table engine.
        known: rows of the page that are cut already.
    """
    rows = text_rows([w for w in words if w.turn == 0], settings, known)
    turned = [w for w in words if w.turn != 0]
    if not rows:
        return None
    walls = posts(rules, box, settings.post_share)
    found = find_columns(rows, walls, settings)
    if not found.columns:
        return None
    cut = split_at_columns(rows, found, settings)
    if cut is not None:
        rows = cut
        found = find_columns(rows, walls, settings)
    cut = split_labels(rows, found)
    if cut is not None:
        rows = cut
        found = find_columns(rows, walls, settings)
    found = add_outer_column(rows, add_text_columns(rows, found, walls, settings))
    drawn = rules.drawn()
    stub = 2 if _years_are_labels(rows, found) else stub_columns(found)
    start = body_start(rows, found, drawn.horizontal, box, stub)
    start = _with_labels_above(rows, start, found, drawn.horizontal, box, stub)
    cells: list[GridCell] = []
    extents: list[tuple[float, float]] = []
    if turned:
        _add_turned(turned, found, settings, cells, extents)
    pairs = errors_beside(rows, found)
    borders = [h for h in rules.horizontal if h.length > _STRIPE * box.width]
    stripes = [h.at for h in borders] if any(h.weak for h in borders) else []
    for is_head, first, last in _zones(rows, start, found, stub):
        if is_head:
            _add_head(rows[first:last], found, drawn, settings, pairs, cells, extents)
        else:
            _add_body(rows[first:last], found, drawn.horizontal, stripes, stub, cells, extents)
    return Grid(
        page_number,
        box,
        _row_edges(extents, box),
        _column_edges(found.columns, walls, box),
        tuple(cells),
        0,
        0,
        "alignment",
        1.0,
    )


def _with_labels_above(
    rows: Sequence[TextRow], start: int, found: Columns, beams: Sequence[Stroke], box: Box, stub: int
) -> int:
    """The start of the body moved up over labels that stand alone below all heads: group rows, wrapped labels, texts
    centred over the table below the rule that closes the heads, and lines nearer to the first row than rows stand."""
    full = [b.at for b in beams if b.length >= 0.6 * box.width]
    while start and stub:
        row = rows[start - 1]
        in_stub = all(covered_columns(t.x0, t.x1, found.columns)[1] < stub for t in row.tokens)
        under_rule = any(rows[0].baseline < y < row.top + 0.3 * row.size for y in full)
        off = abs(row.x0 + row.x1 - box.x0 - box.x1) / 2
        near = rows[start].baseline - row.baseline < LEAST_STEP * row.size
        crosses = len(row.tokens) == 1 and off < 0.12 * box.width
        is_section = crosses and (
            under_rule or _is_like_sections(row, rows[start:]) or _is_under_leaves(row, rows[:start], found, stub)
        )
        if not (in_stub or near or is_section):
            break
        start -= 1
    return start


def _is_under_leaves(row: TextRow, heads: Sequence[TextRow], found: Columns, stub: int) -> bool:
    """Whether a text alone runs over the white between columns right under a line that has a head for each of them:
    no head of theirs does, but for a unit."""
    token = row.tokens[0]
    own = found.columns[stub:]
    if len(heads) < 2 or token.kind != "text" or is_unit_line(token.text):
        return False
    over = [covered_columns(t.x0, t.x1, found.columns) for t in heads[-2].tokens]
    leaves = [first for first, last in over if first == last >= stub]
    whites = [(a.x1, b.x0) for a, b in pairwise(own)]
    return leaves == list(range(stub, stub + len(own))) and any(
        token.x0 < low and high < token.x1 for low, high in whites
    )


def _is_like_sections(row: TextRow, body: Sequence[TextRow]) -> bool:
    """Whether a text alone over the first row is set as texts alone between rows of the body are: about one middle."""
    middle, style = row.x0 + row.x1, row.tokens[0].words[0].style
    return any(
        len(other.tokens) == 1
        and other.tokens[0].kind == "text"
        and abs(other.x0 + other.x1 - middle) < 0.6 * row.size
        and abs(other.x0 - row.x0) > 0.6
        and other.tokens[0].words[0].style == style
        for other in body[:-1]
    )


def _zones(rows: Sequence[TextRow], start: int, found: Columns, stub: int) -> list[tuple[bool, int, int]]:
    """Runs of rows that are boxhead (true) or body: the head at the top, and heads repeated further down."""
    zones: list[tuple[bool, int, int]] = [(True, 0, start)] if start else []
    i = begin = start
    while i < len(rows):
        end = i
        while end < len(rows) and _is_inner_head(rows[end], found, stub, end > i) and not is_between_lines(rows, end):
            end += 1
        if end > i and any(_heads_in(rows[k], found, stub) > 1 for k in range(i, end)) and end < len(rows):
            if i > begin:
                zones.append((False, begin, i))
            zones.append((True, i, end))
            begin = i = end
        else:
            i = max(end, i + 1)
    if begin < len(rows):
        zones.append((False, begin, len(rows)))
    return zones


def _heads_in(row: TextRow, found: Columns, stub: int) -> int:
    """How many texts of a row stand over columns of figures; 0 where a figure stands among them."""
    count = 0
    for token in reversed(row.tokens):  # most rows end in a figure, which settles it
        first, _ = covered_columns(token.x0, token.x1, found.columns)
        if first < stub or not found.columns[first].figures:
            continue
        if token.kind == "text" or is_year(token.text):
            count += 1
        elif token.kind == "number":
            return 0
    return count


def _is_inner_head(row: TextRow, found: Columns, stub: int, inside: bool) -> bool:
    if len(found.columns) - stub < 2 or not any(c.figures for c in found.columns):
        return False
    heads = _heads_in(row, found, stub)
    if heads > 1 and 2 * heads >= len(row.tokens):
        return True
    return heads > 0 and inside and heads == len(row.tokens)


def _add_turned(
    words: Sequence[Word],
    found: Columns,
    settings: TableSettings,
    cells: list[GridCell],
    extents: list[tuple[float, float]],
) -> None:
    """A first row of heads that are set turned, each over the column that it stands above."""
    content: dict[int, list[Word]] = {}
    for word in words:
        content.setdefault(covered_columns(word.x0, word.x1, found.columns)[0], []).append(word)
    cells += [GridCell(0, c, 0, c, in_reading_order(w, settings), "body") for c, w in sorted(content.items())]
    extents.append((min(w.top for w in words), max(w.bottom for w in words)))


def _add_head(
    rows: Sequence[TextRow],
    found: Columns,
    rules: Rules,
    settings: TableSettings,
    pairs: frozenset[int],
    cells: list[GridCell],
    extents: list[tuple[float, float]],
) -> None:
    heads = read_head(rows, found.columns, rules, settings, pairs)
    base = len(extents)
    for n in range(1 + max((h.row_end for h in heads), default=-1)):
        band = [h for h in heads if h.row == h.row_end == n] or [h for h in heads if h.row <= n <= h.row_end]
        extents.append((min(h.top for h in band), max(h.bottom for h in band)))
    cells += in_order([GridCell(base + h.row, h.first, base + h.row_end, h.last, h.words, "body") for h in heads])


def _add_body(
    rows: Sequence[TextRow],
    found: Columns,
    beams: Sequence[Stroke],
    stripes: Sequence[float],
    stub: int,
    cells: list[GridCell],
    extents: list[tuple[float, float]],
) -> None:
    body: list[GridCell] = []
    lines = [_body_line(row, found, stub) for row in rows]
    members_of = by_stripes(lines, stripes) or join_lines(lines, beams, _stub_limit(lines, found, stub), stub)
    for members in members_of:
        n = len(extents)
        extents.append((min(lines[i].row.top for i in members), max(lines[i].row.bottom for i in members)))
        content: dict[int, tuple[Word, ...]] = {}
        ends: dict[int, int] = {}
        for i in members:
            line = lines[i]
            for column, token in line.cells:
                before = content.get(column)
                content[column] = token.words if before is None else before + token.words
            if len(line.cells) == 1:
                column, token = line.cells[0]
                ends[column] = max(ends.get(column, column), _end_column(line, column, token, found, stub))
        for column in content if len(members) == 1 else sorted(content):
            body.append(GridCell(n, column, n, ends.get(column, column), content[column], "body"))
    cells += hold_groups(body)


def stub_columns(found: Columns) -> int:
    """Columns at the left before the first column of figures; at least one where there are several."""
    for k, column in enumerate(found.columns):
        if column.figures:
            return max(k, 1) if len(found.columns) > 1 else 0
    return min(1, len(found.columns))


def _years_are_labels(rows: Sequence[TextRow], found: Columns) -> bool:
    """Whether the first column holds years that label groups of rows, with labels beside them: "2024", "Men"."""
    columns = found.columns
    if len(columns) < 3 or not columns[0].figures or columns[1].figures or not columns[2].figures:
        return False
    first = [t for i in found.core for t in rows[i].tokens[:1] if t.x1 <= columns[1].x0 and t.x0 < columns[0].x1]
    return len(first) > 1 and all(is_year(t.text) for t in first)


def body_start(rows: Sequence[TextRow], found: Columns, beams: Sequence[Stroke], box: Box, stub: int) -> int:
    """Index of the first text row of the body: figures with a label, below the head's rule where there is one."""
    core = found.core
    if not core:
        return 0
    has_figures = any(c.figures for c in found.columns)
    full = [b.at for b in beams if b.length >= 0.6 * box.width]
    if not has_figures:
        return _start_under_rule(rows, full, 0)
    counts = sorted(rows[i].numbers for i in core)
    typical = counts[len(counts) // 2]
    start = core[0]
    numbers = any(rows[i].numbers for i in core)
    for i in range(core[0]):
        if _is_plain_data(rows[i], found, stub):
            return i
    for i in core:
        if numbers and _is_plain_data(rows[i], found, stub):
            start = i
            break
        figures = [t for t in rows[i].tokens if t.kind == "number" and found.of_token.get(id(t), 0) >= stub]
        if not figures or 2 * len(figures) < min(typical, 2):
            continue
        if len(figures) > 1 and all(is_year(t.text) for t in figures):
            continue
        if _is_last_head_line(rows[i], found, stub):
            continue
        start = i
        break
    below = [y for y in full if y > rows[start].baseline - 0.3 * rows[start].size]
    if below:
        end = next((i for i in range(start, len(rows)) if rows[i].baseline > below[0] + 1), len(rows))
        if end - start <= 3 and end < len(rows) and _looks_like_head(rows[start:end], found, stub):
            start = end
    while start > 1 and _lacks_figures(rows[start - 1], rows[start], found, stub):
        start -= 1
    return start


def _lacks_figures(row: TextRow, below: TextRow, found: Columns, stub: int) -> bool:
    """Whether a row over the first of the body is one that lacks figures: a label set as those below, and besides it
    nothing but figures broken by a point, a comma or a space, which no head is."""
    places = [(covered_columns(t.x0, t.x1, found.columns)[0], t) for t in row.tokens if t.kind != "filler"]
    labels = [t for k, t in places if k < stub]
    figures = [t for k, t in places if k >= stub]
    return (
        len(labels) == 1
        and bool(figures)
        and all(_BROKEN.search(t.text) and t.kind == "number" for t in figures)
        and labels[0].words[0].style == below.tokens[0].words[0].style == figures[0].words[0].style
        and min(abs(labels[0].x0 - t.x0) for t in below.tokens) < row.size
    )


def _is_last_head_line(row: TextRow, found: Columns, stub: int) -> bool:
    """Whether a row without a label holds a text over figures, and years and thousands in brackets at most besides:
    "1995", "(000)", "(bn)" under heads."""
    places = [covered_columns(t.x0, t.x1, found.columns)[0] for t in row.tokens]
    texts = [t for k, t in zip(places, row.tokens, strict=True) if t.kind == "text" and found.columns[k].figures]
    return (
        bool(stub and texts)
        and min(places) >= stub
        and all(t.kind == "text" or is_year(t.text) or is_thousands(t.text) for t in row.tokens)
    )


def _is_plain_data(row: TextRow, found: Columns, stub: int) -> bool:
    """Whether a row is a label and figures that are no years, or signs for none, nothing else."""
    places = [(covered_columns(t.x0, t.x1, found.columns)[0], t) for t in row.tokens if t.kind != "filler"]
    figures = [t for k, t in places if k >= stub and (t.kind in ("number", "nil") or _opens_with_figure(t))]
    others = [t for k, t in places if k >= stub and t.kind == "text" and not _opens_with_figure(t)]
    labels = [t for k, t in places if k < stub]
    return (
        bool(labels)
        and len(figures) > 1
        and not others
        and not all(is_year(t.text) or (t.kind == "nil" and t.text[0] == "(") for t in figures)
    )


def _opens_with_figure(token: Token) -> bool:
    """Whether a text is a figure and a word of what it counts or how: "100 million", "200 (as BTEX)"."""
    return token.kind == "text" and word_kind(token.words[0].text) == "number" and not is_year(token.words[0].text)


def _looks_like_head(rows: Sequence[TextRow], found: Columns, stub: int) -> bool:
    figures = texts = labels = 0
    for row in rows:
        for token in row.tokens:
            first, _ = covered_columns(token.x0, token.x1, found.columns)
            if first < stub:
                labels += 1
            elif token.kind == "text":
                texts += 1
            elif token.kind == "number":
                figures += 1
    return texts > 0 and (texts >= figures or labels == 0)


def _start_under_rule(rows: Sequence[TextRow], full: Sequence[float], least: int) -> int:
    """In a table of texts: the rows above the first rule that has rows on both sides."""
    for y in sorted(full):
        above = sum(1 for row in rows if row.baseline <= y + 1)
        if least < above <= 0.5 * len(rows):
            return above
    return 1 if len(rows) > 1 else 0


def _body_line(row: TextRow, found: Columns, stub: int) -> BodyLine:
    """Tokens of a body row in their columns; those that found no column go by place, cut where columns part."""
    cells: list[tuple[int, Token]] = []
    taken = -1
    anchored = False
    for token in row.tokens:
        column = found.of_token.get(id(token))
        if column is None:
            column, _ = covered_columns(token.x0, min(token.x1, token.x0 + 0.5 * (token.x1 - token.x0)), found.columns)
            if token.kind == "filler" and cells:
                column = cells[-1][0]
        taken = max(column, taken)
        cells.append((taken, token))
        if not anchored and taken >= stub and token.kind in ("number", "nil"):
            anchored = found.columns[taken].figures
    return BodyLine(row, tuple(cells), anchored)


def _stub_limit(lines: Sequence[BodyLine], found: Columns, stub: int) -> float:
    """x up to which labels run: the longest label, or the first figures."""
    ends = [t.x1 for line in lines for c, t in line.cells if c < stub]
    limit = max(ends, default=0.0)
    if stub < len(found.columns):
        limit = min(limit, found.columns[stub].x0) if limit else found.columns[stub].x0
    return limit


def _end_column(line: BodyLine, column: int, token: Token, found: Columns, stub: int) -> int:
    """A text alone in its row that is centred over the body covers the columns it stands over."""
    if line.anchored or column < stub:
        return column
    return max(column, covered_columns(token.x0, token.x1, found.columns)[1])


def _row_edges(extents: Sequence[tuple[float, float]], box: Box) -> tuple[float, ...]:
    middle = [(a[1] + b[0]) / 2 for a, b in pairwise(extents)]
    return (min(box.top, extents[0][0]), *middle, max(box.bottom, extents[-1][1])) if extents else (box.top, box.bottom)


def _column_edges(columns: Sequence[Column], walls: Sequence[Stroke], box: Box) -> tuple[float, ...]:
    edges = [min(box.x0, columns[0].x0)]
    for a, b in pairwise(columns):
        wall = next((w.at for w in walls if min(a.x1, b.x0) - 1 <= w.at <= max(a.x1, b.x0) + 1), None)
        edges.append(wall if wall is not None else (a.x1 + b.x0) / 2)
    edges.append(max(box.x1, columns[-1].x1))
    return tuple(edges)
