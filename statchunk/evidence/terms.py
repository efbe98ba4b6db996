"""Definitions: terms in running text, and tables of terms."""

from collections.abc import Sequence
from typing import Final

from statchunk.evidence.arrange import Item, Owner
from statchunk.evidence.places import evidence_id, merged, references
from statchunk.evidence.prose import items_of, loose_notes
from statchunk.evidence.writer import Writer
from statchunk.meaning.definitions import FoundDefinition, split_caveats, table_definitions
from statchunk.model.evidence import Definition, Evidence, Paragraph, WordRef
from statchunk.model.layout import Block
from statchunk.text import one_space

_STOPS: Final = " \t:.–—-"


def definition(found: FoundDefinition, blocks: Sequence[Block], section: tuple[str, ...], writer: Writer) -> Definition:
    """A term in running text; a term that is a heading stays a heading of its own as well.

    Args:
        found: the term.
        blocks: that hold its definition, in order.
        section: headings above it.
        writer: of the document.
    """
    lines: list[str] = []
    for block in blocks:
        if block.kind == "list":
            lines.extend(items_of([block], writer))
        elif block.continues and lines:
            lines[-1] = one_space(writer.hyphens.join(lines[-1], writer.text(block)))
        else:
            lines.append(writer.text(block))
    text = "\n".join(lines)
    meaning = _after_term(text, found.term) if found.run_in else text
    regions = merged(writer.frames.region(block.page_number, block.box) for block in blocks)
    return Definition(
        id=evidence_id(writer.document_id, "definition", regions[0].page, regions[0].bbox, text),
        document_id=writer.document_id,
        page=regions[0].page,
        regions=regions,
        section=section,
        text=text,
        term=found.term,
        definition=meaning,
        caveats=split_caveats(meaning, writer.languages),
        words=tuple(ref for block in blocks for ref in references(block.page_number, block.words)),
    )


def _after_term(text: str, term: str) -> str:
    """The text behind the term where it opens with it; "X is ..." is kept whole, for it reads as a sentence."""
    if not text.casefold().startswith(term.casefold()):
        return text
    rest = text[len(term) :]
    return rest.strip(_STOPS + "\n") if rest[:1] in ":.–—-\n" or rest[:2].strip() in (":", "–", "—", "-") else text


def terms_of_table(item: Item, writer: Writer) -> list[Evidence]:
    """A table of terms as definitions, what else is printed in it as a paragraph, and its notes; empty where it is no
    such table.

    Args:
        item: a table with its parts.
        writer: of the document.
    """
    owner = item.owner
    if owner is None or owner.table is None:
        return []
    captions = [writer.text(block) for block in owner.attached.captions]
    caption = " ".join(captions) or (item.section[-1] if item.section else None)
    terms = table_definitions(owner.table, caption, writer.languages)
    if not terms:
        return []
    found: list[Evidence] = []
    used: set[WordRef] = set()
    for term in terms:
        regions = merged(writer.frames.region(page, word) for page, word in term.words)
        text = f"{term.term}\n{term.definition}"
        words = tuple(WordRef(page, word.order) for page, word in term.words)
        used.update(words)
        found.append(
            Definition(
                id=evidence_id(writer.document_id, "definition", regions[0].page, regions[0].bbox, text),
                document_id=writer.document_id,
                page=regions[0].page,
                regions=regions,
                section=item.section,
                text=text,
                term=term.term,
                definition=term.definition,
                caveats=split_caveats(term.definition, writer.languages),
                words=words,
            )
        )
    if len(used) != sum(len(term.words) for term in terms):
        return []
    rest = _rest(item, used, writer)
    notes = [note for block in _notes(owner) for note in loose_notes(block, item.section, writer)]
    return [*([] if rest is None else [rest]), *found, *notes]


def _notes(owner: Owner) -> list[Block]:
    """Its note and source blocks, in order."""
    own = [owner.attached, *(owner.again[page].attached for page in sorted(owner.again))]
    return [block for part in own for block in (*part.notes, *part.sources)]


def _rest(item: Item, used: set[WordRef], writer: Writer) -> Paragraph | None:
    """Heads and caption of a table of terms."""
    blocks = list(item.blocks)
    if item.owner is not None:
        own = [item.owner.attached, *(item.owner.again[page].attached for page in sorted(item.owner.again))]
        blocks += [block for part in own for block in (*part.captions, *part.headnotes)]
    parts = [
        (block, words)
        for block in blocks
        if (words := [w for w in block.words if WordRef(block.page_number, w.order) not in used])
    ]
    if not parts:
        return None
    text = "\n".join(writer.words_text(words) for _, words in parts)
    regions = merged(writer.frames.region(block.page_number, word) for block, words in parts for word in words)
    return Paragraph(
        id=evidence_id(writer.document_id, "paragraph", regions[0].page, regions[0].bbox, text),
        document_id=writer.document_id,
        page=regions[0].page,
        regions=regions,
        section=item.section,
        text=text,
        words=tuple(WordRef(block.page_number, word.order) for block, words in parts for word in words),
    )
