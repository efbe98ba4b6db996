"""Any text and any box through the pure steps: no error, and what must hold always."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from statchunk.box import Box
from statchunk.cli.console import printable
from statchunk.geometry import (
    bounding_box,
    centre_inside,
    distance,
    expand,
    horizontal_overlap,
    intersection_area,
    touching,
    turn_box,
    vertical_overlap,
)
from statchunk.languages import available
from statchunk.meaning.numbers import decide_format, parse_number
from statchunk.meaning.periods import find_periods
from statchunk.readers.information import iso_date
from statchunk.readers.splitting import clean
from statchunk.tables.marks import kind_of
from statchunk.tables.rows import word_kind
from statchunk.text import one_space, squash

EDGE = st.floats(-20_000, 20_000, allow_nan=False).map(lambda value: round(value, 2))


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    (x0, x1), (top, bottom) = sorted((draw(EDGE), draw(EDGE))), sorted((draw(EDGE), draw(EDGE)))
    return Box(x0, top, x1, bottom)


@given(st.lists(boxes(), min_size=1, max_size=8))
def test_a_bounding_box_holds_all(things: list[Box]) -> None:
    around = bounding_box(things)
    assert all(centre_inside(thing, around) for thing in things)
    assert bounding_box([around, *things]) == around


@given(boxes(), boxes())
def test_overlaps_are_mutual_and_no_larger_than_either(one: Box, other: Box) -> None:
    assert horizontal_overlap(one, other) == horizontal_overlap(other, one) <= min(one.width, other.width)
    assert vertical_overlap(one, other) == vertical_overlap(other, one) <= min(one.height, other.height)
    assert 0 <= intersection_area(one, other) <= min(one.area, other.area) * (1 + 1e-9) + 1e-6
    assert distance(one, other) == distance(other, one) >= 0
    if intersection_area(one, other) > 0:
        assert distance(one, other) == 0


@given(boxes(), st.floats(0, 100))
def test_an_expanded_box_holds_the_box(box: Box, by: float) -> None:
    assert centre_inside(box, expand(box, by))
    assert expand(box, by).width >= box.width


@given(boxes(), st.sampled_from([0, 90, 180, 270]))
def test_a_turned_box_keeps_its_area_and_turns_back(box: Box, turn: int) -> None:
    width, height = 600.0, 800.0
    turned = turn_box(box, turn, width, height)
    sides = sorted((box.width, box.height))
    assert sorted((turned.width, turned.height)) == pytest.approx(sides, abs=0.02)
    if turn in (90, 270):
        width, height = height, width
    assert turn_box(turned, (360 - turn) % 360, width, height) == pytest.approx(box, abs=0.02)


@given(st.lists(boxes(), max_size=12), st.floats(0, 50))
def test_groups_of_touching_boxes_part_all_boxes(things: list[Box], gap: float) -> None:
    groups = touching(things, gap)
    assert sorted(index for group in groups for index in group) == list(range(len(things)))


@given(st.lists(st.text(alphabet="0123456789.,-−–()% '’٠٩½/aeE+$€\u00a0\u2009", max_size=15), max_size=5))
def test_any_figure_is_parsed_or_is_none(texts: list[str]) -> None:
    form = decide_format(texts, "en")
    for text in texts:
        value = parse_number(text, form).value
        assert value is None or value == value


@given(st.text(max_size=60), st.sampled_from(available()))
def test_any_text_has_periods_or_none(text: str, code: str) -> None:
    for mention in find_periods(text, (code,)):
        assert (mention.period.iso() is None) == (mention.period.year is None)


@given(st.text(max_size=40))
def test_clean_text_is_stable_and_steers_nothing(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert not any(unicodedata.category(char) == "Cs" for char in once)
    assert not any(ord(char) < 0x20 or 0x7F <= ord(char) < 0xA0 for char in once if char not in "\t\n\r")


@given(st.text(max_size=40))
def test_what_is_printed_steers_nothing(text: str) -> None:
    shown = printable(text)
    assert printable(shown) == shown
    assert len(shown) == len(text)
    assert "\x1b" not in shown


@given(st.text(max_size=40))
def test_any_date_is_iso_or_empty(text: str) -> None:
    date = iso_date(text)
    assert date == "" or date[:4].isdigit()


@given(st.text(max_size=40))
def test_text_helpers_are_stable(text: str) -> None:
    assert one_space(one_space(text)) == one_space(text)
    assert squash(one_space(text)) == squash(text)


@given(st.text(alphabet="|a1.–-*(%)/: …$\u2009", min_size=1, max_size=12))
def test_any_word_has_a_kind(text: str) -> None:
    assert word_kind(text) in ("number", "nil", "filler", "text")
    assert kind_of(text) in ("figure", "nil", "year", "words", "code")
