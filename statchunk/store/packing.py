"""How models are packed into the rows of the database, and back."""

import json
import zlib
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pydantic import TypeAdapter
from pydantic_core import from_json

from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Observation

_observations: TypeAdapter[tuple[Observation, ...]] = TypeAdapter(tuple[Observation, ...])
_LEVEL = 6
"""Of zlib; 9 takes three times as long for two percent."""

_TABLE = ("table_id", "table_label", "caption", "section")
_PATHS = ("row_path", "column_path")
_WORDS = ("unit", "period", "compared_with", "base_period", "status")
_NUMBERS = ("page", "row", "column")
_PRINTED = ("value_text", "value")
_RANKED = frozenset((*_TABLE, *_PATHS, *_WORDS, *_NUMBERS, *_PRINTED))
"""What ranking needs of an observation; the rest is packed apart and read for the cells that are named."""


class StoredCell(NamedTuple):
    """An observation as far as ranking needs it."""

    place: int
    """Among the chunk's observations, from 0."""
    page: int
    table_id: str
    table_label: str | None
    caption: str | None
    section: tuple[str, ...]
    row_path: tuple[str, ...]
    column_path: tuple[str, ...]
    value_text: str
    value: float | None
    status: str | None
    unit: str | None
    period: str | None
    compared_with: str | None
    base_period: str | None
    row: int
    column: int


class PackedTable(NamedTuple):
    """What all cells of one table share."""

    table_id: str
    table_label: str | None
    caption: str | None
    section: tuple[str, ...]


class PackedCells:
    """The observations of a chunk by columns: each list has an entry a cell; paths and words are said once."""

    __slots__ = ("columns", "paths", "tables", "texts", "values", "words")

    def __init__(
        self,
        tables: list[PackedTable],
        paths: list[tuple[str, ...]],
        words: list[str | None],
        columns: dict[str, list[int]],
        texts: list[str],
        values: list[float | None],
    ) -> None:
        """Use `unpack_cells`."""
        self.tables, self.paths, self.words = tables, paths, words
        self.columns = columns
        """By field: indices into tables, paths and words, or numbers as they are."""
        self.texts, self.values = texts, values

    def __len__(self) -> int:
        """How many cells there are."""
        return len(self.texts)

    def cell(self, place: int) -> StoredCell:
        """One of them."""
        at = {name: values[place] for name, values in self.columns.items()}
        table = self.tables[at["table"]]
        words = self.words
        return StoredCell(
            place,
            at["page"],
            *table,
            self.paths[at["row_path"]],
            self.paths[at["column_path"]],
            self.texts[place],
            self.values[place],
            words[at["status"]],
            words[at["unit"]],
            words[at["period"]],
            words[at["compared_with"]],
            words[at["base_period"]],
            at["row"],
            at["column"],
        )


def pack_text(text: str) -> bytes:
    """Compressed."""
    return zlib.compress(text.encode(), _LEVEL)


def unpack_text(data: bytes) -> str:
    """Back from `pack_text`."""
    return zlib.decompress(data).decode()


def pack_chunk(chunk: Chunk) -> bytes:
    """All of a chunk but its text, which has a column of its own."""
    return pack_text(chunk.model_dump_json(exclude={"text"}))


def unpack_chunk(data: bytes, text: str) -> Chunk:
    """Back from `pack_chunk`."""
    return Chunk.model_validate({**from_json(zlib.decompress(data)), "text": text})


def pack_said(chunk: Chunk) -> str:
    """What ranking needs of a chunk beside its text and kind."""
    return _dump([chunk.title, chunk.section, chunk.reference_period, chunk.position])


def pack_observations(observations: Sequence[Observation]) -> tuple[bytes, bytes] | tuple[None, None]:
    """The observations of a chunk in two parts: what ranking needs, by columns, and the rest, a cell at a time."""
    if not observations:
        return None, None
    cells: list[dict[str, Any]] = _observations.dump_python(tuple(observations), mode="json")
    return pack_text(_dump(_by_columns(cells))), pack_text(_dump(_shared_and_own(cells)))


def _by_columns(cells: Sequence[dict[str, Any]]) -> list[Any]:
    tables: dict[tuple[Any, ...], int] = {}
    paths: dict[tuple[str, ...], int] = {}
    words: dict[str | None, int] = {}
    columns: dict[str, list[int]] = {name: [] for name in ("table", *_PATHS, *_WORDS, *_NUMBERS)}
    for cell in cells:
        table = tuple([tuple(said) if isinstance(said := cell[name], list) else said for name in _TABLE])
        columns["table"].append(tables.setdefault(table, len(tables)))
        for name in _PATHS:
            columns[name].append(paths.setdefault(tuple(cell[name]), len(paths)))
        for name in _WORDS:
            columns[name].append(words.setdefault(cell[name], len(words)))
        for name in _NUMBERS:
            columns[name].append(cell[name])
    # a column that says the same for every cell is written once
    short = {name: values[0] if len(set(values)) == 1 else values for name, values in columns.items()}
    return [
        list(tables),
        list(paths),
        list(words),
        short,
        *([cell[name] for cell in cells] for name in _PRINTED),
    ]


def _shared_and_own(cells: Sequence[dict[str, Any]]) -> list[Any]:
    """What all share is said once."""
    left = [{key: value for key, value in cell.items() if key not in _RANKED} for cell in cells]
    shared = {key: value for key, value in left[0].items() if all(cell[key] == value for cell in left)}
    return [shared, [{key: value for key, value in cell.items() if key not in shared} for cell in left]]


def unpack_cells(data: bytes | None) -> PackedCells | None:
    """The part of `pack_observations` that ranking needs; None for none."""
    if data is None:
        return None
    tables, paths, words, short, texts, values = from_json(zlib.decompress(data))
    count = len(texts)
    return PackedCells(
        [PackedTable(name, label, caption, tuple(section)) for name, label, caption, section in tables],
        [tuple(path) for path in paths],
        words,
        {name: at if isinstance(at, list) else [at] * count for name, at in short.items()},
        texts,
        values,
    )


def unpack_observations(cells: bytes | None, rest: bytes | None) -> tuple[Observation, ...]:
    """Back from `pack_observations`."""
    packed = unpack_cells(cells)
    return whole_observations(packed, rest, range(len(packed)) if packed is not None else ())


def whole_observations(
    packed: PackedCells | None, rest: bytes | None, places: Iterable[int]
) -> tuple[Observation, ...]:
    """Those at some places, in their order, from cells that are unpacked and the rest of `pack_observations`."""
    if packed is None or rest is None:
        return ()
    shared, own = from_json(zlib.decompress(rest))
    whole = []
    for place in places:
        fields = packed.cell(place)._asdict()
        del fields["place"]
        whole.append({**fields, **shared, **own[place]})
    return _observations.validate_python(whole)


_dump = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
