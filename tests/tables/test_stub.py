"""Row labels: indents, bold groups, headings, sections, carried labels."""

from dataclasses import replace

from statchunk.settings import TableSettings
from statchunk.tables.read import label_table
from statchunk.tables.roles import mark_roles
from tests.tables.drawn import Spec, draw, figures, row_paths

SETTINGS = TableSettings()
HEAD: list[Spec | None] = [None, "2024", "2025"]


def paths(
    rows: list[list[Spec | None]], gaps: list[int] | None = None, sections: list[int] | None = None
) -> list[tuple[str, ...]]:
    grid = draw([HEAD, *rows], gaps=gaps or [], sections=sections or [])
    return row_paths(label_table([mark_roles(grid, SETTINGS)], SETTINGS))


def test_rows_set_in_stand_under_the_row_above() -> None:
    assert paths(
        [["All items", "1.0", "1.0"], ["  Food", "1.0", "1.0"], ["    Bread", "1.0", "1.0"], ["  Energy", "1.0", "1.0"]]
    ) == [("All items",), ("All items", "Food"), ("All items", "Food", "Bread"), ("All items", "Energy")]


def test_dot_leaders_are_no_part_of_a_label() -> None:
    assert paths([["Food . . . .", "1.0", "1.0"], ["Energy.......", "1.0", "1.0"]]) == [("Food",), ("Energy",)]


def test_a_bold_row_with_figures_heads_the_rows_below_it() -> None:
    assert paths(
        [
            ["*Food*", "1.0", "1.0"],
            ["Bread", "1.0", "1.0"],
            ["Meat", "1.0", "1.0"],
            ["*Energy*", "1.0", "1.0"],
            ["Gas", "1.0", "1.0"],
        ]
    ) == [("Food",), ("Food", "Bread"), ("Food", "Meat"), ("Energy",), ("Energy", "Gas")]


def test_a_bold_total_before_a_blank_line_heads_nothing() -> None:
    assert paths(
        [
            ["*All items*", "1.0", "1.0"],
            ["Food", "1.0", "1.0"],
            ["Energy", "1.0", "1.0"],
            ["Health", "1.0", "1.0"],
            ["Transport", "1.0", "1.0"],
        ],
        gaps=[2],
    )[1] == ("Food",)


def test_back_at_the_level_of_a_bold_group_with_rows_set_in_the_group_is_over() -> None:
    assert paths(
        [
            ["*Violent*", "1.0", "1.0"],
            ["  Robbery", "1.0", "1.0"],
            ["Other", "1.0", "1.0"],
            ["Fraud", "1.0", "1.0"],
        ]
    ) == [("Violent",), ("Violent", "Robbery"), ("Other",), ("Fraud",)]


def test_headings_without_figures() -> None:
    assert paths(
        [
            ["*Debt*"],
            ["*At year end*", "1.0", "1.0"],
            ["_By category_"],
            ["Loans", "1.0", "1.0"],
            ["  Short-term", "1.0", "1.0"],
            ["*Product*", "1.0", "1.0"],
        ]
    ) == [
        ("Debt", "At year end"),
        ("Debt", "By category", "Loans"),
        ("Debt", "By category", "Loans", "Short-term"),
        ("Product",),
    ]


def test_section_rows_stand_over_all_rows_until_the_next() -> None:
    assert paths(
        [
            ["Total", "1.0", "1.0"],
            ["*Sex*"],
            ["Men", "1.0", "1.0"],
            ["_Of working age_"],
            ["Young", "1.0", "1.0"],
            ["*Region*"],
            ["North", "1.0", "1.0"],
        ],
        sections=[2, 4, 6],
    ) == [("Total",), ("Sex", "Men"), ("Sex", "Of working age", "Young"), ("Region", "North")]


def test_a_bold_total_set_in_at_the_foot_is_no_part_of_the_last_row() -> None:
    assert paths(
        [["Food", "1.0", "1.0"], ["Energy", "1.0", "1.0"], ["Gas", "1.0", "1.0"], ["  *Overall*", "1.0", "1.0"]]
    )[-1] == ("Overall",)


