"""The index on disk: one directory, many readers, one writer, switched by one atomic rename.

Names are loaded when they are first used: a process that packs rows for another one needs no vectors.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

_HOMES = {
    "index": ("Index",),
    "manifest": ("SCHEMA_VERSION", "Manifest", "OldSchemaError"),
    "packing": ("PackedCells", "StoredCell"),
    "rows": ("DocumentRow", "StoredChunk"),
    "update": ("Failure", "UpdateReport"),
    "writer": ("IndexWriter",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module 'statchunk.store' has no attribute {name!r}")
    value = getattr(import_module(f"statchunk.store.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
