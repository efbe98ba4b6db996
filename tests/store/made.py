"""Documents made by hand for the tests of store and search."""

from collections.abc import Sequence

from statchunk.box import Box, PageBox
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import (
    Cell,
    Document,
    Fact,
    Observation,
    Paragraph,
    ReleaseFacts,
    TableColumn,
    TableEvidence,
    TableRow,
)

PLACE = (PageBox(1, Box(10, 10, 100, 100)),)


def fact(value: str) -> Fact:
    return Fact.model_validate({"value": value, "page": 1, "from": "page"})


def prose(
    text: str, number: int = 0, title: str = "Prices", period: str = "2025-04", path: str | None = None
) -> tuple[Document, tuple[Chunk, ...]]:
    """A document of one paragraph a sentence."""
    document_id = f"{abs(number):016x}"
    sentences = [s.strip() for s in text.split("|")]
    document = Document(
        path=path or f"release-{number}.pdf",
        document_id=document_id,
        sha256=document_id * 4,
        facts=ReleaseFacts(pages=1, title=fact(title), reference_period=fact(period)),
        evidence=tuple(
            Paragraph(id=f"{document_id}-p{i}", document_id=document_id, page=1, regions=PLACE, text=sentence)
            for i, sentence in enumerate(sentences)
        ),
        observations=(),
    )
    chunks = tuple(
        chunk(document, i, "paragraph", sentence, f"{document_id}-p{i}") for i, sentence in enumerate(sentences)
    )
    return document, chunks


def chunk(
    document: Document, position: int, kind: str, text: str, evidence_id: str, rows: tuple[int, ...] = ()
) -> Chunk:
    facts = document.facts
    periods = {o.period for o in document.observations if o.table_id == evidence_id and o.period}
    return Chunk(
        id=f"{document.document_id}-{position}",
        document_id=document.document_id,
        evidence_ids=(evidence_id,),
        kind=kind,
        text=text,
        embedding_text=text,
        tokens=len(text.split()),
        regions=PLACE,
        section=(),
        citation=f"{facts.title.value if facts.title else ''}, page 1.",
        title=facts.title.value if facts.title else None,
        publisher=None,
        release_date=None,
        reference_period=facts.reference_period.value if facts.reference_period else None,
        language="en",
        unit=None,
        position=position,
        rows=rows,
        periods=tuple(sorted(periods)),
    )


def table(
    number: int,
    title: str,
    period: str,
    caption: str,
    columns: Sequence[tuple[tuple[str, ...], str | None, str | None]],
    rows: Sequence[tuple[tuple[str, ...], list[str]]],
) -> tuple[Document, tuple[Chunk, ...]]:
    """A document of one table: columns are (path, unit, period), rows are (path, values as printed)."""
    document_id = f"{number:016x}"
    table_id = f"{document_id}-t"
    observations = tuple(
        Observation(
            document_id=document_id,
            page=1,
            bbox=Box(c * 50, r * 12, c * 50 + 30, r * 12 + 10),
            table_id=table_id,
            table_label="Table 1",
            caption=caption,
            row_path=path,
            column_path=columns[c][0],
            value_text=text,
            value=None if text == ".." else float(text.replace("−", "-")),
            status=".." if text == ".." else None,
            unit=columns[c][1],
            unit_multiplier=None,
            period=columns[c][2],
            footnotes=(),
            source=None,
            section=(),
            row=r,
            column=c,
        )
        for r, (path, values) in enumerate(rows)
        for c, text in enumerate(values)
    )
    evidence = TableEvidence(
        id=table_id,
        document_id=document_id,
        page=1,
        regions=PLACE,
        text=caption,
        label="Table 1",
        caption=caption,
        columns=tuple(TableColumn(path=path, unit=unit) for path, unit, _ in columns),
        rows=tuple(TableRow(path=path) for path, _ in rows),
        cells=tuple(Cell(row=o.row, column=o.column, text=o.value_text, page=1, bbox=o.bbox) for o in observations),
    )
    document = Document(
        path=f"release-{number}.pdf",
        document_id=document_id,
        sha256=document_id * 4,
        facts=ReleaseFacts(pages=1, title=fact(title), reference_period=fact(period)),
        evidence=(evidence,),
        observations=observations,
    )
    lines = [title, caption, " | ".join(["", *(" > ".join(path) for path, _, _ in columns)])]
    lines += [" | ".join([" > ".join(path), *values]) for path, values in rows]
    return document, (chunk(document, 0, "table", "\n".join(lines), table_id, tuple(range(len(rows)))),)
