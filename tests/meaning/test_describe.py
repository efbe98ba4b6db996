from dataclasses import replace

from statchunk.box import Box
from statchunk.meaning.context import TableContext
from statchunk.meaning.describe import describe_table
from statchunk.meaning.summary import summarise
from statchunk.model.evidence import Observation
from tests.meaning.made import describe, table

INDEX = "Index (2015=100)"
ANNUAL = "Percentage change over 12 months"


def units(found: tuple[Observation, ...]) -> list[str | None]:
    return [o.unit for o in found]


def periods(found: tuple[Observation, ...]) -> list[str | None]:
    return [o.period for o in found]


def test_units_of_the_heads_hold_for_their_columns() -> None:
    found = describe(
        [["All items"]], [["Weights", "2025"], [INDEX, "2025 Apr"], [ANNUAL, "2025 Apr"]], [["1 000", "138.2", "3.5"]]
    )
    assert units(found) == ["weight", "index (2015=100)", "% change over 12 months"]
    assert periods(found) == ["2025", "2025-04", "2025-04"]
    assert [o.compared_with for o in found] == [None, None, "2024-04"]


def test_a_row_overrides_the_base_of_the_head_for_the_index_only() -> None:
    found = describe(
        [["Holidays (Jan 1993 = 100)"]],
        [["Index (January 1987=100)", "2025 Apr"], [ANNUAL, "2025 Apr"]],
        [["395.1", "2.0"]],
    )
    assert units(found) == ["index (Jan 1993=100)", "% change over 12 months"]


def test_a_note_overrides_the_base() -> None:
    found = describe(
        [["Food"], ["Rent^2"]],
        [["Unadjusted indexes", "Jul. 2025"]],
        [["314.5"], ["411.9"]],
        headnote="[1982-84=100, unless otherwise noted]",
        notes=[("2", "Indexes on a December 1982=100 base.")],
    )
    assert units(found) == ["index (1982-84=100)", "index (December 1982=100)"]
    assert [o.footnotes for o in found] == [(), ("Indexes on a December 1982=100 base.",)]


def test_units_change_down_the_stub_under_level_heads() -> None:
    found = describe(
        [["GDP", "(million euro)"], ["Balance", "(% of GDP)"]],
        [["2024"]],
        [["237,573"], ["-7.1"]],
        caption="Table 2: GDP",
    )
    assert [(o.unit, o.unit_multiplier) for o in found] == [("million euro", 6), ("% of GDP", None)]


def test_the_head_of_a_change_wins_over_the_unit_of_the_row() -> None:
    found = describe([["Output (thousand tonnes)"]], [["2024"], ["Annual change (%)"]], [["12.5", "3.0"]])
    assert units(found) == ["thousand tonnes", "% change over 12 months"]


def test_a_change_to_a_month_from_another_is_of_the_first() -> None:
    found = describe(
        [["All items"]],
        [["Percent change to June 2026 from:", "June 2025"], ["Percent change to June 2026 from:", "May 2026"]],
        [["3.5", "0.3"]],
    )
    assert [(o.period, o.compared_with) for o in found] == [("2026-06", "2025-06"), ("2026-06", "2026-05")]


def test_the_headnote_gives_the_unit_where_no_label_does() -> None:
    found = describe(
        [["Total"]], [["Employed"], ["Unemployment rate (%)"]], [["4,216.8", "10.4"]], headnote="(In thousands)"
    )
    assert [(o.unit, o.unit_multiplier) for o in found] == [("thousands", 3), ("%", None)]


def test_the_multiplier_of_a_total_is_not_that_of_a_rate() -> None:
    found = describe(
        [["Alabama"]],
        [["Total"], ["Per capita (dollars)"], ["Output per acre"]],
        [["4,216.8", "10,412", "310"]],
        headnote="[In millions of dollars, except as indicated]",
    )
    assert [(o.unit, o.unit_multiplier) for o in found] == [
        ("millions of dollars", 6),
        ("dollars", None),
        ("dollars", None),
    ]
    assert [bool(o.warnings and "rate" in o.warnings[0]) for o in found] == [False, False, True]


def test_numbers_in_thousands_are_not_dollars_in_thousands() -> None:
    found = describe(
        [["All households"]],
        [["Number"], ["Median income (dollars)"], ["Area (acres)"]],
        [["4,216", "61,400", "12"]],
        headnote="(Numbers in thousands)",
    )
    assert [(o.unit, o.unit_multiplier) for o in found[:2]] == [("thousands", 3), ("dollars", None)]


