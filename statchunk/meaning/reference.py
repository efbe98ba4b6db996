"""The period that a release is about."""

import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import Final

from statchunk.languages import language
from statchunk.meaning.calendar import Period, span
from statchunk.meaning.periods import find_periods
from statchunk.meaning.pieces import Piece
from statchunk.meaning.titles import Title
from statchunk.meaning.vocabulary import fold, phrase_pattern
from statchunk.model.evidence import Fact
from statchunk.model.page import Release
from statchunk.text import squash

SPLIT_NAME: Final = re.compile(r"[_\s]+")
_RUNNING: Final = 20
"""Words; a longer paragraph is running text."""
_AFTER: Final = 40
"""Characters between "reference period" and the period."""
_PLACE: Final = re.compile(r"[^\W\d_]{3,}\s*,\s*$")
"""A place before a date, as a cover dates a publication: "Piraeus, ". """


def find_reference_period(
    pieces: Sequence[Piece], title: Title | None, release: Release, codes: tuple[str, ...], body: float
) -> Fact | None:
    """From the title, else a period alone on the first page, a phrase, the captions, the file's name.

    Args:
        pieces: of the first pages.
        title: of the release.
        release: as read.
        codes: languages of the release, on file.
        body: size of running text, points.
    """
    named = one_period(title.text, codes) if title is not None else None
    if title is not None and named is not None and (title.piece.kind == "heading" or not named.isdigit()):
        return _printed(named, title.piece.page)
    return (
        _alone(pieces, codes, body)
        or _after_phrase(pieces, codes)
        or _captioned(pieces, codes)
        or (_printed(named, title.piece.page) if title is not None and named is not None else None)
        or _of_file(release, codes)
    )


def _printed(value: str, page: int) -> Fact:
    return Fact(value=value, page=page, origin="page")


def _alone(pieces: Sequence[Piece], codes: tuple[str, ...], body: float) -> Fact | None:
    """A period that stands alone on the first page, and does not date the publication."""
    for piece in pieces:
        if piece.page != 1 or piece.kind in ("table", "figure", "contents", "source", "note") or len(piece.text) > 60:
            continue
        mentions = find_periods(piece.text, codes)
        if len(mentions) != 1 or mentions[0].period.kind == "day" or not mentions[0].period.whole:
            continue
        before = piece.text[: mentions[0].start]
        rest = squash(before + piece.text[mentions[0].stop :])
        if _PLACE.search(before) or len(rest) > 12 or not (piece.size >= body or rest == ""):
            continue
        iso = mentions[0].period.iso()
        if iso is not None and (mentions[0].period.kind != "year" or piece.size > body):
            return _printed(iso, piece.page)
    return None


def _after_phrase(pieces: Sequence[Piece], codes: tuple[str, ...]) -> Fact | None:
    """A period right behind a phrase such as "reference period", no other figure between them."""
    pattern = phrase_pattern(word for code in codes for word in language(code).release.reference_period)
    for piece in pieces:
        match = pattern.search(fold(piece.text)) if pattern is not None else None
        if match is None:
            continue
        after = [m for m in find_periods(piece.text, codes) if 0 <= m.start - match.end() <= _AFTER]
        if not after or not after[0].period.whole or after[0].period.kind == "day":
            continue
        iso = after[0].period.iso()
        if iso is not None and not re.search(r"\d", piece.text[match.end() : after[0].start]):
            return _printed(iso, piece.page)
    return None


def _captioned(pieces: Sequence[Piece], codes: tuple[str, ...]) -> Fact | None:
    """The period that the captions of the first page agree on; where there is no running text, of the first page that
    has any."""
    captions = [p for p in pieces if p.kind == "caption"]
    prose = any(p.kind in ("paragraph", "list") and len(p.text.split()) > _RUNNING for p in pieces)
    pages = [1] if prose else sorted({p.page for p in captions})
    for page in pages:
        found = {value: None for p in captions if p.page == page and (value := one_period(p.text, codes)) is not None}
        if len(found) == 1:
            return _printed(next(iter(found)), page)
        if found:
            return None
    return None


def _of_file(release: Release, codes: tuple[str, ...]) -> Fact | None:
    """From the file's title or name; a year there is as likely that of the publication or of an index base."""
    title = one_period(release.information.title, codes) if release.information.title else None
    if title is not None and not title.isdigit():
        return Fact(value=title, page=None, origin="file information")
    name = one_period(SPLIT_NAME.sub(" ", PurePath(release.path).stem), codes)
    return Fact(value=name, page=None, origin="file name") if name is not None and not name.isdigit() else None


def one_period(text: str, codes: Sequence[str]) -> str | None:
    """The period that a title or caption is about: its only one, or two joined by "and" as a span; else None."""
    mentions = [m for m in find_periods(text, codes) if m.period.whole and m.period.kind != "day"]
    periods: list[Period] = []
    for mention in mentions:
        if mention.period not in periods:
            periods.append(mention.period)
    if not periods:
        return None
    finer = [p for p in periods if p.kind != "year" or not any(p.holds(o) for o in periods if o != p)]
    parts = [p for p in finer if p.kind in ("month", "quarter")]
    if len(parts) == 1 and all(p.kind == "year" for p in finer if p not in parts):
        finer = parts  # the year is that of a base: "Base 2021. June 2025"
    if len(finer) == 1:
        return finer[0].iso()
    if len(finer) == 2 and finer[0].kind == finer[1].kind and finer[0].kind in ("year", "fiscal"):
        between = text[mentions[0].stop : mentions[1].start]
        both = span(*sorted(finer, key=lambda p: p.first_month() or 0))
        if len(squash(between)) <= 4 and both is not None:
            return both.iso()
    return None
