"""Pieces to one table: rows and columns laid under one another, every figure under its own labels."""

from collections.abc import Sequence
from typing import Final

from statchunk.box import Box, PageBox
from statchunk.geometry import centre_inside
from statchunk.languages.unit_lines import is_unit_line
from statchunk.model.page import Page, Word, join_words, words_box
from statchunk.model.table import Axis, AxisRole, Label, Table, Value
from statchunk.settings import TableSettings
from statchunk.tables.boxhead import stub_heads
from statchunk.tables.continuation import (
    Piece,
    name_parts,
    path_key,
    rows_beside,
    same_heads,
    same_rows,
)
from statchunk.tables.labels import lines_of, make_label, without_leaders
from statchunk.tables.marks import split_raised, split_value_marks
from statchunk.tables.score import shared_heads, shared_labels
from statchunk.tables.sheet import Slot
from statchunk.tables.tree import row_axes
from statchunk.tables.typed import without_strokes, without_typed_rules
from statchunk.text import one_space, runs_together

_ABOVE: Final = 2  # rows; as many at most stand above figures that are printed over the boxhead


class _Builder:
    """Columns, rows and values of a table as its pieces are laid down."""

    def __init__(self) -> None:
        self.columns: list[Axis] = []
        self.keys: list[str] = []
        self.ranks: list[float] = []
        self.rows_from: list[tuple[Piece, list[int]]] = []
        self.row_count = 0
        self.new_rows: list[Piece] = []

    def place_rows(self, piece: Piece) -> list[int]:
        """Row indices of a piece: those of an earlier piece that it widens, else new ones."""
        best: tuple[int, list[int]] | None = None
        for earlier, indices in self.rows_from:
            if same_rows(earlier, piece) and not same_heads(earlier, piece) and earlier.keys != piece.keys:
                return indices
            beside = rows_beside(earlier, piece)
            if beside is not None:  # of several pages the one with as many rows of figures
                unlike = abs(sum(r.has_values for r in earlier.rows) - sum(r.has_values for r in piece.rows))
                if best is None or unlike <= best[0]:
                    best = unlike, [indices[k] for k in beside]
        if best is not None:
            return best[1]
        indices = list(range(self.row_count, self.row_count + len(piece.rows)))
        self.row_count += len(indices)
        self.rows_from.append((piece, indices))
        self.new_rows.append(piece)
        return indices

    def place_columns(self, piece: Piece, paths: list[tuple[Label, ...]], last: list[int]) -> list[int]:
        """Column indices for the heads of a piece: the same columns where the heads agree, else new ones."""
        keys = [path_key(path) for path in paths]
        if not any(keys) and last:
            if len(last) == len(keys):
                return last
            return self._add(piece, paths, keys)
        if last and len(last) == len(keys):
            whole = len(piece.segments) > 1
            same = sum(self._agree(self.keys[at], key, whole) for at, key in zip(last, keys, strict=True))
            if same == len(keys) or (
                not whole and same * 2 > len(keys) and not any(key in self.keys for key in keys if key)
            ):
                return last
        free: dict[str, list[int]] = {}
        for at, key in enumerate(self.keys):
            free.setdefault(key, []).append(at)
        beside = len(last) == len(keys) and 2 * sum(key in free for key in keys if key) >= len(keys)
        out: list[int] = []
        for place, (path, key) in enumerate(zip(paths, keys, strict=True)):
            if key and free.get(key):
                out.append(free[key].pop(0))
            else:
                out += self._add(piece, [path], [key], place)
                if beside:
                    self.ranks[out[-1]] = self.ranks[last[place]] + 0.5
        return out

    def order(self) -> list[int]:
        """Where each column goes when those that stand in one place under changed heads are put beside each other."""
        ranked = sorted(range(len(self.columns)), key=lambda at: (self.ranks[at], at))
        places = [0] * len(ranked)
        for place, at in enumerate(ranked):
            places[at] = place
        return places

    def add_marks(self, places: list[int], paths: list[tuple[Label, ...]]) -> None:
        """Note marks that stand on heads printed again, where they did not stand before."""
        for at, path in zip(places, paths, strict=True):
            axis = self.columns[at]
            if path is axis.path or len(path) != len(axis.path):
                continue
            more = tuple(
                old.but(marks=(*old.marks, *(m for m in new.marks if m not in old.marks)))
                for old, new in zip(axis.path, path, strict=True)
            )
            self.columns[at] = axis.but(path=more)

    @staticmethod
    def _agree(known: str, key: str, whole: bool) -> bool:
        """Whether heads say the same; heads repeated in part do, unless a second boxhead of one piece is compared."""
        return known == key or (not whole and (not key or known.endswith(key)))

    def _add(self, piece: Piece, paths: list[tuple[Label, ...]], keys: list[str], first: int = 0) -> list[int]:
        start = len(self.columns)
        for place, (path, key) in enumerate(zip(paths, keys, strict=True), first):
            role: AxisRole = "identifier" if piece.columns[place] in piece.codes else "data"
            self.columns.append(Axis(path, role, 0))
            self.ranks.append(float(len(self.ranks)))
            self.keys.append(key)
        return list(range(start, len(self.columns)))


