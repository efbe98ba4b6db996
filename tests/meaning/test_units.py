import pytest
from hypothesis import given
from hypothesis import strategies as st

from statchunk.meaning.units import change_basis, find_unit, find_units, states_unit


@pytest.mark.parametrize(
    ("text", "unit", "multiplier"),
    [
        ("Percentage change over 12 months", "% change", None),
        ("(In 2010 inflation-adjusted dollars)", "2010 inflation-adjusted dollars", None),
        ("(millions of 2010 dollars)", "millions of 2010 dollars", 6),
        ("Dol./bu.", "Dol./bu.", None),
        ("Annual rate of change (%)", "% change", None),
        ("Weights(‰) 2025", "‰", None),
        ("Index (2015 =100)", "index (2015=100)", None),
        ("Index (Jan 13, 1987=100)", "index (Jan 13, 1987=100)", None),
        ("(In thousands)", "thousands", 3),
        ("[In thousands (11,062.6 represents 11,062,600) For year ending December 31.", "thousands", 3),
        ("£ million", "£ million", 6),
        ("Data are in millions of euros", "millions of euros", 6),
        ("GDP, EUR billion", "EUR billion", 9),
        ("(billion chained 2012 dollars - SAAR)", "billion chained 2012 dollars", 9),
        ("Millions of chained (2017) dollars", "Millions of chained (2017) dollars", 6),
        ("Bil. $", "Bil. $", 9),
        ("1,000 480-lb. bales", "1,000 480-lb. bales", 3),
        ("Persons (1 000)", "1 000", 3),
        ("Yield (t/ha)", "t/ha", None),
        ("Rate per 100,000 population", "per 100,000 population", None),
        ("Cases per 100 000 inhabitants", "per 100 000 inhabitants", None),
        ("(% of GDP)", "% of GDP", None),
        ("% of total", "% of total", None),
        ("Contribution (% point)", "percentage points", None),
        ("(In 1000 ha)", "1000 ha", 3),
        ("Rs. crore", "Rs. crore", 7),
        ("lakh tonnes", "lakh tonnes", 5),
        ("('000 tonnes)", "'000 tonnes", 3),
        ("Unemployment rate (%)", "%", None),
        ("kg per ha", "kg per ha", None),
        ("R million", "R million", 6),
        ("Number", "number", 0),
        ("Persons examined (No. of adults)", "number", 0),
        ("Total EURbn", "EURbn", 9),
        ("€m", "€m", 6),
        ("US$m", "US$m", 6),
        ("World sales ($US bn)", "$US bn", 9),
        ("WEEKLY RETAIL PRICES (GHANA CEDIS)", "GHANA CEDIS", None),
        ("(millions of Kenya shillings)", "millions of Kenya shillings", 6),
        ("Capacity (megawatts, end of period)", "megawatts", None),
        ("World index, 2015 Q1 = 100", "index (2015 Q1=100)", None),
        ("Deaths per 100,000", "per 100,000", None),
    ],
)
def test_units_in_english_labels(text: str, unit: str, multiplier: int | None) -> None:
    found = find_unit(text)
    assert found is not None
    assert (unit, multiplier) == (found.unit, found.multiplier)


@pytest.mark.parametrize(
    "text",
    [
        "Employed",
        "Total",
        "Persons",
        "ALL",
        "Years 15-24",
        "Less than one million",
        "Price per kg",
        "1 mth",
        "G",
        "",
        "Weights Index (2015=100)",
    ],
)
def test_labels_that_state_no_unit(text: str) -> None:
    assert find_unit(text) is None


def test_a_base_alone_is_no_unit_yet() -> None:
    found = find_unit("Depreciation (Jan 1995 = 100)")
    assert found is not None
    assert (found.unit, found.base_period) == (None, "Jan 1995=100")


@pytest.mark.parametrize(
    ("language", "text", "unit", "multiplier"),
    [
        ("fr", "En milliers d'euros", "milliers d'euros", 3),
        ("fr", "Indice (base 100 en 2015)", "indice (2015=100)", None),
        ("es", "Millones de euros", "Millones de euros", 6),
        ("es", "puntos porcentuales", "puntos porcentuales", None),
        ("pt", "Em mil toneladas", "mil toneladas", 3),
        ("it", "Variazioni percentuali", "% change", None),
        ("de", "Mio. Euro", "Mio. Euro", 6),
        ("el", "εκατ. ευρώ", "εκατ. ευρώ", 6),
        ("ru", "тыс. человек", "тыс. человек", 3),
        ("ar", "مليون دينار", "مليون دينار", 6),
        ("sw", "Shilingi milioni", "Shilingi milioni", 6),
        ("id", "Juta rupiah", "Juta rupiah", 6),
        ("ta", "சதவீதம்", "%", None),
    ],
)
def test_units_in_other_languages(language: str, text: str, unit: str, multiplier: int | None) -> None:
    found = find_unit(text, (language,))
    assert found is not None
    assert (unit, multiplier) == (found.unit, found.multiplier)


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("Percentage change over 12 months", 12),
        ("changes from preceding month", 1),
        ("Quarterly rate", 3),
        ("Level", None),
    ],
)
def test_against_what_a_change_is_measured(text: str, months: int | None) -> None:
    assert months == change_basis(text)


@pytest.mark.parametrize(
    ("text", "unit", "multiplier"),
    [
        ("(Rs. in 000)", "Rs. in 000", 3),
        ("(Dollars in millions)", "Dollars in millions", 6),
        ("(Numbers in thousands)", "thousands", 3),
    ],
)
def test_money_counted_in_a_multiple(text: str, unit: str, multiplier: int) -> None:
    statement = find_unit(text)
    assert statement is not None
    assert (unit, multiplier) == (statement.unit, statement.multiplier)


@pytest.mark.parametrize(
    "text", ["dollars per thousand cubic feet", "dollars per million Btu", "quadrillion Btu", "billion kilowatthours"]
)
def test_prices_and_amounts_of_energy(text: str) -> None:
    statement = find_unit(f"({text})")
    assert statement is not None
    assert text == statement.unit


def test_a_caption_of_several_kinds_is_no_guide() -> None:
    assert len(find_units("Index values, and annual rates of change")) > 1


def test_prose_gives_no_amount() -> None:
    assert find_unit("More than two million people were counted.", label=False) is None


@given(st.text(max_size=60))
def test_any_text_is_read_without_an_error(text: str) -> None:
    find_unit(text, ("en", "fr", "el"))


def test_a_label_may_end_with_its_unit_after_a_small_word() -> None:
    for text, unit, exponent in (
        ("Turnover in million euro", "million euro", 6),
        ("Turnover in FFr. millions", "FFr. millions", 6),
        ("Number of employees in thousands", "thousands", 3),
    ):
        found = find_unit(text)
        assert found is not None
        assert (found.unit, found.multiplier) == (unit, exponent)
    assert find_unit("Deposits in euro") is None
    assert find_unit("Persons in households of one million") is None


def test_parts_in_a_thousand_typed_with_a_letter() -> None:
    for text in ("2007 weights (%o)", "2007 weights (%ο)", "Weights (‰)"):
        found = find_unit(text)
        assert found is not None
        assert found.unit == "‰"


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("All values are in thousands of persons.", True),
        ("Unless stated otherwise, figures are expressed in millions of euros.", True),
        ("The figures rose in the third quarter.", False),
        ("Firms in millions of households fell.", False),
    ],
)
def test_sentences_that_say_in_what_unit_figures_are(sentence: str, expected: bool) -> None:
    assert states_unit(sentence) == expected
