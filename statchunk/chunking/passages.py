"""The text of a release in reading order, line by line, each line with its place: what the text strategies cut."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from statchunk.box import Box, PageBox
from statchunk.chunking.draft import Draft, merge_regions
from statchunk.geometry import bounding_box
from statchunk.model.evidence import Document, Evidence, Furniture, TableEvidence
from statchunk.text import one_space

_BAR = " | "
_AHEAD = 8  # rows; a printed row is one of the next few, so that a note which ends with a figure is no row far below
_KINDS = frozenset({"paragraph", "list", "table", "figure", "definition", "factsheet", "note"})


class Passage(NamedTuple):
    """A line of a table or list, or a whole paragraph."""

    text: str
    evidence: Evidence
    page: int
    box: Box


class Span(NamedTuple):
    """A piece of a running text: its first character and the one after its last."""

    start: int
    end: int


class RunningText:
    """Passages one after another: a line break between lines of one object, a blank line between objects."""

    def __init__(self, passages: Sequence[Passage], prefix: str = "") -> None:
        """Join the passages.

        Args:
            passages: in reading order.
            prefix: a line before them, which comes from no passage.
        """
        parts = [f"{prefix}\n"] if prefix else []
        length = len(prefix) + 1 if prefix else 0
        self._starts: list[int] = []
        last: Evidence | None = None
        for passage in passages:
            joint = "" if last is None else "\n" if passage.evidence is last else "\n\n"
            self._starts.append(length + len(joint))
            parts.append(joint + passage.text)
            length += len(joint) + len(passage.text)
            last = passage.evidence
        self._passages = passages
        self.text = "".join(parts)

    def draft(self, span: Span) -> Draft | None:
        """The draft of a span; None where it holds nothing but white space."""
        text = self.text[span.start : span.end].strip()
        if not text or not self._passages:
            return None
        first = max(0, bisect_right(self._starts, span.start) - 1)
        held = [
            passage
            for passage, start in zip(self._passages[first:], self._starts[first:], strict=True)
            if start < span.end and start + len(passage.text) > span.start
        ] or [self._passages[first]]
        objects = list({passage.evidence.id: passage.evidence for passage in held}.values())
        kinds = {evidence.kind for evidence in objects}
        kind = kinds.pop() if len(kinds) == 1 else "paragraph"
        section = objects[0].section
        return Draft(
            kind=kind if kind in _KINDS else "paragraph",
            evidence_ids=tuple(evidence.id for evidence in objects),
            text=text,
            embedding_text=text,
            regions=merge_regions(PageBox(passage.page, passage.box) for passage in held),
            section=section,
            subject=_subject(objects),
        )


def _subject(objects: Sequence[Evidence]) -> str:
    first = objects[0]
    if len(objects) == 1 and isinstance(first, TableEvidence) and first.caption:
        return one_space(first.caption)
    return one_space(first.section[-1]) if first.section else ""


def passages(document: Document) -> list[Passage]:
    """All that a reader sees of a document, in reading order; running heads and feet are left out."""
    found: list[Passage] = []
    for evidence in document.evidence:
        if isinstance(evidence, Furniture):
            continue
        lines = _table_lines(evidence) if isinstance(evidence, TableEvidence) else _lines(evidence)
        found.extend(passage for passage in lines if passage.text)
    return found


def by_page(found: Sequence[Passage]) -> list[tuple[int, list[Passage]]]:
    """Passages of each page, in the order of the pages."""
    pages: dict[int, list[Passage]] = {}
    for passage in found:
        pages.setdefault(passage.page, []).append(passage)
    return sorted(pages.items())


def _lines(evidence: Evidence) -> Iterator[Passage]:
    page, box = evidence.regions[0] if evidence.regions else (evidence.page, Box(0, 0, 0, 0))
    for line in evidence.text.splitlines():
        yield Passage(one_space(line), evidence, page, box)


def _table_lines(table: TableEvidence) -> Iterator[Passage]:
    """Lines as printed; each row is looked for among the cells, so that a line over a page break has its own page."""
    sides = {region.page: region.bbox for region in table.regions}
    rows: dict[int, list[tuple[str, int, Box]]] = {}
    for cell in table.cells:
        rows.setdefault(cell.row, []).append((one_space(cell.text), cell.page, cell.bbox))
    waiting = [cells for _, cells in sorted(rows.items())]
    page = table.caption_page or table.page
    at = 0
    for line in table.text.splitlines():
        text = one_space(line)
        ahead = range(at, min(at + _AHEAD, len(waiting)))
        found = next((i for i in ahead if _holds(text, waiting[i])), None)
        if found is None:
            yield Passage(text.replace(_BAR, " "), table, page, sides.get(page, table.regions[0].bbox))
            continue
        at = found + 1
        page = waiting[found][0][1]
        box = bounding_box([box for _, _, box in waiting[found]])
        side = sides.get(page, box)
        wide = Box(min(box.x0, side.x0), box.top, max(box.x1, side.x1), box.bottom)
        yield Passage(text.replace(_BAR, " "), table, page, wide)


def _holds(line: str, cells: Sequence[tuple[str, int, Box]]) -> bool:
    """Whether a printed line is the row of these cells: it ends with them."""
    return bool(cells) and line.endswith(_BAR.join(text for text, _, _ in cells if text))
