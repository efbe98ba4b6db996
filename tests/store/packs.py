"""Documents packed into rows, and all that is in them."""

from pathlib import Path

from statchunk import pipeline
from statchunk.halves import SecondHalf
from statchunk.settings import Settings
from statchunk.store.packed import PackedDocument, PackedHead
from statchunk.store.packed_rows import EvidenceRow, PackedChunk, PackedRows

Told = tuple[PackedHead, list[EvidenceRow], list[PackedChunk]]
"""A document, whatever the parts in which its rows came."""


def told(packed: PackedDocument) -> Told:
    parts = list(packed.rows)
    return packed.head, [row for part in parts for row in part.evidence], [c for part in parts for c in part.chunks]


def told_of(path: Path, settings: Settings | None = None, second: SecondHalf | None = None) -> Told:
    """What becomes of a file."""
    rows = PackedRows()
    head = pipeline.pack(path, rows.add, settings=settings, second=second)
    return told(PackedDocument(head, rows))
