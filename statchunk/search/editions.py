"""A figure as several releases of one series print it: the latest holds, earlier ones were revised."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from statchunk.model.chunk import Edition
from statchunk.model.evidence import Observation
from statchunk.search.catalogue import Catalogue, Release, undated_words
from statchunk.store import PackedCells, StoredCell, StoredChunk
from statchunk.store.protocol import Store

_MOST = 36
"""Latest releases that are looked through for one figure: three years of months."""
_TRIED = 3
"""Releases that are looked into from either end for one that prints the figure."""


class Printed(NamedTuple):
    """A figure where one release prints it."""

    release: Release
    stored: StoredChunk
    observation: Observation


class _Key(NamedTuple):
    """What makes two figures of two releases the same one; periods are left out of labels, for one stands beside."""

    table: tuple[str, ...]
    row: tuple[tuple[str, ...], ...]
    column: tuple[tuple[str, ...], ...]
    unit: str | None
    period: str | None
    compared_with: str | None
    base_period: str | None


def editions(
    index: Store, catalogue: Catalogue, stored: StoredChunk, observation: Observation, codes: tuple[str, ...]
) -> list[Printed]:
    """A figure as each release of its series prints it, latest release first; empty where none revised it.

    Two figures are the same where office, series, table, row, column, unit and period are; one that a release prints
    twice with different values is left out, since labels do not tell which is meant.

    Args:
        index: opened.
        catalogue: of its releases.
        stored: the chunk that holds the figure.
        observation: the figure.
        codes: languages of labels.
    """
    own = catalogue.releases[stored.document]
    if observation.period is None or observation.value is None or own.row.release_date is None:
        return []
    key = _key_of(observation, codes)
    series = [release.row.number for release in catalogue.of_series[own.series] if release.row.release_date]
    if len(series) < 2:
        return []
    near = np.intersect1d(index.chunks_with_period(observation.period), index.chunks_of(series))
    of = index.documents_of(near)
    order = sorted({int(n) for n in of} - {own.row.number}, key=lambda n: (_date(catalogue, n), n))

    known: dict[int, list[Printed]] = {}

    def printed_in(documents: list[int]) -> list[list[Printed]]:
        unread = [number for number in documents if number not in known]
        known.update((number, []) for number in unread)
        for one in _printed_in(index, catalogue, near[np.isin(of, unread)].tolist(), observation, key, codes):
            known[one.stored.document].append(one)
        return [known[number] for number in documents]

    # where the latest release and the first one agree with this one, those between are not read
    for way in (order[::-1], order):
        end = next((found for number in way[:_TRIED] for found in printed_in([number]) if found), [])
        if not all(_agree(one.observation, observation) for one in end):
            break
    else:
        return []
    found = [[Printed(own, stored, observation)], *filter(None, printed_in(order[-_MOST:]))]
    certain = [printed[0] for printed in found if len({p.observation.value for p in printed}) == 1]
    certain.sort(key=lambda p: (_date(catalogue, p.release.row.number), p.release.row.number), reverse=True)
    if all(_agree(certain[0].observation, p.observation) for p in certain[1:]):
        return []
    return certain


def _printed_in(
    index: Store,
    catalogue: Catalogue,
    chunks: list[int],
    observation: Observation,
    key: _Key,
    codes: tuple[str, ...],
) -> list[Printed]:
    """The same figure in some chunks of other releases."""
    found = []
    for other in index.chunks(chunks):
        cells = other.cells
        places = list(_same(cells, key, codes))
        for same in other.observations_at(cells, places) if places else ():
            if same.value is not None and same.unit_multiplier == observation.unit_multiplier:
                found.append(Printed(catalogue.releases[other.document], other, same))
    return found


def _date(catalogue: Catalogue, document: int) -> str:
    return catalogue.releases[document].row.release_date or ""


def differing(printed: list[Printed]) -> tuple[Edition, ...]:
    """The editions of a figure, latest first; releases that only repeat the value of the one before are left out."""
    shown: list[Printed] = []
    for one, before in zip(printed, [*printed[1:], None], strict=True):
        if before is None or not _agree(one.observation, before.observation):
            shown.append(one)  # the release that brought this value
    return tuple(
        Edition(
            status="latest" if place == 0 else "revised",
            value_text=one.observation.value_text,
            value=one.observation.value,
            release_date=one.release.row.release_date,
            title=one.release.row.title,
            document_id=one.release.row.document_id,
            path=one.release.row.path,
            page=one.observation.page,
            bbox=one.observation.bbox,
        )
        for place, one in enumerate(shown)
    )


def _agree(a: Observation, b: Observation) -> bool:
    """Whether two values are the same to the decimals that both print."""
    if a.value is None or b.value is None:
        return a.value is b.value
    decimals = min(_decimals(a.value), _decimals(b.value))
    return abs(round(a.value, decimals) - round(b.value, decimals)) < 10.0**-decimals / 2


def _decimals(value: float) -> int:
    _, _, fraction = repr(value).partition(".")
    return len(fraction) if fraction.isdigit() and fraction != "0" else 0


def _key_of(cell: Observation | StoredCell, codes: tuple[str, ...]) -> _Key:
    return _Key(
        undated_words(cell.caption or "", codes),
        _labels(cell.row_path, codes),
        _labels(cell.column_path, codes),
        cell.unit,
        cell.period,
        cell.compared_with,
        cell.base_period,
    )


def _labels(path: tuple[str, ...], codes: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(words for label in path if (words := undated_words(label, codes)))


def _same(cells: PackedCells | None, key: _Key, codes: tuple[str, ...]) -> Iterator[int]:
    """Places of the cells that have a key."""
    if cells is None:
        return
    captions = [undated_words(table.caption or "", codes) == key.table for table in cells.tables]
    if not any(captions):
        return
    paths = cells.paths
    at, words = cells.columns, cells.words
    for place, period in enumerate(at["period"]):
        if (
            words[period] == key.period
            and captions[at["table"][place]]
            and _labels(paths[at["row_path"][place]], codes) == key.row
            and _labels(paths[at["column_path"][place]], codes) == key.column
            and _key_of(cells.cell(place), codes) == key
        ):
            yield place