def test_a_year_printed_once_is_carried_down_the_months() -> None:
    assert paths(
        [
            ["2024 Jan", "1.0", "1.0"],
            ["      Feb", "1.0", "1.0"],
            ["      Mar", "1.0", "1.0"],
            ["2025 Jan", "1.0", "1.0"],
            ["      Feb", "1.0", "1.0"],
        ]
    ) == [("2024 Jan",), ("2024", "Feb"), ("2024", "Mar"), ("2025 Jan",), ("2025", "Feb")]


def test_of_which_stands_under_the_row_above() -> None:
    assert paths(
        [
            ["Housing", "1.0", "1.0"],
            ["of which rents", "1.0", "1.0"],
            ["Transport", "1.0", "1.0"],
        ]
    ) == [("Housing",), ("Housing", "of which rents"), ("Transport",)]


def test_a_label_broken_over_two_rows_is_one() -> None:
    assert paths(
        [
            ["All items excluding:"],
            ["  mortgage interest"],
            ["    and council tax", "1.0", "1.0"],
            ["  housing", "1.0", "1.0"],
        ]
    ) == [("All items excluding:", "mortgage interest and council tax"), ("All items excluding:", "housing")]


def test_merged_labels_hold_for_the_rows_they_cover() -> None:
    grid = draw(
        [
            [("Group", 1, 3), None, None, "2025"],
            [("Food and drink", 3, 1), None, None, "1.0"],
            [None, ("Food", 2, 1), None, "2.0"],
            [None, None, "Bread", "3.0"],
            [("Clothing", 2, 1), None, None, "4.0"],
            [None, "Shoes", None, "5.0"],
        ],
        engine="rules",
    )
    table = label_table([mark_roles(grid, SETTINGS)], SETTINGS)
    assert row_paths(table) == [
        ("Food and drink",),
        ("Food and drink", "Food"),
        ("Food and drink", "Food", "Bread"),
        ("Clothing",),
        ("Clothing", "Shoes"),
    ]


def test_a_label_printed_once_in_its_column_is_carried_down() -> None:
    grid = draw(
        [
            ["Year", "Month", "Index", "Rate"],
            ["2024", "January", "1.0", "1.0"],
            [None, "February", "2.0", "1.0"],
            ["2025", "January", "3.0", "1.0"],
            [None, "February", "3.0", "1.0"],
        ]
    )
    table = label_table([mark_roles(grid, SETTINGS)], SETTINGS)
    assert row_paths(table) == [("2024", "January"), ("2024", "February"), ("2025", "January"), ("2025", "February")]


def test_number_and_name_are_one_label() -> None:
    grid = draw(
        [
            [None, None, "Index", "Rate"],
            ["01", "Food", "1.0", "1.0"],
            ["02", "Alcohol", "2.0", "1.0"],
            ["03", "Clothing", "3.0", "1.0"],
            ["04", "Housing", "3.0", "1.0"],
        ]
    )
    table = label_table([mark_roles(grid, SETTINGS)], SETTINGS)
    assert row_paths(table)[:2] == [("01 Food",), ("02 Alcohol",)]


def test_values_lose_their_marks_and_keep_their_sign() -> None:
    grid = draw([HEAD, ["Food ^2", "1 153.1", "(35,8)"], ["Fuel", "3.4 ^p", "12*"], ["Gas", "–", ".."]])
    table = label_table([mark_roles(grid, SETTINGS)], SETTINGS)
    assert [text for _, _, text in figures(table)] == ["1 153.1", "(35,8)", "3.4", "12", "–", ".."]
    assert [v.marks for v in table.values] == [(), (), ("p",), ("*",), (), ()]
    assert table.rows[0].path[-1].marks == ("2",)


def test_a_plain_row_without_figures_lacks_data_and_heads_nothing() -> None:
    assert paths([["France", "1.0", "1.0"], ["Greece"], ["Ireland", "1.0", "1.0"], ["Italy", "1.0", "1.0"]]) == [
        ("France",),
        ("Ireland",),
        ("Italy",),
    ]


