"""Periods in text: months, quarters, years, fiscal years, halves, spans, comparisons and moving windows."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from statchunk.meaning.calendar import Period, PeriodKind, span
from statchunk.meaning.numbers import plain
from statchunk.meaning.vocabulary import PeriodVocabulary, fold, known, period_vocabulary

_EARLIEST, _LATEST = 1700, 2199
_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "ι": 1, "ιι": 2, "ιιι": 3}
_MOST = {"quarter": 4, "half": 2, "month": 12, "week": 53}
_DASHES = "-~"
_BLANK = "¤"
"""Stands for characters that are no part of a period: index bases and amounts."""

_TOKEN = re.compile(
    r"(?P<num>\d+)(?P<ord>\.?[ºª°]|(?i:st|nd|rd|th|er|re|ère|e|ème|o|a|ο|ος|η)(?![^\W\d_]))?"
    r"|(?P<word>[^\s\d!-/:-@\[-`{-~…«»“”¤]+\.?)"
    r"|(?P<sign>[^\s\w])"
)
_BASE = re.compile(r"(?:\d{4}\s*[-/]\s*)?\d{2,4}\s*=\s*1?\d{2,4}(?:[.,]0+)?(?!\d)")
_AMOUNT = re.compile(r"[$£€¥₹]\s?\d[\d.,]*|(?<![\d=])\d+(?:[.,]\d+)?\s*%")

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


class _Token(NamedTuple):
    kind: str
    """"num", "ord", "month", "roman", "sign", "word", or a class of the vocabulary."""
    text: str
    number: int
    start: int
    stop: int


class _Atom(NamedTuple):
    period: Period
    first: int
    last: int
    """Indices of its first and last token."""
    pair: Period | None = None


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
    shown = _BASE.sub(lambda m: _BLANK * len(m.group()), shown)
    shown = _AMOUNT.sub(lambda m: _BLANK * len(m.group()), shown)
    tokens = _tokens(shown, vocabulary)
    atoms: list[_Atom] = []
    at = 0
    while at < len(tokens):
        atom = _atom(tokens, at, shown)
        if atom is None:
            at += 1
            continue
        atoms.append(atom)
        at = atom.last + 1
    return tuple(_join(atoms, tokens))


def _tokens(text: str, vocabulary: PeriodVocabulary) -> list[_Token]:
    raw: list[_Token] = []
    for match in _TOKEN.finditer(text):
        if match["num"]:
            kind = "ord" if match["ord"] else "num"
            raw.append(_Token(kind, match.group(), int(match["num"][:9]), match.start(), match.end()))
        elif match["word"]:
            raw.append(_Token("word", fold(match.group()).rstrip("."), 0, match.start(), match.end()))
        else:
            raw.append(_Token("sign", match.group(), 0, match.start(), match.end()))
    tokens: list[_Token] = []
    at = 0
    while at < len(raw):
        token, used = _classify(raw, at, vocabulary, text)
        tokens.append(token)
        at += used
    return tokens


def _classify(raw: list[_Token], at: int, vocabulary: PeriodVocabulary, text: str) -> tuple[_Token, int]:
    token = raw[at]
    if token.kind == "ord":
        spelling = fold(token.text)
        number = vocabulary.ordinals.get(spelling, token.number)
        return token._replace(number=number), 1
    if token.kind != "word":
        return token, 1
    for length in range(min(vocabulary.longest, len(raw) - at), 0, -1):
        last = raw[at + length - 1]
        if any(t.kind == "num" for t in raw[at : at + length]):
            continue
        phrase = token.text if length == 1 else fold(text[token.start : last.stop]).rstrip(".")
        if phrase in vocabulary.months:
            if _is_word_may(token, text, raw, at):
                break
            return _Token("month", phrase, vocabulary.months[phrase], token.start, last.stop), length
        if phrase in vocabulary.ordinals:
            return _Token("ord", phrase, vocabulary.ordinals[phrase], token.start, last.stop), length
        if phrase in vocabulary.classes:
            return _Token(vocabulary.classes[phrase], phrase, 0, token.start, last.stop), length
        if phrase in vocabulary.numerals:
            return _Token("numeral", phrase, vocabulary.numerals[phrase], token.start, last.stop), length
    if token.text in _ROMAN:
        return token._replace(kind="roman", number=_ROMAN[token.text]), 1
    return token, 1


def _is_word_may(token: _Token, text: str, raw: list[_Token], at: int) -> bool:
    """Short month names in lower case that are common words ("may", "mar", "set") count only beside a figure."""
    if len(token.text) > 4 or not text[token.start].islower():
        return False
    beside = [raw[i] for i in (at - 2, at - 1, at + 1, at + 2) if 0 <= i < len(raw)]
    return len(raw) > 1 and not any(t.kind == "num" or t.text in "/-" for t in beside)


def _year(token: _Token) -> int | None:
    if token.kind == "num" and len(token.text) == 4 and _EARLIEST <= token.number <= _LATEST:
        return token.number
    return None


def _short_year(tokens: list[_Token], at: int) -> int | None:
    """A year of two digits, right after a dash, slash or apostrophe or a month."""
    if at >= len(tokens):
        return None
    token = tokens[at]
    if token.kind != "num" or len(token.text) != 2:
        return None
    return 2000 + token.number if token.number < 70 else 1900 + token.number


def _sign(tokens: list[_Token], at: int, signs: str) -> bool:
    return 0 <= at < len(tokens) and tokens[at].kind == "sign" and tokens[at].text in signs


def _touching(tokens: list[_Token], at: int) -> bool:
    """Whether the token stands right after the one before it."""
    return 0 < at < len(tokens) and tokens[at].start == tokens[at - 1].stop


def _skip(tokens: list[_Token], at: int, signs: str = ",.'") -> int:
    while at < len(tokens) and (tokens[at].kind == "of" or _sign(tokens, at, signs)):
        at += 1
    return at


def _atom(tokens: list[_Token], at: int, text: str) -> _Atom | None:
    kind = tokens[at].kind
    if kind == "num":
        return _from_number(tokens, at, text)
    if kind == "month":
        return _from_month(tokens, at)
    if kind in ("ord", "roman", "numeral"):
        return _from_ordinal(tokens, at, text)
    if kind in ("quarter", "half", "week"):
        return _from_part_word(tokens, at)
    if kind == "fiscal":
        after = _skip(tokens, at + 1)
        return _fiscal(tokens, after, at) if after < len(tokens) else None
    return None


def _fiscal(tokens: list[_Token], at: int, first: int) -> _Atom | None:
    year = _year(tokens[at])
    if year is None:
        return None
    atom = _year_atom(tokens, at, year)
    return _Atom(atom.period, first, atom.last, atom.pair)


def _plain_number(tokens: list[_Token], at: int, text: str) -> bool:
    """Whether a figure is part of a larger one ("1,950", "2010.5", "12345")."""
    token = tokens[at]
    before, after = text[: token.start][-2:], text[token.stop : token.stop + 2]
    if len(before) == 2 and before[1] in ".," and before[0].isdigit():
        return True
    return len(after) == 2 and after[0] in ".," and after[1].isdigit() and len(token.text) == 4 and after[0] == ","


def _from_number(tokens: list[_Token], at: int, text: str) -> _Atom | None:
    token = tokens[at]
    dated = _numeric_date(tokens, at)
    if dated is not None:
        return dated
    if _plain_number(tokens, at, text):
        return None
    year = _year(token)
    if year is not None:
        return _from_year(tokens, at, year)
    if token.number and len(token.text) <= 2:
        after = _skip(tokens, at + 1, ".")
        if after < len(tokens) and tokens[after].kind in ("quarter", "half") and token.number <= 4:
            return _from_ordinal(tokens, at, text)
        if after < len(tokens) and tokens[after].kind == "month" and token.number <= 31:
            return _day_month(tokens, at, after)
    return None


def _day_month(tokens: list[_Token], at: int, month_at: int) -> _Atom | None:
    after = _skip(tokens, month_at + 1)
    year = _year(tokens[after]) if after < len(tokens) else None
    if year is None:
        return None  # "12 May" without a year: the day is not carried, the month is read alone
    return _Atom(Period("day", year, tokens[month_at].number, tokens[at].number), at, after)


def _numeric_date(tokens: list[_Token], at: int) -> _Atom | None:
    if not (_sign(tokens, at + 1, "/.-") and _touching(tokens, at + 1) and _touching(tokens, at + 2)):
        return None
    a, sign, b = tokens[at], tokens[at + 1].text, tokens[at + 2]
    if a.kind != "num" or b.kind != "num":
        return None
    third = at + 4
    if _sign(tokens, at + 3, sign) and _touching(tokens, at + 3) and _touching(tokens, third):
        c = tokens[third]
        year = _year(a)
        if year is not None and len(b.text) == 2 and len(c.text) == 2 and 1 <= b.number <= 12 and 1 <= c.number <= 31:
            return _Atom(Period("day", year, b.number, c.number), at, third)
        year = _year(c)
        if year is not None and max(len(a.text), len(b.text)) <= 2 and a.number and b.number:
            if b.number <= 12 and a.number <= 31 and (a.number > 12 or sign != "/" or a.number == b.number):
                return _Atom(Period("day", year, b.number, a.number), at, third)
            if a.number <= 12 < b.number <= 31:
                return _Atom(Period("day", year, a.number, b.number), at, third)
            return _Atom(Period("year", year), at, third)  # day and month cannot be told apart
        return None
    year = _year(b)
    if year is not None and len(a.text) <= 2 and 1 <= a.number <= 12 and sign in "/.":
        return _Atom(Period("month", year, a.number), at, at + 2)
    return None


def _from_year(tokens: list[_Token], at: int, year: int) -> _Atom:
    after = at + 1
    if after < len(tokens) and not _sign(tokens, after, "/"):
        part = _part_after_year(tokens, at, year)
        if part is not None:
            return part
    return _year_atom(tokens, at, year)


def _part_after_year(tokens: list[_Token], at: int, year: int) -> _Atom | None:
    """ "2024 Nov", "2024 Q1", "2024-Q1", "2024M04", "2025: 1st quarter", "2022 : 1"."""
    after = at + 1
    if _sign(tokens, after, ":-.,") and after + 1 < len(tokens):
        after += 1
    if after >= len(tokens):
        return None
    token = tokens[after]
    apart = after > at + 1
    if token.kind == "month":
        own = _from_month(tokens, after)
        if own is not None and own.period.whole:
            return None
        if tokens[at + 1].text == "-" or (apart and tokens[at + 1].text in ",-"):
            return None
        return _Atom(Period("month", year, token.number), at, after)
    if token.kind in ("quarter", "half", "week", "ord", "roman"):
        part = _from_part_word(tokens, after) if token.kind in ("quarter", "half", "week") else None
        part = part or (_from_ordinal(tokens, after, "") if token.kind in ("ord", "roman") else None)
        if part is not None and not part.period.whole:
            return _Atom(part.period.with_year(year), at, part.last)
        return None
    if token.kind == "word" and token.text == "m" and _touching(tokens, after + 1):
        month = tokens[after + 1]
        if month.kind == "num" and 1 <= month.number <= 12:
            return _Atom(Period("month", year, month.number), at, after + 1)
    if apart and tokens[at + 1].text == ":" and token.kind == "num" and 1 <= token.number <= 12:
        return _Atom(Period("month", year, token.number), at, after)
    return None


def _year_atom(tokens: list[_Token], at: int, year: int) -> _Atom:
    """A year, a fiscal year "2011/12", a pair "2025/2024", or years with a dash "1982-84"."""
    alone = _Atom(Period("year", year), at, at)
    sign = at + 1
    if not _sign(tokens, sign, "/" + _DASHES) or sign + 1 >= len(tokens):
        return alone
    slash = tokens[sign].text == "/"
    second = tokens[sign + 1]
    if second.kind != "num":
        return alone
    if len(second.text) == 2 and _touching(tokens, sign + 1) and _touching(tokens, sign):
        if not slash and 1 <= second.number <= min(12, year % 100 if year % 100 else 100):
            return _Atom(Period("month", year, second.number), at, sign + 1)
        other = year - year % 100 + second.number
        other = other + 100 if other < year else other
        if other == year + 1:
            return _Atom(Period("fiscal", year, end_year=other), at, sign + 1)
        if not slash and other > year:
            return _Atom(Period("span", year, end_year=other), at, sign + 1)
        return alone
    other_year = _year(second)
    if other_year is None:
        return alone
    if other_year < year:
        return _Atom(Period("year", year), at, sign + 1, Period("year", other_year))
    if other_year == year + 1 and slash:
        return _Atom(Period("fiscal", year, end_year=other_year), at, sign + 1)
    if other_year > year and not slash:
        return _Atom(Period("span", year, end_year=other_year), at, sign + 1)
    return alone


def _before_base(tokens: list[_Token], at: int) -> bool:
    """Whether an index base follows, so that the month is the base's: "Jan 13, 1987=100"."""
    for token in tokens[at : at + 3]:
        if token.kind == "sign" and token.text == _BLANK:
            return True
        if token.kind not in ("num", "sign", "of"):
            return False
    return False


