from dataclasses import replace

from statchunk.model.table import GridCell
from statchunk.settings import TableSettings
from statchunk.tables.grid import read_grid
from statchunk.tables.score import crowded_share, score_grid
from tests.tables.sheets import Sheet, whole

SETTINGS = TableSettings()


def sheet() -> Sheet:
    made = Sheet()
    for n, row in enumerate((("Area", "2022", "2023"), ("North", "1.2", "1.4"), ("South", "2.2", "2.9"))):
        for x, text in zip((50, 150, 250), row, strict=True):
            made.left(x, 100 + 14 * n, text)
    return made


def test_lost_words_and_shared_cells_lower_the_confidence() -> None:
    page = sheet().page()
    (grid,) = read_grid(page, whole(page), (), SETTINGS)
    assert grid.confidence == 1.0
    lost = score_grid(replace(grid, cells=grid.cells[:-1]), page.words, SETTINGS)
    assert lost.confidence < 1.0
    assert lost.reasons == ("1 words in no cell",)
    merged = GridCell(1, 1, 1, 2, tuple(w for c in grid.cells if c.row == 1 and c.column > 0 for w in c.words), "body")
    rest = tuple(c for c in grid.cells if c.row != 1 or c.column == 0)
    crowded = score_grid(replace(grid, cells=(*rest, merged)), page.words, SETTINGS)
    assert crowded.confidence < 0.7
    assert crowded_share(crowded, SETTINGS) > 0.3
