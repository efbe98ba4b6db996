import pytest
from hypothesis import given
from hypothesis import strategies as st

from statchunk.box import Box
from statchunk.meaning.axes import read_axis
from statchunk.meaning.calendar import Period, parse_iso, span
from statchunk.meaning.periods import find_periods
from statchunk.model.table import Axis, Label


def isos(text: str, *languages: str) -> list[str | None]:
    return [m.period.iso() for m in find_periods(text, languages or ("en",))]


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("July 2025", "2025-07"),
        ("PRICES BY STATE, JUNE 2025 (2010 = 100)", "2025-06"),
        ("Jul. 2025", "2025-07"),
        ("May/2013 (b)", "2013-05"),
        ("2024 Nov", "2024-11"),
        ("Jan-24", "2024-01"),
        ("2024-04", "2024-04"),
        ("2020M07", "2020-07"),
        ("05/2024", "2024-05"),
        ("1st quarter 2025", "2025-Q1"),
        ("June quarter 2025", "2025-Q2"),
        ("Mar Qtr 2025", "2025-Q1"),
        ("June 2025 quarter", "2025-Q2"),
        ("Mar-Apr-May 2025", "2025-03/2025-05"),
        ("Dec-Jan-Feb 2025", "2024-12/2025-02"),
        ("1ST QUARTER 2025", "2025-Q1"),
        ("Q1 2025", "2025-Q1"),
        ("2025 Q1", "2025-Q1"),
        ("I-25", "2025-Q1"),
        ("first half of 2024", "2024-01/2024-06"),
        ("2011/12", "2011/2012"),
        ("1996/7", "1996/1997"),
        ("2011/2012", "2011/2012"),
        ("2012-13", "2012/2013"),
        ("1982-84", "1982/1984"),
        ("Fiscal data for the years 2021-2024", "2021/2024"),
        ("15 April 2025", "2025-04-15"),
        ("Tuesday, August 12, 2025", "2025-08-12"),
        ("2024-04-15", "2024-04-15"),
        ("12.08.2025", "2025-08-12"),
        ("January-March 2025", "2025-01/2025-03"),
        ("Nov 2024 - Jan 2025", "2024-11/2025-01"),
        ("Arrests by Sex and Age: 2009", "2009"),
        ("Weights(‰) 2025", "2025"),
        ("week 45, 2021", "2021-W45"),
    ],
)
def test_one_period_in_english(text: str, iso: str) -> None:
    assert [iso] == isos(text)


@pytest.mark.parametrize(
    ("language", "text", "iso"),
    [
        ("fr", "1er trimestre 2025", "2025-Q1"),
        ("fr", "janvier-juin 2025", "2025-01/2025-06"),
        ("fr", "le 15 mai 2025", "2025-05-15"),
        ("fr", "S1 2024", "2024-01/2024-06"),
        ("es", "abril de 2025", "2025-04"),
        ("es", "15 de mayo de 2025", "2025-05-15"),
        ("es", "Primer trimestre de 2025", "2025-Q1"),
        ("pt", "1.º trimestre de 2025", "2025-Q1"),
        ("pt", "20 SETEMBRO 2020", "2020-09-20"),
        ("it", "III trimestre 2024", "2024-Q3"),
        ("de", "1. Quartal 2025", "2025-Q1"),
        ("de", "Jänner 2024", "2024-01"),
        ("el", "ΙΑΝΟΥΑΡΙΟΣ 2025", "2025-01"),
        ("el", "Α' τρίμηνο 2025", "2025-Q1"),
        ("el", "8 Αυγούστου 2025", "2025-08-08"),
        ("ru", "I квартал 2025 г.", "2025-Q1"),
        ("ru", "январь-июнь 2025", "2025-01/2025-06"),
        ("ar", "أبريل ٢٠٢٥", "2025-04"),
        ("ar", "الربع الأول 2025", "2025-Q1"),
        ("sw", "mwezi Aprili, 2025", "2025-04"),
        ("id", "Triwulan I-2025", "2025-Q1"),
        ("si", "2025 අප්‍රේල්", "2025-04"),
        ("ta", "ஏப்ரல் 2025", "2025-04"),
    ],
)
def test_one_period_in_other_languages(language: str, text: str, iso: str) -> None:
    assert [iso] == isos(text, language)


