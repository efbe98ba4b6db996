"""Rules of a page made ready for tables: drawn pieces joined to whole rules, and the cells they close."""

from collections.abc import Iterable
from operator import attrgetter
from typing import ClassVar, Final, NamedTuple

from mypy_extensions import mypyc_attr

from statchunk.box import Box, Boxed
from statchunk.model.page import Page, Rect, Rule
from statchunk.record import Record
from statchunk.settings import TableSettings
from statchunk.tables.typed import as_rules


@mypyc_attr(acyclic=True)
class Stroke(Record):
    """A straight rule along one axis, in points: `at` across it, `start` to `end` along it."""

    __match_args__: ClassVar = ("at", "start", "end", "weak", "color")
    __slots__ = __match_args__

    at: Final[float]
    start: Final[float]
    end: Final[float]
    weak: Final[bool]
    """Not a drawn line but the border of a shaded area."""
    color: Final[int]

    def __init__(self, at: float, start: float, end: float, weak: bool, color: int = 0) -> None:
        self.at = at
        self.start = start
        self.end = end
        self.weak = weak
        self.color = color

    @property
    def length(self) -> float:
        """Extent along the rule in points."""
        return self.end - self.start


class Rules(NamedTuple):
    """All rules of a page or region, whole ones, sorted by place."""

    horizontal: tuple[Stroke, ...]
    vertical: tuple[Stroke, ...]
    pieces: tuple[Stroke, ...] = ()
    """Drawn horizontal rules with their small breaks, which part spanning heads."""

    def drawn(self) -> "Rules":
        """Without the borders of shaded areas."""
        return self._replace(
            horizontal=tuple(h for h in self.horizontal if not h.weak),
            vertical=tuple(v for v in self.vertical if not v.weak),
        )

    def inside(self, box: Boxed, slack: float) -> "Rules":
        """The rules that run in the box, cut to it; `slack` points of tolerance around it."""
        return Rules(
            tuple(_cut(self.horizontal, box.top, box.bottom, box.x0, box.x1, slack)),
            tuple(_cut(self.vertical, box.x0, box.x1, box.top, box.bottom, slack)),
            tuple(_cut(self.pieces, box.top, box.bottom, box.x0, box.x1, slack)),
        )


def _cut(
    strokes: Iterable[Stroke], low: float, high: float, start: float, end: float, slack: float
) -> Iterable[Stroke]:
    for stroke in strokes:
        if low - slack <= stroke.at <= high + slack and stroke.start < end and stroke.end > start:
            yield stroke.but(start=max(stroke.start, start - slack), end=min(stroke.end, end + slack))


def collect_rules(page: Page, settings: TableSettings) -> Rules:
    """Rules, borders of stroked rectangles, and (weak) borders of shaded areas, pieces joined."""
    horizontal: list[Stroke] = []
    vertical: list[Stroke] = []
    fills = [r for r in page.rects if r.fill is not None and not is_pale(r.fill)]
    for rule in (*page.rules, *as_rules(page)):
        if is_pale(rule.color) or (_is_light(rule.color) and _on_same_shade(rule, fills)):
            continue
        if rule.is_horizontal:
            horizontal.append(Stroke((rule.top + rule.bottom) / 2, rule.x0, rule.x1, False, rule.color))
        else:
            vertical.append(Stroke((rule.x0 + rule.x1) / 2, rule.top, rule.bottom, False, rule.color))
    for rect in page.rects:
        if rect.x1 - rect.x0 > 0.97 * page.width and rect.bottom - rect.top > 0.9 * page.height:
            continue
        stroked = rect.stroke is not None and not is_pale(rect.stroke)
        if not stroked and (rect.fill is None or is_pale(rect.fill)):
            continue
        horizontal.append(Stroke(rect.top, rect.x0, rect.x1, not stroked))
        horizontal.append(Stroke(rect.bottom, rect.x0, rect.x1, not stroked))
        vertical.append(Stroke(rect.x0, rect.top, rect.bottom, not stroked))
        vertical.append(Stroke(rect.x1, rect.top, rect.bottom, not stroked))
    return Rules(
        tuple(join_strokes(horizontal, settings.rule_snap, settings.rule_gap)),
        tuple(join_strokes(vertical, settings.rule_snap, settings.rule_gap)),
        tuple(join_strokes([h for h in horizontal if not h.weak], settings.rule_snap, settings.piece_gap)),
    )


