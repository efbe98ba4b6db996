import pytest
from hypothesis import given
from hypothesis import strategies as st

from statchunk.meaning.numbers import NumberFormat, decide_format, parse_number

POINT = NumberFormat(".", ",")
COMMA = NumberFormat(",", ".")


@pytest.mark.parametrize(
    ("texts", "language", "decimal", "group"),
    [
        (["1.393,4", "886,7", "(35,8)"], "en", ",", "."),
        (["-13,044", "-7.1", "-1164"], "el", ".", ","),
        (["1 153.1", "98.2"], "fr", ".", " "),
        (["1 234,5", "1 000"], "en", ",", " "),
        (["12,34,567", "1,00,000"], "en", ".", ","),
        (["1'234.5"], "de", ".", "'"),
        (["100.000", "0.123"], "de", ".", ""),
        (["4.216", "3.100"], "de", ",", "."),
        (["4,216", "3,100"], "en", ".", ","),
    ],
)
def test_the_whole_table_decides_the_format(texts: list[str], language: str, decimal: str, group: str) -> None:
    form = decide_format(texts, language)
    assert (decimal, group) == (form.decimal, form.group)


def test_a_table_that_allows_both_readings_is_not_certain() -> None:
    assert not decide_format(["4.216", "3.100"], "de").certain
    assert decide_format(["4.2", "3.1"], "de").certain


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,234.5", 1234.5),
        ("−9.3", -9.3),
        ("–9.3", -9.3),
        ("(35.8)", -35.8),
        ("$ (951,455)", -951455.0),
        ("US$(12)", -12.0),
        ("(12.3)%", -12.3),
        ("12.3 (1.5)", 12.3),
        ("5.1-", -5.1),
        ("+0.3", 0.3),
        ("1 153.1", 1153.1),
        ("1\u00a0153.1", 1153.1),
        ("0\u00a000", 0.0),
        ("1 000", 1000.0),
        ("1 234 567", 1234567.0),
        ("12,34,567.5", 1234567.5),
        ("100.0%", 100.0),
        ("$1,234", 1234.0),
        ("US$ 12", 12.0),
        ("£ 5.2", 5.2),
        ("٣٫٥", None),
        ("½", 0.5),
        ("3½", 3.5),
        ("3 1/2", 3.5),
        ("0.0", 0.0),
    ],
)
def test_figures_with_a_decimal_point(text: str, value: float | None) -> None:
    if text == "٣٫٥":
        assert parse_number(text, COMMA).value == 3.5
    else:
        assert value == parse_number(text, POINT).value


@pytest.mark.parametrize(
    ("text", "value"), [("1.393,4", 1393.4), ("(35,8)", -35.8), ("100,00", 100.0), ("886,7", 886.7)]
)
def test_figures_with_a_decimal_comma(text: str, value: float) -> None:
    assert value == parse_number(text, COMMA).value


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("–", "-"),
        ("-", "-"),
        ("$ —", "-"),
        ("– –", "-"),
        ("..", ".."),
        ("…", ".."),
        (":", ".."),
        ("n.a.", ".."),
        ("(X)", "x"),
        ("x", "x"),
        ("c", "c"),
    ],
)
def test_symbols_stand_for_a_status_and_no_value(text: str, status: str) -> None:
    number = parse_number(text, POINT)
    assert (None, status, True) == (number.value, number.status, number.is_figure)


@pytest.mark.parametrize(
    ("text", "value", "status", "marks"),
    [
        ("3.4p", 3.4, "p", ()),
        ("3.4 (r)", 3.4, "r", ()),
        ("(2.1)p", -2.1, "p", ()),
        ("4,216.8(1)", 4216.8, None, ("1",)),
        ("12.3*", 12.3, None, ("*",)),
        ("41782.1¹", 41782.1, None, ("¹",)),
    ],
)
def test_marks_that_stick_to_a_figure_are_no_part_of_it(
    text: str, value: float, status: str | None, marks: tuple[str, ...]
) -> None:
    number = parse_number(text, POINT)
    assert (value, status, marks) == (number.value, number.status, number.marks)


def test_a_range_and_a_bound_have_no_single_value() -> None:
    assert (lambda n: (n.value, n.low, n.high))(parse_number("10-20", POINT)) == (None, 10.0, 20.0)
    assert (lambda n: (n.value, n.high, n.relation))(parse_number("<0.5", POINT)) == (None, 0.5, "<")


@pytest.mark.parametrize("text", ["Yes", "1 2", "7,8,9", "North", "2nd", ""])
def test_what_is_no_figure_gives_no_value(text: str) -> None:
    number = parse_number(text, POINT)
    assert (number.value, number.is_figure) == (None, False)


@given(st.integers(-(10**9), 10**9), st.integers(0, 2), st.sampled_from(["point", "comma", "space"]))
def test_a_printed_figure_reads_back_to_itself(whole: int, decimals: int, style: str) -> None:
    value = whole / 10**decimals
    printed = f"{value:,.{decimals}f}"
    form = POINT
    if style == "comma":
        printed, form = printed.translate(str.maketrans(",.", ".,")), COMMA
    elif style == "space":
        printed, form = printed.replace(",", " "), NumberFormat(".", " ")
    assert float(f"{value:.{decimals}f}") == parse_number(printed, form).value


@given(st.text(max_size=30))
def test_any_text_is_read_without_an_error(text: str) -> None:
    parse_number(text, POINT)
    decide_format([text], "en")
