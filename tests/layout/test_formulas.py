"""Formulas are one block; words beside them are not taken in."""

from statchunk.layout import find_lines
from statchunk.layout.formulas import find_formulas
from statchunk.settings import LayoutSettings
from tests.layout.words import Sheet


def _formulas(sheet: Sheet) -> list[list[str]]:
    lines = find_lines(sheet.page(), LayoutSettings())
    return [[lines[i].text for i in formula] for formula in find_formulas(lines, 10.0)]


def test_the_pieces_of_a_formula_are_one_block() -> None:
    sheet = Sheet()
    sheet.prose(50, 60)
    sheet.put("I = ∑ R w", 200, 150, size=12, space=1.0)
    sheet.put("n", 228, 138, size=7)
    sheet.put("i=1", 226, 160, size=7)
    sheet.prose(50, 200)
    assert _formulas(sheet) == [["I = ∑ R w", "i=1", "n"]]


def test_a_base_in_a_sentence_is_no_formula() -> None:
    sheet = Sheet()
    sheet.put("Index (2015=100)", 50, 100)
    sheet.put("103.2", 50, 112)
    sheet.put("x", 90, 112)
    assert _formulas(sheet) == []
