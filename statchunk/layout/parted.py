"""A page whose lines are parted from the words of its tables, the first step that looks at each page alone."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from statchunk.layout.edges import drawn_in, with_band, with_frame, within_leaf
from statchunk.layout.lines import make_line
from statchunk.layout.panels import is_panel
from statchunk.model.layout import Block, Line, PageLayout, TableRegion, pack_lines, words_of
from statchunk.model.packed_words import PackedWords, pack_numbers, pack_words, unpack_words
from statchunk.model.page import Page, Word
from statchunk.record import Record
from statchunk.settings import LayoutSettings

_FEW: Final = 5
"""Words; a line of no more may be a label as well as text."""


class PartedPage:
    """A page, its tables, and what stands outside them.

    Of a long release the words are put away as soon as the page is parted; where they are needed they are made again,
    alike but not the same.
    """

    __slots__ = ("_first", "_inside", "_order", "_packed", "_places", "outside", "page", "sizes", "tables", "tiles")

    def __init__(
        self,
        page: Page,
        tables: Sequence[TableRegion],
        tiles: Sequence[TableRegion],
        outside: Sequence[Line],
        inside: Sequence[Sequence[Word]],
    ) -> None:
        """Use `part_page`."""
        self.page = page
        """Upright; without its words where they are put away."""
        self.tables = tables
        self.tiles = tiles
        """Regions of key figures with their labels."""
        self.outside = outside
        """The lines outside the tables."""
        self.sizes = _sizes(outside)
        """How much is set in each size outside the tables, points and characters; short lines count for less."""
        self._inside: list[Sequence[Word]] = list(inside)
        self._packed: PackedWords | None = None
        self._first = 0
        self._order: Any = None
        self._places: list[Any] = []

    @property
    def is_put_away(self) -> bool:
        """Whether the words of its tables are not at hand."""
        return self._packed is not None

    def put_away(self, beside: Sequence[Line]) -> None:
        """Keep the words as numbers only, where all are words of the page.

        Args:
            beside: lines by which the tables are read.
        """
        outside = words_of(self.outside)
        words = outside
        if self.tables:
            held = {id(word) for word in outside}
            words += tuple([word for word in self.page.words if id(word) not in held])
            place = {id(word): at for at, word in enumerate(words)}
            try:
                self._places = [pack_numbers([place[id(word)] for word in inside]) for inside in self._inside]
            except KeyError:
                return
            self._order = pack_numbers([place[id(word)] for word in self.page.words])
        self._packed = packed = pack_words(words)
        self._first = len(outside)
        start = 0
        for line in self.outside:
            _ = line.text  # asked for again and again
            line.pack(packed, start)
            start += line.count
        pack_lines(self.outside)
        pack_lines(beside)
        self._inside = []
        self.page = replace(self.page, words=())

    def whole(self) -> Page:
        """The page with its words, or without any where none stands in a table."""
        if self._packed is None or not self.tables:
            return self.page
        words = unpack_words(self._packed)
        return replace(self.page, words=tuple([words[at] for at in self._order]))

    def inside(self) -> Sequence[Sequence[Word]]:
        """The words of each table."""
        if self._packed is None:
            return self._inside
        first = self._first
        words = unpack_words(self._packed, first)
        return [[words[at - first] for at in places] for places in self._places]

    def with_words(self, layout: PageLayout) -> PageLayout:
        """The layout of the page, its tables with their words where these were put away."""
        if self._packed is None or not self.tables:
            return layout
        inside = self.inside()
        blocks: list[Block] = []
        for block in layout.blocks:
            if block.region is not None:
                block = block.but(own_words=tuple(inside[self.tables.index(block.region)]))
            blocks.append(block)
        return replace(layout, blocks=tuple(blocks))


def part_page(
    page: Page, lines: Sequence[Line], regions: Sequence[TableRegion], settings: LayoutSettings
) -> PartedPage:
    """Tables and key figures told apart, and the lines outside the tables.

    Args:
        page: upright (see `upright`).
        lines: of the page, from `find_lines`.
        regions: of the tables of the page.
        settings: thresholds.
    """
    tables: list[TableRegion] = []
    tiles: list[TableRegion] = []
    regions = [
        with_frame(with_band(piece, lines, page.rects), lines, page.rules, 0.15 * page.height)
        for region in regions
        for piece in drawn_in(within_leaf(region, lines, page), lines)
    ]
    for region, words in zip(regions, _part(lines, regions)[1], strict=True):
        (tiles if is_panel(region, words, settings) else tables).append(region)
    outside, inside = _part(lines, tables)
    return PartedPage(page, tables, tiles, outside, inside)


def _sizes(lines: Sequence[Line]) -> dict[float, int]:
    """Characters by their size in half points; those of short lines count a quarter."""
    sizes: dict[float, int] = {}
    for line in lines:
        if not line.turn:
            size = round(2 * line.size) / 2
            weight = sum([len(word.text) for word in line.words])
            sizes[size] = sizes.get(size, 0) + (weight if line.count > _FEW else weight // 4)
    return sizes


@mypyc_attr(acyclic=True)
class _Area(Record):
    """A region and the words found in it."""

    __match_args__: ClassVar = ("x0", "top", "x1", "bottom", "words")
    __slots__ = __match_args__

    x0: Final[float]
    top: Final[float]
    x1: Final[float]
    bottom: Final[float]
    words: Final[list[Word]]
    """Filled while lines are gone through."""

    def __init__(self, x0: float, top: float, x1: float, bottom: float, words: list[Word]) -> None:
        self.x0 = x0
        self.top = top
        self.x1 = x1
        self.bottom = bottom
        self.words = words


def _part(lines: Sequence[Line], regions: Sequence[TableRegion]) -> tuple[list[Line], list[list[Word]]]:
    """Lines outside the tables, and the words of each table; a line that runs into one is split."""
    inside: list[list[Word]] = [[] for _ in regions]
    if not regions:
        return list(lines), inside
    outside: list[Line] = []
    areas = [_Area(r.x0, r.top, r.x1, r.bottom, words) for r, words in zip(regions, inside, strict=True)]
    for line in lines:
        near = [a for a in areas if line.bottom > a.top and line.top < a.bottom and line.x1 > a.x0 and line.x0 < a.x1]
        if not near:
            outside.append(line)
            continue
        if len(near) == 1 and _within(line, near[0]):  # as are most lines of a table
            near[0].words.extend(line.words)
            continue
        rest: list[Word] = []
        for word in line.words:
            x, y = (word.x0 + word.x1) / 2, (word.top + word.bottom) / 2
            for area in near:
                if area.x0 <= x <= area.x1 and area.top <= y <= area.bottom:
                    area.words.append(word)
                    break
            else:
                rest.append(word)
        if len(rest) == line.count:
            outside.append(line)
        elif rest:
            outside.append(make_line(rest))
    return outside, inside


def _within(line: Line, region: _Area) -> bool:
    return region.x0 <= line.x0 and line.x1 <= region.x1 and region.top <= line.top and line.bottom <= region.bottom
