"""Words of one cell to a label: lines joined, hyphens undone, leaders and marks taken off."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import Final

from statchunk.languages import words as language_words
from statchunk.model.page import Word, join_words, left_to_right, words_box
from statchunk.model.table import Label
from statchunk.tables.marks import split_label_marks, split_raised
from statchunk.text import one_space, runs_together

_LEADERS: Final = ".…·․_"
_LEADER_WORD: Final = re.compile(r"[.…·․_]{2,}|[.…·․]")
_LEADER_ALONE: Final = re.compile(r"[.·․]|[.…·․_]{13,}")
_LEADER_TAIL: Final = re.compile(r"(?:[…·․]|\.(?=\s*[.…·․]))[.…·․\s]*$|[.…·․\s]{3,}$")
_LEADER_ENDS: Final = tuple(".…·․ ")
"""What the leader at the end of a label ends in; of white space, labels hold spaces alone."""
_GLUED_MARK: Final = re.compile(r"(?:^|\s)([^\W\d_][a-zß-ÿ]{3,})([1-9])$")
_HYPHENS: Final = "-‐‑­"
_RTL: Final = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_PARTS: Final = re.compile(r"\w+(?:-\w+)*")


_order: Final = attrgetter("order")


def lines_of(words: Sequence[Word]) -> list[list[Word]]:
    """The words of one cell as lines in reading order, each line in reading order.

    Raised and lowered words stand with the line whose baseline is nearest. Turned words read along their own direction;
    right-to-left scripts read from the right.
    """
    if not words:
        return []
    turn = words[0].turn
    if len(words) == 1:
        return [list(words)]
    if turn == 90:
        return _group([(-w.baseline, w.top, w) for w in words])
    if turn == 270:
        return _group([(w.baseline, -w.bottom, w) for w in words])
    if turn == 180:
        return _group([(-w.baseline, -w.x1, w) for w in words])
    first = words[0].baseline
    if not any(w.rise or w.baseline != first for w in words):
        lines = [left_to_right(words)]
    else:
        lines = _group([(w.baseline, w.x0, w) for w in words])
    for line in lines:
        if not line[0].text.isascii() and _RTL.search(line[0].text) and _RTL.search(line[-1].text):
            line.sort(key=lambda w: -w.x1)
    return lines


def _group(keyed: list[tuple[float, float, Word]]) -> list[list[Word]]:
    """Lines from (place of the baseline, place along the line, word); raised words join the nearest line."""
    level = sorted((k for k in keyed if k[2].rise == 0), key=lambda k: (k[0], k[1]))
    lines: list[tuple[float, list[tuple[float, Word]]]] = []
    for base, along, word in level:
        if lines and base - lines[-1][0] <= 0.35 * max(word.style.size, 1.0):
            lines[-1][1].append((along, word))
        else:
            lines.append((base, [(along, word)]))
    for base, along, word in keyed:
        if word.rise == 0:
            continue
        if not lines:
            lines.append((base, []))
        shift = 0.35 * word.style.size * word.rise
        nearest = min(lines, key=lambda line: abs(line[0] - base - shift))
        nearest[1].append((along, word))
    return [[word for _, word in sorted(members, key=lambda m: m[0])] for _, members in lines]


def join_line_texts(texts: Iterable[str], known: frozenset[str] = frozenset()) -> str:
    """Lines as one text; a hyphen at a line's end goes where it only breaks the word.

    It stays before a capital or a digit, after a digit, where the hyphenated word, or each of its parts, is `known`
    (case folded) from elsewhere, and after a part that the language data name as one that keeps its hyphen.
    """
    out = ""
    for text in texts:
        if not out:
            out = text
        elif out[-1] in _HYPHENS and len(out) > 1 and out[-2].isalpha() and text[:1].isalpha():
            head = re.split(r"[\s/(]", out[:-1])[-1]
            tail = re.split(r"[\s,;:/)]", text)[0]
            keeps = (
                text[0].isupper() != out[-2].isupper()
                or f"{head}-{tail}".casefold() in known
                or head.casefold() in language_words("hyphenated")
                or (head.casefold() in known and tail.casefold() in known)
            ) and (head + tail).casefold() not in known
            out = (out if keeps else out[:-1]) + text
        elif (out[-1] in _HYPHENS and len(out) > 1 and not out[-2].isspace()) or (
            out[-1] in "–—" and out[-2:-1].isdigit() and text[:1].isdigit()
        ):
            out += text
        else:
            out = out + text if runs_together(out, text) else f"{out} {text}"
    return one_space(out)


def without_leaders(words: Sequence[Word]) -> list[Word]:
    """The words without those that are only dots leading to the figures."""
    return [w for w in words if w.text[0] not in _LEADERS or not _LEADER_WORD.fullmatch(w.text)]


def stands_apart(words: Sequence[Word]) -> bool:
    """Whether the words are several texts side by side: a gap of two type sizes or more parts them on one line."""
    for line in lines_of(words):
        for before, word in pairwise(line):
            if word.x0 - before.x1 > 2.0 * word.style.size:
                return True
    return False


def is_leader(text: str) -> bool:
    """Whether a word alone in its cell is a piece of a leader; some dots together are a sign for no figure."""
    return _LEADER_ALONE.fullmatch(text) is not None


def words_known(texts: Iterable[str]) -> frozenset[str]:
    """Words of the texts, case folded, hyphenated ones whole: what `join_line_texts` may look up."""
    known: set[str] = set()
    for text in texts:
        known.update(part.casefold() for part in _PARTS.findall(text))
    return frozenset(known)


def free_glued_marks(labels: Sequence[Label]) -> list[Label]:
    """The labels with a digit glued to the last word taken for a mark: "Average1".

    Where the same word bears other digits too ("Group1", "Group2") they number it and stay.
    """
    found = [_GLUED_MARK.search(label.text) for label in labels]
    stems = [match.group(1) for match in found if match]
    if not stems:
        return list(labels)
    digits: dict[str, set[str]] = {}
    for match in found:
        if match:
            digits.setdefault(match.group(1), set()).add(match.group(2))
    return [
        label.but(text=label.text[:-1], marks=(*label.marks, match.group(2)))
        if match and len(digits[match.group(1)]) == 1
        else label
        for label, match in zip(labels, found, strict=True)
    ]


def _by_order(words: Sequence[Word]) -> tuple[Word, ...]:
    """The words as the page has them; most stand so already."""
    before = -1
    for word in words:
        if word.order < before:
            return tuple(sorted(words, key=_order))
        before = word.order
    return tuple(words)


def make_label(words: Sequence[Word], page_number: int, known: frozenset[str] = frozenset()) -> Label:
    """The label that the words of one cell print.

    Raises:
        ValueError: if there are no words.
    """
    box = words_box(words)
    level, raised = split_raised(_by_order(words))
    kept = without_leaders(level) or list(level)
    text = join_line_texts((join_words(line) for line in lines_of(kept)), known)
    if len(kept) < len(level) and text.endswith(".") and not text.endswith(".."):
        text = text[:-1]
    stripped = (_LEADER_TAIL.sub("", text) or text) if text.endswith(_LEADER_ENDS) else text
    text, marks = split_label_marks(stripped)
    return Label(text, (*marks, *raised), tuple(words), page_number, box)
