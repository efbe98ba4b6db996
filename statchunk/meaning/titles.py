"""The title of a release: as laid out, else from its running heads and captions."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from statchunk.languages import language
from statchunk.meaning.periods import find_periods
from statchunk.meaning.pieces import Piece
from statchunk.meaning.publisher import names_office, opens_with_office
from statchunk.meaning.vocabulary import fold
from statchunk.text import one_space, squash

_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_VALUE: Final = re.compile(r"[=:]\s*[\d.,]+\s*%?$")
"""A line that states a figure: "Household size = 3.8"."""
_LONGEST: Final = 200
"""Characters of a line that may be a title."""
_NEAR: Final = 1.8
"""Type sizes from baseline to top: lines of one title on a cover stand no further apart."""


class Title(NamedTuple):
    """A title and the piece that it was read in."""

    text: str
    piece: Piece


def find_title(pieces: Sequence[Piece], codes: tuple[str, ...], body: float) -> Title | None:
    """The title as laid out; else a heading above all captions, the running head or foot, the first caption.

    Args:
        pieces: of the first pages.
        codes: languages of the release, on file.
        body: size of running text, points.
    """
    kinds = kinds_of(codes)
    heading = _heading(pieces, kinds, body)
    first = [piece for piece in pieces if piece.page == 1]
    if heading is not None and heading.page == 1:
        running = [one for one in _running(first, codes) if one.piece.box.bottom <= heading.box.top]
        larger = max(running, key=lambda one: one.piece.size, default=None)
        if larger is not None and larger.piece.size > heading.size:
            return larger
        return _without_office(heading, first, codes)
    found = _on_first_page(first, codes)
    if heading is None or (found is not None and found.piece.kind != "paragraph"):
        return found
    return _without_office(heading, [piece for piece in pieces if piece.page == heading.page], codes)


def kinds_of(codes: Sequence[str]) -> frozenset[str]:
    """What kinds of release are called: "press release"; no title of one."""
    return frozenset(fold(word) for code in codes for word in language(code).release.kinds)


def _heading(pieces: Sequence[Piece], kinds: frozenset[str], body: float) -> Piece | None:
    """The heading that layout takes for the title; the largest heading under it where it only names the kind."""
    named = [p for p in pieces if p.kind == "heading" and p.level == 0]
    titles = [p for p in named if fold(p.text) not in kinds]
    if titles:
        first = min(p.page for p in titles)
        return next(p for p in titles if p.page == first)
    if not named:
        return None
    page = [p for p in pieces if p.page == named[0].page and p.box.top > named[0].box.top]
    heads = [p for p in page if p.kind in ("heading", "paragraph") and p.size > body + 0.9]
    heads = [p for p in heads if fold(p.text) not in kinds and len(p.text) <= _LONGEST]
    return max(heads, key=lambda p: (p.size, -p.box.top)) if heads else named[0]


def _without_office(heading: Piece, page: Sequence[Piece], codes: tuple[str, ...]) -> Title:
    """The heading; where its first line names the office, what follows: lines of its own, or others set as large."""
    if not opens_with_office(heading.lines[0], codes):
        return Title(heading.text, heading)
    below = sorted(
        (
            piece
            for piece in page
            if piece.kind in ("paragraph", "heading")
            and piece.box.top >= heading.box.bottom
            and piece.size >= 0.95 * heading.size
            and len(_WORD.findall(piece.text)) >= 3
            and not names_office(piece.text, codes)
            and not any(m.period.kind in ("day", "month") for m in find_periods(piece.text, codes))
        ),
        key=lambda piece: piece.box.top,
    )
    if below:
        lines = [below[0]]
        for piece in below[1:]:
            if piece.box.top - lines[-1].box.bottom > _NEAR * piece.size or abs(piece.size - lines[-1].size) > 0.5:
                break
            lines.append(piece)
        return Title(one_space(" ".join(line.text for line in lines)), below[0])
    last = max(i for i, line in enumerate(heading.lines) if names_office(line, codes))
    rest = one_space(" ".join(heading.lines[last + 1 :]))
    return Title(rest, heading) if len(_WORD.findall(rest)) >= 2 else Title(heading.text, heading)


def _on_first_page(first: Sequence[Piece], codes: tuple[str, ...]) -> Title | None:
    """A heading above all captions, the running head or foot, a line at the foot, the first caption."""
    worded = [piece for piece in first if 3 <= len(_WORD.findall(piece.text)) <= 25]
    filled = [piece.place for piece in first if piece.kind in ("caption", "table")]
    above = [p for p in worded if p.kind == "heading" and p.place < min(filled, default=1 << 30)]
    if above:
        largest = max(above, key=lambda piece: piece.size)
        return Title(largest.text, largest)
    running = _running(first, codes)
    if running:
        return max(running, key=lambda one: (round(one.piece.size), len(one.text)))
    edges = [p for p in worded if p.kind in ("paragraph", "heading") and p.text[-1:] != "."]
    if filled and edges:
        lowest = max(edges, key=lambda piece: piece.box.bottom)
        if lowest.box.bottom >= max(piece.box.bottom for piece in first):
            return Title(lowest.text, lowest)
    caption = next((p for p in first if p.kind == "caption" and len(p.text.split()) > 2), None)
    if caption is None:
        return None
    return Title(one_space(" ".join(line for line in caption.lines if not _VALUE.search(line))), caption)


def _running(first: Sequence[Piece], codes: tuple[str, ...]) -> list[Title]:
    """Running heads and feet that may be a title: of each row its longest text, but no masthead of the office."""
    found: list[Title] = []
    rows = [piece for piece in first if piece.kind == "furniture" and piece.size > 0]
    offices = [piece for piece in rows if opens_with_office(piece.text, codes) and "," not in piece.text]
    for piece in rows:
        if any(other is piece or _is_stacked(other, piece) for other in offices):
            continue
        text = max(piece.lines, key=lambda line: len(squash(line)))
        if 3 <= len(_WORD.findall(text)) <= 25 and text[-1:] != ".":
            found.append(Title(text, piece))
    return found


def _is_stacked(upper: Piece, lower: Piece) -> bool:
    """Whether a line stands right under another of its size, as lines of one masthead do."""
    gap = lower.box.top - upper.box.bottom
    return -1 <= gap <= 1.2 * upper.size and abs(upper.size - lower.size) < 0.5
