"""Source lines and notes: under a table or figure, or at the foot of the page."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from statchunk.geometry import bounding_box, horizontal_overlap
from statchunk.layout.drafts import Draft, PageDraft, settle
from statchunk.layout.groups import Group, make_group
from statchunk.layout.lines import make_line
from statchunk.layout.markers import is_symbol_key, is_word_alone, opens_note, opens_source
from statchunk.model.page import Word
from statchunk.settings import LayoutSettings

_WORD_ALONE: Final = "note word alone"
_MARK_ALONE: Final = 5
"""Characters; a mark with its brackets has no more."""
_RUN: Final = 5
"""Groups; as many stand between a table and its source line at most."""
_SENTENCE: Final = 8
"""Words; fewer under several tables may be a heading."""
_UNDER_TABLE: Final = 2.0
"""Of the type size; white between a table and the first line under it."""


def repeated_notes(pages: Sequence[PageDraft]) -> frozenset[str]:
    """Texts that stand word for word close under several tables of a release."""
    seen: dict[str, int] = {}
    for page in pages:
        for above, draft in pairwise(page.drafts):
            group = draft.group
            if above.kind != "table" or group is None or draft.settled or group.count <= _SENTENCE:
                continue
            if -0.5 * page.em < draft.box.top - above.box.bottom < _UNDER_TABLE * page.em:
                seen[group.text] = seen.get(group.text, 0) + 1
    return frozenset([text for text, count in seen.items() if count > 1])


def find_notes(page: PageDraft, settings: LayoutSettings, repeated: frozenset[str] = frozenset()) -> None:
    """Decides which groups of a page are source lines and notes, and what they belong to.

    A bold note word on a line of its own is a heading, of the notes alone: it keeps the table or figure as its target.

    Args:
        page: captions decided.
        settings: thresholds.
        repeated: what `repeated_notes` gives.
    """
    running = False  # inside a list of notes that a line such as "Notes" opens
    before: Draft | None = None
    for draft in list(page.drafts):
        group = draft.group
        if group is None or draft.settled:
            if draft.kind in ("table", "figure", "caption"):
                running = False
            before = draft
            continue
        text = group.text
        target = _owner(page, draft)
        if opens_source(text):
            settle(draft, "source", "source word", target)
        elif is_word_alone(text, "note") and group.count <= 3:
            settle(draft, "note", _WORD_ALONE, target)
            running = True
        elif opens_note(text):
            settle(draft, "note", "note word", target)
            running = False
        elif (
            is_symbol_key(text)
            and before is not None
            and before.kind in ("table", "note", "source")
            and (_is_key_line(before) or not before.lines or not _is_level(before, group))
        ):
            settle(draft, "note", "says what a symbol means, under a table", target)
        elif running and group.marker is not None and group.size < 1.05 * page.em and not group.bold:
            settle(draft, "note", "under a note word", target)
        elif before is not None and before.box.top >= page.foot and _hangs_under(draft, before):
            _absorb(page, before, draft)
            continue
        elif draft.box.top >= page.foot and group.size <= settings.note_size_foot * page.em:
            running = False
            settle(draft, "note", "under a short rule at the foot", _marked(page, draft))
        elif _is_marked_note(draft, before, page, settings):
            running = False
            settle(draft, "note", "marked, small or under a table", target)
            _split_run_in(page, draft)
        elif before is not None and _goes_on(draft, before, page, settings):
            _absorb(page, before, draft)
            continue
        elif (
            _is_key(draft, before, page, settings)
            or _is_between(draft, before, page, settings)
            or _leads_to_source(draft, before, page, settings)
            or _is_set_like(draft, before, settings)
            or (before is not None and before.kind == "table" and text in repeated)
        ):
            settle(draft, "note", "small type under a table", target)
            _split_run_in(page, draft)
        else:
            running = False
        before = draft
    for draft in page.drafts:
        if draft.reason == _WORD_ALONE and draft.group is not None and draft.group.bold:
            draft.kind = "heading"


def _is_level(before: Draft, group: Group) -> bool:
    return abs(before.lines[-1].baseline - group.lines[0].baseline) < 0.3 * group.size


def _is_key_line(draft: Draft) -> bool:
    """Whether a note says what a symbol means: another may stand on the same line."""
    return draft.kind == "note" and draft.group is not None and is_symbol_key(draft.group.text)


def _split_run_in(page: PageDraft, draft: Draft) -> None:
    """Notes set one after the other on a line parted where a raised mark follows the end of a sentence."""
    words = draft.words
    cuts = [
        i
        for i in range(1, len(words))
        if words[i].rise > 0 and not words[i].glued and words[i - 1].rise <= 0 and words[i - 1].text[-1:] in ".;"
    ]
    if not cuts or draft.group is None:
        return
    parts = [words[a:b] for a, b in pairwise([0, *cuts, len(words)])]
    at = page.drafts.index(draft)
    lines_of = {word.order: i for i, line in enumerate(draft.lines) for word in line.words}
    pieces: list[Draft] = []
    for part in parts:
        rows: dict[int, list[Word]] = {}
        for word in part:
            rows.setdefault(lines_of[word.order], []).append(word)
        group = make_group([make_line(row) for row in rows.values()], draft.group.column)
        pieces.append(Draft("note", group.box, group, list(group.lines), target=draft.target, settled=True))
        pieces[-1].reason = "run in after another note"
    pieces[0].reason = draft.reason
    page.drafts[at : at + 1] = pieces


def _owner(page: PageDraft, draft: Draft) -> Draft | None:
    """The table or figure that stands nearest above, or directly below where the line is under its caption."""
    best, best_gap = None, page.height
    for target in page.targets():
        gap = draft.box.top - target.box.bottom
        if -1.5 * page.em <= gap < best_gap and _shares_width(target, draft):
            best, best_gap = target, gap
    for caption in page.drafts:
        below = caption.target
        if (
            caption.kind == "caption"
            and below is not None
            and caption.box.top <= draft.box.top
            and draft.box.bottom <= below.box.top + page.em
            and horizontal_overlap(below.box, draft.box) > 0
        ):
            return below
    return best


def _shares_width(target: Draft, draft: Draft) -> bool:
    return (
        target.box.x0 - 20 <= (draft.box.x0 + draft.box.x1) / 2 <= target.box.x1 + 20
        or horizontal_overlap(target.box, draft.box) > 0.3 * draft.box.width
    )


def _marked(page: PageDraft, draft: Draft) -> Draft | None:
    """The last table or figure above whose caption or text bears the mark of a note, raised or in brackets."""
    group = draft.group
    if group is None or group.marker is None:
        return None
    mark = "".join(word.text for word in group.words[: group.marker.words]).strip("()./")
    for target in reversed(page.targets()):
        if target.box.top > draft.box.top:
            continue
        words = target.words + tuple(w for d in page.drafts if d.target is target for w in d.words)
        if any(word.rise > 0 and word.text.strip("(),") == mark for word in words):
            return target
    return None


def _is_marked_note(draft: Draft, before: Draft | None, page: PageDraft, settings: LayoutSettings) -> bool:
    group = draft.group
    if group is None:
        return False
    small = group.size <= settings.note_size * page.em
    under = before is not None and before.kind in ("table", "figure", "note", "source", "headnote")
    marker = group.marker
    if marker is not None:
        if marker.kind == "note":
            return small or under or draft.box.top > 0.75 * page.height
        if marker.kind in ("number", "letter"):
            cited = _is_cited(draft, _owner(page, draft)) or (not group.bold and _marked(page, draft) is not None)
            return under and (small or cited)
        return False
    first = group.lines[0].words[0].text
    bare = (first.isdigit() and len(first) <= 2) or (len(first) == 1 and first.islower())
    return bool(bare and group.count > 1 and small and under)


def _is_cited(draft: Draft, target: Draft | None) -> bool:
    """Whether the marker in brackets that opens a group stands in the table or figure above, after other words."""
    mark = draft.words[0].text
    if target is None or len(mark) < 3 or mark[0] + mark[-1] not in ("()", "[]"):
        return False
    return any(word.text == mark for word in target.words[1:])


def _goes_on(draft: Draft, before: Draft, page: PageDraft, settings: LayoutSettings) -> bool:
    """Whether a group carries on the note or source line before it: the same size, in mid sentence or hanging."""
    group, earlier = draft.group, before.group
    if (
        before.kind not in ("note", "source")
        or group is None
        or earlier is None
        or abs(group.size - earlier.size) > 0.3
    ):
        return False
    if abs(group.lines[0].baseline - before.lines[-1].baseline) < 0.3 * group.size:
        return -1 <= draft.box.x0 - before.lines[-1].x1 < 4 * group.size  # the rest of the same line
    if group.bold != earlier.bold or group.marker is not None:
        return False
    first = group.text[:1]
    open_end = earlier.text[-1:] not in ".!?:;)" and not first.isupper()
    gap = draft.box.top - before.box.bottom
    if not -0.5 * group.size <= gap < 0.9 * group.size:
        beside = draft.box.x0 >= before.box.x1 - 2 and draft.box.top < before.box.bottom
        return beside and (first.islower() or open_end)  # the top of the next column
    if first.islower() or first == "(" or earlier.text[-1:] in "-,":
        return True
    hanging = group.box.x0 > earlier.lines[0].x0 + 0.8 * group.size
    if earlier.count > 1 and _is_mark(earlier) and abs(group.box.x0 - earlier.words[1].x0) < 1.5:
        return True
    return hanging and (before.kind == "source" or not first.isupper())


def _absorb(page: PageDraft, note: Draft, draft: Draft) -> None:
    """Puts the lines of another draft at the end of a note."""
    note.lines += draft.lines
    note.box = bounding_box([note.box, draft.box])
    page.drafts.remove(draft)


def _hangs_under(draft: Draft, before: Draft) -> bool:
    """Whether a group stands right of the mark of a note in the margin: beside a mark alone, or under its text."""
    group, mark = draft.group, before.lines[0].words[0] if before.lines else None
    if before.kind != "note" or group is None or mark is None or group.marker is not None:
        return False
    if not any(c.isdigit() or not c.isalnum() for c in mark.text) or draft.box.x0 < before.lines[0].x0 + group.size:
        return False
    first = abs(group.lines[0].baseline - before.lines[0].baseline) < 0.3 * group.size
    if first:
        return len(before.text) <= _MARK_ALONE
    body = [line.x0 for line in before.lines if line.x0 > before.lines[0].x0 + group.size]
    under = bool(body) and abs(min(body) - draft.box.x0) < 0.3 * group.size
    return under and -0.5 * group.size < draft.box.top - before.box.bottom < 0.6 * group.size


def _is_between(draft: Draft, before: Draft | None, page: PageDraft, settings: LayoutSettings) -> bool:
    """Whether a group stands close between a table and its source line or marked notes."""
    at = page.drafts.index(draft)
    if before is None or before.kind not in ("table", "note") or at + 1 >= len(page.drafts):
        return False
    below = page.drafts[at + 1]
    group, other = draft.group, below.group
    if group is None or other is None or below.settled or group.bold or group.count > settings.key_words:
        return False
    if max(draft.box.top - before.box.bottom, below.box.top - draft.box.bottom) > group.size:
        return False
    marked = other.marker is not None and other.marker.kind == "note"
    return group.size <= 1.02 * other.size and (opens_source(other.text) or opens_note(other.text) or marked)


def _leads_to_source(draft: Draft, before: Draft | None, page: PageDraft, settings: LayoutSettings) -> bool:
    """Whether a group opens, or is in, a run of lines right under a table that ends in its source line and is set like
    this all through, with no white between."""
    group = draft.group
    if before is None or group is None or group.bold or before.kind not in ("table", "note"):
        return False
    if draft.box.top - before.box.bottom > _UNDER_TABLE * group.size:
        return False
    at = page.drafts.index(draft)
    for above, below in pairwise(page.drafts[at : at + _RUN]):
        other = below.group
        if other is None or below.settled or above.count > settings.key_words or not _alike(group, other):
            return False
        if not -0.5 * group.size <= below.box.top - above.box.bottom < 0.5 * group.size:
            return False
        if opens_source(other.text):
            return True
    return False


def _is_set_like(draft: Draft, before: Draft | None, settings: LayoutSettings) -> bool:
    """Whether a group in italics goes on right under a note or source in italics."""
    group = draft.group
    if before is None or before.kind not in ("note", "source") or before.group is None or group is None:
        return False
    near = -0.5 * group.size <= draft.box.top - before.box.bottom < 0.5 * group.size
    return near and group.italic and _alike(group, before.group) and group.count <= 2 * settings.key_words


def _alike(group: Group, other: Group) -> bool:
    return abs(group.size - other.size) < 0.3 and group.italic == other.italic and group.bold == other.bold


def _is_mark(group: Group) -> bool:
    """Whether the first word of a note is its mark."""
    return group.marker is not None or (
        group.lines[0].words[0].text.isdigit() and len(group.lines[0].words[0].text) <= 2
    )


def _is_key(draft: Draft, before: Draft | None, page: PageDraft, settings: LayoutSettings) -> bool:
    """Whether a group in small type directly follows a table, its notes or its source."""
    group = draft.group
    if group is None or before is None or before.kind not in ("table", "note", "source"):
        return False
    if group.size > settings.note_size * page.em or group.bold:
        return False
    if before.group is not None and abs(before.group.size - group.size) > 0.3:
        return False
    return -page.em <= draft.box.top - before.box.bottom < (2.5 if before.kind == "table" else 1.3) * page.em