def test_a_bare_multiplier_holds_for_the_units_of_the_heads() -> None:
    found = describe([["Wheat"]], [["Area (ha)"], ["Yield (t/ha)"]], [["4,216", "6.1"]], headnote="(thousands)")
    assert [(o.unit, o.unit_multiplier) for o in found] == [("ha (thousands)", 3), ("t/ha", None)]


def test_no_unit_is_null_with_a_warning() -> None:
    (found,) = describe([["Total"]], [["2024"]], [["12"]])
    assert (found.unit, found.warnings) == (None, ("no unit is stated",))
    assert found.confidence < 1


def test_years_carried_down_the_stub() -> None:
    found = describe([["2024 Nov"], ["Dec"], ["2025 Jan"], ["Feb"]], [[INDEX]], [["1.0"], ["1.1"], ["1.2"], ["1.3"]])
    assert periods(found) == ["2024-11", "2024-12", "2025-01", "2025-02"]


def test_a_month_that_goes_back_without_a_printed_year_is_left_open() -> None:
    found = describe([["2024 Nov"], ["Dec"], ["Jan"]], [[INDEX]], [["1.0"], ["1.1"], ["1.2"]])
    assert periods(found) == ["2024-11", "2024-12", None]


def test_years_in_the_stub_and_months_in_the_heads() -> None:
    found = describe(
        [["2019"]], [["Jan"], ["Feb"], ["Average"]], [["87.9", "88.6", "90.3"]], caption="Index (2021=100)"
    )
    assert periods(found) == ["2019-01", "2019-02", "2019"]


def test_numbered_months_under_heads_of_years() -> None:
    rows = [[str(n)] for n in range(1, 7)]
    found = describe(rows, [["Indices", "2025"], ["Annual rate of change (%)", "2025/2024"]], [["1.0", "2.0"]] * 6)
    assert periods(found)[:3] == ["2025-01", "2025-01", "2025-02"]
    assert found[1].compared_with == "2024-01"


def test_numbered_months_after_a_year_with_a_colon() -> None:
    rows = [["2022 : 1"], ["2022", "2"], ["2022", "3"], ["Annual average"]]
    found = describe(rows, [[INDEX]], [["1.0"], ["1.1"], ["1.2"], ["1.3"]])
    assert periods(found) == ["2022-01", "2022-02", "2022-03", "2022"]


def test_a_dash_between_months_is_a_comparison_for_a_change_and_a_span_for_a_level() -> None:
    found = describe(
        [["Food"]], [["Unadjusted percent change", "Jul. 2024- Jul. 2025"], ["Tonnes", "Jan-Mar 2025"]], [["2.7", "10"]]
    )
    assert [(o.period, o.compared_with) for o in found] == [("2025-07", "2024-07"), ("2025-01/2025-03", None)]


def test_changes_without_a_period_take_the_latest_column() -> None:
    columns = [["4th quarter 2024"], ["1st quarter 2025"], ["Quarterly rate of change (%)"]]
    found = describe([["Total"]], columns, [["4.0", "4.2", "-1.4"]], headnote="(In thousands)")
    assert [(o.period, o.compared_with) for o in found] == [
        ("2024-Q4", None),
        ("2025-Q1", None),
        ("2025-Q1", "2024-Q4"),
    ]


def test_the_caption_gives_the_period_where_no_label_does() -> None:
    (found,) = describe([["Total"]], [["Employed"]], [["1.0"]], caption="Employment, 1st quarter 2025")
    assert found.period == "2025-Q1"


def test_a_day_in_the_caption_inside_the_reference_month_is_the_month() -> None:
    (found,) = describe(
        [["Total"]], [[INDEX]], [["1.0"]], caption="Detailed figures for 15 April 2025", reference="2025-04"
    )
    assert (found.period, found.warnings) == ("2025-04", ())


def test_the_reference_period_of_the_release_comes_last_and_with_a_warning() -> None:
    (found,) = describe([["Total"]], [[INDEX]], [["1.0"]], reference="2025-04")
    assert found.period == "2025-04"
    assert found.warnings == ("period taken from the release's reference period",)


def test_a_weight_without_a_date_has_no_period() -> None:
    found = describe(
        [["All items"]], [["Weight"], [INDEX, "May 2023"]], [["100.0", "109.6"]], caption="Main indices, May 2023"
    )
    assert periods(found) == [None, "2023-05"]


