"""From the figures of a body to the whole table: labels beside them, heads above, last lines below."""

import re
from collections.abc import Sequence
from itertools import pairwise
from operator import attrgetter
from typing import Final, Literal, NamedTuple

from statchunk.box import Box
from statchunk.languages.unit_lines import is_unit_line
from statchunk.settings import TableSettings
from statchunk.tables.marks import count_columns
from statchunk.tables.regions_core import Core
from statchunk.tables.regions_foot import body_white, find_bottom, looks_like_prose, tokens_in
from statchunk.tables.regions_judge import Span, is_table
from statchunk.tables.regions_labels import ruled_width, with_labels, with_outdents, with_outer_labels
from statchunk.tables.regions_ruled import full_rules
from statchunk.tables.regions_shaded import shaded_width
from statchunk.tables.rows import TextRow, Token, is_caption, is_year
from statchunk.tables.rules import Rules, Stroke

_BLANK_ROW: Final = 1.8  # of the type size; height of a blank row between two rules at most
_FLUSH_LINE: Final = 0.35  # of the type size; white between lines of one head
_EVEN: Final = 0.5  # points; by as much the white between lines of heads that are set evenly differs
_COLUMN: Final = 6  # rows; fewer figures alone between two rules are no column of a table
_MARK: Final = re.compile(r"\(\d{1,2}\)")
"""The mark of a note on a line of its own under a head."""
_FARTHER: Final = 2.0  # of the widest step from head to head; the last stands no farther from the one before it
_CLOSING: Final = 0.8  # of the type size; a rule this near under a body closes it and opens no table below


class Extent(NamedTuple):
    """A table's box with how it was found."""

    box: Box
    kind: Literal["ruled", "part-ruled", "rule-less"]
    confidence: float
    reason: str


def extend_core(
    core: Core, rows: Sequence[TextRow], rules: Rules, bands: Sequence[Box], settings: TableSettings
) -> Extent | None:
    """The whole table around a core; None where the figures are no table.

    Args:
        core: the figures.
        rows: of the page.
        rules: of the page.
        bands: of shade on the page.
        settings: of the table engine.
    """
    ruled = ruled_width(core, rules)
    shaded = Span(*shaded_width(core, bands))
    ruled = Span(min(ruled.x0, shaded.x0), max(ruled.x1, shaded.x1))
    span = with_outdents(with_labels(core, rows, ruled, settings), core, rows)
    span = with_outer_labels(span, core, rows)
    if not is_table(core, rows, span) and not _is_boxed_column(core, rows, rules):
        return None
    frame = full_rules(rules, span.x0, span.x1, min(core.left, span.x0), max(core.right, span.x1))
    inside = [h for h in frame if core.top - 2 <= h.at <= core.bottom + 2]
    beside = [h for h in frame if core.top - 150 < h.at < core.bottom + 30]
    wide = Span(min([span.x0, *(h.start for h in beside)]), max([span.x1, *(h.end for h in beside)]))
    wide = Span(max(wide.x0, min(core.left, span.x0)), min(wide.x1, max(core.right, span.x1)))
    wide = Span(min(wide.x0, shaded.x0), max(wide.x1, shaded.x1))
    gaps = column_gaps(core)
    bottom = find_bottom(core, gaps, rows, span, wide, frame)
    top, x0, x1 = _top(core, gaps, rows, span, wide, frame, rules.horizontal, settings)
    box = Box(x0, top, x1, bottom)
    box = _widen(box, rows, wide)
    kind: Literal["part-ruled", "rule-less"] = "part-ruled" if beside or inside else "rule-less"
    return Extent(box, kind, 0.9 if beside else 0.7, f"{len(core.figures)} figures in {core.columns} columns")


def _is_boxed_column(core: Core, rows: Sequence[TextRow], rules: Rules) -> bool:
    """Whether figures alone on their rows stand between two posts, each row ruled off: a column of a sheet that was
    printed over several pages."""
    if core.columns > 1 or len(core.rows) < _COLUMN or any(len(rows[i].tokens) > 1 for i in core.rows):
        return False
    middle = (core.top + core.bottom) / 2
    posts = [v.at for v in rules.vertical if not v.weak and v.start < middle < v.end]
    beams = [h for h in rules.horizontal if h.start < core.x0 and h.end > core.x1 and core.top < h.at < core.bottom]
    reach = 10 * rows[core.rows[0]].size
    return (
        any(core.x0 - reach < x < core.x0 for x in posts)
        and any(core.x1 < x < core.x1 + reach for x in posts)
        and 2 * len(beams) > len(core.rows)
    )


