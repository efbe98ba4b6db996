"""Tiles: filled or outlined boxes with a few words in them, the cards that they form, and what names a card."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from statchunk.box import Box
from statchunk.geometry import bounding_box, box_of, distance, horizontal_overlap, leads, touching, vertical_overlap
from statchunk.model.layout import Line
from statchunk.model.page import Page, Path, Rect, Rule
from statchunk.settings import LayoutSettings

_WHITE: Final = 0xFFFFFF


@dataclass(slots=True)
class Cards:
    """The tiles of a page with the lines in them. Filled by `find_cards`, read when panels grow."""

    tiles: list[Rect]
    sizes: list[tuple[int, int]]
    """Width and height of each tile in steps of three points."""
    tile_of: dict[int, int]
    """Line to the smallest tile around it."""
    inside: dict[int, list[int]]
    """Tile to its lines."""
    card_of: list[int]
    """Tile to the number of its card: tiles with text that touch or nearly do."""
    members: dict[int, list[int]]
    """Card to its tiles."""
    leaders: list[Rule]
    rules: list[Rule]
    """Those that lie."""
    settings: LayoutSettings

    def of_line(self, line: int) -> set[int]:
        """The lines of the card that a line stands in; empty outside tiles and in cards of running text."""
        tile = self.tile_of.get(line)
        if tile is None:
            return set()
        own = {i for member in self.members[self.card_of[tile]] for i in self.inside.get(member, ())}
        return own if len(own) <= self.settings.card_lines else {line}

    def names(self, own: set[int], lines: Sequence[Line]) -> tuple[set[int], list[Rule]]:
        """The lines that name the cards of `own`: right above them, or at the far end of a leader line."""
        cards = {self.card_of[self.tile_of[i]] for i in own if i in self.tile_of}
        boxes = [bounding_box(self.tiles[tile] for tile in self.members[card]) for card in cards]
        found: set[int] = set()
        leaders: list[Rule] = []
        for i, line in enumerate(lines):
            if i in self.tile_of or line.count > 6 or line.turn or any(c.isdigit() for c in line.text[:1]):
                continue
            reach = self.settings.leader_reach * line.size
            above = any(
                -0.2 * line.size <= box.top - line.bottom < 1.2 * line.size
                and horizontal_overlap(line, box) > 0
                and line.x1 - line.x0 < box.width
                and not self._is_ruled_off(line, box)
                for box in boxes
            )
            ends = [leader for leader in self.leaders if any(leads(leader, box, line, reach) for box in boxes)]
            if above or ends:
                found.add(i)
                leaders += ends
        for i in list(found):  # a name of two lines
            name = lines[i]
            for j, line in enumerate(lines):
                if (
                    j not in self.tile_of
                    and 0 < abs(line.baseline - name.baseline) < 1.4 * name.size
                    and line.words[0].style == name.words[0].style
                    and line.count <= 6
                    and horizontal_overlap(line, name) > 0.5 * min(line.x1 - line.x0, name.x1 - name.x0)
                ) or (line.count == 1 and len(line.text) <= 2 and distance(box_of(line), box_of(name)) < 6):
                    found.add(j)
        return found, leaders

    def _is_ruled_off(self, line: Line, box: Box) -> bool:
        """Whether a rule lies under the line, above the box: the line heads more than one card."""
        return any(
            line.baseline <= rule.top <= box.top + 1
            and rule.x1 - rule.x0 > box.width
            and horizontal_overlap(rule, line) > 0
            for rule in self.rules
        )

    def legend(self, own: set[int], lines: Sequence[Line]) -> list[tuple[int, int]]:
        """(tile, line) of the keys that say what the fill of the tiles of `own` means."""
        fills = {self.tiles[self.tile_of[i]].fill for i in own if i in self.tile_of} - {None, _WHITE}
        found = []
        for tile, rect in enumerate(self.tiles):
            if rect.fill not in fills or tile in self.inside:
                continue
            beside = [
                (line.x0 - rect.x1, i)
                for i, line in enumerate(lines)
                if i not in own
                and 0 <= line.x0 - rect.x1 < 1.5 * line.size
                and vertical_overlap(line, rect) > 0.6 * (line.bottom - line.top)
            ]
            if beside:
                found.append((tile, min(beside)[1]))
        return found if len(found) > 1 else []


def find_cards(page: Page, lines: Sequence[Line], em: float, settings: LayoutSettings) -> Cards:
    """The tiles of a page and the cards that they form.

    Args:
        page: the page, upright.
        lines: those of its lines that are in no table and no figure.
        em: size of the body type, points.
        settings: thresholds.
    """
    seen: set[Box] = set()
    tiles: list[Rect] = []
    for rect in page.rects:
        width, height = rect.x1 - rect.x0, rect.bottom - rect.top
        box = Box(round(rect.x0), round(rect.top), round(rect.x1), round(rect.bottom))
        plain = rect.stroke is None and rect.fill in (None, _WHITE)
        if plain or box in seen or width > 0.6 * page.width or height > 0.4 * page.height or height < 0.5 * em:
            continue
        seen.add(box)
        tiles.append(rect)
    tile_of: dict[int, int] = {}
    inside: dict[int, list[int]] = {}
    order = sorted(range(len(tiles)), key=lambda t: box_of(tiles[t]).area)
    for i, line in enumerate(lines):
        x, y = (line.x0 + line.x1) / 2, (line.top + line.bottom) / 2
        for t in order:
            tile = tiles[t]
            if tile.x0 <= x <= tile.x1 and tile.top <= y <= tile.bottom:
                if tile.x1 - tile.x0 > 0.8 * (line.x1 - line.x0):
                    tile_of[i] = t
                    inside.setdefault(t, []).append(i)
                break
    card_of = [-1] * len(tiles)
    members: dict[int, list[int]] = {}
    held = sorted(inside)
    for number, group in enumerate(touching([box_of(tiles[t]) for t in held], 0.6 * em)):
        members[number] = [held[g] for g in group]
        for g in group:
            card_of[held[g]] = number
    return Cards(
        tiles,
        [(round((t.x1 - t.x0) / 3), round((t.bottom - t.top) / 3)) for t in tiles],
        tile_of,
        inside,
        card_of,
        members,
        _leaders(page, em),
        [rule for rule in page.rules if rule.is_horizontal],
        settings,
    )


def _leaders(page: Page, em: float) -> list[Rule]:
    """Lines that may lead from a card to what it is about: drawn alone, neither short nor across the page."""
    longest = 0.35 * page.width
    found = [rule for rule in page.rules if em < max(rule.x1 - rule.x0, rule.bottom - rule.top) < longest]
    shapes: list[Rect | Path] = [*page.rects, *page.paths]
    for shape in shapes:
        length = max(shape.x1 - shape.x0, shape.bottom - shape.top)
        if shape.fill is None and 1.5 * em < length < longest and shape.bottom - shape.top < 0.1 * page.height:
            found.append(Rule(shape.x0, shape.top, shape.x1, shape.bottom, 0.0, shape.stroke or 0))
    return found
