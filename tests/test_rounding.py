from math import inf, nan

from statchunk.rounding import FAR, hundredths


def test_halves_go_up_and_what_is_no_place_is_far_away() -> None:
    assert [hundredths(value) for value in (0.125, -0.125, 7.0, inf, -inf, nan)] == [0.13, -0.12, 7.0, FAR, -FAR, -FAR]
