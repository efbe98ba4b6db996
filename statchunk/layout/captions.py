"""Captions and headnotes of tables and figures."""

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from statchunk.box import Box
from statchunk.geometry import bounding_box, box_of, horizontal_overlap, intersection_area
from statchunk.languages.unit_lines import is_unit_line
from statchunk.layout.drafts import Draft, PageDraft, settle
from statchunk.layout.groups import Group, make_group
from statchunk.layout.lines import make_line
from statchunk.layout.markers import is_word_alone, opens_note, opens_source
from statchunk.layout.titles import (
    begins_with_table,
    find_ahead,
    find_unlabelled,
    is_bracketed,
    is_small_headnote,
    section_looks,
    shares_row,
)
from statchunk.model.layout import Line
from statchunk.settings import LayoutSettings

_LEAST_LABELS: Final = 4  # lines of a drawing: with fewer none can be told to be its title
_LEAST_TITLE: Final = 3  # words
_MOST_TITLE_LINES: Final = 3
_MOST_HEAD: Final = 12  # words of a line of column heads
_FEW: Final = 3  # captions; so many on one side of their tables say that the others stand there too
_YEAR: Final = re.compile(r"(?:1[5-9]|2[01])\d\d[,;]?")
"""A year as a word of its own: it dates a subtitle, and stands in no line that only gives a unit."""


_ASIDE: Final = 4.0  # times the type size: between a caption and its table that stand under no common line
_LINE: Final = 0.35
"""Of the type size; white between lines of one caption, and how far they are off their common middle."""


def find_captions(pages: Sequence[PageDraft], settings: LayoutSettings) -> None:
    """Decides captions and headnotes, labelled ones first, and what they belong to."""
    labelled = [(page, draft) for page in pages for draft in page.drafts if _is_labelled(draft, page)]
    sides = {kind: _count_sides(kind, labelled) for kind in ("table", "figure")}
    looks = section_looks(pages)
    labels = len(labelled) > 1
    for page, following in zip_longest(pages, pages[1:]):
        taken: set[int] = set()
        for draft in page.drafts:
            if _is_labelled(draft, page):
                named = draft.group.label if draft.group is not None else None
                _take_title(page, draft)
                below, above = sides[named.kind if named is not None else "table"]
                side = "above" if above > below else "below"
                draft.ahead = side == "below" and following is not None and _is_ahead(page, draft, following)
                always = max(below, above) >= _FEW * max(1, min(below, above))
                target = None if draft.ahead else _choose(page, draft, side, taken, always)
                settle(draft, "caption", "label, its table on the next page" if draft.ahead else "label", target)
                if target is not None:
                    taken.add(id(target))
        _pair_translations(page)
        bare = {id(d.target) for d in page.drafts if d.kind == "caption" and d.target is not None and _is_bare(d)}
        for target in page.targets():
            free = id(target) not in taken and not target.titled
            if free or (id(target) in bare and target.kind == "table"):
                find_unlabelled(page, target, looks, labels, settings)
        titled = {id(draft.target) for draft in page.drafts if draft.kind == "caption"}
        for target in page.targets():
            if target.reason == "drawing" and id(target) not in titled:
                _take_title_inside(page, target)
        for draft in [draft for draft in page.drafts if draft.kind == "caption" and draft.target is not None]:
            _take_between(page, draft)
            _take_lines_under(page, draft)
            _part_unit(page, draft)
        for target in page.targets():
            _take_unit_above(page, target, settings)
        for draft in [draft for draft in page.drafts if draft.kind == "caption"]:
            _part_continued(page, draft)
        page.let_go()
    if sides["table"][1] <= sides["table"][0]:
        find_ahead(pages, looks, labels)


def _is_ahead(page: PageDraft, draft: Draft, following: PageDraft) -> bool:
    """Whether a caption ends its page, heads under it aside, and the next begins with a table."""
    if draft.group is None or draft.group.label is None or draft.group.label.kind != "table":
        return False
    return begins_with_table(following) and all(map(_is_head, page.drafts[page.drafts.index(draft) + 1 :]))


def _is_head(draft: Draft) -> bool:
    """Whether a text is as short as the heads of columns are."""
    group = draft.group
    if group is None or draft.settled or group.text[-1:] == ".":
        return False
    return all(line.count <= _MOST_HEAD for line in group.lines)


def _is_bare(caption: Draft) -> bool:
    """Whether a caption is nothing but a label and stands under its table: the title may stand over that."""
    group, target = caption.group, caption.target
    return (
        group is not None
        and group.label is not None
        and len(caption.lines) == 1
        and len(group.text) <= len(group.label.text) + 2
        and target is not None
        and caption.box.top > target.box.bottom
    )


