from statchunk.chunking.splitting import split_columns, split_rows


def test_columns_that_fit_stay_together() -> None:
    assert split_columns([(0, ("a", "x")), (1, ("a", "y"))], lambda group: len(group) <= 2) == [(0, 1)]


def test_spanners_stay_whole_where_they_fit() -> None:
    heads = [(0, ("a", "x")), (1, ("a", "y")), (2, ("b", "x")), (3, ("b", "y")), (4, ("c",))]
    assert split_columns(heads, lambda group: len(group) <= 3) == [(0, 1), (2, 3, 4)]


def test_a_spanner_too_wide_is_split_evenly() -> None:
    heads = [(column, ("a", str(column))) for column in range(6)]
    assert split_columns(heads, lambda group: len(group) <= 4) == [(0, 1, 2), (3, 4, 5)]


def test_columns_that_never_fit_stand_alone() -> None:
    assert split_columns([(0, ("a",)), (1, ("b",))], lambda group: False) == [(0,), (1,)]


def test_rows_are_cut_before_the_outermost_group_in_the_second_half() -> None:
    depths = [0, 1, 1, 0, 1, 1]
    pieces = split_rows(depths, lambda row, first: (1, 1), (5, 99))
    assert pieces == [range(0, 3), range(3, 6)]


def test_a_cut_never_parts_a_group_row_from_its_first_child() -> None:
    depths = [0, 0, 0, 0, 1, 1]
    pieces = split_rows(depths, lambda row, first: (1, 1), (4, 99))
    assert pieces == [range(0, 3), range(3, 6)]


def test_a_row_over_the_budget_stands_alone() -> None:
    assert split_rows([0, 0], lambda row, first: (9, 9), (5, 5)) == [range(0, 1), range(1, 2)]


def test_what_is_shown_has_a_limit_of_its_own() -> None:
    pieces = split_rows([0, 0, 0, 0], lambda row, first: (1, 10), (100, 20))
    assert pieces == [range(0, 2), range(2, 4)]
