"""A page in the words of a language's file, made by hand; `python -m tests.languages.page FILE` prints what is read.

FILE holds the placed texts as JSON, so that a process without the language's file can read the same page.
"""

import json
import sys
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

from babel import Locale

from statchunk import pipeline
from statchunk.languages import language
from statchunk.model.evidence import Document
from statchunk.model.page import Release, Rule
from tests.layout.words import Sheet

FIGURES = (("101.2", "103.4"), ("99.0", "98.1"), ("88.5", "87.6"), ("120.3", "121.9"))


class Placed(NamedTuple):
    """A text on a baseline."""

    text: str
    x: float
    baseline: float


def placed(code: str) -> Iterator[Placed]:
    """Sentences, and a table with its caption, unit, months and source line."""
    words = language(code)
    stream = cycle(words.stopwords)
    for row in range(12):
        yield Placed(" ".join(islice(stream, 12)) + ("." if row == 11 else ""), 56, 60 + 13 * row)
    months = Locale(code).months["stand-alone"]["wide"]
    yield Placed(f"{words.table[0]} 1. {' '.join(words.stopwords[:4])}", 56, 250)
    yield Placed(f"({words.units.multipliers[1].words[0]})", 56, 264)
    for x, month in ((250, months[1]), (400, months[2])):
        yield Placed(f"{month} 2025", x, 285)
    for row, (label, figures) in enumerate(zip(words.stopwords[4:], FIGURES, strict=False)):
        yield Placed(f"{label} {label}", 56, 305 + 14 * row)
        for x, figure in zip((260, 410), figures, strict=True):
            yield Placed(figure, x, 305 + 14 * row)
    yield Placed(f"{words.source[0]}: X", 56, 375)


def understood(texts: list[Placed]) -> Document:
    """The page as a document."""
    sheet = Sheet()
    for text, x, baseline in texts:
        sheet.put(text, x, baseline)
    sheet.rules.append(Rule(56, 290, 500, 290, 0.5, 0))
    return pipeline.understand(Release("page.pdf", "d", "0", (sheet.page(),)))


if __name__ == "__main__":
    content = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    for observation in understood([Placed(*one) for one in content]).observations:
        print(observation.model_dump_json())