def _pair_translations(page: PageDraft) -> None:
    """A caption that found no table of its own right above or under one that did: the same in another language."""
    captions = [draft for draft in page.drafts if draft.kind == "caption" and draft.group is not None]
    for draft in captions:
        if draft.target is not None:
            continue
        for other in captions:
            gap = max(other.box.top - draft.box.bottom, draft.box.top - other.box.bottom)
            if other.target is not None and gap < 1.5 * page.em and horizontal_overlap(other.box, draft.box) > 0:
                draft.target, draft.reason = other.target, "label, right beside another caption"
                break


def _count_sides(kind: str, labelled: Sequence[tuple[PageDraft, Draft]]) -> tuple[int, int]:
    """How many tables or figures of a release stand (below, above) their captions."""
    sides = {"below": 0, "above": 0}
    for page, draft in labelled:
        if draft.group is not None and draft.group.label is not None and draft.group.label.kind == kind:
            gaps = {
                side: abs(near.box.top - draft.box.bottom if side == "below" else draft.box.top - near.box.bottom)
                for side in sides
                if (near := _nearest(page, draft, side)) is not None
            }
            if gaps:
                sides[min(gaps, key=gaps.__getitem__)] += 1
    return sides["below"], sides["above"]


def _is_labelled(draft: Draft, page: PageDraft) -> bool:
    group = draft.group
    if draft.settled or group is None or group.label is None:
        return False
    text = group.text
    if len(text) > 600 or group.marker is not None:
        return False
    stressed = group.bold or group.size > 1.08 * page.em or group.lines[0].words[0].style.bold
    if group.label.stopped:
        return stressed or len(text) < 350
    if stressed:
        return text[-1:] != "." or group.count < 30
    near = _nearest(page, draft, "below")
    return near is not None and text[-1:] != "." and group.count < 30 and near.box.top - draft.box.bottom < 3 * page.em


def _nearest(page: PageDraft, draft: Draft, side: str) -> Draft | None:
    """The table or figure nearest above or below a draft, in its column and with no heading of another between."""
    best, best_gap = None, 12 * max(page.em, draft.group.size if draft.group is not None else 0.0)
    for target in page.targets():
        gap = target.box.top - draft.box.bottom if side == "below" else draft.box.top - target.box.bottom
        if -1.5 * page.em <= gap < best_gap and horizontal_overlap(target.box, draft.box) > 0:
            best, best_gap = target, gap
    return best or (_nearest_aside(page, draft) if side == "below" else None)


def _nearest_aside(page: PageDraft, draft: Draft) -> Draft | None:
    """The table right below a caption that is centred over the page, or at its margin, wholly beside the table, where
    nothing else stands about the two."""
    for target in page.targets():
        gap = target.box.top - draft.box.bottom
        if target.kind == "table" and -0.3 * page.em < gap < _ASIDE * page.em:
            whole = bounding_box([draft.box, target.box])
            if all(
                other is draft
                or other is target
                or _is_between(other.box, draft.box, target.box)
                or intersection_area(other.box, whole) <= 0
                for other in page.drafts
            ):
                return target
    return None


def _is_between(box: Box, above: Box, below: Box) -> bool:
    return above.bottom < (box.top + box.bottom) / 2 < below.top


def _choose(page: PageDraft, draft: Draft, first: str, taken: set[int], always: bool) -> Draft | None:
    """The table or figure of a caption: on the side where they mostly stand, on the other unless they always do."""
    for side in (first,) if always else (first, "above" if first == "below" else "below"):
        target = _nearest(page, draft, side)
        if target is not None and id(target) not in taken and not _parted(page, draft, target):
            return target
    inside = [t for t in page.targets() if id(t) not in taken and _overlaps(t, draft)]
    return inside[0] if inside else None


def _overlaps(target: Draft, draft: Draft) -> bool:
    return (
        horizontal_overlap(target.box, draft.box) > 0
        and target.box.top <= draft.box.bottom
        and draft.box.top <= target.box.bottom
    )


def _parted(page: PageDraft, draft: Draft, target: Draft) -> bool:
    """Whether running text or another caption stands between them; a text in brackets is a headnote of either."""
    low, high = (
        sorted((draft.box.bottom, target.box.top))
        if target.box.top >= draft.box.top
        else sorted((target.box.bottom, draft.box.top))
    )
    for other in page.drafts:
        group = other.group
        if other is draft or other is target or group is None or horizontal_overlap(other.box, target.box) <= 0:
            continue
        middle = (other.box.top + other.box.bottom) / 2
        if low < middle < high and (
            _is_labelled(other, page)
            or other.kind == "caption"
            or (
                len(group.lines) > 2
                and group.count > 40
                and not is_bracketed(group.text)
                and not opens_source(group.text)
                and not _explains(page, other, group, draft.box, target)
            )
        ):
            return True
    return False


