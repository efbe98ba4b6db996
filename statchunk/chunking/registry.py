"""Strategies by name."""

from collections.abc import Callable, Iterator

from statchunk.chunking.context import Context
from statchunk.chunking.draft import Draft, finish
from statchunk.chunking.structure import structure
from statchunk.chunking.tokens import TokenCounter, default_counter
from statchunk.errors import SettingsError
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document
from statchunk.settings import ChunkSettings

Strategy = Callable[[Context], Iterator[Draft]]
STRATEGIES: dict[str, Strategy] = {"structure": structure}
_LEAST_TOKENS = 32  # below this not even a shortened title leaves room for a row


def chunk_document(
    document: Document, settings: ChunkSettings | None = None, counter: TokenCounter | None = None
) -> tuple[Chunk, ...]:
    """The chunks of a document in reading order.

    Args:
        document: a release understood.
        settings: strategy and budgets; the defaults where None.
        counter: of the embedding model; the bundled model's where None.

    Raises:
        SettingsError: if no strategy bears the name, or the budget is too small for any.
    """
    settings = settings or ChunkSettings()
    strategy = STRATEGIES.get(settings.strategy)
    if strategy is None:
        raise SettingsError(f"strategy {settings.strategy!r} is unknown: choose from {', '.join(sorted(STRATEGIES))}")
    if settings.max_tokens < _LEAST_TOKENS:
        raise SettingsError(f"max_tokens {settings.max_tokens} is too small: at least {_LEAST_TOKENS}")
    context = Context(document, settings, counter or default_counter())
    context.counter.count("\n".join(evidence.text for evidence in document.evidence))  # one call learns all words
    return finish(document, strategy(context), settings.strategy, context.counter)
