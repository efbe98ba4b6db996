import pytest

from statchunk.box import Box
from statchunk.meaning.notes import label_and_marks, notes_for, parse_note, read_legend, split_marks, split_run_in
from statchunk.model.evidence import Note


def note(mark: str | None, text: str, page: int = 1) -> Note:
    return Note(mark=mark, text=text, page=page, bbox=Box(0, 0, 1, 1))


@pytest.mark.parametrize(
    ("line", "mark", "text"),
    [
        ("1 Not seasonally adjusted.", "1", "Not seasonally adjusted."),
        ("(1) Annual average", "1", "Annual average"),
        ("⁽²⁾ Rounded", "2", "Rounded"),
        ("¹ Foot", "1", "Foot"),
        ("1/ Revised", "1", "Revised"),
        ("a) Estimate", "a", "Estimate"),
        ("* Break in series", "*", "Break in series"),
        ("1Annual average", "1", "Annual average"),
        ("(* ) Estimate", "*", "Estimate"),
        ("(¹²) Rounded", "12", "Rounded"),
        ("*691 of these cases", "*", "691 of these cases"),
        ("N/A : not available", None, "N/A : not available"),
        ("Note: rounded", None, "Note: rounded"),
        ("2015 was a leap year for prices", None, "2015 was a leap year for prices"),
        ("A statement", None, "A statement"),
    ],
)
def test_a_note_line(line: str, mark: str | None, text: str) -> None:
    assert (mark, text) == parse_note(line)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("9 To the date ¹⁰Acute.¹¹Oral salts", ["9 To the date", "¹⁰Acute.", "¹¹Oral salts"]),
        ("* 1992-4; ** base=1991; *** 1994", ["* 1992-4;", "** base=1991;", "*** 1994"]),
        ("(1) Provisional. (2) Revised, as (1).", ["(1) Provisional.", "(2) Revised, as (1)."]),
        ("1 Provisional. 2 Revised.", ["1 Provisional.", "2 Revised."]),
        ("¹ Land in km² of area", ["¹ Land in km² of area"]),
        ("1 Base year 2015. 2 quarters are estimated", ["1 Base year 2015. 2 quarters are estimated"]),
        ("Note: ¹ and ² are explained above", ["Note: ¹ and ² are explained above"]),
    ],
)  # fmt: skip
def test_notes_run_in_one_after_the_other(text: str, parts: list[str]) -> None:
    assert split_run_in(text) == parts


def test_a_letter_is_a_mark_where_the_table_uses_it() -> None:
    assert parse_note("a not adjusted") == (None, "a not adjusted")
    assert parse_note("a not adjusted", ["a"]) == ("a", "not adjusted")


def test_marks_in_one() -> None:
    assert split_marks("1,2") == ("1", "2")
    assert split_marks("⁽¹⁾") == ("1",)


def test_a_mark_at_the_end_of_a_label_needs_its_note() -> None:
    assert label_and_marks("Rent(2)", (), frozenset({"2"})) == ("Rent", ("2",))
    assert label_and_marks("Rent(2)", (), frozenset()) == ("Rent(2)", ())
    assert label_and_marks("Average1", (), frozenset({"1"})) == ("Average", ("1",))
    assert label_and_marks("CO2", (), frozenset({"2"})) == ("CO2", ())


def test_of_notes_with_one_mark_the_page_decides() -> None:
    notes = [note("1", "here", 3), note("1", "there", 7)]
    assert [n.text for n in notes_for(["1"], notes, 7)] == ["there"]
    assert [n.text for n in notes_for(["1"], notes, 6)] == ["there"]


def test_a_key() -> None:
    legend = read_legend(["Key: - zero or negligible .. not available", "(X) Not applicable"], ["en"])
    assert tuple(legend.status(s) for s in ("–", "..", "(X)", "?")) == ("-", "..", "x", None)
