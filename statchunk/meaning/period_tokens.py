"""A text to the words, figures and signs that periods are written with."""

import re
from typing import Final, NamedTuple

from statchunk.meaning.vocabulary import WORD, PeriodVocabulary, fold

_EARLIEST, _LATEST = 1700, 2199
_ROMAN: Final = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "ι": 1, "ιι": 2, "ιιι": 3}
BLANK: Final = "¤"
"""Stands for characters that are no part of a period: index bases and amounts."""
_TOKEN: Final = re.compile(
    r"(?P<num>\d+)(?P<ord>\.?[ºª°]|(?i:st|nd|rd|th|er|re|ère|e|ème|o|a|ο|ος|η)(?![^\W\d_]))?"
    rf"|(?P<word>{WORD}\.?)"
    r"|(?P<sign>[^\s\w])"
)


class Token(NamedTuple):
    """A word, figure or sign."""

    kind: str
    """"num", "ord", "month", "roman", "sign", "word", or a class of the vocabulary."""
    text: str
    number: int
    start: int
    stop: int


def read_tokens(text: str, vocabulary: PeriodVocabulary) -> list[Token]:
    """The tokens of a text, words and phrases classed by the vocabulary."""
    raw: list[Token] = []
    for match in _TOKEN.finditer(text):
        if match["num"]:
            kind = "ord" if match["ord"] else "num"
            raw.append(Token(kind, match.group(), int(match["num"][:9]), match.start(), match.end()))
        elif match["word"]:
            raw.append(Token("word", fold(match.group()).rstrip("."), 0, match.start(), match.end()))
        else:
            raw.append(Token("sign", match.group(), 0, match.start(), match.end()))
    tokens: list[Token] = []
    at = 0
    while at < len(raw):
        token, used = _classify(raw, at, vocabulary, text)
        tokens.append(token)
        at += used
    return tokens


def _classify(raw: list[Token], at: int, vocabulary: PeriodVocabulary, text: str) -> tuple[Token, int]:
    token = raw[at]
    if token.kind == "ord":
        spelling = fold(token.text)
        number = vocabulary.ordinals.get(spelling, token.number)
        return token._replace(number=number), 1
    if token.kind != "word":
        return token, 1
    longest = vocabulary.longest if token.text in vocabulary.openings else 1
    for length in range(min(longest, len(raw) - at), 0, -1):
        last = raw[at + length - 1]
        if any(t.kind == "num" for t in raw[at : at + length]):
            continue
        phrase = token.text if length == 1 else fold(text[token.start : last.stop]).rstrip(".")
        if phrase in vocabulary.months:
            if _is_word_may(token, text, raw, at):
                break
            return Token("month", phrase, vocabulary.months[phrase], token.start, last.stop), length
        if phrase in vocabulary.ordinals:
            return Token("ord", phrase, vocabulary.ordinals[phrase], token.start, last.stop), length
        if phrase in vocabulary.classes:
            return Token(vocabulary.classes[phrase], phrase, 0, token.start, last.stop), length
        if phrase in vocabulary.numerals:
            return Token("numeral", phrase, vocabulary.numerals[phrase], token.start, last.stop), length
    if token.text in _ROMAN:
        return token._replace(kind="roman", number=_ROMAN[token.text]), 1
    return token, 1


def _is_word_may(token: Token, text: str, raw: list[Token], at: int) -> bool:
    """Short month names in lower case that are common words ("may", "mar", "set") count only beside a figure."""
    if len(token.text) > 4 or not text[token.start].islower():
        return False
    beside = [raw[i] for i in (at - 2, at - 1, at + 1, at + 2) if 0 <= i < len(raw)]
    return len(raw) > 1 and not any(t.kind == "num" or t.text in "/-" for t in beside)


def year_of(token: Token) -> int | None:
    """The year that a figure of four digits can be."""
    if token.kind == "num" and len(token.text) == 4 and _EARLIEST <= token.number <= _LATEST:
        return token.number
    return None


def short_year_of(tokens: list[Token], at: int) -> int | None:
    """A year of two digits, right after a dash, slash or apostrophe or a month."""
    if at >= len(tokens):
        return None
    token = tokens[at]
    if token.kind != "num" or len(token.text) != 2:
        return None
    return 2000 + token.number if token.number < 70 else 1900 + token.number


def is_sign(tokens: list[Token], at: int, signs: str) -> bool:
    """Whether one of the signs stands there."""
    return 0 <= at < len(tokens) and tokens[at].kind == "sign" and tokens[at].text in signs


def touches(tokens: list[Token], at: int) -> bool:
    """Whether the token stands right after the one before it."""
    return 0 < at < len(tokens) and tokens[at].start == tokens[at - 1].stop


def skip(tokens: list[Token], at: int, signs: str = ",.'") -> int:
    """The next token that is none of the signs and no small word ("of")."""
    while at < len(tokens) and (tokens[at].kind == "of" or is_sign(tokens, at, signs)):
        at += 1
    return at
