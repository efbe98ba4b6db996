from statchunk.geometry import bounding_box
from statchunk.meaning.panels import pair_panel
from statchunk.model.layout import Block, Line
from tests.meaning.made import line


def pairs(*lines: Line) -> list[tuple[str | None, str, str | None]]:
    block = Block("panel", 1, bounding_box(lines), lines)
    return [(item.label, item.value_text, item.change) for item in pair_panel(block, ["en"])]


def test_labels_below_their_figures() -> None:
    assert pairs(
        line("21 069 + 347", 50, 100, 18),
        line("ACTIVE", 60, 124, 10),
        line("45 596 + 192", 50, 180, 18),
        line("RECOVERED", 60, 204, 10),
    ) == [("ACTIVE", "21 069", "+ 347"), ("RECOVERED", "45 596", "+ 192")]


def test_labels_above_their_figures() -> None:
    assert pairs(
        line("Employed persons", 50, 100, 10),
        line("4.2", 60, 114, 18),
        line("Unemployment rate", 250, 100, 10),
        line("10.4%", 260, 114, 18),
    ) == [("Employed persons", "4.2", None), ("Unemployment rate", "10.4%", None)]


def test_words_after_the_figure_are_its_label() -> None:
    assert pairs(line("61% of adults were employed")) == [("of adults were employed", "61%", None)]


def test_a_figure_far_from_any_label_stays_open() -> None:
    (item,) = pair_panel(Block("panel", 1, bounding_box([line("511")]), (line("511"),)), ["en"])
    assert (item.label, item.value, item.confidence) == (None, 511.0, 0.0)


def test_a_group_of_ages_is_a_label() -> None:
    assert pairs(
        line("25 - 49", 50, 100, 10),
        line("3 203", 150, 100, 10),
        line("50 - 64", 50, 130, 10),
        line("2 171", 150, 130, 10),
    ) == [("25 - 49", "3 203", None), ("50 - 64", "2 171", None)]


def test_no_figures_no_facts() -> None:
    assert pairs(line("Key figures")) == []
