"""The proof that nothing is lost and nothing is said twice, and that both readers see the same."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from pydantic import BaseModel, ConfigDict

from statchunk.evidence.written import stands_apart
from statchunk.model.evidence import Document, Evidence, TableEvidence, WordRef
from statchunk.model.page import Page, Release, Word

_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(r"(?:(?<![^\s(\[])[-−–])?\d+(?:[.,]\d+)*")  # with a sign that opens it
_RUN = re.compile(r"[^\W_]+")
_LISTED = 20  # of each kind of difference; the counts are complete


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class WordFault(_Model):
    """A word of the text layer that is in no object, or in more than one."""

    page: int
    order: int
    text: str
    objects: int
    """How many hold it."""


class NumberFault(_Model):
    """A number that an object's words hold more often than its text, or less often."""

    evidence_id: str
    page: int
    digits: str
    in_words: int
    in_text: int


class ReaderFault(_Model):
    """A word or number that the readers see differently."""

    page: int
    text: str
    first: int
    """How often the reader of the release sees it."""
    second: int


class PageAudit(_Model):
    """One page."""

    page: int
    words: int
    held_once: float
    """Share of its words in exactly one object; 1 for a page without words."""
    numbers_equal: bool
    """Of the objects that begin on the page."""
    same_words: float | None = None
    """Share of words that both readers see; None where there was one reader."""
    same_numbers: float | None = None
    """Share of numbers that both readers see."""


