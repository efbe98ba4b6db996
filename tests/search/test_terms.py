from statchunk.search.terms import without_long_form


def test_the_long_form_of_an_acronym_asked_for_says_no_more_than_the_acronym() -> None:
    label = "Consumer prices index (CPI) by division"
    assert without_long_form(label, frozenset({"cpi"})) == "CPI by division"
    assert without_long_form(label, frozenset({"cpih"})) == label
    assert without_long_form("Food (all kinds)", frozenset({"food"})) == "Food (all kinds)"