def test_fiscal_years_in_two_digits_are_read_by_the_caption() -> None:
    found = describe(
        [["Cotton"]], [["11/12"], ["12/13"]], [["1.4", "0.9"]], caption="Area, 2011/2012 and 2012/2013 crops"
    )
    assert periods(found) == ["2011/2012", "2012/2013"]


def test_marks_of_caption_head_row_and_group() -> None:
    rows = [["Group^4#"], ["Group^4", "Food^2"], ["Group^4", "Fuel"]]
    found = describe(
        rows,
        [["Index (2015=100)^3", "May 2025"]],
        [[""], ["1.0"], ["2.0"]],
        marks=("1",),
        notes=[("1", "One."), ("2", "Two."), ("3", "Three."), ("4", "Four."), (None, "Key.")],
    )
    assert [o.footnotes for o in found] == [("One.", "Three.", "Four.", "Two."), ("One.", "Three.", "Four.")]


def test_the_mark_of_a_parent_row_with_figures_is_its_own() -> None:
    found = describe([["Food^2"], ["Food^2", "Fish"]], [[INDEX]], [["1.0"], ["2.0"]], notes=[("2", "Two.")])
    assert [o.footnotes for o in found] == [("Two.",), ()]


def test_the_key_of_the_table_says_what_its_symbols_mean() -> None:
    found = describe(
        [["Food"]], [["2024"], ["2025"]], [["..", "x"]], notes=[(None, "Key: .. not available; x confidential")]
    )
    assert [(o.value, o.status) for o in found] == [(None, ".."), (None, "c")]


def test_a_percent_sign_in_the_figure_is_its_unit() -> None:
    found = describe(
        [["2022", "February"]], [["All items", "M to M"]], [["1.2%"]], caption="Price index (Base: 2021=100)"
    )
    assert units(found) == ["%"]


def test_without_a_language_on_file_numbers_stay_and_the_rest_is_open() -> None:
    (found,) = describe([["Összesen"]], [["Index (2015=100)", "2025"]], [["109,6"]], languages=("hu",))
    assert (found.value, found.unit) == (109.6, None)
    assert found.warnings


def test_what_a_change_is_compared_with_is_not_its_period() -> None:
    for head, languages in (
        (["% change compared with April 2024"], ("en",)),
        (["Change since April 2024 (%)"], ("en",)),
        (["Percentage change on", "April 2024"], ("en",)),
        (["Veränderung gegenüber", "April 2024", "in %"], ("de", "en")),
        (["Variación respecto a abril de 2024 (%)"], ("es", "en")),
    ):
        found = describe([["Food"]], [["April 2025"], head], [["109.6", "3.1"]], languages=languages)
        assert periods(found) == ["2025-04", "2025-04"]
        assert found[1].compared_with == "2024-04"


def test_of_two_months_set_one_over_the_other_the_upper_is_the_period() -> None:
    found = describe(
        [["Alimentari"]],
        [["Variazioni %", "giu-25", "mag-25"], ["Variazioni %", "giu-25", "giu-24"]],
        [["0.2", "1.7"]],
        languages=("it",),
    )
    assert [(o.period, o.compared_with) for o in found] == [("2025-06", "2025-05"), ("2025-06", "2024-06")]


def test_periods_of_a_head_over_one_of_its_own_are_not_compared() -> None:
    found = describe([["Deficit"]], [["2025", "2024"], ["2025", "2025"]], [["12.1", "11.4"]])
    assert [(o.period, o.compared_with) for o in found] == [("2024", None), ("2025", None)]


def test_periods_of_a_row_are_not_compared_with_those_of_its_group() -> None:
    for path, period in (
        (["2025", "2024"], "2024"),
        (["June 2025", "May 2025"], "2025-05"),
        (["2025", "January"], "2025-01"),
        (["2025", "January 2024"], "2024-01"),
        (["Q2 2025", "Q1 2025"], "2025-Q1"),
    ):
        found = describe([path], [["Total"]], [["12.1"]])
        assert [(o.row_path, o.period, o.compared_with) for o in found] == [(tuple(path), period, None)]


