"""Notices of corrections and revisions on the first pages, which must travel with the figures they touch."""

from collections.abc import Sequence
from typing import Final

from statchunk.languages import language
from statchunk.meaning.pieces import Piece
from statchunk.meaning.vocabulary import fold, phrase_pattern
from statchunk.model.evidence import Fact

_LONGEST: Final = 900
"""Characters kept of one notice."""
_WORDS_IN_HEADING: Final = 5


def find_notices(pieces: Sequence[Piece], codes: tuple[str, ...]) -> tuple[Fact, ...]:
    """A heading that says "Correction" with the text under it, or a paragraph that opens so.

    Args:
        pieces: of the first pages, in reading order.
        codes: languages on file.
    """
    correction = phrase_pattern(w for code in codes for w in language(code).release.correction)
    revision = phrase_pattern(w for code in codes for w in language(code).release.revision)
    found: list[Fact] = []
    skip_until = 0
    for at, piece in enumerate(pieces):
        if at < skip_until or piece.kind not in ("heading", "paragraph", "note"):
            continue
        opening = fold(piece.text)[:80]
        match = None
        for pattern in (correction, revision):
            match = match or (pattern.match(opening) if pattern is not None else None)
        if match is None:
            continue
        short = len(piece.text.split()) <= _WORDS_IN_HEADING
        if not short and not piece.text[match.end() :].lstrip().startswith((":", "–", "-")):
            continue
        if not short:
            found.append(Fact(value=piece.text[:_LONGEST], page=piece.page, origin="page"))
            continue
        under, stop = _under(piece, pieces, at)
        if under:
            text = " ".join((piece.text, *under))
            found.append(Fact(value=text[:_LONGEST], page=piece.page, origin="page"))
            skip_until = stop
    return tuple(found)


def _under(head: Piece, pieces: Sequence[Piece], at: int) -> tuple[list[str], int]:
    """Paragraphs below a heading up to the next heading of its rank, and where they end."""
    texts: list[str] = []
    stop = at + 1
    for index in range(at + 1, len(pieces)):
        piece = pieces[index]
        if piece.kind == "furniture" or (piece.box.top < head.box.top and piece.page == head.page):
            continue
        if piece.kind == "heading" and (piece.level or 1) <= (head.level or 1):
            break
        if piece.kind not in ("heading", "paragraph", "list") or sum(map(len, texts)) > _LONGEST:
            break
        if piece.page > head.page + 1:
            break
        if piece.box.top < head.box.bottom - 2 and piece.page == head.page:
            continue
        texts.append(piece.text)
        stop = index + 1
    return texts, stop
