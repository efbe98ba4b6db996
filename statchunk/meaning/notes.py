"""Notes: a printed line to its mark and text, and the notes that a cell's marks lead to."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from statchunk.languages import language
from statchunk.meaning.numbers import (
    STATUS_CONFIDENTIAL,
    STATUS_MISSING,
    STATUS_NIL,
    STATUS_NOT_APPLICABLE,
    plain,
)
from statchunk.meaning.vocabulary import fold, known, phrase_pattern
from statchunk.model.evidence import Note
from statchunk.text import one_space

_SUPERSCRIPT: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᵖʳ⁽⁾", "0123456789abcdepr()")
_SURE: Final = re.compile(
    r"^\s*(?:[(\[]\s?(?P<bracket>\d{1,3}|[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}|[A-Za-zα-ω]{1,2}|[*†‡§#]+)\s?[)\]]"
    r"|(?P<half>\d{1,2}|[A-Za-z])(?:\)(?=\s|[^\W\d_])|/(?=\s|[^\W\d_]{2}))"
    r"|(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᵖʳ]+)"
    r"|(?P<star>[*†‡§#]+)"
    r")[\s.:]*(?P<text>\S.*)$",
    re.DOTALL,
)
_LIKELY: Final = re.compile(
    r"^\s*(?:(?P<number>\d{1,2})[.:]?\s+(?=[^\d\s])|(?P<letter>[a-z])(?:[.:]|\s?=)?\s+|(?P<stuck>\d{1,2})(?=[A-Z]))(?P<text>\S.*)$",
    re.DOTALL,
)
_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_RUN_IN: Final = re.compile(
    r"\s*(?:(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2})|\((?P<bracket>\d{1,2})\)|(?P<bare>\d{1,2})[.:]?\s|(?P<signs>\*)(?!\*))"
)
_SYMBOL: Final = re.compile(
    r"^\s*(?P<symbol>\(X\)|\([A-Z]\)|[A-Z]{1,2}(?=[\s=:])|[-–—−]{1,3}|\.{2,4}|…|:|x(?=\s)|\*{1,3}|[a-z](?=\s*[=:]))\s*(?:[=:]\s*)?(?P<text>[^\W\d_].*)$"
)
_MARK_PARTS: Final = re.compile(r"\d{1,3}|[A-Za-zα-ω]{1,2}|[*†‡§¶#]+")
_TAIL: Final = re.compile(r"\s*\((?P<mark>\d{1,2}|[a-z]|[*†‡]+)\)\s*$|(?<=[^\W\d_][^\W\d_][^\W\d_A-Z])(?P<stuck>\d)$")


@dataclass(frozen=True, slots=True)
class Legend:
    """What a table's own key says that its symbols mean."""

    statuses: tuple[tuple[str, str], ...] = ()
    """(symbol folded and plain, SDMX status)."""

    def status(self, symbol: str) -> str | None:
        """The status that the key gives a symbol."""
        wanted = _symbol_key(symbol)
        return next((status for known_symbol, status in self.statuses if known_symbol == wanted), None)


def split_marks(mark: str) -> tuple[str, ...]:
    """One printed mark or several in one: "1,2" is "1" and "2"; brackets go, raised figures become plain."""
    return tuple(_MARK_PARTS.findall(mark.translate(_SUPERSCRIPT)))


def parse_note(text: str, marks: Iterable[str] = ()) -> tuple[str | None, str]:
    """A note line to its mark, without brackets, and the rest; the mark is None for a general note.

    Args:
        text: the note as printed.
        marks: marks that stand in the table, which settle "a" or "1" without a bracket.
    """
    line = one_space(text)
    if line.startswith("⁽"):
        line = line[:6].translate(_SUPERSCRIPT) + line[6:]
    sure = _SURE.match(line)
    if sure is not None:
        mark = sure["bracket"] or sure["half"] or sure["star"] or sure["raised"]
        return mark.translate(_SUPERSCRIPT), sure["text"]
    likely = _LIKELY.match(line)
    if likely is not None:
        mark = likely["number"] or likely["letter"] or likely["stuck"]
        if likely["letter"] is None or mark in set(marks):
            return mark, likely["text"]
    return None, line