@pytest.mark.parametrize(
    "text",
    [
        "Index (January 1987=100)",
        "HICP (2015=100.0)",
        "1,950 tonnes",
        "$2000",
        "Aged 15-64",
        "you may see",
        "12/13",
        "1",
    ],
)
def test_what_is_no_period(text: str) -> None:
    assert isos(text) == []


def test_two_periods_against_one_another() -> None:
    (mention,) = find_periods("May 2023 vs. Apr 2023")
    assert mention.compared_with is not None
    assert (mention.period.iso(), mention.compared_with.iso()) == ("2023-05", "2023-04")


def test_a_dash_is_a_span_that_keeps_both_ends() -> None:
    (mention,) = find_periods("Jul. 2024- Jul. 2025")
    assert mention.last is not None and mention.compared_with is not None
    assert (
        mention.period.iso(),
        mention.last.iso(),
        mention.compared_with.iso(),
    ) == ("2024-07/2025-07", "2025-07", "2024-07")


def test_years_in_falling_order_are_a_comparison() -> None:
    (mention,) = find_periods("2025/2024")
    assert mention.compared_with is not None
    assert (mention.period.iso(), mention.compared_with.iso()) == ("2025", "2024")


@pytest.mark.parametrize(
    ("text", "window"),
    [("12 months to April 2025", 12), ("Unadjusted 12-mos. ended Jul. 2025", 12), ("3 months to March 2025", 3)],
)
def test_moving_windows(text: str, window: int) -> None:
    assert [window] == [m.window for m in find_periods(text)]


def test_a_month_alone_waits_for_its_year() -> None:
    (mention,) = find_periods("Jan")
    assert (Period("month", None, 1), None) == (mention.period, mention.period.iso())


def test_an_unknown_language_still_gives_what_needs_no_words() -> None:
    assert isos("2025", "xx") == ["2025"]


@pytest.mark.parametrize(
    ("period", "months", "before"),
    [
        (Period("month", 2025, 1), 1, "2024-12"),
        (Period("month", 2025, 4), 12, "2024-04"),
        (Period("quarter", 2025, 1), 3, "2024-Q4"),
        (Period("quarter", 2025, 1), 12, "2024-Q1"),
        (Period("year", 2025), 12, "2024"),
        (Period("quarter", 2025, 1), 1, None),
    ],
)
def test_the_period_before(period: Period, months: int, before: str | None) -> None:
    earlier = period.back(months)
    assert before == (earlier.iso() if earlier is not None else None)


@pytest.mark.parametrize(
    "iso", ["2025", "2025-04", "2025-Q1", "2025-07/2025-12", "2025-W45", "2025-04-15", "2011/2012", "2024-01/2025-03"]
)
def test_iso_spellings_read_back(iso: str) -> None:
    period = parse_iso(iso)
    assert period is not None
    assert iso == period.iso()


def test_a_span_needs_its_ends_in_order() -> None:
    assert span(Period("month", 2025, 4), Period("month", 2024, 4)) is None


@given(st.text(max_size=60))
def test_any_text_is_read_without_an_error(text: str) -> None:
    find_periods(text, ("en", "fr", "el"))


def test_months_over_the_end_of_a_year_take_both_years() -> None:
    facts = read_axis(
        Axis(tuple(Label(t, (), (), 1, Box(0, 0, 1, 1)) for t in ("April - March", "2023-2024")), "data", 0),
        ("en",),
        frozenset(),
        frozenset(),
    )
    assert facts.when.period is not None
    assert facts.when.period.iso() == "2023-04/2024-03"
