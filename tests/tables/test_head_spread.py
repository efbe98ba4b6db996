"""Spanning heads of one line share the columns out between them."""

from statchunk.tables.head_spread import Spanner, share_columns

CENTRES = {1: 30.0, 2: 60.0, 3: 84.0, 4: 120.0, 5: 160.0, 6: 190.0, 7: 220.0, 8: 260.0, 9: 290.0}
EDGES = (0.0, 20.0, 45.0, 75.0, 100.0, 140.0, 175.0, 205.0, 240.0, 275.0, 300.0)


def test_no_head_takes_the_columns_of_the_next() -> None:
    spanners = [Spanner(25, 92, 1, 2), Spanner(130, 185, 5, 5), Spanner(225, 290, 8, 8)]
    assert share_columns(spanners, range(1, 10), CENTRES, EDGES, {}) == [(1, 3), (4, 6), (7, 9)]


def test_a_column_between_two_heads_that_neither_is_centred_over_stays_free() -> None:
    spanners = [Spanner(30, 60, 1, 2), Spanner(185, 195, 6, 6)]
    assert share_columns(spanners, (1, 2, 4, 5, 6, 7), CENTRES, EDGES, {}) == [(1, 2), (5, 7)]


def test_heads_over_the_middle_of_heads_wider_than_their_figures_span_these() -> None:
    centres, edges = {1: 383.0, 2: 463.0, 3: 499.0, 4: 529.0}, (240.0, 340.0, 420.0, 480.0, 515.0, 540.0)
    leaves = {1: (326.0, 382.0), 2: (403.0, 462.0), 3: (480.0, 504.0), 4: (518.0, 535.0)}
    spanners = [Spanner(363, 425, 1, 1), Spanner(483, 531, 3, 4)]
    assert share_columns(spanners, (1, 2, 3, 4), centres, edges, leaves) == [(1, 2), (3, 4)]


def test_heads_flush_right_with_heads_end_with_these() -> None:
    centres = {1: 270.0, 2: 296.0, 3: 330.0, 4: 362.0, 5: 420.0, 6: 472.0, 7: 530.0}
    edges = (0.0, 250.0, 280.0, 312.0, 345.0, 390.0, 440.0, 500.0, 540.0)
    leaves = {
        2: (290.0, 307.0),
        3: (321.0, 341.0),
        4: (355.0, 373.0),
        5: (395.0, 427.0),
        6: (447.0, 479.0),
        7: (505.0, 538.0),
    }
    spanners = [Spanner(344.0, 373.0, 4, 4), Spanner(485.0, 538.0, 7, 7)]
    assert share_columns(spanners, (2, 3, 4, 5, 6, 7), centres, edges, leaves) == [(2, 4), (5, 7)]


def test_heads_flush_left_with_heads_begin_with_these_though_one_is_centred_over_others() -> None:
    centres = {2: 186.0, 3: 228.0, 4: 270.0, 5: 314.0, 6: 357.0, 7: 398.0}
    edges = (0.0, 60.0, 160.0, 203.0, 245.0, 288.0, 332.0, 373.0, 416.0)
    starts = {2: 161.7, 3: 205.8, 4: 247.2, 5: 290.3, 6: 334.4, 7: 375.8}
    leaves = {column: (x, x + (32.1 if column in (2, 5) else 19.4)) for column, x in starts.items()}
    spanners = [Spanner(161.7, 182.6, 2, 2), Spanner(290.3, 314.1, 5, 5)]  # the second is in the middle of 3 to 7
    assert share_columns(spanners, (2, 3, 4, 5, 6, 7), centres, edges, leaves) == [(2, 4), (5, 7)]


def test_how_many_columns_the_last_of_heads_flush_left_takes_is_told_by_their_middle() -> None:
    centres = {1: 120.0, 2: 160.0, 3: 200.0, 4: 240.0, 5: 280.0}
    edges = (0.0, 100.0, 140.0, 180.0, 220.0, 260.0, 300.0)
    leaves = {column: (x - 15.0, x + 10.0) for column, x in centres.items()}
    spanners = [Spanner(105.0, 170.0, 1, 2), Spanner(185.0, 290.0, 3, 5)]
    assert share_columns(spanners, (1, 2, 3, 4, 5), centres, edges, leaves) == [(1, 2), (3, 5)]
