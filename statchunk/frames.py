"""What the main process and a worker say to each other: requests, one JSON object a line, and frames in answer."""

import struct
from enum import StrEnum
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter

from statchunk.model.chunk import Chunk
from statchunk.settings import ReaderName, Settings

HEAD = struct.Struct(">cQ")
"""Letter and length of a frame."""
chunks_adapter = TypeAdapter(tuple[Chunk, ...])


class Frame(StrEnum):
    """What a frame holds, by its letter."""

    page = "p"
    """Number of the page that is read next; 0 when all are read."""
    document = "d"
    """The document as JSON."""
    chunks = "c"
    """Its chunks as JSON; the last frame of an answer."""
    part = "t"
    """Rows of an index, of some pages of the document."""
    packed = "r"
    """The document as a row of an index, after its parts; the last frame of an answer."""
    failed = "f"
    """Why the file cannot be read; the last frame of an answer."""
    refused = "s"
    """Why no file can be worked on so: a setting that cannot be meant; the last frame of an answer."""
    fault = "x"
    """An error that nobody foresaw; the process ends with it."""


class Request(BaseModel):
    """A file to read, and how."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: Path
    password: str | None = None
    reader: ReaderName = "pdfium"
    settings: Settings = Settings()
    chunked: bool = True
    """Whether chunks are wanted too."""
    packed: bool = False
    """Whether document and chunks are wanted as rows of an index."""
    halved: bool = False
    """Whether there is a processor left for the second half of a long file."""
