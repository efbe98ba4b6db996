from statchunk.evidence.sections import Sections


def test_headings_nest_by_level() -> None:
    sections = Sections()
    assert sections.enter(1, "1 Prices") == ()
    assert sections.enter(2, "1.1 Food") == ("1 Prices",)
    assert list(sections.path) == ["1 Prices", "1.1 Food"]
    assert sections.enter(1, "2 Wages") == ()
    assert list(sections.path) == ["2 Wages"]


def test_the_title_is_no_section() -> None:
    sections = Sections()
    sections.enter(0, "Prices: April 2025")
    assert sections.path == ()


def test_a_heading_with_a_colon_heads_no_table_of_a_later_page() -> None:
    sections = Sections()
    sections.enter(1, "1 Prices", 1)
    sections.enter(2, "For information:", 1)
    sections.part_from_leads(1)
    assert list(sections.path) == ["1 Prices", "For information:"]
    sections.part_from_leads(2)
    assert list(sections.path) == ["1 Prices"]
