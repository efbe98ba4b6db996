"""What opens a line: a bullet, an item's number or letter, a note mark, a label word."""

import re
from functools import cache
from typing import Final, Literal, NamedTuple

from statchunk import languages
from statchunk.languages.months import cldr_months
from statchunk.memo import TextMemo
from statchunk.model.layout import Line
from statchunk.model.page import join_words

MarkerKind = Literal["bullet", "number", "letter", "note", "dash"]

_BULLETS: Final = frozenset("•‣◦●○■□▪▫◆◇►▶▸▹➢➤➔→✓✔❖❑❒∙·⁃\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf071\uf0a8\uf06e\uf0e0\u2022")
_DASHES: Final = frozenset("-–—")
_NOTE_SIGNS: Final = re.compile(r"^\(?(\*{1,4}|[†‡§¶]{1,3}|[⁰¹²³⁴-⁹]{1,2}|\d{1,2}/|[a-z]/)\)?$")
_NUMBER: Final = re.compile(r"^(?:\(?\d{1,3}\)|\d{1,3}\.|\(?[ivx]{1,5}\)|[ivxIVX]{1,5}\.)$")
_LETTER: Final = re.compile(r"^(?:\(?[a-zA-Z]\)|[a-zA-Zα-ω]\.)$")
_LONGEST: Final = 7
"""Characters of the longest that these and a number of three figures match: "(xviii)"."""
_PLAIN_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
"""With which none of them ends."""
_SYMBOL_KEY: Final = re.compile(
    r"^(?:(?:[A-Z][A-Za-z]?(?:[./][A-Z])?\.?|[A-Z]{3}|[^\w\s]{1,3})\s*[:=]|(?:\.{1,3}|…|[-–—:*](?=\s\S+(?:\s\S+){0,3}$))\s)\s*\w"
)
_KEY_LINE: Final = re.compile(r"^(?:[A-Z][A-Za-z./]{0,5}|[^\w\s]{1,3})\s*=\s*[^\W\d]")
_PARTS: Final = re.compile(r"[\s,/–-]+")
_YEAR: Final = re.compile(r"^(?:19|20)\d\d(?:[-/–](?:19|20)?\d\d)?\*?$")
_BARE: Final = re.compile(r"^\d{1,2}(?:\.\d{1,2}){0,4}\.?$")


class Marker(NamedTuple):
    """What opens a line and how many of its words it takes."""

    kind: MarkerKind
    words: int


def opening(line: Line) -> Marker | None:
    """The marker that opens a line of at least two words; None where there is none."""
    words = line.words
    first = words[0]
    text = first.text
    if len(words) == 1:
        return None
    if text in _BULLETS:
        return Marker("bullet", 1)
    if text in _DASHES:
        return Marker("dash", 1)
    if first.rise == 0 and (len(text) > _LONGEST or text[-1] in _PLAIN_LETTERS):
        return None  # a word, as most lines begin with
    if first.rise > 0 or _NOTE_SIGNS.match(text):
        return Marker("note", 1)
    if text == "(" and len(words) > 2 and words[1].rise > 0:
        return Marker("note", 3 if words[2].text == ")" else 2)
    if _NUMBER.match(text):
        return Marker("number", 1)
    if text.isdigit() and len(text) <= 3 and len(words) > 2 and words[1].text in (".", ")"):
        return Marker("number", 2)
    if _LETTER.match(text):
        return Marker("letter", 1)
    return None


def is_marker_alone(line: Line) -> bool:
    """Whether a line is nothing but a marker, its text standing apart to the right."""
    words = line.words
    if len(words) > 2:
        return False
    text = join_words(words)
    return bool(
        text in _BULLETS
        or text in _DASHES
        or _NOTE_SIGNS.match(text)
        or _NUMBER.match(text)
        or _LETTER.match(text)
        or _BARE.match(text)
        or (len(words) == 1 and words[0].rise > 0)
    )


@cache
def _label_pattern() -> re.Pattern[str]:
    tables = _alternatives("table")
    figures = _alternatives("figure")
    # Roman figures are also typed in Greek letters
    number = r"(?:no\.?\s*)?(?:[a-z]{0,2}[-–.]?\d{1,3}(?:[.\-–]\d{1,3})*[a-z]?|[a-z]\d{0,2}|[ivxlιχ]{1,6})"
    return re.compile(
        rf"^(?:(?P<table>{tables})|(?P<figure>{figures}))(?![^\W\d])\s*(?P<number>{number})(?P<stop>\s*[.:–—\-|)]|\s|$)",
        re.IGNORECASE,
    )


def _may_open(text: str, kind: str) -> bool:
    """Whether a text begins with a letter that one of the words of a kind, or a bracket before it, begins with."""
    return text[:1] in _FIRST.of(kind) or text[:1] > _LAST_ASCII


