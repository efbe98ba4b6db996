"""Spanning heads set flush with the first or the last of their columns, and heads nearer to their own second lines."""

from collections.abc import Callable
from pathlib import Path

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth

from statchunk import pipeline
from tests.tables.printed import PROSE
from tests.tables.test_release_heads import Line, draw, heads_of, left, right, rows


def _paths(path: Path, lines: dict[float, list[Line]]) -> tuple[list[tuple[str, ...]], list[float]]:
    draw(path, lines)
    found = pipeline.document(path).observations
    return heads_of(found, "Food"), [o.confidence for o in found if o.row_path[-1] == "Food"]


LEAVES = ("March 2024", "January 2025", "March 2025", "January 2025 (%)", "March 2024 (%)")


@pytest.mark.parametrize("side", [left, right], ids=["left", "right"])
def test_spanning_heads_all_flush_at_one_side_end_where_the_next_begins(
    tmp_path: Path, side: Callable[[float, str], Line]
) -> None:
    places = [180.0, 250.0, 320.0, 390.0, 470.0] if side is left else [220.0, 290.0, 355.0, 440.0, 520.0]
    spans = (places[0], places[3]) if side is left else (places[2], places[4])
    lines = {
        60.0: [(50.0, "Table 1. Persons of working age by condition", True)],
        84.0: [side(spans[0], "Estimates (thousand persons)"), side(spans[1], "Change from")],
        95.0: [side(x, text) for x, text in zip(places, LEAVES, strict=True)],
        **rows(112.0, [x + 7 if side is left else x - 7 for x in places]),
    }
    paths, sure = _paths(tmp_path / "a.pdf", lines)
    assert paths == [
        ("Estimates (thousand persons)", "March 2024"),
        ("Estimates (thousand persons)", "January 2025"),
        ("Estimates (thousand persons)", "March 2025"),
        ("Change from", "January 2025 (%)"),
        ("Change from", "March 2024 (%)"),
    ]
    assert max(sure) < 1.0  # which columns "Change from" spans is a guess, and said to be one


def test_a_head_over_heads_in_two_lines_that_are_nearer_to_each_other_spans_the_columns_it_is_centred_over(
    tmp_path: Path,
) -> None:
    places = [240.0, 305.0, 338.0, 370.0, 410.0, 460.0, 513.0]
    upper = ("Jun-", "May-", "Jun-", "Jun-25 /", "Jun-25 /", "Average")
    lower = ("24", "25", "25", "May-25", "Jun-24", "annual")
    lines = {
        60.0: [(50.0, "Table 1: Index of prices", True)],
        83.0: [(338.0, "Indices", False), (460.0, "% change on", False)],
        95.2: [(240.0, "Weights", False), *((x, t, False) for x, t in zip(places[1:], upper, strict=True))],
        105.2: [(x, t, False) for x, t in zip(places[1:], lower, strict=True)],
        **rows(122.0, places),
    }
    assert _paths(tmp_path / "a.pdf", lines)[0] == [
        ("Weights",),
        ("Indices", "Jun-24"),
        ("Indices", "May-25"),
        ("Indices", "Jun-25"),
        ("% change on", "Jun-25 / May-25"),
        ("% change on", "Jun-25 / Jun-24"),
        ("% change on", "Average annual"),
    ]


def test_spanning_heads_in_a_boxhead_set_flush_left_begin_where_they_stand_though_centred_over_more(
    tmp_path: Path,
) -> None:
    starts = [170.0, 200.0, 246.0, 295.0, 325.0, 371.0]
    lines = {
        60.0: [(50.0, "Table 1. Rates of inflation by group", True)],
        84.0: [left(170.0, "Rural"), left(295.0, "Urban")],
        96.0: [left(200.0, "Inflation Rate"), left(325.0, "Inflation Rate")],
        108.0: [left(x, text) for x, text in zip((200.0, 246.0, 325.0, 371.0), ("May 25", "June 25") * 2, strict=True)],
        118.0: [left(x, text) for x, text in zip(starts, ("Index", "(Final)", "(Prov.)") * 2, strict=True)],
        **rows(134.0, [182.0, 226.0, 272.0, 307.0, 351.0, 397.0]),
    }
    assert _paths(tmp_path / "a.pdf", lines)[0] == [
        ("Rural", "Index"),
        ("Rural", "Inflation Rate", "May 25 (Final)"),
        ("Rural", "Inflation Rate", "June 25 (Prov.)"),
        ("Urban", "Index"),
        ("Urban", "Inflation Rate", "May 25 (Final)"),
        ("Urban", "Inflation Rate", "June 25 (Prov.)"),
    ]


