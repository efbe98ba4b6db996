from statchunk.meaning.facts import read_facts
from statchunk.model.evidence import Fact, ReleaseFacts
from statchunk.model.layout import Block, PageLayout
from statchunk.model.page import FileInformation, Page, Release
from tests.meaning.made import block

PROSE = (
    "The consumer price index rose in the month and the prices of food were up by more than those of other goods "
    "and services that households buy in the country."
)


def facts(*blocks: Block, path: str = "release.pdf", information: FileInformation | None = None) -> ReleaseFacts:
    release = Release(path, "doc", "doc", (Page(1, 595, 842),), information or FileInformation())
    return read_facts(release, (PageLayout(1, (*blocks, block(PROSE, top=500))),))


def value(fact: Fact | None) -> str | None:
    return fact.value if fact is not None else None


def test_a_title_page() -> None:
    found = facts(
        block("OFFICE OF STATISTICS NORLAND", top=40),
        block("Consumer prices: April 2025", "heading", level=0, size=22, top=80),
        block("Release date:\n21 May 2025", top=200),
        block("Next release:\n18 June 2025", top=200, x=300),
        block("Contact: prices@stat.example", top=300),
    )
    assert value(found.title) == "Consumer prices: April 2025"
    assert value(found.publisher) == "OFFICE OF STATISTICS NORLAND"
    assert (value(found.release_date), value(found.next_release)) == ("2025-05-21", "2025-06-18")
    assert value(found.reference_period) == "2025-04"
    assert value(found.language) == "en"
    assert value(found.contact) == "Contact: prices@stat.example"


def test_dates_below_their_phrases() -> None:
    found = facts(
        block("Consumer Price Index", "heading", level=0, size=22, top=80),
        block("May 2023", size=16, top=110),
        block("Embargoed until:", size=13, top=200),
        block("21 June 2023\n10:00", size=13, top=216),
        block("FORTHCOMING ISSUE:\nJune 2023", top=300),
        block("EXPECTED RELEASE DATE:\n19 July 2023", top=300, x=300),
    )
    assert (
        value(found.release_date),
        value(found.next_release),
        value(found.reference_period),
    ) == ("2023-06-21", "2023-07-19", "2023-05")
    assert value(found.subtitle) == "May 2023"


def test_a_country_in_a_heading_of_the_first_page_is_what_the_release_is_about() -> None:
    title = block("Situation report", "heading", level=0, size=22, top=80)
    heading = block("Health in Kenya", "heading", level=1, size=14, top=140)
    passing = block("Goods came from Ghana.", top=200)
    assert value(facts(title, heading, block("Cases: 12", top=200)).geography) == "Kenya"
    assert value(facts(title, passing).geography) is None
    assert value(facts(title, heading, passing, block("Others went to Ghana.", top=240)).geography) is None


def test_a_dateline_is_the_release_date() -> None:
    found = facts(
        block("Piraeus, 8 August 2025", top=40),
        block("LABOUR FORCE SURVEY: 1ST QUARTER 2025", "heading", level=0, size=14, top=80),
    )
    assert (value(found.release_date), value(found.reference_period)) == ("2025-08-08", "2025-Q1")


def test_the_kind_of_publication_is_not_the_title() -> None:
    found = facts(
        block("NEWS RELEASE", "heading", level=0, size=24, top=40),
        block("Consumer Price Index – March 2026", "heading", level=1, size=14, top=80),
    )
    assert value(found.title) == "Consumer Price Index – March 2026"


def test_a_correction_travels_with_its_text() -> None:
    found = facts(
        block("Consumer prices: April 2025", "heading", level=0, size=22, top=80),
        block("Correction", "heading", level=1, size=14, top=120),
        block("An error was found in the weights of one item.", top=140),
    )
    assert [n.value for n in found.notices] == ["Correction An error was found in the weights of one item. " + PROSE]


def test_the_file_information_then_the_file_name_come_last() -> None:
    by_file = facts(information=FileInformation(title="Labour market 2024 Q3", author="Norland"))
    assert by_file.title is not None and by_file.reference_period is not None
    assert (by_file.title.origin, by_file.reference_period.value) == ("file information", "2024-Q3")
    by_name = facts(path="/x/norland_cpi_2026-06.pdf")
    assert by_name.title is not None and by_name.reference_period is not None
    assert (by_name.title.origin, by_name.reference_period.value) == ("file name", "2026-06")