def is_pale(color: int) -> bool:
    """Whether a colour (0xRRGGBB) can hardly be told from white paper."""
    return color >> 16 >= 0xF8 and (color >> 8) & 0xFF >= 0xF8 and color & 0xFF >= 0xF8


def _is_light(color: int) -> bool:
    return min(color >> 16, (color >> 8) & 0xFF, color & 0xFF) >= 0xA0


def _on_same_shade(rule: Rule, fills: Iterable[Rect]) -> bool:
    """Whether a rule cannot be seen because the area under or beside it has its colour."""
    x, y = (rule.x0 + rule.x1) / 2, (rule.top + rule.bottom) / 2
    return any(
        f.fill is not None
        and _alike(f.fill, rule.color)
        and f.x0 - 2 <= x <= f.x1 + 2
        and f.top - 2 <= y <= f.bottom + 2
        for f in fills
    )


def _alike(a: int, b: int) -> bool:
    return all(abs((a >> s & 0xFF) - (b >> s & 0xFF)) < 0x10 for s in (0, 8, 16))


def by_place(strokes: Iterable[Stroke]) -> list[Stroke]:
    """The strokes in the order in which they are met across, then along the axis."""
    return sorted(strokes, key=_place)


_place = attrgetter("at", "start", "end", "weak", "color")


def join_strokes(strokes: list[Stroke], snap: float, gap: float) -> list[Stroke]:
    """Pieces on one line joined: those within `snap` points across and `gap` points along, drawn ones and weak ones
    apart."""
    joined: list[Stroke] = []
    for weak in (False, True):
        group: list[Stroke] = []
        for stroke in by_place(s for s in strokes if s.weak is weak):
            if group and stroke.at - group[-1].at > snap:
                joined += _join_group(group, gap)
                group = []
            group.append(stroke)
        joined += _join_group(group, gap)
    return by_place(joined)


def _join_group(group: list[Stroke], gap: float) -> list[Stroke]:
    out: list[Stroke] = []
    for stroke in sorted(group, key=lambda s: (s.start, s.end)):
        if out and stroke.start <= out[-1].end + gap:
            last = out[-1]
            longer = last if last.length >= stroke.length else stroke
            out[-1] = longer.but(start=last.start, end=max(last.end, stroke.end))
        else:
            out.append(stroke)
    return out


def cluster(values: Iterable[float], gap: float) -> list[float]:
    """Middles of the groups of values that lie less than `gap` from their neighbour, ascending."""
    middles: list[float] = []
    first = last = 0.0
    for i, value in enumerate(sorted(values)):
        if i and value - last <= gap:
            last = value
            continue
        if i:
            middles.append((first + last) / 2)
        first = last = value
    middles.append((first + last) / 2)
    return middles


def covered(strokes: Iterable[Stroke], at: float, start: float, end: float, snap: float) -> float:
    """Share (0 to 1) of the stretch from `start` to `end` that rules within `snap` of `at` cover."""
    length = end - start
    if length <= 0:
        return 0.0
    spans = sorted((max(s.start, start), min(s.end, end)) for s in strokes if abs(s.at - at) <= snap)
    done = start
    total = 0.0
    for low, high in spans:
        if high > done:
            total += high - max(low, done)
            done = high
    return total / length


def meeting_boxes(rules: Rules, reach: float) -> list[tuple[Box, Rules]]:
    """Groups of rules that meet or cross each other within `reach` points, with the box around each."""
    horizontal, vertical = rules.horizontal, rules.vertical
    parent = list(range(len(horizontal) + len(vertical)))

    def find(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for j, v in enumerate(vertical, len(horizontal)):
        for i, h in enumerate(horizontal):
            if h.at > v.end + reach:
                break
            if h.at >= v.start - reach and h.start - reach <= v.at <= h.end + reach:
                parent[find(i)] = find(j)
    groups: dict[int, tuple[list[Stroke], list[Stroke]]] = {}
    for i, h in enumerate(horizontal):
        groups.setdefault(find(i), ([], []))[0].append(h)
    for j, v in enumerate(vertical, len(horizontal)):
        groups.setdefault(find(j), ([], []))[1].append(v)
    out = []
    for hs, vs in groups.values():
        xs = [v.at for v in vs] + [h.start for h in hs] + [h.end for h in hs]
        ys = [h.at for h in hs] + [v.start for v in vs] + [v.end for v in vs]
        out.append((Box(min(xs), min(ys), max(xs), max(ys)), Rules(tuple(hs), tuple(vs))))
    return sorted(out, key=lambda g: (g[0].top, g[0].x0))
