"""What chunks hold whatever is asked: whether one of them alone can answer for a cell, and how much is said again."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError

from statchunk import languages
from statchunk.errors import SettingsError
from statchunk.evaluation.relevance import JudgedText, letters, plain, value_pattern
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document

_SHINGLE = 8  # words; shorter runs are said again by chance
_MOST_CELLS = 2_000  # of all documents, evenly spread; more do not change the second decimal


class TrueCell(BaseModel):
    """A cell of a table and what has to stand beside it so that it can be quoted."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    document: str | None = Field(default=None, validation_alias=AliasChoices("document", "doc"))
    page: int
    row_path: tuple[str, ...]
    column_path: tuple[str, ...] = Field(validation_alias=AliasChoices("column_path", "col_path"))
    value_text: str
    caption: str | None = None
    unit: tuple[str, ...] = ()
    """Accepted spellings; empty where none is printed."""
    source: str | None = None


class Completeness(BaseModel):
    """Shares of the cells for which the best chunk holds each part, and for which one chunk holds all."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    cells: int
    complete: float
    value: float
    row: float
    column: float
    caption: float
    unit: float
    source: float


_PARTS = ("value", "row", "column", "caption", "unit", "source")


def read_cells(path: Path) -> list[TrueCell]:
    """Cells checked by a person, JSON Lines.

    Raises:
        SettingsError: naming the first line that is no cell.
    """
    cells = []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as exc:
        raise SettingsError(f"{path}: cannot be read: {exc.strerror}") from exc
    except UnicodeDecodeError as exc:
        raise SettingsError(f"{path}: cannot be read as UTF-8 text") from exc
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                cells.append(TrueCell.model_validate_json(line))
            except ValidationError as exc:
                raise SettingsError(f"{path}: line {number}: no cell of a table") from exc
    return cells


def cells_of(documents: Iterable[Document]) -> list[TrueCell]:
    """The cells of documents as statchunk itself read them: for want of cells checked by a person."""
    return [
        TrueCell(
            document=Path(document.path).name,
            page=o.page,
            row_path=o.row_path,
            column_path=o.column_path,
            value_text=o.value_text,
            caption=o.caption,
            unit=_spellings(o.unit),
            source=o.source,
        )
        for document in documents
        for o in document.observations
        if any(c.isdigit() for c in o.value_text)
    ]


def _spellings(unit: str | None) -> tuple[str, ...]:
    """A unit as read and what a page may print for it: the words of every language on hand for "%" and "‰", "index" or
    "2015=100" for "index (2015=100)"."""
    if unit is None:
        return ()
    name, _, basis = unit.partition("(")
    spellings = [unit, name.strip(), basis.rstrip(")").strip()]
    words = [languages.language(code).units for code in languages.available()]
    if "%" in unit:
        spellings += ["%", *(word for own in words for word in own.percent)]
    if "‰" in unit:
        spellings += ["1000", "1,000", *(word for own in words for word in own.per_thousand)]
    return tuple(dict.fromkeys(spelling for spelling in spellings if spelling))


def spread(cells: Sequence[TrueCell], most: int = _MOST_CELLS) -> list[TrueCell]:
    """At most so many cells, evenly spread."""
    step = max(1.0, len(cells) / most)
    return [cells[int(i * step)] for i in range(min(most, len(cells)))]


def completeness(cells: Sequence[TrueCell], texts: Sequence[JudgedText]) -> Completeness:
    """For how many cells ONE chunk holds value and row label on a line, column head, caption, unit and source.

    Args:
        cells: to be answered for.
        texts: of all chunks.
    """
    by_page: dict[int, list[JudgedText]] = {}
    for text in texts:
        for page in text.pages:
            by_page.setdefault(page, []).append(text)
    held = dict.fromkeys(_PARTS, 0)
    complete = 0
    for cell in cells:
        best = _best_parts(cell, [t for t in by_page.get(cell.page, ()) if t.is_at(cell.document, None)])
        for part in best:
            held[part] += 1
        complete += len(best) == len(_PARTS)
    count = max(1, len(cells))
    shares = {part: round(number / count, 4) for part, number in held.items()}
    return Completeness(cells=len(cells), complete=round(complete / count, 4), **shares)


def _best_parts(cell: TrueCell, texts: Iterable[JudgedText]) -> tuple[str, ...]:
    value, pattern = plain(cell.value_text), value_pattern(cell.value_text)
    row = letters(cell.row_path[-1]) if cell.row_path else ""
    column = letters(cell.column_path[-1]) if cell.column_path else ""
    caption, source = letters(cell.caption or ""), letters(cell.source or "")
    units = [plain(unit) for unit in cell.unit]
    best: tuple[str, ...] = ()
    for text in texts:
        if value not in text.plain or row not in text.letters or not text.has_row(row, pattern):
            continue
        parts = {
            "value": True,
            "row": True,
            "column": column in text.letters,
            "caption": caption in text.letters,
            "unit": not units or any(unit in text.plain for unit in units),
            "source": source in text.letters,
        }
        here = tuple(part for part in _PARTS if parts[part])
        best = max(best, here, key=len)
        if len(best) == len(_PARTS):
            break
    return best


def repeated_share(chunks: Iterable[Chunk]) -> float:
    """Share of the runs of eight words that an earlier chunk of the same document has said already."""
    said: set[tuple[str, ...]] = set()
    again = total = 0
    for chunk in chunks:
        words = chunk.text.split()
        own = {(chunk.document_id, *words[i : i + _SHINGLE]) for i in range(len(words) - _SHINGLE + 1)}
        again += len(own & said)
        total += len(own)
        said |= own
    return round(again / total, 4) if total else 0.0
