"""Chunks and hits."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from statchunk.model.evidence import Observation, Place, Region


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Chunk(_Model):
    """A piece of evidence within the token budget, citable alone."""

    id: str
    document_id: str
    evidence_ids: tuple[str, ...]
    kind: str
    text: str
    """What a reader and an LLM are shown."""
    embedding_text: str
    """What is embedded."""
    tokens: int
    """Of `embedding_text`, by the embedding model's own tokenizer, special tokens included."""
    regions: tuple[Region, ...]
    section: tuple[str, ...]
    citation: str
    """One line a person could paste under a figure."""
    title: str | None
    publisher: str | None
    release_date: str | None
    reference_period: str | None
    language: str | None
    unit: str | None
    position: int
    """Its place among the document's chunks, from 0."""
    rows: tuple[int, ...] = ()
    """Of a table: the row indices that this piece holds."""
    columns: tuple[int, ...] = ()
    """Of a table: the column indices that this piece holds."""
    periods: tuple[str, ...] = ()
    """Periods of the figures in it, ISO 8601, sorted: for search facets."""
    warnings: tuple[str, ...] = ()


class Edition(_Model):
    """A figure as one release gave it, where releases of a series give different values."""

    status: Literal["latest", "revised"]
    """"latest" for the value that holds, "revised" for one that a later release replaced."""
    value_text: str
    """As printed."""
    value: float | None
    release_date: str | None
    """Of the release that first gave this value, ISO 8601."""
    title: str | None
    document_id: str
    path: str
    page: int
    bbox: Place


class Hit(_Model):
    """A chunk found, with the observations that answer."""

    rank: int
    score: float
    chunk_id: str
    document_id: str
    path: str
    text: str
    regions: tuple[Region, ...]
    citation: str
    title: str | None
    release_date: str | None
    reference_period: str | None
    cells: tuple[Observation, ...]
    explanation: dict[str, float] = {}
    """Share of each ranking signal in the score."""
    parent: str | None = None
    """The whole table or section that the chunk is a piece of, where it was asked for."""
    notices: tuple[str, ...] = ()
    """Corrections and revisions that the release announces: they may touch the figures of the hit."""
    editions: tuple[Edition, ...] = ()
    """Of the first hit: the values that releases gave for its first cell, latest first; empty where they agree."""


class Reading(_Model):
    """A figure that could be meant by a question as well as the one given, or one elsewhere that agrees with it."""

    value_text: str
    """As printed."""
    value: float | None
    row_path: tuple[str, ...]
    column_path: tuple[str, ...]
    unit: str | None
    period: str | None
    """ISO 8601."""
    title: str | None
    """Of its release."""
    document_id: str
    path: str
    page: int
    bbox: Place
    agrees: bool
    """Whether its value is that of the first cell."""


class SearchResult(_Model):
    """The answer to one question."""

    id: str | None
    question: str
    facets: dict[str, Any]
    """What was read from the question: period, measure, geography, kind, terms."""
    answerable: bool
    reason: str
    hits: tuple[Hit, ...]
    readings: tuple[Reading, ...] = ()
    """Figures beside the first cell of the first hit that answer nearly as well, those with another value first; where
    the question is refused because several fit, that cell is among them."""
