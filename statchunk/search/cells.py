"""Which cells of a table answer a question: labels, period, measure and unit against what was asked."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from statchunk.meaning.calendar import Period, parse_iso
from statchunk.meaning.units import change_basis, find_unit
from statchunk.search.places import place_codes
from statchunk.search.question import Measure, Question, table_numbers
from statchunk.search.terms import acronyms, stems, without_long_form, words_of
from statchunk.search.weights import TermWeights, excluding_words
from statchunk.settings import SearchSettings
from statchunk.store import StoredCell


class ScoredCell(NamedTuple):
    """A cell, how well it answers, and why."""

    score: float
    """0 to 1."""
    observation: StoredCell
    coverage: float
    """Share of what is asked that its labels, caption and section say."""
    precision: float
    """Share of its own labels that is asked for; 1 where they name a period or the total."""
    period: float
    """1 the period asked for, 0 another; 0.5 where nothing is said."""
    measure: float
    """1 the measure asked for, 0 another."""


class _Axis(NamedTuple):
    """What one row or column says, as masks of the question's terms."""

    leaf: int
    path: int
    precision: float
    """Share of the leaf's own words that the question names."""
    excludes: bool
    """Whether it means all but what it names."""
    acronyms: frozenset[str]
    places: frozenset[str]
    own: "_Measured"
    """What its own label says of the measure."""
    whole: "_Measured"
    """What all its labels say of it."""


class _Around(NamedTuple):
    """What holds for all cells of a chunk, as masks of the question's terms."""

    near: int
    """Caption and section."""
    far: int
    """Title and the rest of the chunk."""
    release: int
    """What the release says of itself."""
    told_apart: int
    """What column heads of the table say."""
    acronyms: frozenset[str]
    precision: float
    """What the caption's own words that are not asked for leave of precision."""


