import re
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from statchunk.errors import LimitError, NotAPdfError, PasswordError, ReaderError
from statchunk.readers import iter_pages, pdfium, read
from statchunk.readers.information import iso_date
from statchunk.readers.rescue import can_rescue
from statchunk.settings import ReaderName, ReaderSettings
from tests.corpus import corpus_file
from tests.readers.drawing import draw, encrypted, text

READERS: tuple[ReaderName, ...] = ("pdfium", "pdfplumber")


def refusal(path: Path, kind: type[ReaderError], **options: object) -> str:
    with pytest.raises(kind) as caught:
        read(path, **options)  # type: ignore[arg-type]
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message


def test_absent_folder_empty_and_no_pdf(tmp_path: Path) -> None:
    refusal(tmp_path / "absent.pdf", ReaderError)
    assert "a folder" in refusal(tmp_path, ReaderError)
    (tmp_path / "empty.pdf").touch()
    assert "empty" in refusal(tmp_path / "empty.pdf", NotAPdfError)
    (tmp_path / "page.pdf").write_text("<html>Not found</html>")
    assert "not a PDF" in refusal(tmp_path / "page.pdf", NotAPdfError)


def test_cut_short(tmp_path: Path) -> None:
    path = tmp_path / "short.pdf"
    path.write_bytes(draw(tmp_path / "a.pdf", text(50, 200, "Whole")).read_bytes()[:60])
    assert "damaged" in refusal(path, NotAPdfError)


def test_password(tmp_path: Path) -> None:
    path = encrypted(tmp_path / "a.pdf", "open sesame")
    assert "encrypted; give its password with --password" in refusal(path, PasswordError)
    assert "the password given is wrong" in refusal(path, PasswordError, password="wrong")
    for reader in READERS:
        found = read(path, password="open sesame", reader=reader)
        assert [word.text for word in found.pages[0].words] == ["Secret", "figures"]


def test_limits(tmp_path: Path) -> None:
    path = draw(tmp_path / "a.pdf", *[text(50, 200, "Page")] * 3)
    assert "3 pages, more than the limit of 2" in refusal(path, LimitError, settings=ReaderSettings(max_pages=2))
    assert "bytes, more than the limit" in refusal(path, LimitError, settings=ReaderSettings(max_bytes=100))


def test_words_beyond_the_limit_are_told(tmp_path: Path) -> None:
    path = draw(tmp_path / "a.pdf", text(50, 200, "one two three four"))
    page = read(path, settings=ReaderSettings(max_words_a_page=2)).pages[0]
    assert len(page.words) == 2
    assert page.warnings == ("page 1: it has more than 2 words: the rest is left out",)


def test_pages_asked_for(tmp_path: Path) -> None:
    path = draw(tmp_path / "a.pdf", *[text(50, 200, word) for word in ("one", "two", "three")])
    assert [(p.number, p.words[0].text) for p in read(path, pages=range(2, 9)).pages] == [(2, "two"), (3, "three")]
    assert repr(read(path).pages) == repr(tuple(iter_pages(path)))


def test_same_bytes_same_release(tmp_path: Path) -> None:
    path = draw(tmp_path / "a.pdf", text(50, 200, "Same"))
    first = read(path)
    assert repr(first) == repr(read(path))
    assert len(first.document_id) == 16
    assert first.sha256.startswith(first.document_id)


