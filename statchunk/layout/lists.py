"""Lists with items, and contents lists."""

import re
from collections.abc import Sequence
from typing import Final

from statchunk.geometry import bounding_box
from statchunk.layout.drafts import Draft, PageDraft, settle
from statchunk.layout.groups import Group
from statchunk.layout.lines import make_line
from statchunk.layout.markers import is_word_alone
from statchunk.model.layout import Line
from statchunk.model.page import Page

_LEADER: Final = re.compile(r"(?:\.\s?){4,}|…{2,}|_{4,}")
_PAGE: Final = re.compile(r"^(?:\d{1,4}|[ivxl]{1,5})$", re.IGNORECASE)


def join_page_numbers(lines: Sequence[Line]) -> list[Line]:
    """Lines of a contents list joined with the page numbers that stand apart at their right.

    Only where at least three numbers stand in one column, do not fall, and dot leaders or a contents title
    say that it is such a list.
    """
    numbers = [(i, line) for i, line in enumerate(lines) if _PAGE.match(line.text) and not line.turn]
    if len(numbers) < 3:
        return list(lines)
    titled = any(is_word_alone(line.text, "contents") for line in lines)
    if not titled and sum(bool(_LEADER.search(line.text)) for line in lines) < 3:
        return list(lines)
    out = list(lines)
    gone: set[int] = set()
    edges = [line.x1 for _, line in numbers]
    edge = max(edges, key=lambda x: sum(abs(x - other) < 3 for other in edges))
    column = [(i, line) for i, line in numbers if abs(line.x1 - edge) < 3]
    if len(column) < 3:
        return list(lines)
    for i, number in column:
        row = [
            j
            for j, line in enumerate(lines)
            if j != i
            and j not in gone
            and line.x1 <= number.x0 + 1
            and abs(line.baseline - number.baseline) < 0.4 * number.size
            and not line.turn
        ]
        if row:
            row.sort(key=lambda j: lines[j].x0)
            words = tuple(word for j in row for word in lines[j].words) + number.words
            out[row[0]] = make_line(words)
            gone |= {i, *row[1:]}
    return [line for i, line in enumerate(out) if i not in gone]


def find_contents(pages: Sequence[PageDraft], sources: Sequence[Page]) -> None:
    """Decides contents lists: under a contents title, or lines that end in leaders and page numbers."""
    for page, source in zip(pages, sources, strict=True):
        inside = False
        block: Draft | None = None
        entries = 0
        linked = [link for link in source.links if link.page_number is not None]
        for draft in list(page.drafts):
            group = draft.group
            if group is None or draft.settled:
                inside = False
                block = None
                continue
            if is_word_alone(group.text, "contents") and group.count <= 6:
                inside, block, entries = True, None, 0
                continue
            goes = any(
                link.top <= (group.lines[0].top + group.lines[0].bottom) / 2 <= link.bottom
                and link.x0 < group.box.x1
                and group.box.x0 < link.x1
                for link in linked
            )
            paged = bool(_PAGE.match(group.lines[-1].words[-1].text))
            entry = paged and bool(_LEADER.search(group.text))
            listed = paged or goes or group.marker is not None
            if not entry and not (inside and (listed or (block is not None and group.count <= 20))):
                if not (inside and block is None and group.count <= 3):
                    inside = False
                    block = None
                continue
            if block is not None and block.group is not None and _stands_out(group, block.group):
                inside = False
                block = None
                if not entry:
                    continue
            entries += 1
            items = _entries(group.lines)
            if block is None:
                block = draft
                settle(draft, "contents", "under a contents title" if inside else "leaders and page numbers")
                draft.items = items
            else:
                block.lines += draft.lines
                block.items += items
                block.box = bounding_box([block.box, draft.box])
                page.drafts.remove(draft)
        page.let_go()


def _stands_out(group: Group, entries: Group) -> bool:
    """Whether a group is larger or bolder than the entries above it: a heading after the list."""
    return group.size > 1.1 * entries.size or (group.bold and not entries.bold)


def _entries(lines: Sequence[Line]) -> list[tuple[Line, ...]]:
    """Entries of a contents list: one a line, a line without a page number carried on by the next."""
    if not any(_PAGE.match(line.words[-1].text) for line in lines):
        return [tuple(lines)]
    out: list[tuple[Line, ...]] = []
    pending: tuple[Line, ...] = ()
    for line in lines:
        pending += (line,)
        if _PAGE.match(line.words[-1].text):
            out.append(pending)
            pending = ()
    if pending:
        out.append(pending)
    return out


def find_lists(page: PageDraft) -> None:
    """Joins neighbouring groups that open with bullets, numbers or letters to lists."""
    at = 0
    while at < len(page.drafts):
        draft = page.drafts[at]
        if not _is_item(draft):
            at += 1
            continue
        run = [draft]
        for other in page.drafts[at + 1 :]:
            if _is_item(other) or _hangs(other, run[-1]):
                run.append(other)
            else:
                break
        kinds = {d.group.marker.kind for d in run if d.group is not None and d.group.marker is not None}
        if len([d for d in run if _is_item(d)]) >= 2 or kinds == {"bullet"}:
            _join(page, draft, run)
        at = page.drafts.index(draft) + 1


def _join(page: PageDraft, draft: Draft, run: Sequence[Draft]) -> None:
    items: list[tuple[Line, ...]] = []
    for other in run:
        if _is_item(other):
            items.append(tuple(other.lines))
        else:
            items[-1] += tuple(other.lines)
    draft.items = items
    for other in run[1:]:
        draft.lines += other.lines
        page.drafts.remove(other)
    draft.box = bounding_box([other.box for other in run])
    settle(draft, "list", "items with markers")


def _is_item(draft: Draft) -> bool:
    group = draft.group
    return (
        group is not None
        and not draft.settled
        and group.marker is not None
        and group.marker.kind != "note"
        and not (group.bold and group.count < 25 and group.marker.kind != "bullet")
    )


def _hangs(draft: Draft, item: Draft) -> bool:
    """Whether a group without a marker stands under the text of a list item, inside its indent."""
    group, above = draft.group, item.group
    if group is None or above is None or draft.settled or group.marker is not None or group.bold:
        return False
    if above.marker is None:
        return abs(group.box.x0 - above.box.x0) < 2 and 0 <= draft.box.top - item.box.bottom < group.size
    text_left = above.words[above.marker.words].x0
    return abs(group.lines[0].x0 - text_left) < 2 and 0 <= draft.box.top - item.box.bottom < 1.2 * group.size
