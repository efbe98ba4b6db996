"""The physical grid of a table region: by its rules where they close cells, else by alignment."""

from collections.abc import Sequence

from statchunk.box import Box
from statchunk.model.layout import Line, TableRegion
from statchunk.model.page import Page, Word
from statchunk.model.table import Grid
from statchunk.settings import TableSettings
from statchunk.tables.grid_align import read_by_alignment
from statchunk.tables.grid_rules import build_lattice, read_by_rules
from statchunk.tables.rows import Known, without_stamps
from statchunk.tables.rules import Rules, collect_rules
from statchunk.tables.score import crowded_share, score_grid
from statchunk.tables.second_opinion import second_opinion
from statchunk.tables.typed import without_typed_rules


def read_grid(
    page: Page, region: TableRegion, lines: Sequence[Line], settings: TableSettings, *, known: Known | None = None
) -> tuple[Grid, ...]:
    """The grid of a region, with its engine, confidence and reasons; empty where the region holds no words.

    Every cell has the role "body", `head_rows` and `stub_columns` are 0: `mark_roles` decides them. Heads come first:
    their rows are the levels of the boxhead, a spanning head over its columns; the first body row is the first row
    with a figure that is no year. A table in two halves is one grid: `split_sheet` cuts it.

    Args:
        page: turned so that its text reads upright.
        region: of that page.
        lines: of that page.
        settings: of the table engine.
        known: rows of the page that are cut already.
    """
    box = Box(region.x0, region.top, region.x1, region.bottom)
    x0, top, x1, bottom = box
    words = without_stamps(
        [w for w in page.words if top <= (w.top + w.bottom) / 2 <= bottom and x0 <= (w.x0 + w.x1) / 2 <= x1]
    )
    words = without_typed_rules(words)
    if not words:
        return ()
    rules = collect_rules(page, settings).inside(box, settings.rule_reach)
    native = _native(page.number, box, words, rules, settings, known)
    forced = settings.engine == "camelot"
    if not forced and (native is None or native.confidence >= settings.doubt):
        return (native,) if native is not None else ()
    other = second_opinion(page.number, page.height, box, words, rules.drawn(), settings)
    if other is None or (native is not None and not forced and other.confidence <= native.confidence):
        return (native,) if native is not None else ()
    return (other,)


def _native(
    page_number: int, box: Box, words: Sequence[Word], rules: Rules, settings: TableSettings, known: Known | None
) -> Grid | None:
    """The reading by rules where they close cells, else by alignment, each with its score."""
    lattice = build_lattice(rules, box, settings, words)
    ruled: Grid | None = None
    if lattice is not None:
        ruled = score_grid(read_by_rules(page_number, box, words, lattice, settings), words, settings)
        if crowded_share(ruled, settings) <= settings.crowded:
            return ruled
    aligned = read_by_alignment(page_number, box, words, rules, settings, known)
    if aligned is None:
        return ruled
    aligned = score_grid(aligned, words, settings)
    return ruled if ruled is not None and ruled.confidence >= aligned.confidence else aligned