def assemble(pieces: list[Piece], pages: dict[int, Page], settings: TableSettings) -> Table:
    """The table that pieces make, in reading order, with the pages that they stand on by number."""
    builder = _Builder()
    placed: list[tuple[Piece, list[int], list[tuple[int, list[int]]]]] = []
    last: list[int] = []
    name_parts(pieces)
    for number, piece in enumerate(pieces):
        for row in piece.rows:
            row.piece = number
        rows = builder.place_rows(piece)
        columns: list[tuple[int, list[int]]] = []
        for paths, segment in zip(_whole_paths(piece), piece.segments, strict=True):
            last = builder.place_columns(piece, paths, last)
            builder.add_marks(last, paths)
            columns.append((segment.first_row, last))
        placed.append((piece, rows, columns))
    order = builder.order()
    columns_made: list[Axis] = [
        axis for _, axis in sorted(zip(order, builder.columns, strict=True), key=lambda p: p[0])
    ]
    axes = row_axes([row for piece in builder.new_rows for row in piece.rows], settings, pieces[0].sheet.doubts)
    values: list[Value] = []
    crowded = 0
    for piece, row_indices, columns in placed:
        ordered = [(first, [order[at] for at in ids]) for first, ids in columns]
        crowded += _add_values(piece, row_indices, ordered, values)
    loose = _loose_words(pieces, pages)
    borrowed = sum(
        row.has_values and row.role == "data" and not any(row.labels)
        for piece in builder.new_rows
        for row in piece.rows
    )
    confidence, reasons = _judge(pieces, columns_made, axes, values, crowded, len(loose), borrowed)
    return Table(
        rows=tuple(axes),
        columns=tuple(columns_made),
        values=tuple(values),
        grids=tuple(piece.sheet.grid for piece in pieces),
        regions=_regions(pieces),
        stub_head=stub_heads(pieces[0].sheet, range(pieces[0].sheet.grid.head_rows), frozenset()),
        titles=lines_with("title", pieces, bracketed=False),
        headnotes=lines_with("title", pieces, bracketed=True),
        loose_words=tuple(loose),
        confidence=confidence,
        reasons=tuple(reasons),
        notes=lines_with("note", pieces, bracketed=None),
    )


def _whole_paths(piece: Piece) -> list[list[tuple[Label, ...]]]:
    """Column paths of each segment; rows of figures above the boxhead, under a few unit lines, take its heads too."""
    paths = [segment.paths for segment in piece.segments]
    if len(paths) > 1 and piece.segments[0].first_row <= _ABOVE and 2 * sum(map(bool, paths[0])) < len(paths[0]):
        paths[0] = [(*upper, *lower) for upper, lower in zip(paths[0], paths[1], strict=True)]
    return paths


def _add_values(piece: Piece, row_indices: list[int], columns: list[tuple[int, list[int]]], values: list[Value]) -> int:
    """Append the values of a piece; returns the number of cells that hold more than one figure."""
    crowded = 0
    place = {column: k for k, column in enumerate(piece.columns)}
    page = piece.sheet.grid.page_number
    for index, row in zip(row_indices, piece.rows, strict=True):
        if row.section:
            continue
        at = next((ids for first, ids in reversed(columns) if first <= row.row), columns[0][1])
        for slot in piece.sheet.starts[row.row]:
            role = slot.cell.role
            k = place.get(slot.cell.column)
            if k is None or role not in ("body", "identifier", "column_number"):
                continue
            values.append(_value(slot, index, at[k], page))
            crowded += slot.kind == "words" and _crowded(slot)
    return crowded


def _value(slot: Slot, row: int, column: int, page: int) -> Value:
    words = slot.cell.words
    if len(words) == 1:
        text, marks = split_value_marks(slot.text)
        return Value(row, column, text, marks, words, page, slot.ink)
    level, raised = split_raised(words)
    kept = without_leaders(level) if len(level) > 1 else list(level)
    kept = kept or list(level)
    text = ""
    for line in lines_of(kept):
        part = join_words(line)
        text = text + part if not text or runs_together(text, part) else f"{text} {part}"
    text = without_strokes(one_space(text))
    text, marks = split_value_marks(text)
    figure = [w for w in kept if not (marks and w is kept[-1] and w.text.strip("()[]") in marks)] or kept
    return Value(row, column, text, (*marks, *raised), words, page, words_box(figure))


