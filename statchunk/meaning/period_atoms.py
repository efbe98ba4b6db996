"""Words, figures and signs to single periods: a month, a quarter, a year, a day."""

from typing import Final, NamedTuple

from statchunk.meaning.calendar import Period, PeriodKind
from statchunk.meaning.period_tokens import BLANK, Token, is_sign, short_year_of, skip, touches, year_of

_MOST: Final = {"quarter": 4, "half": 2, "month": 12, "week": 53}
DASHES: Final = "-~"


class Atom(NamedTuple):
    """A single period and the tokens that spell it."""

    period: Period
    first: int
    last: int
    """Indices of its first and last token."""
    pair: Period | None = None
    """The earlier year of a pair that one sign joins: "2025/2024"."""


def read_atom(tokens: list[Token], at: int, text: str) -> Atom | None:
    """The period that begins at a token; None where none does."""
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
        after = skip(tokens, at + 1)
        return _fiscal(tokens, after, at) if after < len(tokens) else None
    return None


def _fiscal(tokens: list[Token], at: int, first: int) -> Atom | None:
    year = year_of(tokens[at])
    if year is None:
        return None
    atom = _year_atom(tokens, at, year)
    return Atom(atom.period, first, atom.last, atom.pair)


def _plain_number(tokens: list[Token], at: int, text: str) -> bool:
    """Whether a figure is part of a larger one ("1,950", "2010.5", "12345")."""
    token = tokens[at]
    before, after = text[: token.start][-2:], text[token.stop : token.stop + 2]
    if len(before) == 2 and before[1] in ".," and before[0].isdigit():
        return True
    return len(after) == 2 and after[0] in ".," and after[1].isdigit() and len(token.text) == 4 and after[0] == ","


def _from_number(tokens: list[Token], at: int, text: str) -> Atom | None:
    token = tokens[at]
    dated = _numeric_date(tokens, at)
    if dated is not None:
        return dated
    if _plain_number(tokens, at, text):
        return None
    year = year_of(token)
    if year is not None:
        return _from_year(tokens, at, year)
    if token.number and len(token.text) <= 2:
        after = skip(tokens, at + 1, ".")
        if after < len(tokens) and tokens[after].kind in ("quarter", "half") and token.number <= 4:
            return _from_ordinal(tokens, at, text)
        if after < len(tokens) and tokens[after].kind == "month" and token.number <= 31:
            return _day_month(tokens, at, after)
    return None


def _day_month(tokens: list[Token], at: int, month_at: int) -> Atom | None:
    after = skip(tokens, month_at + 1)
    year = year_of(tokens[after]) if after < len(tokens) else None
    if year is None:
        return None  # "12 May" without a year: the day is not carried, the month is read alone
    return Atom(Period("day", year, tokens[month_at].number, tokens[at].number), at, after)


def _numeric_date(tokens: list[Token], at: int) -> Atom | None:
    if not (is_sign(tokens, at + 1, "/.-") and touches(tokens, at + 1) and touches(tokens, at + 2)):
        return None
    a, sign, b = tokens[at], tokens[at + 1].text, tokens[at + 2]
    if a.kind != "num" or b.kind != "num":
        return None
    third = at + 4
    if is_sign(tokens, at + 3, sign) and touches(tokens, at + 3) and touches(tokens, third):
        c = tokens[third]
        year = year_of(a)
        if year is not None and len(b.text) == 2 and len(c.text) == 2 and 1 <= b.number <= 12 and 1 <= c.number <= 31:
            return Atom(Period("day", year, b.number, c.number), at, third)
        year = year_of(c)
        if year is not None and max(len(a.text), len(b.text)) <= 2 and a.number and b.number:
            if b.number <= 12 and a.number <= 31 and (a.number > 12 or sign != "/" or a.number == b.number):
                return Atom(Period("day", year, b.number, a.number), at, third)
            if a.number <= 12 < b.number <= 31:
                return Atom(Period("day", year, a.number, b.number), at, third)
            return Atom(Period("year", year), at, third)  # day and month cannot be told apart
        short = short_year_of(tokens, third)
        if short is not None and len(a.text) == len(b.text) == 2 and a.number and b.number:
            if b.number <= 12 < a.number <= 31:
                return Atom(Period("day", short, b.number, a.number), at, third)
            if a.number <= 12 < b.number <= 31:
                return Atom(Period("day", short, a.number, b.number), at, third)
        return None
    year = year_of(b)
    if year is not None and len(a.text) <= 2 and 1 <= a.number <= 12 and sign in "/.":
        return Atom(Period("month", year, a.number), at, at + 2)
    return None


def _from_year(tokens: list[Token], at: int, year: int) -> Atom:
    after = at + 1
    if after < len(tokens) and not is_sign(tokens, after, "/"):
        part = _part_after_year(tokens, at, year)
        if part is not None:
            return part
    return _year_atom(tokens, at, year)