class CellScorer:
    """Scores cells for one question; labels are read once."""

    def __init__(
        self,
        question: Question,
        weights: TermWeights,
        wanted: "WantedPeriods",
        settings: SearchSettings,
    ) -> None:
        """Args: the question, the weights of its terms, the periods that it wants, and the settings."""
        self._question = question
        self._weights = weights
        self._wanted = wanted
        self._settings = settings
        self._places = frozenset(place.code for place in question.places)
        self._excludes = not excluding_words(weights.codes).isdisjoint(words_of(question.text))
        self._axes: dict[tuple[str, ...], _Axis] = {}
        self._measures: dict[tuple[object, ...], float] = {}

    def score(
        self, observations: Sequence[StoredCell], context: Sequence[str], release: int = 0, told_apart: int = 0
    ) -> list[ScoredCell]:
        """The cells, best first.

        Args:
            observations: of one chunk.
            context: title and other texts that hold for all of them.
            release: mask of what their release says of itself.
            told_apart: mask of what column heads of their table say: in titles it counts less for the other columns.
        """
        if not observations:
            return []
        weights, settings = self._weights, self._settings
        first = observations[0]
        told_apart &= ~weights.mask(self._question.acronyms)  # a caption that names an index holds for all its rows
        around = _Around(
            weights.mask(stems([first.table_label or "", first.caption or "", *first.section])),
            weights.mask(stems(context)),
            release,
            told_apart,
            acronyms(first.caption or ""),
            1 - settings.caption_precision * (1 - self._asked_share((first.caption or "",), frozenset())),
        )
        table = self._named_table(first.table_label)
        rows: dict[int, _Axis] = {}
        columns: dict[int, _Axis] = {}
        pairs: dict[tuple[int, int], tuple[float, float]] = {}
        scored: list[ScoredCell] = []
        for cell in observations:
            row = rows.get(cell.row)
            if row is None:
                row = rows[cell.row] = self._axis(cell.row_path)
            column = columns.get(cell.column)
            if column is None:
                column = columns[cell.column] = self._axis(cell.column_path)
            key = (id(row), id(column))
            pair = pairs.get(key)
            if pair is None:
                pair = pairs[key] = self._pair(row, column, around)
            coverage, precision = pair
            period = self._wanted.match(cell.period)
            measure = self._measure(cell, row, column)
            figure = table if cell.value is not None or cell.status else table * settings.no_figure
            score = figure * (
                settings.cell_coverage * convex(coverage)
                + settings.cell_precision * precision
                + settings.cell_period * period
                + settings.cell_measure * measure
            )
            scored.append(ScoredCell(score, cell, coverage, precision, period, measure))
        scored.sort(key=_score_of, reverse=True)
        return scored

    def labels(self, observations: Sequence[StoredCell]) -> int:
        """Mask of the question's terms that the labels of some cells say."""
        found = 0
        for path in {path for cell in observations for path in (cell.row_path, cell.column_path)}:
            axis = self._axis(path)
            found |= axis.path | axis.leaf
        return found

    def heads(self, observations: Sequence[StoredCell]) -> int:
        """Mask of the question's terms that the column heads of some cells say."""
        found = 0
        for path in {cell.column_path for cell in observations}:
            found |= self._axis(path).path
        return found

    def _named_table(self, label: str | None) -> float:
        """1, or less where the question names another table."""
        asked = self._question.tables
        if not asked:
            return 1.0
        return 1.0 if table_numbers(label or "", self._weights.codes) & asked else self._settings.other_table

    def _pair(self, row: _Axis, column: _Axis, around: _Around) -> tuple[float, float]:
        """Coverage of the question by a row and a column, and their precision."""
        weights, settings = self._weights, self._settings
        leaf = row.leaf | column.leaf | around.release
        path = (row.path | column.path) & ~leaf
        near = around.near & ~leaf & ~path
        far = around.far & ~leaf & ~path & ~near
        told_apart = (near | far) & around.told_apart
        coverage = (
            weights.share(leaf)
            + settings.group_label * weights.share(path)
            + settings.caption_label * weights.share(near & ~told_apart)
            + settings.title_label * weights.share(far & ~told_apart)
            + settings.other_head * weights.share(told_apart)
        )
        precision = row.precision * column.precision * around.precision
        if (row.excludes or column.excludes) != self._excludes:
            precision *= settings.other_subject
        named = row.acronyms | column.acronyms or around.acronyms
        if self._question.acronyms and named and not named & self._question.acronyms:
            precision *= settings.other_subject
        at = row.places | column.places
        if self._places and at and not at & self._places:
            precision *= settings.other_subject
        return coverage, precision

    def _axis(self, path: tuple[str, ...]) -> _Axis:
        known = self._axes.get(path)
        if known is None:
            weights = self._weights
            places = place_codes(" | ".join(path), weights.codes)
            precision = self._asked_share(path[-1:], places)
            precision *= 1 - self._settings.outer_precision * (1 - self._asked_share(path[:-1], places))
            words = stems(path)
            known = _Axis(
                weights.mask(words_of(path[-1]) if path else ()),
                weights.mask(words),
                precision,
                _excludes(path, excluding_words(weights.codes)),
                frozenset().union(*(acronyms(label) for label in path)),
                places,
                _measured(path[-1] if path else "", weights.codes),
                _measured(" ".join(path), weights.codes),
            )
            self._axes[path] = known
        return known

    def _asked_share(self, labels: tuple[str, ...], places: frozenset[str]) -> float:
        """Share of the labels' own words that the question names; 1 where they name none, or the place asked for."""
        if places & self._places:
            return 1.0
        asked = self._question.acronyms
        own = [word for label in labels for word in self._weights.subject_words(without_long_form(label, asked))]
        return sum(self._weights.mask((word,)) != 0 for word in own) / len(own) if own else 1.0

    def _measure(self, cell: StoredCell, row: _Axis, column: _Axis) -> float:
        key = (id(row), id(column), cell.unit, cell.caption, cell.base_period, _months_between(cell))
        known = self._measures.get(key)
        if known is None:
            known = self._measures[key] = self._measured(cell, row, column)
        return known

    def _measured(self, cell: StoredCell, row: _Axis, column: _Axis) -> float:
        question, codes = self._question, self._weights.codes
        unit, caption = _measured(cell.unit or "", codes), _measured(cell.caption or "", codes)
        head, label = column.whole, row.own
        kind = head.kind or label.kind or unit.kind or caption.kind
        basis = _months_between(cell) or head.basis or unit.basis or label.basis or caption.basis
        base = cell.base_period or head.base or label.base or unit.base or caption.base
        score = 1.0
        if question.measure == "amount":
            score = 1.0 if kind in ("amount", None) else 0.0
        elif question.measure is not None:
            score = 1.0 if kind == question.measure else (0.5 if kind is None else 0.0)
            if question.measure == "change" and kind == "share":
                score = 1.0
        elif kind == "weight":
            score = 0.5
        if question.measure in ("change", "points") and score > 0:
            wanted = question.basis or 12
            if basis is not None and basis != wanted:
                score *= 0.2 if question.basis else 0.7
        if question.base_period and base and question.base_period not in base:
            score *= 0.3
        return score


def _score_of(cell: ScoredCell) -> float:
    return cell.score


def convex(coverage: float) -> float:
    """Coverage so counted that each word left unsaid costs more than the one before it was worth."""
    return coverage * (1 + coverage) / 2


def _excludes(path: tuple[str, ...], excluding: frozenset[str]) -> bool:
    """Whether the own label excludes ("Items less food"), or a group above ends so ("All items excluding:")."""
    if not path:
        return False
    if not excluding.isdisjoint(words_of(path[-1])):
        return True
    return any(words_of(label)[-1:] and words_of(label)[-1] in excluding for label in path[:-1])