def test_an_empty_release_says_nothing() -> None:
    found = read_facts(Release("x.pdf", "doc", "doc", (Page(1, 1, 1),)), (PageLayout(1, ()),))
    assert (found.publisher, found.release_date, found.language, found.notices) == (None, None, None, ())


def test_the_title_is_what_stands_under_the_office_in_type_as_large() -> None:
    found = facts(
        block("Business Statistics Division\nConstruction Section", "heading", level=0, size=16, top=60),
        block("METHODOLOGICAL NOTE ON THE REVISION", size=16, top=200),
        block("OF THE MATERIALS COST INDEX", size=16, top=225),
        block("Base year 2021 = 100.0", size=16, top=330),
        block("Piraeus, April 2024", size=16, top=450),
    )
    assert value(found.title) == "METHODOLOGICAL NOTE ON THE REVISION OF THE MATERIALS COST INDEX"
    assert found.reference_period is None


def test_the_office_over_the_title_in_one_heading_is_left_out() -> None:
    found = facts(
        block("MINISTRY OF FOOD\nWEEKLY WHOLESALE PRICES", "heading", level=0, size=12, top=40),
        block("Page of prices", top=200),
    )
    assert value(found.title) == "WEEKLY WHOLESALE PRICES"
    assert value(found.publisher) == "MINISTRY OF FOOD"


def test_a_running_head_larger_than_the_first_heading_is_the_title_and_dates_the_release() -> None:
    found = facts(
        block("HEALTH | SITUATION REPORT | 20 September 2020", "furniture", size=18, top=30),
        block("Epidemic situation in the country", "heading", level=0, size=15, top=80),
    )
    assert value(found.title) == "HEALTH | SITUATION REPORT | 20 September 2020"
    assert value(found.release_date) == "2020-09-20"


def test_the_page_number_beside_a_running_title_is_no_part_of_it() -> None:
    found = facts(
        block("Table 1 Planted area", "caption", top=60),
        block("Survey of grain crops, ninth assessment\n6", "furniture", size=7, top=800),
    )
    assert value(found.title) == "Survey of grain crops, ninth assessment"


def test_a_line_that_states_a_figure_is_no_part_of_a_captions_title() -> None:
    found = facts(block("Consumers' Price Index by group\nHousehold size = 3.8", "caption", top=60))
    assert value(found.title) == "Consumers' Price Index by group"


def test_a_base_year_is_not_the_reference_period() -> None:
    found = facts(
        block("Price index. Base 2021\nJune 2025", "heading", level=0, size=18, top=60),
    )
    assert value(found.reference_period) == "2025-06"
    found = facts(
        block("Quality report", "heading", level=0, size=18, top=60),
        block("Series are published with reference year 2015=100.0 starting from January 1996 onwards.", top=200),
    )
    assert found.reference_period is None


def test_captions_that_disagree_and_a_year_in_the_files_name_say_no_reference_period() -> None:
    found = facts(
        block("Survey results", "heading", level=0, size=18, top=60),
        block("Table 1: Prices, 2019", "caption", top=100),
        block("Table 2: Prices, 2020", "caption", top=300),
        path="survey_2021.pdf",
    )
    assert found.reference_period is None


def test_a_work_that_a_source_line_cites_is_no_publisher() -> None:
    for source in ("Source: IFPR (2015), adapted.", "Source: Bloomberg", "Source: Smith and others until 2017"):
        assert facts(block(PROSE, top=80), block(source, "source", top=300)).publisher is None
    assert value(facts(block("Source: CONAB - Survey: June 2013", "source", top=300)).publisher) == "CONAB"
    assert facts(block("Summary Statistics", top=40)).publisher is None


def test_an_offices_name_goes_on_in_small_letters() -> None:
    found = facts(block("Statistical Institute of the economy and of studies", top=40))
    assert value(found.publisher) == "Statistical Institute of the economy and of studies"


def test_a_line_that_names_the_kind_of_release_may_date_it() -> None:
    found = facts(
        block("Statistical news from Statistics Norland 2025-07-14 8.00", top=20),
        block("Inflation rate 2.8 percent in June 2025", "heading", level=0, size=18, top=60),
    )
    assert (value(found.release_date), value(found.publisher)) == ("2025-07-14", "Statistics Norland")


def test_a_title_that_a_program_left_in_the_file_is_none() -> None:
    found = facts(path="main_indicators.pdf", information=FileInformation(title="indictb1h_14"))
    assert found.title == Fact(value="main indicators", page=None, origin="file name")
