"""Units of text put together up to a budget; one longer than the budget is cut between sentences, then words."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from statchunk.chunking.context import Context
from statchunk.chunking.tokens import TokenCounter

Thing = TypeVar("Thing")

# A sentence ends at its mark, with closing quotes or brackets, before white space; Chinese and Japanese need no space.
_SENTENCE_END = re.compile(r"[.!?؟]+[\"'”’»)\]]*\s+|[。！？]+[”」』）]*\s*")
_OPENERS = "\"'“‘«(["


@dataclass(frozen=True, slots=True)
class Part(Generic[Thing]):
    """Units that stand together in one chunk."""

    text: str
    things: tuple[Thing, ...]
    """What the units came from, each once, in order."""


def sentences(text: str) -> list[str]:
    """The text cut after each sentence; a mark before a small letter or a figure ("e.g. food", "No. 5") ends none."""
    parts: list[str] = []
    start = 0
    for match in _SENTENCE_END.finditer(text):
        following = text[match.end() :].lstrip(_OPENERS)[:1]
        if following and not following.islower() and not following.isdigit():
            parts.append(text[start : match.end()].rstrip())
            start = match.end()
    rest = text[start:].strip()
    return [*parts, rest] if rest else parts


def cut_long(text: str, room: int, counter: TokenCounter) -> list[str]:
    """The text in pieces within the room: whole sentences where they fit, else whole words."""
    if counter.count(text) <= room:
        return [text]
    pieces: list[str] = []
    current: list[str] = []
    used = 0
    for sentence in sentences(text):
        tokens = counter.count(sentence)
        if used + tokens <= room:
            current.append(sentence)
            used += tokens
            continue
        if current:
            pieces.append(" ".join(current))
        if tokens <= room:
            current, used = [sentence], tokens
        else:
            *full, rest = _cut_words(sentence, room, counter)
            pieces.extend(full)
            current, used = [rest], counter.count(rest)
    if current:
        pieces.append(" ".join(current))
    return pieces


def _cut_words(sentence: str, room: int, counter: TokenCounter) -> list[str]:
    pieces: list[list[str]] = [[]]
    used = 0
    for word in sentence.split():
        tokens = counter.count(word)
        if pieces[-1] and used + tokens > room:
            pieces.append([])
            used = 0
        pieces[-1].append(word)
        used += tokens
    return [" ".join(piece) for piece in pieces]


def pack(units: Iterable[tuple[str, Thing]], room: int, joint: str, context: Context) -> Iterator[Part[Thing]]:
    """Units one after another in parts of at most `room` tokens.

    Args:
        units: text and what it came from.
        room: tokens of a part.
        joint: what stands between two units.
        context: for its counter.
    """
    counter = context.counter
    texts: list[str] = []
    things: list[Thing] = []
    used = 0
    for text, thing in units:
        for piece in cut_long(text, max(1, room), counter):
            tokens = counter.count(piece)
            if texts and used + tokens > room:
                yield Part(joint.join(texts), _once(things))
                texts, things, used = [], [], 0
            texts.append(piece)
            things.append(thing)
            used += tokens
    if texts:
        yield Part(joint.join(texts), _once(things))


def _once(things: Sequence[Thing]) -> tuple[Thing, ...]:
    kept: list[Thing] = []
    for thing in things:
        if not any(thing is other for other in kept):
            kept.append(thing)
    return tuple(kept)