def column_gaps(core: Core) -> list[float]:
    """x in the middle of each white gap between the core's columns of figures."""
    gaps: list[float] = []
    reach = start = core.x0
    for token in sorted(core.figures, key=_left):
        if token.x0 > reach > start:
            gaps.append((reach + token.x0) / 2)
        reach = max(reach, token.x1)
    return gaps


_left: Final = attrgetter("x0")


def _top(
    core: Core,
    gaps: Sequence[float],
    rows: Sequence[TextRow],
    span: Span,
    wide: Span,
    frame: Sequence[Stroke],
    beams: Sequence[Stroke],
    settings: TableSettings,
) -> tuple[float, float, float]:
    """y where the boxhead begins, and the x range of its rows."""
    first = core.rows[0]
    heads: list[TextRow] = []
    groups_under: list[TextRow] = []
    limit: float | None = None
    for y in sorted((h.at for h in frame if h.at < rows[first].baseline), reverse=True):
        if core.top - y > 12 * rows[first].size + 60 or y < core.ceiling + _CLOSING * rows[first].size:
            break
        between = [row for row in rows[:first] if row.baseline > y and tokens_in(row, wide)]
        if any(looks_like_prose(tokens_in(row, wide), wide, gaps) for row in between):
            break
        if limit is None or _close_rules(between, y, limit, rows[first].size, settings):
            limit = y
        else:
            break
    if limit is not None:
        heads = [row for row in rows[:first] if row.baseline > limit and tokens_in(row, wide)]
        left = min((t.x0 for t in core.figures if not is_year(t.text)), default=core.x0)
        if all(len(row.tokens) == 1 and (row.x1 < left or _is_like_sections(row, core, rows)) for row in heads):
            groups_under, heads = heads, []  # a group row under the rule that closes the heads, or a label's first line
        elif all(count_columns([token.text for token in row.tokens]) for row in heads):
            heads = []  # the numbers of columns between rules of their own
        if heads:
            heads = [*_over_first_rule(heads[0], left, rows[:first], limit, settings), *heads]
    x0, x1 = span
    years_first = all(is_year(t.text) for t in rows[first].tokens if t.kind == "number")
    heads_itself = limit is not None and years_first
    if not heads and not heads_itself:
        figure_left = min(t.x0 for t in core.figures)
        body_left = _body_left(core, span)
        label_right = _label_right(core, rows, figure_left)
        lowest = core.top if limit is None else limit
        pending: list[TextRow] = []
        even = 0.0  # points; lines of heads stand as far apart as the two before
        size = max(rows[first].size, rows[core.rows[len(core.rows) // 2]].size)
        usual = min(body_white(core, rows) + 1.0, settings.head_reach * rows[first].size)
        for row in reversed(rows[:first]):
            tokens = tokens_in(row, span)
            if row.top <= core.ceiling:
                break
            if not tokens:
                continue
            reach = settings.head_reach if not heads else settings.head_line_reach
            over = [t for t in tokens if t.x0 > figure_left - 2 * row.size]
            if heads and len(over) > 1 and len(tokens) - len(over) < 2:
                if all(t.kind == "text" or _MARK.fullmatch(t.text) for t in over) and 2 * len(over) >= core.columns > 2:
                    reach = settings.head_reach  # a whole line of heads
                elif _wide_apart(over, row):
                    reach = settings.spanner_reach
            alike = bool(heads) and _style(tokens) == _style(heads[-1].tokens)
            if heads and len(tokens) == 1 and not alike and not is_unit_line(tokens[0].text):
                break  # a title over the heads
            if lowest - row.bottom > max(reach * rows[first].size, usual if heads else 0.0, even if alike else 0.0):
                break
            if heads and len(tokens) == 1 and _is_bold(tokens[0]) != _is_bold(heads[-1].tokens[-1]):
                break
            if is_caption(tokens[0]) and heads and _belongs_above(heads[-1], row, heads, core, span, settings):
                heads.pop()
                break
            over_stub = [
                t
                for t in tokens
                if t.x0 < min(figure_left - 2 * row.size, label_right) or t.x0 < figure_left < body_left
            ]
            if years_first and not heads and len(tokens) == 1 and _is_title(tokens[0], rows[first], core, span):
                break
            groups = _is_like_groups(row, core, rows)
            if over_stub and looks_like_prose(over_stub, span, gaps) and not groups:
                break
            if not heads and (groups or (len(tokens) == 1 and _is_like_sections(row, core, rows))):
                groups_under.append(row)
                lowest = min(lowest, row.top)
                continue
            beside = lowest - row.bottom < -0.3 * row.size and tokens[-1].x1 < figure_left  # a stub head between lines
            leads = alike and len(tokens) == 1 and _leads_head(tokens[0], heads[-1], row)
            if not (groups or beside or leads) and not _is_head_row(
                tokens, row, span, core, body_left, label_right, size
            ):
                break
            if heads and len(tokens) == 1 and _is_over_all(tokens[0], heads, core, span):
                break
            pending.append(row)
            if heads or years_first:
                even = lowest - row.bottom + _EVEN
            lowest = min(lowest, row.top)
            if any(t.x1 > body_left for t in tokens):
                heads += pending
                pending.clear()
                x0, x1 = min(x0, tokens[0].x0), max(x1, tokens[-1].x1)
    far = max((_far_head(row, core, x1, beams) for row in heads), default=x1)
    return min([core.top, *(row.top for row in (*heads, *groups_under))]), x0, max(x1, far)


def _over_first_rule(
    top: TextRow, left: float, rows: Sequence[TextRow], limit: float, settings: TableSettings
) -> list[TextRow]:
    """The line of heads over the first of the rules between lines of heads, where none is drawn above it: several, no
    more than the heads under them, in their type and without a figure, as dates over a table have."""
    for row in reversed(rows):
        if row.baseline > limit:
            continue
        near = limit - row.bottom < settings.head_line_reach * row.size
        over = [t for t in row.tokens if t.x0 > left and t.kind == "text"]
        beside = len(row.tokens) - len(over)  # the head of the stub
        spelt = not any([c.isdigit() for t in over for c in t.text])
        if near and spelt and beside < 2 and 1 < len(over) <= len(top.tokens) and not is_caption(row.tokens[0]):
            return [row] if _style(row.tokens) == _style(top.tokens) else []
        return []
    return []


def _far_head(row: TextRow, core: Core, x1: float, beams: Sequence[Stroke]) -> float:
    """x where the last head of a line ends that has one for each column of figures, heads at the right and figures at
    the left of these, so that the last stands beyond the figures; else `x1`."""
    own = [t for t in core.figures if not is_year(t.text)] or core.figures
    left = min(t.x0 for t in own)
    columns = core.columns - any(t.x1 < left for t in core.figures)  # years may label the rows
    over = [t for t in row.tokens if t.x0 > left and t.x0 < core.right]
    if len(over) != columns or len(over) < 2 or over[-2].x1 > x1 or over[-1].x0 < core.x1:
        return x1
    widest = max(b.x1 - a.x1 for a, b in pairwise(over[:-1])) if len(over) > 2 else core.x1 - left
    ruled = any(row.baseline < h.at < core.top + 1 and h.start < left and h.end > over[-1].x1 - 1 for h in beams)
    return over[-1].x1 if ruled or over[-1].x1 - over[-2].x1 < _FARTHER * widest else x1


def _is_title(only: Token, years: TextRow, core: Core, span: Span) -> bool:
    """Whether a text alone over years is set in another weight than these, at the left or about the middle of the
    table rather than of its figures."""
    size = years.size
    figures = min(t.x0 for t in core.figures)
    middle = (only.x0 + only.x1) / 2
    off, own = abs(middle - (span.x0 + span.x1) / 2), abs(middle - (figures + core.x1) / 2)
    return _is_bold(only) != _is_bold(years.tokens[-1]) and (only.x0 < span.x0 + size or off < min(size, own))


def _is_over_all(only: Token, below: Sequence[TextRow], core: Core, span: Span) -> bool:
    """Whether a text alone stands about the middle of the table, labels and all, and not of its figures or of heads
    right under it, nor flush with any of the heads `below`, from the lowest: its title."""
    middle, size = only.x0 + only.x1, below[-1].size
    figures = min(t.x0 for t in core.figures) + core.x1
    heads = below[-1].tokens
    off = abs(middle - span.x0 - max(span.x1, heads[-1].x1))
    if len(only.words) < 2 or off > 3 * size or abs(middle - figures) < off + 4 * size:
        return False
    if any(abs(only.x0 - t.x0) < 1.0 or abs(only.x1 - t.x1) < 1.0 for row in below for t in row.tokens):
        return False
    return not any(abs(middle - a.x0 - b.x1) < 1.6 * size for i, a in enumerate(heads) for b in heads[i:])


def _body_left(core: Core, span: Span) -> float:
    """x where the figures begin; those after the first column where this stands at the left of the table, as codes,
    running numbers and years do that label the rows."""
    left = min(t.x0 for t in core.figures)
    if left > span.x0 + 1.0:
        return left
    gaps = column_gaps(core)
    return min((t.x0 for t in core.figures if t.x0 > gaps[0]), default=left) if gaps else left


def _label_right(core: Core, rows: Sequence[TextRow], figure_left: float) -> float:
    """x where the longest label of the body ends; the first figures where it has no labels."""
    ends = [t.x1 for i in core.rows for t in rows[i].tokens if t.kind == "text" and t.x1 <= figure_left]
    return max(ends, default=figure_left)


def _close_rules(between: Sequence[TextRow], y: float, limit: float, size: float, settings: TableSettings) -> bool:
    """Whether rows between two rules over a body are heads: some text, closely set, or a blank row of a grid."""
    rows = [row for row in between if row.baseline <= limit + 1]
    return limit - y < (12 * size if rows else _BLANK_ROW * size)


def _is_head_row(
    tokens: Sequence[Token],
    row: TextRow,
    span: Span,
    core: Core,
    body_left: float,
    label_right: float,
    size: float,
) -> bool:
    """Heads stand over the figure columns, or several side by side; a title runs from the left or is centred.

    Args:
        tokens: of the row, within the table's width.
        row: above the body.
        span: the table's width.
        core: its figures.
        body_left: x where they begin, those that label rows aside.
        label_right: x where its labels end.
        size: of the body's type, points.
    """
    figure_left = min(t.x0 for t in core.figures)
    texts = [t for t in tokens if t.kind != "filler"]
    if not texts or _usual_size(texts) > 1.25 * size or is_caption(texts[0]):
        return False
    if texts[0].x0 < span.x0 - 3 * row.size:
        return False
    far = texts[-1]
    begins = len(texts) > 1 and any(abs(far.x0 - t.x0) < row.size for t in core.figures)
    if far.x1 > span.x1 + 12 * row.size and not begins:
        return False
    if len(texts) > 1:
        return True
    only = texts[0]
    if only.x0 >= figure_left - 2.0 * row.size:
        return only.x0 > span.x0 + row.size or only.x1 < body_left or figure_left == body_left
    if only.x0 > label_right and _is_over_one_column(only, core, row.size):
        return True
    middle = (only.x0 + only.x1) / 2
    off = abs(middle - (figure_left + core.x1) / 2)
    if only.x0 > label_right and off < 2.0 * row.size and off < abs(middle - (span.x0 + span.x1) / 2):
        return True
    return only.x1 < figure_left and len(only.words) <= 4


def _is_over_one_column(only: Token, core: Core, size: float) -> bool:
    """Whether a text ends with the figures of one column that it stands over, wider than these."""
    under = [t for t in core.figures if t.x0 < only.x1 and t.x1 > only.x0]
    if 2 * len(under) < len(core.rows):
        return False
    ends = max(t.x1 for t in under)
    return max(t.x0 for t in under) < min(t.x1 for t in under) and abs(only.x1 - ends) < size


def _leads_head(only: Token, below: TextRow, row: TextRow) -> bool:
    """Whether a text alone is the first line of a head of the line below: right over it, flush with or centred."""
    return below.top - row.bottom < _FLUSH_LINE * row.size and any(
        min(abs(t.x0 - only.x0), abs(t.x1 - only.x1), abs(t.x0 + t.x1 - only.x0 - only.x1) / 2) < 0.1 * row.size
        for t in below.tokens[1:]
    )


def _is_like_groups(row: TextRow, core: Core, rows: Sequence[TextRow]) -> bool:
    """Whether a line alone is set as group headings in the body are: at their left, in their type, without figures."""
    only = row.tokens[0]
    if len(row.tokens) > 1 or only.kind != "text":
        return False
    body = set(core.rows)
    ends: list[float] = []
    for i in range(core.rows[0] + 1, core.rows[-1]):
        other = rows[i].tokens[0]
        alone = i not in body and len(rows[i].tokens) == 1
        if alone and abs(other.x0 - only.x0) < 1.0 and other.words[0].style == only.words[0].style:
            ends.append(other.x1)
    if not ends:
        return False
    figures = min(t.x0 for t in core.figures)
    labels = [rows[i].tokens[0] for i in core.rows if rows[i].tokens[0].x1 < figures]
    if labels and not is_caption(only) and not any(_is_bold(t) for t in labels) and _is_bold(only):
        return only.x1 < (figures + core.x1) / 2
    return len(ends) > 1 and only.x1 < max(*ends, figures)


def _is_like_sections(row: TextRow, core: Core, rows: Sequence[TextRow]) -> bool:
    """Whether a line alone is set as texts alone between rows of the body are: about one middle, in their type."""
    only, body = row.tokens[0], set(core.rows)
    return any(
        i not in body
        and len(rows[i].tokens) == 1
        and abs(rows[i].x0 + rows[i].x1 - row.x0 - row.x1) < 0.6 * row.size
        and rows[i].tokens[0].words[0].style == only.words[0].style
        for i in range(core.rows[0] + 1, core.rows[-1])
    )


def _usual_size(tokens: Sequence[Token]) -> float:
    """Type size of most characters, points: the capitals of small capitals are few."""
    sizes: dict[float, int] = {}
    for token in tokens:
        for word in token.words:
            sizes[word.style.size] = sizes.get(word.style.size, 0) + len(word.text)
    return max(sizes, key=lambda size: sizes[size])


def _wide_apart(tokens: Sequence[Token], row: TextRow) -> bool:
    """Whether all are texts or years, and two type sizes of white or more part each from the next."""
    return all(t.kind == "text" or is_year(t.text) for t in tokens) and all(
        b.x0 - a.x1 > 2 * row.size for a, b in pairwise(tokens)
    )


def _belongs_above(
    line: TextRow, caption: TextRow, heads: Sequence[TextRow], core: Core, span: Span, settings: TableSettings
) -> bool:
    """Whether the highest head line so far is the caption's second line: one text, nearer to the caption."""
    if any(b.x0 - a.x1 > settings.word_gap * line.size for a, b in pairwise(tokens_in(line, span))):
        return False
    below = heads[-2].top if len(heads) > 1 else core.top
    return line.top - caption.bottom < below - line.bottom + 0.5


def _style(tokens: Sequence[Token]) -> tuple[float, bool]:
    """Type size and weight of the last words."""
    style = tokens[-1].words[-1].style
    return round(style.size, 1), style.bold


def _is_bold(token: Token) -> bool:
    return token.words[0].style.bold


def _widen(box: Box, rows: Sequence[TextRow], wide: Span) -> Box:
    """The box as wide as the texts of its rows within the rules that frame it."""
    x0, x1 = box.x0, box.x1
    for row in rows:
        if row.top >= box.top - 0.5 and row.bottom <= box.bottom + 0.5:
            for token in row.tokens:
                if wide.x0 - 2 <= token.x0 and token.x1 <= wide.x1 + 2:
                    x0, x1 = min(x0, token.x0), max(x1, token.x1)
    return Box(x0, box.top, x1, box.bottom)
