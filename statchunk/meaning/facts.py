"""What a release says of itself: read from its pages first, the file's information second, the file's name last."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from statchunk.languages import available, language
from statchunk.meaning.detection import base_languages, detect_languages, in_script, language_of_months
from statchunk.meaning.notices import find_notices
from statchunk.meaning.periods import Mention, find_periods
from statchunk.meaning.pieces import Piece, beside, body_size, pieces_of
from statchunk.meaning.publisher import find_geography, find_publisher, from_source, names_office
from statchunk.meaning.reference import SPLIT_NAME, find_reference_period
from statchunk.meaning.titles import find_title, kinds_of
from statchunk.meaning.vocabulary import fold, known, phrase_pattern
from statchunk.model.evidence import Fact, ReleaseFacts
from statchunk.model.layout import PageLayout
from statchunk.model.page import Release
from statchunk.text import one_space

_FRONT_PAGES: Final = 3
"""Pages on which title, office and date of release are looked for."""
_REACH: Final = 45.0
"""Points between "Release date:" and the date below it, the widest gap seen on title pages."""
_RUNNING, _STOPS = 15, ".:;。؟"
"""Words, and the signs one of which ends it: what makes a block running text."""
_PLACE, _MASTHEAD = 3, 8
"""Words beside the day in a dateline; in one that names the office or the kind of release."""
_FILE_NAME: Final = re.compile(r"[^\s]*[\d_.\\/][^\s]*")
"""A name without spaces and with figures or underscores, as programs leave it in the file's title."""
_BARS: Final = re.compile(r"\s[|•·]\s")
"""What parts a running line: "BULLETIN | 20 May 2025"."""
_AFTER: Final = 120
"""Characters between "will be released on" and its date."""
_CODE: Final = re.compile(r"(?<![\w.])(?:[A-Z]{1,5}[- ]?\d{2,4}(?:[-.]\d{1,5})*|[A-Z]{2,6}-\d{2}-\d{3,5})(?![\w])")


@dataclass(frozen=True, slots=True)
class _Front:
    """The pages taken apart into pieces."""

    pieces: tuple[Piece, ...]
    """Of the first pages."""
    everything: tuple[Piece, ...]
    codes: tuple[str, ...]
    body: float


def read_facts(
    release: Release, layouts: Sequence[PageLayout], languages: tuple[str, ...] | None = None
) -> ReleaseFacts:
    """Title, office, dates, reference period and the rest, each with where it was read.

    Args:
        release: as read.
        layouts: of its pages, in order.
        languages: what `release_languages` gives; found here where None.
    """
    everything = tuple(piece for layout in layouts for piece in pieces_of(layout))
    codes = release_languages(release, layouts) if languages is None else languages
    pieces = tuple(p for p in everything if p.page <= _FRONT_PAGES)
    front = _Front(pieces, everything, known(codes) or available()[:1], body_size(layouts))
    named = find_title(pieces, front.codes, front.body)
    title = _fact(named.text, named.piece.page) if named is not None else _title_elsewhere(release)
    next_release = _dated(front, "next_release", frozenset())
    taken = frozenset({(next_release[1].page, next_release[1].place)}) if next_release else frozenset()
    released = _dated(front, "released", taken) or _dateline(front, taken)
    reference = find_reference_period(pieces, named, release, front.codes, front.body)
    publisher = find_publisher(pieces, front.codes, title.value if title else None) or from_source(
        everything, front.codes
    )
    if title is not None and publisher is not None and named is not None:
        title = _fact(_without_prefix(title.value, publisher.text), named.piece.page)
    names = [t for t in (title.value if title else None, publisher.text if publisher else None) if t]
    geography = find_geography(names, [p for p in pieces if p.kind not in ("table", "contents")], front.codes)
    return ReleaseFacts(
        title=title,
        subtitle=_subtitle(front, named.piece if named else None),
        publisher=_fact(publisher.text, publisher.page) if publisher else _author(release, front.codes),
        release_date=_fact(released[0], released[1].page) if released else None,
        next_release=_fact(next_release[0], next_release[1].page) if next_release else None,
        reference_period=reference,
        edition=_edition(front),
        geography=_fact(*geography) if geography else None,
        language=_language(release, codes),
        pages=len(release.pages),
        contact=_opened(front.everything, front.codes, "contact", 300),
        notices=find_notices(pieces, front.codes),
        licence=_opened(front.everything, front.codes, "licence", 300),
    )


