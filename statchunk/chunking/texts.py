"""The text strategies: the running text of a release cut by size, blind to what it says.

They are what a plain pipeline does, so that the structure strategy can be measured against them. All read the same
text in the same order; chunks keep their evidence, their place on the page and a citation.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import date

from statchunk.chunking.context import Context
from statchunk.chunking.draft import Draft
from statchunk.chunking.passages import RunningText, Span, by_page, passages
from statchunk.chunking.windows import paragraphs_of, sentences_of, windows, words_of
from statchunk.errors import MissingExtraError, SettingsError
from statchunk.model.evidence import Document

Splitter = Callable[[str, Context], Iterable[Span]]
_CHARACTERS = 1_000  # of a chunk, where none are given: what LangChain's tutorials and StatsChat began with
_SHARED_CHARACTERS = 150


def whole(splitter: Splitter) -> Callable[[Context], Iterator[Draft]]:
    """A strategy that cuts a document as one text."""

    def strategy(context: Context) -> Iterator[Draft]:
        running = RunningText(passages(context.document))
        yield from _drafts(running, splitter, context)

    return strategy


def paged(splitter: Splitter) -> Callable[[Context], Iterator[Draft]]:
    """A strategy that cuts each page by itself, with title, date and page number before its text."""

    def strategy(context: Context) -> Iterator[Draft]:
        for page, found in by_page(passages(context.document)):
            running = RunningText(found, page_prefix(context.document, page))
            yield from _drafts(running, splitter, context)

    return strategy


def _drafts(running: RunningText, splitter: Splitter, context: Context) -> Iterator[Draft]:
    for span in splitter(running.text, context):
        draft = running.draft(span)
        if draft is not None:
            yield draft


def page_prefix(document: Document, page: int) -> str:
    """ "Prices: April 2025, 21 May 2025, page 4"; what the release does not say is left out."""
    facts = document.facts
    parts = [facts.title.value] if facts.title else []
    if facts.release_date:
        parts.append(written_date(facts.release_date.value))
    return ", ".join([*parts, f"page {page}"])


def written_date(iso: str) -> str:
    """ "21 May 2025" for "2025-05-21"; the text itself where it is no whole date."""
    try:
        day = date.fromisoformat(iso)
    except ValueError:
        return iso
    from babel.dates import format_date  # costly to import, and few strategies write a date

    return format_date(day, "d MMMM y", locale="en")


def words(text: str, context: Context) -> Iterator[Span]:
    """Windows of words."""
    return windows(text, words_of(text), *_tokens(context), context.counter)


def sentences(text: str, context: Context) -> Iterator[Span]:
    """Windows of sentences."""
    return windows(text, sentences_of(text), *_tokens(context), context.counter)


def paragraphs(text: str, context: Context) -> Iterator[Span]:
    """Windows of paragraphs."""
    return windows(text, paragraphs_of(text), *_tokens(context), context.counter)


def fixed(text: str, context: Context) -> Iterator[Span]:
    """So many characters each, wherever that cuts."""
    size, overlap = _characters(context)
    for start in range(0, max(1, len(text) - overlap), size - overlap):
        yield Span(start, min(len(text), start + size))


def uncut(text: str, context: Context) -> Iterator[Span]:
    """The whole text as one piece, or in pieces of so many characters where a size is given."""
    if context.size is None:
        return iter([Span(0, len(text))])
    return recursive(text, context)


def recursive(text: str, context: Context) -> Iterator[Span]:
    """Cut by LangChain: between paragraphs where they fit, else lines, else words, else characters.

    Raises:
        MissingExtraError: if langchain-text-splitters is not installed.
    """
    try:
        from langchain_text_splitters import RecursiveCharacterTextSplitter
    except ImportError as exc:
        raise MissingExtraError(
            "the recursive strategy needs langchain-text-splitters: pip install 'statchunk[splitters]'"
        ) from exc
    size, overlap = _characters(context)
    splitter = RecursiveCharacterTextSplitter(chunk_size=size, chunk_overlap=overlap, add_start_index=True)
    for part in splitter.create_documents([text]):
        start = part.metadata["start_index"]
        yield Span(start, start + len(part.page_content))


def _tokens(context: Context) -> tuple[int, int]:
    """Size and overlap in tokens."""
    size = context.budget if context.size is None else context.size
    if size > context.budget:
        raise SettingsError(f"{size} tokens exceed the budget of {context.budget} that the embedding model reads")
    overlap = context.settings.overlap_tokens if context.overlap is None else context.overlap
    if context.overlap is None:
        overlap = min(overlap, size // 4)
    return size, _less(overlap, size)


def _characters(context: Context) -> tuple[int, int]:
    """Size and overlap in characters."""
    size = _CHARACTERS if context.size is None else context.size
    overlap = min(_SHARED_CHARACTERS, size // 4) if context.overlap is None else context.overlap
    return size, _less(overlap, size)


def _less(overlap: int, size: int) -> int:
    if size < 1 or not 0 <= overlap < size:
        raise SettingsError(f"an overlap of {overlap} does not fit chunks of {size}")
    return overlap
