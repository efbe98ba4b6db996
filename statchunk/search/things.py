"""Whether the things that a question names are what an answer is about: their words stand in its labels."""

from functools import cache

from statchunk.languages import language
from statchunk.search.candidate import Candidate
from statchunk.search.fitting import Fitting
from statchunk.search.places import place_codes
from statchunk.search.question import Question
from statchunk.search.terms import holds_compound, words_of
from statchunk.search.weights import TermWeights


def missing_things(question: Question, weights: TermWeights, fitting: Fitting, candidate: Candidate) -> tuple[str, ...]:
    """Terms that labels of other figures of its release say, where the best cell says no more things asked for than
    these.

    "People working in fishing in Crete" is answered by no figure for Crete where fishing is a row of another table.
    What the release says of itself is no thing asked for, nor a place or name; a hyphenated word tells as much as any
    other. A name that other figures bear is never given up: who asks about Crete is not answered for all.

    Args:
        question: what was asked.
        weights: of its terms.
        fitting: of the releases.
        candidate: whose best cell is looked at.
    """
    if candidate.cells is None:
        return ()
    first = candidate.cells[0].observation
    labels = (*first.row_path, *first.column_path, first.caption or "", first.unit or "")
    of_release = fitting.said(candidate.stored.document)
    said = weights.said(labels)
    weeks = sum(1 << i for i, term in enumerate(weights.terms) if term in _spans(weights.codes))
    missing = candidate.labelled & ~said & ~of_release & weights.subject & ~weeks
    named_so = question.names - question.acronyms
    names = sum(1 << i for i, term in enumerate(weights.terms) if term in named_so or place_codes(term, weights.codes))
    named = said & ~of_release & weights.subject & ~names
    telling = named.bit_count() + len(question.compounds)
    return weights.named(missing) if missing & names or (missing and missing.bit_count() >= telling) else ()


def number_of_things(question: Question, weights: TermWeights, mask: int) -> int:
    """How many things some terms name: the parts of a hyphenated word are one."""
    named = frozenset(weights.named(mask))
    parts = (len(named.intersection(compound)) for compound in question.compounds)
    return mask.bit_count() - sum(max(0, count - 1) for count in parts)


@cache
def _spans(codes: tuple[str, ...]) -> frozenset[str]:
    """Words for a stretch of time that are no measure: "week"."""
    return frozenset(word for code in codes for text in language(code).periods.week for word in words_of(text))


def missing_compound(question: Question, weights: TermWeights, candidate: Candidate) -> str:
    """A hyphenated word that is asked for and stands nowhere in the best chunk, "part-time"; empty where all do, or
    where the labels of its best cell say each part in a word of their own: "Used cars" for "used-vehicle"."""
    stored = candidate.stored
    labels: tuple[str, ...] = ()
    if candidate.cells is not None:
        first = candidate.cells[0].observation
        labels = (*first.row_path, *first.column_path)
    said = frozenset(weights.named(weights.said(labels)))
    texts = [words_of(text) for text in (stored.title or "", *stored.section, stored.text)]
    for compound in question.compounds:
        ways = weights.same_compounds(compound)
        parts = frozenset(weights.terms).intersection(compound)
        if not (parts and parts <= said) and not any(holds_compound(words, way) for words in texts for way in ways):
            return "-".join(compound)
    return ""
