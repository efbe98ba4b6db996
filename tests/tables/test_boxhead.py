"""Column labels: lines joined, spanners over their columns."""

from dataclasses import replace

from statchunk.model.page import Rule
from statchunk.settings import TableSettings
from statchunk.tables.read import label_table, read_tables
from statchunk.tables.roles import mark_roles
from tests.tables.drawn import column_paths_of, draw, rule_under
from tests.tables.sheets import Sheet, whole

SETTINGS = TableSettings()
BODY: list[list[str]] = [["Food", "101.2", "103.4", "3.4", "0.2"], ["Fuel", "99.0", "98.1", "-1.2", "0.1"]]


def test_a_spanner_covers_the_columns_of_the_rule_beneath_it() -> None:
    grid = draw([[None, ("Index", 1, 2), None, ("Change", 1, 2)], [None, "2024", "2025", "year", "month"], *BODY])
    rules = [rule_under(grid, 0, 1, 2), rule_under(grid, 0, 3, 4), rule_under(grid, 1)]
    table = label_table([mark_roles(grid, SETTINGS, rules)], SETTINGS, rules=[rules])
    assert column_paths_of(table) == [("Index", "2024"), ("Index", "2025"), ("Change", "year"), ("Change", "month")]


def test_a_spanner_without_a_rule_covers_what_it_is_centred_over() -> None:
    grid = draw([[None, ("Index", 1, 2), None, ("Change", 1, 2)], [None, "2024", "2025", "year", "month"], *BODY])
    lone = tuple(c.but(column_end=c.column) if c.row == 0 else c for c in grid.cells)
    grid = replace(grid, cells=lone)
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
    assert [p[-1] for p in column_paths_of(table)] == ["Rate", "Rate", "Rate", "Part (a)"]
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


def test_years_lie_over_the_runs_of_quarters_that_begin_anew() -> None:
    grid = draw(
        [
            [None, None, "2023", None, None, "2024", None],
            [None, "Q1", "Q2", "Q3", "Q1", "Q2", "Q3"],
            ["Revenue", "20.1", "28.1", "27.1", "32.1", "21.1", "30.1"],
            ["Taxes", "7.1", "9.1", "10.1", "10.1", "7.1", "10.1"],
        ]
    )
    table = label_table([mark_roles(grid, SETTINGS)], SETTINGS)
    assert column_paths_of(table) == [
        ("2023", "Q1"),
        ("2023", "Q2"),
        ("2023", "Q3"),
        ("2024", "Q1"),
        ("2024", "Q2"),
        ("2024", "Q3"),
    ]


def test_years_and_months_in_one_run_of_words_part_over_their_figures() -> None:
    grid = draw([[None, ("2023 2024", 1, 2), None], ["Food", "1.0", "2.0"], ["Fuel", "3.0", "4.0"]])
    head, *rest = grid.cells
    left, right = (w for c in rest for w in c.words if w.text in ("1.0", "2.0"))
    first, second = head.words
    words = (
        first.but(x0=left.x1 - 16.0, x1=left.x1),
        second.but(x0=right.x1 - 16.0, x1=right.x1),
    )
    grid = replace(grid, cells=(head.but(words=words), *rest))
    table = label_table([mark_roles(grid, SETTINGS)], SETTINGS)
    assert column_paths_of(table) == [("2023",), ("2024",)]


def test_powers_of_units_are_no_marks() -> None:
    grid = draw(
        [
            [None, "Surface m ^2", "Volume km ^3", "Rate ^2"],
            ["Food", "1.0", "1.0", "1.0"],
            ["Fuel", "1.0", "1.0", "1.0"],
        ]
    )
    table = label_table([mark_roles(grid, SETTINGS)], SETTINGS)
    assert [p[-1] for p in column_paths_of(table)] == ["Surface m2", "Volume km3", "Rate"]


def test_a_digit_glued_to_a_word_is_a_mark_unless_it_numbers_the_word() -> None:
    grid = draw([[None, "Average1", "Group1", "Group2"], ["Food", "1.0", "1.0", "1.0"], ["Fuel", "1.0", "1.0", "1.0"]])
    table = label_table([mark_roles(grid, SETTINGS)], SETTINGS)
    assert [p[-1] for p in column_paths_of(table)] == ["Average", "Group1", "Group2"]
    assert table.columns[0].path[-1].marks == ("1",)


def test_a_label_under_the_rule_of_the_heads_is_no_stub_head() -> None:
    grid = draw([["Unit\nRevenue:", "2023", "2024"], ["Taxes", "1.0", "1.0"], ["Other", "1.0", "1.0"]])
    y = grid.row_edges[0] + 12.0
    rule = Rule(1.0, y, grid.box.x1 - 1.0, y + 0.5, 0.5, 0)
    table = label_table([mark_roles(grid, SETTINGS, [rule])], SETTINGS, rules=[[rule]])
    assert [x.text for x in table.stub_head] == ["Unit"]
    assert [x.text for x in table.rows[0].path] == ["Revenue:"]
    assert table.rows[0].heading


def test_the_first_line_of_a_head_within_a_run_spans_nothing() -> None:
    sheet = Sheet()
    for run, name in enumerate(("All items", "Goods", "Services")):
        left = 144.0 + 140 * run
        sheet.centre(left + 55, 80, name, size=8)
        sheet.across(left - 17, left + 111, 84)
        for x, lines in (
            (22, ("", "", "Index")),
            (66, ("Variation", "monthly", "(%)")),
            (110, ("", "Variation", "annual (%)")),
        ):
            for n, line in enumerate(lines):
                if line:
                    sheet.right(left + x, 94 + 9 * n, line, size=8)
        for n in range(4):
            for c, x in enumerate((22, 66, 110)):
                sheet.right(left + x, 128 + 12 * n, f"{n}.{c}", size=8)
    for n, month in enumerate(("March", "April", "May", "June")):
        sheet.left(60, 128 + 12 * n, month, size=8)
    page = sheet.page()
    (table,) = read_tables([page], [()], [(whole(page),)], SETTINGS)
    assert [tuple(label.text for label in axis.path) for axis in table.columns[:3]] == [
        ("All items", "Index"),
        ("All items", "Variation monthly (%)"),
        ("All items", "Variation annual (%)"),
    ]


def test_lines_of_ruled_spanning_heads_over_columns_that_begin_anew_are_one_head() -> None:
    sheet = Sheet()
    names = (("Consumer prices", "at home (A)"), ("Retail prices", "(B)"), ("Producer prices", "sold (C)"))
    for run, lines in enumerate(names):
        left = 160.0 + 120 * run
        for n, line in enumerate(lines):
            sheet.centre(left + 10, 80 + 9 * n, line, size=8)
        sheet.across(left - 30, left + 80, 100)
        sheet.right(left + 20, 110, "Index", size=8)
        sheet.right(left + 80, 110, "Change", size=8)
        for n in range(5):
            sheet.right(left + 20, 126 + 12 * n, f"10{n}.{run}", size=8)
            sheet.right(left + 80, 126 + 12 * n, f"{n}.{run}", size=8)
    for n, month in enumerate(("January", "February", "March", "April", "May")):
        sheet.left(60, 126 + 12 * n, month, size=8)
    page = sheet.page()
    (table,) = read_tables([page], [()], [(whole(page),)], SETTINGS)
    assert [tuple(label.text for label in axis.path) for axis in table.columns[:4]] == [
        ("Consumer prices at home (A)", "Index"),
        ("Consumer prices at home (A)", "Change"),
        ("Retail prices (B)", "Index"),
        ("Retail prices (B)", "Change"),
    ]
