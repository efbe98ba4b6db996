import pytest

from statchunk.chunking import chunk_document
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import TableColumn
from statchunk.settings import ChunkSettings
from tests.chunking.documents import NOTE, PATHS, WordCounter, document, table


def pieces(max_tokens: int, **settings: object) -> list[Chunk]:
    evidence, observations = table()
    chosen = ChunkSettings.model_validate({"max_tokens": max_tokens, **settings})
    chunks = chunk_document(document(evidence, observations=observations), chosen, WordCounter())
    return [chunk for chunk in chunks if chunk.kind == "table"]


def test_a_small_table_is_one_chunk_with_all_that_its_figures_need() -> None:
    (chunk,) = pieces(256)
    lines = chunk.text.splitlines()
    assert lines[0] == "Prices: April 2025 > 1. Main points > Detail"
    assert lines[1] == "Table 1: Prices in detail"
    assert "Index (2015=100) > 2025 Mar" in lines[2]
    assert "All goods > Food | 101.0 | 101.1 | 101.2 | 101.3" in lines
    assert f"[1] {NOTE}" in lines
    assert lines[-1] == "Source: Statistics Office"
    assert chunk.citation == ("Statistics Office, Prices: April 2025, 2025-05-21, Table 1: Prices in detail, page 1-2.")
    assert chunk.periods == ("2025-03", "2025-04")


@pytest.mark.parametrize("max_tokens", [32, 48, 64, 100])
@pytest.mark.parametrize("embed_values", [True, False])
def test_no_piece_is_over_its_budget_and_every_cell_is_in_exactly_one(max_tokens: int, embed_values: bool) -> None:
    found = pieces(max_tokens, embed_values=embed_values)
    assert all(chunk.tokens <= max_tokens for chunk in found)
    counts = [(row, column) for chunk in found for row in chunk.rows for column in chunk.columns]
    assert sorted(counts) == [(row, column) for row in range(len(PATHS)) for column in range(4)]


def test_each_piece_repeats_caption_heads_unit_group_and_source() -> None:
    found = pieces(60)
    assert len(found) > 1
    for chunk in found:
        assert "Table 1: Prices in detail" in chunk.text
        assert "Source: Statistics Office" in chunk.text
        for row in chunk.rows:
            label = " > ".join(PATHS[row])
            assert any(line.startswith(f"{label} | ") for line in chunk.text.splitlines())
        for column in chunk.columns:
            assert ("2025 Mar", "2025 Apr")[column % 2] in chunk.text


def test_a_cut_falls_before_a_group_rather_than_inside_it() -> None:
    found = pieces(60)
    assert [chunk.rows for chunk in found] == [(0, 1, 2), (3, 4, 5)]


def test_a_piece_names_the_notes_its_cells_point_at_and_no_other_marked_one() -> None:
    found = pieces(60)
    assert [f"[1] {NOTE}" in chunk.text for chunk in found] == [True, False]
    assert all("Key: - nil" in chunk.text for chunk in found)


def test_a_wide_table_is_split_between_its_spanners() -> None:
    found = pieces(45)
    assert {chunk.columns for chunk in found} == {(0, 1), (2, 3)}
    assert {chunk.unit for chunk in found} == {"index", "%"}


def test_a_piece_says_where_its_rows_stand() -> None:
    found = pieces(60)
    assert [[region.page for region in chunk.regions] for chunk in found] == [[1], [1, 2]]
    assert found[0].regions[0].bbox.x1 == 50


def test_the_notes_are_a_chunk_of_their_own_under_the_caption() -> None:
    evidence, observations = table()
    chunks = chunk_document(document(evidence, observations=observations), ChunkSettings(), WordCounter())
    (notes,) = [chunk for chunk in chunks if chunk.kind == "note"]
    assert notes.evidence_ids == ("t",)
    assert "Table 1: Prices in detail" in notes.text
    assert NOTE in notes.text
    assert [region.page for region in notes.regions] == [2]


def test_a_unit_and_a_period_that_labels_leave_unsaid_are_said() -> None:
    evidence, observations = table((("March",), ("April",)))
    evidence = evidence.model_copy(update={"columns": tuple(TableColumn(path=("Fuel",), unit="pence") for _ in "1234")})
    observations = tuple(
        o.model_copy(update={"period": f"2025-0{3 + o.row}", "unit": "pence" if o.column else "pounds"})
        for o in observations
    )
    chunks = chunk_document(document(evidence, observations=observations), ChunkSettings(), WordCounter())
    assert "April [2025-04] | " in chunks[0].text
    assert "Fuel (pence)" in chunks[0].text


def test_a_correction_is_carried_by_the_chunks_of_figures() -> None:
    evidence, observations = table()
    made = document(evidence, observations=observations, notice="The April index is overstated.")
    chunks = chunk_document(made, ChunkSettings(), WordCounter())
    assert [bool(chunk.warnings) for chunk in chunks] == [chunk.kind == "table" for chunk in chunks]
    assert "overstated" in chunks[0].warnings[0]


def test_same_document_same_ids() -> None:
    first, second = pieces(60), pieces(60)
    assert [chunk.id for chunk in first] == [chunk.id for chunk in second]
    assert len({chunk.id for chunk in first}) == len(first)
