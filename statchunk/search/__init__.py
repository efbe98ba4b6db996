"""Question to hits."""

from statchunk.search.engine import search
from statchunk.search.question import Question, read_question
from statchunk.search.rerank import Reranker

__all__ = ["Question", "Reranker", "read_question", "search"]
