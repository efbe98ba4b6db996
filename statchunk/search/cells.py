"""Which cells of a table answer a question: labels, period, measure and unit against what was asked."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from statchunk.search.gathered import ChunkCells, Gathered, different_rows
from statchunk.search.labels import Measured, months_between, read_label, read_measure, without_denominator
from statchunk.search.places import Place, find_places, is_name
from statchunk.search.question import Question, adjustment, named_indices, table_numbers, without_table_number
from statchunk.search.scored import Parts, ScoredCells, convex, said_enough
from statchunk.search.terms import (
    acronyms,
    bears,
    holds_compound,
    plain_words,
    with_short_forms,
    without_long_form,
    words_of,
)
from statchunk.search.weights import TermWeights, excluding_words, negating_words
from statchunk.settings import SearchSettings
from statchunk.store import PackedCells
from statchunk.store.packing import PackedTable

_Places = NDArray[np.int64]
"""Of each cell, which of some rows, columns or tables is its own."""


class _Axis(NamedTuple):
    """What one row or column says, as masks of the question's terms."""

    leaf: int
    path: int
    precision: float
    """Share of the leaf's own words that the question names."""
    excludes: bool
    named: bool
    """Whether it bears an acronym."""
    as_asked: bool
    """Whether it bears one that is asked for."""
    placed: bool
    """Whether it names a place."""
    at_place: bool
    """Whether it names one that is asked for."""
    at_home: float
    """Its precision in a release that is about the place asked for, where naming it tells nothing apart."""
    adjusted: int
    """1 where the season is taken out, 0 where it is not, -1 where no label says so."""
    own: Measured
    whole: Measured
    total: bool
    """Whether the own label means the whole of what its table is about."""
    compounds: int
    """Mask of the hyphenated words asked for that it says."""
    indices: frozenset[str]
    """Acronyms that it bears."""


class _Around(NamedTuple):
    """What holds for all cells of a table in a chunk, as masks of the question's terms."""

    near: int
    """Caption and section."""
    far: int
    """Title and the rest of the chunk."""
    release: int
    """What the release says of itself."""
    told_apart: int
    """What column heads of the table say."""
    named: bool
    as_asked: bool
    """Whether the caption bears an acronym, and one that is asked for."""
    precision: float
    """What the caption's own words that are not asked for leave of precision."""
    table: float
    """1, or less where the question names another table."""
    at_home: bool
    """Whether the release is about a place asked for."""
    adjusted: int
    """What the caption says of the season, as in `_Axis`."""
    head: int
    """What the first word of the caption says that names a thing: "Unemployed, by reason"."""
    compounds: int
    """Mask of the hyphenated words asked for that the caption says."""
    table_id: str
    other_index: bool
    """Whether the caption bears an index of prices that is meant only where it is named."""


_SEASON = {True: 1, False: 0, None: -1}
_REPEATED = 2
"""Words of its release's title from which a label repeats the title."""
_LEAST_PRECISION = 0.1
"""What a label counts of which no word is asked for: the other labels of a cell still tell it from its neighbours."""
_SHARE_FOR_CHANGE = 0.8
"""What a share counts where a change is asked for: a rate may be printed as a share of something."""
_NUMBER_FOR_RATE = 0.2
"""What a number of persons or things counts where a rate is asked for."""
_CHANGE_FOR_LEVEL = 0.8
"""What a change counts where none is asked for: of one thing both may be printed."""
_LEVEL_FOR_CHANGE = 0.2
"""What the rate of something at a time counts where its change is asked for."""
_PERCENT_FOR_SHARE = 0.8
"""What a percentage counts that does not say of what, where a share is asked for."""


