"""camelot's reading of a region, from the words and rules that are already read.

Its import costs about a second, so it happens only when an opinion is asked for.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from importlib import import_module
from itertools import pairwise
from typing import Literal, Protocol

from statchunk.box import Box
from statchunk.model.page import Word
from statchunk.model.table import Grid, GridCell
from statchunk.settings import TableSettings
from statchunk.tables.grid_rules import drop_empty
from statchunk.tables.rows import text_rows
from statchunk.tables.rules import Rules
from statchunk.tables.score import score_grid

Flavour = Literal["lattice", "network", "stream"]


class _Cell(Protocol):
    left: bool
    right: bool
    top: bool
    bottom: bool


class _Table(Protocol):
    rows: Sequence[tuple[float, float]]
    cols: Sequence[tuple[float, float]]
    cells: Sequence[Sequence[_Cell]]


def second_opinion(
    page_number: int, page_height: float, box: Box, words: Sequence[Word], rules: Rules, settings: TableSettings
) -> Grid | None:
    """The best of camelot's readings by `score_grid`; None where it finds no table in the region.

    Args:
        page_number: of the page.
        page_height: of the upright page, points; camelot counts from the bottom.
        box: the region.
        words: of the region, upright.
        rules: drawn rules of the region.
        settings: of the table engine.
    """
    flavours: list[Flavour] = ["network", "stream"]
    if len(rules.horizontal) > 2 and len(rules.vertical) > 2:
        flavours.insert(0, "lattice")
    best: Grid | None = None
    for flavour in flavours:
        for table in _parse(flavour, page_number, page_height, box, words, rules, settings):
            grid = score_grid(_grid(flavour, table, page_number, page_height, box, words, settings), words, settings)
            if best is None or grid.confidence > best.confidence:
                best = grid
    return best


def _parse(
    flavour: Flavour,
    page_number: int,
    height: float,
    box: Box,
    words: Sequence[Word],
    rules: Rules,
    settings: TableSettings,
) -> Iterable[_Table]:
    parsers = import_module("camelot.parsers")
    from playa.miner import LTChar, LTLine, LTPage, LTTextLineHorizontal

    area = f"{box.x0 - 2},{height - box.top + 2},{box.x1 + 2},{height - box.bottom - 2}"
    width = box.x1 + 50
    page = LTPage(page_number, (0.0, 0.0, width, height))
    for stroke in rules.horizontal:
        line = LTLine()
        line.set_bbox((stroke.start, height - stroke.at, stroke.end, height - stroke.at))
        page.add(line)
    for stroke in rules.vertical:
        line = LTLine()
        line.set_bbox((stroke.at, height - stroke.end, stroke.at, height - stroke.start))
        page.add(line)
    lines = []
    for row in text_rows(words, settings):
        for token in row.tokens:
            text = LTTextLineHorizontal(0.1)
            for word in token.words:
                character = LTChar()
                character.set_bbox((word.x0, height - word.bottom, word.x1, height - word.top))
                character._text = word.text
                character.fontname = word.style.font
                character.size = word.style.size
                character.upright = True
                text.add(character)
            lines.append(text)
    if flavour == "lattice":
        parser = parsers.Lattice(table_areas=[area], engine="vector")
    else:
        parser = (parsers.Network if flavour == "network" else parsers.Stream)(table_areas=[area])
    parser.prepare_page_parse("region.pdf", page, (width, height), page_number, [], lines, [], "", {})
    tables: list[_Table] = parser.extract_tables()
    return tables


def _grid(
    flavour: Flavour,
    table: _Table,
    page_number: int,
    height: float,
    box: Box,
    words: Sequence[Word],
    settings: TableSettings,
) -> Grid:
    """camelot's rows and columns, with every word of the region in the nearest cell."""
    row_edges = _edges([(height - top, height - bottom) for top, bottom in table.rows])
    column_edges = _edges(list(table.cols))
    homes = _merged(table) if flavour == "lattice" else None
    content: dict[tuple[int, int, int, int], list[Word]] = {}
    for word in words:
        r = _slot(row_edges, (word.top + word.bottom) / 2)
        c = _slot(column_edges, (word.x0 + word.x1) / 2)
        content.setdefault(homes[r][c] if homes else (r, c, r, c), []).append(word)
    cells = [
        GridCell(
            r0, c0, r1, c1, tuple(w for row in text_rows(inside, settings) for t in row.tokens for w in t.words), "body"
        )
        for (r0, c0, r1, c1), inside in sorted(content.items())
    ]
    return drop_empty(
        Grid(page_number, box, tuple(row_edges), tuple(column_edges), tuple(cells), 0, 0, f"camelot-{flavour}", 1.0)
    )


def _edges(spans: Sequence[tuple[float, float]]) -> list[float]:
    return [spans[0][0], *((a[1] + b[0]) / 2 for a, b in pairwise(spans)), spans[-1][1]]


def _slot(edges: Sequence[float], at: float) -> int:
    return min(max(bisect_left(edges, at) - 1, 0), len(edges) - 2)


def _merged(table: _Table) -> list[list[tuple[int, int, int, int]]]:
    """For each cell the rectangle of cells that no drawn side parts: to the right first, then down."""
    rows, columns = len(table.rows), len(table.cols)
    homes: list[list[tuple[int, int, int, int] | None]] = [[None] * columns for _ in range(rows)]
    for r in range(rows):
        for c in range(columns):
            if homes[r][c] is not None:
                continue
            last = c
            while last + 1 < columns and not table.cells[r][last].right and homes[r][last + 1] is None:
                last += 1
            end = r
            while end + 1 < rows and all(not table.cells[end][k].bottom for k in range(c, last + 1)):
                end += 1
            for i in range(r, end + 1):
                for k in range(c, last + 1):
                    homes[i][k] = (r, c, end, last)
    return [[home if home is not None else (r, c, r, c) for c, home in enumerate(row)] for r, row in enumerate(homes)]
