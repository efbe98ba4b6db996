"""Question to hits."""

from statchunk.search.engine import search
from statchunk.search.question import Question, read_question

__all__ = ["Question", "read_question", "search"]