class _Measured(NamedTuple):
    """What one text says of the measure."""

    kind: Measure | None
    basis: int | None
    base: str | None


@lru_cache(maxsize=65536)
def _measured(text: str, codes: tuple[str, ...]) -> _Measured:
    found = find_unit(text, codes) if text else None
    basis = change_basis(text, codes) if text else None
    if found is None:
        return _Measured(None, basis, None)
    return _Measured(_MEASURES.get(found.kind) if found.kind else None, basis, found.base_period)


_MEASURES: dict[str, Measure] = {
    "points": "points",
    "change": "change",
    "percent": "change",
    "share": "share",
    "per_thousand": "weight",
    "weight": "weight",
    "index_points": "index",
    "index": "index",
    "amount": "amount",
}


def _months_between(cell: StoredCell) -> int | None:
    """12, 3 or 1 where a change is measured over so many months."""
    if not cell.compared_with or not cell.period:
        return None
    return _months(cell.period, cell.compared_with)


@lru_cache(maxsize=65536)
def _months(period: str, compared_with: str) -> int | None:
    later, earlier = parse_iso(period), parse_iso(compared_with)
    if later is None or earlier is None:
        return None
    a, b = later.last_month(), earlier.last_month()
    return a - b if a is not None and b is not None and a - b in (1, 3, 12) else None


@lru_cache(maxsize=65536)
def _iso(text: str) -> Period | None:
    return parse_iso(text)


_MOST_PERIODS = 240
"""Periods of a stretch that are looked up: twenty years of months."""


class WantedPeriods:
    """The periods that a question wants, and how far another one is from them."""

    def __init__(self, question: Question, newest: Period | None) -> None:
        """Args: the question, and the newest period in the index, from which "latest" is counted."""
        self.exact: tuple[Period, ...] = question.periods
        self.between = question.between
        self.named = bool(question.periods)
        self._known: dict[str, float] = {}
        self._extreme = question.extreme is not None and question.between is not None
        if not self.named and question.relative and newest is not None:
            back = {"latest": 0, "last_month": 1, "last_quarter": 3, "last_year": 12}[question.relative]
            period = newest.back(back) if back else newest
            if question.relative == "last_year" and newest.year is not None:
                period = Period("year", newest.year - 1)
            if period is not None:
                self.exact = (period,)
                self.named = question.relative != "latest"
        elif not self.named and newest is not None:
            self.exact = (newest,)

    def sought(self) -> tuple[Period, ...]:
        """The periods whose figures are looked for: where an extreme of a stretch is asked for, those inside it."""
        if not self._extreme or self.between is None:
            return self.exact
        inside: list[Period] = []
        width = {"month": 1, "quarter": 3, "year": 12}.get(self.between[1].kind)
        period: Period | None = self.between[1].back(width) if width else None
        while period is not None and period != self.between[0] and len(inside) < _MOST_PERIODS:
            inside.append(period)
            period = period.back(width or 1)
        return tuple(inside) or self.exact

    def match(self, period: str | None) -> float:
        """1 for a period asked for, 0 for another, 0.5 for none; nearer counts a little where none was asked for."""
        if period is None:
            return 0.5
        known = self._known.get(period)
        if known is None:
            known = self._known[period] = self._match(period)
        return known

    def _match(self, text: str) -> float:
        period = _iso(text)
        if period is None:
            return 0.5
        if not self.exact:
            return 0.5
        if self._extreme and self.between is not None:
            first, last = self.between[0].first_month(), self.between[1].last_month()
            a, b = period.first_month(), period.last_month()
            inside = None not in (first, last, a, b) and first <= a and b <= last  # type: ignore[operator]
            return 1.0 if inside else 0.0
        wanted = self.exact
        best = max(_nearness(period, w) for w in wanted)
        if self.between is not None and self.exact and period == self.between[0]:
            best *= 0.9  # of two periods compared the later one is the answer, the earlier one its measure
        if not self.named:
            best = max(best, self._recency(period))
        return best

    def _recency(self, period: Period) -> float:
        newest, own = self.exact[0].last_month(), period.last_month()
        if newest is None or own is None:
            return 0.0
        return max(0.0, 0.8 - abs(newest - own) / 30)


def _nearness(period: Period, wanted: Period) -> float:
    if period == wanted:
        return 1.0
    if wanted.kind == period.kind:
        return 0.0
    if wanted.kind == "year" and wanted.holds(period):
        return 0.6
    if period.kind in ("day", "week") and wanted.holds(period):
        return 0.5
    if period.holds(wanted):
        return 0.4
    return 0.0