class CellScorer:
    """Scores cells for one question; labels are read once, and all cells of all chunks are scored together."""

    def __init__(
        self,
        question: Question,
        weights: TermWeights,
        settings: SearchSettings,
        indices: frozenset[str] = frozenset(),
    ) -> None:
        """Args: the question, the weights of its terms, the settings, and the price indices that it means unnamed."""
        self._question = question
        self._weights = weights
        self._settings = settings
        self._places = frozenset(place.code for place in question.places)
        self._indices = indices
        self._acronyms = question.acronyms or indices
        words = plain_words(question.text)
        leaving_out = excluding_words(weights.codes) | negating_words(weights.codes)
        self._excludes = bool(weights.excluding) or not leaving_out.isdisjoint(words)
        self._of_amounts = question.measure in (None, "amount", "index") and not question.rate
        self._named_indices = named_indices(weights.codes) if question.price_indices else frozenset()
        self._axes: dict[tuple[str, ...], _Axis] = {}
        self._named: dict[str, tuple[int, int]] = {}
        """Of each label, how many of its words of a subject are asked for, and how many there are."""

    def score(self, chunks: Sequence[ChunkCells]) -> list[ScoredCells]:
        """The cells of each chunk, best first."""
        if not chunks:
            return []
        settings = self._settings
        gathered = Gathered(chunks)
        axes = [self._axis(path) for path in gathered.paths]
        around = [self._around(chunk, table) for chunk in chunks for table in chunk.cells.tables]
        row, column, table = gathered.at("row_path"), gathered.at("column_path"), gathered.at("table")
        said_units = (self._amount(word or "") for word in gathered.words)
        units = _masks(self._weights.said((unit,)) for unit in said_units)[gathered.at("unit")]
        coverage = self._coverage(axes, around, units, row, column, table)
        precision = self._precision(axes, around, row, column, table)
        period = _period_matches(gathered, chunks)
        if self._question.measure == "weight":  # a release prints the weights that its figures rest on
            released = np.asarray([chunk.released for chunk in chunks], dtype=np.float64)
            period = np.maximum(period, np.repeat(released, [len(chunk.cells) for chunk in chunks]))
        measure = self._measure(gathered, axes)
        said = np.asarray([bool(word) for word in gathered.words], dtype=np.bool_)
        figure = np.asarray([a.table for a in around], dtype=np.float64)[table]
        bare = ~(gathered.valued() | said[gathered.at("status")])
        figure[bare] *= settings.no_figure
        figure *= said_enough(coverage, settings)
        if self._question.compounds:
            figure[self._lacks_compound(axes, around, row, column, table)] *= settings.other_compound
        scores = figure * (
            settings.cell_coverage * convex(coverage)
            + settings.cell_precision * precision
            + settings.cell_period * period
            + settings.cell_measure * measure
        )
        subject = self._weights.subject
        about = _flags(bool(subject) and not subject & ~a.head for a in around)[table]
        total = _flags(axis.total for axis in axes)[row] & about
        found = []
        for chunk, start in zip(chunks, gathered.starts, strict=True):
            own = slice(start, start + len(chunk.cells))
            order = np.argsort(-scores[own], kind="stable")
            parts = Parts(
                scores[own][order],
                coverage[own][order],
                precision[own][order],
                period[own][order],
                measure[own][order],
                total[own][order],
            )
            found.append(ScoredCells(chunk.cells, order, parts))
        return found

    def labels(self, cells: PackedCells, said: int) -> int:
        """Mask of the question's terms that the labels of some cells say.

        Args:
            cells: of one chunk.
            said: mask of what their release says of itself; a label with several words of it that no other label
                shares repeats the title and tells nothing apart.
        """
        own = [axis.path | axis.leaf for axis in map(self._axis, cells.paths)]
        found = 0
        for place, mask in enumerate(own):
            repeats = (mask & said).bit_count() >= _REPEATED
            if not repeats or any(mask & said & other for i, other in enumerate(own) if i != place):
                found |= mask
        return found

    def own_labels(self, cells: PackedCells) -> int:
        """Mask of the question's terms that the own labels of some cells say by themselves."""
        found = 0
        for path in {*cells.columns["row_path"], *cells.columns["column_path"]}:
            found |= self._weights.themselves(words_of(cells.paths[path][-1])) if cells.paths[path] else 0
        return found

    def heads(self, cells: PackedCells) -> int:
        """Mask of the question's terms that the column heads of some cells say."""
        found = 0
        for column in set(cells.columns["column_path"]):
            found |= self._axis(cells.paths[column]).path
        return found

    def _around(self, chunk: ChunkCells, table: PackedTable) -> _Around:
        weights, asked = self._weights, self._acronyms
        said = acronyms(table.caption or "")
        named = self._question.tables
        other = bool(named) and not table_numbers(table.table_label or "", weights.codes) & named
        return _Around(
            weights.said((table.table_label or "", table.caption or "", *table.section)),
            weights.said(chunk.context),
            chunk.release,
            # a caption that names an index holds for all its rows
            chunk.told_apart & ~weights.mask(asked),
            bool(said),
            bears(said, asked),
            1 - self._settings.caption_precision * (1 - self._asked_share((table.caption or "",), frozenset())),
            self._settings.other_table if other else 1.0,
            not chunk.home.isdisjoint(self._places),
            _SEASON[adjustment(table.caption or "", weights.codes)],
            self._head(table.caption or "") & ~chunk.told_apart,
            self._compounds_of((table.caption or "",)),
            table.table_id,
            not said.isdisjoint(self._named_indices) and said.isdisjoint(self._question.price_indices),
        )

    def _coverage(
        self,
        axes: Sequence[_Axis],
        around: Sequence[_Around],
        units: NDArray[np.int64],
        row: _Places,
        column: _Places,
        table: _Places,
    ) -> NDArray[np.float64]:
        """Coverage of the question by each cell."""
        weights, settings = self._weights, self._settings
        leaves, paths = _masks(axis.leaf for axis in axes), _masks(axis.path for axis in axes)
        leaf = leaves[row] | leaves[column] | units | _masks(a.release for a in around)[table]
        path = (paths[row] | paths[column]) & ~leaf
        total = _flags(axis.total for axis in axes)
        leaf |= np.where(total[row], _masks(a.head for a in around)[table], 0)
        path &= ~leaf
        near = _masks(a.near for a in around)[table] & ~leaf & ~path
        far = _masks(a.far for a in around)[table] & ~leaf & ~path & ~near
        told_apart = (near | far) & _masks(a.told_apart for a in around)[table]
        coverage: NDArray[np.float64] = (
            weights.shares(leaf)
            + settings.group_label * weights.shares(path)
            + settings.caption_label * weights.shares(near & ~told_apart)
            + settings.title_label * weights.shares(far & ~told_apart)
            + settings.other_head * weights.shares(told_apart)
        )
        return coverage

    def _precision(
        self, axes: Sequence[_Axis], around: Sequence[_Around], row: _Places, column: _Places, table: _Places
    ) -> NDArray[np.float64]:
        """Share of each cell's own labels that the question names."""
        other = self._settings.other_subject
        own = np.asarray([axis.precision for axis in axes], dtype=np.float64)
        precision: NDArray[np.float64] = own[row] * own[column]
        if self._places:
            at_home = _flags(a.at_home for a in around)[table]
            home = np.asarray([axis.at_home for axis in axes], dtype=np.float64)
            precision = np.where(at_home, home[row] * home[column], precision)
        precision *= np.asarray([a.precision for a in around], dtype=np.float64)[table]
        excludes = _flags(axis.excludes for axis in axes)
        precision[(excludes[row] | excludes[column]) != self._excludes] *= other
        if self._acronyms:
            named, as_asked = _flags(axis.named for axis in axes), _flags(axis.as_asked for axis in axes)
            bears = named[row] | named[column]
            asked = np.where(bears, as_asked[row] | as_asked[column], _flags(a.as_asked for a in around)[table])
            precision[(bears | _flags(a.named for a in around)[table]) & ~asked] *= other
        elif self._named_indices:
            other_index = _flags(not axis.indices.isdisjoint(self._named_indices) for axis in axes)
            as_meant = _flags(not axis.indices.isdisjoint(self._question.price_indices) for axis in axes)
            other_head = (other_index[row] | other_index[column]) & ~(as_meant[row] | as_meant[column])
            precision[other_head | _flags(a.other_index for a in around)[table]] *= other
        if self._places:
            placed, at_place = _flags(axis.placed for axis in axes), _flags(axis.at_place for axis in axes)
            precision[(placed[row] | placed[column]) & ~(at_place[row] | at_place[column])] *= other
        if self._question.adjusted is not None:
            season = np.asarray([axis.adjusted for axis in axes], dtype=np.int64)
            said = np.maximum(season[row], season[column])
            said = np.where(said < 0, np.asarray([a.adjusted for a in around], dtype=np.int64)[table], said)
            precision[(said >= 0) & (said != int(self._question.adjusted))] *= _LEAST_PRECISION
        return precision

    def _head(self, caption: str) -> int:
        """Mask of what the first word of a caption that names a thing says, where it is asked how that changes: columns
        of changes do not name it again. Of prices no caption says more than another, and an abbreviation names what the
        figures are made by."""
        if not self._question.changes or self._weights.tells_prices:
            return 0
        head = self._weights.subject_words(without_table_number(caption, self._weights.codes))[:1]
        return self._weights.said(head) if self._question.acronyms.isdisjoint(head) else 0

    def _compounds_of(self, labels: tuple[str, ...]) -> int:
        """Which hyphenated words asked for some labels hold, or others that name the same thing, a bit each."""
        found = 0
        for i, compound in enumerate(self._question.compounds):
            ways = self._weights.same_compounds(compound)
            if any(holds_compound(words_of(label), way) for label in labels for way in ways):
                found |= 1 << i
        return found

    def _lacks_compound(
        self, axes: Sequence[_Axis], around: Sequence[_Around], row: _Places, column: _Places, table: _Places
    ) -> NDArray[np.bool_]:
        """Of each cell, whether a hyphenated word is asked for that labels of others say and its own do not: a caption
        that lists what its rows are by says it for none of them."""
        masks = _masks(axis.compounds for axis in axes)
        own = masks[row] | masks[column]
        by_rows: dict[str, int] = {}
        for place, said in set(zip(table.tolist(), own.tolist(), strict=True)):
            by_rows[around[place].table_id] = by_rows.get(around[place].table_id, 0) | said
        own |= _masks(a.compounds & ~by_rows.get(a.table_id, 0) for a in around)[table]
        wanted = int(np.bitwise_or.reduce(own))
        lacks: NDArray[np.bool_] = own != wanted
        return lacks

    def _axis(self, path: tuple[str, ...]) -> _Axis:
        known = self._axes.get(path)
        if known is None:
            weights, asked = self._weights, self._acronyms
            printed = path
            if self._of_amounts:  # "% of GDP" tells nothing of the GDP
                path = tuple(map(self._amount, path))
            label = read_label(path, weights.codes)
            bare = bool(path) and not label.dated and not weights.subject_words(path[-1])
            outer = self._settings.bare_label if bare else self._settings.outer_precision
            precision = self._asked_share(path[-1:], label.places)
            precision *= 1 - outer * (1 - self._asked_share(path[:-1], label.places))
            at_home = precision
            if label.places & self._places:
                left = tuple(_without_places(text, self._question.places, weights.codes) for text in path)
                at_home = self._asked_share(left[-1:], frozenset())
                at_home *= 1 - outer * (1 - self._asked_share(left[:-1], frozenset()))
            known = self._axes[printed] = _Axis(
                weights.mask(label.leaf) | weights.mask(label.shorts_of_own),
                weights.mask(label.words) | weights.mask(label.shorts),
                precision,
                label.excludes,
                bool(label.acronyms),
                bears(label.acronyms, asked),
                bool(label.places),
                bool(label.places & self._places),
                at_home,
                _SEASON[label.adjusted],
                *((label.own, label.whole) if path == printed else read_label(printed, weights.codes)[-2:]),
                bool(path) and not label.dated and weights.names_whole(path[-1]),
                self._compounds_of(path),
                label.acronyms,
            )
        return known

    def _amount(self, text: str) -> str:
        """A label or unit without what it is a percentage of, where amounts are asked for."""
        return without_denominator(text, self._weights.codes) if self._of_amounts else text

    def _asked_share(self, labels: tuple[str, ...], places: frozenset[str]) -> float:
        """Share of the labels' own words that the question names; 1 where they name none, or the place asked for."""
        if places & self._places:
            return 1.0
        asked = self._acronyms
        own = asked_of = 0
        for label in with_short_forms(labels):
            known = self._named.get(label)
            if known is None:
                words = self._weights.subject_words(without_long_form(label, asked))
                short = self._weights.shortened(words)
                meant = self._weights.meant(frozenset(words_of(label)))
                meant |= self._indices
                hit = sum(
                    i in short or word in meant or self._weights.mask((word,)) != 0 for i, word in enumerate(words)
                )
                known = self._named[label] = hit, len(words)
            asked_of, own = asked_of + known[0], own + known[1]
        return max(_LEAST_PRECISION, asked_of / own) if own else 1.0

    def _measure(self, gathered: Gathered, axes: Sequence[_Axis]) -> NDArray[np.float64]:
        """Of each cell, whether it is of the measure asked for."""
        codes = self._weights.codes
        words = gathered.words
        known: dict[Measured, int] = {}

        def numbers(said: Iterable[Measured]) -> NDArray[np.int64]:
            return np.fromiter((known.setdefault(one, len(known)) for one in said), dtype=np.int64)

        period, compared = gathered.at("period"), gathered.at("compared_with")
        spans, span = np.unique(period * len(words) + compared, return_inverse=True)
        months = [months_between(words[i // len(words)], words[i % len(words)]) for i in spans.tolist()]
        keys = (
            numbers(axis.whole for axis in axes)[gathered.at("column_path")],
            numbers(axis.own for axis in axes)[gathered.at("row_path")],
            numbers(read_measure(word or "", codes) for word in words)[gathered.at("unit")],
            numbers(read_measure(caption, codes) for caption in gathered.captions)[gathered.at("table")],
            gathered.at("base_period"),
            np.asarray([value or 0 for value in months], dtype=np.int64)[span],
        )
        different, at = different_rows(keys)
        said = list(known)
        values = [
            self._measured(said[head], said[label], said[unit], said[caption], words[base], between or None)
            for head, label, unit, caption, base, between in different
        ]
        found: NDArray[np.float64] = np.asarray(values, dtype=np.float64)[at]
        return found

    def _measured(
        self,
        head: Measured,
        label: Measured,
        unit: Measured,
        caption: Measured,
        base_period: str | None,
        months: int | None,
    ) -> float:
        question = self._question
        kind = head.kind or label.kind or unit.kind or caption.kind
        basis = months or head.basis or unit.basis or label.basis or caption.basis
        base = base_period or head.base or label.base or unit.base or caption.base
        score = 1.0
        if question.measure == "amount":
            score = 1.0 if kind in ("amount", None) else 0.0
        elif question.measure is not None:
            score = 1.0 if kind == question.measure else (0.5 if kind is None else 0.0)
            if question.changes and question.measure == "change" and basis is None and (head.level or label.level):
                score = _LEVEL_FOR_CHANGE
            if question.measure == "change" and kind == "share":
                score = _SHARE_FOR_CHANGE
            elif question.measure == "share" and kind == "change" and basis is None:
                score = _PERCENT_FOR_SHARE
        elif question.rate and kind == "amount":
            score = _NUMBER_FOR_RATE
        elif kind == "weight":
            score = 0.5
        elif kind in ("change", "points") and not question.rate:
            score = _CHANGE_FOR_LEVEL
        if question.measure in ("change", "points") and score > 0:
            wanted = question.basis or 12
            short = question.basis is None and question.adjusted  # what the season is taken out of is told by the month
            if basis is not None and (basis == 12 if short else basis != wanted):
                score *= 0.2 if question.basis else 0.7
        if question.base_period and base and question.base_period not in base:
            score *= 0.3
        return score


def _period_matches(gathered: Gathered, chunks: Sequence[ChunkCells]) -> NDArray[np.float64]:
    """Of each cell, how far its period is wanted."""
    ways = list({id(chunk.wanted): chunk.wanted for chunk in chunks}.values())
    matches = np.asarray([[way.match(word) for word in gathered.words] for way in ways], dtype=np.float64)
    place = {id(way): i for i, way in enumerate(ways)}
    own = np.repeat([place[id(chunk.wanted)] for chunk in chunks], [len(chunk.cells) for chunk in chunks])
    found: NDArray[np.float64] = matches[own, gathered.at("period")]
    return found


def _without_places(label: str, asked: Sequence[Place], codes: tuple[str, ...]) -> str:
    """A label without the places asked for as it spells them like the question, or by their own names: "Greek" is not
    Greece."""
    left, spelt = list(label), {(place.code, place.name) for place in asked}
    for place in find_places(label, codes):
        if (place.code, place.name) in spelt or is_name(place, codes):
            left[place.start : place.stop] = " " * (place.stop - place.start)
    return "".join(left)


def _masks(values: Iterable[int]) -> NDArray[np.int64]:
    return np.fromiter(values, dtype=np.int64)


def _flags(values: Iterable[bool]) -> NDArray[np.bool_]:
    return np.fromiter(values, dtype=np.bool_)
