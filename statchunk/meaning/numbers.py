"""Printed figures to numbers: the format is decided for a whole table, then each figure is read by it."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from babel import Locale
from babel.core import UnknownLocaleError

from statchunk.memo import TextMemo

MINUS_SIGNS: Final = "-−–—‒‐‑﹣－"
CURRENCY_SIGNS: Final = "$£€¥₹₦₵₱₽₪₩฿₺"

_SPACES: Final = "  \u2009\u202f\u2007\u2008\u200a\u2002\u2003\t"
_APOSTROPHES: Final = "'’ʼ‘´"
_TO_PLAIN: Final = str.maketrans(
    dict.fromkeys(MINUS_SIGNS, "-")
    | dict.fromkeys(_SPACES, " ")
    | dict.fromkeys(_APOSTROPHES, "'")
    | {"٫": ",", "٬": "'", "،": ",", "·": ".", "．": ".", "，": ","}
)
_FIGURE: Final = re.compile(r"\d[\d.,' ]*")
_SUPERSCRIPTS: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_VULGAR: Final = {c: unicodedata.numeric(c) for c in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"}

_NIL: Final = frozenset({"-", "--", "---", "- -", "- - -"})
_MISSING: Final = frozenset(
    {"..", "...", "…", ". .", ". . .", ":", "n.a.", "n.a", "na", "n/a", "nav", "n.av.", "....", "."}
)
_NOT_APPLICABLE: Final = frozenset({"(x)", "x", "xx", "xxx", "n.ap.", "n.app.", "///"})
_CONFIDENTIAL: Final = frozenset({"c", "(c)", "(d)", "(s)", "s", "conf.", "**c"})
STATUS_NIL: Final = "-"
STATUS_MISSING: Final = ".."
STATUS_NOT_APPLICABLE: Final = "x"
STATUS_CONFIDENTIAL: Final = "c"
_STATUS_LETTERS: Final = {"p": "p", "r": "r", "e": "e", "b": "b", "f": "f", "u": "u", "d": "d", "i": "i"}

_SIMPLE: Final = re.compile(r"-?\d+(?:(?P<sign>[.,])\d+)?", re.ASCII)
_BODY: Final = re.compile(
    r"""^
    (?P<currency0>(?:[$£€¥₹₦₵₱₽₪₩฿₺]|[A-Za-z]{1,3}\$)(?=\s*\())?\s*
    (?P<open>\()?\s*
    (?P<relation>[<>≤≥~≈±])?\s*
    (?P<sign>[-+])?\s*
    (?P<currency>[$£€¥₹₦₵₱₽₪₩฿₺]|[A-Za-z]{1,3}\$|Rs\.?)?\s*
    (?P<sign2>[-+])?\s*
    (?P<digits>\d[\d.,']*(?:\s\d{2,3}(?=\D|$)[.,\d]*)*|[.,]\d+)
    \s*(?P<vulgar>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])?
    \s*(?P<percent>%|‰|p\.p\.|pp)?
    \s*(?P<currency2>[$£€¥₹₦₵₱₽₪₩฿₺]|[a-zA-Z]?¢)?
    \s*(?P<trailing>-(?!\d))?
    \s*(?P<close>\))?
    \s*(?P<percent2>(?<=\))%)?
    (?P<rest>.*)$""",
    re.VERBOSE,
)
_MARKS: Final = re.compile(
    r"^\s*(?P<marks>(?:(?:\(?\s*(?:[A-Za-z](?![A-Za-z])|[*†‡§¶#]+|[⁰¹²³⁴⁵⁶⁷⁸⁹]+)\s*\)?|\(?\s*\d{1,2}\s*[)/])[\s,]*)*)$"
)
_ERROR: Final = re.compile(r"\s*(?:[(\[]\s*±?\d*[.,]\d+\s*%?\s*[)\]]|±\s*\d[\d.,]*)\s*$")  # beside its figure
_MARK: Final = re.compile(r"[A-Za-z]|\d{1,2}|[*†‡§¶#]+|[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_RANGE: Final = re.compile(r"^(?P<low>\d[\d.,' ]*?)\s*-\s*(?P<high>\d[\d.,' ]*)\s*(?P<percent>%|‰)?$")
_FRACTION: Final = re.compile(r"^(?P<whole>\d+\s)?(?P<top>\d{1,3})/(?P<bottom>[2-9]|1\d{1,2}|[2-9]\d)$")


class NumberFormat(NamedTuple):
    """How a table writes its figures."""

    decimal: str
    """"." or ","."""
    group: str
    """",", ".", " ", "'" or "" where none is seen."""
    certain: bool = True
    """False where the figures allow both readings and the language decided."""


@dataclass(frozen=True, slots=True)
class Number:
    """A figure as read."""

    value: float | None
    """None for nil, missing, confidential, a range, or text that is no figure."""
    status: str | None = None
    """p, r, e, b as SDMX; "-" nil, ".." missing, "x" not applicable, "c" confidential."""
    unit: str | None = None
    """What the figure itself prints: "%", "‰", a currency sign."""
    marks: tuple[str, ...] = ()
    """Marks that stuck to the figure and are no part of it."""
    low: float | None = None
    high: float | None = None
    """Of a range."""
    relation: str = ""
    """"<", ">" and the like before the figure; then `value` is None and `low` or `high` bears the bound."""
    is_figure: bool = True
    """False for text."""


@lru_cache(maxsize=64)
def format_of_language(code: str) -> NumberFormat:
    """The usual format of a language by CLDR; a decimal point for a language that CLDR does not know."""
    try:
        symbols = Locale.parse(code, sep="-").number_symbols["latn"]
    except (UnknownLocaleError, ValueError, KeyError):
        return NumberFormat(".", ",", False)
    decimal = "," if plain(str(symbols["decimal"])) == "," else "."
    return NumberFormat(decimal, plain(str(symbols["group"])), False)


def plain(text: str) -> str:
    """The text with Latin digits, a hyphen for each minus, one kind of space and of apostrophe."""
    if text.isascii():
        return text
    text = text.translate(_TO_PLAIN)
    if text.isascii():
        return text
    return "".join(
        str(unicodedata.digit(c)) if c not in _SUPERSCRIPTS and unicodedata.category(c) == "Nd" else c for c in text
    )


def _figures_in(text: str) -> tuple[str, ...]:
    return tuple([found.rstrip("., '") for found in _FIGURE.findall(plain(text))])


_FIGURES: Final = TextMemo(_figures_in)


def decide_format(texts: Iterable[str], hint_language: str | None = None) -> NumberFormat:
    """The format that the figures of one table were written in.

    Each figure votes where it can mean one thing only: both signs in it, a sign twice, other than three digits
    after the sign, more than three or a single 0 before it. Where no figure decides, the language does.

    Args:
        texts: the body cells of the whole table, as printed.
        hint_language: BCP 47 code, for tables that do not say.
    """
    decimal_votes = {".": 0, ",": 0}
    group_votes = {".": 0, ",": 0, " ": 0, "'": 0}
    unsure = {".": 0, ",": 0}
    whole = 0
    counts: dict[str, int] = {}
    for text in texts:
        counts[text] = counts.get(text, 0) + 1
    for text, times in counts.items():
        for figure in _FIGURES.of(text):
            whole += times * (figure.isdigit() and len(figure) <= 3)
            _vote(figure, times, decimal_votes, group_votes, unsure)
    if whole and not any(decimal_votes.values()):
        for sign, count in unsure.items():  # short whole numbers beside "46,722": decimals would show in all
            group_votes[sign] += count
    hint = format_of_language(hint_language or "en")
    point, comma = decimal_votes["."] + group_votes[","], decimal_votes[","] + group_votes["."]
    certain = True
    if point == comma:
        decimal = hint.decimal
        certain = not any(unsure.values()) and point == 0
        if point == 0 and unsure["."] != unsure[","] and (group_votes[" "] or group_votes["'"]):
            decimal = "." if unsure["."] > unsure[","] else ","
    else:
        decimal = "." if point > comma else ","
    other = "," if decimal == "." else "."
    if group_votes[other] or (unsure[other] and not unsure[decimal]):
        group = other
    elif group_votes[" "]:
        group = " "
    elif group_votes["'"]:
        group = "'"
    else:
        group = other if unsure[other] else ""
    return NumberFormat(decimal, group, certain)


def _vote(figure: str, times: int, decimal: dict[str, int], group: dict[str, int], unsure: dict[str, int]) -> None:
    for sign in " '":
        if sign in figure and all(len(part) == 3 for part in re.split(r"[.,]", figure)[0].split(sign)[1:]):
            group[sign] += times
    last = max(figure.rfind("."), figure.rfind(","))
    if last < 0:
        return
    sign = figure[last]
    other = "," if sign == "." else "."
    before, after = figure[:last], figure[last + 1 :]
    if other in before:
        decimal[sign] += times
        group[other] += times
    elif sign in before:
        group[sign] += times
    elif len(after) != 3 or not before.isdigit() or len(before) > 3 or before[0] == "0":
        decimal[sign] += times
    else:
        unsure[sign] += times


def to_float(digits: str, form: NumberFormat) -> float | None:
    """Digits with their signs to a number; None where they do not fit the format."""
    digits = "".join(digits.split()).replace("'", "")  # any space groups digits
    other = "," if form.decimal == "." else "."
    if digits.count(form.decimal) > 1:
        if other in digits or not _grouped(digits, form.decimal):
            return None
        digits = digits.replace(form.decimal, "")
    elif other in digits:
        whole = digits.split(form.decimal)[0]
        if _grouped(whole, other):
            digits = digits.replace(other, "")
        elif form.decimal not in digits and digits.count(other) == 1:
            digits = digits.replace(other, ".")  # a slip of the typist: "0.5" among decimal commas
            return float(digits) if digits.strip(".") else None
        else:
            return None
    digits = digits.replace(form.decimal, ".")
    return float(digits) if digits.strip(".") else None


def _grouped(whole: str, sign: str) -> bool:
    parts = whole.split(sign)
    return (
        len(parts) > 1
        and 1 <= len(parts[0]) <= 3
        and len(parts[-1]) == 3
        and all(len(part) in (2, 3) for part in parts[1:-1])
    )


def parse_number(text: str, form: NumberFormat) -> Number:
    """One printed figure.

    Args:
        text: a body cell as printed.
        form: what `decide_format` gave for its table.
    """
    memo = _PARSED.get(form)
    if memo is None:
        memo = _PARSED[form] = TextMemo(lambda text: _parse(text, form))
    return memo.of(text)


_PARSED: Final[dict[NumberFormat, TextMemo[Number]]] = {}


def _parse(text: str, form: NumberFormat) -> Number:
    shown = plain(text).strip()
    simple = _SIMPLE.fullmatch(shown)
    if simple is not None and simple["sign"] in (None, form.decimal):
        value = float(shown.replace(",", "."))
        return Number(value or 0.0)  # no minus before nought
    symbol = _symbol(shown)
    if symbol is not None:
        return symbol
    fraction = _FRACTION.match(shown)
    if fraction:
        whole = float(fraction["whole"] or 0)
        return Number(whole + int(fraction["top"]) / int(fraction["bottom"]))
    if shown and shown[0] in _VULGAR and len(shown) == 1:
        return Number(_VULGAR[shown])
    between = _RANGE.match(shown)
    if between:
        low, high = to_float(between["low"].strip(), form), to_float(between["high"].strip(), form)
        if low is not None and high is not None and low <= high:
            return Number(None, None, between["percent"], low=low, high=high)
    body = _BODY.match(shown)
    if body is None:
        return Number(None, is_figure=False)
    return _assemble(body, shown, form)


def _assemble(body: re.Match[str], shown: str, form: NumberFormat) -> Number:
    digits, rest = body["digits"].rstrip(" "), body["rest"]
    tail = ""
    if digits[-1] in ".,'":
        digits, tail = digits[:-1], digits[-1]
    if body["close"] and not body["open"]:
        return Number(None, is_figure=False)
    closed = bool(body["open"] and body["close"])
    if body["open"] and not closed:
        inner = rest.rstrip()
        if not inner.endswith(")"):
            return Number(None, is_figure=False)
        rest, closed = inner[:-1], True
    marks = _MARKS.match(tail.strip(".,'") + _ERROR.sub("", rest))
    if marks is None:
        return Number(None, is_figure=False)
    value = to_float(digits, form)
    if value is None:
        return Number(None, is_figure=False)
    if body["vulgar"]:
        value += _VULGAR[body["vulgar"]]
    negative = (body["sign"] == "-") or (body["sign2"] == "-") or bool(body["trailing"]) or closed
    value = -value if negative and value else value
    unit = body["percent"] or body["percent2"] or body["currency"] or body["currency0"] or body["currency2"]
    found = tuple(_MARK.findall(marks["marks"]))
    status = next((_STATUS_LETTERS[m] for m in found if m in _STATUS_LETTERS), None)
    stuck = tuple(m for m in found if m not in _STATUS_LETTERS)
    relation = body["relation"] or ""
    if relation in ("<", "≤"):
        return Number(None, status, unit, stuck, high=value, relation=relation)
    if relation in (">", "≥"):
        return Number(None, status, unit, stuck, low=value, relation=relation)
    return Number(value, status, unit, stuck, relation=relation)


def _symbol(shown: str) -> Number | None:
    folded = shown.casefold()
    if shown[:1] in CURRENCY_SIGNS:
        folded = folded[1:].lstrip()  # a nil sign after the currency of its column: "$ -"
    core = folded.strip("() ") if folded not in _NOT_APPLICABLE and folded not in _CONFIDENTIAL else folded
    if folded in _NIL or core in _NIL:
        return Number(None, STATUS_NIL)
    if core in _MISSING or (core and not core.strip(".… ")):
        return Number(None, STATUS_MISSING)
    if folded in _NOT_APPLICABLE:
        return Number(None, STATUS_NOT_APPLICABLE)
    if folded in _CONFIDENTIAL:
        return Number(None, STATUS_CONFIDENTIAL)
    return None