def _first_letters(kind: str) -> frozenset[str]:
    letters = [word[:1] for word in languages.words(kind)]
    if "ı" in letters:
        letters.append("i")  # to patterns that ignore case they are one letter
    return frozenset(["(", "[", *letters, *[letter.upper() for letter in letters]])


_FIRST: Final = TextMemo(_first_letters)
_LAST_ASCII: Final = "\x7f"


@cache
def _lead_pattern(kind: Literal["source", "note"]) -> re.Pattern[str]:
    return re.compile(rf"^[(\[]?(?:{_alternatives(kind)})\s*(?:\(?\d{{1,2}}\)?)?\s*[:.：\-–—]", re.IGNORECASE)


@cache
def _alternatives(kind: str) -> str:
    return "|".join(re.escape(word) for word in sorted(languages.words(kind), key=len, reverse=True)) or r"(?!)"


class Label(NamedTuple):
    """The label that opens a caption: "Table 3." """

    kind: Literal["table", "figure"]
    text: str
    """As printed, without the stop."""
    stopped: bool
    """Whether a stop, colon or dash follows, or nothing at all, as in no sentence."""


def label(text: str) -> Label | None:
    """The label at the start of a caption, None where the text does not open with one."""
    if not (_may_open(text, "table") or _may_open(text, "figure")):
        return None
    match = _label_pattern().match(text)
    if match is None:
        return None
    kind: Literal["table", "figure"] = "table" if match["table"] else "figure"
    stop = match["stop"].strip()
    rest = text[match.end() :]
    stopped = stop != ")" and (bool(stop) or not rest.strip() or rest.lstrip()[:1] in ".:–—-|(")
    return Label(kind, text[: match.end("number")], stopped)


def table_mentions(text: str) -> list[Label | None]:
    """The tables that a text speaks of: the label of each, None for one without a number ("the table below")."""
    return [label(text[match.start() :]) for match in _table_word().finditer(text)]


@cache
def _table_word() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{_alternatives('table')})", re.IGNORECASE)


def opens_source(text: str) -> bool:
    """Whether the text is a source line: it opens with a source word and a colon."""
    return _may_open(text, "source") and _lead_pattern("source").match(text) is not None


def opens_note(text: str) -> bool:
    """Whether the text is a general note: it opens with a note word and a colon or stop."""
    return _may_open(text, "note") and _lead_pattern("note").match(text) is not None


def is_word_alone(text: str, kind: Literal["note", "contents", "continued", "source"]) -> bool:
    """Whether the text is one of the words of a kind and nothing else but brackets, dashes and stops."""
    return text.strip(" .:()[]–—-…").casefold() in _bare_words(kind)


def is_symbol_key(text: str) -> bool:
    """Whether a text says what a symbol of a table means: "NA: not available", ".. nil"."""
    return (_SYMBOL_KEY.match(text) is not None or opens_key(text)) and len(text.split()) <= 12


def opens_key(text: str) -> bool:
    """Whether a line says what a sign or an abbreviation stands for: "- = no data", "SAAR = annual rate"."""
    return bool(_KEY_LINE.match(text))


def is_years(line: Line) -> bool:
    """Whether a line is nothing but years, as heads of columns are."""
    return all(_YEAR.match(word.text) for word in line.words)


def is_date(text: str) -> bool:
    """Whether a text is a day with its month and year, words before a colon aside."""
    words = _PARTS.split(text.replace(";", ":").rsplit(":", 1)[-1].strip(" .,-–"))
    figures = [word.strip(".") for word in words if word[:1].isdigit()]
    days = [f for f in figures if f.rstrip("stndrhe").isdigit() and 0 < int(f.rstrip("stndrhe")) <= 31]
    years = [f for f in figures if f.isdigit() and 1900 <= int(f) < 2100]
    if len(words) > 5 or len(days) != 1 or len(years) != 1 or len(figures) != 2:
        return False
    day = next(i for i, word in enumerate(words) if word.strip(".") == days[0])
    folded = [word.strip(".").casefold() for word in words]
    return any(_is_month_beside(folded, day, _months(code)) for code in languages.available())


def _is_month_beside(words: list[str], day: int, months: frozenset[str]) -> bool:
    """Whether just one of the words is a month, and the day stands beside it or one word off."""
    found = [i for i, word in enumerate(words) if word in months]
    return len(found) == 1 and abs(found[0] - day) <= 2


@cache
def _months(code: str) -> frozenset[str]:
    """Names of months, whole and short, of one language."""
    spelt = [*cldr_months(code), *languages.language(code).months]
    return frozenset(name.strip(".").casefold() for names in spelt for name in names)


@cache
def _bare_words(kind: str) -> frozenset[str]:
    return frozenset(word.strip(" .:") for word in languages.words(kind))
