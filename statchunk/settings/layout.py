"""Settings of layout."""

from statchunk.settings.group import Group


class LayoutSettings(Group):
    """Thresholds of layout."""

    same_baseline: float = 0.22
    """Ems; words whose baselines differ by less stand on one line. Half the usual drop of a subscript."""
    raise_reach: float = 1.1
    """Ems of the raised mark itself; how far its baseline may stand off the line that it belongs to."""
    raise_gap: float = 1.5
    """Ems of the raised mark itself; a mark farther from every word stands alone."""
    least_gap: float = 0.6
    """Ems; a narrower gap is a word space (0.25 em, stretched in justified lines), never one between columns."""
    column_gap: float = 2.2
    """Ems; a wider gap always parts columns: justified lines rarely stretch a space so far."""
    lone_gap: float = 1.3
    """Ems; a gap this wide parts columns without help from the rows around it unless the line is justified."""
    styled_gap: float = 0.9
    """Ems; a gap this wide parts bold from light words: a head in the margin from its text."""
    gutter_rows: int = 3
    """Rows looked at above and below for the same white gap."""
    gutter_leading: float = 2.6
    """Ems; rows farther apart do not speak for one another."""
    least_gutter: float = 0.8
    """Ems of body type; a narrower white strip is no gutter between columns."""
    cut_depth: int = 12
    """Levels of columns within bands within columns; real pages need four."""
    marker_gap: float = 3.5
    """Ems; how far a bullet, number or note mark may stand from its text."""
    size_change: float = 0.09
    """Share; type sizes that differ by more are not one paragraph."""
    paragraph_step: float = 1.28
    """Times the usual leading; baselines farther apart begin a new paragraph."""
    margin_band: float = 0.075
    """Share of the page height at head and foot where running heads and feet stand."""
    margin_lines: int = 8
    """Outermost lines that may be running heads or feet though they stand farther in."""
    margin_words: int = 8
    """Words; a longer line farther in than the outer bands is text, though it repeat."""
    figure_side: float = 42.0
    """Points; a picture or drawing with a shorter side is a logo or ornament."""
    figure_area: float = 0.012
    """Share of the page; a smaller picture or drawing is a logo or ornament."""
    background_area: float = 0.85
    """Share of the page; a larger picture or shape lies under the text."""
    figure_join: float = 9.0
    """Points between shapes of one drawing: legend to plot, one small panel to the next."""
    figure_curves: int = 4
    """Curves or slanted lines that make a cluster of shapes a drawing."""
    figure_bars: int = 5
    """Bars that make a cluster of shapes a drawing."""
    figure_reach: float = 1.6
    """Ems of body type between a drawing and the axis labels and legend that belong to it."""
    figure_label: int = 40
    """Characters; a longer line beside a drawing is no axis label."""
    caption_gap: float = 3.2
    """Ems of body type; how far a title without a label may stand above its table or figure."""
    note_size: float = 0.93
    """Times the body type; notes are set smaller."""
    note_size_foot: float = 1.02
    """Times the body type; under a short rule at the foot a note may be as large as the body."""
    panel_figure: float = 1.3
    """Times the type of its label; a key figure is set larger."""
    panel_figures: int = 40
    """Figures; more are a table, however they are set."""
    panel_label_words: int = 10
    """Words on a line; a longer line is no label of a key figure."""
    panel_gap: float = 0.9
    """Ems of the key figure between it and its label."""
    panel_alone: float = 1.5
    """Times the body type; a figure so large is looked for a label beyond the pictogram above it."""
    panel_across: float = 6.0
    """Ems of the key figure between two of one panel that stand beside one another."""
    panel_down: float = 2.5
    """Ems of the key figure between two of one panel that stand under one another."""
    card_lines: int = 24
    """Lines in tiles that touch; more are a table or text on bands, no card."""
    leader_reach: float = 2.3
    """Ems of a name between it, or the card that it names, and the end of the line that leads from one to the other."""
    key_words: int = 80
    """Words; a longer text between a table and its source line is a paragraph."""
    heading_words: int = 40
    """Words; a longer group is running text however it is set."""
    heading_size: float = 1.12
    """Times the body type; from there a short group is a heading whatever its weight."""
    side_head_words: int = 14
    """Words; a longer group in a left margin column is text of its own."""
    side_head_share: float = 0.35
    """Characters of heads in a left margin column to those of the text beside them; more is a text column."""
