"""What leaves the program: typed evidence that a person can cite. Pydantic, frozen, closed."""

from typing import Annotated, Any, Literal, NamedTuple

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetPydanticSchema,
    PlainSerializer,
    SkipValidation,
    TypeAdapter,
)
from pydantic_core import CoreSchema, core_schema

from statchunk.box import Box, PageBox

__all__ = [
    "Cell",
    "Contents",
    "Definition",
    "Document",
    "Evidence",
    "Fact",
    "Factsheet",
    "FactsheetItem",
    "Figure",
    "Furniture",
    "Heading",
    "ListEvidence",
    "Note",
    "NoteEvidence",
    "Observation",
    "PageBox",
    "Paragraph",
    "Place",
    "PrintedRegion",
    "Region",
    "ReleaseFacts",
    "TableColumn",
    "TableEvidence",
    "TableRow",
    "WordRef",
    "evidence_adapter",
]


class WordRef(NamedTuple):
    """A word of the text layer: page number and `order` on that page."""

    page: int
    order: int


class PrintedRegion(BaseModel):
    """A region as JSON."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    page: int
    bbox: list[float]


def _print_region(region: PageBox) -> PrintedRegion:
    return PrintedRegion(page=region.page, bbox=list(region.bbox))


def _trust_boxes(source: type[Box], handler: GetCoreSchemaHandler) -> CoreSchema:
    """A `Box` is taken as it is; only what comes from outside is looked into. Halves the cost of a cell."""
    checked = handler(source)
    return core_schema.json_or_python_schema(
        json_schema=checked,
        python_schema=core_schema.union_schema([core_schema.is_instance_schema(Box), checked], mode="left_to_right"),
    )


Place = Annotated[Box, GetPydanticSchema(_trust_boxes)]
"""A box; a list of four numbers in JSON."""
Region = Annotated[PageBox, PlainSerializer(_print_region, return_type=PrintedRegion, when_used="json")]
"""A place; an object with `page` and `bbox` in JSON."""


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Evidence(_Model):
    id: str
    """Stable: from document id, kind and place."""
    document_id: str
    page: int
    """Page in the file, from 1, where it begins."""
    regions: tuple[Region, ...]
    section: tuple[str, ...] = ()
    """Headings above it, outermost first."""
    text: str
    """As printed in reading order, one space between words, a line break between lines that matter."""
    confidence: float = 1.0
    warnings: tuple[str, ...] = ()
    words: SkipValidation[tuple[WordRef, ...]] = Field(default=(), exclude=True, repr=False)
    """The words of the text layer that it holds; for the audit, not printed."""


class Heading(_Evidence):
    """A heading of the text."""

    kind: Literal["heading"] = "heading"
    level: int
    """1 is the highest below the title; 0 the title."""


class Paragraph(_Evidence):
    """Running text."""

    kind: Literal["paragraph"] = "paragraph"


class ListEvidence(_Evidence):
    """A bulleted or numbered list with the line that introduces it left to its paragraph."""

    kind: Literal["list"] = "list"
    items: tuple[str, ...]


class Note(_Model):
    """A note that belongs to a table or figure."""

    mark: str | None
    """As printed without brackets; None for a general note."""
    text: str
    page: int
    bbox: Place


class TableRow(_Model):
    """A row of a table as labelled."""

    path: tuple[str, ...]
    role: Literal["data", "identifier", "column_number"] = "data"
    heading: bool = False
    """Whether it is a group or section row without figures."""
    marks: tuple[str, ...] = ()
    """Note marks on its labels, as printed without brackets."""


class TableColumn(_Model):
    """A column of a table as labelled."""

    path: tuple[str, ...]
    role: Literal["data", "identifier", "column_number"] = "data"
    unit: str | None = None
    marks: tuple[str, ...] = ()
    """Note marks on its heads, as printed without brackets."""


class Cell(_Model):
    """A body cell: index of its row and column, text as printed, place."""

    row: int
    column: int
    text: str
    page: int
    bbox: Place
    marks: tuple[str, ...] = ()
    """Note marks on the figure, as printed without brackets."""


class TableEvidence(_Evidence):
    """A table with all that makes its figures citable; or, with `continues`, what a later page of one prints again."""

    kind: Literal["table"] = "table"
    continues: str | None = None
    """Id of the whole table, where this is only the caption that a later page prints again: it has no rows or cells."""
    label: str | None
    """As printed: "Table 1", "B1"."""
    caption: str | None
    caption_page: int | None = None
    headnote: str | None = None
    columns: tuple[TableColumn, ...]
    rows: tuple[TableRow, ...]
    cells: tuple[Cell, ...]
    notes: tuple[Note, ...] = ()
    source: str | None = None
    unit: str | None = None
    """The unit that holds for the whole table."""
    unit_multiplier: int | None = None
    period: str | None = None
    """ISO 8601; the span of its cells' periods or the period in its caption."""
    engine: str = ""
    """Which reading was kept."""
    reasons: tuple[str, ...] = ()
    """Why the confidence is what it is."""


