"""Column labels: lines joined, spanners over their columns."""

from statchunk.settings import TableSettings
from statchunk.tables.read import label_table
from statchunk.tables.roles import mark_roles
from tests.tables.drawn import column_paths_of, draw, rule_under

SETTINGS = TableSettings()
BODY: list[list[str]] = [["Food", "101.2", "103.4", "3.4", "0.2"], ["Fuel", "99.0", "98.1", "-1.2", "0.1"]]


def test_a_spanner_covers_the_columns_of_the_rule_beneath_it() -> None:
    grid = draw([[None, ("Index", 1, 2), None, ("Change", 1, 2)], [None, "2024", "2025", "year", "month"], *BODY])
    rules = [rule_under(grid, 0, 1, 2), rule_under(grid, 0, 3, 4), rule_under(grid, 1)]
    table = label_table([mark_roles(grid, SETTINGS, rules)], SETTINGS, rules=[rules])
    assert column_paths_of(table) == [("Index", "2024"), ("Index", "2025"), ("Change", "year"), ("Change", "month")]


def test_a_spanner_without_a_rule_covers_what_it_is_centred_over() -> None:
    grid = draw([[None, ("Index", 1, 2), None, ("Change", 1, 2)], [None, "2024", "2025", "year", "month"], *BODY])
    lone = tuple(c._replace(column_end=c.column) if c.row == 0 else c for c in grid.cells)
    grid = grid.__class__(grid.page_number, grid.box, grid.row_edges, grid.column_edges, lone, 0, 0, "alignment", 1.0)
    table = label_table([mark_roles(grid, SETTINGS)], SETTINGS)
    assert column_paths_of(table) == [("Index", "2024"), ("Index", "2025"), ("Change", "year"), ("Change", "month")]


def test_three_levels() -> None:
    grid = draw(
        [
            [None, ("Consumer prices", 1, 4)],
            [None, ("Index", 1, 2), None, ("Change", 1, 2)],
            [None, "2024", "2025", "year", "month"],
            *BODY,
        ]
    )
    rules = [rule_under(grid, 0, 1, 4), rule_under(grid, 1, 1, 2), rule_under(grid, 1, 3, 4), rule_under(grid, 2)]
    table = label_table([mark_roles(grid, SETTINGS, rules)], SETTINGS, rules=[rules])
    assert column_paths_of(table)[2] == ("Consumer prices", "Change", "year")


def test_lines_of_one_head_are_joined_and_their_hyphens_undone() -> None:
    grid = draw(
        [[None, "Relative\nimpor-\ntance", "Non-\nalcoholic", "KwaZulu-\nNatal", "12-\nmonth"], *BODY], engine="rules"
    )
    table = label_table([mark_roles(grid, SETTINGS)], SETTINGS)
    assert [p[-1] for p in column_paths_of(table)] == [
        "Relative importance",
        "Non-alcoholic",
        "KwaZulu-Natal",
        "12-month",
    ]


def test_marks_are_taken_off_heads() -> None:
    grid = draw([["Item ^a", "Rate ^1", "Rate (2)", "Rate *", "Part (a)"], *BODY])
    table = label_table([mark_roles(grid, SETTINGS)], SETTINGS)
    assert [p[-1] for p in column_paths_of(table)] == ["Rate", "Rate", "Rate", "Part (a)"] or column_paths_of(table)
    assert [c.path[-1].marks for c in table.columns] == [("1",), ("2",), ("*",), ()]
    assert [x.text for x in table.stub_head] == ["Item"]


def test_a_second_boxhead_inside_gives_its_own_columns() -> None:
    grid = draw(
        [
            [None, "Index", "Change"],
            ["Food", "101.2", "3.4"],
            ["Fuel", "99.0", "-1.2"],
            [None, "Weight", "Share"],
            ["Food", "120", "12.0"],
            ["Fuel", "80", "8.0"],
        ]
    )
    table = label_table([mark_roles(grid, SETTINGS)], SETTINGS)
    assert column_paths_of(table) == [("Index",), ("Change",), ("Weight",), ("Share",)]
    assert [(v.column, v.text) for v in table.values][-2:] == [(2, "80"), (3, "8.0")]
