import pytest

from statchunk.model.page import Page, Style, Word
from statchunk.readers import read
from statchunk.readers.unmapped import filled
from tests.corpus import corpus_file

STYLE = Style("Serif", 10.0, False, False, 0)


def word(text: str, x0: float, order: int = 0) -> Word:
    return Word(text, x0, 90.0, x0 + 40, 100.0, 98.0, STYLE, 0, 0, False, "", order, 0)


def test_word_with_unknown_character_is_taken_from_the_same_place() -> None:
    page = Page(1, 400.0, 300.0, words=(word("Con\ufffdrmed", 50.0), word("cases", 95.0, 1)))
    other = Page(1, 400.0, 300.0, words=(word("Confirmed", 50.4), word("CASES", 95.0, 1)))
    result = filled(page, other)
    assert [w.text for w in result.words] == ["Confirmed", "cases"]
    assert result.warnings == ("page 1: words with such characters taken from the second reader (pdfplumber): 1",)


@pytest.mark.parametrize("text", ["Conrmed", "Condemned", "Con\ufffdrmed"])
def test_text_that_does_not_fit_is_not_taken(text: str) -> None:
    page = Page(1, 400.0, 300.0, words=(word("Con\ufffdrmed", 50.0),))
    assert page == filled(page, Page(1, 400.0, 300.0, words=(word(text, 50.0),)))


@pytest.mark.corpus
def test_ligature_without_unicode_value() -> None:
    page = read(corpus_file("corpus/icdar2013/eu/eu-016.pdf"), pages=range(1, 2)).pages[0]
    assert "Confirmed" in [w.text for w in page.words]


@pytest.mark.corpus
def test_hyphen_at_a_line_end_is_kept_and_ends_its_word() -> None:
    page = read(corpus_file("corpus/labour/gr_elstat_lfs_2025Q1_en.pdf"), pages=range(4, 5)).pages[0]
    texts = [w.text for w in page.words]
    assert texts[texts.index("non-") + 1] == "manual"