def release_languages(release: Release, layouts: Iterable[PageLayout]) -> tuple[str, ...]:
    """Codes of the languages of a release, the main one first: from its text, else the file's information.

    Args:
        release: as read.
        layouts: of its pages, in order; the first pages with text decide.
    """
    texts: list[str] = []
    running: list[str] = []
    length = 0
    for layout in layouts:
        for block in layout.blocks:
            text = " ".join(line.text for line in block.lines) or " ".join(w.text for w in block.words[:400])
            texts.append(text)
            if block.kind in ("paragraph", "list") and block.count > _RUNNING and text[-1:] in _STOPS:
                running.append(text)
            length += len(text)
        if length > 12000:
            break
    found = detect_languages(" ".join(texts), " ".join(running))
    said = base_languages([release.information.language] if release.information.language else [])
    if found or not set(said) <= set(available()):
        return found or in_script(said, "".join(texts))
    return language_of_months(" ".join(texts)) or in_script(said, "".join(texts))  # programs write their own language


def _fact(value: str, page: int | None) -> Fact:
    return Fact(value=value, page=page, origin="page")


def _without_prefix(title: str, office: str) -> str:
    """A title without the office that a running head prints before it: "Statistics Office, Yearbook 2012"."""
    if not title.startswith(office):
        return title
    rest = re.fullmatch(r"\s*[,|:–—-]\s+(\S.*\s.*)", title[len(office) :])
    return rest[1] if rest is not None else title


def _information(value: str) -> Fact | None:
    value = one_space(value)
    return Fact(value=value, page=None, origin="file information") if value else None


def _author(release: Release, codes: tuple[str, ...]) -> Fact | None:
    """The author that the file names, where it is an office and not the person at the machine."""
    return _information(release.information.author) if names_office(release.information.author, codes) else None


def _title_elsewhere(release: Release) -> Fact | None:
    found = _information(release.information.title)
    if found is not None and not _FILE_NAME.fullmatch(found.value):
        return found
    if release.outline:
        return Fact(value=one_space(release.outline[0].title), page=release.outline[0].page_number, origin="outline")
    stem = SPLIT_NAME.sub(" ", PurePath(release.path).stem).strip()
    return Fact(value=stem, page=None, origin="file name") if stem else None


def _subtitle(front: _Front, title: Piece | None) -> Fact | None:
    """The line right below the title, larger than running text, that is no date and no contact."""
    if title is None or title.kind != "heading":
        return None
    for piece in beside(title, [p for p in front.pieces if p.page == title.page], _REACH):
        if piece.box.top < title.box.bottom - 2 or piece.kind != "paragraph":
            continue
        if piece.size <= front.body + 0.4 or len(piece.text) > 250 or piece.text.endswith(":"):
            return None
        if any(m.period.kind == "day" for m in find_periods(piece.text, front.codes)):
            return None
        return _fact(piece.text, piece.page)
    return None


def _phrases(codes: Iterable[str], name: str) -> re.Pattern[str] | None:
    return phrase_pattern(w for code in codes for w in getattr(language(code).release, name))


def _days(text: str, codes: Sequence[str], start: int = 0) -> Iterator[Mention]:
    for mention in find_periods(text, codes):
        if mention.period.kind == "day" and mention.start >= start and mention.compared_with is None:
            yield mention


