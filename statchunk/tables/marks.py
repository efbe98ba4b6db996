"""What a cell's text is (figure, nil sign, year, code, words) and the note marks that stand on it."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal

from statchunk.memo import TextMemo
from statchunk.model.page import Word

Kind = Literal["", "figure", "nil", "year", "code", "words"]

_NUMBER: Final = r"[-−–—+±<>≤≥~≈]?\s?[€$£¥₹]?\s?[-−–]?(?:\d[\d.,'’·٫٬  ]*\d|\d|[.,]\d+)(?:[½¼¾])?\s?(?:%|‰|‱)?"
_FIGURE: Final = re.compile(
    rf"(?:\(\s?{_NUMBER}\s?\)|\[\s?{_NUMBER}\s?\]|{_NUMBER}(?:\s?[-−–—/±]\s?{_NUMBER})?)(?:\s?%)?"
    rf"(?:\s?[(\[]\s?{_NUMBER}(?:\s?[-−–—,;]\s?{_NUMBER})?\s?[)\]])?"
    r"(?:\s?(?:\(\w{1,2}\)|[*†‡§¶#^]+|[a-zA-Z]))?"
)
_NIL: Final = re.compile(
    r"[-−–—_‐‑](?:\s?[-−–—_‐‑]){0,2}|\.{1,12}|\.(?:\s\.){1,11}|…{1,4}|:|\*{1,3}|/+|¤|[#•·0o°×]|\(?[A-Za-z×]\)?"
    r"|[†‡§]{1,3}|\([A-Z]{2}\)|[A-Za-z](?:[./][A-Za-z]?){1,2}\.?|\([-−–—*]\)"
)
_CURRENCY: Final = re.compile(r"(?:[A-Z]{1,3}\$|[$€£¥₹₨])\s?(?=\S)")
_FIRST_MARK: Final = re.compile(  # status letters only before what no code or number of an item looks like
    r"(?:([*†‡§]{1,3})\s?|\(([prePRE])\)\s?|([prePRE])\s?(?=\d[\d,]*[.,]\d|\d{3}))(?=[\d.(\-−–])"
)
_SLASH_MARK: Final = re.compile(r"(?:(?<=[^\W\d_])|(?<=[.)%])|\s)([1-9]\d?)/$")
_YEAR: Final = re.compile(
    r"(?:1[5-9]|2[01])\d\d(?:\s?[-–/]\s?(?:(?:1[5-9]|2[01])\d\d|\d\d))?(?:\s?[A-Za-z*]{1,2}|\s?[.:])?"
)
_PERIOD: Final = re.compile(
    r"(?:1[5-9]|2[01])\d\d[-/. ]?[A-Za-z]{1,2}[-. ]?\d{0,2}"
    r"|[A-Za-z]{1,2}[-.]?\d{1,2}[-/. ](?:(?:1[5-9]|2[01])\d\d|\d\d)"
    r"|(?:0[1-9]|1[0-2])(?:[-–](?:0[1-9]|1[0-2]))? (?:19|20)\d\d"  # the number of a month and a year
)
_SHORT_SPAN: Final = re.compile(r"(\d\d)/(\d\d)")
_CODE: Final = re.compile(r"(?=.*[A-Z])(?=...)[A-Z0-9][A-Z0-9./*_\-]{0,11}[a-z]?(?:\s?\([a-z]{2,6}\))?")
_COLUMN_NUMBER: Final = re.compile(
    r"\(\s?(?:\d{1,2}|[a-z]|[ivx]{1,4})\s?\)|\(?\d{1,2}\)?\s?[=:]\s?[\s\d()+\-−–×*/÷.,%]*(?:\([^)]*\)[\s\d()+\-−–×*/÷.,%]*)*"
)
_DIGIT: Final = re.compile(r"\d")
_MARK_SPLIT: Final = re.compile(r"[,;\s]+")
_BRACKETS: Final = "()[]"
_SYMBOL_MARK: Final = re.compile(r"(?<=[\w)%.])\s?([*†‡§¶]+)$")
_BRACKET_MARK: Final = re.compile(r"(?<=\S)\s?[(\[](1?\d(?:\s?,\s?1?\d)*|[*†‡§]+)[)\]]$")
_RAISED_MARK: Final = re.compile(r"(?<=[^\W\d_]{3})([⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}(?:[,;\s][⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2})*)$")
"""Raised figures typed as such after a word; after shorter ones they are powers of units ("km²")."""
_MARK_ENDS: Final = ")]*†‡§¶/⁰¹²³⁴⁵⁶⁷⁸⁹"
"""What the marks of a label end in, each of the patterns above and `_SLASH_MARK`."""
_VALUE_MARK: Final = (
    re.compile(  # bare letters: those of the SDMX and Eurostat observation statuses, so that "25g" stays whole
        r"(?<=[\d%)])\s?(?:\(([a-zA-Z]{1,2}|\d)\)|\[(\d{1,2})\]|([*†‡§¶#]+)|([bcdefnprsuzBCEPRU]))$"
    )
)
_UNIT: Final = re.compile(r"[(/\[]?[A-Za-zµ]{1,2}")
_POWER: Final = re.compile(r"[-−]?[123]\W*")
_NOT_A_MARK: Final = re.compile(r"[A-Za-z]{3,}|\d{3,}")


def kind_of(text: str) -> Kind:
    """What the printed text of one cell is.

    A year is told apart from other figures because years head columns as often as they fill cells; a code is short,
    without lower-case words, with a capital letter ("D7BT", "S.1311"), of three characters or more ("Q1" is none).
    """
    return _KINDS.of(text)


def _look_at(text: str) -> Kind:
    if not text:
        return ""
    if _YEAR.fullmatch(text) or _PERIOD.fullmatch(text) or is_short_span(text):
        return "year"
    if _FIGURE.fullmatch(text):
        return "figure"
    if _NIL.fullmatch(text):
        return "nil"
    bare = _bare(text)
    if bare != text and (kind := kind_of(bare)) in ("figure", "nil", "year"):
        return kind
    if _CODE.fullmatch(text):
        return "code"
    return "words"


_KINDS: Final = TextMemo(_look_at)


def _bare(text: str) -> str:
    """A text without a mark with a slash at its end, a mark or status letter before it, and a currency before that."""
    if text[-1] == "/" and (slash := _SLASH_MARK.search(text)) is not None:
        text = text[: slash.start()].rstrip()
    for pattern in (_FIRST_MARK, _CURRENCY):
        if (found := pattern.match(text)) is not None:
            text = text[found.end() :]
    return text


def is_short_span(text: str) -> bool:
    """Whether the text is two years in a row in two digits each: "11/12", "99/00"."""
    found = _SHORT_SPAN.fullmatch(text) if len(text) == 5 else None
    return found is not None and (int(found.group(2)) - int(found.group(1))) % 100 == 1


def is_column_number(text: str) -> bool:
    """Whether the text numbers a column: "(3)", "2=(3 to 6)+14"; bare digits are judged by their neighbours."""
    return _COLUMN_NUMBER.fullmatch(text) is not None


def count_columns(texts: Sequence[str]) -> bool:
    """Whether texts number the columns from the first on: "1 2 3", "(1) (2)"."""
    numbers = [text.strip("() ") for text in texts]
    return len(texts) > 1 and all(n == str(k) for k, n in enumerate(numbers, 1))


def count_codes(texts: Sequence[str]) -> bool:
    """Whether texts are codes of divisions one after the other, such as head columns: "01 02 03"."""
    if len(texts) < 3 or texts[0][0] != "0" or not all([len(text) == 2 and text.isdigit() for text in texts]):
        return False
    return all([int(b) - int(a) == 1 for a, b in pairwise(texts)])


def has_digit(text: str) -> bool:
    """Whether a digit stands in the text."""
    return _DIGIT.search(text) is not None


def split_raised(words: tuple[Word, ...]) -> tuple[tuple[Word, ...], tuple[str, ...]]:
    """The words that are not raised marks, and the marks, brackets off.

    A raised word is a mark where it is a number of one or two digits, a letter or two, a symbol, or several of these
    with commas. Powers of units ("m²") and other raised words stay in the text.
    """
    if not any([word.rise == 1 for word in words]):
        return words, ()
    kept: list[Word] = []
    marks: list[str] = []
    for at, word in enumerate(words):
        if word.rise == 1 and not kept and _leads_figure(words, at):
            marks.append(word.text.strip(_BRACKETS))
            continue
        power = kept and word.glued and _POWER.fullmatch(word.text) and _UNIT.fullmatch(kept[-1].text)
        if word.rise == 1 and not _NOT_A_MARK.search(word.text) and kept and not power:
            marks.extend(part for part in (p.strip(_BRACKETS) for p in _MARK_SPLIT.split(word.text)) if part)
        else:
            kept.append(word)
    if not kept:
        return words, ()
    return tuple(kept), tuple(marks)


def _leads_figure(words: tuple[Word, ...], at: int) -> bool:
    """Whether a raised letter or two stand before a figure that they mark: "ᴿ12.3"."""
    after = words[at + 1] if at + 1 < len(words) else None
    return (
        words[at].text.isalpha()
        and len(words[at].text) < 3
        and after is not None
        and after.glued
        and kind_of(after.text) == "figure"
    )


def split_label_marks(text: str) -> tuple[str, tuple[str, ...]]:
    """A label's text without the marks printed at its end: "Total (1)", "Rate *", "Area 1/"; bracketed letters stay."""
    marks: list[str] = []
    while text and text[-1] in _MARK_ENDS:
        found = _BRACKET_MARK.search(text) or _SYMBOL_MARK.search(text) or _SLASH_MARK.search(text)
        found = found or _RAISED_MARK.search(text)
        if found is None or not text[: found.start()].strip():
            break
        marks[:0] = [part for part in _MARK_SPLIT.split(found.group(1)) if part]
        text = text[: found.start()].rstrip()
    return text, tuple(marks)


def split_value_marks(text: str) -> tuple[str, tuple[str, ...]]:
    """A figure's text without the mark stuck to it: "3.4p", "3.4 (r)", "12*", "3.4 1/", "R 1,234"; a bracketed negative
    stays whole."""
    if not text:
        return text, ()
    marks: tuple[str, ...] = ()
    first = None if text[0].isdigit() else _FIRST_MARK.match(text)
    if first is not None and kind_of(text[first.end() :]) == "figure":
        marks, text = (first.group(first.lastindex or 0),), text[first.end() :]
    if text[-1:].isdigit():
        return text, marks
    found = _VALUE_MARK.search(text) or _SLASH_MARK.search(text)
    if found is None:
        return text, marks
    body = text[: found.start()].rstrip()
    if kind_of(body) not in ("figure", "year"):
        return text, marks
    return body, (*marks, next(group for group in found.groups() if group))
