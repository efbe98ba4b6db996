"""Settings of the steps that find and read tables."""

from statchunk.settings.group import Group


class TableSettings(Group):
    """Thresholds of the table engine."""

    engine: str = "native"
    """"native", or "camelot" to force the second opinion."""
    rule_share: float = 0.7
    """Of the table's width; rules covering this much under the heads part them from the body (spanner rules less)."""
    head_leading: float = 0.75
    """Of the type size; head lines nearer than this (descent to ascent) are one head broken over lines."""
    head_space: float = 0.85
    """Of the type size; a wider gap in a line of heads parts two heads (a word space is 0.25 to 0.5)."""
    head_alignment: float = 0.6
    """Of the type size; lines of one head agree at the left, at the right or in the middle better than this."""
    indent: float = 0.28
    """Of the type size; labels set in by less stand at one level (the least indent seen is 0.9, jitter 0.25)."""
    group_gap: float = 1.45
    """Of the usual row pitch; a wider step between rows is a blank line that ends a group."""
    rule_snap: float = 2.0
    """Points; drawn pieces this near across are one rule (double rules stand 1 to 3 points apart)."""
    rule_gap: float = 3.0
    """Points; drawn pieces this near end to end are one rule."""
    piece_gap: float = 0.5
    """Points; a wider break between two rules of the boxhead parts two spanning heads."""
    rule_reach: float = 3.0
    """Points; rules whose ends miss each other by this much are meant to meet."""
    baseline_tolerance: float = 0.3
    """Of the type size; half a line (about 0.6) is another row, a jitter of the setter (below 0.15) is not."""
    touching: float = 0.12
    """Of the type size; the narrowest word space in use is about 0.18."""
    digit_gap: float = 0.355
    """Of the type size; widest space inside a grouped figure (thin spaces 0.2, word spaces of most faces 0.28, of wide
    bold ones 0.35)."""
    digit_gap_in_run: float = 0.5
    """The same within one text object: a word space of a wide face (0.35), and the white beside a narrow 1."""
    tight_gap: float = 0.4
    """Of the type size; widest space between a figure and the text it belongs to."""
    word_gap: float = 0.6
    """Of the type size; widest word space in a label, justified ones left out."""
    clear_gap: float = 0.5
    """Of the type size; white on both sides that sets a token off as a cell of its own."""
    column_overlap: float = 0.1
    """Of the type size; extents that overlap by less belong to different columns."""
    align: float = 0.45
    """Of the type size; edges of one column differ by less from one row to the next in order of place."""
    rule_cover: float = 0.6
    """Share of a cell's side that must be drawn for the side to count as closed."""
    post_share: float = 0.5
    """Share of the region's height that a vertical rule must run to part columns."""
    crowded: float = 0.04
    """Share of figures that may share a cell before rules are not trusted to close the cells (lists of codes do)."""
    core_leading: float = 6.5
    """Of the type size; farthest step from a figure to the next below it: blank lines and group rows between."""
    row_gap: float = 14.0
    """Of the type size; farthest step from a cell to the next on its row (ragged labels, empty columns)."""
    label_gap: float = 30.0
    """Of the type size; farthest step from a label to the first figure of its row."""
    drawing_gap: float = 6.0
    """Points; drawn shapes nearer than this belong to one drawing."""
    drawing_largest: float = 0.6
    """Of the page's area; a larger cluster is the page's ornament."""
    drawing_share: float = 0.15
    """Of a frame's area; a frame filled less by a drawing is not its frame."""
    drawing_paths: int = 4
    """Curves and slanted lines from which a cluster is a drawing and not an ornament."""
    head_reach: float = 2.2
    """Of the type size; widest white between the body and its heads."""
    head_line_reach: float = 0.8
    """Of the type size; widest white between head lines."""
    spanner_reach: float = 1.6
    """Of the type size; widest white between heads and several spanning heads over them, wide apart, without a rule."""
    lattice_filled: float = 0.3
    """Share of a lattice's cells that hold text; gridlines of a chart hold almost none."""
    note_words: int = 12
    """Words from which a last cell across all columns is a note and not a row."""
    stack_gap: float = 40.0
    """Points; widest white (a group row or two) between lattices of one table."""
    frame_jitter: float = 4.0
    """Points; ends of the rules of one table differ by less."""
    head_edge: float = 0.2
    """Of the type size; a word this near to the left edge of a column's figures begins that column's head."""
    head_wide_gap: float = 0.42
    """Of the type size; wider than a word space: two heads side by side though no edge tells."""
    doubt: float = 0.7
    """Confidence of the native reading below which camelot reads the region too."""
    currency_gap: float = 6.0
    """Of the type size; a currency sign at the left edge of its column stands this far from its figure."""
    head_gap: float = 0.2
    """Of the type size; narrowest gap between words of two heads side by side."""
