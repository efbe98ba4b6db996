"""Row labels: the rows of the stub as printed, before they become a tree (see `tree`)."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from statchunk.languages import words as language_words
from statchunk.model.page import Word
from statchunk.model.table import AxisRole, Label
from statchunk.tables.labels import free_glued_marks, make_label, without_leaders
from statchunk.tables.marks import has_digit, kind_of
from statchunk.tables.sheet import Sheet, Slot


class StubRow:
    """A printed row of the body with all that its place in the tree depends on."""

    __slots__ = (
        "baseline",
        "bold",
        "crosses",
        "gap",
        "has_values",
        "indent",
        "italic",
        "labels",
        "merged",
        "piece",
        "role",
        "row",
        "section",
        "size",
        "words",
    )

    piece: int
    """Index of the grid that it stands in."""
    row: int
    """Its row in that grid."""
    labels: list[Label | None]
    """One a stub column; None where blank."""
    merged: list[bool]
    """Whether the label of the column is of a cell that began in a row above."""
    role: AxisRole
    section: bool
    """Whether it crosses the body."""
    has_values: bool
    indent: float
    """Of the first label, points from the left of the stub, moved so that pieces agree."""
    size: float
    bold: bool
    italic: bool
    gap: bool
    """Whether a blank line stands above."""
    baseline: float
    """Of its first line."""
    crosses: bool
    """Whether the cell of its label runs on over the body."""
    words: list[Word]
    """Of the first label, first line first, leaders off."""

    def __init__(
        self,
        piece: int,
        row: int,
        labels: list[Label | None],
        merged: list[bool],
        role: AxisRole,
        section: bool,
        has_values: bool,
        bold: bool = False,
    ) -> None:
        self.piece = piece
        self.row = row
        self.labels = labels
        self.merged = merged
        self.role = role
        self.section = section
        self.has_values = has_values
        self.indent = 0.0
        self.size = 8.0
        self.bold = bold
        self.italic = False
        self.gap = False
        self.baseline = 0.0
        self.crosses = False
        self.words = []

    @property
    def text(self) -> str:
        """Text of its first label; empty where it has none."""
        return self.labels[0].text if self.labels and self.labels[0] is not None else ""


_ROLES: Final[dict[str, AxisRole]] = {"identifier": "identifier", "column_number": "column_number"}


def stub_rows(
    sheet: Sheet, piece: int, columns: Sequence[int], gap_factor: float, known: frozenset[str]
) -> list[StubRow]:
    """The rows of one grid that are data, identifiers, group headings or section rows, top to bottom.

    Args:
        sheet: the grid laid open, roles marked.
        piece: index to write on the rows.
        columns: its stub columns, outermost first.
        gap_factor: a step between rows wider than this times the usual one counts as a blank line.
        known: words printed elsewhere, for line-end hyphens.
    """
    rows: list[StubRow] = []
    tops: list[tuple[float, float]] = []
    stub = set(columns)
    for row in range(sheet.rows):
        slots = sheet.starts[row]
        if not slots:
            continue
        roles = {s.cell.role for s in slots}
        if roles & {"head", "stub_head", "title", "note"}:
            continue
        made = _stub_row(sheet, piece, row, slots, columns, stub, known)
        if made is None:
            continue
        rows.append(made)
        baselines = [w.baseline for s in slots for w in s.cell.words if w.rise == 0 and s.cell.row_end == s.cell.row]
        tops.append((min(baselines), max(baselines)) if baselines else (slots[0].ink.bottom, slots[0].ink.bottom))
        made.baseline = tops[-1][0]
    _mark_gaps(rows, tops, gap_factor)
    _free_marks(rows)
    _join_outer_labels(rows)
    _join_over_units(rows)
    _join_code_column(rows)
    return _join_broken_labels(rows)


def _stub_row(
    sheet: Sheet, piece: int, row: int, slots: list[Slot], columns: Sequence[int], stub: set[int], known: frozenset[str]
) -> StubRow | None:
    page = sheet.grid.page_number
    section = next((s for s in slots if s.cell.role == "section"), None)
    if section is not None:
        label = make_label(section.cell.words, page, known)
        made = StubRow(piece, row, [label] + [None] * (len(columns) - 1), [False] * len(columns), "data", True, False)
        _set_style(made, section.cell.words)
        return made
    labels: list[Label | None] = []
    merged: list[bool] = []
    seen: Slot | None = None
    first: Slot | None = None
    for column in columns:
        slot = sheet.at[row][column]
        if slot is None or slot is seen or slot.cell.role in ("head", "stub_head"):
            labels.append(None)
            merged.append(False)
            continue
        seen = slot
        labels.append(make_label(slot.cell.words, page, known))
        merged.append(slot.cell.row != row)
        if first is None:
            first = slot
    body = [s for s in slots if s.cell.column not in stub and s.cell.role in ("body", "identifier", "column_number")]
    if not labels:
        labels, merged = [None], [False]
    role: AxisRole = "data"
    if body and all(s.cell.role in _ROLES for s in body):
        whole = {s.cell.role for s in body}
        if len(whole) == 1 and (len(body) > 1 or sheet.columns - len(columns) < 3):
            role = _ROLES[next(iter(whole))]
    figures = any(s.cell.role == "body" for s in body)
    if not any(labels) and not body:
        return None
    if role == "identifier" and not figures and any(labels) and len(body) == 1 and sheet.columns - len(columns) > 1:
        role = "data"
    holds = figures or role == "column_number" or (role == "identifier" and labels[0] is None)
    made = StubRow(piece, row, labels, merged, role, False, holds)
    if first is not None:
        made.crosses = first.cell.column_end not in stub
        _set_style(made, first.cell.words, from_right=columns[0] > 0)
    return made


def _set_style(row: StubRow, words: tuple[Word, ...], *, from_right: bool = False) -> None:
    kept = without_leaders([w for w in words if w.rise == 0]) or list(words)
    row.words = kept
    row.size = kept[0].style.size
    row.indent = _first_line_start(kept, from_right)
    characters = sum(len(w.text) for w in kept)
    row.bold = 2 * sum(len(w.text) for w in kept if w.style.bold) > characters
    row.italic = 2 * sum(len(w.text) for w in kept if w.style.italic) > characters


def _first_line_start(words: list[Word], from_right: bool) -> float:
    """x where the first line begins; below 0 and growing leftwards where lines begin at the right."""
    top = min(w.baseline for w in words)
    line = [w for w in words if w.baseline - top < 0.4 * w.style.size]
    return -max(w.x1 for w in line) if from_right else min(w.x0 for w in line)


def carried_over_rows(rows: Sequence[StubRow]) -> set[int]:
    """Indices of the rows that begin a later piece with inner labels alone: the group that ends the piece before goes
    on."""
    found: set[int] = set()
    begun = rows[0].piece if rows else 0
    for index, row in enumerate(rows):
        if row.section or (row.labels and row.labels[0] is not None):
            begun = row.piece
        elif row.piece != begun and any(row.labels[1:]):
            found.add(index)
    return found


def is_total(text: str) -> bool:
    """Whether a label says that it sums what stands above: a word for total opens or ends it."""
    return _opens_or_ends(text, "total")


def sums_up(text: str) -> bool:
    """Whether a label says that it is the total or the mean of what stands above."""
    return _opens_or_ends(text, "total") or _opens_or_ends(text, "mean")


@lru_cache(maxsize=4096)
def _opens_or_ends(text: str, kind: str) -> bool:
    folded = text.casefold()
    return any(
        (folded.startswith(word) and not folded[len(word) : len(word) + 1].isalnum()) or folded.endswith(" " + word)
        for word in language_words(kind)
    )


def _mark_gaps(rows: list[StubRow], tops: list[tuple[float, float]], factor: float) -> None:
    steps = [b[0] - a[1] for a, b in pairwise(tops)]
    if len(steps) < 3:
        return
    ordered = sorted(steps)
    usual, close = ordered[len(ordered) // 2], max(ordered[len(ordered) // 4], 1.0)
    pairs = sum(
        0.85 * close < step < 1.15 * close and not a.has_values and b.has_values
        for (a, b), step in zip(pairwise(rows), steps, strict=True)
    )
    if usual > factor * close and 5 * pairs >= len(steps):
        usual = close  # labels close over their lines of figures, with white between the pairs
    for row, step in zip(rows[1:], steps, strict=True):
        row.gap = step > factor * max(usual, 1.0)


def _free_marks(rows: list[StubRow]) -> None:
    places = [(row, k) for row in rows for k, label in enumerate(row.labels) if label is not None]
    labels = [label for row in rows for label in row.labels if label is not None]
    for (row, k), label in zip(places, free_glued_marks(labels), strict=True):
        row.labels[k] = label


def _join_outer_labels(rows: list[StubRow]) -> None:
    """Lines of one outer label that stand nearer to each other than the rows beside them are made one label."""
    for above, row in pairwise(rows):
        if len(row.labels) < 2 or len(above.labels) < 2:
            continue
        upper, lower, inner, beside = above.labels[0], row.labels[0], above.labels[1], row.labels[1]
        if upper is None or lower is None or inner is None or beside is None or row.merged[0]:
            continue
        line = lower.words[0].baseline - upper.words[-1].baseline
        pitch = beside.words[0].baseline - inner.words[0].baseline
        if (
            0 < line < 1.5 * row.size
            and pitch - line > 0.25 * row.size
            and abs(lower.words[0].baseline - beside.words[0].baseline) > 0.2 * row.size  # level, it labels its own row
            and upper.words[0].style == lower.words[0].style
        ):
            above.labels[0], row.labels[0] = make_joined(upper, lower), None


def _join_over_units(rows: list[StubRow]) -> None:
    """Outer labels broken over the rows of one set of inner labels ("million euro", "% of GDP") that begins anew with
    every outer label made one."""
    data = [row for row in rows if not row.section and row.has_values]
    inner = [row.labels[1].text if len(row.labels) > 1 and row.labels[1] is not None else "" for row in data]
    starts = [k for k, text in enumerate(inner) if text == inner[0]]
    if len(starts) < 3 or not all(inner) or not 1 < len(set(inner)) < 4:
        return
    if any(data[k].labels[0] is None or any(row.merged) for k in starts for row in data):
        return
    for first, end in pairwise([*starts, len(data)]):
        for row in data[first + 1 : end]:
            upper, lower = data[first].labels[0], row.labels[0]
            if upper is not None and lower is not None and upper.words[0].style == lower.words[0].style:
                data[first].labels[0], row.labels[0] = make_joined(upper, lower), None


def _join_code_column(rows: list[StubRow]) -> None:
    """Where the first of several stub columns numbers the labels ("01", "A", "1."), code and name become one label."""
    data = [r for r in rows if not r.section and len(r.labels) > 1 and r.labels[1] is not None]
    coded = [r for r in data if r.labels[0] is not None and not r.merged[0]]
    if len(coded) < 3 or len(coded) * 10 < len(data) * 6:
        return
    texts = [r.text for r in coded]
    if len(set(texts)) < len(texts) or any(
        len(t) > 9 or kind_of(t) in ("words", "year") or not (has_digit(t) or len(t) < 3) for t in texts
    ):
        return
    for row in rows:
        code, name = row.labels[0], row.labels[1] if len(row.labels) > 1 else None
        if row.section or len(row.labels) < 2:
            continue
        if code is not None and name is not None:
            row.labels[:2] = [make_joined(code, name)]
            _set_style(row, name.words)
        else:
            row.labels[:2] = [code or name]
        row.merged[:2] = [False]
    for row in rows:
        if row.section and len(row.labels) > 1:
            del row.labels[-1], row.merged[-1]


def _join_broken_labels(rows: list[StubRow]) -> list[StubRow]:
    """Labels broken over two rows made one: a label without figures over a single row that is set in and goes on in
    small letters would be a group of one member."""
    out: list[StubRow] = []
    skip = False
    texts = [row.text for row in rows if row.text]
    capitals = sum(not text[0].islower() for text in texts) * 5 >= 4 * len(texts)
    for index, row in enumerate(rows):
        if skip:
            skip = False
            continue
        below = rows[index + 1] if index + 1 < len(rows) else None
        after = rows[index + 2] if index + 2 < len(rows) else None
        if below is not None and _is_broken(row, below, after, capitals):
            upper, lower = row.labels[0], below.labels[0]
            if upper is not None and lower is not None:
                below.labels[0] = make_joined(upper, lower)
                below.indent, below.words, below.gap = row.indent, [*row.words, *below.words], row.gap
                out.append(below)
                skip = True
                continue
        if out and _runs_on(out[-1], row, below, capitals):
            upper, lower = out[-1].labels[0], row.labels[0]
            if upper is not None and lower is not None:
                out[-1].labels[0] = make_joined(upper, lower)
                continue
        out.append(row)
    return out


def _runs_on(above: StubRow, row: StubRow, below: StubRow | None, capitals: bool) -> bool:
    """Whether a row without figures is the rest of the label above: small letters, no row of its own under it."""
    return (
        (above.has_values or capitals)
        and not (row.has_values or row.section or row.gap or above.section)
        and above.role == row.role == "data"
        and not any(row.labels[1:])
        and row.text[:1].islower()
        and not row.text.endswith(":")
        and not opens_part(row.text)
        and (row.bold, row.italic) == (above.bold, above.italic)
        and row.indent > above.indent - 0.28 * row.size
        and (capitals or below is None or below.gap or below.section or below.indent < row.indent + 0.28 * row.size)
    )


def _is_broken(row: StubRow, below: StubRow, after: StubRow | None, capitals: bool) -> bool:
    """Whether a label without figures is the first part of the label below; `capitals` says that labels begin so."""
    step = 0.28 * row.size
    alone = after is None or not after.words or after.indent < row.indent + step or after.text[:1].islower()
    return (
        not (row.section or row.has_values or below.section or below.gap)
        and below.has_values
        and row.role == below.role == "data"
        and (row.bold, row.italic) == (below.bold, below.italic)
        and below.text[:1].islower()
        and not row.text.endswith(":")
        and len(row.text.split()) > 1
        and alone
        and (below.indent > row.indent + step or (capitals and below.indent > row.indent - step))
        and not opens_part(below.text)
    )


def make_joined(code: Label, name: Label) -> Label:
    """Two labels side by side as one: a number and a name."""
    box = code.box._replace(
        x0=min(code.box.x0, name.box.x0),
        x1=max(code.box.x1, name.box.x1),
        top=min(code.box.top, name.box.top),
        bottom=max(code.box.bottom, name.box.bottom),
    )
    words = (*code.words, *name.words)
    return Label(f"{code.text} {name.text}", (*code.marks, *name.marks), words, code.page_number, box)


@lru_cache(maxsize=4096)
def opens_part(text: str) -> int:
    """Number of words at the start of a label that say "of which"; 0 where it does not."""
    folded = text.casefold()
    for phrase in language_words("of_which"):
        if folded.startswith(phrase) and not folded[len(phrase) : len(phrase) + 1].isalnum():
            return len(phrase.split())
    return 0