def _from_month(tokens: list[_Token], at: int) -> _Atom | None:
    number = tokens[at].number
    after = at + 1
    if after < len(tokens):
        if _before_base(tokens, after):
            return None
        if _sign(tokens, after, "/-'.") and _short_year(tokens, after + 1) and _touching(tokens, after + 1):
            year = _short_year(tokens, after + 1)
            return _Atom(Period("month", year, number), at, after + 1)
        if _sign(tokens, after, "/") and after + 1 < len(tokens) and _year(tokens[after + 1]):
            return _Atom(Period("month", _year(tokens[after + 1]), number), at, after + 1)
        if _sign(tokens, after, "-") and _touching(tokens, after) and after + 1 < len(tokens):
            year = _year(tokens[after + 1])
            if year is not None and _touching(tokens, after + 1):
                return _Atom(Period("month", year, number), at, after + 1)
        follow = _skip(tokens, after)
        if follow < len(tokens):
            year = _year(tokens[follow])
            if year is not None:
                return _Atom(Period("month", year, number), at, follow)
            day = tokens[follow]
            if day.kind in ("num", "ord") and 1 <= day.number <= 31 and len(day.text) <= 4:
                later = _skip(tokens, follow + 1)
                if later < len(tokens) and _year(tokens[later]) and not _sign(tokens, follow + 1, "/-"):
                    return _Atom(Period("day", _year(tokens[later]), number, day.number), at, later)
            if _sign(tokens, after, "'’") and _short_year(tokens, follow):
                return _Atom(Period("month", _short_year(tokens, follow), number), at, follow)
            if follow == after and len(day.text) == 2 and day.kind == "num" and day.number > 31:
                return _Atom(Period("month", _short_year(tokens, follow), number), at, follow)
    return _Atom(Period("month", None, number), at, at)