def _explains(page: PageDraft, draft: Draft, group: Group, caption: Box, target: Draft) -> bool:
    """Whether a paragraph in type smaller than that of the text fills the place between a caption and its table, as
    wide as this or flush with it: it says what the table shows."""
    return (
        target.kind == "table"
        and group.size < 0.97 * page.em
        and -0.6 * page.em < draft.box.top - caption.bottom < page.em
        and -0.6 * page.em < target.box.top - draft.box.bottom < page.em
        and (
            abs(draft.box.x0 - target.box.x0) < 0.5 * page.em
            or (target.box.x0 - 2 * page.em < draft.box.x0 and draft.box.x1 < target.box.x1 + 2 * page.em)
        )
    )


def _take_title(page: PageDraft, caption: Draft) -> None:
    """A label that stands alone takes the line under it, its title, into the caption."""
    group = caption.group
    if group is None or group.label is None or len(group.text) > len(group.label.text) + 2:
        return
    at = page.drafts.index(caption)
    if at + 1 < len(page.drafts):
        title = page.drafts[at + 1]
        if (
            title.group is not None
            and not title.settled
            and title.group.count < 60
            and title.box.top - caption.box.bottom < 2.5 * page.em
            and not opens_source(title.text)
            and not _is_sentence(title.group)
        ):
            _absorb(page, caption, title)


def _is_sentence(group: Group) -> bool:
    return group.text[-1:] == "." and group.count > 12 and not group.bold


def _absorb(page: PageDraft, caption: Draft, other: Draft) -> None:
    """Puts the lines of another draft at the end of a caption."""
    caption.lines += other.lines
    caption.box = type(caption.box)(
        min(caption.box.x0, other.box.x0),
        min(caption.box.top, other.box.top),
        max(caption.box.x1, other.box.x1),
        max(caption.box.bottom, other.box.bottom),
    )
    page.drafts.remove(other)


