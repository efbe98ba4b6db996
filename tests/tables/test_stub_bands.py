"""Outer labels printed once, in the middle of the rows they stand for."""

from statchunk.model.page import Rule
from statchunk.settings import TableSettings
from statchunk.tables.read import label_table
from statchunk.tables.roles import mark_roles, mark_sheet
from statchunk.tables.sheet import open_grid
from tests.tables.drawn import Spec, draw, row_paths, rule_under

SETTINGS = TableSettings()
HEAD: list[Spec | None] = ["Region", "District", "Pine", "Other"]
ROWS: list[list[Spec | None]] = [
    [None, "Mourao", "1.4", "9.3"],
    ["WEST", "Toledo", "7.9", "8.5"],
    [None, "Subtotal", "9.3", "17.8"],
    [None, "Curitiba", "15.9", "16.5"],
    ["SOUTH", "Irati", "39.7", "9.9"],
    [None, "Palmas", "12.2", "8.2"],
    [None, "Subtotal", "67.8", "34.6"],
]


def test_full_rules_say_which_rows_a_label_in_their_middle_stands_for() -> None:
    grid = draw([HEAD, *ROWS, [None, "TOTAL", "77.1", "52.4"]])
    rules: list[Rule] = [rule_under(grid, row) for row in (0, 3, 7, 8)]
    table = label_table([mark_roles(grid, SETTINGS, rules)], SETTINGS, rules=[rules])
    assert row_paths(table) == [
        ("WEST", "Mourao"),
        ("WEST", "Toledo"),
        ("WEST", "Subtotal"),
        ("SOUTH", "Curitiba"),
        ("SOUTH", "Irati"),
        ("SOUTH", "Palmas"),
        ("SOUTH", "Subtotal"),
        ("TOTAL",),
    ]
    assert table.confidence == 1.0


def test_lines_of_one_label_in_a_band_are_one() -> None:
    rows = [list(row) for row in ROWS]
    rows[0][0], rows[1][0] = "MIDDLE", "WEST"
    grid = draw([HEAD, *rows, [None, "TOTAL", "77.1", "52.4"]])
    rules = [rule_under(grid, row) for row in (0, 3, 7, 8)]
    table = label_table([mark_roles(grid, SETTINGS, rules)], SETTINGS, rules=[rules])
    assert row_paths(table)[2] == ("MIDDLE WEST", "Subtotal")


def test_without_rules_a_label_below_the_first_rows_is_doubted() -> None:
    sheet = mark_sheet(open_grid(draw([HEAD, *ROWS])), SETTINGS)
    assert sheet.doubts == ['which rows "WEST" and the labels under it stand for is a guess']


def test_labels_on_the_first_rows_of_their_groups_are_not_doubted() -> None:
    rows: list[list[Spec | None]] = [
        [None, "Total", "9.3", "17.8"],
        ["WEST", "Toledo", "7.9", "8.5"],
        [None, "Mourao", "1.4", "9.3"],
        [None, "Palotina", "1.1", "2.3"],
        ["SOUTH", "Irati", "39.7", "9.9"],
        [None, "Palmas", "12.2", "8.2"],
        [None, "Curitiba", "15.9", "16.5"],
    ]
    sheet = mark_sheet(open_grid(draw([HEAD, *rows])), SETTINGS)
    assert sheet.doubts == []
    table = label_table([sheet.grid], SETTINGS)
    assert row_paths(table)[3] == ("WEST", "Palotina")
