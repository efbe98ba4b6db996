"""Every tunable, frozen, with its unit and the reason for its value. Each step takes its own group.

Read from `statchunk.toml` where one is given; unknown keys are refused.
"""

from pathlib import Path
from typing import Literal

import tomli
from pydantic import BaseModel, ConfigDict, ValidationError

from statchunk.errors import SettingsError

ReaderName = Literal["pdfium", "pdfplumber"]


class _Group(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ReaderSettings(_Group):
    """Limits and thresholds of the readers."""

    max_pages: int = 20_000
    """Pages; above it a file is refused rather than read for hours."""
    max_bytes: int = 2_000_000_000
    """Bytes of the file."""
    max_page_side: float = 14_400.0
    """Points; 200 inches, the most that the PDF reference foresees. A larger page is left out with a warning."""
    max_seconds_a_page: float = 60.0
    """Seconds in which a worker process reads one page; a page that takes longer is left out, the rest goes on. The
    slowest page seen takes 2."""
    max_seconds_a_file: float = 1_800.0
    """Seconds from opening a file to its chunks; a release of 1,000 dense pages takes about 60."""
    max_memory: int = 8_000_000_000
    """Bytes of address space that a worker process may take; a file that unpacks to more fails, not the machine."""
    left_out_pages: tuple[int, ...] = ()
    """Page numbers that are not read, each reported in a warning: those that hang or crash a reader."""
    rescue_seconds: float = 20.0
    """Seconds that the second reader may take to get through a file that the first refuses."""
    max_form_depth: int = 12
    """Nested form XObjects; deeper ones are recursion or an attack."""
    max_words_a_page: int = 200_000
    """Words; a page of 90,000 characters has about 20,000."""
    max_objects_a_page: int = 500_000
    """Page objects read for rules, rectangles and paths; the rest is skipped with a warning."""
    max_bookmarks: int = 20_000
    """Bookmarks read of one file."""
    max_bookmark_depth: int = 32
    """Levels of bookmarks; deeper ones are a cycle or an attack."""
    max_tags_a_page: int = 50_000
    """Nodes of the structure tree read on one page."""
    max_tag_depth: int = 64
    """Levels of the structure tree; deeper ones are a cycle or an attack."""
    thin: float = 2.6
    """Points; a filled rectangle thinner than this is a rule."""
    max_image_pixels: int = 50_000_000
    """Pixels; a larger image over text is not looked into."""
    max_segments: int = 4_000
    """Segments of one path; a longer one is a map or a chart, kept as its box."""
    straight: float = 0.3
    """Points; a line that drifts by less is horizontal or vertical."""
    same_rule: float = 0.6
    """Points between the middles of two pieces of one rule; hairlines of neighbouring cells differ by less."""
    rule_gap: float = 0.6
    """Points; pieces of a rule that end nearer to each other touch (spanner rules are kept 1 or more apart)."""
    dash: float = 3.0
    """Points; a piece so short is a dot or dash of a leader or of a broken rule."""
    dash_gap: float = 4.5
    """Points between the dots of one leader."""
    tiny: float = 1.0
    """Points; smaller letters cannot be read and count as hidden."""
    mark_size: float = 0.85
    """Share of its neighbour's size; smaller text that is raised or lowered is a mark (set at 0.58 to 0.75)."""
    smallest_mark: float = 0.4
    """Share of its neighbour's size; smaller text beside a huge letter is no mark of it."""
    raised: float = 0.12
    """Share of the size; a baseline higher by more is a superscript (marks stand 0.3 to 0.5 higher)."""
    highest: float = 0.85
    """Share of the size; a small run higher than this stands on a line of its own."""
    lowest: float = 0.5
    """Share of the size; a small run lower than this stands on a line of its own."""
    mark_gap: float = 1.0
    """Share of the size; a mark stands within this of its word."""
    double: float = 0.12
    """Share of the size; a letter drawn again within this is one letter made to look bold."""
    word_gap: float = 0.18
    """Share of the size; a wider gap between letters is a space, where the file draws none (a space is 0.25)."""
    wall: float = 0.35
    """Share of the size; a text of a cell begins no farther from its rule, where the one before touches it."""
    pale: int = 245
    """Of 255, in each of red, green and blue; paler text on white cannot be read."""
    column_gap: float = 0.5
    """Share of the size; a gap inside a run of dashes or dots that makes two words of it."""
    lowered: float = 0.06
    """Share of the size; a baseline lower by more is a subscript (they hang 0.1 to 0.2 lower)."""
    no_space: float = 0.06
    """Share of the size; letters nearer than this touch, though a space that kerning takes back stands between them."""
    glued_gap: float = 0.1
    """Share of the size; a mark nearer than this to its word has no space before it (a space is 0.25)."""


class LayoutSettings(_Group):
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


class TableSettings(_Group):
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
    digit_gap: float = 0.34
    """Of the type size; widest space inside a grouped figure (thin spaces 0.2, figure-font word spaces 0.28)."""
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


class LlmSettings(_Group):
    """The endpoint that proposes borders between chunks for the llm strategy; any that speaks as OpenAI's does."""

    base_url: str = ""
    """Up to and with the version: "http://localhost:11434/v1"; empty for none."""
    model: str = ""
    """As the endpoint calls it."""
    api_key_env: str = "OPENAI_API_KEY"
    """Name of the environment variable that holds the key; none is sent where it is not set."""
    timeout_seconds: float = 60.0
    """For one answer; small models on a CPU take half a minute for a section."""
    retries: int = 3
    """Times to ask again after a time-out, a busy or failing server, or an answer that is no grouping."""
    wait_seconds: float = 1.0
    """Before the first retry; doubled before each further one."""
    batch: int = 40
    """Evidence objects in one request; more are lost sight of by small models."""
    excerpt: int = 400
    """Characters of each object that are sent."""
    price_in: float = 0.0
    """Price of a million tokens sent, in the currency that the report is to be in."""
    price_out: float = 0.0
    """Price of a million tokens received."""


class ChunkSettings(_Group):
    """Budgets of chunking."""

    strategy: str = "structure"
    """Its name, with its own size and overlap where they differ from the usual: "recursive:1000/150"."""
    max_tokens: int = 256
    """Tokens of the embedding model; what all-MiniLM-L6-v2 reads before it cuts silently."""
    max_text_tokens: int = 1_200
    """Tokens of what is shown; notes and source in full may exceed what is embedded, but a prompt has to hold several
    chunks."""
    narrative_tokens: int = 200
    """Tokens; paragraphs of one section are put together up to here. Below the budget, so that a long paragraph is
    rarely cut and a chunk stays on one subject."""
    context_share: float = 0.35
    """Of the budget: the most that title and section headings, or a caption with its headnote, may take of what is
    embedded before they are shortened."""
    head_share: float = 0.5
    """Of the budget: the most that column heads may take of what is embedded before the table is split by columns."""
    rows_together: int = 3
    """Rows that a chunk of a table has room for before the table is split by columns instead."""
    note_tokens: int = 32
    """Tokens of notes in what is embedded of a table, where there is room; the text shown holds them in full."""
    embed_values: bool = True
    """Whether the figures of a table are embedded beside their labels."""
    overlap_tokens: int = 32
    """Tokens that neighbouring chunks of words, sentences or paragraphs share; about a sentence and a half."""
    topic_shift: float = 1.0
    """Standard deviations above the mean distance of neighbouring sentences, from which the topic has changed."""
    least_shift: float = 0.15
    """Cosine distance below which it has not, however alike the other sentences are."""
    topic_tokens: int = 48
    """Tokens that stand on each side of a change of topic, at least; less is no topic of its own."""
    llm: LlmSettings = LlmSettings()


class StoreSettings(_Group):
    """Limits of the index on disk."""

    copied_chunks: int = 5_000
    """Chunks of the last segment up to which a new one begins with a copy of it (30 MB), not empty."""
    segments: int = 8
    """Segments that an index may have; where they become more, all but the largest are merged."""
    hollow: float = 0.3
    """Share of a segment's chunks that may have been taken out before it is written anew."""
    whole_vectors: int = 20_000
    """Vectors of an index up to which all are compared with a question in full (3 ms); of more, only the 1,000 that the
    signs of their numbers put forward."""
    hash_up_to: int = 64_000_000
    """Bytes; a file up to this size is hashed whenever the index is opened (0.05 s), a larger one on `verify`."""
    lock_seconds: float = 0.0
    """Seconds to wait for another writer before saying so; less than 0 waits without end."""


class SearchSettings(_Group):
    """Weights of ranking; each group of weights adds up to 1."""

    limit: int = 10
    """Hits returned."""
    cells: int = 5
    """Cells named in a hit on a table, at most."""
    cell_margin: float = 0.06
    """A cell whose score is lower by more than this than the best one's is not named."""
    candidates: int = 60
    """Chunks that each signal (nearness, words, period) may put forward."""

    scored: int = 60
    """Chunks whose cells and sentences are scored: about 0.3 ms of CPU each."""
    foremost: int = 15
    """Of these, the best in words and the best in meaning, so many of each, whatever period they are for."""

    main_tables: int = 10
    """First chunks with totals for the period, of each release of which nothing but the whole is asked."""
    main_part: int = 160
    """Chunks with figures for the period among which these are looked for."""

    evidence: float = 0.8
    """Weight of how well the best cell or sentence answers: labels, period, measure."""
    dense: float = 0.12
    """Weight of the cosine of question and chunk."""
    lexical: float = 0.08
    """Weight of BM25, as a share of the best."""

    place: float = 0.12
    """Weight, beside the three, of the place: whether the release is about it or the chunk names it."""
    office: float = 0.12
    """Weight, beside the three, of the words that tell one office or series from another and that the release says of
    itself."""
    edition: float = 0.08
    """Weight, beside the three, of the edition: the release of the month asked for, the newest where none is."""
    language: float = 0.04
    """Weight, beside the three, of the language: whether the release is in that of the question."""
    early: float = 0.06
    """Weight, beside the three, of an early place in the release: the main tables come before the detailed ones."""
    focus: float = 0.06
    """Weight, beside the three, of the share of a table's cells that are on the subject."""

    reranked: int = 20
    """Best candidates that a reranker judges, where one is given."""
    reranker: float = 0.5
    """Weight of its score, beside the candidates' own."""

    reordered: int = 10
    """Best candidates that are put in order once more by whether their best cells are of the period and the measure."""

    much_better: float = 0.03
    """What a cell must score above that of an earlier table to go before it."""

    readings: int = 5
    """Other figures that are shown because they answer nearly as well, at most."""
    reading_margin: float = 0.065
    """What a cell may score below the first one to be another reading: a change over a month costs 0.06 where one over
    a year is taken to be meant."""
    reading_precision: float = 0.1
    """By how much less the share of its labels may be that is asked for."""

    judged: int = 3
    """Best candidates that are looked at to tell whether the question can be answered."""
    least_score: float = 0.4
    """A best score below this is no answer."""
    least_evidence: float = 0.38
    """What the best cell or sentence must count, weighted, to answer a question for a figure: right ones that were
    looked at count 0.41 and more."""
    least_period: float = 0.55
    """Least match of the period; 0.6 is a month of the year asked for."""
    lacking: float = 0.6
    """Share of a question for a figure, by weight, that the best chunks may leave unsaid, unless they are near."""
    near: float = 0.55
    """Cosine from which a chunk is near a question in meaning, whatever its words."""
    absent_in_figure: float = 0.35
    """Share of a question for a figure, by weight, that may stand nowhere in the index."""
    absent_without_capitals: float = 0.15
    """The same in scripts without capital letters, which tell no names."""
    absent_in_text: float = 0.6
    """The same for other questions, which are put in words that releases do not use."""

    cell_coverage: float = 0.4
    """Weight of the share of the question's words that a cell's labels say."""
    cell_precision: float = 0.2
    """Weight of the share of a cell's own labels that the question names."""
    cell_period: float = 0.2
    """Weight of the period."""
    cell_measure: float = 0.2
    """Weight of the measure: change, index, weight; annual or monthly."""
    unsaid: float = 0.4
    """What a cell or sentence counts that says no word of the question, however well period and measure fit."""
    fair_part: float = 0.2
    """Share of a question from which what says it counts in full."""
    other_subject: float = 0.4
    """What precision is multiplied by where labels exclude what they name and the question does not, or the other way
    round, or where they bear another acronym than the question (CPIH for CPI)."""
    other_compound: float = 0.7
    """What a cell counts whose labels lack a hyphenated word of the question that the labels of others say."""
    no_figure: float = 0.9
    """What a cell counts that holds a text, neither a figure nor a sign for none."""
    other_table: float = 0.7
    """What a cell counts of a table other than the one that the question names."""
    outer_precision: float = 0.3
    """Of precision: what is lost where no word of the group headings above a label is asked for."""
    bare_label: float = 0.7
    """The same where the label itself names nothing: "Total", "1 kg", "(percent)"."""
    caption_precision: float = 0.1
    """Of precision: what is lost where no word of the caption is asked for."""
    group_label: float = 0.85
    """What a word counts that stands in a group heading or spanner instead of the row or column itself."""
    caption_label: float = 0.8
    """The same in the caption or section heading."""
    title_label: float = 0.6
    """The same in the release's title, the notes, or elsewhere in the chunk."""
    other_head: float = 0.45
    """The same in caption or title where it heads other columns of the table, which it tells apart from this one."""


class Settings(_Group):
    """All settings."""

    reader: ReaderSettings = ReaderSettings()
    layout: LayoutSettings = LayoutSettings()
    tables: TableSettings = TableSettings()
    chunking: ChunkSettings = ChunkSettings()
    store: StoreSettings = StoreSettings()
    search: SearchSettings = SearchSettings()


def load_settings(path: Path | None = None) -> Settings:
    """Settings from a TOML file, or the defaults.

    Raises:
        SettingsError: if the file is absent, no TOML, or names a setting that does not exist.
    """
    if path is None:
        return Settings()
    try:
        return Settings.model_validate(tomli.loads(path.read_text(encoding="utf-8")))
    except OSError as exc:
        raise SettingsError(f"{path}: cannot be read: {exc.strerror}") from exc
    except tomli.TOMLDecodeError as exc:
        raise SettingsError(f"{path}: not valid TOML: {exc}") from exc
    except ValidationError as exc:
        first = exc.errors()[0]
        raise SettingsError(f"{path}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from exc
