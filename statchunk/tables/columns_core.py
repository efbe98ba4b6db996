"""Which rows of a region show where its columns stand."""

from collections.abc import Sequence
from typing import Final

from statchunk.tables.marks import count_codes, count_columns
from statchunk.tables.rows import LEAST_STEP, TextRow, is_year

_NUMBERED: Final = 6  # rows; so far down at most stands a line that numbers the columns: above it all are heads


def core_rows(rows: Sequence[TextRow]) -> list[int]:
    """Rows that show the columns: those with figures, or with several tokens where there are no figures."""
    if all(len(row.tokens) == 1 for row in rows):
        return [i for i, row in enumerate(rows) if row.numbers]  # one column of a sheet printed over several pages
    counts = [len([1 for t in row.tokens if t.kind in ("number", "nil")]) for row in rows]
    solid = sorted(c for c, row in zip(counts, rows, strict=True) if c and row.numbers)
    if len(solid) >= 2 or (solid and solid[-1] >= 2):
        typical = solid[len(solid) // 2]
        core = [
            i
            for i, c in enumerate(counts)
            if c and 3 * c >= typical and (len(rows[i].tokens) > 1 or is_between_lines(rows, i))
        ]
        heads = next((k + 1 for k, i in enumerate(core[:_NUMBERED]) if count_columns(_texts(rows[i]))), 0)
        heads = heads if heads < len(core) - 1 else 0
        while heads < len(core) - 2 and _is_head_line(rows[core[heads]], typical):
            heads += 1
        while heads < len(core) - 2 and _is_wrapped_head(rows, core, heads, typical):
            heads += 1
        if heads < len(core) - 2 and (_ends_dates(rows, core[heads]) or _holds_codes(rows[core[heads]])):
            heads += 1
        return core[heads:]
    signs = [i for i, c in enumerate(counts) if c and len(rows[i].tokens) > 1]
    if not solid and len(signs) > 2 and any(counts[i] > 1 for i in signs):
        return signs  # crosses that say what applies to what
    return [i for i, row in enumerate(rows) if len(row.tokens) > 1]


def _texts(row: TextRow) -> list[str]:
    return [token.text for token in row.tokens]


def is_between_lines(rows: Sequence[TextRow], i: int) -> bool:
    """Whether a text row stands nearer to the next or the last than rows do: it is part of the same row of a table."""
    near = LEAST_STEP * rows[i].size
    return any(0 <= k < len(rows) and abs(rows[k].baseline - rows[i].baseline) < near for k in (i - 1, i + 1))


def _is_head_line(row: TextRow, typical: int) -> bool:
    """Whether the figures of a row are heads: years over fewer columns than there are, or years and units in brackets
    only ("1996/7  (000)  1992/3")."""
    if all(t.kind == "nil" for t in row.tokens):
        return True  # short units in brackets
    figures = [t for t in row.tokens if t.kind == "number"]
    years = sum(is_year(t.text) for t in figures)
    first = next((k for k, t in enumerate(row.tokens) if t.kind == "number"), 0)
    among = years > 1 and any(t.kind == "text" for t in row.tokens[first:])  # years and a last line of another head
    if figures and years == len(figures) and (among or 3 * years <= 2 * typical):
        return not any(t.kind == "nil" for t in row.tokens)
    units = sum(is_thousands(t.text) for t in figures)
    return units > 0 and units + years == len(row.tokens)


def _is_wrapped_head(rows: Sequence[TextRow], core: Sequence[int], at: int, typical: int) -> bool:
    """Whether the few figures of a first row are words of heads ("Rate per" over "1,000"): words, and no label at the
    left of the others, stand beside them."""
    tokens = rows[core[at]].tokens
    if 2 * rows[core[at]].numbers > typical or tokens[0].kind != "text":
        return False
    left = min(rows[i].tokens[0].x0 for i in core[at + 1 :])
    return tokens[0].x0 > left + 2 * rows[core[at]].size


def _ends_dates(rows: Sequence[TextRow], at: int) -> bool:
    """Whether the figures of a row are the ends of dates broken at their dash: "Jun-" over "24"."""
    if at == 0 or rows[at].numbers < 2:
        return False
    opened = [t for t in rows[at - 1].tokens if t.text[-1] == "-"]
    return len(opened) >= rows[at].numbers and all(
        any(o.x0 < t.x1 and t.x0 < o.x1 for o in opened) for t in rows[at].tokens if t.kind == "number"
    )


def _holds_codes(row: TextRow) -> bool:
    return count_codes([t.text for t in row.tokens if t.kind == "number"])


def is_thousands(text: str) -> bool:
    """Whether a figure is the unit of a column: "(000)"."""
    return text[:1] == "(" and text.rstrip("*†‡").endswith("000)")