def _part_after_year(tokens: list[Token], at: int, year: int) -> Atom | None:
    """ "2024 Nov", "2024 Q1", "2024-Q1", "2024M04", "2025: 1st quarter", "2022 : 1"."""
    after = at + 1
    if is_sign(tokens, after, ":-.,") and after + 1 < len(tokens):
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
        return Atom(Period("month", year, token.number), at, after)
    if token.kind in ("quarter", "half", "week", "ord", "roman"):
        part = _from_part_word(tokens, after) if token.kind in ("quarter", "half", "week") else None
        part = part or (_from_ordinal(tokens, after, "") if token.kind in ("ord", "roman") else None)
        if part is not None and not part.period.whole:
            return Atom(part.period.with_year(year), at, part.last)
        return None
    if token.kind == "word" and token.text == "m" and touches(tokens, after + 1):
        month = tokens[after + 1]
        if month.kind == "num" and 1 <= month.number <= 12:
            return Atom(Period("month", year, month.number), at, after + 1)
    if apart and tokens[at + 1].text == ":" and token.kind == "num" and 1 <= token.number <= 12:
        return Atom(Period("month", year, token.number), at, after)
    return None


def _year_atom(tokens: list[Token], at: int, year: int) -> Atom:
    """A year, a fiscal year "2011/12", a pair "2025/2024", or years with a dash "1982-84"."""
    alone = Atom(Period("year", year), at, at)
    sign = at + 1
    if not is_sign(tokens, sign, "/" + DASHES) or sign + 1 >= len(tokens):
        return alone
    slash = tokens[sign].text == "/"
    second = tokens[sign + 1]
    if second.kind != "num":
        return alone
    if len(second.text) == 2 and touches(tokens, sign + 1) and touches(tokens, sign):
        if not slash and 1 <= second.number <= min(12, year % 100 if year % 100 else 100):
            return Atom(Period("month", year, second.number), at, sign + 1)
        other = year - year % 100 + second.number
        other = other + 100 if other < year else other
        if other == year + 1:
            return Atom(Period("fiscal", year, end_year=other), at, sign + 1)
        if not slash and other > year:
            return Atom(Period("span", year, end_year=other), at, sign + 1)
        return alone
    if slash and len(second.text) == 1 and second.number == (year + 1) % 10 and touches(tokens, sign + 1):
        return Atom(Period("fiscal", year, end_year=year + 1), at, sign + 1)  # "1996/7"
    other_year = year_of(second)
    if other_year is None:
        return alone
    if other_year < year:
        return Atom(Period("year", year), at, sign + 1, Period("year", other_year))
    if other_year == year + 1 and slash:
        return Atom(Period("fiscal", year, end_year=other_year), at, sign + 1)
    if other_year > year and not slash:
        return Atom(Period("span", year, end_year=other_year), at, sign + 1)
    return alone


def _before_base(tokens: list[Token], at: int) -> bool:
    """Whether an index base follows, so that the month is the base's: "Jan 13, 1987=100", no "June 2025 (2018=100)"."""
    for token in tokens[at : at + 3]:
        if token.kind == "sign" and token.text == BLANK:
            return True
        if token.kind not in ("num", "sign", "of") or token.text == "(" or year_of(token) is not None:
            return False
    return False


