"""Words to text rows and tokens: what stands on one baseline, and what in it belongs together."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import ClassVar, Final, Literal, NamedTuple

from mypy_extensions import mypyc_attr

from statchunk.geometry import centre_inside
from statchunk.languages import words
from statchunk.memo import TextMemo
from statchunk.model.page import Page, Word, by_baseline, left_to_right
from statchunk.record import Record
from statchunk.settings import TableSettings
from statchunk.tables.marks import is_short_span, kind_of
from statchunk.tables.typed import without_typed_rules

TokenKind = Literal["number", "nil", "filler", "text"]

_NUMBER: Final = re.compile(
    r"^[(\[<>≤≥~≈±+\-−–‐*]*"
    r"(?:[$£€¥₹₨]|[A-Z]{1,3}[$£€])?[(\-−–]*"
    r"[.,·]?\d[\d.,·'’/:\u2009\u202f\u00a0]*"
    r"(?:[-−–][.,]?\d[\d.,]*)?"
    r"(?:%|‰|°|[a-zA-Z]|º|ª)?[)\]]*"
    r"(?:[*†‡§¶#+^]+|\(?[a-z0-9]\)|[a-z¹²³⁴⁵⁶⁷⁸⁹]{1,2}|[-−–]|\([-−–]?\d[\d.,]*%?\))?$"
)
_PART_OF_YEAR: Final = re.compile(r"^(?:[1-4][QT]|[12][HS])$")
"""A quarter or half year: "2T 2025"."""
_NIL: Final = re.compile(
    r"^(?:[-−–—‐:*†‡§#+/x×~¦|]|\*{2,3}|[.…·]{1,3}|\([-−–—:*.]\)|[-−–—]{2,3}|\(?[A-Za-z]\)|n\.?/?[a-z]\.?"
    r"|\((?-i:[A-Z]{2})\))$",
    re.IGNORECASE,
)
_LEADER: Final = re.compile(r"^[.…·_․‥\-–]{4,}$|^(?:[.·]\s?){4,}$|^…{2,}$")
_YEAR: Final = re.compile(r"^\(?(?:1[5-9]|2[01])\d\d\D?(?:[-–/]\d{1,4})?\)?\D{0,2}$")
_INTERVAL: Final = re.compile(r"^[(\[][^)\]\d]*\d[\d.,]*[-–−][^)\]]*\d[^)\]]*[)\]]$")
_SLASH_MARK: Final = re.compile(r"^[1-9]\d?/$")
_GROUP_HEAD: Final = re.compile(r"^[(\-−–+]*\d{1,3}$")
_GROUP_NEXT: Final = re.compile(r"^\d{3}(?:\D.*)?$")

_SIGNS: Final = "-−–+"
DASHES: Final = "-−–—‐"
_OPEN: Final = "-−–+(/"
_CURRENCIES: Final = frozenset(("$", "€", "£", "¥", "₹", "R$", "US$", "Rs", "Rs."))
_STATUS_LETTERS: Final = frozenset("prePRE")
_EMPTY: Final = "-−–—‐:.…·"
_TYPED: Final = 0.6  # of the type size; width of each character, and of the space, of typewriter faces
_TYPED_SPACE: Final = 0.35  # of the type size; by as much their word space is wider than that of other faces
_DOTS: Final = 3  # words; as many dots in a row are a leader, fewer are signs for none
LEAST_STEP: Final = 0.8  # of the type size; lines of two rows of a table stand no nearer
_STAMP: Final = 3.0  # times the usual type size; words as large that others are printed over are a stamp under the page
_COVERED: Final = 3  # words; as many stand on a stamp at least


@mypyc_attr(acyclic=True)
class Token(Record):
    """Words of one row that cannot fall into two columns."""

    __match_args__: ClassVar = ("words", "x0", "x1", "kind", "free")
    __slots__ = __match_args__

    words: Final[tuple[Word, ...]]
    x0: Final[float]
    x1: Final[float]
    kind: Final[TokenKind]
    free: Final[bool]
    """Whether clear white stands on both sides, so that its extent tells of its column."""

    def __init__(self, words: tuple[Word, ...], x0: float, x1: float, kind: TokenKind, free: bool) -> None:
        self.words = words
        self.x0 = x0
        self.x1 = x1
        self.kind = kind
        self.free = free

    @property
    def text(self) -> str:
        """Its words with a space where there is one."""
        words = self.words
        return words[0].text if len(words) == 1 else " ".join([w.text for w in words])


@mypyc_attr(acyclic=True)
class TextRow(Record):
    """Tokens on one baseline, left to right."""

    __match_args__: ClassVar = ("tokens", "top", "bottom", "baseline", "size")
    __slots__ = __match_args__

    tokens: Final[tuple[Token, ...]]
    top: Final[float]
    bottom: Final[float]
    baseline: Final[float]
    size: Final[float]

    def __init__(self, tokens: tuple[Token, ...], top: float, bottom: float, baseline: float, size: float) -> None:
        self.tokens = tokens
        self.top = top
        self.bottom = bottom
        self.baseline = baseline
        self.size = size

    @property
    def x0(self) -> float:
        """Left end in points."""
        return self.tokens[0].x0

    @property
    def x1(self) -> float:
        """Right end in points."""
        return self.tokens[-1].x1

    @property
    def numbers(self) -> int:
        """How many of its tokens are numbers."""
        return sum(1 for t in self.tokens if t.kind == "number")


Known = Mapping[int, tuple[list[Word], TextRow]]
"""Words that were cut into a row before, left to right, and the row, by `order` of the first word."""


class PageRows(NamedTuple):
    """The words of a page cut into rows once, for finding tables and for reading them."""

    rows: list[TextRow]
    """Of the upright words, from the top."""
    turned: list[Word]
    known: Known


def word_kind(text: str) -> TokenKind:
    """What a word by itself looks like: a figure, a sign for none, leader dots, or text."""
    return _KINDS.of(text)


def _look_at(text: str) -> TokenKind:
    if len(text) > 1 and "|" in (text[0], text[-1]):
        return _look_at(text.strip("|") or "|")  # an upright stroke typed before or behind a figure
    if _NUMBER.match(text):
        return "text" if _PART_OF_YEAR.match(text) else "number"
    if _LEADER.match(text):
        return "filler"
    if _NIL.match(text):
        return "nil"
    return "text"


_KINDS: Final = TextMemo(_look_at)


def in_reading_order(words: Sequence[Word], settings: TableSettings) -> tuple[Word, ...]:
    """The words of one cell as read: rows from the top, or, where they are set turned, along their own lines."""
    if len(words) < 2:
        return tuple(words)
    turned = [w for w in words if w.turn in (90, 270)]
    upright = [w for w in words if w.turn not in (90, 270)]
    ordered = [w for row in text_rows(upright, settings) for t in row.tokens for w in t.words]
    for turn, sign in ((270, 1), (90, -1)):
        lines: list[list[Word]] = []
        base = -1e9
        for word in sorted((w for w in turned if w.turn == turn), key=lambda w: sign * w.baseline):
            if sign * word.baseline - base > settings.baseline_tolerance * (word.style.size or 6.0):
                lines.append([])
                base = sign * word.baseline
            lines[-1].append(word)
        ordered += [w for line in lines for w in sorted(line, key=lambda w: -sign * w.top)]
    return tuple(ordered)


def without_stamps(words: Sequence[Word]) -> Sequence[Word]:
    """The words without those set so large, under other words, that they are a stamp across the page ("DRAFT")."""
    if len(words) < 2 * _COVERED:
        return words
    largest, smallest = words[0].style.size, words[0].style.size
    for word in words:
        largest, smallest = max(largest, word.style.size), min(smallest, word.style.size)
    if largest < _STAMP * smallest:
        return words
    sizes = sorted([w.style.size for w in words])
    least = _STAMP * sizes[len(sizes) // 2]
    if sizes[-1] < least:
        return words
    small = [w for w in words if w.style.size < least]
    stamps = {
        id(w)
        for w in words
        if w.style.size >= least
        and sum([centre_inside(o, w) for o in small if o.top <= w.bottom and o.bottom >= w.top]) >= _COVERED
    }
    return [w for w in words if id(w) not in stamps] if stamps else words


def is_currency(text: str) -> bool:
    """Whether a word is a sign or short name of a currency."""
    return text in _CURRENCIES


def first_figures(core: Sequence[int], rows: Sequence[TextRow]) -> int:
    """Index of the first row of a core that holds figures other than years, which may be heads; else of its first."""
    return next((i for i in core if any(t.kind == "number" and not is_year(t.text) for t in rows[i].tokens)), core[0])


def is_year(text: str) -> bool:
    """Whether a figure reads as a year or a span of years: it heads columns as often as it fills cells."""
    return _YEARS.of(text)


def _reads_as_year(text: str) -> bool:
    return _YEAR.match(text) is not None or is_short_span(text)


_YEARS: Final = TextMemo(_reads_as_year)


def is_caption(token: Token) -> bool:
    """Whether a text opens with a word for table or figure and what numbers it: "Table 3", "Chart A:"."""
    if len(token.words) < 2 or not _OPENING.of(token.words[0].text):
        return False
    number = token.words[1].text.rstrip(".:-–—")
    return len(number) < 8 and (any(c.isdigit() for c in number) or number.isupper())


def _opens_caption(text: str) -> bool:
    return text.casefold().rstrip(".:") in _caption_words()


_OPENING: Final = TextMemo(_opens_caption)


@cache
def _caption_words() -> frozenset[str]:
    return frozenset(w.rstrip(".") for w in words("table") | words("figure"))


def word_rows(words: Iterable[Word], tolerance: float) -> list[list[Word]]:
    """Words grouped by baseline, each row left to right, rows from the top.

    Args:
        words: upright words.
        tolerance: share of the type size by which baselines in a row may differ.
    """
    rows: list[list[Word]] = []
    raised: list[Word] = []
    flat: list[Word] = []
    for word in words:
        (raised if word.rise else flat).append(word)
    if not flat:
        flat, raised = raised, []
    base = -1e9
    line: list[Word] = []
    for word in by_baseline(flat):
        baseline = word.baseline
        if baseline != base and baseline - base > tolerance * min(word.style.size or 6.0, 14.0):
            line = []
            rows.append(line)
            base = baseline
        line.append(word)
    if raised:
        levels = [row[0].baseline for row in rows]
        homes = [(_row_of_raised(word, rows, levels), word) for word in raised]
        for home, word in homes:
            rows[home].append(word)
    return [left_to_right(row) for row in rows]


def _row_of_raised(word: Word, rows: list[list[Word]], levels: Sequence[float]) -> int:
    """Index of the row that a raised or lowered word stands beside; the nearest row where it stands beside none."""
    size = word.style.size or 6.0
    first = bisect_left(levels, word.baseline - 2.0 * size)
    last = bisect_right(levels, word.baseline + 2.0 * size)
    best, least = min(first, len(rows) - 1), 1e9
    for i in range(first, last):
        away = 4.0 * abs(levels[i] - word.baseline) / size
        for other in rows[i]:
            cost = away + min(abs(word.x0 - other.x1), abs(other.x0 - word.x1))
            if cost < least:
                best, least = i, cost
    return best


def text_row(words: Sequence[Word], settings: TableSettings) -> TextRow:
    """One row of words, left to right, cut into tokens."""
    row = list(words)
    alone = [word_kind(word.text) for word in row]
    text_gap = max(settings.touching, settings.word_gap)
    widest = max(text_gap, settings.tight_gap, settings.digit_gap, settings.digit_gap_in_run)
    if alone.count("nil") >= _DOTS:
        _mark_leaders(row, alone, settings)
    first = last = row[0]
    before = alone[0]
    begin, count = 0, len(row)
    starts, kinds = [0], [before]
    top, bottom, largest = first.top, first.bottom, first.style.size
    size_before = largest
    for i in range(1, count):
        word, kind = row[i], alone[i]
        size = word.style.size
        held = (kind == "nil" and _in_range(row, alone, i, settings)) or (
            kind == "number" and i > 1 and alone[i - 1] == "nil" and _in_range(row, alone, i - 1, settings)
        )
        texts = kind == before == "text"
        if not held:
            gap = (word.x0 - last.x1) / (max(size, size_before) or 6.0)
            by_text = texts or kind == "text" or before == "text" or word.text.endswith("/")
            if 0.5 < gap < 0.7 and by_text and _is_typed_space(last, word):
                gap -= _TYPED_SPACE
            if texts:
                held = gap <= text_gap
            # most gaps between figures are wider than any that holds words together, but after a currency sign
            elif gap <= widest or last.text in _CURRENCIES:
                held = _holds(row[begin:i], before, word, kind, gap, settings)
        if not held:
            starts.append(i)
            kinds.append(kind)
            begin, before = i, kind
        elif not texts:
            kinds[-1] = before = _joint_kind(row[begin : i + 1], before, kind)
        top, bottom, largest = min(top, word.top), max(bottom, word.bottom), max(largest, size)
        last, size_before = word, size
    starts.append(count)
    tokens: list[Token] = []
    clear_gap = settings.clear_gap
    edge = 0.0  # the right end of the word before
    for at, kind in enumerate(kinds):
        begin, end = starts[at], starts[at + 1]
        word = row[begin]
        x0, x1 = word.x0, word.x1
        own = (word,) if end - begin == 1 else tuple(row[begin:end])
        for i in range(begin + 1, end):
            x1 = max(x1, row[i].x1)
        clear = clear_gap * word.style.size
        free = (not begin or x0 - edge >= clear) and (end == count or row[end].x0 - x1 >= clear)
        if kind == "filler" and tokens and _fills_cell(tokens, x0, word.style.size):
            kind = "nil"
        tokens.append(Token(own, x0, x1, kind, free))
        edge = row[end - 1].x1
    base = first.baseline
    if first.rise:
        base = next((w.baseline for w in row if not w.rise), base)
    return TextRow(tuple(tokens), top, bottom, base, largest)


def _fills_cell(before: Sequence[Token], x0: float, size: float) -> bool:
    """Whether dots that begin at `x0` stand for no figure: off from a figure, or from the leader of the label."""
    last = before[-1]
    if x0 - last.x1 < size:
        return False
    led = last.kind == "filler" or _LEADER.match(last.words[-1].text) is not None
    return led or (len(before) > 1 and last.kind in ("number", "nil"))


def _mark_leaders(words: Sequence[Word], kinds: list[TokenKind], settings: TableSettings) -> None:
    """Call spaced dots a leader where they follow a figure, as years that label rows, or stand off from their label."""
    begin = 0
    while begin < len(words):
        end = begin
        while (
            end < len(words)
            and words[end].text == "."
            and (end == begin or words[end].x0 - words[end - 1].x1 < words[end].style.size)
        ):
            end += 1
        if end - begin >= _DOTS:
            after = words[begin].x0 - words[begin - 1].x1 if begin else 0.0
            if not begin or kinds[begin - 1] != "text" or after > settings.tight_gap * words[begin].style.size:
                kinds[begin:end] = ["filler"] * (end - begin)
        begin = max(end, begin + 1)


def _is_typed_space(before: Word, word: Word) -> bool:
    """Whether a space of a typewriter face stands between two words, neither a leader nor a stroke that ends a cell."""
    ends = before.text[-1:] == "|" or word.text[:1] == "|" or before.text[-2:] == ".."
    return not ends and _is_typed(before) and _is_typed(word)


def _is_typed(word: Word) -> bool:
    """Whether a word is set in a typewriter face: all its characters are as wide as the widest of other faces."""
    return abs((word.x1 - word.x0) - _TYPED * word.style.size * len(word.text)) < 0.02 * word.style.size * len(
        word.text
    )


def _in_range(words: Sequence[Word], kinds: Sequence[TokenKind], i: int, settings: TableSettings) -> bool:
    """Whether word `i` is the dash of a range of figures with spaces around it: "15 - 19"."""
    if kinds[i] != "nil" or not 0 < i < len(words) - 1 or words[i].text not in DASHES:
        return False
    if kinds[i - 1] != "number" or kinds[i + 1] != "number" or words[i + 1].text[:1] in _SIGNS:
        return False
    em = words[i].style.size or 6.0
    widest = settings.digit_gap * em
    return words[i].x0 - words[i - 1].x1 <= widest and 0.05 * em < words[i + 1].x0 - words[i].x1 <= widest


def _holds(
    group: Sequence[Word], kind: TokenKind, word: Word, word_is: TokenKind, gap: float, settings: TableSettings
) -> bool:
    """Whether a word belongs to the token before it, from which it stands off by `gap` times the type size.

    Not both are texts.
    """
    before = group[-1]
    if gap <= settings.touching:
        if word.rise or before.rise:
            return True
        if kind == "nil" and word_is == "number" and word.text[:1] in _SIGNS:
            return False
        return kind != "number" or word_is != "number" or before.text[-1:] in _OPEN
    if len(group) == 1 and before.text in _CURRENCIES and word_is == "number":
        return gap <= settings.currency_gap
    if kind == "filler" or word_is == "filler":
        return gap < settings.word_gap and (kind == word_is)
    if word.rise and gap < settings.word_gap:
        return True
    if kind == "number" and word_is == "number":
        if _SLASH_MARK.match(word.text):
            return gap <= settings.word_gap
        if word.text[:1] == "(" and "%" in word.text:
            return gap <= settings.word_gap and before.text[-1:] != ")"
        if _INTERVAL.match(word.text):
            return gap <= settings.word_gap and before.text[-1:] not in ")]"
        widest = settings.digit_gap if word.run != before.run else settings.digit_gap_in_run
        if gap > widest or not _GROUP_HEAD.match(group[0].text) or len(group) > 3:
            return False
        return bool(_GROUP_NEXT.match(word.text)) and (len(group) == 1 or _is_group(before.text))
    if kind == "nil" and word_is == "number":
        return gap <= settings.digit_gap and word.run == before.run and before.text in _SIGNS
    if word_is == "nil":
        return kind != "nil" and gap <= settings.tight_gap and not (kind == "number" and word.text[:1] in _EMPTY)
    if kind == "nil":
        return gap <= settings.tight_gap
    return gap <= settings.tight_gap


def _is_group(text: str) -> bool:
    return len(text) == 3 and text.isdigit()


def _joint_kind(group: Sequence[Word], kind: TokenKind, added: TokenKind) -> TokenKind:
    if kind == "number" and (added == "number" or group[-1].rise):
        return "number"
    if added == "number" and len(group) == 2 and group[0].rise == 1 and len(group[0].text) < 3:
        return "number"  # a raised letter before its figure: "ᴿ12.3"
    if added == "number" and len(group) == 2 and (group[0].text in _CURRENCIES or _is_status(*group)):
        return "number"
    if kind == "nil" and added == "number" and len(group) == 2:
        return "number" if word_kind("".join(w.text for w in group)) == "number" else "text"
    if kind == "number" and added == "nil":
        return "number"
    if kind == added:
        return kind
    return "text"


def _is_status(mark: Word, figure: Word) -> bool:
    """Whether a letter that says how sure a figure is stands before it: "R 1,234"."""
    return mark.text in _STATUS_LETTERS and kind_of(f"{mark.text} {figure.text}") == "figure"


def text_rows(words: Iterable[Word], settings: TableSettings, known: Known | None = None) -> list[TextRow]:
    """Upright words as rows of tokens, from the top; rows of the same words are taken from the `known` ones."""
    rows = word_rows(words, settings.baseline_tolerance)
    if not known:
        return [text_row(row, settings) for row in rows]
    out: list[TextRow] = []
    for row in rows:
        same = known.get(row[0].order)
        out.append(same[1] if same is not None and same[0] == row else text_row(row, settings))
    return out


def page_rows(page: Page, settings: TableSettings) -> PageRows:
    """The rows of an upright page."""
    words = without_typed_rules(without_stamps(page.words))
    turned = [w for w in words if w.turn != 0]
    upright = [w for w in words if w.turn == 0] if turned else words
    cut = [(row, text_row(row, settings)) for row in word_rows(upright, settings.baseline_tolerance)]
    return PageRows([row for _, row in cut], turned, {row[0].order: (row, made) for row, made in cut})
