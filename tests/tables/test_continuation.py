"""Pieces of one table: over pages, in halves, split across; look-alikes stay apart."""

from dataclasses import replace

from statchunk.model.layout import TableRegion
from statchunk.model.page import Page
from statchunk.model.table import Grid
from statchunk.settings import TableSettings
from statchunk.tables.continuation import Piece, is_continued, joins, make_piece, split_sheet
from statchunk.tables.read import label_table, read_tables
from statchunk.tables.roles import mark_roles
from statchunk.tables.sheet import open_grid
from tests.tables.drawn import Spec, column_paths_of, draw, figures, row_paths

SETTINGS = TableSettings()
HEAD: list[Spec | None] = [None, "Index", "Rate"]
UPPER: list[list[Spec | None]] = [["*Food*", "1.0", "1.1"], ["Bread", "2.0", "2.1"], ["*Energy*", "3.0", "3.1"]]
LOWER: list[list[Spec | None]] = [["Gas", "4.0", "4.1"], ["*Health*", "5.0", "5.1"], ["Doctors", "6.0", "6.1"]]


def piece(grid: Grid, caption: str | None = None, continued: bool = False) -> Piece:
    made = make_piece(mark_roles(grid, SETTINGS), (), SETTINGS, frozenset(), 0)
    made.caption, made.continued = caption, continued
    return made


def test_a_group_goes_on_over_the_page_break() -> None:
    grids = [mark_roles(draw([HEAD, *part], page=n), SETTINGS) for n, part in ((1, UPPER), (2, LOWER))]
    table = label_table(grids, SETTINGS)
    assert column_paths_of(table) == [("Index",), ("Rate",)]
    assert row_paths(table)[3] == ("Energy", "Gas")
    assert [v.page_number for v in table.values if v.text == "4.0"] == [2]
    assert len(table.regions) == 2


def test_a_bold_group_set_in_goes_on_inside_the_one_begun_on_the_page_before() -> None:
    parts: list[list[list[Spec | None]]] = [
        [
            ["*Goods*"],
            ["  *Food*"],
            ["    Bread", "1.0", "2.0"],
            ["*Services*"],
            ["  *Trade*"],
            ["    Shops", "3.0", "4"],
        ],
        [["  *Transport*"], ["    Rail", "5.0", "6.0"], ["    Road", "7.0", "8.0"]],
    ]
    grids = [mark_roles(draw([HEAD, *part], page=n), SETTINGS) for n, part in enumerate(parts, 1)]
    assert row_paths(label_table(grids, SETTINGS))[-1] == ("Services", "Transport", "Road")


def test_columns_split_across_pages_widen_the_same_rows() -> None:
    right: list[Spec | None] = [None, "Weight", "Share"]
    grids = [mark_roles(draw([head, *UPPER], page=n), SETTINGS) for n, head in ((1, HEAD), (2, right))]
    table = label_table(grids, SETTINGS)
    assert column_paths_of(table) == [("Index",), ("Rate",), ("Weight",), ("Share",)]
    assert len(table.rows) == 3
    assert (0, 2, "1.0") in figures(table)


def test_a_piece_without_heads_takes_the_columns_above() -> None:
    first = mark_roles(draw([HEAD, *UPPER]), SETTINGS)
    second = replace(mark_roles(draw(LOWER, page=2), SETTINGS), head_rows=0)
    table = label_table([first, second], SETTINGS)
    assert column_paths_of(table) == [("Index",), ("Rate",)]
    assert len(figures(table)) == 12


def test_the_same_caption_and_other_rows_go_on() -> None:
    above, below = piece(draw([HEAD, *UPPER]), "Table 1 Prices"), piece(draw([HEAD, *LOWER], page=2), "Table 1 Prices")
    assert joins([above], below)


def test_an_exact_copy_with_its_own_caption_stays_apart() -> None:
    above, below = piece(draw([HEAD, *UPPER]), "Table 1 Prices"), piece(draw([HEAD, *UPPER], page=2), "Table 1 Prices")
    assert joins([above], below) == ""


def test_look_alikes_with_captions_of_their_own_stay_apart() -> None:
    above, below = piece(draw([HEAD, *UPPER]), "Table 1 Prices"), piece(draw([HEAD, *LOWER], page=2), "Table 2 Wages")
    assert joins([above], below) == ""


def test_continued_joins_other_columns_and_other_rows() -> None:
    above = piece(draw([HEAD, *UPPER]), "A Prices")
    below = piece(draw([[None, "Weight", "Share"], *LOWER], page=2), "A Prices continued", continued=True)
    assert joins([above], below)


