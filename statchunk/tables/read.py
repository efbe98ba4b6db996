"""Regions to tables: grids read, pieces joined, every figure under its own labels."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import repeat
from typing import Final

from statchunk.model.layout import Line, TableRegion
from statchunk.model.page import Page, Rule, Word
from statchunk.model.table import Grid, Table
from statchunk.settings import TableSettings
from statchunk.tables.assemble import assemble, lines_with
from statchunk.tables.continuation import (
    Piece,
    is_continued,
    joins,
    make_piece,
    piece_of,
    split_sheet,
    take_stub_place,
)
from statchunk.tables.grid import read_grid
from statchunk.tables.labels import words_known
from statchunk.tables.roles import mark_sheet
from statchunk.tables.rows import Known, PageRows
from statchunk.tables.sheet import drawn_rules, open_grid

_OPEN: Final = (
    4  # tables; so many may still go on: that of the page before, and its neighbours with a caption of their own
)
_OVER: Final = 46.0  # points; as far above a region a "continued" may stand
_TOUCHING: Final = 3.0  # points; a caption under a table begins no farther above where the table ends
_SHORT: Final = 8  # words; a longer line says that its table goes on only with its last word


def read_tables(
    pages: Sequence[Page],
    lines: Sequence[Sequence[Line]],
    regions: Sequence[Sequence[TableRegion]],
    settings: TableSettings,
    *,
    captions: Sequence[Sequence[str | None]] | None = None,
    cut: Iterable[PageRows] | None = None,
) -> tuple[Table, ...]:
    """The tables of a release.

    Args:
        pages: upright pages in order.
        lines: of each page those that `lines_of_tables` gives.
        regions: the table regions of each page in reading order.
        settings: of the table engine.
        captions: the caption of each region, None where it has none; without this no region has one.
        cut: what `page_rows` gives for each page, where it is made already; taken one by one, none kept.

    Returns:
        Tables in the order of their first region. A table of several pieces has one region a piece.
    """
    parts = read_parts(pages, lines, regions, settings, captions=captions, cut=cut, ends=frozenset())
    return tuple(table for _, tables in parts for table in tables)


def read_parts(
    pages: Iterable[Page],
    lines: Iterable[Sequence[Line]],
    regions: Iterable[Sequence[TableRegion]],
    settings: TableSettings,
    *,
    captions: Iterable[Sequence[str | None]] | None,
    cut: Iterable[PageRows] | None,
    ends: AbstractSet[int],
) -> Iterator[tuple[int, list[Table]]]:
    """The tables of a release in parts, in which no table goes on from one to the next; each part with its pages.

    What is given of a page is taken when its turn comes and not kept beyond its part.

    Args:
        pages: as for `read_tables`, likewise the next five.
        lines: of each page.
        regions: of each page.
        settings: of the table engine.
        captions: of each page.
        cut: of each page.
        ends: after how many pages a part may end; it does where no table goes on there.

    Yields:
        How many pages there are in a part, and its tables in order; the parts hold all pages.
    """
    done: list[Table] = []
    tables: list[list[Piece]] = []
    given = number = 0
    by_number: dict[int, Page] = {}
    rows = iter(cut) if cut is not None else repeat(None)
    said = iter(captions) if captions is not None else repeat(None)
    for page, page_lines, page_regions in zip(pages, lines, regions, strict=True):
        found: list[list[Piece]] = []
        begun = len(done) + len(tables)
        goes_on = False
        by_number[page.number] = page
        rules = drawn_rules(page) if page_regions else ()
        page_cut = next(rows)
        known = page_cut.known if page_cut is not None else None
        page_captions = next(said)
        for index, region in enumerate(page_regions):
            caption = page_captions[index] if page_captions is not None else None
            pieces = _pieces(page, page_lines, region, caption, rules, settings, known)
            if pieces:
                found.append(pieces)
        for index, pieces in enumerate(found):
            for piece in pieces:
                piece.first_on_page, piece.last_on_page = index == 0, index == len(found) - 1
                home = _home(tables, piece)
                if home is None:
                    tables.append([piece])
                else:
                    take_stub_place(home[-1], piece)
                    goes_on = goes_on or home[-1].sheet.grid.page_number != page.number
                    home.append(piece)
        if number in ends and not goes_on:
            closed = begun - len(done)
            done.extend([assemble(table, by_number, settings) for table in tables[:closed]])
            del tables[:closed]
            yield number - given, done
            given, done = number, []
            by_number = {page.number: page}
        number += 1
        while len(tables) > _OPEN:  # nothing joins the others any more; their pieces hold much
            done.append(assemble(tables.pop(0), by_number, settings))
    done.extend([assemble(table, by_number, settings) for table in tables])
    yield number - given, done


def lines_of_tables(
    lines: Sequence[Line], regions: Sequence[TableRegion], inside: Iterable[Iterable[Word]]
) -> tuple[Line, ...]:
    """Those lines of a page by which its tables are read: with words beside the tables, or that say that one goes on.

    Args:
        lines: of the page.
        regions: of its tables.
        inside: the words of each table.
    """
    if not regions:
        return ()
    held = {id(word) for words in inside for word in words}
    return tuple(
        [
            line
            for line in lines
            if any(id(word) not in held for word in line.words) or any(_says_on(line, region) for region in regions)
        ]
    )


def _says_on(line: Line, region: TableRegion) -> bool:
    """Whether a line over or at the top of a table says that it goes on."""
    return region.top - _OVER < line.bottom < region.top + 3.0 and is_continued(
        line.text if len(line.words) < _SHORT else line.words[-1].text
    )


def _home(tables: list[list[Piece]], piece: Piece) -> list[Piece] | None:
    """The table that a piece goes on with: the last one; with a caption of its own, one of the page before too."""
    reach = 1 if piece.caption is None else _OPEN
    for table in tables[: -reach - 1 : -1]:
        if joins(table, piece):
            return table
    return None


def label_table(grids: Sequence[Grid], settings: TableSettings, *, rules: Sequence[Sequence[Rule]] = ()) -> Table:
    """One table from the marked grids of its pieces, in reading order.

    Args:
        grids: grids with roles, as `mark_roles` gives them.
        settings: of the table engine.
        rules: for each grid the rules of its page; they settle which columns a spanning head covers.
    """
    known = _known_words(word for grid in grids for cell in grid.cells for word in cell.words)
    pieces = [make_piece(grid, rules[n] if n < len(rules) else (), settings, known, n) for n, grid in enumerate(grids)]
    return assemble(pieces, {}, settings)


def _pieces(
    page: Page,
    lines: Sequence[Line],
    region: TableRegion,
    caption: str | None,
    rules: Sequence[Rule],
    settings: TableSettings,
    known_rows: Known | None,
) -> list[Piece]:
    grids = read_grid(page, region, lines, settings, known=known_rows)
    sheets = tuple(open_grid(grid, rules) for grid in grids)
    if len(sheets) == 1:
        sheets = split_sheet(sheets[0], rules)
    pieces: list[Piece] = []
    for number, sheet in enumerate(sheets):
        known = _known_words(word for cell in sheet.grid.cells for word in cell.words)
        piece = piece_of(mark_sheet(sheet, settings, rules), settings, known, number)
        if not piece.rows:
            continue
        titles = lines_with("title", [piece], bracketed=False)
        own = caption if caption is not None or not titles else " ".join(label.text for label in titles)
        piece.region, piece.caption, piece.half = region, own, bool(pieces)
        piece.continued = (caption is not None and is_continued(caption)) or any(
            _says_on(line, region) for line in lines
        )
        piece.captioned_under = caption is not None and _stands_under(caption, region, lines)
        pieces.append(piece)
    return pieces


def _stands_under(caption: str, region: TableRegion, lines: Sequence[Line]) -> bool:
    """Whether the first line of a caption is printed under its table, and not over it."""
    own = [line.top for line in lines if caption.startswith(line.words[0].text) and caption.startswith(line.text)]
    return bool(own) and min(own) > region.bottom - _TOUCHING


def _known_words(words: Iterable[Word]) -> frozenset[str]:
    """Words that a broken word is compared with; none where no word ends in a hyphen."""
    texts = [w.text for w in words if len(w.text) > 2]
    whole = [text for text in texts if text[-1] not in "-‐‑­"]
    return words_known(whole) if len(whole) < len(texts) else frozenset()
