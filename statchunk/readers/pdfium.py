"""The primary reader: pdfium through its raw interface."""

from collections import defaultdict
from collections.abc import Iterator
from ctypes import byref
from pathlib import Path

import pypdfium2
import pypdfium2.raw as raw

from statchunk.errors import LimitError, NotAPdfError, PasswordError, ReaderError
from statchunk.model.page import FileInformation, Image, OutlineItem, Page, Tag, Word
from statchunk.readers import native
from statchunk.readers.frame import Frame, Turn, too_large
from statchunk.readers.graphics import Graphics, GraphicsReader
from statchunk.readers.information import information_of, read_packet
from statchunk.readers.outline import read_links, read_outline
from statchunk.readers.rules import merge_rules
from statchunk.readers.tags import read_tags
from statchunk.readers.text import PageText, read_words
from statchunk.readers.visibility import hidden_warning, hide, parted
from statchunk.rounding import hundredths
from statchunk.settings import ReaderSettings

_ROTATIONS: tuple[Turn, Turn, Turn, Turn] = (0, 90, 180, 270)
_FIELDS = ("Title", "Author", "Subject", "Keywords", "Creator", "Producer", "CreationDate", "ModDate")
_FRESH_EVERY = 128
"""Pages after which the file is opened anew: pdfium keeps up to 0.05 MB of each."""
_MOST = 0.6
"""Share of the page that the picture of a scan fills at least."""


class PdfiumDocument:
    """A file opened with pdfium."""

    name = "pdfium"

    def __init__(self, path: Path, password: str | None, settings: ReaderSettings) -> None:
        """Opens the file.

        Raises:
            NotAPdfError: if pdfium cannot make sense of it.
            PasswordError: if it is encrypted and the password is missing or wrong.
            LimitError: if it has more pages than allowed.
            ReaderError: if its encryption is of a kind that is not supported.
        """
        self._path, self._settings = path, settings
        try:
            self._document = pypdfium2.PdfDocument(path, password=password)
        except pypdfium2.PdfiumError as exc:
            code = getattr(exc, "err_code", None)
            if code == raw.FPDF_ERR_PASSWORD:
                told = "the password given is wrong; give the right one" if password else "encrypted; give its password"
                raise PasswordError(f"{path}: {told} with --password") from exc
            if code == raw.FPDF_ERR_SECURITY:
                raise ReaderError(f"{path}: encrypted in a way not supported; save it without protection") from exc
            raise NotAPdfError(f"{path}: no readable PDF (damaged or cut short); fetch it again") from exc
        self.count = len(self._document)
        if self.count == 0:
            self._document.close()
            raise NotAPdfError(f"{path}: it has no pages (damaged or cut short); fetch it again")
        if self.count > settings.max_pages:
            self._document.close()
            raise LimitError(
                f"{path}: {self.count:,} pages, more than the limit of {settings.max_pages:,}; "
                "raise reader.max_pages or split it"
            )
        self._password, self._state, self._loaded = password, _state(path), 0
        self._handle = native.address(self._document.raw)
        self._tagged = bool(native.is_tagged(self._handle))
        self._frames: dict[int, Frame] = {}
        self._texts: dict[str, str] = {}

    def close(self) -> None:
        """Closes the file."""
        self._document.close()

    def pages(self, numbers: range | None) -> Iterator[Page]:
        """Pages one by one; `numbers` count from 1."""
        for number in numbers if numbers is not None else range(1, self.count + 1):
            if not 1 <= number <= self.count:
                continue
            self._loaded += 1
            if self._loaded % _FRESH_EVERY == 0:
                self._begin_afresh()
            page = native.load_page(self._handle, number - 1)
            if not page:
                yield Page(number, 0.0, 0.0, warnings=(f"page {number} cannot be read: it is damaged",))
                continue
            try:
                frame = self._frames[number] = _frame(page)
                if max(frame.width, frame.height) > self._settings.max_page_side:
                    yield too_large(number, frame.width, frame.height)
                    continue
                yield self._page(page, number, frame)
            finally:
                native.close_page(page)

    def _begin_afresh(self) -> None:
        """Open the file anew, since pdfium keeps what it has parsed of each page; not if the file has changed."""
        if _state(self._path) != self._state:
            return
        try:
            fresh = pypdfium2.PdfDocument(self._path, password=self._password)
        except pypdfium2.PdfiumError:  # the file has just gone
            return
        self._document.close()
        self._document, self._handle = fresh, native.address(fresh.raw)

    def outline(self) -> tuple[OutlineItem, ...]:
        """The bookmarks; cheapest after the pages were read."""
        return tuple(read_outline(self._handle, self._frame_of_page, self._settings))

    def information(self) -> FileInformation:
        """What the file says of itself."""
        fields = {name: native.text_of(native.get_metadata, self._handle, name.encode()) for name in _FIELDS}
        language = native.text_of(native.get_language, self._handle)
        return information_of(fields, language, read_packet(self._path))

    def _frame_of_page(self, number: int) -> Frame | None:
        frame = self._frames.get(number)
        if frame is None:
            page = native.load_page(self._handle, number - 1)
            if not page:
                return None
            frame = self._frames[number] = _frame(page)
            native.close_page(page)
        return frame

    def _page(self, page: int, number: int, frame: Frame) -> Page:
        settings = self._settings
        drawing = GraphicsReader(settings, frame)
        graphics = drawing.read(self._handle, page)
        text = read_words(page, frame, settings, self._texts, graphics.rules)
        width, height = hundredths(frame.width), hundredths(frame.height)

        def order_of_run() -> dict[int, int | None]:
            return {run: graphics.text_order.get(handle) for handle, run in text.run_of.items()}

        words = hide(text.words, order_of_run, graphics.painted, graphics.covers, width, height, settings)
        visible, hidden = parted(words)
        if any(word.hidden == "off-page" for word in hidden):
            words = _clipped(words, text.run_of, drawing)
            visible, hidden = parted(words)
        images = tuple(graphics.images)
        tags: tuple[Tag, ...] = ()
        if self._tagged:
            images, tags = _tagged(page, text, graphics, settings)
        warnings = [f"page {number}: {warning}" for warning in (*text.warnings, *graphics.warnings)]
        if len(hidden) > len(visible) and _is_scan(images, width, height):
            warnings.append(
                f"page {number} is a scan: the {len(hidden)} words of its hidden text layer (OCR) are kept apart"
            )
        elif hidden:
            warnings.append(hidden_warning(number, hidden))
        if not words and (images or graphics.paths or graphics.rules):
            warnings.append(f"page {number} has no text layer (an image): nothing can be read from it without OCR")
        return Page(
            number,
            width,
            height,
            words=visible,
            hidden_words=hidden,
            rules=merge_rules(graphics.rules, settings),
            rects=tuple(graphics.rects),
            images=images,
            paths=tuple(graphics.paths),
            links=tuple(read_links(self._handle, page, frame)),
            tags=tags,
            warnings=tuple(warnings),
        )


