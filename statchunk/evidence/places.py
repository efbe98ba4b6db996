"""Places and ids of evidence."""

from collections.abc import Iterable
from hashlib import sha256

from statchunk.box import Box, Boxed, PageBox
from statchunk.geometry import bounding_box, box_of, turn_box
from statchunk.model.evidence import WordRef
from statchunk.model.layout import PageLayout
from statchunk.model.page import Page, Word
from statchunk.model.trusted import paired
from statchunk.rounding import hundredths


class Frames:
    """Brings boxes of pages that were stood upright for layout back to the page as displayed."""

    def __init__(self, pages: Iterable[Page], layouts: Iterable[PageLayout]) -> None:
        """Remember how each page was turned.

        Args:
            pages: as displayed.
            layouts: of these pages.
        """
        turns = {layout.page_number: layout.turn for layout in layouts if layout.turn}
        self._turned = {page.number: (turns[page.number], page) for page in pages if page.number in turns}

    @property
    def turned(self) -> bool:
        """Whether any page was turned."""
        return bool(self._turned)

    def displayed(self, page_number: int, box: Boxed) -> Box:
        """The box on the page as displayed."""
        known = self._turned.get(page_number)
        if known is None:
            return box if isinstance(box, Box) else box_of(box)
        turn, page = known
        width, height = (page.height, page.width) if turn in (90, 270) else (page.width, page.height)
        return Box(*(hundredths(side) for side in turn_box(box, (360 - turn) % 360, width, height)))

    def region(self, page_number: int, box: Boxed) -> PageBox:
        """The same, with its page."""
        return PageBox(page_number, self.displayed(page_number, box))


def merged(regions: Iterable[PageBox]) -> tuple[PageBox, ...]:
    """Regions of one page that follow each other as one box; a page visited again later keeps a box of its own."""
    kept: list[PageBox] = []
    for page, box in regions:
        if kept and kept[-1].page == page:
            kept[-1] = PageBox(page, bounding_box((kept[-1].bbox, box)))
        else:
            kept.append(PageBox(page, box))
    return tuple(kept)


def references(page_number: int, words: Iterable[Word]) -> tuple[WordRef, ...]:
    """References to words of a page."""
    return paired(WordRef, page_number, [word.order for word in words])


def evidence_id(document_id: str, kind: str, page: int, box: Boxed, text: str) -> str:
    """A stable id: the same bytes give the same; place and text are part of it, so that repeated notes differ."""
    place = f"{page}:{box.x0:.1f},{box.top:.1f},{box.x1:.1f},{box.bottom:.1f}"
    digest = sha256(f"{place} {text}".encode()).hexdigest()[:10]
    return f"{document_id}-{kind}-{digest}"
