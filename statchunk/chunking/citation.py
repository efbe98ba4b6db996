"""The line that a person could paste under a figure."""

from collections.abc import Sequence
from pathlib import PurePath

from statchunk.languages import available, language
from statchunk.model.evidence import Document
from statchunk.text import one_space


def cite(document: Document, subject: str, pages: Sequence[int]) -> str:
    """Publisher, title, release date, what it is, page; what the release does not say is left out.

    Args:
        document: where it stands.
        subject: caption, term or section heading; empty where nothing names it.
        pages: page numbers in the file, ascending.
    """
    facts = document.facts
    named = [fact.value for fact in (facts.publisher, facts.title, facts.release_date) if fact]
    if not facts.title:
        named.append(PurePath(document.path).name)
    parts = [one_space(part) for part in [*named, subject] if part.strip()]
    if pages:
        parts.append(f"{page_word(facts.language.value if facts.language else None)} {page_span(pages)}")
    return ", ".join(parts) + "."


def page_word(code: str | None) -> str:
    """The word for a page in the language of the release, English where that is not known."""
    known = language(code if code in available() else "en").page or language("en").page
    return known[0]


def page_span(pages: Sequence[int]) -> str:
    """ "5", "5-6" or "5, 8"."""
    runs: list[list[int]] = []
    for page in sorted(set(pages)):
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
