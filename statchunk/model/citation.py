"""Forms of a citation."""

from enum import StrEnum


class CitationStyle(StrEnum):
    """How a citation is written."""

    plain = "plain"
    markdown = "markdown"
    bibtex = "bibtex"
    csl_json = "csl-json"
