"""Other figures that answer a question nearly as well as the first: the same value elsewhere, or another reading."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from statchunk.model.chunk import Reading
from statchunk.search.candidate import Candidate
from statchunk.search.catalogue import Catalogue
from statchunk.search.question import Question
from statchunk.search.scored import ScoredCell, ScoredCells
from statchunk.search.weights import TermWeights
from statchunk.settings import SearchSettings
from statchunk.store import StoredChunk


class Other(NamedTuple):
    """A cell that could be meant, or one that says the same."""

    stored: StoredChunk
    cells: ScoredCells
    cell: ScoredCell
    agrees: bool
    """Whether its value is that of the first."""


_WHOLE = 0.6
"""Precision from which a label is the thing asked for and not one of its parts."""


def others(
    question: Question, weights: TermWeights, ranked: Sequence[Candidate], settings: SearchSettings
) -> tuple[Other, ...]:
    """The first cell, then those that answer nearly as well: for its period, with labels that are asked for as much.

    Where no label is the thing asked for ("Rent of shelter", "Rent of primary residence" to who asks for rent), rows
    that say the same of it are asked for as much, whatever else they say.

    Those with another value go before those that agree, and the releases take turns; another value is given once a
    release, the same one once a table.

    Args:
        question: what was asked.
        weights: of its terms.
        ranked: candidates, best first.
        settings: margins and how many.
    """
    if question.kind != "figure" or question.extreme is not None or not ranked or ranked[0].cells is None:
        return ()
    first = ranked[0].cells[0]
    if first.observation.value is None:
        return ()
    found: dict[tuple[int, str, float | None], Other] = {}
    for candidate in ranked[: settings.reordered]:
        cells = candidate.cells
        for cell in cells.near(settings.reading_margin) if cells is not None else ():
            value = cell.observation.value
            if cells is None or value is None or not _is_alike(cell, first, weights, settings):
                continue
            agrees = value == first.observation.value
            key = (candidate.stored.document, cells.packed.tables[0].table_id if agrees else "", value)
            found.setdefault(key, Other(candidate.stored, cells, cell, agrees))
    front, *rest = found.values()
    given = Counter((front.stored.document,))
    rest.sort(key=lambda other: other.cell.observation.column_path != first.observation.column_path)
    turns: list[tuple[bool, int, Other]] = []
    for other in rest:
        turns.append((other.agrees, given[other.stored.document], other))
        given[other.stored.document] += 1
    turns.sort(key=lambda turn: turn[:2])
    return (front, *(other for _, _, other in turns[: settings.readings]))


def _is_alike(cell: ScoredCell, first: ScoredCell, weights: TermWeights, settings: SearchSettings) -> bool:
    if cell.observation.period != first.observation.period or cell.score < first.score - settings.reading_margin:
        return False
    return cell.precision >= first.precision - settings.reading_precision or _is_like_part(cell, first, weights)


def _is_like_part(cell: ScoredCell, first: ScoredCell, weights: TermWeights) -> bool:
    """Whether the row of the first cell is only a part of what is asked for, and that of the other says as much."""
    if max(cell.precision, first.precision) >= _WHOLE or cell.measure < first.measure:
        return False
    own, of_first = (weights.said(one.observation.row_path[-1:]) for one in (cell, first))
    return own != 0 and own == of_first


def of_other_places(question: Question, found: Sequence[Other], catalogue: Catalogue) -> bool:
    """Whether a question that names no place is answered with another value by a release about another one."""
    if question.places or not found:
        return False
    own = found[0].stored.document
    series, home = catalogue.releases[own].series, catalogue.home(own)
    return any(
        not other.agrees
        and catalogue.releases[other.stored.document].series != series
        and not catalogue.home(other.stored.document) & home
        for other in found
    )


def readings(found: Sequence[Other], catalogue: Catalogue) -> tuple[Reading, ...]:
    """The same for printing."""
    return tuple(_reading(other, catalogue) for other in found)


def _reading(other: Other, catalogue: Catalogue) -> Reading:
    chunk = other.stored.chunk
    full = other.stored.observations_at(other.cells.packed, [other.cell.observation.place])[0]
    return Reading(
        value_text=full.value_text,
        value=full.value,
        row_path=full.row_path,
        column_path=full.column_path,
        unit=full.unit,
        period=full.period,
        title=chunk.title,
        document_id=chunk.document_id,
        path=catalogue.releases[other.stored.document].row.path,
        page=full.page,
        bbox=full.bbox,
        agrees=other.agrees,
    )


def told(reading: Reading) -> str:
    """A reading in one line."""
    labels = " / ".join(" > ".join(path) for path in (reading.row_path, reading.column_path))
    return f"{reading.value_text} ({labels}; {reading.title or reading.path}, page {reading.page})"