def split_run_in(text: str) -> list[str]:
    """Notes set one after the other in one text, parted before each next mark: "¹ Provisional ² Revised"."""
    first = _RUN_IN.match(text)
    if first is None:
        return [text]
    number = (first["raised"] or first["bracket"] or first["bare"] or "").translate(_SUPERSCRIPT)
    parts: list[str] = []
    start, signs = 0, first["signs"] or ""
    while True:
        if number:
            number = str(int(number) + 1)
            raised = number.translate(_RAISED)
            pattern = rf"(?<!\w){raised}(?![⁰¹²³⁴-⁹])\s?(?=\S)"
            if first["bracket"]:
                pattern += rf"|(?<=[.;])\s+\({number}\)\s"
            elif first["bare"]:
                pattern += rf"|(?<=[.;])\s+{number}[.:]?\s+(?=[^\W\d_a-z])"
        else:
            signs += "*"
            pattern = rf"(?<=[\s;.,]){re.escape(signs)}(?!\*)\s?(?=\w)"
        found = re.compile(pattern).search(text, start + 1)
        if found is None:
            return [*parts, text[start:].strip()]
        parts.append(text[start : found.start()].strip())
        start = found.start()


def label_and_marks(text: str, marks: Sequence[str], on_hand: frozenset[str]) -> tuple[str, tuple[str, ...]]:
    """A label without the mark at its end, bracketed or stuck to a word, where a note of that mark is on hand."""
    found = [part for mark in marks for part in split_marks(mark)]
    while True:
        last = text.rstrip()[-1:]
        if last != ")" and not last.isdigit():  # as most labels end
            return text, tuple(found)
        tail = _TAIL.search(text)
        mark = (tail["mark"] or tail["stuck"]) if tail is not None else None
        if tail is None or mark not in on_hand:
            return text, tuple(found)
        found.append(mark)
        text = text[: tail.start()]


def notes_for(marks: Iterable[str], notes: Sequence[Note], page: int) -> tuple[Note, ...]:
    """The notes that marks on a page lead to, in the order of the marks, each once.

    Where a mark stands before several notes the one on the same page holds, else the next page's, else the first.
    """
    found: list[Note] = []
    for mark in marks:
        same = [n for n in notes if n.mark is not None and (mark == n.mark or mark in split_marks(n.mark))]
        if not same:
            same = [n for n in notes if n.mark is not None and n.mark.casefold() == mark.casefold()]
        if not same:
            continue
        best = min(same, key=lambda n: (n.page != page, n.page < page, abs(n.page - page)))
        if best not in found:
            found.append(best)
    return tuple(found)


def _symbol_key(symbol: str) -> str:
    return fold(plain(symbol)).strip()


@lru_cache(maxsize=64)
def _legend_patterns(
    codes: tuple[str, ...],
) -> tuple[tuple[tuple[str, re.Pattern[str]], ...], re.Pattern[str] | None]:
    """(status, its phrases) of each status that languages name, and the words that open a note."""
    patterns = []
    for status, name in (
        (STATUS_NOT_APPLICABLE, "not_applicable"),
        (STATUS_CONFIDENTIAL, "confidential"),
        (STATUS_MISSING, "missing"),
        (STATUS_NIL, "nil"),
        ("p", "provisional"),
        ("r", "revised"),
        ("e", "estimated"),
    ):
        phrases = [w for code in codes for w in getattr(language(code).statuses, name) if len(w) > 2]
        pattern = phrase_pattern(phrases)
        if pattern is not None:
            patterns.append((status, pattern))
    return tuple(patterns), phrase_pattern(w for code in codes for w in language(code).note)


def read_legend(texts: Iterable[str], languages: Sequence[str]) -> Legend:
    """The key of a table: "- zero or negligible", "(X) Not applicable", ".. not available"."""
    patterns, opening = _legend_patterns(known(languages))
    found: dict[str, str] = {}
    for text in texts:
        for piece in re.split(r"[;\n]|\.\s+(?=\S\s)|,?\s+(?=(?:\.{2,3}|…|[-–—])\s)", text):
            rest = piece.strip()
            head = opening.match(fold(rest)) if opening is not None else None
            if head is not None and rest[head.end() : head.end() + 1] == ":":
                rest = rest[head.end() + 1 :].strip()
            match = _SYMBOL.match(rest)
            if match is None:
                continue
            meaning = fold(match["text"])
            for status, pattern in patterns:
                if pattern.search(meaning) is not None:
                    found.setdefault(_symbol_key(match["symbol"]), status)
                    break
    return Legend(tuple(found.items()))
