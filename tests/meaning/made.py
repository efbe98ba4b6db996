"""Tables and blocks made by hand for the tests of meaning."""

from collections.abc import Sequence

from statchunk.box import Box, PageBox
from statchunk.geometry import bounding_box
from statchunk.meaning.context import TableContext
from statchunk.meaning.describe import describe_table
from statchunk.model.evidence import Note, Observation
from statchunk.model.layout import Block, BlockKind, Line
from statchunk.model.page import Style, Word
from statchunk.model.table import Axis, Label, Table, Value

Path = Sequence[str]
"""Labels, outermost first; "text^a,b" carries the marks a and b; a trailing "#" makes the row a heading only."""


def _label(text: str, axis: int, depth: tuple[str, ...]) -> Label:
    shown, _, marks = text.partition("^")
    place = hash((axis, depth)) % 997
    return Label(shown, tuple(m for m in marks.split(",") if m), (), 1, Box(place, axis, place + 1, axis + 1))


def _axes(paths: Sequence[Path], axis: int) -> tuple[Axis, ...]:
    found = []
    for path in paths:
        heading = path[-1].endswith("#")
        texts = [text.rstrip("#") for text in path]
        labels = tuple(_label(text, axis, tuple(texts[: i + 1])) for i, text in enumerate(texts))
        found.append(Axis(labels, "data", len(texts) - 1, heading))
    return tuple(found)


def table(rows: Sequence[Path], columns: Sequence[Path], values: Sequence[Sequence[str]]) -> Table:
    """A table of these labels; "" is a blank cell."""
    found = [
        Value(r, c, text, (), (), 1, Box(100.0 * c, 100.0 + 10 * r, 100.0 * c + 20, 108.0 + 10 * r))
        for r, row in enumerate(values)
        for c, text in enumerate(row)
        if text
    ]
    region = (PageBox(1, Box(0, 0, 500, 500)),)
    return Table(_axes(rows, 0), _axes(columns, 1), tuple(found), (), region, (), (), (), (), 1.0)


def describe(
    rows: Sequence[Path],
    columns: Sequence[Path],
    values: Sequence[Sequence[str]],
    *,
    caption: str | None = None,
    headnote: str | None = None,
    marks: tuple[str, ...] = (),
    notes: Sequence[tuple[str | None, str]] = (),
    languages: tuple[str, ...] = ("en",),
    reference: str | None = None,
) -> tuple[Observation, ...]:
    """Observations of a table made by `table`."""
    context = TableContext(
        "doc",
        "table",
        caption=caption,
        headnote=headnote,
        caption_marks=marks,
        notes=tuple(Note(mark=mark, text=text, page=1, bbox=Box(0, 0, 1, 1)) for mark, text in notes),
        languages=languages,
        reference_period=reference,
    )
    return describe_table(table(rows, columns, values), context)


def line(text: str, x: float = 50.0, top: float = 100.0, size: float = 10.0, bold: str = "") -> Line:
    """A line of words half an em wide; the words of `bold`, at its beginning, are bold."""
    words = []
    at = x
    strong = len(bold.split())
    for order, part in enumerate(text.split()):
        style = Style("Helvetica", size, order < strong, False, 0)
        end = at + len(part) * size / 2
        words.append(Word(part, at, top, end, top + size, top + 0.8 * size, style, 0, 0, False, "", order, 0))
        at = end + size / 4
    box = bounding_box(words)
    return Line(tuple(words), *box, top + 0.8 * size, size, strong * 2 > len(words))


def block(
    text: str,
    kind: BlockKind = "paragraph",
    *,
    x: float = 50.0,
    top: float = 100.0,
    size: float = 10.0,
    level: int | None = None,
    bold: str = "",
    page: int = 1,
) -> Block:
    """A block of one line for each line of the text."""
    lines = tuple(
        line(part, x, top + i * size * 1.2, size, bold if i == 0 else "") for i, part in enumerate(text.split("\n"))
    )
    words = tuple(w for one in lines for w in one.words)
    return Block(kind, page, bounding_box(lines), lines, words, level)