def test_outline_links_and_information(tmp_path: Path) -> None:
    def first(canvas: Canvas) -> None:
        canvas.setTitle("Consumer prices")
        canvas.setAuthor("Office")
        canvas.bookmarkHorizontal("top", 0, 250)
        canvas.addOutlineEntry("Main points", "top", 0)
        canvas.linkURL("https://example.org/data", (50, 90, 150, 110))
        canvas.linkAbsolute("", "table", (50, 50, 150, 70))

    def second(canvas: Canvas) -> None:
        canvas.bookmarkPage("table", fit="XYZ", left=0, top=120)
        canvas.addOutlineEntry("Table 1", "table", 1)

    release = read(draw(tmp_path / "a.pdf", first, second))
    assert [tuple(item) for item in release.outline] == [("Main points", 1, 1, 50.0), ("Table 1", 2, 2, 180.0)]
    assert [tuple(link) for link in release.pages[0].links] == [
        (50.0, 190.0, 150.0, 210.0, "https://example.org/data", None),
        (50.0, 230.0, 150.0, 250.0, "", 2),
    ]
    assert (release.information.title, release.information.author) == ("Consumer prices", "Office")
    assert release.information.created == "2000-01-01T00:00:00+00:00"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("D:20250521093000+01'00'", "2025-05-21T09:30:00+01:00"),
        ("D:20250521093000Z", "2025-05-21T09:30:00Z"),
        ("D:202505", "2025-05"),
        ("2025-05-21T09:30:00+01:00", "2025-05-21T09:30:00+01:00"),
        ("yesterday", ""),
    ],
)
def test_dates(written: str, expected: str) -> None:
    assert expected == iso_date(written)


@pytest.mark.corpus
@pytest.mark.parametrize(
    "name",
    ["circular_toc", "self_referencing_xobjects", "corrupted_but_readable", "negative_coords", "vertical_writing_ja"],
)
def test_hostile_files_end(name: str) -> None:
    assert read(corpus_file(f"corpus/odd/{name}.pdf")).pages


@pytest.mark.corpus
@pytest.mark.parametrize("name", ["all_nul_bytes", "empty_0_bytes", "truncated_data_format_error"])
def test_broken_files_are_refused(name: str) -> None:
    refusal(corpus_file(f"corpus/odd/{name}.pdf"), NotAPdfError)


def test_second_reader_is_asked_apart_whether_it_gets_through(tmp_path: Path) -> None:
    good = draw(tmp_path / "a.pdf", text(50, 200, "Whole"))
    assert can_rescue(good, None, ReaderSettings())
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"%PDF-1.7\nnothing of use")
    assert not can_rescue(bad, None, ReaderSettings())
    assert not can_rescue(good, None, ReaderSettings(rescue_seconds=0.001))


def test_a_page_size_that_is_no_number_is_told_by_the_second_reader(tmp_path: Path) -> None:
    path = draw(tmp_path / "a.pdf", text(50, 200, "Prices"))
    data = path.read_bytes()
    size = re.search(rb"/MediaBox \[[^]]*\]", data)
    assert size is not None
    broken = b"/MediaBox [0 0 /N 300]".ljust(len(size[0]))
    path.write_bytes(data.replace(size[0], broken))
    assert "no readable PDF" in refusal(path, NotAPdfError, reader="pdfplumber")


def test_a_file_opened_anew_on_the_way_gives_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [text(50, 200, f"Prices rose by {number}.4 per cent") for number in range(5)]

    def said(path: Path) -> list[list[str]]:
        return [[word.text for word in page.words] for page in iter_pages(path, password="open")]

    path = encrypted(tmp_path / "a.pdf", "open", *pages)
    whole = said(path)
    assert [words[3] for words in whole] == ["0.4", "1.4", "2.4", "3.4", "4.4"]
    monkeypatch.setattr(pdfium, "_FRESH_EVERY", 2)
    assert said(path) == whole


@pytest.mark.parametrize("after", ["replaced", "removed"])
def test_a_file_that_changes_on_the_way_is_read_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: str) -> None:
    monkeypatch.setattr(pdfium, "_FRESH_EVERY", 2)
    path = draw(tmp_path / "a.pdf", *[text(50, 200, f"Page {number}") for number in range(5)])
    pages = iter_pages(path)
    said = [next(pages).words[1].text]
    path.unlink()
    if after == "replaced":
        draw(path, text(50, 200, "Another file"))
    said += [page.words[1].text for page in pages]
    assert said == ["0", "1", "2", "3", "4"]
