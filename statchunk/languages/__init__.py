"""The words of a language, one TOML file a language; month names and number formats come from Babel.

Only data lives here. A language is added by writing `xx.toml` beside this file, or in a folder that the
caller names; see docs/languages.md.
"""

import tomllib
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field


class Language(BaseModel):
    """Words that a release in one language uses for its own structure; matched without regard to case."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    code: str
    """BCP 47."""
    name: str
    stopwords: tuple[str, ...]
    """Frequent short words, by which the language of a text is told."""
    table: tuple[str, ...]
    """Words that open a table's caption: "table"."""
    figure: tuple[str, ...]
    """Words that open a figure's caption: "figure", "chart", "graph", "map"."""
    source: tuple[str, ...]
    """Words that open a source line: "source", "sources"."""
    note: tuple[str, ...]
    """Words that open a note: "note", "notes", "nb", "key"."""
    continued: tuple[str, ...]
    """Marks of a continued table: "continued", "cont.", "concluded"."""
    contents: tuple[str, ...]
    """Titles of a contents list."""
    of_which: tuple[str, ...] = ()
    total: tuple[str, ...] = ()
    page: tuple[str, ...] = ()
    """Words in page numbers: "page"."""
    section: tuple[str, ...] = ()
    """Words that open numbered headings: "section", "chapter", "annex"."""
    extra: dict[str, object] = Field(default_factory=dict)
    """Vocabulary of the meaning step: months, units, multipliers, period phrases, statuses, release facts."""


@cache
def available() -> tuple[str, ...]:
    """Codes of the languages on hand, English first, then by code."""
    codes = sorted(f.name.removesuffix(".toml") for f in files(__name__).iterdir() if f.name.endswith(".toml"))
    return tuple(sorted(codes, key=lambda c: (c != "en", c)))


@cache
def language(code: str) -> Language:
    """The words of one language.

    Raises:
        KeyError: if no file describes it.
    """
    if code not in available():
        raise KeyError(code)
    return Language.model_validate(tomllib.loads((files(__name__) / f"{code}.toml").read_text(encoding="utf-8")))


@cache
def words(kind: str) -> frozenset[str]:
    """All words of one kind over all languages on hand, case folded: `words("source")`."""
    return frozenset(word.casefold() for code in available() for word in getattr(language(code), kind))
