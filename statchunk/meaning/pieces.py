"""The printed pieces of a release that speak of the release itself: short texts with place, size and role."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from statchunk.box import Box
from statchunk.geometry import horizontal_overlap, vertical_overlap
from statchunk.model.layout import Block, BlockKind, Line, PageLayout
from statchunk.text import one_space


class Piece(NamedTuple):
    """A block with its text on one line."""

    text: str
    page: int
    box: Box
    kind: BlockKind
    level: int | None
    size: float
    """Of its first line, points; 0 where it has no lines."""
    lines: tuple[str, ...]
    place: int
    """Index of the block on its page."""


def pieces_of(layout: PageLayout) -> tuple[Piece, ...]:
    """The blocks of a page that have lines, in reading order."""
    found = []
    for index, block in enumerate(layout.blocks):
        lines = tuple(one_space(line.text) for line in block.lines)
        if not lines:
            continue
        found.append(
            Piece(
                one_space(" ".join(lines)),
                layout.page_number,
                block.box,
                block.kind,
                block.level,
                block.lines[0].size,
                lines,
                index,
            )
        )
    return tuple(found)


def body_size(layouts: Sequence[PageLayout]) -> float:
    """Size in points of most characters of running text; 10 where there is none."""
    counts: Counter[float] = Counter()
    for layout in layouts:
        for block in layout.blocks:
            if block.kind in ("paragraph", "list"):
                for line in _long_lines(block):
                    counts[round(line.size, 1)] += line.count
    return counts.most_common(1)[0][0] if counts else 10.0


def _long_lines(block: Block) -> Iterator[Line]:
    for line in block.lines:
        if line.count > 5:
            yield line


def beside(piece: Piece, others: Sequence[Piece], reach: float) -> Iterator[Piece]:
    """Pieces right below or on the same line to the right, the nearest first.

    Args:
        piece: where to look from.
        others: pieces of the same page.
        reach: greatest distance, points.
    """
    found = []
    for other in others:
        if other is piece or other.page != piece.page:
            continue
        below = other.box.top - piece.box.bottom
        right = other.box.x0 - piece.box.x1
        if -2 <= below <= reach and horizontal_overlap(piece.box, other.box) > 0:
            found.append((max(0.0, below), other.place, other))
        elif -2 <= right <= 3 * reach and vertical_overlap(piece.box, other.box) > 0:
            found.append((max(0.0, right), other.place, other))
    for _, _, other in sorted(found, key=lambda f: f[:2]):
        yield other
