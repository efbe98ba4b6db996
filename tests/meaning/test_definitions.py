from dataclasses import replace

from statchunk.meaning.definitions import find_definitions, is_glossary, split_caveats, table_definitions
from statchunk.model.layout import Block, PageLayout
from tests.meaning.made import block, table


def terms(*blocks: Block) -> list[tuple[str, bool, int]]:
    found = find_definitions([PageLayout(1, blocks)], ["en"])
    return [(d.term, d.run_in, len(d.blocks)) for d in found]


def test_a_glossary_with_headings() -> None:
    assert terms(
        block("8. Glossary", "heading", level=1),
        block("Inflation", "heading", level=2),
        block("The rate at which prices rise."),
        block("It is estimated by price indices."),
        block("9. Quality", "heading", level=1),
        block("Nothing is defined here."),
    ) == [("Inflation", False, 2)]


def test_a_glossary_with_run_in_terms_and_a_list() -> None:
    assert terms(
        block("Definitions", "heading", level=1),
        block("Employed: comprise persons aged 15 to 89 who were in one of these categories:", bold="Employed:"),
        block("a) persons who worked", "list"),
        block("Regions: the 13 areas into which the country is divided."),
        block("Unemployed persons comprise persons aged 15 to 74 without work.", bold="Unemployed persons"),
    ) == [("Employed", True, 2), ("Regions", True, 1), ("Unemployed persons", True, 1)]


def test_outside_a_glossary_only_what_says_so_is_a_definition() -> None:
    assert terms(
        block("An administered price is defined as the price of a product set by one producer."),
        block("Prices: up in May."),
    ) == [("An administered price", True, 1)]


def test_titles_of_glossaries() -> None:
    assert is_glossary("8 . Glossary", ["en"])
    assert is_glossary("Definitions", ["en"])
    assert not is_glossary("Changes in definitions of the survey since 2021", ["en"])


def test_a_table_of_terms() -> None:
    meaning = "the change in the index of the month compared with the same month of the year before"
    made = table([["Annual rate"], ["Monthly rate"]], [["Meaning"]], [[meaning], [meaning]])
    assert [d.term for d in table_definitions(made, "Glossary", ["en"])] == ["Annual rate", "Monthly rate"]


def test_a_table_of_terms_without_a_head_begins_with_its_first_row() -> None:
    meaning = "the change in the index of the month compared with the same month of the year before"
    made = table([["Monthly rate"]], [["What prices did in the year before this one"]], [[meaning]])
    value = made.values[0]
    stub_head = (made.rows[0].path[0].but(text="Annual rate"),)
    made = replace(made, stub_head=stub_head, values=(value, value))
    assert [d.term for d in table_definitions(made, "Glossary", ["en"])] == ["Annual rate", "Monthly rate"]


def test_a_table_of_figures_is_no_table_of_terms() -> None:
    assert table_definitions(table([["A"], ["B"]], [["2024"]], [["1"], ["2"]]), "Glossary", ["en"]) == ()


def test_caveats_are_the_sentences_that_warn() -> None:
    text = "Persons at work. However, soldiers are left out. They are counted yearly."
    assert split_caveats(text, ["en"]) == ("However, soldiers are left out.",)


def test_a_table_that_sets_long_texts_side_by_side_is_no_table_of_terms() -> None:
    before = "persons aged 15 years and over who did not work in the week but had a job from which they were absent"
    after = "persons aged 15 to 89 years who did not work in the week but had a job from which they were absent"
    made = table([["Coverage"], [before]], [["From 2021"]], [[after], [after]])
    assert table_definitions(made, "Definitions", ["en"]) == ()