def test_a_spanning_head_whose_second_word_happens_to_begin_with_a_column_is_one(tmp_path: Path) -> None:
    second = 280.0 + stringWidth("Percentage ", "Helvetica-Bold", 9)
    starts = [180.0, 230.0, 280.0, second, second + 60]
    half = stringWidth("1.5", "Helvetica", 9) / 2
    lines = {
        60.0: [(50.0, "Table 1. Index and percentage movement by division", True)],
        84.0: [left(180.0, "Index (2019 = 100)"), left(280.0, "Percentage Change (%)")],
        99.0: [left(x, t) for x, t in zip(starts, ("May", "June", "Monthly", "Annual", "Total"), strict=True)],
        **rows(116.0, [x + half for x in starts]),
    }
    assert [path[0] for path in _paths(tmp_path / "a.pdf", lines)[0]][2:4] == ["Percentage Change (%)"] * 2


def test_a_head_broken_at_a_hyphen_spans_no_columns_though_flush_with_its_next_line(tmp_path: Path) -> None:
    ends = [220.0, 290.0, 355.0, 430.0, 500.0]
    lines = {
        60.0: [(50.0, "Table 1. Key indicators", True)],
        84.0: [right(355.0, "Year-on-"), right(500.0, "Year-on-")],
        95.0: [right(x, t) for x, t in zip(ends, ("Apr-Jun", "Quarterly", "year", "Quarterly", "year"), strict=True)],
        106.0: [right(x, t) for x, t in zip(ends, ("2025", *["change"] * 4), strict=True)],
        **rows(122.0, [x - 7 for x in ends]),
    }
    assert ("Year-on-", "Quarterly change") not in _paths(tmp_path / "a.pdf", lines)[0]


@pytest.mark.parametrize("decimals", ["0000011", "0000000"], ids=["other decimals", "the same"])
def test_units_flush_right_hold_for_the_columns_before_them_where_the_decimals_bear_it_out(
    tmp_path: Path, decimals: str
) -> None:
    ends = [210.0, 265.0, 320.0, 375.0, 430.0, 485.0, 540.0]
    heads = ("2023", "2024", "2025", "Quarterly", "Annual", "Quarterly", "Annual")
    labels = ("Population", "Employed", "Unemployed", "Inactive")
    lines = {
        30.0: [(50.0, PROSE, False)],
        60.0: [(50.0, "Table B. Key labour market indicators", True)],
        84.0: [right(x, t) for x, t in zip(ends, heads, strict=True)],
        98.0: [right(430.0, "Thousand"), right(540.0, "Per cent")],
        **{
            114.0 + 14 * n: [
                (50.0, label, False),
                *(right(x, f"{4100 + n}" if d == "0" else f"{n}.4") for x, d in zip(ends, decimals, strict=True)),
            ]
            for n, label in enumerate(labels)
        },
    }
    draw(tmp_path / "a.pdf", lines)
    found = [o for o in pipeline.document(tmp_path / "a.pdf").observations if o.row_path == ("Employed",)]
    if decimals == "0000011":
        units = ["Thousand"] * 5 + ["Per cent"] * 2
        assert [o.column_path for o in found] == list(zip(heads, units, strict=True))
        assert [(o.unit or "")[:1] for o in found] == ["T"] * 5 + ["%"] * 2
    else:
        assert [o.column_path[-1] for o in found[:4]] == list(heads[:4])  # not told: said of none
    assert max(o.confidence for o in found) < 1.0
