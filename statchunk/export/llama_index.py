"""LlamaIndex: chunks as nodes that know their neighbours and their release. Needs `statchunk[llamaindex]`."""

from collections.abc import Iterable

from statchunk.errors import MissingExtraError
from statchunk.export.items import Item, metadata_of

try:
    from llama_index.core.schema import NodeRelationship, RelatedNodeInfo, TextNode
except ImportError as exc:
    raise MissingExtraError("LlamaIndex is not installed: pip install 'statchunk[llamaindex]'") from exc

__all__ = ["nodes"]

_FOR_THE_MODEL = ("title", "date", "citation")
"""Facts that a language model is shown beside the text, which says the rest itself."""


def nodes(items: Iterable[Item]) -> list[TextNode]:
    """A node a chunk; facts are kept out of what is embedded, for the text repeats those that matter."""
    made: list[TextNode] = []
    before: TextNode | None = None
    for item in items:
        metadata = metadata_of(item)
        node = TextNode(
            id_=item.chunk.id,
            text=item.chunk.text,
            metadata=metadata,
            excluded_embed_metadata_keys=list(metadata),
            excluded_llm_metadata_keys=[key for key in metadata if key not in _FOR_THE_MODEL],
        )
        node.relationships[NodeRelationship.SOURCE] = RelatedNodeInfo(node_id=item.chunk.document_id)
        if before is not None and before.metadata["source"] == item.chunk.document_id:
            node.relationships[NodeRelationship.PREVIOUS] = before.as_related_node_info()
            before.relationships[NodeRelationship.NEXT] = node.as_related_node_info()
        made.append(node)
        before = node
    return made
