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
