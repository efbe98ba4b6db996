"""Pages taken apart into blocks with roles, in reading order."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from statchunk.box import Box
from statchunk.geometry import bounding_box, box_of
from statchunk.layout.captions import find_captions
from statchunk.layout.drafts import Draft, PageDraft, settle
from statchunk.layout.figures import Drawing, bars_of, find_figures, home_of
from statchunk.layout.flow import flatten
from statchunk.layout.formulas import find_formulas
from statchunk.layout.furniture import find_furniture
from statchunk.layout.groups import Group, drawn_bullets, join_initials, join_markers
from statchunk.layout.headings import find_headings
from statchunk.layout.lines import find_rows
from statchunk.layout.lists import find_contents, find_lists, join_page_numbers
from statchunk.layout.markers import label
from statchunk.layout.notes import find_notes, repeated_notes
from statchunk.layout.order import Item, cut
from statchunk.layout.panels import Panel, find_panels
from statchunk.layout.parted import PartedPage
from statchunk.model.layout import Block, Line, PageLayout, TableRegion, pack_lines
from statchunk.model.page import OutlineItem, Page, Word
from statchunk.settings import LayoutSettings

_LABEL_WORDS: Final = 4  # of a table; its label is among them
_FEW_STEPS: Final = 3  # from line to line; fewer do not show how lines are set
_WIDEST_LEADING: Final = 1.6  # ems; text set with more space is double-spaced


def lay_out(
    parted: Sequence[PartedPage], outline: Sequence[OutlineItem], settings: LayoutSettings
) -> tuple[PageLayout, ...]:
    """All pages of a release as blocks in reading order; every visible word is in exactly one block.

    Args:
        parted: the pages, in order, from `part_page`; the tables of those that are put away come without their words
            (see `PartedPage.with_words`).
        outline: bookmarks of the file.
        settings: thresholds.
    """
    pages = [part.page for part in parted]
    free = [part.outside for part in parted]
    em, leading = _body(parted)
    furniture = find_furniture(pages, free, [part.tables for part in parted], em, settings)
    drafts: list[PageDraft] = []
    margins: list[list[Line]] = []
    for part, margin in zip(parted, furniture, strict=True):
        margins.append([part.outside[i] for i in sorted(margin)])
        rest = [line for i, line in enumerate(part.outside) if i not in margin]
        drafts.append(_draft_page(part.page, rest, part.inside(), part.tables, part.tiles, em, leading, settings))
        if part.is_put_away:
            _fill_tables(drafts[-1], part, [()] * len(part.tables))
            drafts[-1].put_away()
            pack_lines(part.outside)
    find_contents(drafts, pages)
    find_captions(drafts, settings)
    repeated = repeated_notes(drafts)
    for draft, part in zip(drafts, parted, strict=True):
        if part.is_put_away and part.tables:  # a mark in a table tells its note
            _fill_tables(draft, part, part.inside())
            find_notes(draft, settings, repeated)
            _fill_tables(draft, part, [()] * len(part.tables))
        else:
            find_notes(draft, settings, repeated)
        find_lists(draft)
        if part.is_put_away:
            draft.put_away()
    find_headings(drafts, pages, outline, settings)
    _mark_continued(drafts)
    return tuple(_freeze(draft, margin) for draft, margin in zip(drafts, margins, strict=True))


def _fill_tables(page: PageDraft, part: PartedPage, words: Sequence[Sequence[Word]]) -> None:
    """Give the tables of a page these words."""
    for draft in page.drafts:
        if draft.region is not None:
            draft.own_words = tuple(words[part.tables.index(draft.region)])


def _body(parted: Sequence[PartedPage]) -> tuple[float, float]:
    """Size of the body type in points, and the usual distance of its baselines in ems."""
    sizes: Counter[float] = Counter()
    for part in parted:
        sizes.update(part.sizes)
    if not sizes:
        return 10.0, 1.2
    em = max(sizes, key=lambda size: (sizes[size], size)) or 10.0
    steps: Counter[float] = Counter()
    for part in parted:
        body = [line for line in part.outside if abs(line.size - em) < 0.3 and line.count > 5]
        for above, below in pairwise(body):
            step = (below.baseline - above.baseline) / em
            if 0.9 < step < 2.6 and abs(above.x0 - below.x0) < 3 * em:
                steps[round(20 * step) / 20] += 1
    if not steps:
        return em, 1.2
    most = max(steps.values())
    if most < _FEW_STEPS:
        return em, min(_WIDEST_LEADING, *steps)  # of a few lines: white between paragraphs as likely
    return em, min(step for step, count in steps.items() if count >= 0.5 * most)


def _draft_page(
    page: Page,
    lines: Sequence[Line],
    inside: Sequence[Sequence[Word]],
    regions: Sequence[TableRegion],
    tiles: Sequence[TableRegion],
    em: float,
    leading: float,
    settings: LayoutSettings,
) -> PageDraft:
    figures = find_figures(page, lines, regions, em, settings)
    drawn = {i for figure in figures for i in figure.lines}
    text = [line for i, line in enumerate(lines) if i not in drawn]
    text = join_page_numbers(join_markers(join_initials(text, em), em, settings))
    panels = find_panels(page, text, tiles, em, settings)
    paneled = {i for panel in panels for i in panel.lines}
    panel_lines = [[text[i] for i in panel.lines] for panel in panels]
    text = [line for i, line in enumerate(text) if i not in paneled]
    formulas = [tuple(text[i] for i in formula) for formula in find_formulas(text, em)]
    if formulas:
        held = {id(line) for formula in formulas for line in formula}
        text = [line for line in text if id(line) not in held]
    bullets = drawn_bullets(page, em)
    items = [Item(line.x0, line.top, line.x1, line.bottom, line, -1, "line") for line in text]
    drawings = [[lines[i] for i in figure.lines] for figure in figures]
    for i, (region, words) in enumerate(zip(regions, inside, strict=True)):
        home = home_of(region, words, figures)
        if home is None:
            items.append(Item(region.x0, region.top, region.x1, region.bottom, None, i, "table"))
        else:
            drawings[home] += find_rows(words, settings)
    items += [Item(*figure.box, None, i, "figure") for i, figure in enumerate(figures)]
    items += [Item(*panel.box, None, i, "panel") for i, panel in enumerate(panels)]
    items += [Item(*bounding_box(formula), None, i, "formula") for i, formula in enumerate(formulas)]
    if _reads_leftward(lines):
        items = [item._replace(x0=page.width - item.x1, x1=page.width - item.x0) for item in items]
    flow = cut(items, em, settings)
    drafts = [
        _formula(formulas[part.number])
        if isinstance(part, Item) and part.kind == "formula"
        else _draft(part, page, regions, inside, figures, drawings, panels, panel_lines)
        for part in flatten(flow, leading, bullets, settings)
    ]
    return PageDraft(page.number, page.width, page.height, drafts, em, _foot(page, drafts, em, settings), page.rules)


def _reads_leftward(lines: Sequence[Line]) -> bool:
    """Whether most lines of a page are read from right to left, and so its columns too."""
    leftward = rightward = 0
    for line in lines:
        if line.words[0].x0 > line.words[-1].x1:
            leftward += line.count
        elif line.count > 1:
            rightward += line.count
    return leftward > rightward


def _draft(
    part: Group | Item,
    page: Page,
    regions: Sequence[TableRegion],
    inside: Sequence[Sequence[Word]],
    figures: Sequence[Drawing],
    drawings: Sequence[Sequence[Line]],
    panels: Sequence[Panel],
    panel_lines: Sequence[Sequence[Line]],
) -> Draft:
    if isinstance(part, Group):
        return Draft("paragraph", part.box, part, list(part.lines))
    if part.kind == "table":
        region = regions[part.number]
        words = tuple(inside[part.number])
        draft = Draft("table", box_of(region), None, [], words, len(words), region=region, reason=region.reason)
        draft.settled = True
        draft.titled = _opens_with_label(words)
        return draft
    if part.kind == "panel":
        return _panel(panels[part.number], panel_lines[part.number])
    figure = figures[part.number]
    own = list(drawings[part.number])
    shapes = bars_of(page, figure.box) if figure.reason == "drawing" and own else ()
    return Draft("figure", figure.box, None, own, settled=True, reason=figure.reason, shapes=shapes)


def _opens_with_label(words: Sequence[Word]) -> bool:
    """Whether the first words of a table are the label of its caption, "Table 5"."""
    found = label(" ".join([word.text for word in words[:_LABEL_WORDS]])) if words else None
    return found is not None and found.kind == "table"


def _formula(lines: Sequence[Line]) -> Draft:
    return Draft("paragraph", bounding_box(lines), None, list(lines), settled=True, reason="formula")


def _panel(panel: Panel, lines: Sequence[Line]) -> Draft:
    reason = "key figures in large type or tiles"
    return Draft("panel", panel.box, None, list(lines), settled=True, reason=reason, shapes=panel.shapes)


def _foot(page: Page, drafts: Sequence[Draft], em: float, settings: LayoutSettings) -> float:
    """y of the short rule at the left, in the lower part of the page, that parts notes from text."""
    texts = [draft for draft in drafts if draft.group is not None]
    left = min((draft.box.x0 for draft in texts), default=0.0)
    best = page.height
    for rule in page.rules:
        if (
            not rule.is_horizontal
            or not 3 * em < rule.x1 - rule.x0 < 0.45 * page.width
            or rule.top < 0.4 * page.height
            or abs(rule.x0 - left) > 3 * em
        ):
            continue
        above = [line for draft in texts for line in draft.lines if abs(rule.top - line.baseline) < 0.45 * line.size]
        if any(line.x0 < rule.x1 and rule.x0 < line.x1 for line in above) or any(
            draft.group is None and draft.box.top - em < rule.top < draft.box.bottom + em for draft in drafts
        ):
            continue  # it underlines a word, or is a rule of a table or drawing
        below = [draft for draft in drafts if draft.box.top >= rule.top - 2]
        if not below or any(draft.group is None for draft in below):
            continue
        first = min(below, key=lambda draft: draft.box.top).group
        if first is not None and (
            first.size <= settings.note_size * em or (first.marker is not None and first.marker.kind == "note")
        ):
            best = min(best, rule.top - 2)
    return best


def _mark_continued(pages: Sequence[PageDraft]) -> None:
    """Paragraphs that run over a column or page: the first ends in mid sentence, the next begins in lower case."""
    last: Draft | None = None
    for page in pages:
        for draft in page.drafts:
            if draft.kind == "paragraph" and last is not None:
                group, before = draft.group, last.group
                if (
                    group is not None
                    and before is not None
                    and abs(group.size - before.size) < 0.5
                    and group.bold == before.bold
                    and before.text[-1:] not in ".!?:"
                    and before.count > 5
                    and (group.text[:1].islower() or before.text[-1:] in "-,")
                ):
                    draft.continues = True
            if draft.kind in ("paragraph", "heading"):
                last = draft if draft.kind == "paragraph" else None


def _freeze(page: PageDraft, margin: Sequence[Line]) -> PageLayout:
    heads, feet = _furniture(page, margin)
    drafts = [*heads, *page.drafts, *feet]
    places = {id(draft): index for index, draft in enumerate(drafts)}
    blocks = tuple(
        Block(
            kind=draft.kind,
            page_number=page.page_number,
            box=draft.box,
            lines=tuple(draft.lines),
            own_words=draft.own_words,
            level=draft.level,
            item_lines=tuple(draft.items),
            region=draft.region,
            target=places.get(id(draft.target)) if draft.target is not None else None,
            continues=draft.continues,
            reason=draft.reason,
            ahead=draft.ahead,
            shapes=draft.shapes,
            count=draft.count,
        )
        for draft in drafts
    )
    return PageLayout(page.page_number, blocks)


def _furniture(page: PageDraft, margin: Sequence[Line]) -> tuple[list[Draft], list[Draft]]:
    """Furniture drafts, one a baseline: those of the upper half of the page, those of the lower."""
    rows: list[list[Line]] = []
    for line in sorted(margin, key=lambda line: (line.baseline, line.x0)):
        if rows and not line.turn and abs(rows[-1][0].baseline - line.baseline) < 0.3 * line.size:
            rows[-1].append(line)
        else:
            rows.append([line])
    heads: list[Draft] = []
    feet: list[Draft] = []
    for row in rows:
        row.sort(key=lambda line: line.x0)
        box: Box = bounding_box(row)
        draft = Draft("furniture", box, None, row)
        settle(draft, "furniture", "repeats or numbers the page")
        (heads if box.top < page.height / 2 else feet).append(draft)
    return heads, feet
