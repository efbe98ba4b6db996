"""Evidence to chunks."""

from statchunk.chunking.registry import STRATEGIES, chunk_document
from statchunk.chunking.tokens import TokenCounter, WordPieceCounter, bundled_tokenizer, default_counter

__all__ = ["STRATEGIES", "TokenCounter", "WordPieceCounter", "bundled_tokenizer", "chunk_document", "default_counter"]
