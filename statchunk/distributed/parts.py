"""Parts: what was made of one release, as Parquet files named by its document id.

PARTS/
  evidence/0123456789abcdef.parquet       one row an object: id, kind, page, text, and all of it as JSON
  observations/0123456789abcdef.parquet   one row a figure: labels, value, unit, period, place, and all of it as JSON
  chunks/0123456789abcdef.parquet         one row a chunk: text, and its vector; in the file's metadata what made it

Each file is written under a temporary name and renamed; chunks come last, so that a release whose chunks are there is
whole. Writing a part twice gives the same part once.
"""

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

import numpy as np
from pydantic import BaseModel, ConfigDict

from statchunk.distributed.sources import filesystem
from statchunk.embedding import Vectors
from statchunk.errors import StoreError
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document, Observation, ReleaseFacts, evidence_adapter

if TYPE_CHECKING:
    import pyarrow as pa

_METADATA = b"statchunk"
_OF_OBSERVATIONS = (
    *("page", "table_id", "table_label", "caption", "row_path", "column_path", "value_text", "value", "status"),
    *("unit", "unit_multiplier", "period", "compared_with", "base_period", "row", "column", "confidence"),
)
_OF_CHUNKS = ("id", "kind", "position", "text", "embedding_text", "tokens", "citation", "periods")


class Making(BaseModel):
    """What decides the content of a part beside the bytes of the release."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    """Of the file, without folders: it may tell the period."""
    made_with: str
    """Digest of reader and settings."""
    model: str
    revision: str
    """Of the model's weights."""


class Head(BaseModel):
    """What a part says of itself."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    making: Making
    sha256: str
    facts: ReleaseFacts
    warnings: tuple[str, ...]


class Part(NamedTuple):
    """What was made of one release."""

    document: Document
    """Its path is the name of the file."""
    chunks: tuple[Chunk, ...]
    vectors: Vectors
    """Of shape (len(chunks), dimension)."""


class Parts:
    """A folder of parts, on a disk that all machines see or in an object store."""

    def __init__(self, root: str) -> None:
        """Args: path or URI of the folder."""
        self._files, self._root = filesystem(root)

    def write(self, part: Part, making: Making) -> None:
        """Write a part, in the place of an older one of the same release.

        Raises:
            OSError: if the store cannot be written.
        """
        document, chunks, vectors = part
        head = Head(making=making, sha256=document.sha256, facts=document.facts, warnings=document.warnings)
        for kind, table in (
            ("evidence", _evidence_table(document)),
            ("observations", _observations_table(document.observations)),
            ("chunks", _chunks_table(chunks, vectors, head)),
        ):
            self._write(table, kind, document.document_id)

    def head(self, document_id: str) -> Head | None:
        """What the part of a document says of itself; None where there is none, or it is not whole."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            with self._files.open(self._path("chunks", document_id), "rb") as file:
                return _head(pq.read_schema(file))
        except (FileNotFoundError, pa.ArrowInvalid):
            return None

    def read(self, document_id: str) -> Part:
        """The part of a document.

        Raises:
            StoreError: if it is gone or damaged.
        """
        import pyarrow as pa

        try:
            return self._read_whole(document_id)
        except (OSError, pa.ArrowInvalid) as exc:
            path = self._path("chunks", document_id)
            raise StoreError(f"{path}: cannot be read ({exc}); delete it and index again") from exc

    def _read_whole(self, document_id: str) -> Part:
        rows = self._read("chunks", document_id)
        head = _head(rows.schema)
        document = Document(
            path=head.making.name,
            document_id=document_id,
            sha256=head.sha256,
            facts=head.facts,
            evidence=tuple(map(evidence_adapter.validate_json, _jsons(self._read("evidence", document_id)))),
            observations=tuple(
                map(Observation.model_validate_json, _jsons(self._read("observations", document_id))),
            ),
            warnings=head.warnings,
        )
        chunks = tuple(map(Chunk.model_validate_json, _jsons(rows)))
        vectors = rows["vector"].combine_chunks()
        flat = np.asarray(vectors.flatten().to_numpy(zero_copy_only=False), dtype=np.float32)
        return Part(document, chunks, flat.reshape(len(chunks), vectors.type.list_size))

    def documents(self) -> Iterator[str]:
        """Ids of the documents whose parts are whole, sorted."""
        folder = f"{self._root}/chunks"
        names = (path.rpartition("/")[2] for path in sorted(self._files.ls(folder, detail=False)))
        for name in names:
            if name.endswith(".parquet"):
                yield name.removesuffix(".parquet")

    def _path(self, kind: str, document_id: str) -> str:
        return f"{self._root}/{kind}/{document_id}.parquet"

    def _write(self, table: "pa.Table", kind: str, document_id: str) -> None:
        import pyarrow.parquet as pq

        final = self._path(kind, document_id)
        temporary = f"{self._root}/{kind}/{document_id}.{uuid4().hex}.new"
        self._files.makedirs(f"{self._root}/{kind}", exist_ok=True)
        with self._files.open(temporary, "wb") as file:
            pq.write_table(table, file, compression="zstd")
        self._files.mv(temporary, final)

    def _read(self, kind: str, document_id: str) -> "pa.Table":
        import pyarrow.parquet as pq

        with self._files.open(self._path(kind, document_id), "rb") as file:
            return pq.read_table(file)


