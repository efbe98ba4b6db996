"""Records: copies with other values, and how they show themselves."""

from inspect import signature

import pytest

from statchunk import pipeline
from statchunk.model.layout import Line
from statchunk.model.page import Style
from statchunk.record import Record

STYLE = Style("Sans", 9.0, False, False, 0)


def test_a_copy_has_other_values_where_asked() -> None:
    bold = STYLE.but(bold=True)
    assert (bold.font, bold.size, bold.bold) == ("Sans", 9.0, True)
    assert not STYLE.bold


def test_a_field_that_is_not_there_is_refused() -> None:
    with pytest.raises(TypeError, match="Style has no weight"):
        STYLE.but(weight=700)


def test_it_is_shown_as_it_would_be_written() -> None:
    assert repr(STYLE) == "Style(font='Sans', size=9.0, bold=False, italic=False, color=0)"


def test_every_record_names_its_fields_in_the_order_in_which_they_are_given() -> None:
    assert pipeline  # has all records imported
    kinds = Record.__subclasses__()
    assert {Style, Line} <= set(kinds)
    assert [kind.__name__ for kind in kinds if kind.__match_args__ != tuple(signature(kind).parameters)] == []


def test_styles_alike_are_the_same() -> None:
    assert Style("Sans", 9.0, False, False, 0) == STYLE
    assert hash(STYLE) == hash(Style("Sans", 9.0, False, False, 0))
    assert Style("Sans", 9.0, True, False, 0) != STYLE
