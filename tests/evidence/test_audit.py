from statchunk.box import Box, PageBox
from statchunk.evidence.audit import audit
from statchunk.model.evidence import Cell, Document, Evidence, Paragraph, ReleaseFacts, TableEvidence, WordRef
from tests.evidence.made import Setter, release

BOX = Box(0, 0, 1, 1)
REGION = PageBox(1, BOX)


def document(*evidence: Evidence) -> Document:
    return Document(
        path="x", document_id="d", sha256="0", facts=ReleaseFacts(pages=1), evidence=evidence, observations=()
    )


def paragraph(text: str, *orders: int) -> Paragraph:
    words = tuple(WordRef(1, order) for order in orders)
    return Paragraph(id="p", document_id="d", page=1, regions=(REGION,), text=text, words=words)


def page() -> Setter:
    made = Setter()
    made.line("Prices rose by 3.5", 50, 100)
    return made


def test_nothing_lost_nothing_doubled_passes() -> None:
    report = audit(release(page().page()), document(paragraph("Prices rose by 3.5", 0, 1, 2, 3)))
    assert report.passed
    assert report.held_once == 1.0


def test_a_lost_word_is_named() -> None:
    report = audit(release(page().page()), document(paragraph("Prices rose by", 0, 1, 2)))
    assert not report.passed
    assert (report.lost, report.held_once) == (1, 0.75)
    assert report.faults[0].text == "3.5"


def test_a_word_said_twice_is_named() -> None:
    report = audit(
        release(page().page()), document(paragraph("Prices rose by 3.5", 0, 1, 2, 3), paragraph("Prices", 0))
    )
    assert (report.doubled, report.faults[0].objects) == (1, 2)


def test_a_decimal_point_or_sign_that_went_missing_is_found() -> None:
    for text in ("Prices rose by 35", "Prices rose by 3 5", "Prices rose by −3.5"):
        report = audit(release(page().page()), document(paragraph(text, 0, 1, 2, 3)))
        assert not report.numbers_equal, text


def test_a_figure_in_a_cell_that_is_not_on_the_page_is_found() -> None:
    table = TableEvidence(
        id="t",
        document_id="d",
        page=1,
        regions=(REGION,),
        text="Prices rose by 3.5",
        label=None,
        caption=None,
        columns=(),
        rows=(),
        cells=(Cell(row=0, column=0, text="7.5", page=1, bbox=BOX),),
        words=tuple(WordRef(1, order) for order in range(4)),
    )
    report = audit(release(page().page()), document(table))
    assert report.numbers_equal
    assert not report.cells_equal


def test_what_the_readers_see_differently_is_listed() -> None:
    other = Setter()
    other.line("Prices rose by 3.6", 50, 100)
    made = release(page().page())
    report = audit(made, document(paragraph("Prices rose by 3.5", 0, 1, 2, 3)), release(other.page()))
    assert report.same_words == 4 / 6
    assert report.same_numbers == 0
    assert {fault.text for fault in report.reader_faults} == {"5", "6"}


def test_a_page_without_words_has_lost_none() -> None:
    report = audit(release(Setter().page()), document())
    assert report.passed
    assert report.held_once == 1.0
