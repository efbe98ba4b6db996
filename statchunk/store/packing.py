"""How models are packed into the rows of the database, and back."""

import re
import zlib
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from itertools import chain, count
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from pydantic import TypeAdapter
from pydantic_core import from_json, to_json

from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Observation

_observations: TypeAdapter[tuple[Observation, ...]] = TypeAdapter(tuple[Observation, ...])
_POSITION = re.compile(r'("position":)(\d+)')
"""Of a chunk as JSON; within a text its quotes would be escaped."""
_LEVEL = 6
"""Of zlib; 9 takes three times as long for two percent."""

Fields: TypeAlias = dict[str, Any]
"""Of an observation."""

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


def compress(data: bytes) -> bytes:
    """As all is that is packed."""
    return zlib.compress(data, _LEVEL)


def pack_text(text: str) -> bytes:
    """Compressed."""
    return compress(text.encode())


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
    return to_json([chunk.title, chunk.section, chunk.reference_period, chunk.position]).decode()


def shift_said(said: str, by: int) -> str:
    """What `pack_said` gives of the same chunk so many places later."""
    *others, position = from_json(said)
    return to_json([*others, position + by]).decode()


def shift_chunk(data: bytes, by: int) -> bytes:
    """What `pack_chunk` gives of the same chunk so many places later."""
    return pack_text(_POSITION.sub(lambda found: f"{found[1]}{int(found[2]) + by}", unpack_text(data), count=1))


def pack_observations(observations: Sequence[Observation]) -> tuple[bytes, bytes] | tuple[None, None]:
    """The observations of a chunk in two parts: what ranking needs, by columns, and the rest, a cell at a time."""
    if not observations:
        return None, None
    cells = [observation.__dict__ for observation in observations]
    return compress(to_json(_by_columns(cells))), compress(to_json(_shared_and_own(cells)))


def _by_columns(cells: Sequence[Fields]) -> list[Any]:
    """A column that says the same for every cell is written once."""
    by_cell = {name: list(map(itemgetter(name), cells)) for name in (*_PATHS, *_WORDS, *_NUMBERS, *_PRINTED)}
    tables, at = _numbered(map(itemgetter(*_TABLE), cells))
    columns = {"table": at}
    paths, at = _numbered(chain.from_iterable(by_cell[name] for name in _PATHS))
    columns |= _cut(_PATHS, at)
    words, at = _numbered(chain.from_iterable(by_cell[name] for name in _WORDS))
    columns |= _cut(_WORDS, at)
    columns |= {name: by_cell[name] for name in _NUMBERS}
    short = {name: values[0] if len(set(values)) == 1 else values for name, values in columns.items()}
    return [tables, paths, words, short, *(by_cell[name] for name in _PRINTED)]


def _numbered(values: Iterable[Hashable]) -> tuple[list[Any], list[int]]:
    """The values, each once, and for each of those given its index among them."""
    known: defaultdict[Hashable, int] = defaultdict(count().__next__)
    at = [known[value] for value in values]
    return list(known), at


def _cut(names: Sequence[str], at: Sequence[int]) -> dict[str, list[int]]:
    """Columns that stand one after the other, all of one length, by name."""
    length = len(at) // len(names)
    return {name: list(at[start * length : (start + 1) * length]) for start, name in enumerate(names)}


def _shared_and_own(cells: Sequence[Fields]) -> list[Any]:
    """What all share is said once."""
    first = cells[0]
    left = [name for name in first if name not in _RANKED]
    shared = {name: first[name] for name in left if all(cell[name] == first[name] for cell in cells)}
    own = [name for name in left if name not in shared]
    return [shared, [{name: cell[name] for name in own} for cell in cells]]


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
