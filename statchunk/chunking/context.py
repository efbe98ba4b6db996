"""What a chunk says of where it stands: title of the release and the headings above it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from statchunk.chunking.tokens import TokenCounter, cut_to
from statchunk.model.evidence import Document
from statchunk.model.page import PageText
from statchunk.readers import extract as extract_texts
from statchunk.settings import ChunkSettings
from statchunk.text import one_space, squash

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from statchunk.chunking.endpoint import Endpoint

STEP = " > "


class Embed(Protocol):
    """An embedding model, as far as a strategy needs it."""

    def __call__(self, texts: Sequence[str], /) -> "NDArray[np.float32]":
        """Vectors of unit length, shape (texts, dimension)."""
        ...


class Extract(Protocol):
    """A text extractor, as far as a strategy needs it."""

    def __call__(self, path: str, /) -> Iterable[PageText]:
        """The text of each page of a file."""
        ...


@dataclass(frozen=True, slots=True)
class Context:
    """What every strategy is given beside the evidence."""

    document: Document
    settings: ChunkSettings
    counter: TokenCounter
    size: int | None = None
    """Largest chunk, in the unit of the strategy; None for its default."""
    overlap: int | None = None
    """Shared by neighbouring chunks, in the unit of the strategy; None for its default."""
    embed: Embed | None = None
    """For strategies that compare texts by meaning."""
    endpoint: "Endpoint | None" = None
    """For the strategy that asks a language model; by the settings where None."""
    extract: Extract = extract_texts
    """For strategies that cut the text of the file as an extractor prints it."""

    def of(self, document: Document) -> "Context":
        """The same for another document."""
        return replace(self, document=document)

    @property
    def budget(self) -> int:
        """Tokens of `embedding_text` without the special tokens."""
        return self.settings.max_tokens - self.counter.special_tokens

    def place(self, section: tuple[str, ...]) -> str:
        """The title of the release, with its period where the title lacks it, and the headings above, in one line."""
        facts = self.document.facts
        parts = [one_space(heading) for heading in section]
        if facts.title:
            title = one_space(facts.title.value)
            period = facts.reference_period.value if facts.reference_period else ""
            if period and period[:4] not in title:
                title = f"{title} ({period})"
            if not parts or squash(parts[0]) != squash(title):
                parts.insert(0, title)
        return STEP.join(parts)

    def embedded_place(self, section: tuple[str, ...]) -> str:
        """The same line within its share of the budget: the innermost heading is kept, the outer ones give way."""
        limit = int(self.budget * self.settings.context_share)
        line = self.place(section)
        if self.counter.count(line) <= limit or not section:
            return cut_to(line, limit, self.counter)
        own = cut_to(one_space(section[-1]), limit, self.counter)
        left = limit - self.counter.count(own + STEP)
        outer = cut_to(self.place(section[:-1]), left, self.counter) if left > 0 else ""
        return STEP.join(part for part in (outer, own) if part)
