"""The text of a file as an extractor prints it, page by page: what a pipeline cuts that sees no layout.

Rows of tables stand as printed, columns interleaved, running heads and feet among them. Nothing tells which part of a
page a piece comes from, so its place is the whole page, and its evidence all of that page.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from statchunk.box import Box, PageBox
from statchunk.chunking.context import Context
from statchunk.chunking.draft import Draft
from statchunk.chunking.texts import Splitter, page_prefix
from statchunk.model.evidence import Document


class _Printed(NamedTuple):
    """A text, the page it stands on, and the ids of the evidence there."""

    text: str
    place: PageBox
    evidence_ids: tuple[str, ...]


def extracted(splitter: Splitter) -> Callable[[Context], Iterator[Draft]]:
    """A strategy that cuts the extracted text of each page, with title, date and page number before it."""

    def strategy(context: Context) -> Iterator[Draft]:
        for printed in _handed_over(context.document) or _from_file(context):
            text = f"{page_prefix(context.document, printed.place.page)}\n{printed.text}"
            for span in splitter(text, context):
                piece = text[span.start : span.end].strip()
                if piece:
                    yield Draft(
                        kind="paragraph",
                        evidence_ids=printed.evidence_ids,
                        text=piece,
                        embedding_text=piece,
                        regions=(printed.place,),
                        section=(),
                        subject="",
                    )

    return strategy


def _handed_over(document: Document) -> list[_Printed]:
    """The texts of a document that was never laid out but came as texts with a page number; none of any other."""
    if any(region.bbox.area for evidence in document.evidence for region in evidence.regions):
        return []
    return [
        _Printed(evidence.text, PageBox(evidence.page, Box(0.0, 0.0, 0.0, 0.0)), (evidence.id,))
        for evidence in document.evidence
    ]


def _from_file(context: Context) -> Iterator[_Printed]:
    """The texts of the pages of the file that the document was read from; pages without text are passed over.

    Raises:
        ReaderError: if the file is no longer there, or cannot be read.
    """
    by_page: dict[int, list[str]] = {}
    for evidence in context.document.evidence:
        for page in dict.fromkeys(region.page for region in evidence.regions):
            by_page.setdefault(page, []).append(evidence.id)
    for number, width, height, text in context.extract(context.document.path):
        if text.strip():
            yield _Printed(text, PageBox(number, Box(0.0, 0.0, width, height)), tuple(by_page.get(number, ())))
