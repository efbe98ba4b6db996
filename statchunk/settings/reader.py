"""Settings of the readers."""

from typing import Literal

from statchunk.settings.group import Group

ReaderName = Literal["pdfium", "pdfplumber"]


class ReaderSettings(Group):
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
