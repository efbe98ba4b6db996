"""Pages set by hand for tests of regions and grids: words and rules at their places."""

from statchunk.model.layout import TableRegion
from statchunk.model.page import Page, Path, Rect, Rule, Style, Word, join_words
from statchunk.model.table import Grid

WIDTH = 0.5  # of the type size: every character
SPACE = 0.28


class Sheet:
    """A page under construction; baselines count from the top."""

    def __init__(self, width: float = 595.0, height: float = 842.0) -> None:
        self.size = (width, height)
        self.words: list[Word] = []
        self.rules: list[Rule] = []
        self.rects: list[Rect] = []
        self.paths: list[Path] = []
        self.run = 0

    def left(
        self, x: float, y: float, text: str, size: float = 10.0, bold: bool = False, space: float = SPACE
    ) -> float:
        """Text that begins at `x`; returns where it ends."""
        self.run += 1
        style = Style("Sans", size, bold, False, 0)
        for n, part in enumerate(text.split()):
            x1 = x + WIDTH * size * len(part)
            box = (round(x, 2), y - 0.8 * size, round(x1, 2), y + 0.2 * size)
            self.words.append(Word(part, *box, y, style, 0, 0, False, "", len(self.words), self.run * 100 + n))
            x = x1 + space * size
        return x - space * size

    def right(self, x: float, y: float, text: str, size: float = 10.0, bold: bool = False) -> None:
        self.left(x - self.measure(text, size), y, text, size, bold)

    def centre(self, x: float, y: float, text: str, size: float = 10.0, bold: bool = False) -> None:
        self.left(x - self.measure(text, size) / 2, y, text, size, bold)

    @staticmethod
    def measure(text: str, size: float) -> float:
        parts = text.split()
        return size * (WIDTH * sum(map(len, parts)) + SPACE * (len(parts) - 1))

    def across(self, x0: float, x1: float, y: float) -> None:
        self.rules.append(Rule(x0, y - 0.25, x1, y + 0.25, 0.5, 0))

    def down(self, x: float, y0: float, y1: float) -> None:
        self.rules.append(Rule(x - 0.25, y0, x + 0.25, y1, 0.5, 0))

    def page(self) -> Page:
        return Page(1, *self.size, tuple(self.words), (), tuple(self.rules), tuple(self.rects), (), tuple(self.paths))


def whole(page: Page) -> TableRegion:
    """A region around everything."""
    return TableRegion(1, 0.0, 0.0, page.width, page.height, "rule-less", 1.0, "test")


def texts(grid: Grid) -> list[list[str]]:
    """The grid as rows of strings; a spanning cell stands at its first place, "·" where it runs on."""
    rows = [[""] * (len(grid.column_edges) - 1) for _ in range(len(grid.row_edges) - 1)]
    for cell in grid.cells:
        for r in range(cell.row, cell.row_end + 1):
            for c in range(cell.column, cell.column_end + 1):
                rows[r][c] = "·"
        rows[cell.row][cell.column] = join_words(cell.words)
    return rows
