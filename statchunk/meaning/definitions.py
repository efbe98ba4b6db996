"""Terms and what they mean: glossaries with headings, bold or "term:" run-ins, "is defined as", tables of terms."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from statistics import median
from typing import Final, NamedTuple

from statchunk.languages import language
from statchunk.meaning.vocabulary import fold, known, phrase_pattern
from statchunk.model.layout import Block, PageLayout
from statchunk.model.page import Word, join_words
from statchunk.model.table import Table, Value
from statchunk.text import one_space

_LONGEST_TERM: Final = 12
"""Words of a term."""
_COLON: Final = re.compile(r"^(?P<term>[^\s.:;][^.:;]{1,90}?)\s*(?:\([^()]{1,60}\)\s*)?:\s+(?=\S)")
_NUMBERING: Final = re.compile(r"^\s*(?:[\dIVXivx]{1,4}(?:\.\d+)*\s*[.)]?\s+)?")
_TABLE_WORDS: Final = 5
"""Words in the middle entry of a column of definitions, at least."""


Place = tuple[int, int]
"""Page number, index of the block on its page."""


class FoundDefinition(NamedTuple):
    """A term and the blocks that hold its definition."""

    term: str
    blocks: tuple[tuple[int, int], ...]
    """(page number, index of the block on its page), in reading order."""
    run_in: bool
    """Whether the term stands in the first block itself, or beside it; else it is a heading, which stays one."""


class TableDefinition(NamedTuple):
    """A term of a table of terms."""

    term: str
    definition: str
    words: tuple[tuple[int, Word], ...]
    """(page number, word): all words of the term and its definition."""


@lru_cache(maxsize=64)
def _patterns(codes: tuple[str, ...]) -> tuple[re.Pattern[str] | None, ...]:
    groups: tuple[list[str], ...] = ([], [], [])
    for code in codes:
        words = language(code).definitions
        groups[0].extend(words.sections)
        groups[1].extend(words.verbs)
        groups[2].extend([*words.verbs, *words.loose])
    return tuple(phrase_pattern(group) for group in groups)


def is_glossary(text: str, languages: Sequence[str]) -> bool:
    """Whether a heading or caption is the title of a glossary: "8. Glossary", "Definitions and concepts"."""
    sections = _patterns(known(languages))[0]
    if sections is None:
        return False
    folded = fold(_NUMBERING.sub("", text)).strip(" .:0123456789")
    match = sections.match(folded)
    return match is not None and len(folded.split()) <= len(match.group().split()) + 3


def find_definitions(layouts: Sequence[PageLayout], languages: Sequence[str]) -> tuple[FoundDefinition, ...]:
    """Definitions in running text.

    Inside a glossary each heading below its title, and each paragraph that opens with a term, defines that term;
    blocks after it belong to it until the next term. Elsewhere only a paragraph that opens "X is defined as", or one
    under a heading X that opens "X is the". A term in a side column is no heading but a part of its definition.

    Args:
        layouts: of all pages, in order.
        languages: codes of the release.
    """
    codes = known(languages)
    found: list[FoundDefinition] = []
    glossary: int | None = None
    term: str | None = None
    run_in = False
    blocks: list[tuple[int, int]] = []

    def close() -> None:
        nonlocal term, blocks
        if term is not None and blocks:
            found.append(FoundDefinition(term, tuple(blocks), run_in))
        term, blocks = None, []

    terms_are_headings: bool | None = None
    head: tuple[Place, Block] | None = None
    for layout in layouts:
        for index, block in enumerate(layout.blocks):
            if block.kind in ("furniture", "note", "caption", "source", "headnote", "figure", "table", "panel"):
                continue
            text = _text(block)
            if block.kind == "heading":
                close()
                level = 1 if block.level is None else block.level
                if is_glossary(text, codes):
                    glossary, terms_are_headings = level, None
                elif glossary is not None and level <= glossary:
                    glossary = None
                elif glossary is not None and terms_are_headings is not False:
                    term, run_in, terms_are_headings = one_space(text), False, True
                head = ((layout.page_number, index), block)
                continue
            place = (layout.page_number, index)
            over, head = head, None
            if over is not None and block.kind == "paragraph":
                beside = _is_beside(over[1], block)
                if beside and term is not None:
                    blocks, run_in = [over[0], place], True
                    continue
                named = one_space(_text(over[1]))
                if term is None and _says_what_it_is(named, text, codes):
                    found.append(FoundDefinition(named, (over[0], place) if beside else (place,), beside))
                    continue
            if block.kind not in ("paragraph", "list"):
                close()
                continue
            opening = _opening_term(block, text, codes, glossary is not None)
            under_heading = bool(terms_are_headings) and glossary is not None
            if term is not None and (block.continues or under_heading):
                blocks.append(place)
            elif opening is not None and block.kind == "paragraph":
                close()
                term, run_in, blocks = opening, True, [place]
                terms_are_headings = False if glossary is not None else terms_are_headings
            elif glossary is not None and term is not None and (block.kind == "list" or run_in):
                blocks.append(place)
            else:
                close()
            if glossary is None:
                close()
    close()
    return tuple(found)


def _is_beside(head: Block, block: Block) -> bool:
    """Whether a heading stands left of the first line of a block, in a side column."""
    if not head.lines or not block.lines or head.page_number != block.page_number:
        return False
    level = abs(head.lines[0].baseline - block.lines[0].baseline) < 0.5 * block.lines[0].size
    return level and (head.box.x1 <= block.box.x0 + 2 or head.box.x0 >= block.box.x1 - 2)


def _says_what_it_is(term: str, text: str, codes: tuple[str, ...]) -> bool:
    """Whether a text opens with a term, an article before it at most, and a verb that says what it is."""
    verbs = _patterns(codes)[2]
    if verbs is None or len(term.split()) > _LONGEST_TERM:
        return False
    folded, opener = fold(text), fold(term)
    at = folded.find(opener)
    before = folded[:at].split() if at > 0 else []
    if at < 0 or len(before) > 1 or any(len(word) > 4 for word in before):
        return False
    verb = verbs.search(folded[at + len(opener) :])
    return verb is not None and not folded[at + len(opener) : at + len(opener) + verb.start()].strip()


def _text(block: Block) -> str:
    return one_space(" ".join(line.text for line in block.lines)) if block.lines else join_words(block.words)


def _opening_term(block: Block, text: str, codes: tuple[str, ...], in_glossary: bool) -> str | None:
    """The term that a paragraph opens with, if it is one that defines."""
    _, strong, loose = _patterns(codes)
    folded = fold(text)
    pattern = loose if in_glossary else strong
    match = pattern.search(folded[:240]) if pattern is not None else None
    if match is not None and len(folded) == len(text):
        before = text[: match.start()].strip(" ,:–-\"“”'‘’")
        if before and len(before.split()) <= _LONGEST_TERM and not re.search(r"[.;?!]\s", before):
            bold = _bold_opening(block)
            if not in_glossary or bold or before[:1].isupper():
                return (bold or before).strip(" :.–-")
    if not in_glossary:
        return None
    bold = _bold_opening(block)
    if bold and len(bold.split()) <= _LONGEST_TERM:
        return bold.strip(" :.–-")
    colon = _COLON.match(text)
    if colon is not None and len(colon["term"].split()) <= _LONGEST_TERM and len(text) > len(colon.group()) + 15:
        return colon["term"].strip()
    return None


def _bold_opening(block: Block) -> str:
    """The bold (or, where nothing is bold, italic) words that a block opens with, if others follow; else nothing."""
    words = block.words
    for bold in (True, False):
        taken = []
        for word in words:
            if not (word.style.bold if bold else word.style.italic):
                break
            taken.append(word)
        if taken and len(taken) < len(words):
            return join_words(taken)
    return ""


def table_definitions(table: Table, caption: str | None, languages: Sequence[str]) -> tuple[TableDefinition, ...]:
    """The terms of a two-column table of terms; empty where the table is none.

    Args:
        table: labelled.
        caption: its caption, or the heading above it.
        languages: codes of the release.
    """
    columns = {v.column for v in table.values}
    if len(columns) != 1 or len(table.values) < 2:
        return ()
    by_row: dict[int, list[Value]] = {}
    for value in table.values:
        by_row.setdefault(value.row, []).append(value)
    lengths = [sum(len(v.text.split()) for v in values) for values in by_row.values()]
    named = caption is not None and is_glossary(caption, languages)
    if median(lengths) < (_TABLE_WORDS if named else 3 * _TABLE_WORDS):
        return ()
    found = _first_row(table)
    for row, values in sorted(by_row.items()):
        labels = table.rows[row].path
        if not labels or len(labels[-1].text.split()) > _LONGEST_TERM:
            return ()
        words = [(label.page_number, w) for label in labels[-1:] for w in label.words]
        words += [(v.page_number, w) for v in values for w in v.words]
        found.append(TableDefinition(labels[-1].text, " ".join(v.text for v in values), tuple(words)))
    return tuple(found)


def _first_row(table: Table) -> list[TableDefinition]:
    """A term and its definition that stand where a head would: a table of terms needs no head."""
    heads = [axis.path[-1] for axis in table.columns if axis.path]
    if len(heads) != 1 or not table.stub_head or len(heads[0].text.split()) < _TABLE_WORDS:
        return []
    words = [(label.page_number, w) for label in (*table.stub_head, heads[0]) for w in label.words]
    term = " ".join(label.text for label in table.stub_head)
    return [TableDefinition(term, heads[0].text, tuple(words))]


def split_caveats(definition: str, languages: Sequence[str]) -> tuple[str, ...]:
    """The sentences of a definition that warn or exclude: "However, ...", "This does not include ..."."""
    phrases: Iterable[str] = (w for code in known(languages) for w in language(code).definitions.caveats)
    pattern = phrase_pattern(phrases)
    if pattern is None:
        return ()
    sentences = re.split(r"(?<=[.!?])\s+(?=[^\W\d_a-z])", definition)
    return tuple(s for s in sentences[1:] if pattern.search(fold(s)) is not None)
