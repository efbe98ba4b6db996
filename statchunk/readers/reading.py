"""Reading a file with either reader."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from statchunk.errors import LimitError, NotAPdfError, ReaderError
from statchunk.model.page import Page, Release
from statchunk.readers import pdfium
from statchunk.readers.pdfium import ReaderName
from statchunk.settings import ReaderSettings

_HEADER_WITHIN = 1024


def read(
    path: Path | str,
    *,
    password: str | None = None,
    reader: ReaderName = "pdfium",
    settings: ReaderSettings | None = None,
    pages: range | None = None,
) -> Release:
    """A release as read, before anything is understood.

    Args:
        path: a PDF file.
        password: opens an encrypted file.
        reader: "pdfium", or "pdfplumber" which is slower and independent of it.
        settings: limits and thresholds.
        pages: page numbers to read, from 1; all by default.

    Raises:
        NotAPdfError: if the file is no PDF, is empty, or is damaged beyond repair.
        PasswordError: if it is encrypted and the password is missing or wrong.
        LimitError: if it is larger than the settings allow.
        ReaderError: if it is not there or cannot be read for another reason.
    """
    path = Path(path)
    settings = settings or ReaderSettings()
    digest = _check(path, settings)
    document = pdfium.open_document(path, password, settings)
    try:
        return Release(
            path=str(path),
            document_id=digest[:16],
            sha256=digest,
            pages=tuple(pdfium.read_pages(document, pages, settings)),
            reader="pdfium",
        )
    finally:
        document.close()


def iter_pages(
    path: Path | str,
    *,
    password: str | None = None,
    settings: ReaderSettings | None = None,
    pages: range | None = None,
) -> Iterator[Page]:
    """The pages of a release one by one, none kept; raises as `read` does."""
    path = Path(path)
    settings = settings or ReaderSettings()
    _check(path, settings)
    document = pdfium.open_document(path, password, settings)
    try:
        yield from pdfium.read_pages(document, pages, settings)
    finally:
        document.close()


def _check(path: Path, settings: ReaderSettings) -> str:
    """The sha256 of a file that may be a PDF."""
    try:
        size = path.stat().st_size
        if path.is_dir():
            raise ReaderError(f"{path}: a folder; name a PDF file")
        if size == 0:
            raise NotAPdfError(f"{path}: the file is empty; fetch it again")
        if size > settings.max_bytes:
            raise LimitError(
                f"{path}: {size:,} bytes, more than the limit of {settings.max_bytes:,}; raise reader.max_bytes"
            )
        with path.open("rb") as file:
            if b"%PDF" not in file.read(_HEADER_WITHIN):
                raise NotAPdfError(f"{path}: not a PDF (it does not begin with %PDF)")
            file.seek(0)
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as exc:
        raise ReaderError(f"{path}: cannot be read: {exc.strerror}") from exc