def _from_ordinal(tokens: list[_Token], at: int, text: str) -> _Atom | None:
    """ "1st quarter 2025", "III trimestre", "first half of 2024", "I-25"."""
    token = tokens[at]
    after = _skip(tokens, at + 1, ".")
    if token.kind == "ord" and after < len(tokens) and tokens[after].kind == "month":
        return _day_month(tokens, at, after)
    if after < len(tokens) and tokens[after].kind in ("quarter", "half"):
        kind = tokens[after].kind
        if token.number > _MOST[kind] or token.kind == "numeral":
            return None
        return _with_year(tokens, at, after, "quarter" if kind == "quarter" else "half", token.number)
    if token.kind == "roman" and at == 0 and _sign(tokens, 1, _DASHES + "/"):
        year = (_year(tokens[2]) or _short_year(tokens, 2)) if len(tokens) == 3 else None
        if year is not None:
            return _Atom(Period("quarter", year, token.number), at, 2)
    return None


def _from_part_word(tokens: list[_Token], at: int) -> _Atom | None:
    """ "Q1 2025", "quarter 1", "T1-25", "week 45, 2021"."""
    kind = tokens[at].kind
    after = at + 1
    if after < len(tokens) and _sign(tokens, after, "."):
        after += 1
    if after >= len(tokens):
        return None
    token = tokens[after]
    number = token.number if token.kind in ("num", "roman", "ord") else 0
    if not 1 <= number <= _MOST[kind] or (token.kind != "ord" and len(token.text) > 3):
        return None
    if len(tokens[at].text) == 1 and token.start != tokens[at].stop:
        return None
    kinds: dict[str, PeriodKind] = {"quarter": "quarter", "half": "half", "week": "week"}
    return _with_year(tokens, at, after, kinds[kind], number)


