"""Periods in text: months, quarters, years, fiscal years, halves, spans, comparisons and moving windows."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from statchunk.languages import language
from statchunk.meaning.calendar import Period, span
from statchunk.meaning.numbers import plain
from statchunk.meaning.period_atoms import DASHES, Atom, read_atom
from statchunk.meaning.period_tokens import BLANK, Token, is_sign, read_tokens
from statchunk.meaning.vocabulary import known, period_vocabulary

_BASE: Final = re.compile(r"(?:\d{4}\s*[-/]\s*)?\d{2,4}\s*=\s*1?\d{2,4}(?:[.,]0+)?(?!\d)")
_AMOUNT: Final = re.compile(r"[$£€¥₹]\s?\d[\d.,]*|(?<![\d=])\d+(?:[.,]\d+)?\s*%")
Join = Literal["", "span", "versus"]


class Mention(NamedTuple):
    """A period found in a text."""

    period: Period
    """Its year is None where the text leaves it to be carried from elsewhere."""
    compared_with: Period | None
    """The earlier period, where the text sets two against one another."""
    window: int | None
    """Months of a moving window that ends with the period: 12 in "12 months to April 2025"."""
    start: int
    stop: int
    """Characters of the text that it covers, end exclusive."""
    last: Period | None = None
    """Of a span: the period at its end. Two periods joined by a dash are a span for a level, but for a change
    `last` compared with `compared_with`."""
    compared: bool = False
    """Whether the word before it says that something is compared with it: "since 2019", "compared with April 2024"."""


def find_periods(text: str, languages: Sequence[str] = ("en",)) -> tuple[Mention, ...]:
    """All periods in a text, in order.

    Args:
        text: a label, caption or sentence as printed.
        languages: codes whose month names and words are known; others are ignored.
    """
    return _find(text, known(languages))


@lru_cache(maxsize=16384)
def _find(text: str, codes: tuple[str, ...]) -> tuple[Mention, ...]:
    if not text or len(text) > 20000:
        return ()
    shown = plain(text)
    if len(shown) != len(text):
        shown = text
    vocabulary = period_vocabulary(codes)
    shown = _BASE.sub(lambda m: BLANK * len(m.group()), shown)
    if "100" in shown:
        shown = _base_first(codes).sub(lambda m: BLANK * len(m.group()), shown)
    shown = _AMOUNT.sub(lambda m: BLANK * len(m.group()), shown)
    tokens = read_tokens(shown, vocabulary)
    atoms: list[Atom] = []
    at = 0
    while at < len(tokens):
        atom = read_atom(tokens, at, shown)
        if atom is None:
            at += 1
            continue
        atoms.append(atom)
        at = atom.last + 1
    return tuple(_join(atoms, tokens))


@lru_cache(maxsize=64)
def _base_first(codes: tuple[str, ...]) -> re.Pattern[str]:
    """An index base that names its 100 first: "base 100 : 2017", "base 100 en 2014"."""
    words = "|".join(re.escape(word) for code in codes for word in language(code).units.base) or r"(?!)"
    return re.compile(rf"(?:{words})\s*:?\s*100\s*[:=]?\s*(?:[^\W\d_]+\s+)?\d{{4}}", re.IGNORECASE)


def _between(tokens: list[Token], left: Atom, right: Atom) -> Join:
    """How two atoms are joined."""
    middle = tokens[left.last + 1 : right.first]
    if not middle or len(middle) > 4:
        return ""
    kinds = [t.kind for t in middle if t.kind != "of"]
    if any(k == "versus" for k in kinds) and all(k in ("versus", "sign") for k in kinds):
        return "versus"
    if all(t.kind == "sign" and t.text in DASHES for t in middle):
        return "span"
    if kinds and all(k in ("to", "ended") for k in kinds):
        return "span"
    if kinds == ["sign"] and middle[0].text == "/":
        return "versus"
    return ""


def _join(atoms: list[Atom], tokens: list[Token]) -> list[Mention]:
    mentions: list[Mention] = []
    at = 0
    while at < len(atoms):
        atom = atoms[at]
        period, compared, end, last = atom.period, atom.pair, None, atom.last
        if at + 1 < len(atoms) and compared is None and atoms[at + 1].pair is None:
            joined = _pair(period, atoms[at + 1].period, _between(tokens, atom, atoms[at + 1]))
            if joined is not None:
                period, compared = joined
                end = atoms[at + 1].period if period.kind == "span" else None
                last = atoms[at + 1].last
                at += 1
        window = _window(tokens, atom.first)
        place = tokens[atom.first].start, tokens[last].stop
        mentions.append(Mention(period, compared, window, *place, end, _after_versus(tokens, atom.first)))
        at += 1
    return mentions


def _pair(a: Period, b: Period, join: Join) -> tuple[Period, Period | None] | None:
    if join == "versus":
        if a.whole and b.whole and a.kind == b.kind:
            later, earlier = (a, b) if (a.first_month() or 0) >= (b.first_month() or 0) else (b, a)
            return later, earlier
        return None
    if join != "span":
        return None
    if a.kind == b.kind and a.kind in ("month", "quarter") and not a.whole and b.whole and b.year and a.number:
        a = a.with_year(b.year if a.number <= (b.number or 0) else b.year - 1)
    if not a.whole and not b.whole and a.kind == b.kind == "month":
        return Period("span", None, a.number, None, None, b.number), None
    if a.whole and b.whole and a.kind == b.kind:
        if (a.first_month() or 0) > (b.first_month() or 0):
            return a, b
        both = span(a, b)
        if both is not None:
            return both, a
    return None


def _after_versus(tokens: list[Token], first: int) -> bool:
    """Whether a word that leads to what something is compared with stands right before a period."""
    at = first - 1
    while at >= 0 and (tokens[at].kind == "of" or is_sign(tokens, at, ",.:-(")):
        at -= 1
    return at >= 0 and tokens[at].kind == "versus"


def _window(tokens: list[Token], first: int) -> int | None:
    """Months of the window that the words before a period state: "12 months to", "year ended", "3-month period to"."""
    at = first - 1
    seen = False
    while at >= 0 and (tokens[at].kind in ("ended", "to", "of") or is_sign(tokens, at, ".,-")):
        seen = seen or tokens[at].kind in ("ended", "to")
        at -= 1
    if not seen or at < 0:
        return None
    if tokens[at].kind == "word" and at:
        at -= 1
    unit = {"months": 1, "quarter": 3, "half": 6, "year": 12, "fiscal": 12}.get(tokens[at].kind)
    if unit is None:
        return None
    before = at - 1
    while before >= 0 and is_sign(tokens, before, "-."):
        before -= 1
    if before >= 0 and tokens[before].kind in ("num", "numeral") and 1 <= tokens[before].number <= 60:
        return tokens[before].number * unit
    return unit if unit > 1 else None
