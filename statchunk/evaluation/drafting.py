"""Questions drafted from what a release holds, each with its exact evidence, for an office to edit into a test set."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

from babel.dates import format_date

from statchunk.chunking.context import STEP
from statchunk.evaluation.questions import Proof, Question
from statchunk.languages import DraftWords, available, language
from statchunk.model.evidence import Definition, Document, Observation
from statchunk.text import one_space, squash

_SURE = 0.9  # confidence of an observation, below which a person would have to check the answer first
_FALLBACK = "en"


def draft_questions(document: Document, figures: int = 20) -> list[Question]:
    """Questions on figures, spread over the tables and over their rows, then one on each definition.

    Args:
        document: understood.
        figures: questions on figures, at most.
    """
    code = document.facts.language.value if document.facts.language else _FALLBACK
    words = _words(code)
    name = Path(document.path).name
    asked = [
        *_figures(document, figures, words, code if language_known(code) else _FALLBACK, name),
        *_definitions(document, words, name),
    ]
    once = list({question.question: question for question in asked}.values())
    return [question.model_copy(update={"id": f"{Path(name).stem}-{i}"}) for i, question in enumerate(once, 1)]


def language_known(code: str) -> bool:
    """Whether questions can be drafted in a language."""
    return code in available() and bool(language(code).draft.value)


def _words(code: str) -> DraftWords:
    return language(code if language_known(code) else _FALLBACK).draft


def _figures(document: Document, most: int, words: DraftWords, code: str, name: str) -> Iterator[Question]:
    same: dict[tuple[str, str, str | None], list[Observation]] = defaultdict(list)
    paths: dict[tuple[str, str], set[tuple[str, ...]]] = defaultdict(set)
    for o in document.observations:
        same[_key(o)].append(o)
        for path in (o.row_path, o.column_path):
            paths[o.table_id, squash("".join(path[-1:]))].add(path)

    def label(o: Observation, path: tuple[str, ...]) -> str:
        """The innermost label, or the whole path where the table has another that ends alike."""
        alone = len(paths[o.table_id, squash(path[-1])]) == 1
        return one_space(path[-1] if alone else STEP.join(path))

    for o in _spread(document.observations, most):
        template = words.value if o.period else words.value_without_period
        text = template.format(
            row=label(o, o.row_path),
            column=label(o, o.column_path),
            period=_printed(o.period, code) if o.period else "",
        )
        alike = [other for other in same[_key(o)] if other is not o and other.table_id != o.table_id]
        if any(other.value_text != o.value_text for other in alike) and (o.caption or o.table_label):
            text = f"{words.within.format(caption=one_space(o.caption or o.table_label or ''))} {text}"
        agreeing = [other for other in alike if other.value_text == o.value_text and other.unit == o.unit]
        yield Question(
            id="",
            question=text,
            answer=f"{o.value_text} ({o.unit})" if o.unit and o.unit not in o.value_text else o.value_text,
            kind="figure",
            language=code,
            document=name,
            evidence=(_proof(o, name),),
            also=tuple(_proof(other, name) for other in agreeing),
        )


def _key(o: Observation) -> tuple[str, str, str | None]:
    return (squash("".join(o.row_path[-1:])), squash("".join(o.column_path[-1:])), o.period)


def _proof(o: Observation, name: str) -> Proof:
    return Proof(
        document=name,
        page=o.page,
        row_path=o.row_path,
        column_path=o.column_path,
        period=o.period,
        value_text=o.value_text,
        table=o.table_label or o.caption,
        bbox=tuple(o.bbox),
    )


def _spread(observations: Sequence[Observation], most: int) -> list[Observation]:
    """Sure figures, taken from each table in turn, evenly over it; none that would be asked for in the same words."""
    tables: dict[str, list[Observation]] = {}
    for o in observations:
        sure = o.confidence >= _SURE and not o.warnings and o.value is not None
        if sure and o.row_path and o.column_path and o.row_path[-1].strip() and o.column_path[-1].strip():
            tables.setdefault(o.table_id, []).append(o)
    share = -(-most // max(1, len(tables)))
    turns = [_evenly(own, share) for own in tables.values()]
    turns += [own for own in tables.values() if len(own) > share]  # where too few were left
    chosen: dict[tuple[object, ...], Observation] = {}
    for turn in range(max(map(len, turns), default=0)):
        for own in turns:
            if turn < len(own) and len(chosen) < most:
                chosen.setdefault((*_key(own[turn]), own[turn].value_text), own[turn])
    place = {id(o): i for i, o in enumerate(observations)}
    return sorted(chosen.values(), key=lambda o: place[id(o)])


def _evenly(observations: Sequence[Observation], count: int) -> list[Observation]:
    count = min(count, len(observations))
    return [observations[i * len(observations) // count] for i in range(count)]


def _definitions(document: Document, words: DraftWords, name: str) -> Iterator[Question]:
    code = document.facts.language.value if document.facts.language else _FALLBACK
    for definition in document.evidence:
        if isinstance(definition, Definition):
            yield Question(
                id="",
                question=words.definition.format(term=one_space(definition.term)),
                answer=one_space(definition.definition),
                kind="definition",
                language=code,
                document=name,
                evidence=(Proof(document=name, page=definition.page, sentence=one_space(definition.definition)),),
            )


def _printed(period: str, code: str) -> str:
    """A month or quarter in words of the language; other periods as they are."""
    year, _, part = period.partition("-")
    if "/" in period or not year.isdigit():
        return period
    if part.startswith("Q") and part[1:].isdigit():
        return format_date(date(int(year), 3 * int(part[1:]), 1), "QQQ y", locale=code)
    if part.isdigit():
        return format_date(date(int(year), int(part), 1), "LLLL y", locale=code)
    return period