def _take_title_inside(page: PageDraft, figure: Draft) -> None:
    """The title of a drawing that stands inside it: its first lines, in bold or larger type than its labels."""
    lines = sorted(figure.lines, key=lambda line: (line.top, line.x0))
    if len(lines) < _LEAST_LABELS:
        return
    first, rest = lines[0], lines[1:]
    count = 1
    while rest and _same_set(rest[0], first) and -1 <= rest[0].top - lines[count - 1].bottom < 0.8 * first.size:
        rest = rest[1:]
        count += 1
    sizes = sorted(line.size for line in rest)
    stressed = first.size > 1.1 * sizes[len(sizes) // 2] if sizes else False
    if not (stressed or (first.bold and not all([line.bold for line in rest]))) or count > _MOST_TITLE_LINES:
        return
    title = lines[:count]
    text = " ".join(line.text for line in title)
    if len(text.split()) < _LEAST_TITLE or 2 * sum(map(str.isalpha, text)) < len(text) or not rest:
        return
    if any(line.top < title[-1].bottom - 1 for line in rest):
        return
    group = make_group(title, figure.box)
    figure.lines = [line for line in figure.lines if not any(line is one for one in title)]
    caption = Draft("caption", group.box, group, list(title))
    settle(caption, "caption", "title inside the drawing", figure)
    page.drafts.insert(page.drafts.index(figure), caption)


def _same_set(line: Line, other: Line) -> bool:
    return line.bold == other.bold and abs(line.size - other.size) < 0.3


def _part_continued(page: PageDraft, caption: Draft) -> None:
    """A "continued" at the end of a caption made furniture of its own: it is no part of the title."""
    words = caption.words
    cut = len(words)
    if cut < 2 or not is_word_alone(words[-1].text, "continued"):
        return
    cut -= 1
    while cut > 1 and all(c in "-–—:;,([" for c in words[cut - 1].text):
        cut -= 1
    rest = words[cut:]
    orders = {word.order for word in rest}
    mark = make_line(rest)
    lines = [[word for word in line.words if word.order not in orders] for line in caption.lines]
    caption.lines = [make_line(line) for line in lines if line]
    caption.box = bounding_box(caption.lines)
    draft = Draft("furniture", box_of(mark), None, [mark])
    settle(draft, "furniture", "says that the table goes on")
    page.drafts.insert(page.drafts.index(caption) + 1, draft)


def _take_lines_under(page: PageDraft, caption: Draft) -> None:
    """Further lines of a caption that stands under its table, set as its first line and close to it."""
    target, lead = caption.target, caption.group
    if target is None or lead is None or caption.box.top < target.box.bottom - 1:
        return
    for draft in sorted(page.drafts, key=lambda d: d.box.top):
        group, last = draft.group, caption.lines[-1]
        if draft is caption or draft.settled or group is None or draft.box.top < last.bottom - 0.3 * last.size:
            continue
        if draft.box.top - last.bottom > _LINE * last.size or horizontal_overlap(draft.box, caption.box) <= 0:
            continue
        middle = abs(group.box.x0 + group.box.x1 - last.x0 - last.x1) / 2
        alike = abs(last.size - group.size) < 0.3 and last.bold == group.bold and lead.italic == group.italic
        if not alike or min(middle, abs(group.box.x0 - last.x0)) > _LINE * last.size or len(group.lines) > 3:
            continue
        if opens_source(group.text) or opens_note(group.text) or group.marker is not None or _is_sentence(group):
            continue
        _absorb(page, caption, draft)


def _part_unit(page: PageDraft, caption: Draft) -> None:
    """The last line of a caption made a headnote where it says nothing but a unit and is set in another type."""
    if len(caption.lines) < 2 or caption.target is None:
        return
    last, above = caption.lines[-1], caption.lines[-2]
    slant = last.words[0].style.italic == above.words[0].style.italic
    if not is_unit_line(last.text) or (_same_set(last, above) and slant):
        return
    caption.lines = caption.lines[:-1]
    caption.box = bounding_box(caption.lines)
    draft = Draft("headnote", box_of(last), None, [last])
    settle(draft, "headnote", "unit line at the end of the caption", caption.target)
    page.drafts.insert(page.drafts.index(caption) + 1, draft)


def _take_unit_above(page: PageDraft, target: Draft, settings: LayoutSettings) -> None:
    """A line that says nothing but a unit, right above a table whose caption stands under or in it, as its headnote."""
    for draft in page.drafts:
        gap = target.box.top - draft.box.bottom
        if (
            target.kind == "table"
            and not draft.settled
            and draft.group is not None
            and -0.5 * page.em < gap < settings.caption_gap * page.em
            and horizontal_overlap(draft.box, target.box) > 0
            and is_unit_line(draft.group.text)
        ):
            settle(draft, "headnote", "unit line above", target)


def _is_unit_of(page: PageDraft, draft: Draft, target: Draft) -> bool:
    """Whether a unit line at the margin of the page stands over no other table or figure: the rules of a table may end
    there, beyond its figures."""
    return (
        draft.group is not None
        and is_unit_line(draft.group.text)
        and all(
            other is target or other.box.bottom < draft.box.top or horizontal_overlap(other.box, draft.box) <= 0
            for other in page.targets()
        )
    )


def _take_between(page: PageDraft, caption: Draft) -> None:
    """Lines between a caption and its table: subtitle into the caption, bracketed and unit lines as headnotes."""
    target = caption.target
    if target is None or target.box.top < caption.box.top:
        return
    top = target.box.top
    is_aside = horizontal_overlap(caption.box, target.box) <= 0
    beside = bounding_box([caption.box, target.box]) if is_aside else target.box
    for draft in list(page.drafts):
        group = draft.group
        if (
            draft is caption
            or draft.settled
            or group is None
            or not (horizontal_overlap(draft.box, beside) > 0 or _is_unit_of(page, draft, target))
            or draft.box.top < caption.box.top - 1
            or draft.box.bottom > top + 1.2 * page.em
            or draft.box.bottom < caption.box.top
        ):
            continue
        if opens_source(group.text) or opens_note(group.text) or group.marker is not None or group.count > 120:
            continue
        if target.kind == "figure" and not any(map(str.isalpha, group.text)):
            _absorb(page, target, draft)  # the topmost label of an axis
            continue
        lead = caption.group
        if lead is None:
            continue
        last = caption.lines[-1]
        same = last.bold == group.bold and abs(last.size - group.size) < 0.3
        if is_unit_line(group.text) or (
            is_bracketed(group.text) and not (same and lead.italic == group.italic and group.bold)
        ):
            settle(draft, "headnote", "bracketed line under the caption", target)
        elif not same and not group.bold and shares_row(page, draft, group, target):
            settle(draft, "headnote", "text at one end of the table, beside another", target)
        elif (
            same
            or group.bold
            or any(_YEAR.fullmatch(word.text) for word in group.words)
            or (group.count > 4 and len(group.lines) <= 3 and group.text[-1:] != ".")
        ):
            _absorb(page, caption, draft)
        elif len(group.lines) <= 3 and (not _is_sentence(group) or is_small_headnote(group, page, target)):
            settle(draft, "headnote", "line between caption and table", target)
        elif _explains(page, draft, group, caption.box, target):
            settle(draft, "headnote", "paragraph between caption and table", target)
