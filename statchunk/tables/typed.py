"""Rules that are typed: lines of hyphens, underscores or equals signs, and upright strokes between columns."""

import re
from collections.abc import Sequence
from typing import Final

from statchunk.box import Box
from statchunk.geometry import box_of
from statchunk.model.page import Page, Rule, Word

_LEVEL: Final = re.compile(r"[|:+]?[-_=─]{3}[-_=─|+:]{5,}")
_OPENING: Final = "|:+-_=─"
_PIECES: Final = re.compile(r"[|:+]|[^|:+]+")
_UPRIGHT: Final = "|"
_COLON: Final = ":"
_STROKES: Final = (_UPRIGHT, _COLON, "+")
_FEW: Final = 6  # upright strokes; fewer on a page are signs of another kind
_TYPED: Final = 0.6  # of the type size; width of every character of a typewriter face
_MIDDLE: Final = 0.25  # of the type size; hyphens stand so far over the baseline
_ALIKE: Final = 0.7  # share of the wider that a typed rule and the table it frames have in common
_NEAR: Final = 0.8  # of the type size; a typed rule so near to a table frames it


def typed_rules(words: Sequence[Word]) -> list[Word]:
    """The words that stand for rules: long lines, and on a page with several of them upright strokes alone."""
    level = [w for w in words if len(w.text) > 7 and w.text[0] in _OPENING and w.turn == 0 and _LEVEL.fullmatch(w.text)]
    if not level:
        return []
    upright = [w for w in words if w.turn == 0 and w.text == _UPRIGHT]
    return level + (upright if len(upright) >= _FEW else []) + _colons(words)


def _colons(words: Sequence[Word]) -> list[Word]:
    """Colons of a typewriter face that stand alone, one under the other, in as many lines as upright strokes do."""
    columns: dict[int, list[Word]] = {}
    for word in words:
        if word.text == _COLON and abs(word.x1 - word.x0 - _TYPED * word.style.size) < 0.05 * word.style.size:
            columns.setdefault(round(word.x0), []).append(word)
    return [word for column in columns.values() if len(column) >= _FEW for word in column]


def without_typed_rules(words: Sequence[Word]) -> Sequence[Word]:
    """The words that do not stand for rules."""
    found = {id(word) for word in typed_rules(words)}
    return [word for word in words if id(word) not in found] if found else words


def without_strokes(text: str) -> str:
    """A cell's text without the upright strokes typed at its ends."""
    return (text.strip("| ") or text) if _UPRIGHT in text else text


def as_rules(page: Page) -> list[Rule]:
    """The typed rules of a page as drawn ones; upright strokes under each other are one rule, and part level ones."""
    rules: list[Rule] = []
    uprights: dict[int, Rule] = {}
    for word in sorted(typed_rules(page.words), key=lambda w: w.top):
        step = (word.x1 - word.x0) / len(word.text)
        y = word.baseline - (0.0 if word.text[0] == "_" else _MIDDLE * word.style.size)
        for piece in _PIECES.finditer(word.text):
            x0, x1 = word.x0 + piece.start() * step, word.x0 + piece.end() * step
            if piece.group()[0] not in _STROKES:
                rules.append(Rule(x0, y, x1, y, 0.0, word.style.color))
                continue
            x = (x0 + x1) / 2
            above = uprights.get(round(x))
            if above is not None and word.top - above.bottom < _NEAR * word.style.size:
                uprights[round(x)] = above._replace(bottom=word.bottom)
            else:
                rules += [above] if above is not None else []
                uprights[round(x)] = Rule(x, word.top, x, word.bottom, 0.0, word.style.color)
    return rules + list(uprights.values())


def framed(box: Box, rules: Sequence[Word]) -> Box:
    """The box of a table with the typed rules right over and right under it."""
    for word in rules:
        reach = _NEAR * word.style.size
        shared = min(word.x1, box.x1) - max(word.x0, box.x0)
        if word.text in _STROKES or shared < _ALIKE * max(box.width, word.x1 - word.x0):
            continue
        if 0 <= box.top - word.bottom < reach or 0 <= word.top - box.bottom < reach:
            own = box_of(word)
            box = Box(min(box.x0, own.x0), min(box.top, own.top), max(box.x1, own.x1), max(box.bottom, own.bottom))
    return box