def _with_year(tokens: list[_Token], first: int, last: int, kind: PeriodKind, number: int) -> _Atom:
    after = _skip(tokens, last + 1, ",.'/-")
    if after < len(tokens):
        year = _year(tokens[after])
        if year is not None:
            return _Atom(Period(kind, year, number), first, after)
        if after == last + 2 and _sign(tokens, last + 1, "'/-") and _touching(tokens, after):
            short = _short_year(tokens, after)
            if short is not None:
                return _Atom(Period(kind, short, number), first, after)
    return _Atom(Period(kind, None, number), first, last)


def _between(tokens: list[_Token], left: _Atom, right: _Atom) -> Join:
    """How two atoms are joined."""
    middle = tokens[left.last + 1 : right.first]
    if not middle or len(middle) > 4:
        return ""
    kinds = [t.kind for t in middle if t.kind != "of"]
    if any(k == "versus" for k in kinds) and all(k in ("versus", "sign") for k in kinds):
        return "versus"
    if all(t.kind == "sign" and t.text in _DASHES for t in middle):
        return "span"
    if kinds and all(k in ("to", "ended") for k in kinds):
        return "span"
    if kinds == ["sign"] and middle[0].text == "/":
        return "versus"
    return ""


def _join(atoms: list[_Atom], tokens: list[_Token]) -> list[Mention]:
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
        mentions.append(Mention(period, compared, window, tokens[atom.first].start, tokens[last].stop, end))
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


def _window(tokens: list[_Token], first: int) -> int | None:
    """Months of the window that the words before a period state: "12 months to", "year ended", "3-month period to"."""
    at = first - 1
    seen = False
    while at >= 0 and (tokens[at].kind in ("ended", "to", "of") or _sign(tokens, at, ".,-")):
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
    while before >= 0 and _sign(tokens, before, "-."):
        before -= 1
    if before >= 0 and tokens[before].kind in ("num", "numeral") and 1 <= tokens[before].number <= 60:
        return tokens[before].number * unit
    return unit if unit > 1 else None
