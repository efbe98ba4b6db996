from statchunk.chunking import chunk_document
from statchunk.chunking.units import cut_long, sentences
from statchunk.model.evidence import (
    Contents,
    Definition,
    Factsheet,
    FactsheetItem,
    Figure,
    Furniture,
    Heading,
    ListEvidence,
    Paragraph,
)
from statchunk.settings import ChunkSettings
from tests.chunking.documents import BOX, REGION, WordCounter, document


def paragraph(text: str, section: tuple[str, ...] = ("1. Main points",), name: str = "p") -> Paragraph:
    return Paragraph(id=name, document_id="d", page=1, regions=(REGION,), section=section, text=text)


def bullets(*items: str) -> ListEvidence:
    return ListEvidence(
        id="l",
        document_id="d",
        page=1,
        regions=(REGION,),
        section=("1. Main points",),
        text="\n".join(items),
        items=items,
    )


def test_paragraphs_of_one_section_stand_together_and_headings_give_context() -> None:
    heading = Heading(id="h", document_id="d", page=1, regions=(REGION,), text="1. Main points", level=1)
    made = document(heading, paragraph("Prices rose.", name="a"), paragraph("Rents fell.", name="b"))
    (chunk,) = chunk_document(made, ChunkSettings(), WordCounter())
    assert chunk.text == "Prices: April 2025 > 1. Main points\nPrices rose.\nRents fell."
    assert chunk.evidence_ids == ("a", "b")
    assert chunk.citation == "Statistics Office, Prices: April 2025, 2025-05-21, 1. Main points, page 1."


def test_sections_are_never_mixed() -> None:
    made = document(paragraph("Prices rose."), paragraph("Rents fell.", ("2. Detail",)))
    assert [chunk.section for chunk in chunk_document(made, ChunkSettings(), WordCounter())] == [
        ("1. Main points",),
        ("2. Detail",),
    ]


def test_furniture_and_contents_are_no_chunks() -> None:
    made = document(
        Furniture(id="f", document_id="d", page=1, regions=(REGION,), text="Page 1"),
        Contents(id="c", document_id="d", page=1, regions=(REGION,), text="1 Prices 2", items=("1 Prices 2",)),
    )
    assert chunk_document(made, ChunkSettings(), WordCounter()) == ()


def test_a_long_paragraph_is_cut_between_sentences() -> None:
    text = " ".join(f"Sentence number {n} says something about prices." for n in range(20))
    chunks = chunk_document(document(paragraph(text)), ChunkSettings(max_tokens=40), WordCounter())
    assert len(chunks) > 1
    assert all(chunk.tokens <= 40 for chunk in chunks)
    assert all(chunk.text.endswith("prices.") for chunk in chunks)
    assert " ".join(chunk.text.split("\n", 1)[1].replace("\n", " ") for chunk in chunks) == text


def test_a_list_keeps_the_line_that_introduces_it_in_every_piece() -> None:
    items = [f"- item {n} of the list that is long enough to matter" for n in range(8)]
    made = document(paragraph("The main causes were:"), bullets(*items))
    chunks = chunk_document(made, ChunkSettings(max_tokens=60, narrative_tokens=50), WordCounter())
    assert len(chunks) > 1
    assert all("The main causes were:" in chunk.text for chunk in chunks)
    assert [line for chunk in chunks for line in chunk.text.splitlines() if line.startswith("- ")] == items


def test_a_definition_is_one_chunk_with_its_term() -> None:
    made = document(
        Definition(
            id="x",
            document_id="d",
            page=1,
            regions=(REGION,),
            section=("Glossary",),
            text="The index of prices.",
            term="CPI",
            definition="The index of prices.",
        )
    )
    (chunk,) = chunk_document(made, ChunkSettings(), WordCounter())
    assert chunk.kind == "definition"
    assert chunk.text == "Prices: April 2025 > Glossary\nCPI\nThe index of prices."
    assert ", CPI, page 1." in chunk.citation


def test_a_figure_holds_caption_labels_and_source() -> None:
    made = document(
        Figure(
            id="x",
            document_id="d",
            page=2,
            regions=(REGION,),
            text="",
            label="Figure 1",
            caption="Figure 1: Prices rose",
            subtitle="Annual rate, 2015 to 2025",
            source="Source: Statistics Office",
            labels=("2015", "2025"),
        )
    )
    (chunk,) = chunk_document(made, ChunkSettings(), WordCounter())
    assert chunk.text.splitlines()[1:] == [
        "Figure 1: Prices rose Annual rate, 2015 to 2025",
        "2015 | 2025",
        "Source: Statistics Office",
    ]


def test_a_panel_pairs_labels_with_figures() -> None:
    made = document(
        Factsheet(
            id="x",
            document_id="d",
            page=1,
            regions=(REGION,),
            text="3.5% CPI",
            title="Key figures",
            facts=(FactsheetItem(label="CPI", value_text="3.5%", page=1, bbox=BOX),),
        )
    )
    (chunk,) = chunk_document(made, ChunkSettings(), WordCounter())
    assert chunk.text.splitlines()[1:] == ["Key figures", "CPI: 3.5%"]


def test_sentences_give_the_text_back() -> None:
    text = 'Prices rose by 3.5%. "Rents fell," it said. See e.g. food. No. 5 was revised.'
    assert " ".join(sentences(text)) == text
    assert sentences(text)[0] == "Prices rose by 3.5%."
    assert sentences(text)[2] == "See e.g. food."


def test_a_sentence_over_the_room_is_cut_between_words() -> None:
    pieces = cut_long("one two three four five", 2, WordCounter())
    assert pieces == ["one two", "three four", "five"]