def _dated(front: _Front, name: str, taken: frozenset[tuple[int, int]]) -> tuple[str, Piece] | None:
    """The date after a phrase: in the same piece, or in the nearest piece below or to the right.

    Args:
        front: the pages.
        name: which phrases of the language files.
        taken: pieces (page, index) that date something else.
    """
    pattern = _phrases(front.codes, name)
    if pattern is None:
        return None
    other = _phrases(front.codes, "next_release") if name == "released" else None
    pieces = front.everything if name == "next_release" else front.pieces
    for piece in pieces:
        if (piece.page, piece.place) in taken or piece.kind in ("table", "contents"):
            continue
        if name == "released" and piece.page > 1 and len(piece.text) > _AFTER:
            continue
        folded = fold(piece.text)
        if other is not None:
            folded = other.sub(lambda m: " " * len(m.group()), folded)
        for match in pattern.finditer(folded):
            after = next(_days(piece.text, front.codes, match.start()), None)
            if after is not None and after.start - match.end() <= _AFTER:
                iso = after.period.iso()
                if iso is not None:
                    return iso, piece
            if len(piece.text) - match.end() > 40:
                continue
            for neighbour in beside(piece, front.everything, _REACH):
                if (neighbour.page, neighbour.place) in taken or len(neighbour.text) > 80:
                    continue
                near = next(_days(neighbour.text, front.codes), None)
                if near is not None and (iso := near.period.iso()) is not None:
                    return iso, piece
    return None


def _dateline(front: _Front, taken: frozenset[tuple[int, int]]) -> tuple[str, Piece] | None:
    """A short line of the first page that is a place and a day, "Piraeus, 8 August 2025", or names the office or the
    kind of release before the day."""
    for piece in front.pieces:
        if (
            piece.page != 1
            or (piece.page, piece.place) in taken
            or piece.kind in ("table", "source", "note", "caption")
        ):
            continue
        parts = [part for printed in piece.lines for part in _BARS.split(printed)[1:]]
        for line in (piece.text, *piece.lines, *parts):
            day = next(_days(line, front.codes), None)
            if day is None:
                continue
            rest = line[: day.start] + " " + line[day.stop :]
            words = len(re.findall(r"[^\W\d_]{2,}", rest))
            most = _MASTHEAD if _names_release(rest, front.codes) and len(line) <= _AFTER else _PLACE
            if words <= most and (iso := day.period.iso()) is not None:
                return iso, piece
    return None


def _names_release(text: str, codes: tuple[str, ...]) -> bool:
    """Whether a text names an office or says what kind of release it is: "Press release No. 12"."""
    kinds = phrase_pattern(kinds_of(codes))
    return names_office(text, codes) or (kinds is not None and kinds.search(fold(text)) is not None)


def _edition(front: _Front) -> Fact | None:
    """A number after "No." or "issue", or a code that stands alone: "P0141"."""
    pattern = _phrases(front.codes, "edition")
    for piece in front.pieces:
        if piece.page != 1 or piece.kind in ("table", "source", "note", "contents") or len(piece.text) > 120:
            continue
        for line in piece.lines:
            if _CODE.fullmatch(line) is not None and not find_periods(line, front.codes):
                return _fact(line, piece.page)
        folded = fold(piece.text)
        for match in pattern.finditer(folded) if pattern is not None else ():
            number = re.match(r"\s*[:.]?\s*(\d{1,4}(?:[/-]\d{1,5}){0,2})(?![\d.,])", piece.text[match.end() :])
            if number is not None and len(folded) == len(piece.text):
                return _fact(one_space(piece.text[match.start() : match.end()] + " " + number[1]), piece.page)
    return None


def _opened(pieces: Sequence[Piece], codes: Sequence[str], name: str, longest: int) -> Fact | None:
    """The first piece that opens with one of the phrases, with the pieces right below it where it ends there."""
    pattern = _phrases(codes, name)
    if pattern is None:
        return None
    for piece in pieces:
        if piece.kind in ("table", "contents", "heading") and piece.kind != "heading":
            continue
        match = pattern.search(fold(piece.text[:60]))
        if match is None or match.start() > 12:
            continue
        text = piece.text
        if len(text) - match.end() < 4:
            below = next((p for p in beside(piece, pieces, _REACH) if p.box.top >= piece.box.top + 2), None)
            text = one_space(f"{text} {below.text}") if below is not None else text
            if below is None:
                continue
        return _fact(text[:longest], piece.page)
    return None


def _language(release: Release, codes: tuple[str, ...]) -> Fact | None:
    if codes:
        return _fact(codes[0], 1)
    found = base_languages([release.information.language] if release.information.language else [])
    return _information(found[0]) if found else None
