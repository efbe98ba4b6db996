"""JSON Schemas of what the commands print."""

from typing import Any

from pydantic import TypeAdapter

from statchunk.evidence.audit import AuditReport
from statchunk.model.chunk import Chunk, SearchResult
from statchunk.model.evidence import Observation, ReleaseFacts, evidence_adapter

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, dict[str, Any]]:
    """Name of the file without its ending -> JSON Schema of one printed object."""
    adapters: dict[str, TypeAdapter[Any]] = {
        "evidence": evidence_adapter,
        "observation": TypeAdapter(Observation),
        "info": TypeAdapter(ReleaseFacts),
        "chunk": TypeAdapter(Chunk),
        "search-result": TypeAdapter(SearchResult),
        "audit": TypeAdapter(AuditReport),
    }
    return {
        name: {"$schema": _DIALECT, **adapter.json_schema(by_alias=True, mode="serialization")}
        for name, adapter in adapters.items()
    }