def _state(path: Path) -> tuple[int, int, int] | None:
    """What tells that a file is still the same; None where it has gone."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def _frame(page: int) -> Frame:
    """The visible box and rotation of a loaded page."""
    box = native.Rectangle()
    native.get_page_box(page, byref(box))
    return Frame(box.left, box.bottom, box.right, box.top, _ROTATIONS[native.get_page_rotation(page) % 4])


def _tagged(
    page: int, text: PageText, graphics: Graphics, settings: ReaderSettings
) -> tuple[tuple[Image, ...], tuple[Tag, ...]]:
    """The images with their alternative texts, and the tags of a page."""
    content_of_run = {run: native.get_marked_content_id(handle) for handle, run in text.run_of.items()}
    orders: defaultdict[int, list[int]] = defaultdict(list)
    for word in text.words:
        orders[content_of_run[word.run]].append(word.order)
    tags, alts = read_tags(page, orders, settings)
    images = graphics.images
    if alts:
        images = [
            image._replace(alt=alts.get(native.get_marked_content_id(handle), ""))
            for image, handle in zip(images, graphics.image_handles, strict=True)
        ]
    return tuple(images), tags


def _clipped(words: list[Word], run_of: dict[int, int], drawing: GraphicsReader) -> list[Word]:
    """The words, those marked that a clip path cuts off; asked only where text runs over the edge of the page."""
    boxes = {run: drawing.clip_box(native.Handle(handle)) for handle, run in run_of.items()}

    def is_cut_off(word: Word) -> bool:
        box = boxes[word.run]
        return box is not None and (
            word.x0 >= box.x1 or word.x1 <= box.x0 or word.top >= box.bottom or word.bottom <= box.top
        )

    return [word.but(hidden="clipped") if not word.hidden and is_cut_off(word) else word for word in words]


def _is_scan(images: tuple[Image, ...], width: float, height: float) -> bool:
    """Whether one image fills most of the page."""
    return any((i.x1 - i.x0) * (i.bottom - i.top) > _MOST * width * height for i in images)
