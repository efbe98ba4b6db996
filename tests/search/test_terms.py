from statchunk.search.terms import with_short_forms, without_long_form


def test_the_long_form_of_an_acronym_asked_for_says_no_more_than_the_acronym() -> None:
    label = "Consumer prices index (CPI) by division"
    assert without_long_form(label, frozenset({"cpi"})) == "CPI by division"
    assert without_long_form(label, frozenset({"cpih"})) == label
    assert without_long_form("Food (all kinds)", frozenset({"food"})) == "Food (all kinds)"


def test_an_acronym_on_a_line_of_its_own_is_short_for_the_label_above() -> None:
    assert with_short_forms(("Consumer prices index", "(CPI)", "Change")) == ("Consumer prices index (CPI)", "Change")
    assert with_short_forms(("(CPI)", "Change (%)")) == ("(CPI)", "Change (%)")
