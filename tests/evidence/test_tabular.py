"""What is said of a table as a whole."""

import pytest

from statchunk.evidence.tabular import table_titles
from statchunk.settings import TableSettings
from statchunk.tables.read import label_table
from statchunk.tables.roles import mark_roles
from tests.tables.drawn import Spec, draw, rule_under


@pytest.mark.parametrize(
    ("head", "titles"),
    [
        ([("Occupations and their codes", 1, 3)], ["Occupations and their codes"]),
        ([None, ("Codes", 1, 2)], []),
        (["Occupation", ("Codes", 1, 2)], []),
    ],
)
def test_the_only_head_over_stub_and_all_columns_is_a_title(head: list[Spec | None], titles: list[str]) -> None:
    settings = TableSettings()
    rows: list[list[Spec | None]] = [head, ["Clerks", "4", "41"], ["Sales", "5", "52"], ["Craft", "7", "71"]]
    drawn = draw(rows, engine="rules")
    grid = mark_roles(drawn, settings, [rule_under(drawn, 0)])
    assert [label.text for label in table_titles(label_table([grid], settings))] == titles