class FactsheetItem(_Model):
    """A figure of a panel and the label that it was paired with, None where that cannot be known."""

    label: str | None
    value_text: str
    value: float | None = None
    unit: str | None = None
    change: str | None = None
    page: int
    bbox: Place
    confidence: float = 1.0


class Figure(_Evidence):
    """A chart, map or picture; text inside the drawing is kept as labels."""

    kind: Literal["figure"] = "figure"
    label: str | None = None
    caption: str | None
    caption_page: int | None = None
    subtitle: str | None = None
    source: str | None = None
    labels: tuple[str, ...] = ()
    facts: tuple[FactsheetItem, ...] = ()
    """The figures printed at the bars of a bar chart, named by category and, from the legend, by series."""
    notes: tuple[Note, ...] = ()
    alt: str | None = None
    picture_of_table: bool = False
    """The caption calls it a table but there is no text under it."""


class Definition(_Evidence):
    """A term and what it means."""

    kind: Literal["definition"] = "definition"
    term: str
    definition: str
    caveats: tuple[str, ...] = ()


class Factsheet(_Evidence):
    """A panel of key figures."""

    kind: Literal["factsheet"] = "factsheet"
    title: str | None = None
    facts: tuple[FactsheetItem, ...] = ()


class NoteEvidence(_Evidence):
    """A note or source line that belongs to no table or figure: a page footnote, a general note."""

    kind: Literal["note"] = "note"
    note_kind: Literal["general", "reference", "source"]
    mark: str | None = None


class Contents(_Evidence):
    """A contents list."""

    kind: Literal["contents"] = "contents"
    items: tuple[str, ...]


class Furniture(_Evidence):
    """Running heads and feet, page numbers, logos' text, watermarks, hidden text."""

    kind: Literal["furniture"] = "furniture"
    hidden: str | None = None
    """Why it cannot be seen, for hidden text."""


Evidence = Annotated[
    Heading
    | Paragraph
    | ListEvidence
    | TableEvidence
    | Figure
    | Definition
    | Factsheet
    | NoteEvidence
    | Contents
    | Furniture,
    Field(discriminator="kind"),
]
evidence_adapter: TypeAdapter[Any] = TypeAdapter(Evidence)


class Observation(_Model):
    """One data cell of a table, complete enough to be quoted alone."""

    document_id: str
    page: int
    bbox: Place
    """Of the value's glyphs."""
    table_id: str
    table_label: str | None
    caption: str | None
    row_path: tuple[str, ...]
    column_path: tuple[str, ...]
    value_text: str
    value: float | None
    status: str | None
    """SDMX status where a symbol states one: p provisional, r revised, .. missing, - nil, c confidential."""
    unit: str | None
    unit_multiplier: int | None
    """Power of ten: 3 for thousands, 6 for millions."""
    period: str | None
    """ISO 8601: "2025-04", "2025-Q1", "2024", "2024-04-15", "2023-04/2024-03" for a span."""
    compared_with: str | None = None
    """The period that a change is measured against, ISO 8601."""
    base_period: str | None = None
    """Of an index: "2015=100"."""
    footnotes: tuple[str, ...]
    source: str | None
    section: tuple[str, ...]
    row: int
    """Index of the row in the table's evidence."""
    column: int
    confidence: float = 1.0
    warnings: tuple[str, ...] = ()


class Fact(_Model):
    """A fact of the release and where it was read."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    value: str
    page: int | None
    origin: Literal["page", "outline", "file information", "file name"] = Field(
        alias="from", serialization_alias="from"
    )


class ReleaseFacts(_Model):
    """What the release says of itself; None where it does not say."""

    title: Fact | None = None
    subtitle: Fact | None = None
    publisher: Fact | None = None
    release_date: Fact | None = None
    next_release: Fact | None = None
    reference_period: Fact | None = None
    edition: Fact | None = None
    geography: Fact | None = None
    language: Fact | None = None
    pages: int
    contact: Fact | None = None
    notices: tuple[Fact, ...] = ()
    """Corrections and revisions."""
    licence: Fact | None = None


class Document(_Model):
    """A release understood: its facts, its evidence in reading order, its observations."""

    path: str
    document_id: str
    sha256: str
    facts: ReleaseFacts
    evidence: tuple[Evidence, ...]
    observations: tuple[Observation, ...]
    warnings: tuple[str, ...] = ()
