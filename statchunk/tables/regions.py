"""Where tables stand on a page."""

from collections.abc import Sequence

from statchunk.box import Box
from statchunk.model.layout import Line, TableRegion
from statchunk.model.page import Page, Word, words_box
from statchunk.settings import TableSettings
from statchunk.tables.regions_above import sit_on_top
from statchunk.tables.regions_core import core_within, find_cores
from statchunk.tables.regions_drawings import find_drawings
from statchunk.tables.regions_extent import Extent, extend_core
from statchunk.tables.regions_ruled import find_framed_texts, find_lattices, join_stacked
from statchunk.tables.regions_shaded import down_to_band, shaded_rows, up_to_band, with_shaded_heads
from statchunk.tables.regions_texts import find_texts
from statchunk.tables.rows import PageRows, TextRow, is_caption, is_year, page_rows
from statchunk.tables.rules import Rules, collect_rules, meeting_boxes
from statchunk.tables.typed import framed, typed_rules


def find_regions(
    page: Page, lines: Sequence[Line], settings: TableSettings, *, cut: PageRows | None = None
) -> tuple[TableRegion, ...]:
    """Table regions of an upright page, from the top: boxhead, stub and body, without caption, notes and source.

    Args:
        page: turned so that its text reads upright.
        lines: of the page.
        settings: of the table engine.
        cut: what `page_rows` gives; made here where None.
    """
    rows, turned, _ = cut if cut is not None else page_rows(page, settings)
    if len(rows) < 2:
        return ()
    rules = collect_rules(page, settings)
    groups = meeting_boxes(rules.drawn(), settings.rule_reach)
    bands = shaded_rows(page.rects)
    drawings = find_drawings(page, [box for box, _ in groups], settings)
    extents: list[Extent] = []
    lattices, plots = find_lattices(groups, rows, drawings, settings)
    for lattice in join_stacked(lattices, settings):
        whole = with_shaded_heads(lattice.box, lattice.edges, rows, page.rects)
        extents.append(Extent(whole, "ruled", 1.0, f"lattice of {lattice.rows} by {lattice.columns}"))
        core = core_within(lattice.box, rows) if lattice.headless else None
        more = extend_core(core, rows, rules, bands, settings) if core is not None else None
        if more is not None and more.box.top < lattice.box.top:
            extents[-1] = extents[-1]._replace(
                box=lattice.box._replace(top=more.box.top), reason=extents[-1].reason + " and heads over it"
            )
    for core in find_cores(rows, [*drawings, *plots], [e.box for e in extents], settings, rules.horizontal):
        extent = extend_core(core, rows, rules, bands, settings)
        if extent is not None:
            extents.append(extent)
    for box in find_framed_texts(rules, rows, [*drawings, *(e.box for e in extents)], settings):
        extents.append(Extent(box, "part-ruled", 0.8, "texts in columns between three rules"))
    for box in find_texts(rows, rules, [*drawings, *(e.box for e in extents)]):
        extents.append(Extent(box, "rule-less", 0.6, "texts in columns under heads"))
    merged = _with_boxed_heads(_merge(extents), rows)
    typed = typed_rules(page.words)
    return tuple(
        TableRegion(page.number, e.box.x0, e.box.top, e.box.x1, e.box.bottom, e.kind, e.confidence, e.reason)
        for e in sorted(
            (_on_top(_tight(e, rows, turned), bands, rows, rules, typed) for e in merged),
            key=lambda e: (e.box.top, e.box.x0),
        )
    )


def _on_top(
    extent: Extent, bands: Sequence[Box], rows: Sequence[TextRow], rules: Rules, typed: Sequence[Word]
) -> Extent:
    box = up_to_band(sit_on_top(extent.box, rows, rules), rows, bands)
    return extent._replace(box=framed(down_to_band(box, rows, bands), typed))


def _merge(extents: list[Extent]) -> list[Extent]:
    """Regions that overlap joined: halves of one table, a boxed head and its body."""
    out: list[Extent] = []
    for extent in sorted(extents, key=lambda e: -e.box.area):
        for i, other in enumerate(out):
            a, b = extent.box, other.box
            shared = max(0.0, min(a.x1, b.x1) - max(a.x0, b.x0)) * max(0.0, min(a.bottom, b.bottom) - max(a.top, b.top))
            if shared > 0.2 * min(a.area, b.area):
                out[i] = other._replace(
                    box=Box(min(a.x0, b.x0), min(a.top, b.top), max(a.x1, b.x1), max(a.bottom, b.bottom))
                )
                break
        else:
            out.append(extent)
    return out


def _with_boxed_heads(extents: list[Extent], rows: Sequence[TextRow]) -> list[Extent]:
    """Regions with the box of heads alone that stands right over them, as wide: its rules part it from the body."""
    out = sorted(extents, key=lambda e: e.box.top)
    for upper, lower in [(a, b) for a in out for b in out if a.box.bottom <= b.box.top + 2]:
        if upper not in out or lower not in out:
            continue
        inside = [r for r in rows if upper.box.top < (r.top + r.bottom) / 2 < upper.box.bottom]
        tokens = [t for r in inside for t in r.tokens if upper.box.x0 - 2 < (t.x0 + t.x1) / 2 < upper.box.x1 + 2]
        gap = [r for r in rows if upper.box.bottom <= (r.top + r.bottom) / 2 < lower.box.top]
        gap = [r for r in gap if r.x1 > lower.box.x0 and r.x0 < lower.box.x1]
        em = max((r.size for r in inside), default=0.0)
        if (
            len(inside) > 4
            or len(gap) > 1
            or any(len(r.tokens) > 1 or is_caption(r.tokens[0]) for r in gap)
            or lower.box.top - upper.box.bottom > 3 * em
            or abs(upper.box.x0 - lower.box.x0) > 2 * em
            or abs(upper.box.x1 - lower.box.x1) > 2 * em
            or not any(t.kind == "text" for t in tokens)
            or any(t.kind == "nil" or (t.kind == "number" and not is_year(t.text)) for t in tokens)
        ):
            continue
        a, b = upper.box, lower.box
        joined = lower._replace(box=Box(min(a.x0, b.x0), a.top, max(a.x1, b.x1), b.bottom))
        out = [joined if e is lower else e for e in out if e is not upper]
    return out


def _tight(extent: Extent, rows: Sequence[TextRow], turned: Sequence[Word]) -> Extent:
    """The region drawn in to its words on the sides where only white or padding lies, heads set turned with it."""
    box = extent.box
    above = [w for w in turned if box.x0 - 2 <= (w.x0 + w.x1) / 2 <= box.x1 + 2 and w.top < box.top]
    near = [w for w in above if box.top - w.bottom < 3 * (w.style.size or 6.0)]
    if len({round(w.baseline) for w in near}) > 1:
        box = box._replace(top=min(w.top for w in above if w.bottom > min(n.top for n in near)))
    words = [w for w in turned if box.x0 <= w.x0 and w.x1 <= box.x1 and box.top <= w.top and w.bottom <= box.bottom]
    words += [
        w
        for row in rows
        if row.bottom > box.top and row.top < box.bottom
        for t in row.tokens
        for w in t.words
        if box.x0 - 1 <= (w.x0 + w.x1) / 2 <= box.x1 + 1 and box.top - 1 <= (w.top + w.bottom) / 2 <= box.bottom + 1
    ]
    if not words:
        return extent
    return extent._replace(box=words_box(words))
