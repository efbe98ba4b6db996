"""Titles of tables and figures that bear no label: the lines right above them."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from statchunk.geometry import horizontal_overlap
from statchunk.languages import words
from statchunk.languages.unit_lines import is_unit_line
from statchunk.layout.drafts import Draft, PageDraft, settle
from statchunk.layout.groups import Group
from statchunk.layout.markers import is_date, opens_note, opens_source
from statchunk.settings import LayoutSettings

_PARTED_NUMBER: Final = re.compile(r"\d{1,2}(?:\.\d{1,2})+\.?\s")
_LINE: Final = 0.35
"""Of the type size; white between a title and its subtitle."""
_HEAD: Final = 3.0
"""Ems; white between the upper rule of a table and heads centred under it, and beside its outer columns."""
_Look = tuple[float, bool, bool, bool]


def section_looks(pages: Sequence[PageDraft]) -> set[_Look]:
    """How headings over running text are set."""
    looks: set[_Look] = set()
    for page in pages:
        for draft, below in pairwise(page.drafts):
            group, text = draft.group, below.group
            if group is None or text is None or draft.settled or below.settled or group.label is not None:
                continue
            stressed = group.bold or group.size > 1.1 * page.em
            if stressed and group.count <= 15 and text.count > 15 and not text.bold:
                looks.add(_look(group))
    return looks


def _look(group: Group) -> _Look:
    return round(2 * group.size) / 2, group.bold, group.italic, group.text.upper() == group.text


def find_unlabelled(page: PageDraft, target: Draft, looks: set[_Look], labels: bool, settings: LayoutSettings) -> None:
    """Takes the title-like lines directly above a table or figure that has no labelled caption.

    Where the release labels its captions, a line at the left that is set like its headings is a heading; so is one
    with a number of several parts anywhere.
    """
    found: list[Draft] = []
    ceiling = _top_rule(page, target) if target.kind == "table" else target.box.top
    for draft in sorted(page.drafts, key=lambda d: -d.box.bottom):
        group = draft.group
        if draft is target or draft.box.top >= target.box.top or horizontal_overlap(draft.box, target.box) <= 0:
            continue
        if group is None or draft.settled:
            break
        if group.text.isascii() and not any(map(str.isalnum, group.text)):
            continue  # a stray point
        if ceiling - draft.box.bottom > settings.caption_gap * max(page.em, group.size):
            break
        if not found and (is_small_headnote(group, page, target) or is_unit_line(group.text)):
            ceiling = draft.box.top  # the title stands over it
            continue
        if ceiling - draft.box.bottom < -1.5 * page.em or not _could_be_title(group, page, target):
            break
        if shares_row(page, draft, group, target):
            if is_date(group.text) or group.text[-1:] == ":":
                ceiling = draft.box.top  # "Week ending:" and the day, side by side
                continue
            break  # pieces of one row are heads of columns
        if found and _is_title(found[-1].group, page, target) and not _same_style(group, found[-1].group):
            if _heads_subtitle(group, found, target):
                found.append(draft)
            break
        found.append(draft)
        ceiling = draft.box.top
        if len(found) == 3:
            break
    titles = [draft for draft in found if _is_title(draft.group, page, target)]
    while len(titles) > 1 and _opens_section(titles[-1].text):
        titles.pop()  # "Appendix 1 - Summary" over the title proper
    if not titles:
        return
    caption = titles[-1]
    group = caption.group
    if (
        group is not None
        and _look(group) in looks
        and not _is_centred(group, target)
        and (labels or _PARTED_NUMBER.match(group.text))
    ):
        return
    settle(caption, "caption", "title line above", target)


def _heads_subtitle(group: Group, found: Sequence[Draft], target: Draft) -> bool:
    """Whether a line in bold stands right over the one plain line found so far and begins where it does: a title over
    its subtitle."""
    below = found[0].group
    if len(found) > 1 or below is None or target.kind != "table" or not group.bold or below.bold:
        return False
    return (
        -0.5 * group.size < below.box.top - group.box.bottom < _LINE * group.size
        and abs(below.box.x0 - group.box.x0) < 1.0
        and not _PARTED_NUMBER.match(group.text)
        and below.text[-1:] not in ".:"
    )


def begins_with_table(page: PageDraft) -> bool:
    """Whether the first of a page is a table, units over it aside."""
    first = _first(page)
    return first is not None and first.kind == "table"


def _first(page: PageDraft) -> Draft | None:
    return next((draft for draft in page.drafts if draft.group is None or not is_unit_line(draft.group.text)), None)


def find_ahead(pages: Sequence[PageDraft], looks: set[_Look], labels: bool) -> None:
    """Takes the titles without a label that end a page and name the table without a caption that begins the next: set
    as other captions are, or in bold and not as headings."""
    captions: set[_Look] | None = None
    for page, following in pairwise(pages):
        first = _first(following)
        if len(page.drafts) < 2 or first is None or first.kind != "table":
            continue
        draft = page.drafts[-1]
        group = draft.group
        if group is None or draft.settled or not _could_be_title(group, page, None) or _opens_section(group.text):
            continue
        if any(other.target is first and other.kind == "caption" for other in following.drafts):
            continue
        if any(other.ahead for other in page.drafts):
            continue
        if captions is None:
            captions = {_look(d.group) for p in pages for d in p.drafts if d.kind == "caption" and d.group is not None}
        look = _look(group)
        if look in looks and (labels or _PARTED_NUMBER.match(group.text)):
            continue
        if look in captions or (group.bold and look not in looks and not captions):
            settle(draft, "caption", "title, its table on the next page")
            draft.ahead = True


def _opens_section(text: str) -> bool:
    """Whether a line names a part of the release with its number or letter: "Annex B", "Chapter 3: Prices"."""
    first, _, rest = text.partition(" ")
    number = rest.split(" ")[0].strip(".:-–—)") if rest else ""
    return first.casefold() in words("section") and (number.isdigit() or (len(number) < 4 and number.isupper()))


def _top_rule(page: PageDraft, target: Draft) -> float:
    """y of the rule right over the heads of a table, as wide as this; of its words where none is drawn."""
    box, em = target.box, page.em
    return min(
        (
            rule.top
            for rule in page.rules
            if box.top - _HEAD * em < rule.top < box.top
            and rule.x0 < box.x0 + _HEAD * em
            and rule.x1 > box.x1 - _HEAD * em
        ),
        default=box.top,
    )


def shares_row(page: PageDraft, draft: Draft, group: Group, target: Draft) -> bool:
    """Whether another text stands on the last line of one, both over a table or figure: at its left and right end, or
    over columns."""
    return any(
        other is not draft
        and other.group is not None
        and any(map(str.isalnum, other.group.text))
        and abs(other.group.lines[-1].baseline - group.lines[-1].baseline) < 0.3 * group.size
        and horizontal_overlap(other.box, target.box) > 0
        for other in page.drafts
    )


def is_small_headnote(group: Group, page: PageDraft, target: Draft) -> bool:
    """Whether a line or two in plain small type, centred over a table, say in sentences what its figures are."""
    return (
        target.kind == "table"
        and len(group.lines) < 3
        and not group.bold
        and group.text[-1:] == "."
        and group.marker is None
        and group.size < 1.05 * page.em
        and _is_centred(group, target)
        and not (opens_source(group.text) or opens_note(group.text))
    )


def _could_be_title(group: Group, page: PageDraft, target: Draft | None) -> bool:
    text = group.text
    stands_out = group.bold or (target is not None and _is_centred(group, target))
    return (
        len(group.lines) <= 4
        and group.count <= 45
        and (group.marker is None or (stands_out and group.marker.kind == "number"))
        and not opens_source(text)
        and not opens_note(text)
        and not (text[-1:] in ".:;" and not group.bold and group.count > 4)
        and any(c.isalpha() for c in text)
    )


def _is_title(group: Group | None, page: PageDraft, target: Draft) -> bool:
    if group is None or is_bracketed(group.text) or is_date(group.text):
        return False
    return (
        group.bold
        or group.size > 1.1 * page.em
        or _is_centred(group, target)
        or (target.kind == "table" and group.count <= 25)
    )


def _is_centred(group: Group, target: Draft) -> bool:
    """Whether a line is centred over a table or figure."""
    middle = (group.box.x0 + group.box.x1) / 2
    centre = (target.box.x0 + target.box.x1) / 2
    return abs(middle - centre) < 0.06 * target.box.width and group.box.x0 > target.box.x0 + group.size


def _same_style(a: Group, b: Group | None) -> bool:
    return b is not None and abs(a.size - b.size) < 0.3 and a.bold == b.bold and a.italic == b.italic


def is_bracketed(text: str) -> bool:
    """Whether a text stands in brackets as a whole."""
    return text[:1] in "([" and text[-1:] in ")]"
