"""The index on disk: one directory, many readers, one writer, switched by one atomic rename."""

from statchunk.store.index import Index
from statchunk.store.manifest import SCHEMA_VERSION, Manifest, OldSchemaError
from statchunk.store.packing import PackedCells, StoredCell
from statchunk.store.rows import DocumentRow, StoredChunk
from statchunk.store.update import Failure, UpdateReport
from statchunk.store.writer import IndexWriter

__all__ = [
    "SCHEMA_VERSION",
    "DocumentRow",
    "Failure",
    "Index",
    "IndexWriter",
    "Manifest",
    "OldSchemaError",
    "PackedCells",
    "StoredCell",
    "StoredChunk",
    "UpdateReport",
]
