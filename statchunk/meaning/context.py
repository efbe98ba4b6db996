"""What stands around a table and bears on its figures."""

from dataclasses import dataclass

from statchunk.model.evidence import Note


@dataclass(frozen=True, slots=True)
class TableContext:
    """All that a table's figures inherit from outside its grid."""

    document_id: str
    table_id: str
    label: str | None = None
    """As printed: "Table 1"."""
    caption: str | None = None
    """The printed caption with its subtitle, marks taken off."""
    caption_marks: tuple[str, ...] = ()
    headnote: str | None = None
    """The bracketed or unit line under the caption."""
    introduction: str | None = None
    """The sentence that leads to the table, where one names it."""
    notes: tuple[Note, ...] = ()
    source: str | None = None
    section: tuple[str, ...] = ()
    languages: tuple[str, ...] = ("en",)
    """Codes, the main language first; codes without a file are passed over."""
    reference_period: str | None = None
    """Of the release, ISO 8601."""
