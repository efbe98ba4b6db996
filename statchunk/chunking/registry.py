"""Strategies by name."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from statchunk.chunking import texts
from statchunk.chunking.context import Context, Embed, Extract
from statchunk.chunking.draft import Draft, finish
from statchunk.chunking.extracted import extracted
from statchunk.chunking.structure import Part, structure, structure_of
from statchunk.chunking.tokens import TokenCounter, default_counter
from statchunk.chunking.topics import mixed, semantic
from statchunk.errors import SettingsError
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document, Evidence, TableEvidence
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
    kept = _once(document.evidence)
    if len(kept) < len(document.evidence):
        document = document.model_copy(update={"evidence": kept})
    choice = parse_strategy(settings.strategy)
    context = Context(
        document, settings, _counter(settings, counter), choice.size, choice.overlap, embed, endpoint, extract
    )
    _learn(context.counter, document.evidence)
    return tuple(finish(document, STRATEGIES[choice.name](context), settings.strategy, context.counter))


def chunk_parts(
    head: Document, parts: Iterable[Part], settings: ChunkSettings, counter: TokenCounter | None = None
) -> Iterator[Chunk]:
    """The chunks of a document that comes in parts, by the structure strategy, each when its section is at an end.

    Args:
        head: the document without its evidence.
        parts: evidence in reading order, and the observations of the tables in it.
        settings: budgets.
        counter: of the embedding model; the bundled model's where None.

    Raises:
        SettingsError: if the budget is too small for any.
    """
    context = Context(head, settings, _counter(settings, counter))

    def kept() -> Iterator[Part]:
        for evidence, observations in parts:
            own = _once(evidence)
            _learn(context.counter, own)
            yield own, observations

    return finish(head, structure_of(kept(), context), settings.strategy, context.counter)


def _counter(settings: ChunkSettings, counter: TokenCounter | None) -> TokenCounter:
    if settings.max_tokens < _LEAST_TOKENS:
        raise SettingsError(f"max_tokens {settings.max_tokens} is too small: at least {_LEAST_TOKENS}")
    return counter or default_counter()


def _learn(counter: TokenCounter, evidence: Sequence[Evidence]) -> None:
    """Have all words counted by one call: what is known of them makes the later ones quick."""
    counter.count("\n".join(one.text for one in evidence))


def _once(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """The evidence without the captions that later pages of a table print again."""
    return tuple(one for one in evidence if not (isinstance(one, TableEvidence) and one.continues))
