"""Units of a text (words, sentences, paragraphs) in windows up to a size, each sharing whole words with the last."""

import re
from collections.abc import Iterator, Sequence

from statchunk.chunking.passages import Span
from statchunk.chunking.tokens import TokenCounter
from statchunk.chunking.units import sentences

_WORD = re.compile(r"\S+")
_LINE = re.compile(r"\n")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
# "U.S.", "p. ej.", "Dr.", "Nr.", "vs.": a letter alone, a token with a dot inside, or small consonants only
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\[«“])(?:[^\W\d_]|\S*[^\W\d_]\.[^\W\d_]|[B-DF-HJ-NP-TV-XZ]?[b-df-hj-np-tv-xz]{1,3})\.$"
)


def words_of(text: str, within: Span | None = None) -> list[Span]:
    """The words of a text, or of a part of it."""
    span = within or Span(0, len(text))
    return [Span(*match.span()) for match in _WORD.finditer(text, span.start, span.end)]


def sentences_of(text: str) -> list[Span]:
    """The sentences of a text; a line break ends one only where a table's line or a list's item ends."""
    found: list[Span] = []
    for line in _split(text, _LINE):
        at = line.start
        open_abbreviation = False
        for sentence in sentences(text[line.start : line.end]):
            start = text.index(sentence, at)
            at = start + len(sentence)
            found.append(Span(found.pop().start if open_abbreviation else start, at))
            open_abbreviation = _ABBREVIATION.search(sentence) is not None
    return found


def paragraphs_of(text: str) -> list[Span]:
    """What stands between blank lines."""
    return _split(text, _BLANK_LINE)


def _split(text: str, border: re.Pattern[str]) -> list[Span]:
    """The pieces between borders, white space at their ends left out, empty ones too."""
    cuts = [0, *(edge for match in border.finditer(text) for edge in match.span()), len(text)]
    found = []
    for start, end in zip(cuts[::2], cuts[1::2], strict=True):
        words = words_of(text, Span(start, end))
        if words:
            found.append(Span(words[0].start, words[-1].end))
    return found


def windows(text: str, units: Sequence[Span], size: int, overlap: int, counter: TokenCounter) -> Iterator[Span]:
    """Spans of whole units within the size; a unit longer than that is cut between words, never inside one.

    Args:
        text: what the units are of.
        units: in order, without overlap.
        size: tokens of a span; a single word longer than this stands alone.
        overlap: tokens that a span repeats of the one before: whole units where they fit, else whole words.
        counter: of the tokens.

    Raises:
        ValueError: if the overlap is not smaller than the size.
    """
    if overlap >= size:
        raise ValueError("overlap must be smaller than the size")

    def count(span: Span) -> int:
        return counter.count(text[span.start : span.end])

    pieces = [piece for unit in units for piece in ([unit] if count(unit) <= size else words_of(text, unit))]
    costs = [count(piece) for piece in pieces]
    first = 0
    used = 0
    start: int | None = None  # where the repeated words begin
    for index, cost in enumerate(costs):
        if index > first and used + cost > size:
            end = pieces[index - 1].end
            begin = pieces[first].start if start is None else start
            yield Span(begin, end)
            start, used = _repeat(text, Span(begin, end), min(overlap, size - cost), counter)
            first = index
        used += cost
    if pieces:
        yield Span(pieces[first].start if start is None else start, pieces[-1].end)


def _repeat(text: str, window: Span, overlap: int, counter: TokenCounter) -> tuple[int | None, int]:
    """Where the last whole words of a window within the overlap begin, and their tokens; not the whole window."""
    start: int | None = None
    used = 0
    for word in reversed(words_of(text, window)[1:]):
        cost = counter.count(text[word.start : word.end])
        if used + cost > overlap:
            break
        used += cost
        start = word.start
    return start, used
