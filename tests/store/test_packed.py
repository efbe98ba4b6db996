"""Which observations a chunk holds."""

from statchunk.model.evidence import Observation
from statchunk.model.trusted import blank_fields, trusted
from statchunk.store.packed import by_table


def cell(table: str, row: int, column: int) -> Observation:
    return trusted(Observation, blank_fields(Observation) | {"table_id": table, "row": row, "column": column})


def places(cells: list[Observation]) -> list[tuple[int, int]]:
    return [(one.row, one.column) for one in cells]


def test_cells_of_some_rows_and_columns_keep_their_order() -> None:
    cells = [cell("a", row, column) for row in (1, 2, 4) for column in (3, 1)]
    tables = by_table([*cells, cell("b", 9, 9)])
    assert places(tables["a"].within((4, 1), ())) == [(1, 3), (1, 1), (4, 3), (4, 1)]
    assert places(tables["a"].within((), (1,))) == [(1, 1), (2, 1), (4, 1)]
    assert places(tables["a"].within((2, 7), (3,))) == [(2, 3)]
    assert places(tables["a"].within((), ())) == places(cells)
    assert places(tables["b"].within((), ())) == [(9, 9)]


def test_cells_out_of_order_stay_so() -> None:
    tables = by_table([cell("a", 2, 0), cell("a", 1, 0), cell("a", 2, 1)])
    assert places(tables["a"].within((1, 2), ())) == [(2, 0), (1, 0), (2, 1)]
