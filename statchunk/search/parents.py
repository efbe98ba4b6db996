"""From small to large: the whole of what a chunk is a piece of."""

from statchunk.model.chunk import Hit
from statchunk.model.evidence import Evidence, Furniture, TableEvidence
from statchunk.store.protocol import Store


def parent_text(index: Store, chunk_id: str) -> str:
    """The whole table, definition, figure or panel that a chunk is a piece of; for prose, its whole section.

    Args:
        index: that holds the chunk.
        chunk_id: of the chunk.

    Raises:
        StoreError: if the index does not hold it.
    """
    chunk = index.chunk(chunk_id).chunk
    own = [index.evidence(evidence_id) for evidence_id in chunk.evidence_ids]
    if len(own) == 1 and own[0].kind not in {"paragraph", "list"}:
        return own[0].text
    sections = {evidence.section for evidence in own}
    evidence = index.document(chunk.document_id).evidence
    return "\n".join(part.text for part in evidence if part.section in sections and not _is_said_elsewhere(part))


def _is_said_elsewhere(part: Evidence) -> bool:
    """Whether it is furniture, or the caption that a later page of a table prints again."""
    return isinstance(part, Furniture) or (isinstance(part, TableEvidence) and part.continues is not None)


def with_parent(index: Store, hit: Hit) -> Hit:
    """The hit with the text of its parent."""
    return hit.model_copy(update={"parent": parent_text(index, hit.chunk_id)})
