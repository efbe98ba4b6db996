"""Headings and their levels over the whole document."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from statchunk.box import Box
from statchunk.geometry import box_of, centre_inside
from statchunk.languages import available, language
from statchunk.layout.drafts import Draft, PageDraft, settle
from statchunk.layout.groups import Group
from statchunk.layout.markers import is_date
from statchunk.model.page import OutlineItem, Page
from statchunk.settings import LayoutSettings
from statchunk.text import squash

_NUMBERED: Final = re.compile(r"^(\d{1,2}(?:\s?\.\s?\d{1,2}){0,4})(?:\s?\.)?\s+\S")
_SECTION: Final = re.compile(r"^(?:\d{1,2}(?:\.\d{1,2})+\.?|\d{1,2}\.)\s+\S")
"""The number of a section: no title of a release bears one."""
_WORD: Final = re.compile(r"[^\W\d_]{3}|[\u2e80-\ud7ff]")  # three letters, or a sign that is a word of itself
_SMALL: Final = 0.95  # of the running text: a heading set smaller than it is of no high rank
_LEAD_WORDS: Final = 6  # "Information on methodological issues:"; longer ones are sentences that lead to a list
_TAG: Final = re.compile(r"^H(\d)$")


class Look(NamedTuple):
    """How a heading is set; headings of one look have one rank."""

    size: float
    """Points."""
    light: bool
    small: bool
    """Not in capitals."""
    italic: bool
    side: bool
    lead: bool
    """Ends in a colon: it leads to the lines under it alone."""


def find_headings(
    pages: Sequence[PageDraft], sources: Sequence[Page], outline: Sequence[OutlineItem], settings: LayoutSettings
) -> None:
    """Decides headings, the title, and their levels: depth of numbering, outline, else nesting of looks."""
    named = {(squash(item.title), item.page_number): item.level for item in outline if squash(item.title)}
    found: list[tuple[PageDraft, Page, Draft]] = []
    for page, source in zip(pages, sources, strict=True):
        tagged = _tagged(source)
        for index, draft in enumerate(page.drafts):
            group = draft.group
            if group is not None and draft.kind == "heading":  # of notes
                found.append((page, source, draft))
            if group is None or draft.settled:
                continue
            following = page.drafts[index + 1] if index + 1 < len(page.drafts) else None
            why = _why_heading(group, page, following, named, tagged, settings)
            if why:
                settle(draft, "heading", why)
                found.append((page, source, draft))
    if found and pages[-1].drafts and found[-1][2] is pages[-1].drafts[-1]:
        found.pop()[2].kind = "paragraph"  # nothing follows that it could head
    title = _title([(page, draft) for page, _, draft in found])
    if title is not None:
        title.level = 0
        _clear_masthead(pages, title)
    _set_levels(
        [
            (draft, _frame(draft, source), _follows_heading(draft, page))
            for page, source, draft in found
            if draft.level is None and draft.kind == "heading"
        ],
        pages[0].em if pages else 0.0,
    )


def _frame(draft: Draft, page: Page) -> Box | None:
    """The smallest drawn box that holds a heading and some text below it, but not the whole page."""
    best: Box | None = None
    for rect in page.rects:
        box = box_of(rect)
        if (
            box.area < 0.6 * page.width * page.height
            and box.height > 4 * (draft.box.bottom - draft.box.top)
            and centre_inside(draft.box, box)
            and (best is None or box.area < best.area)
        ):
            best = box
    return best


def _follows_heading(draft: Draft, page: PageDraft) -> bool:
    """Whether it is the second block of its page under a heading that opens the page."""
    return page.drafts.index(draft) == 1 and page.drafts[0].kind == "heading"


def _tagged(page: Page) -> set[int]:
    """`order` of the words that the file itself tags as headings."""
    return {order for tag in page.tags if _TAG.match(tag.role) for order in tag.words}


def _why_heading(
    group: Group,
    page: PageDraft,
    following: Draft | None,
    named: dict[tuple[str, int | None], int],
    tagged: set[int],
    settings: LayoutSettings,
) -> str:
    """Why a group is a heading; empty where it is none."""
    text, count = group.text, group.count
    letters = sum(c.isalpha() for c in text)
    if letters < 2 or len(group.lines) > 4 or count > settings.heading_words or group.lines[0].turn:
        return ""
    if not _WORD.search(text if any(len(word) > 1 for word in text.split()) else squash(text)) or is_date(text):
        return ""
    if (squash(text), page.page_number) in named:
        return "outline"
    if tagged and group.lines[0].words[0].order in tagged:
        return "tag"
    if group.marker is not None and group.marker.kind in ("bullet", "dash", "note"):
        return ""
    larger = group.size >= settings.heading_size * page.em
    if (
        text[-1:] in (",", ";", "。", "，", "；")
        or (text[-1:] == ":" and not (group.bold and (larger or _leads(group, following))))
        or (text[-1:] == "." and count > 6 and not _NUMBERED.match(text))
    ):
        return ""
    if group.side_head:
        return "side head"
    if larger and count <= 30:
        return "larger type"
    if group.size < 0.88 * page.em:
        return ""
    if group.bold:
        return "bold"
    numbered = _NUMBERED.match(text)
    if numbered and "." in numbered[1] and count <= 15 and text[-1:] not in ".:;" and len(group.lines) <= 2:
        return "decimal number"
    capitals = letters >= 4 and text.upper() == text
    if capitals and count <= 15:
        return "capitals"
    if group.italic and len(group.lines) == 1 and count <= 12 and text[-1:] not in ".:":
        below = following.group if following is not None else None
        if below is not None and not below.italic and below.count > 15:
            return "italic line over a paragraph"
    return ""


def _leads(group: Group, following: Draft | None) -> bool:
    """Whether a short line stands over lines of plain type that begin where it does."""
    below = following.group if following is not None else None
    return (
        below is not None
        and group.count <= _LEAD_WORDS
        and len(group.lines) == 1
        and not below.bold
        and abs(below.box.x0 - group.box.x0) < 0.5 * group.size
        and 0 <= below.box.top - group.box.bottom < group.size
    )


def _title(found: Sequence[tuple[PageDraft, Draft]]) -> Draft | None:
    """The largest heading in the upper part of the first page that has any; the first of equal ones."""
    if not found or found[0][0].page_number > 2:
        return None
    first = found[0][0]
    mine = [
        (max(word.style.size for word in draft.words), draft)
        for page, draft in found
        if page is first
        and draft.group is not None
        and draft.box.top < 0.65 * page.height
        and not _SECTION.match(draft.text)
    ]
    if not mine:
        return None
    largest = max(size for size, _ in mine)
    whole = [(size, draft) for size, draft in mine if draft.count > 3 and size > 0.55 * largest]
    if whole and all(_is_kind(draft) for size, draft in mine if size >= largest - 0.3):
        mine, largest = whole, max(size for size, _ in whole)  # "NEWS RELEASE" over the title proper
    if largest < 1.1 * first.em and len(mine) > 1:
        return None
    return next(draft for size, draft in mine if size >= largest - 0.3)


def _is_kind(draft: Draft) -> bool:
    """Whether a word or two say what the release is, not what it is of: capitals, or a word for a kind of release."""
    return draft.count < 3 and (draft.text.upper() == draft.text or draft.text.casefold() in _kinds())


@cache
def _kinds() -> frozenset[str]:
    """What releases call themselves in all languages on hand."""
    return frozenset(kind.casefold() for code in available() for kind in language(code).release.kinds)


def _clear_masthead(pages: Sequence[PageDraft], title: Draft) -> None:
    """Lines above the title are no headings, nor is anything else on a cover that bears no running text."""
    page = next(page for page in pages if title in page.drafts)
    cover = not any(
        draft.kind in ("table", "panel", "list")
        or draft.reason == "drawing"
        or (draft.kind == "paragraph" and draft.count > 20)
        for draft in page.drafts
    )
    for draft in page.drafts:
        above = draft.box.bottom <= title.box.top + 2
        if draft is not title and draft.kind == "heading" and (above or cover or _is_subtitle(draft, title)):
            draft.kind, draft.reason, draft.level = "paragraph", "masthead", None


def _is_subtitle(draft: Draft, title: Draft) -> bool:
    """Whether a line stands close under the title, smaller, as its subtitle."""
    if draft.group is None or title.group is None or _NUMBERED.match(draft.text):
        return False
    gap = draft.box.top - title.box.bottom
    size = title.group.size
    return -0.3 * size < gap < 0.6 * size and draft.group.size < 0.9 * size


def look(group: Group) -> Look:
    """How a heading is set."""
    return Look(
        group.size,
        not group.bold,
        group.text.upper() != group.text or (sum(c.isalpha() for c in group.text) < 7 and not _is_spaced(group.text)),
        group.italic,
        group.side_head,
        group.text[-1:] == ":",
    )


def _is_spaced(text: str) -> bool:
    """Whether a word is set with its letters apart: "A N N E X"."""
    return len(text) > 4 and all(len(part) == 1 for part in text.split())


def _set_levels(headings: Sequence[tuple[Draft, Box | None, bool]], em: float) -> None:
    """Levels from the depth of numbering, else from nesting: a heading stands below those that outrank it.

    Args:
        em: size of the body type, points.
        headings: in order, each with the frame that it stands in, if any, and whether it directly follows
            a heading that opens the page, with no text between: the first then stands above the second.
    """
    stack: list[tuple[Look, int]] = []
    outside: list[tuple[Look, int]] = []
    inside: Box | None = None
    seen: dict[tuple[str, Look], int] = {}
    ranks: dict[Look, int] = {}
    lesser: list[tuple[Draft, Look]] = []  # smaller than running text: they stand below all larger ones anywhere
    for draft, frame, stacked in headings:
        group = draft.group
        if group is None:
            continue
        mine = look(group)
        if frame != inside:
            if inside is None:
                outside = list(stack)
                stack = []
            else:
                stack = list(outside) if frame is None else []
            inside = frame
        depth = _depth(group.text)
        if stacked and stack and stack[-1][0] == mine and depth is None:
            stack[-1] = (mine._replace(size=1.075 * mine.size), stack[-1][1])  # the first of two heads stands above
        while stack and not _outranks(stack[-1][0], mine):
            stack.pop()
        level = stack[-1][1] + 1 if stack else 1
        if depth is not None and depth > 1:
            level = depth
        elif group.size < _SMALL * em:
            lesser.append((draft, mine))
        level = seen.setdefault((squash(group.text), mine), level)
        draft.level = min(level, 6)
        stack.append((mine, draft.level))
        if group.size >= _SMALL * em and frame is None:
            ranks[mine] = min(draft.level, ranks.get(mine, draft.level))
    for draft, mine in lesser:
        above = max((rank for other, rank in ranks.items() if _outranks(other, mine)), default=0)
        draft.level = min(6, max(draft.level or 1, 1 + above))


def _outranks(upper: Look, lower: Look) -> bool:
    """Whether a heading of the first look stands above one of the second.

    Sizes must differ by more than drawing programs round them; heads in the margin are one rank.
    """
    step = 0.15 if upper.side and lower.side else 0.07
    if upper.size > lower.size * (1 + step):
        return True
    if lower.size > upper.size * (1 + step):
        return False
    return _order(upper) < _order(lower)


def _order(mine: Look) -> tuple[bool, bool, bool, bool, bool]:
    return mine.side, mine.italic, mine.light, mine.small, mine.lead


def _depth(text: str) -> int | None:
    """Depth of a decimal number that opens a heading: 2 for "1.2 Method"."""
    match = _NUMBERED.match(text)
    if match is None:
        return None
    return len(re.findall(r"\d+", match[1]))
