"""Which part of the table each cell is."""

from statchunk.box import Box
from statchunk.model.table import Grid, GridCell
from statchunk.settings import TableSettings
from statchunk.tables.marks import kind_of, split_value_marks
from statchunk.tables.roles import mark_roles
from tests.tables.drawn import Spec, draw, rule_under
from tests.tables.sheets import Sheet

SETTINGS = TableSettings()


def roles(grid: Grid) -> dict[str, str]:
    return {" ".join(w.text for w in cell.words): cell.role for cell in grid.cells}


def test_heads_end_where_figures_with_labels_begin() -> None:
    marked = mark_roles(
        draw(
            [[None, "Index", "Change"], ["Group", "2024", "2025"], ["Food", "101.2", "3.4"], ["Fuel", "99.0", "-1.2"]]
        ),
        SETTINGS,
    )
    assert (marked.head_rows, marked.stub_columns) == (2, 1)
    found = roles(marked)
    assert found["Group"] == "stub_head"
    assert found["2024"] == "head"
    assert found["Food"] == "stub"
    assert found["-1.2"] == "body"


def test_a_heading_under_the_rule_belongs_to_the_body() -> None:
    grid = draw([[None, "2024", "2025"], ["*Weights*"], ["Food", "101.2", "103.4"], ["Fuel", "99.0", "98.1"]])
    marked = mark_roles(grid, SETTINGS, [rule_under(grid, 0)])
    assert marked.head_rows == 1
    assert roles(marked)["Weights"] == "stub"


def test_series_identifiers_and_column_numbers_are_no_data() -> None:
    grid = draw(
        [
            [None, "Index", "Rate", "Share"],
            [None, "(1)", "(2)", "3=(1)+(2)"],
            [None, "D7BT", "L55O", "CHAW"],
            ["Food", "101.2", "3.4", "12.0"],
            ["Fuel", "99.0", "-1.2", "4.1"],
        ]
    )
    found = roles(mark_roles(grid, SETTINGS, [rule_under(grid, 0)]))
    assert found["(1)"] == "column_number"
    assert found["D7BT"] == "identifier"
    assert found["101.2"] == "body"


def test_a_column_of_codes_holds_identifiers() -> None:
    marked = mark_roles(
        draw(
            [
                ["Item", "Code", "2023", "2024"],
                ["Deficit", "B.9", "-13,044", "-5,104"],
                ["Central", "S.1311", "-14,483", "-7,497"],
                ["Local", "S.1313", "-161", "-350"],
            ]
        ),
        SETTINGS,
    )
    assert marked.stub_columns == 1
    assert roles(marked)["S.1313"] == "identifier"


def test_label_columns_before_the_figures_are_stub() -> None:
    marked = mark_roles(
        draw(
            [
                ["Year", "Month", "Index", "Change"],
                ["2024", "January", "101.2", "3.4"],
                [None, "February", "101.9", "0.7"],
                ["2025", "January", "103.0", "-1.1"],
            ]
        ),
        SETTINGS,
    )
    assert marked.stub_columns == 2


def test_a_stub_printed_again_at_the_right_is_no_figure() -> None:
    marked = mark_roles(
        draw(
            [
                ["Division", "2024", "2025", "Division"],
                ["Food", "101.2", "103.4", "Food"],
                ["Fuel", "99.0", "98.1", "Fuel"],
                ["Health", "99.0", "98.1", "Health"],
            ]
        ),
        SETTINGS,
    )
    right = [c.role for c in marked.cells if c.column == 3]
    assert right == ["stub_head", "stub", "stub", "stub"]


def test_stub_at_the_right_of_a_table_read_from_the_right() -> None:
    marked = mark_roles(
        draw([["2025", "2024", "البند"], ["103.4", "101.2", "الغذاء"], ["98.1", "99.0", "الوقود"]]), SETTINGS
    )
    assert [c.role for c in marked.cells if c.column == 2] == ["stub_head", "stub", "stub"]
    assert [c.role for c in marked.cells if c.column == 0] == ["head", "body", "body"]


def test_a_label_across_the_body_is_a_section_row() -> None:
    marked = mark_roles(
        draw(
            [
                [None, "2024", "2025"],
                ["Total", "10.0", "11.0"],
                ["By sex"],
                ["Men", "5.0", "6.0"],
                ["Women", "5.0", "5.0"],
            ],
            sections=[2],
        ),
        SETTINGS,
    )
    assert roles(marked)["By sex"] == "section"


