"""Figures at bars are named by category and series, or not at all."""

from statchunk.box import Box
from statchunk.geometry import bounding_box
from statchunk.meaning.bars import pair_bars
from statchunk.model.layout import Block, Line
from statchunk.model.page import Rect
from tests.meaning.made import line


def _chart(*lines: Line, rects: list[Rect]) -> list[tuple[str | None, str, str | None]]:
    block = Block("figure", 1, bounding_box(lines), lines, shapes=tuple(rects))
    return [(fact.label, fact.value_text, fact.unit) for fact in pair_bars(block, "Rate by age (%)", ["en"])]


def _bars(*, legend: bool) -> tuple[list[Line], list[Rect]]:
    lines: list[Line] = []
    rects: list[Rect] = []
    for group, (age, values) in enumerate((("15-24", (13, 15)), ("25-34", (7, 8)), ("35-44", (5, 6)))):
        for at, value in enumerate(values):
            left, top = 100.0 + 100 * group + 30 * at, 300.0 - 10 * value
            rects.append(Rect(left, top, left + 25, 300, (0x103050, 0xD07010)[at], None))
            lines.append(line(f"{value}.0", left + 3, top - 12, 9))
        lines.append(line(age, 115 + 100 * group, 315, 9))
    if legend:
        for at, name in enumerate(("Men", "Women")):
            rects.append(Rect(100 + 80 * at, 330, 110 + 80 * at, 340, (0x103050, 0xD07010)[at], None))
            lines.append(line(name, 114 + 80 * at, 331, 9))
    return lines, rects


def test_standing_bars_with_a_legend() -> None:
    lines, rects = _bars(legend=True)
    assert ("Women, 25-34", "8.0", "%") in _chart(*lines, rects=rects)
    assert len(_chart(*lines, rects=rects)) == 6


def test_series_without_a_legend_stay_open() -> None:
    lines, rects = _bars(legend=False)
    assert _chart(*lines, rects=rects) == []


def test_lying_bars() -> None:
    lines: list[Line] = []
    rects: list[Rect] = []
    for row, (name, value) in enumerate((("North", 40), ("South", 70), ("Islands", 20))):
        rects.append(Rect(150, 100 + 30 * row, 150 + value, 115 + 30 * row, 0x103050, None))
        lines.append(line(name, 145 - 4.5 * len(name), 111 + 30 * row, 9))
        lines.append(line(f"{value}.5", 153 + value, 111 + 30 * row, 9))
    assert _chart(*lines, rects=rects) == [("North", "40.5", "%"), ("South", "70.5", "%"), ("Islands", "20.5", "%")]


def test_shapes_that_are_no_bars() -> None:
    lines, _ = _bars(legend=True)
    assert _chart(*lines, rects=[Rect(*Box(0, 0, 10, 10), 0, None)] * 2) == []