def test_a_bold_row_after_plain_rows_closes_and_heads_nothing() -> None:
    assert paths(
        [
            ["France", "1.0", "1.0"],
            ["Italy", "1.0", "1.0"],
            ["*EU total*", "1.0", "1.0"],
            ["Norway", "1.0", "1.0"],
        ]
    )[-1] == ("Norway",)


def test_a_subtotal_set_in_stands_beside_what_it_sums() -> None:
    assert paths(
        [
            ["*Outlays:*"],
            ["  Defense", "1.0", "1.0"],
            ["  Other", "1.0", "1.0"],
            ["    Total outlays", "2.0", "2.0"],
            ["*Receipts:*"],
            ["  Taxes", "1.0", "1.0"],
        ]
    )[2] == ("Outlays:", "Total outlays")


def test_a_subtotal_set_in_with_its_own_parts_stands_beside_what_it_sums() -> None:
    assert paths(
        [
            ["*Revenues*"],
            ["  Taxes", "1.0", "1.0"],
            ["  Other", "1.0", "1.0"],
            ["    Total revenues", "2.0", "2.0"],
            ["      On-budget", "1.0", "1.0"],
            ["      Off-budget", "1.0", "1.0"],
            ["*Outlays*"],
            ["  Interest", "1.0", "1.0"],
        ]
    )[2:5] == [
        ("Revenues", "Total revenues"),
        ("Revenues", "Total revenues", "On-budget"),
        ("Revenues", "Total revenues", "Off-budget"),
    ]


def test_an_average_set_in_stands_beside_what_it_stands_for() -> None:
    assert paths(
        [
            ["*Degree days*"],
            ["  East", "1.0", "1.0"],
            ["  West", "1.0", "1.0"],
            ["    U.S. average", "2.0", "2.0"],
            ["*Rain*"],
            ["  East", "1.0", "1.0"],
        ]
    )[2] == ("Degree days", "U.S. average")


def test_a_total_level_with_its_parts_and_their_bold_heading_is_no_part_of_the_last() -> None:
    assert paths(
        [
            ["*Emissions*"],
            ["Oil", "1.0", "1.0"],
            ["Coal", "1.0", "1.0"],
            ["Total energy", "2.0", "2.0"],
        ]
    ) == [("Emissions", "Oil"), ("Emissions", "Coal"), ("Emissions", "Total energy")]


def test_indents_of_a_stub_at_the_right_are_taken_from_the_right() -> None:
    grid = draw(
        [["2025", "2024", "البند"], ["1.0", "1.0", "الغذاء"], ["1.0", "1.0", "الخبز"], ["1.0", "1.0", "الوقود"]]
    )
    right = grid.box.x1
    cells = []
    for cell in grid.cells:
        if cell.column == 2 and cell.row:
            word = cell.words[0]
            edge = right - (10.0 if cell.row == 2 else 2.0)
            cell = cell.but(words=(word.but(x0=edge - (word.x1 - word.x0), x1=edge),))
        cells.append(cell)
    table = label_table([mark_roles(replace(grid, cells=tuple(cells)), SETTINGS)], SETTINGS)
    assert row_paths(table) == [("الغذاء",), ("الغذاء", "الخبز"), ("الوقود",)]


def test_quarters_beside_years_are_stub() -> None:
    grid = draw(
        [
            ["Year", "Quarter", "Index", "Rate"],
            ["2024", "Q1", "1.0", "1.0"],
            [None, "Q2", "2.0", "1.0"],
            ["2025", "Q1", "3.0", "1.0"],
            [None, "Q2", "3.0", "1.0"],
        ]
    )
    table = label_table([mark_roles(grid, SETTINGS)], SETTINGS)
    assert row_paths(table) == [("2024", "Q1"), ("2024", "Q2"), ("2025", "Q1"), ("2025", "Q2")]


