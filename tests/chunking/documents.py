"""Documents made by hand, and a counter that takes a word for a token."""

from statchunk.box import Box, PageBox
from statchunk.model.evidence import (
    Cell,
    Document,
    Evidence,
    Fact,
    Note,
    Observation,
    ReleaseFacts,
    TableColumn,
    TableEvidence,
    TableRow,
)

BOX = Box(0.0, 0.0, 10.0, 10.0)
REGION = PageBox(1, BOX)
MEASURES = (("Index (2015=100)", "index"), ("Percentage change over 12 months", "%"))
MONTHS = (("2025 Mar", "2025-03"), ("2025 Apr", "2025-04"))
PATHS = (
    ("All goods",),
    ("All goods", "Food"),
    ("All goods", "Clothing"),
    ("All services",),
    ("All services", "Rents"),
    ("All services", "Transport"),
)
NOTE = "Based on less than half of the prices."


class WordCounter:
    """One token a word, two special tokens."""

    special_tokens = 2

    def count(self, text: str) -> int:
        return len(text.split())


def document(*evidence: Evidence, observations: tuple[Observation, ...] = (), notice: str | None = None) -> Document:
    facts = ReleaseFacts(
        title=Fact(value="Prices: April 2025", page=1, origin="page"),
        publisher=Fact(value="Statistics Office", page=1, origin="page"),
        release_date=Fact(value="2025-05-21", page=1, origin="page"),
        reference_period=Fact(value="2025-04", page=1, origin="page"),
        language=Fact(value="en", page=None, origin="page"),
        pages=3,
        notices=(Fact(value=notice, page=1, origin="page"),) if notice else (),
    )
    return Document(
        path="release.pdf", document_id="d", sha256="0", facts=facts, evidence=evidence, observations=observations
    )


def table(
    paths: tuple[tuple[str, ...], ...] = PATHS, caption: str = "Table 1: Prices in detail"
) -> tuple[TableEvidence, tuple[Observation, ...]]:
    columns = tuple(TableColumn(path=(head, month), unit=unit) for head, unit in MEASURES for month, _ in MONTHS)
    periods = [period for _ in MEASURES for _, period in MONTHS]
    rows = tuple(TableRow(path=path) for path in paths)
    cells = tuple(
        Cell(row=r, column=c, text=f"{100 + r}.{c}", page=1 + r // 4, bbox=Box(10 * c, 10 * r, 10 * c + 8, 10 * r + 8))
        for r in range(len(rows))
        for c in range(len(columns))
    )
    evidence = TableEvidence(
        id="t",
        document_id="d",
        page=1,
        regions=(PageBox(1, Box(0, 0, 50, 40)), PageBox(2, Box(0, 0, 60, 40))),
        section=("1. Main points", "Detail"),
        text=caption,
        label="Table 1",
        caption=caption,
        columns=columns,
        rows=rows,
        cells=cells,
        notes=(Note(mark="1", text=NOTE, page=2, bbox=BOX), Note(mark=None, text="Key: - nil", page=2, bbox=BOX)),
        source="Source: Statistics Office",
    )
    observations = tuple(
        Observation(
            document_id="d",
            page=cell.page,
            bbox=cell.bbox,
            table_id="t",
            table_label="Table 1",
            caption=caption,
            row_path=rows[cell.row].path,
            column_path=columns[cell.column].path,
            value_text=cell.text,
            value=float(cell.text),
            status=None,
            unit=columns[cell.column].unit,
            unit_multiplier=None,
            period=periods[cell.column],
            footnotes=(NOTE,) if cell.row == 1 else (),
            source="Source: Statistics Office",
            section=(),
            row=cell.row,
            column=cell.column,
        )
        for cell in cells
    )
    return evidence, observations