def test_heads_of_price_releases_in_other_languages() -> None:
    juin = describe(
        [["Alimentation"]],
        [["Pond."], ["Indices", "Juin 25"], ["Variation en %", "Juin 25/Mai 25"], ["Var. %"]],
        [["2100", "130,2", "0,9", "1,1"]],
        caption="Indice des prix (base 100 : 2017)",
        languages=("fr",),
    )
    assert units(juin) == ["pond.", "indices (2017=100)", "% change over 1 month", "% change"]
    assert periods(juin) == [None, "2025-06", "2025-06", "2025-06"]
    giugno = describe(
        [["Indice generale"]],
        [["giu-25/ mag-25"], ["giu-25/ giu-24"]],
        [["0,2", "1,7"]],
        caption="Indici dei prezzi. Giugno 2025, pesi e variazioni percentuali (base 2015=100)",
        languages=("it",),
    )
    assert units(giugno) == ["% change over 1 month", "% change over 12 months"]
    assert [o.compared_with for o in giugno] == ["2025-05", "2024-06"]
    mei = describe(
        [["Umum"]],
        [["IHK Mei 2024"], ["Inflasi Tahun Kalender 2024 (%)"], ["Tingkat Inflasi Tahun ke Tahun (%)"]],
        [["105", "1,16", "2,84"]],
        caption="IHK dan Tingkat Inflasi (2022=100), Mei 2024",
        languages=("id",),
        reference="2024-05",
    )
    assert units(mei) == ["ihk", "% change", "% change over 12 months"]
    assert periods(mei)[::2] == ["2024-05", "2024-05"]


def test_a_change_may_be_an_amount() -> None:
    found = describe(
        [["Ocupados"]],
        [["1er trim. 2025"], ["Variación", "Trimestral"], ["Variación", "Anual (%)"], ["Variación (miles)"]],
        [["21.765,4", "-92,5", "2,4", "3"]],
        caption="Resultados nacionales. Miles de personas",
        languages=("es",),
    )
    assert units(found) == ["Miles de personas", "Miles de personas", "% change over 12 months", "miles"]
    assert periods(found) == ["2025-Q1"] * 4


def test_levels_and_changes_under_one_caption() -> None:
    found = describe(
        [["PIL"]],
        [["I trim. 2025"], ["I trim. 2025 / IV trim. 2024"]],
        [["482", "0,3"]],
        caption="Valori concatenati (milioni di euro), variazioni percentuali congiunturali e tendenziali",
        languages=("it",),
    )
    assert units(found) == ["milioni di euro", "% change over 3 months"]


def test_the_year_of_the_weights_is_not_that_of_the_changes() -> None:
    found = describe(
        [["Food"]], [["Weights 2025"], ["Index", "June 2025"], ["12-month rate (%)"]], [["100", "109.6", "3.1"]]
    )
    assert periods(found) == ["2025", "2025-06", "2025-06"]


def test_a_name_that_holds_the_name_of_a_month_is_no_period() -> None:
    found = describe([["Rio de Janeiro"], ["São Paulo"]], [["2009"]], [["63"], ["85"]], languages=("pt",))
    assert periods(found) == ["2009", "2009"]


def test_an_index_of_the_caption_is_not_the_unit_of_figures_far_from_100() -> None:
    found = describe(
        [["Food"]],
        [
            ["Relative importance", "May 2026"],
            ["Percent change", "May 2026-Jun. 2026"],
            ["Effect on all items", "May 2026-Jun. 2026"],
            ["Standard error"],
            ["Jun. 2026"],
            ["Change over the year (%)"],
        ],
        [["13.4", "0.2", "0.028", "0.08", "349.7", "3.0"]],
        caption="Table 6. Consumer price index, by category, June 2026",
    )
    months = [f"% change over {n} month{'s' if n > 1 else ''}" for n in (1, 12)]
    assert units(found) == ["weight", months[0], None, None, "index", months[1]]
    assert periods(found) == ["2026-05", *["2026-06"] * 5]


def test_an_index_inside_a_name_gives_way_to_a_unit_in_brackets() -> None:
    found = describe(
        [["Prices (dollars per MWh)", "North index, into South"], ["Volumes (GWh)", "North"], ["Prices", "Index"]],
        [["2024"]],
        [["44.7"], ["12"], ["101.2"]],
    )
    assert units(found) == ["dollars per MWh", "GWh", "index"]


def test_a_sign_in_the_place_of_a_figure_has_the_status_of_its_note() -> None:
    (found,) = describe([["West"]], [["2012"]], [["*"]], notes=[("*", "Data not available")])
    assert (found.value, found.status, found.footnotes) == (None, "..", ("Data not available",))