def _evidence_table(document: Document) -> "pa.Table":
    import pyarrow as pa

    return pa.table(
        {
            "id": pa.array([e.id for e in document.evidence], pa.string()),
            "kind": pa.array([e.kind for e in document.evidence], pa.string()),
            "page": pa.array([e.page for e in document.evidence], pa.int32()),
            "text": pa.array([e.text for e in document.evidence], pa.string()),
            "json": pa.array([e.model_dump_json() for e in document.evidence], pa.string()),
        }
    )


def _observations_table(observations: Sequence[Observation]) -> "pa.Table":
    import pyarrow as pa

    words, numbers = pa.string(), pa.int32()
    kinds = {
        **{name: numbers for name in ("page", "row", "column", "unit_multiplier")},
        **{name: pa.list_(words) for name in ("row_path", "column_path")},
        **{name: pa.float64() for name in ("value", "confidence")},
    }
    columns: dict[str, Any] = {
        name: pa.array([getattr(o, name) for o in observations], kinds.get(name, words)) for name in _OF_OBSERVATIONS
    }
    columns["bbox"] = pa.array([list(o.bbox) for o in observations], pa.list_(pa.float64(), 4))
    columns["json"] = pa.array([o.model_dump_json() for o in observations], words)
    return pa.table(columns)


def _chunks_table(chunks: Sequence[Chunk], vectors: Vectors, head: Head) -> "pa.Table":
    import pyarrow as pa

    words = pa.string()
    kinds = {"position": pa.int32(), "tokens": pa.int32(), "periods": pa.list_(words)}
    columns: dict[str, Any] = {
        name: pa.array([getattr(c, name) for c in chunks], kinds.get(name, words)) for name in _OF_CHUNKS
    }
    flat = pa.array(np.ascontiguousarray(vectors, dtype=np.float32).ravel())
    columns["vector"] = pa.FixedSizeListArray.from_arrays(flat, vectors.shape[1])
    columns["json"] = pa.array([c.model_dump_json() for c in chunks], words)
    said = head.model_dump_json(by_alias=True)
    return pa.table(columns).replace_schema_metadata({_METADATA: said.encode()})


def _head(schema: "pa.Schema") -> Head:
    return Head.model_validate(json.loads(schema.metadata[_METADATA]))


def _jsons(table: "pa.Table") -> list[str]:
    texts: list[str] = table["json"].to_pylist()
    return texts
