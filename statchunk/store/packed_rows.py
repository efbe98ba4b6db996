"""Rows of evidence and of chunks, part by part, as bytes: sent to the process that writes them, and held until it does.

A part is the length of a JSON text, that text with the lengths of all that is packed, and what is packed.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence
from tempfile import SpooledTemporaryFile, gettempdir
from typing import Any, NamedTuple

from pydantic_core import from_json, to_json

from statchunk.errors import StoreError

_HEAD = struct.Struct(">Q")
"""How many bytes of JSON follow."""
_MOST_HELD = 4 << 20
"""Bytes of one document in memory; a page takes some 50,000. Beyond that they are put into a file without a name."""


class EvidenceRow(NamedTuple):
    """A row of evidence but for its document."""

    evidence_id: str
    kind: str
    page: int
    data: bytes


class ChunkRow(NamedTuple):
    """A row of chunks but for its number and document."""

    chunk_id: str
    kind: str
    heading: str
    body: str
    said: str
    data: bytes
    cells: bytes | None
    observations: bytes | None


class PackedChunk(NamedTuple):
    """A chunk: its row, and what else it is found by."""

    row: ChunkRow
    periods: tuple[str, ...]
    embedding_text: str


class PackedPart(NamedTuple):
    """Rows of some pages."""

    evidence: tuple[EvidenceRow, ...]
    chunks: tuple[PackedChunk, ...]


class PackedRows:
    """The rows of a document, added part by part, read as often as is needed."""

    def __init__(self) -> None:
        """None yet."""
        self._file = SpooledTemporaryFile(max_size=_MOST_HELD)  # noqa: SIM115 - lives as long as this
        self._lengths: list[int] = []

    def add(self, part: PackedPart) -> None:
        """Add a part.

        Raises:
            StoreError: if they are many and the disk is full.
        """
        self.add_bytes(part_to_bytes(part))

    def add_bytes(self, data: bytes) -> None:
        """The same of a part that has been made bytes."""
        try:
            self._file.seek(0, 2)
            self._file.write(data)
        except OSError as exc:
            raise StoreError(
                f"its rows cannot be kept in {gettempdir()} until they are written: {exc.strerror}; "
                "make room there, or name another folder in TMPDIR"
            ) from exc
        self._lengths.append(len(data))

    def parts_as_bytes(self) -> Iterator[bytes]:
        """Each part as it was added."""
        begin = 0
        for length in self._lengths:
            self._file.seek(begin)
            yield self._file.read(length)
            begin += length

    def __iter__(self) -> Iterator[PackedPart]:
        """The parts."""
        return map(part_from_bytes, self.parts_as_bytes())

    @property
    def size(self) -> int:
        """Bytes of them that are held in memory."""
        size = sum(self._lengths)
        return size if size <= _MOST_HELD else 0

    def close(self) -> None:
        """Let go of them."""
        self._file.close()


def part_to_bytes(part: PackedPart) -> bytes:
    """For another process."""
    blobs = [row.data for row in part.evidence]
    for chunk in part.chunks:
        blobs += [chunk.row.data, chunk.row.cells or b"", chunk.row.observations or b""]
    said = {
        "evidence": [row[:-1] for row in part.evidence],
        "chunks": [(*chunk.row[:-3], *chunk[1:]) for chunk in part.chunks],
    }
    return to_framed(said, blobs)


def part_from_bytes(data: bytes) -> PackedPart:
    """Back from `part_to_bytes`."""
    said, blobs = from_framed(data)
    return PackedPart(
        tuple(EvidenceRow(evidence_id, kind, page, next(blobs)) for evidence_id, kind, page in said["evidence"]),
        tuple(
            PackedChunk(
                ChunkRow(chunk_id, kind, heading, body, own, next(blobs), next(blobs) or None, next(blobs) or None),
                tuple(periods),
                text,
            )
            for chunk_id, kind, heading, body, own, periods, text in said["chunks"]
        ),
    )


def to_framed(said: object, blobs: Sequence[bytes]) -> bytes:
    """Something of JSON, and bytes that go with it."""
    text = to_json({"said": said, "lengths": list(map(len, blobs))})
    return b"".join([_HEAD.pack(len(text)), text, *blobs])


def from_framed(data: bytes) -> tuple[Any, Iterator[bytes]]:
    """Back from `to_framed`."""
    (length,) = _HEAD.unpack_from(data)
    begin = _HEAD.size + length
    held: dict[str, Any] = from_json(data[_HEAD.size : begin])
    return held["said"], _blobs(data, begin, held["lengths"])


def _blobs(data: bytes, begin: int, lengths: Iterable[int]) -> Iterator[bytes]:
    for length in lengths:
        yield data[begin : begin + length]
        begin += length