def test_a_unit_over_the_first_rows_does_not_hold_below_the_head() -> None:
    made = table([["Base value"], ["January"]], [["Rs.", "All items"]], [["918.3"], ["124.3"]])
    unit, head = made.columns[0].path
    column = made.columns[0].but(path=(unit.but(box=Box(0, 90, 10, 98)), head.but(box=Box(0, 112, 10, 118))))
    values = (made.values[0].but(box=Box(0, 100, 10, 108)), made.values[1].but(box=Box(0, 120, 10, 128)))

    context = TableContext("doc", "table", caption="Price index (Base: 2021=100)", reference_period="2022-01")
    found = describe_table(replace(made, columns=(column,), values=values), context)
    assert units(found) == ["Rs.", "index (2021=100)"]


def test_what_all_figures_share_is_the_tables() -> None:
    found = describe([["A"], ["B"]], [["2023"], ["2024"]], [["1", "2"], ["3", "4"]], headnote="(In thousands)")
    summary = summarise(found)
    assert (summary.unit, summary.unit_multiplier) == ("thousands", 3)
    assert summary.column_units == {0: "thousands", 1: "thousands"}
    assert summary.period == "2023/2024"


def test_a_column_of_several_units_has_none() -> None:
    found = describe([["A"], ["B"]], [["2023"], ["2024"]], [["1%", "2"], ["3", "4"]], headnote="(In thousands)")
    summary = summarise(found)
    assert (summary.unit, summary.unit_multiplier) == (None, None)
    assert summary.column_units == {1: "thousands"}


def test_brackets_beside_a_figure_under_one_head_make_nothing_negative() -> None:
    found = describe(
        [["Men"], ["Women"]],
        [["1998"], ["1998"], ["Balance"]],
        [["29.0", "(1.63)", "(4.0)"], ["39.6", "(1.81)", "(5.0)"]],
    )
    assert [o.value for o in found] == [29.0, 1.63, -4.0, 39.6, 1.81, -5.0]


def test_shares_in_brackets_under_a_head_in_brackets_are_positive() -> None:
    found = describe([["Men"], ["Women"]], [["2009", "No."], ["2009", "(%)"]], [["290", "(48.7)"], ["306", "(51.3)"]])
    assert [o.value for o in found] == [290.0, 48.7, 306.0, 51.3]


def test_a_weight_under_a_sign_for_shares_is_given_in_it() -> None:
    found = describe(
        [["Employment"], ["Drop-outs"]], [["Weight of indicator in 2006"]], [["40"], ["60"]], headnote="(%)"
    )
    assert units(found) == ["%", "%"]


def test_rows_called_indexes_lend_no_unit_to_figures_that_are_none() -> None:
    found = describe(
        [["Food"], ["Special indexes#"], ["Special indexes", "Prices less food"], ["Special indexes", "Energy"]],
        [["Effect on all items"], ["Jun. 2026"]],
        [["-0.4", "310.2"], ["", ""], ["0.5", "331.4"], ["-0.1", "290.0"]],
        headnote="[1982-84=100]",
    )
    shown = {o.value_text: o.unit for o in found}
    assert shown["0.5"] is None
    assert shown["331.4"] == "index (1982-84=100)"


def test_brackets_take_nothing_below_zero_where_signs_are_printed() -> None:
    found = describe(
        [["Austria"], ["Denmark"]], [["Level"], ["Change"]], [["79", "+14"], ["(78)", "-3"]], caption="Shares"
    )
    assert [o.value for o in found] == [79.0, 14.0, 78.0, -3.0]


def test_a_head_of_two_dates_the_later_first_compares_them() -> None:
    found = describe(
        [["Indice generale"]],
        [["Pesi"], ["giu-25 mag-25"], ["giu-25 giu-24"]],
        [["1.000", "0,2", "1,7"]],
        caption="Prezzi, pesi e variazioni percentuali",
        languages=("it",),
    )
    assert units(found) == ["pesi", "% change over 1 month", "% change over 12 months"]
    assert [(o.period, o.compared_with) for o in found[1:]] == [("2025-06", "2025-05"), ("2025-06", "2024-06")]


def test_a_month_in_the_name_of_a_row_says_nothing_of_what_changes_are_measured_against() -> None:
    found = describe(
        [["Monthly hours worked"]], [["June 2025"], ["Change (%)"], ["Yearly change (%)"]], [["7", "1", "2"]]
    )
    assert units(found)[1:] == ["% change", "% change over 12 months"]


def test_changes_without_a_unit_are_of_the_latest_period() -> None:
    found = describe([["Employed"]], [["May 2025"], ["June 2025"], ["Change"]], [["14,636", "14,638", "2"]])
    assert periods(found) == ["2025-05", "2025-06", "2025-06"]
