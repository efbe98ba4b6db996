"""Reading a file with either reader."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Protocol

from statchunk.errors import LimitError, NotAPdfError, ReaderError
from statchunk.model.page import FileInformation, OutlineItem, Page, PageText, Release
from statchunk.readers.pdfium import PdfiumDocument
from statchunk.readers.rescue import can_rescue
from statchunk.readers.unmapped import fill_in
from statchunk.settings import ReaderName, ReaderSettings

_ID_LETTERS = 16
"""Of a sha256, hexadecimal: 64 bits, enough for billions of files."""
_HEADER_WITHIN = 1024
"""Bytes from the beginning within which "%PDF" must stand."""


_EMPTY = "no page holds any text: nothing can be cited from the file, which may be damaged"


class _Document(Protocol):
    name: str
    count: int

    def pages(self, numbers: range | None) -> Iterator[Page]: ...
    def outline(self) -> tuple[OutlineItem, ...]: ...
    def information(self) -> FileInformation: ...
    def close(self) -> None: ...


def read(
    path: Path | str,
    *,
    password: str | None = None,
    reader: ReaderName = "pdfium",
    settings: ReaderSettings | None = None,
    pages: range | None = None,
    watch: Callable[[int], None] | None = None,
    keep: Callable[[Page], Page] | None = None,
) -> Release:
    """A release as read, before anything is understood.

    Args:
        path: a PDF file.
        password: opens an encrypted file.
        reader: "pdfium", or "pdfplumber", which is slower and independent of it.
        settings: limits and thresholds.
        pages: page numbers to read, from 1; those that the file does not have are passed over; all by default.
        watch: is told the number of each page before it is read, and 0 when all are.
        keep: is given each page when it is read, before the next, and gives what is to be kept of it; all by default.

    Raises:
        NotAPdfError: if the file is no PDF, is empty, or is damaged beyond repair.
        PasswordError: if it is encrypted and the password is missing or wrong.
        LimitError: if it is larger than the settings allow.
        ReaderError: if it is not there or cannot be read for another reason.
    """
    path, settings = Path(path), settings or ReaderSettings()
    digest = _digest(path, settings)
    document, warnings = _open(path, password, reader, settings)
    is_empty = True

    def kept(page: Page) -> Page:
        nonlocal is_empty
        is_empty = is_empty and not (page.words or page.hidden_words or page.warnings)
        return keep(page) if keep is not None else page

    with closing(document):
        read_pages = tuple(map(kept, _pages(document, pages, path, password, settings, watch)))
        return Release(
            path=str(path),
            document_id=document_id_of(digest),
            sha256=digest,
            pages=read_pages,
            information=document.information(),
            outline=document.outline(),
            reader=document.name,
            warnings=(*warnings, _EMPTY) if is_empty else warnings,
        )


def document_id_of(sha256: str) -> str:
    """The id of the document in a file, by the sha256 of its bytes, hexadecimal."""
    return sha256[:_ID_LETTERS]


def iter_pages(
    path: Path | str,
    *,
    password: str | None = None,
    reader: ReaderName = "pdfium",
    settings: ReaderSettings | None = None,
    pages: range | None = None,
) -> Iterator[Page]:
    """The pages of a release one by one, none kept; takes and raises what `read` does."""
    path, settings = Path(path), settings or ReaderSettings()
    _digest(path, settings)
    document, _ = _open(path, password, reader, settings)
    with closing(document):
        yield from _pages(document, pages, path, password, settings)


def extract(
    path: Path | str, *, password: str | None = None, settings: ReaderSettings | None = None
) -> Iterator[PageText]:
    """The text of each page as pdfplumber extracts it: what a pipeline has that does not look at the layout.

    Args:
        path: a PDF file.
        password: opens an encrypted file.
        settings: limits.

    Raises:
        ReaderError: as `read`, and if a page cannot be read.
    """
    from statchunk.readers.plumber import PlumberDocument  # slow to import, and few need it

    path, settings = Path(path), settings or ReaderSettings()
    _digest(path, settings)
    with closing(PlumberDocument(path, password, settings)) as document:
        yield from document.texts()


def _pages(
    document: _Document,
    numbers: range | None,
    path: Path,
    password: str | None,
    settings: ReaderSettings,
    watch: Callable[[int], None] | None = None,
) -> Iterator[Page]:
    pages = _watched(document, numbers, settings, watch or _unwatched)
    return fill_in(pages, path, password, settings) if document.name == PdfiumDocument.name else pages


def _watched(
    document: _Document, numbers: range | None, settings: ReaderSettings, watch: Callable[[int], None]
) -> Iterator[Page]:
    """The pages one by one, each announced; those that the settings leave out are empty."""
    for number in range(1, document.count + 1) if numbers is None else numbers:
        if number in settings.left_out_pages:
            yield Page(number, 0.0, 0.0, warnings=(f"page {number} is left out: it takes too long or hangs",))
        else:
            watch(number)
            yield from document.pages(range(number, number + 1))
    watch(0)


def _unwatched(_page_number: int) -> None:
    pass


def _open(
    path: Path, password: str | None, reader: ReaderName, settings: ReaderSettings
) -> tuple[_Document, tuple[str, ...]]:
    """The opened file, and warnings about how it was opened."""
    if reader == "pdfplumber":
        return _plumber(path, password, settings), ()
    try:
        return PdfiumDocument(path, password, settings), ()
    except NotAPdfError:
        if not can_rescue(path, password, settings):
            raise
        warning = "damaged: repaired by the second reader (pdfplumber); check figures against the file"
        return _plumber(path, password, settings), (warning,)


def _plumber(path: Path, password: str | None, settings: ReaderSettings) -> _Document:
    """The file opened by the second reader, which few files need and which is slow to import."""
    from statchunk.readers.plumber import PlumberDocument

    return PlumberDocument(path, password, settings)


def _digest(path: Path, settings: ReaderSettings) -> str:
    """The sha256 of a file that may be a PDF."""
    try:
        if path.is_dir():
            raise ReaderError(f"{path}: a folder; name a PDF file")
        size = path.stat().st_size
        if size == 0:
            raise NotAPdfError(f"{path}: the file is empty; fetch it again")
        if size > settings.max_bytes:
            raise LimitError(
                f"{path}: {size:,} bytes, more than the limit of {settings.max_bytes:,}; raise reader.max_bytes"
            )
        with path.open("rb") as file:
            if b"%PDF" not in file.read(_HEADER_WITHIN):
                raise NotAPdfError(f"{path}: not a PDF (it does not begin with %PDF); name a PDF file")
            file.seek(0)
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as exc:
        raise ReaderError(f"{path}: cannot be read: {exc.strerror}") from exc