def _crowded(slot: Slot) -> bool:
    """Whether a cell holds several figures, each complete with its decimals, that no sign of equality joins."""
    return (
        "=" not in slot.text
        and sum(any(c in ".," for c in w.text.strip(".,")) and w.text[-1:].isdigit() for w in slot.cell.words) > 1
    )


def _regions(pieces: Sequence[Piece]) -> tuple[PageBox, ...]:
    out: list[PageBox] = []
    for piece in pieces:
        region = piece.region
        box = piece.sheet.grid.box if region is None else Box(region.x0, region.top, region.x1, region.bottom)
        entry = PageBox(piece.sheet.grid.page_number, box)
        if entry not in out:
            out.append(entry)
    return tuple(out)


def lines_with(role: str, pieces: Sequence[Piece], *, bracketed: bool | None) -> tuple[Label, ...]:
    """Labels of the rows of one role; `bracketed` picks those in brackets and units, the others, or (None) all."""
    out: list[Label] = []
    for piece in pieces:
        for slots in piece.sheet.starts:
            for slot in slots:
                if slot.cell.role == role and bracketed in (None, slot.text[:1] in "([" or is_unit_line(slot.text)):
                    out.append(make_label(slot.cell.words, piece.sheet.grid.page_number))
    return tuple(out)


def _loose_words(pieces: Sequence[Piece], pages: dict[int, Page]) -> list[tuple[int, Word]]:
    held: dict[int, set[int]] = {}
    boxes: dict[int, list[Box]] = {}
    for piece in pieces:
        number = piece.sheet.grid.page_number
        held.setdefault(number, set()).update([w.order for c in piece.sheet.grid.cells for w in c.words])
        if piece.region is not None:
            region = piece.region
            box = Box(region.x0, region.top, region.x1, region.bottom)
            if box not in boxes.setdefault(number, []):
                boxes[number].append(box)
    found: list[tuple[int, Word]] = []
    for number, inside in boxes.items():
        own = held[number]
        for word in without_typed_rules(pages[number].words) if number in pages else ():
            if word.order not in own and any(centre_inside(word, box) for box in inside):
                found.append((number, word))
    return found


def _judge(
    pieces: Sequence[Piece],
    columns: Sequence[Axis],
    rows: Sequence[Axis],
    values: Sequence[Value],
    crowded: int,
    loose: int,
    borrowed: int,
) -> tuple[float, list[str]]:
    """Confidence of a table, 0 to 1, and why it is below 1."""
    confidence = min(piece.sheet.grid.confidence for piece in pieces)
    reasons = [reason for piece in pieces for reason in piece.sheet.grid.reasons]
    for doubt in dict.fromkeys(doubt for piece in pieces for doubt in piece.sheet.doubts):
        reasons.append(doubt)
        confidence *= 0.8
    data = [c for c in columns if c.role == "data"]
    headless = sum(not c.path for c in data)
    if headless:
        reasons.append(f"{headless} of {len(data)} columns have no head")
        confidence *= 1 - 0.5 * headless / len(data)
    alike = shared_heads(columns, values)
    if alike:
        reasons.append(f"{alike} of {len(data)} columns bear the heads of others")
        confidence *= 1 - 0.5 * alike / len(data)
    filled = {v.row for v in values}
    nameless = sum(not rows[r].path for r in filled if rows[r].role == "data")
    if nameless:
        reasons.append(f"{nameless} of {len(filled)} rows have no label")
        confidence *= 1 - 0.5 * nameless / len(filled)
    twins = shared_labels(rows, filled)
    if twins > 1:  # one may be printed twice
        reasons.append(f"{twins} of {len(filled)} rows bear the labels of others")
        confidence *= 1 - min(0.5, twins / len(filled))
    if borrowed > nameless:
        reasons.append(f"{borrowed - nameless} rows of figures stand under the label of the row above")
        confidence *= 1 - 0.5 * (borrowed - nameless) / len(filled)
    if crowded:
        reasons.append(f"{crowded} cells hold more than one figure")
        confidence *= 1 - min(0.8, 4 * crowded / max(1, len(values)))
    if loose:
        reasons.append(f"{loose} words stand in no cell")
        confidence *= 1 - min(0.5, loose / max(1, len(values)))
    if not values:
        reasons.append("no figures")
        confidence *= 0.5
    return round(confidence, 4), reasons