class AuditReport(_Model):
    """What `statchunk audit` prints."""

    document_id: str
    path: str
    words: int
    held_once: float
    """Share of all words, hidden ones too, in exactly one object: 1.0 is the promise."""
    lost: int
    doubled: int
    numbers_equal: bool
    """Whether the text of each object holds the numbers of its words, each as often; raised figures need not be."""
    cells_equal: bool
    """Whether the cells of each table hold no digits that its words do not."""
    numbers_placed: float
    """Share of the digits in tables that stand in a cell, label, caption, note or source; the rest is only in the
    table's text."""
    same_words: float | None = None
    """Share of words that both readers see; None where there was one reader."""
    same_numbers: float | None = None
    """Share of numbers that both readers see."""
    faults: tuple[WordFault, ...] = ()
    """The first of them, as of those below; the counts above are complete."""
    number_faults: tuple[NumberFault, ...] = ()
    cell_faults: tuple[NumberFault, ...] = ()
    reader_faults: tuple[ReaderFault, ...] = ()
    pages: tuple[PageAudit, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether nothing is lost, nothing is said twice and no number differs; readers may see words differently."""
        return self.lost == 0 and self.doubled == 0 and self.numbers_equal and self.cells_equal


def audit(release: Release, document: Document, second: Release | None = None) -> AuditReport:
    """Compare a document with the text layer that it was made from.

    Args:
        release: as read.
        document: understood from it.
        second: the same file by another reader.
    """
    number_faults, cell_faults, placed = _check_numbers(release, document.evidence)
    holders = Counter(ref for evidence in document.evidence for ref in evidence.words)
    wrong_pages = {fault.page for fault in number_faults}
    others = None if second is None else {page.number: page for page in second.pages}
    readers = _ReaderTally()
    faults: list[WordFault] = []
    pages: list[PageAudit] = []
    total = 0
    for page in release.pages:
        words = (*page.words, *page.hidden_words)
        wrong = [
            WordFault(page=page.number, order=word.order, text=word.text, objects=times)
            for word in words
            if (times := holders.get(WordRef(page.number, word.order), 0)) != 1
        ]
        total += len(words)
        faults += wrong
        shares = (None, None) if others is None else readers.compare(page, others.get(page.number))
        pages.append(
            PageAudit(
                page=page.number,
                words=len(words),
                held_once=1 - len(wrong) / len(words) if words else 1.0,
                numbers_equal=page.number not in wrong_pages,
                same_words=shares[0],
                same_numbers=shares[1],
            )
        )
    return AuditReport(
        document_id=document.document_id,
        path=document.path,
        words=total,
        held_once=1 - len(faults) / total if total else 1.0,
        lost=sum(fault.objects == 0 for fault in faults),
        doubled=sum(fault.objects > 1 for fault in faults),
        numbers_equal=not number_faults,
        cells_equal=not cell_faults,
        numbers_placed=placed,
        same_words=None if others is None else _share(*readers.words),
        same_numbers=None if others is None else _share(*readers.numbers),
        faults=tuple(faults[:_LISTED]),
        number_faults=tuple(number_faults[:_LISTED]),
        cell_faults=tuple(cell_faults[:_LISTED]),
        reader_faults=tuple(readers.faults[:_LISTED]),
        pages=tuple(pages),
        warnings=document.warnings,
    )


def _share(common: int, every: int) -> float:
    return common / every if every else 1.0


def _check_numbers(
    release: Release, evidence: Sequence[Evidence]
) -> tuple[list[NumberFault], list[NumberFault], float]:
    """Faults of texts, faults of cells, and the share of digits in tables that stand in a field of their own."""
    known = {
        WordRef(page.number, word.order): word for page in release.pages for word in (*page.words, *page.hidden_words)
    }
    text_faults: list[NumberFault] = []
    cell_faults: list[NumberFault] = []
    placed = every = 0
    for item in evidence:
        words = [known[ref] for ref in item.words if ref in known]
        level = _numbers(_glued(word for word in words if not word.rise))
        raised = _numbers(word.text for word in words if word.rise)
        text_faults += _faults(item, level, level + raised, Counter(_NUMBER.findall(item.text)))
        if isinstance(item, TableEvidence) and item.cells:
            cells = _digits(cell.text for cell in item.cells)
            held = _digits(word.text for word in words)
            cell_faults += _faults(item, Counter(), held, cells)
            fields = set(cells) | set(_digits(_fields(item)))
            body = _digits(word.text for word in words if not word.rise)
            every += body.total()
            placed += sum(times for digits, times in body.items() if digits in fields)
    return text_faults, cell_faults, _share(placed, every)


def _fields(table: TableEvidence) -> Iterable[str]:
    for row in table.rows:
        yield from (*row.path, *row.marks)
    for column in table.columns:
        yield from (*column.path, *column.marks)
    yield from (mark for cell in table.cells for mark in cell.marks)
    yield from (text for text in (table.label, table.caption, table.headnote, table.source) if text)
    for note in table.notes:
        yield note.text
        yield note.mark or ""


def _faults(item: Evidence, least: Counter[str], most: Counter[str], text: Counter[str]) -> list[NumberFault]:
    """Numbers that stand less often in the text than they must, or more often than they may."""
    return [
        NumberFault(evidence_id=item.id, page=item.page, digits=digits, in_words=most[digits], in_text=text[digits])
        for digits in sorted(most.keys() | text.keys())
        if not least[digits] <= text[digits] <= most[digits]
    ]


def _digits(texts: Iterable[str]) -> Counter[str]:
    return Counter(digits for text in texts for digits in _DIGITS.findall(text))


class _ReaderTally:
    """Compares what two readers see, page by page, and adds up."""

    def __init__(self) -> None:
        self.words = (0, 0)
        self.numbers = (0, 0)
        self.faults: list[ReaderFault] = []

    def compare(self, page: Page, other: Page | None) -> tuple[float, float]:
        """Shares of words and of numbers that both see on a page."""
        first, second = _printed(page), _printed(other) if other is not None else []
        words = self._tally(page.number, _spellings(first), _spellings(second))
        self.words = (self.words[0] + words[0], self.words[1] + words[1])
        numbers = _tally(_numbers(first), _numbers(second))
        self.numbers = (self.numbers[0] + numbers[0], self.numbers[1] + numbers[1])
        return _share(*words), _share(*numbers)

    def _tally(self, page_number: int, first: Counter[str], second: Counter[str]) -> tuple[int, int]:
        for text in sorted(first.keys() | second.keys()):
            if first[text] != second[text]:
                self.faults.append(ReaderFault(page=page_number, text=text, first=first[text], second=second[text]))
        return _tally(first, second)


def _tally(first: Counter[str], second: Counter[str]) -> tuple[int, int]:
    return (first & second).total(), (first | second).total()


def _printed(page: Page) -> list[str]:
    return _glued(sorted((*page.words, *page.hidden_words), key=lambda word: word.order))


def _glued(words: Iterable[Word]) -> list[str]:
    """Words between white space: one that is glued to the word just before it in the text layer is joined to it."""
    joined: list[str] = []
    before: Word | None = None
    for word in words:
        if before is not None and word.order == before.order + 1 and not stands_apart(word, before):
            joined[-1] += word.text
        else:
            joined.append(word.text)
        before = word
    return joined


def _spellings(words: Iterable[str]) -> Counter[str]:
    """Runs of letters and digits; stops, leaders and brackets may be cut off differently."""
    return Counter(run for word in words for run in _RUN.findall(word))


def _numbers(words: Iterable[str]) -> Counter[str]:
    return Counter(number for word in words for number in _NUMBER.findall(word))