def _quarter_by_month(tokens: list[Token], at: int) -> Atom | None:
    """A calendar quarter named by its last month: "June quarter 2025", "Mar Qtr 2025", "June 2025 quarter"."""
    number, after = tokens[at].number, at + 1
    if number % 3 or after >= len(tokens):
        return None
    if _names_quarter(tokens, after):
        return _with_year(tokens, at, after, "quarter", number // 3)
    year = year_of(tokens[after])
    if year is not None and _names_quarter(tokens, after + 1):
        return Atom(Period("quarter", year, number // 3), at, after + 1)
    return None


def _three_months(tokens: list[Token], at: int) -> Atom | None:
    """Three months in a row with dashes between them, a moving quarter: "Mar-Apr-May 2025", of the year of the last."""
    last = at + 4
    if last >= len(tokens) or not (is_sign(tokens, at + 1, DASHES) and is_sign(tokens, at + 3, DASHES)):
        return None
    if tokens[at + 2].kind != "month" or tokens[last].kind != "month":
        return None
    first, middle, end = tokens[at].number, tokens[at + 2].number, tokens[last].number
    follow = skip(tokens, last + 1, "./")
    if (middle - first) % 12 != 1 or (end - middle) % 12 != 1 or follow >= len(tokens):
        return None
    year = year_of(tokens[follow])
    if year is None:
        return None
    return Atom(Period("span", year - (first > end), first, end_year=year, end_number=end), at, follow)


def _names_quarter(tokens: list[Token], at: int) -> bool:
    """Whether the word for a quarter stands there, no number after it."""
    if at >= len(tokens) or tokens[at].kind != "quarter" or len(tokens[at].text) < 3:
        return False
    return at + 1 >= len(tokens) or tokens[at + 1].kind != "num" or len(tokens[at + 1].text) > 2


def _from_month(tokens: list[Token], at: int) -> Atom | None:
    number = tokens[at].number
    after = at + 1
    if after < len(tokens):
        if _before_base(tokens, after):
            return None
        quarter = _quarter_by_month(tokens, at) or _three_months(tokens, at)
        if quarter is not None:
            return quarter
        if is_sign(tokens, after, "/-'.") and short_year_of(tokens, after + 1) and touches(tokens, after + 1):
            year = short_year_of(tokens, after + 1)
            return Atom(Period("month", year, number), at, after + 1)
        if is_sign(tokens, after, "/") and after + 1 < len(tokens) and year_of(tokens[after + 1]):
            return Atom(Period("month", year_of(tokens[after + 1]), number), at, after + 1)
        if is_sign(tokens, after, "-") and touches(tokens, after) and after + 1 < len(tokens):
            year = year_of(tokens[after + 1])
            if year is not None and touches(tokens, after + 1):
                return Atom(Period("month", year, number), at, after + 1)
        numbered = after + 3
        if is_sign(tokens, after, "-") and is_sign(tokens, after + 2, "-") and numbered < len(tokens):
            year = year_of(tokens[numbered])
            if year is not None and tokens[after + 1].kind == "num":
                return Atom(Period("month", year, number), at, numbered)  # "April-4-2009": a day or a week
        follow = skip(tokens, after)
        if follow < len(tokens):
            year = year_of(tokens[follow])
            if year is not None:
                return Atom(Period("month", year, number), at, follow)
            day = tokens[follow]
            if day.kind in ("num", "ord") and 1 <= day.number <= 31 and len(day.text) <= 4:
                later = skip(tokens, follow + 1)
                if later < len(tokens) and year_of(tokens[later]) and not is_sign(tokens, follow + 1, "/-"):
                    return Atom(Period("day", year_of(tokens[later]), number, day.number), at, later)
            if is_sign(tokens, after, "'’") and short_year_of(tokens, follow):
                return Atom(Period("month", short_year_of(tokens, follow), number), at, follow)
            plain = follow == after and len(day.text) == 2 and day.kind == "num"
            if plain and (day.number > 31 or (day.number > 9 and _stands_alone(tokens, at, follow))):
                return Atom(Period("month", short_year_of(tokens, follow), number), at, follow)
    return Atom(Period("month", None, number), at, at)


def _stands_alone(tokens: list[Token], first: int, last: int) -> bool:
    """Whether only signs stand beside a month and two figures, which are its year then: "Mai 25", "Juin 25/"."""
    before, after = first - 1, last + 1
    return (before < 0 or is_sign(tokens, before, "/-(")) and (
        after >= len(tokens) or is_sign(tokens, after, "/-)") or tokens[after].kind == "month"
    )


def _from_ordinal(tokens: list[Token], at: int, text: str) -> Atom | None:
    """ "1st quarter 2025", "III trimestre", "first half of 2024", "I-25"."""
    token = tokens[at]
    after = skip(tokens, at + 1, ".")
    if token.kind == "ord" and after < len(tokens) and tokens[after].kind == "month":
        return _day_month(tokens, at, after)
    if after < len(tokens) and tokens[after].kind in ("quarter", "half"):
        kind = tokens[after].kind
        if token.number > _MOST[kind] or token.kind == "numeral":
            return None
        return _with_year(tokens, at, after, "quarter" if kind == "quarter" else "half", token.number)
    if token.kind == "roman" and at == 0 and is_sign(tokens, 1, DASHES + "/"):
        year = (year_of(tokens[2]) or short_year_of(tokens, 2)) if len(tokens) == 3 else None
        if year is not None:
            return Atom(Period("quarter", year, token.number), at, 2)
    return None


def _from_part_word(tokens: list[Token], at: int) -> Atom | None:
    """ "Q1 2025", "quarter 1", "T1-25", "week 45, 2021"."""
    kind = tokens[at].kind
    after = at + 1
    if after < len(tokens) and is_sign(tokens, after, "."):
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


def _with_year(tokens: list[Token], first: int, last: int, kind: PeriodKind, number: int) -> Atom:
    after = skip(tokens, last + 1, ",.'/-")
    if after < len(tokens):
        year = year_of(tokens[after])
        if year is not None:
            return Atom(Period(kind, year, number), first, after)
        if after == last + 2 and is_sign(tokens, last + 1, "'/-") and touches(tokens, after):
            short = short_year_of(tokens, after)
            if short is not None:
                return Atom(Period(kind, short, number), first, after)
    return Atom(Period(kind, None, number), first, last)