def test_a_section_inside_another_ends_with_its_total() -> None:
    assert paths(
        [
            ["*Duration*"],
            ["Short", "1.0", "1.0"],
            ["_Long term_"],
            ["One year", "1.0", "1.0"],
            ["Long term total", "1.0", "1.0"],
            ["No answer", "1.0", "1.0"],
        ],
        sections=[1, 3],
    ) == [
        ("Duration", "Short"),
        ("Duration", "Long term", "One year"),
        ("Duration", "Long term", "Long term total"),
        ("Duration", "No answer"),
    ]


def test_a_plain_total_at_the_level_of_a_bold_heading_closes_its_group() -> None:
    grid = draw(
        [
            [None, "2021", "2022"],
            ["*Supply (tons)*"],
            ["  Production", "1.0", "1.0"],
            ["  Imports", "1.0", "1.0"],
            ["Total primary supply", "2.0", "2.0"],
            ["  Waste coal", "1.0", "1.0"],
            ["Total supply", "3.0", "3.0"],
            ["*Consumption (tons)*"],
            ["  Coke plants", "1.0", "1.0"],
            ["Discrepancy", "1.0", "1.0"],
        ],
        gaps=(5, 7, 9),
    )
    assert row_paths(label_table([mark_roles(grid, SETTINGS)], SETTINGS)) == [
        ("Supply (tons)", "Production"),
        ("Supply (tons)", "Imports"),
        ("Supply (tons)", "Total primary supply"),
        ("Supply (tons)", "Waste coal"),
        ("Supply (tons)", "Total supply"),
        ("Consumption (tons)", "Coke plants"),
        ("Discrepancy",),
    ]


def test_a_plain_total_under_groups_without_totals_sums_all_of_them() -> None:
    assert paths(
        [
            ["*Sex*"],
            ["  Male", "1.0", "1.0"],
            ["  Female", "1.0", "1.0"],
            ["*Age*"],
            ["  0-17", "1.0", "1.0"],
            ["  18+", "1.0", "1.0"],
            ["Total", "2.0", "2.0"],
        ]
    )[-1] == ("Total",)


def test_a_label_that_ends_with_a_word_for_total_sums_what_stands_above() -> None:
    assert paths(
        [
            ["*Crude oil*"],
            ["  Algeria", "1.0", "1.0"],
            ["  Libya", "1.0", "1.0"],
            ["    OPEC total", "2.0", "2.0"],
            ["*Other*"],
            ["  Gas", "1.0", "1.0"],
        ]
    )[2] == ("Crude oil", "OPEC total")


def test_a_row_of_figures_without_a_label_lowers_the_confidence() -> None:
    grid = draw([HEAD, ["Food", "1.0", "1.0"], [None, "0.1", "0.2"], ["Fuel", "2.0", "2.0"], ["Rent", "3.0", "3.0"]])
    table = label_table([mark_roles(grid, SETTINGS)], SETTINGS)
    assert row_paths(table)[1] == ("Food",)
    assert table.confidence == 0.875
    assert table.reasons == ("1 rows of figures stand under the label of the row above",)


def test_outer_labels_broken_over_rows_of_units_are_one() -> None:
    rows: list[list[Spec | None]] = [
        ["Domestic product", "(million)", "184", "207"],
        ["Government balance", "(million)", "-13", "-5"],
        ["Deficit (-) Surplus (+)", "(% of GDP)", "-7.1", "-2.5"],
        ["Government debt", "(million)", "364", "369"],
        [None, "(% of GDP)", "197.3", "177.8"],
    ]
    grid = draw([[None, None, "2021", "2022"], *rows])
    assert row_paths(label_table([mark_roles(grid, SETTINGS)], SETTINGS)) == [
        ("Domestic product", "(million)"),
        ("Government balance Deficit (-) Surplus (+)", "(million)"),
        ("Government balance Deficit (-) Surplus (+)", "(% of GDP)"),
        ("Government debt", "(million)"),
        ("Government debt", "(% of GDP)"),
    ]
