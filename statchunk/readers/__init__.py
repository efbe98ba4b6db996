"""File to release: words, rules, images as displayed."""

from statchunk.readers.reading import iter_pages, read

__all__ = ["iter_pages", "read"]
