"""Strategies by name."""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from statchunk.chunking import texts
from statchunk.chunking.context import Context, Embed, Extract
from statchunk.chunking.draft import Draft, finish
from statchunk.chunking.extracted import extracted
from statchunk.chunking.structure import structure
from statchunk.chunking.tokens import TokenCounter, default_counter
from statchunk.chunking.topics import mixed, semantic
from statchunk.errors import SettingsError
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document, TableEvidence
from statchunk.readers import extract as extract_texts
from statchunk.settings import ChunkSettings

if TYPE_CHECKING:
    from statchunk.chunking.endpoint import Endpoint

Strategy = Callable[[Context], Iterator[Draft]]


def _llm(context: Context) -> Iterator[Draft]:
    from statchunk.chunking.llm import llm  # brings what talks to a network, which nothing else needs

    return llm(context)


_SPLITTERS: dict[str, texts.Splitter] = {
    "words": texts.words,
    "sentences": texts.sentences,
    "paragraphs": texts.paragraphs,
    "fixed": texts.fixed,
    "recursive": texts.recursive,
}
STRATEGIES: dict[str, Strategy] = {
    "structure": structure,
    "semantic": semantic,
    "mixed": mixed,
    "llm": _llm,
    "page": texts.paged(texts.uncut),
    "extracted": extracted(texts.uncut),
    **{name: texts.whole(splitter) for name, splitter in _SPLITTERS.items()},
    **{f"page+{name}": texts.paged(splitter) for name, splitter in _SPLITTERS.items()},
    **{f"extracted+{name}": extracted(splitter) for name, splitter in _SPLITTERS.items()},
}
TEXT_STRATEGIES = frozenset(
    name for name in STRATEGIES if name.partition("+")[0] in {"page", "extracted"} or name in _SPLITTERS
)
"""Strategies that cut the running text; they take a size and an overlap of their own."""
NEEDS_VECTORS = frozenset({"semantic", "mixed"})
"""Strategies that compare texts by meaning and are given an embedding model."""
_LEAST_TOKENS = 32  # below this not even a shortened title leaves room for a row
_SPECIFICATION = re.compile(r"([a-z+]+)(?::(\d+)(?:/(\d+))?)?")


class StrategyChoice(NamedTuple):
    """A strategy with its size and overlap, in characters or tokens as the strategy counts; None for its defaults."""

    name: str
    size: int | None
    overlap: int | None


def parse_strategy(text: str) -> StrategyChoice:
    """A strategy as written: "structure", "words:200", "extracted+recursive:2000/200".

    Raises:
        SettingsError: if no strategy bears the name, or it takes no size.
    """
    match = _SPECIFICATION.fullmatch(text.strip())
    if match is None or match[1] not in STRATEGIES:
        raise SettingsError(f"strategy {text!r} is unknown: choose from {', '.join(sorted(STRATEGIES))}")
    name, size, overlap = match[1], match[2], match[3]
    if size is not None and name not in TEXT_STRATEGIES:
        raise SettingsError(f"strategy {text!r}: {name} takes no size of its own; set max_tokens instead")
    return StrategyChoice(name, int(size) if size else None, int(overlap) if overlap else None)


def chunk_document(
    document: Document,
    settings: ChunkSettings | None = None,
    counter: TokenCounter | None = None,
    embed: Embed | None = None,
    endpoint: "Endpoint | None" = None,
    extract: Extract = extract_texts,
) -> tuple[Chunk, ...]:
    """The chunks of a document in reading order.

    Args:
        document: a release understood.
        settings: strategy and budgets; the defaults where None.
        counter: of the embedding model; the bundled model's where None.
        embed: texts to vectors, for strategies that compare texts by meaning.
        endpoint: of a language model, for the strategy that asks one; by the settings where None.
        extract: gives the text of each page of a file, for strategies that cut it as it was printed.

    Raises:
        SettingsError: if no strategy bears the name, or the budget is too small for any.
        MissingExtraError: if the strategy needs a package that is not installed.
        ModelError: if the strategy needs a model that is not at hand.
        ReaderError: if the strategy needs the file, and it cannot be read.
    """
    settings = settings or ChunkSettings()
    document = _once(document)
    choice = parse_strategy(settings.strategy)
    if settings.max_tokens < _LEAST_TOKENS:
        raise SettingsError(f"max_tokens {settings.max_tokens} is too small: at least {_LEAST_TOKENS}")
    context = Context(
        document, settings, counter or default_counter(), choice.size, choice.overlap, embed, endpoint, extract
    )
    context.counter.count("\n".join(evidence.text for evidence in document.evidence))  # one call learns all words
    return finish(document, STRATEGIES[choice.name](context), settings.strategy, context.counter)


def _once(document: Document) -> Document:
    """The document without the captions that later pages of a table print again."""
    kept = tuple(one for one in document.evidence if not (isinstance(one, TableEvidence) and one.continues))
    return document if len(kept) == len(document.evidence) else document.model_copy(update={"evidence": kept})
