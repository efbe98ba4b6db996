import json
from pathlib import Path

import pytest

from statchunk.export.citations import Reference, cite_all, reference, with_unit
from statchunk.model.citation import CitationStyle
from statchunk.search import search
from statchunk.search.parents import parent_text, with_parent
from statchunk.store import Index
from tests.export.made import index, release


def found(tmp_path: Path) -> Reference:
    with Index.open(index(tmp_path / "index")) as opened:
        hit = search(opened, "What was the index of rents in April 2025?").hits[0]
        return reference(hit, opened.documents()[0], "https://example.org/a_b.pdf")


def test_a_plain_citation_leads_to_the_cell(tmp_path: Path) -> None:
    assert cite_all([found(tmp_path)], CitationStyle.plain) == (
        "Statistics Office, Prices: April 2025, 2025-05-21, Table 1: Prices in detail, page 2, "
        "row “All services > Rents”, column “Index (2015=100) > 2025 Apr”: 104.1 index.\n"
    )


def test_markdown_links_the_title_to_the_page(tmp_path: Path) -> None:
    line = cite_all([found(tmp_path)], CitationStyle.markdown)
    assert "[Prices: April 2025](<https://example.org/a_b.pdf#page=2>)" in line
    assert "All services \\> Rents" in line


def test_bibtex_escapes_what_tex_would_run(tmp_path: Path) -> None:
    made = found(tmp_path).model_copy(update={"title": r"50% of {A} & \B_1", "publisher": "Office # 1"})
    entry = cite_all([made], CitationStyle.bibtex)
    assert r"title = {{50\% of \{A\} \& \textbackslash{}B\_1}}" in entry
    assert r"institution = {Office \# 1}" in entry
    assert "year = {2025},\n  month = {5}" in entry
    assert entry.startswith("@techreport{statchunk-d-p2,")
    assert entry.count("{") == entry.count("}")


def test_csl_json_is_one_array_and_says_each_page_once(tmp_path: Path) -> None:
    made = found(tmp_path)
    (entry,) = json.loads(cite_all([made, made], CitationStyle.csl_json))
    assert entry["type"] == "report"
    assert entry["issued"] == {"date-parts": [[2025, 5, 21]]}
    assert entry["publisher"] == "Statistics Office"
    assert entry["page"] == "2"
    assert entry["URL"] == "https://example.org/a_b.pdf"


def test_a_hit_leads_to_its_whole_table_or_section(tmp_path: Path) -> None:
    made, chunks = release()
    with Index.open(index(tmp_path / "index")) as opened:
        piece = next(chunk for chunk in chunks if chunk.kind == "table")
        assert parent_text(opened, piece.id) == made.evidence[-1].text
        prose = next(chunk for chunk in chunks if chunk.kind in {"paragraph", "list"})
        assert parent_text(opened, prose.id) == "Prices of food rose by 4%.\nRents did not change."
        hit = search(opened, "What was the index of rents in April 2025?").hits[0]
        assert with_parent(opened, hit).parent == made.evidence[-1].text


def test_a_chunk_knows_its_neighbours(tmp_path: Path) -> None:
    _, chunks = release()
    with Index.open(index(tmp_path / "index")) as opened:
        beside = opened.neighbours(opened.chunk(chunks[1].id))
        assert [stored.chunk.id for stored in beside] == [chunks[0].id, chunks[2].id]
        assert [stored.chunk.id for stored in opened.neighbours(opened.chunk(chunks[0].id))] == [chunks[1].id]


@pytest.mark.parametrize(
    ("value", "unit", "said"),
    [
        ("6.8%", "%", "6.8%"),
        ("6.8 %", "%", "6.8 %"),
        ("6.8%", "% change over 12 months", "6.8% change over 12 months"),
        ("6.8", "%", "6.8 %"),
        ("$951", "$", "$951"),
        ("1 000", "000", "1 000 000"),
        ("12", None, "12"),
    ],
)
def test_a_sign_printed_with_a_value_is_not_said_again(value: str, unit: str | None, said: str) -> None:
    assert said == with_unit(value, unit)
