"""Pieces of a rule drawn separately, made one."""

from collections.abc import Iterable
from operator import attrgetter

from statchunk.model.page import Rule
from statchunk.settings import ReaderSettings


def merge_rules(rules: Iterable[Rule], settings: ReaderSettings) -> tuple[Rule, ...]:
    """Rules with collinear touching pieces joined, and doubled ones dropped, from top to bottom, left to right.

    Dots and dashes shorter than `settings.dash` are joined over the gaps of a leader; a dot that joins nothing is
    dropped.
    """
    across: list[Rule] = []
    down: list[Rule] = []
    for rule in rules:
        width, height = rule.x1 - rule.x0, rule.bottom - rule.top
        if width <= settings.thin and height <= settings.thin:
            across.append(rule)
            down.append(rule)
        elif width >= height:
            across.append(rule)
        else:
            down.append(rule)
    merged = [
        *_join(across, settings),
        *(Rule(r.top, r.x0, r.bottom, r.x1, r.thickness, r.color) for r in _join(_swapped(down), settings)),
    ]
    merged.sort(key=attrgetter("top", "x0"))
    return tuple(merged)


def _swapped(rules: list[Rule]) -> list[Rule]:
    return [Rule(r.top, r.x0, r.bottom, r.x1, r.thickness, r.color) for r in rules]


def _join(rules: list[Rule], settings: ReaderSettings) -> list[Rule]:
    """Horizontal rules joined."""
    rows: list[list[Rule]] = []
    heights: list[float] = []
    for rule in sorted(rules, key=lambda r: r.top + r.bottom):
        middle = (rule.top + rule.bottom) / 2
        if heights and middle - heights[-1] <= settings.same_rule:
            rows[-1].append(rule)
        else:
            rows.append([rule])
            heights.append(middle)
    joined: list[Rule] = []
    for row in rows:
        row.sort(key=attrgetter("x0"))
        x0, top, x1, bottom, thickness, color = row[0]
        short = x1 - x0 <= settings.dash
        for rule in row[1:]:
            gap = rule.x0 - x1
            length = rule.x1 - rule.x0
            allowed = settings.dash_gap if short and length <= settings.dash else settings.rule_gap
            if gap <= allowed:
                x1 = max(x1, rule.x1)
                if length > settings.dash or short:
                    top, bottom = min(top, rule.top), max(bottom, rule.bottom)
                    if rule.thickness > thickness:
                        thickness, color = rule.thickness, rule.color
                short = short and length <= settings.dash
            else:
                joined.append(Rule(x0, top, x1, bottom, thickness, color))
                x0, top, x1, bottom, thickness, color = rule
                short = length <= settings.dash
        joined.append(Rule(x0, top, x1, bottom, thickness, color))
    return [rule for rule in joined if rule.x1 - rule.x0 > settings.thin]
