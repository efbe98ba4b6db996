"""The sentences of running text that lead to a table."""

import re
from collections.abc import Sequence
from typing import Final

from statchunk.evidence.arrange import Item
from statchunk.evidence.writer import Writer
from statchunk.layout.markers import table_mentions
from statchunk.meaning.units import states_unit

_SENTENCES: Final = re.compile(r"(?<=[.!?؟])\s+(?=[^\W\d_a-z])")


def introduction(items: Sequence[Item], at: int, label: str | None, writer: Writer) -> str | None:
    """What the text of the section before a table says of it; None where it does not speak of it.

    Sentences that name the table by its label count wherever they stand in the section; in the paragraph right before
    the table also those that speak of a table without a number or say in what unit figures are, and the last one where
    it ends in a colon.

    Args:
        items: of the document, in reading order.
        at: place of the table among them.
        label: of the table, as printed.
        writer: of the document.
    """
    found: list[str] = []
    nearest = True
    for place in range(at - 1, -1, -1):
        item = items[place]
        if item.section != items[at].section or item.kind == "heading":
            break
        if item.kind == "paragraph":
            text = " ".join(writer.text(block) for block in item.blocks)
            sentences = _SENTENCES.split(text)
            own = [
                one
                for one in sentences
                if _speaks_of(one, label, nearest)
                or (nearest and states_unit(one, writer.languages) and not any(table_mentions(one)))
            ]
            if nearest and text.endswith(":") and sentences[-1] not in own:
                own.append(sentences[-1])
            found = own + found
        nearest = nearest and item.kind == "furniture"
    return " ".join(found) or None


def _speaks_of(sentence: str, label: str | None, nearest: bool) -> bool:
    """Whether a sentence names the table, or, right before it, a table without a number."""
    for named in table_mentions(sentence):
        if named is None:
            return nearest
        if label is not None and named.text.split()[-1] == label.split()[-1]:
            return True
    return False