def test_heads_printed_again_inside_the_body_are_heads() -> None:
    marked = mark_roles(
        draw(
            [
                [None, "Index", "Change"],
                ["Food", "101.2", "3.4"],
                ["Fuel", "99.0", "-1.2"],
                [None, "Index", "Change"],
                ["Health", "99.0", "-1.2"],
            ]
        ),
        SETTINGS,
    )
    assert [c.role for c in marked.cells if c.row == 3] == ["head", "head"]


def test_kinds_of_cell_texts() -> None:
    kinds = {
        "figure": ["1 153.1", "1.393,4", "(35,8)", "46,23,064", "12.3%", "3.4p", "63 (18.5%)", "10 - 20", ".5"],
        "nil": ["-", "–", "..", "(X)", "n.a.", ":"],
        "year": ["2024", "2023/24", "2025/2024", "2024Q1", "Q1 2024"],
        "code": ["D7BT", "S.1311", "B.1*g", "D.41 (uses)"],
        "words": ["All items", "Q1", "65+", "M to M"],
    }
    assert kinds == {kind: [text for text in texts if kind_of(text) == kind] for kind, texts in kinds.items()}


def test_a_unit_stuck_to_a_figure_is_no_mark() -> None:
    assert split_value_marks("25g") == ("25g", ())
    assert split_value_marks("3.4p") == ("3.4", ("p",))
    assert split_value_marks("3.4 (r)") == ("3.4", ("r",))
    assert split_value_marks("(35,8)") == ("(35,8)", ())


def test_labels_in_bold_beside_plain_texts_have_no_heads() -> None:
    grid = draw(
        [
            ["*Name*", "Steel bars"],
            ["*Number*", "20300"],
            ["*Issued by*", "the office of standards"],
            ["*Date*", "2024"],
        ],
        engine="rules",
    )
    marked = mark_roles(grid, SETTINGS, [rule_under(grid, row) for row in range(4)])
    assert marked.head_rows == 0
    assert roles(marked) == {
        "Name": "stub",
        "Steel bars": "body",
        "Number": "stub",
        "20300": "body",
        "Issued by": "stub",
        "the office of standards": "body",
        "Date": "stub",
        "2024": "body",
    }


def test_a_label_with_texts_beside_it_is_a_row_where_rules_close_the_cells() -> None:
    rows: list[list[Spec | None]] = [
        [None, "Item A", "Item B"],
        ["Year 1", "112.5", "225.0"],
        ["Year 2", "121.5", "243.0"],
        ["Percent change", "9.0/112.5 x 100 = 8.0", "18.0/225.0 x 100 = 8.0"],
    ]
    found = roles(mark_roles(draw(rows, engine="rules"), SETTINGS))
    assert (found["Percent change"], found["9.0/112.5 x 100 = 8.0"]) == ("stub", "body")


def test_a_first_column_that_numbers_the_rows_keeps_the_stub_at_the_left() -> None:
    marked = mark_roles(
        draw([["No", "Place", "Kind"], ["1", "North", "Coal"], ["2", "South", "Gas"], ["3", "East", "Oil"]]), SETTINGS
    )
    found = roles(marked)
    assert (found["1"], found["North"], found["Coal"]) == ("stub", "body", "body")


def test_a_row_without_words_is_no_first_row_of_figures() -> None:
    sheet = Sheet()
    for n, (label, figure) in enumerate((("Food", "1.5"), ("Fuel", "2.5"))):
        sheet.left(50, 120 + 14 * n, label)
        sheet.right(200, 120 + 14 * n, figure)
    words = sheet.page().words
    cells = tuple(GridCell(1 + n // 2, n % 2, 1 + n // 2, n % 2, (word,), "body") for n, word in enumerate(words))
    edges = (100.0, 110.0, 124.0, 140.0)
    grid = Grid(1, Box(50, 100, 200, 140), edges, (50.0, 120.0, 200.0), cells, 0, 0, "rules", 1.0)
    marked = mark_roles(grid, SETTINGS)
    assert [cell.role for cell in marked.cells] == ["stub", "body", "stub", "body"]


def test_decimals_among_texts_are_no_heads() -> None:
    rows: list[list[str | None]] = [
        ["Commodity", "Unit of sale", "In cedis", "Place", "In cedis", "Place"],
        ["Maize", "100KG BAG", "75.00", "Obuasi", "42.86", "Wa"],
        ["Millet", "93 KG BAG", "85.00", "Sekondi", "52.00", "Bolga"],
        ["Cassava", "91 KG BAG", "38.00", "Tema", "8.00", "Ejura"],
    ]
    assert mark_roles(draw(rows), SETTINGS).head_rows == 1
