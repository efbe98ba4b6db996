"""File to release: words, rules, images as displayed."""

from statchunk.readers.reading import extract, iter_pages, read

__all__ = ["extract", "iter_pages", "read"]