def test_without_a_caption_the_same_heads_go_on_and_other_heads_do_not() -> None:
    above = piece(draw([HEAD, *UPPER]), "A Prices")
    assert joins([above], piece(draw([HEAD, *LOWER], page=2)))
    assert joins([above], piece(draw([[None, "Weight", "Share"], *LOWER], page=2))) == ""
    assert joins([above], piece(draw([HEAD, *LOWER], page=3))) == ""


def test_continued_is_a_word_of_its_own() -> None:
    assert is_continued("Table 2 (continued)")
    assert is_continued("Table 2 — Cont.")
    assert not is_continued("Discontinued series")


def test_the_right_half_follows_the_left() -> None:
    grid = draw(
        [
            [None, "Index", "Rate", None, "Index", "Rate"],
            ["Food", "1.0", "1.1", "Health", "4.0", "4.1"],
            ["Bread", "2.0", "2.1", "Doctors", "5.0", "5.1"],
            ["Meat", "3.0", "3.1", "Hospitals", "6.0", "6.1"],
        ]
    )
    halves = [half.grid for half in split_sheet(open_grid(grid))]
    assert len(halves) == 2
    table = label_table([mark_roles(half, SETTINGS) for half in halves], SETTINGS)
    assert [p[-1] for p in row_paths(table)] == ["Food", "Bread", "Meat", "Health", "Doctors", "Hospitals"]
    assert column_paths_of(table) == [("Index",), ("Rate",)]


def test_pairs_of_labels_and_figures_under_heads_over_the_pairs() -> None:
    grid = draw(
        [
            ["*Asia*", None, "*Euro*", None, "*Afri*", None],
            ["Korea", "1146", "Italy", "322", "Egypt", "1"],
            ["Japan", "170", "Spain", "17", "Libya", "2"],
            ["India", "95", "Malta", "14", "*Amer*", None],
            ["Nepal", "91", "Wales", "10", "Haiti", "11"],
        ]
    )
    parts = [mark_roles(part.grid, SETTINGS) for part in split_sheet(open_grid(grid))]
    table = label_table(parts, SETTINGS)
    found = {
        tuple(label.text for label in (*table.columns[v.column].path, *table.rows[v.row].path)): v.text
        for v in table.values
    }
    assert len(found) == len(table.values) == 11
    assert found["Asia", "Korea"] == "1146"
    assert found["Euro", "Malta"] == "14"
    assert found["Afri", "Libya"] == "2"
    assert found["Amer", "Haiti"] == "11"


def test_no_regions_no_tables() -> None:
    page = Page(1, 600.0, 800.0)
    assert read_tables([page], [()], [()], SETTINGS) == ()
    empty = TableRegion(1, 0.0, 0.0, 100.0, 100.0, "rule-less", 1.0, "")
    assert read_tables([page], [()], [[empty]], SETTINGS) == ()


def test_columns_on_a_page_without_a_stub_join_the_rows_at_their_height() -> None:
    first = piece(draw([HEAD, *UPPER]))
    bare = draw([["Weight", "Share"], ["1.25", "2.25"], ["1.50", "2.50"], ["1.75", "2.75"]], page=2)
    second = piece(bare)
    assert joins([first], second)
    table = label_table([first.sheet.grid, second.sheet.grid], SETTINGS)
    assert len(table.rows) == 3
    assert column_paths_of(table) == [("Index",), ("Rate",), ("Weight",), ("Share",)]


def test_marks_of_heads_printed_again_are_kept() -> None:
    again: list[Spec | None] = [None, "Index ^4", "Rate"]
    grids = [
        mark_roles(draw([head, *part], page=n), SETTINGS) for n, head, part in ((1, HEAD, UPPER), (2, again, LOWER))
    ]
    table = label_table(grids, SETTINGS)
    assert table.columns[0].path[0].marks == ("4",)


def test_heads_do_not_go_on_from_a_table_without_heads() -> None:
    above = piece(replace(mark_roles(draw([["*Name*", "Steel"], ["*Use*", "Bars"], ["*Year*", "2024"]]), SETTINGS)))
    below = piece(draw([["Issue", "Expected"], ["June", "19"], ["July", "23"]], page=2))
    assert joins([above], below) == ""


def test_ruled_columns_of_other_widths_are_another_table() -> None:
    rows: list[list[Spec | None]] = [["Gas", "4.0"], ["Health", "5.0"], ["Doctors", "6.0"]]
    above = piece(draw([[None, "Index"], *rows], engine="rules"))
    grid = replace(mark_roles(draw(rows, page=2, engine="rules"), SETTINGS), head_rows=0)
    narrow = replace(grid, column_edges=(0.0, 60.0, 180.0))
    pieces = [make_piece(g, (), SETTINGS, frozenset(), 0) for g in (grid, narrow)]
    assert [bool(joins([above], below)) for below in pieces] == [True, False]
