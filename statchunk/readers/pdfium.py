"""The primary reader: pdfium through its raw interface."""

from collections.abc import Iterator
from ctypes import byref
from pathlib import Path
from typing import Literal

import pypdfium2
import pypdfium2.raw as raw

from statchunk.errors import LimitError, NotAPdfError, PasswordError, ReaderError
from statchunk.model.page import Image, Page
from statchunk.readers import native
from statchunk.readers.frame import Frame, Turn
from statchunk.readers.graphics import GraphicsReader
from statchunk.readers.rules import merge_rules
from statchunk.readers.text import read_words
from statchunk.readers.visibility import hide
from statchunk.settings import ReaderSettings

_ROTATIONS: tuple[Turn, Turn, Turn, Turn] = (0, 90, 180, 270)


def open_document(path: Path, password: str | None, settings: ReaderSettings) -> pypdfium2.PdfDocument:
    """The opened file.

    Raises:
        NotAPdfError: if pdfium cannot make sense of it.
        PasswordError: if it is encrypted and the password is missing or wrong.
        LimitError: if it has more pages than allowed.
        ReaderError: if its encryption is of a kind that is not supported.
    """
    try:
        document = pypdfium2.PdfDocument(path, password=password)
    except pypdfium2.PdfiumError as exc:
        code = getattr(exc, "err_code", None)
        if code == raw.FPDF_ERR_PASSWORD:
            told = "the password does not open it" if password else "encrypted"
            raise PasswordError(f"{path}: {told}; give its password with --password") from exc
        if code == raw.FPDF_ERR_SECURITY:
            raise ReaderError(f"{path}: encrypted in a way that is not supported; save it without protection") from exc
        raise NotAPdfError(f"{path}: no readable PDF (damaged or cut short); fetch it again") from exc
    if len(document) > settings.max_pages:
        pages = len(document)
        document.close()
        raise LimitError(
            f"{path}: {pages} pages, more than the limit of {settings.max_pages}; raise reader.max_pages or split it"
        )
    return document


def read_pages(document: pypdfium2.PdfDocument, numbers: range | None, settings: ReaderSettings) -> Iterator[Page]:
    """Pages one by one; `numbers` count from 1."""
    handle = native.address(document.raw)
    for number in numbers if numbers is not None else range(1, len(document) + 1):
        page = native.load_page(handle, number - 1)
        if not page:
            yield Page(number, 0.0, 0.0, warnings=(f"page {number} cannot be read: it is damaged",))
            continue
        try:
            yield _read_page(handle, page, number, settings)
        finally:
            native.close_page(page)


def frame_of(page: int) -> Frame:
    """The visible box and rotation of a loaded page."""
    box = native.Rectangle()
    native.get_page_box(page, byref(box))
    return Frame(box.left, box.bottom, box.right, box.top, _ROTATIONS[native.get_page_rotation(page) % 4])


def _read_page(document: int, page: int, number: int, settings: ReaderSettings) -> Page:
    frame = frame_of(page)
    text = read_words(page, frame, settings)
    graphics = GraphicsReader(settings, frame).read(document, page)
    drawn = {run: graphics.text_order.get(handle) for handle, run in text.run_of.items()}
    width, height = round(frame.width, 2), round(frame.height, 2)
    words = hide(text.words, drawn.get, graphics.painted, graphics.covers, width, height, settings)
    visible = tuple(word for word in words if not word.hidden)
    hidden = tuple(word for word in words if word.hidden)
    warnings = [f"page {number}: {warning}" for warning in (*text.warnings, *graphics.warnings)]
    if len(hidden) > len(visible) and _covered_by_images(graphics.images, width, height):
        warnings.append(
            f"page {number} is a scan: the {len(hidden)} words of its hidden text layer (OCR) are kept apart"
        )
    if not text.words and (graphics.images or graphics.paths or graphics.rules):
        warnings.append(f"page {number} has no text layer (an image): nothing can be read from it without OCR")
    return Page(
        number,
        width,
        height,
        words=visible,
        hidden_words=hidden,
        rules=merge_rules(graphics.rules, settings),
        rects=tuple(graphics.rects),
        images=tuple(graphics.images),
        paths=tuple(graphics.paths),
        warnings=tuple(warnings),
    )


def _covered_by_images(images: list[Image], width: float, height: float) -> bool:
    """Whether one image fills most of the page."""
    return any((i.x1 - i.x0) * (i.bottom - i.top) > _MOST * width * height for i in images)


_MOST = 0.6
"""Share of the page that the picture of a scan fills at least."""
ReaderName = Literal["pdfium", "pdfplumber"]
