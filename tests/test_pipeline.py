import subprocess
import sys
from pathlib import Path

import pytest

import statchunk
from statchunk import pipeline
from statchunk.chunking import default_counter
from statchunk.errors import NotAPdfError, SettingsError
from statchunk.model.evidence import Document
from tests.conftest import DrawKind, DrawRelease
from tests.corpus import corpus_file

RELEASES = (
    "norvale_cpi_2026-03",
    "tamberland_cpi_2026-03",
    "valmont_ipc_2026-03",
    "santelmo_ipc_2026-03",
    "norvale_lfs_2026-Q1",
    "norvale_labour_factsheet_2026-Q1",
    "tamberland_cpi_methods",
)
TURNED = ("landscape_by_page_rotation", "landscape_drawn_turned")
ODD = ("hidden_text", "doubled_characters", "negative_coordinates", "prose_in_two_columns", "notes_in_two_columns")


@pytest.mark.parametrize("name", RELEASES)
def test_a_release_loses_nothing_and_every_chunk_is_within_its_budget(draw_release: DrawRelease, name: str) -> None:
    path, _ = draw_release(name)
    release = statchunk.read(path)
    document = statchunk.understand(release)
    report = statchunk.audit(release, document)
    assert report.passed, (report.faults, report.number_faults, report.cell_faults)
    chunks = statchunk.chunk(document)
    counter = default_counter()
    assert chunks
    for chunk in chunks:
        assert chunk.tokens == counter.count(chunk.embedding_text) + counter.special_tokens
        assert chunk.tokens <= 256
        assert chunk.citation.endswith(".")
        assert chunk.regions


@pytest.mark.parametrize("name", [*TURNED, *ODD])
def test_odd_pages_lose_nothing(draw_kind: DrawKind, name: str) -> None:
    path, _ = draw_kind(name)
    release = statchunk.read(path)
    assert statchunk.audit(release, statchunk.understand(release)).passed


@pytest.mark.parametrize("name", TURNED)
def test_figures_of_a_turned_page_stand_where_they_are_displayed(draw_kind: DrawKind, name: str) -> None:
    path, _ = draw_kind(name)
    release = statchunk.read(path)
    document = statchunk.understand(release)
    assert document.observations
    words = {(page.number, round(word.x0), round(word.top)): word.text for page in release.pages for word in page.words}
    for observation in document.observations:
        box = observation.bbox
        assert observation.value_text.startswith(words[observation.page, round(box.x0), round(box.top)])


def test_every_value_is_in_a_chunk_on_the_line_of_its_row(draw_release: DrawRelease) -> None:
    document = pipeline.document(draw_release("norvale_cpi_2026-03")[0])
    chunks = statchunk.chunk(document)
    for observation in document.observations:
        if not observation.row_path:
            continue
        homes = [
            chunk
            for chunk in chunks
            if observation.table_id in chunk.evidence_ids
            and observation.row in chunk.rows
            and observation.column in chunk.columns
        ]
        assert len(homes) == 1
        lines = [line for line in homes[0].text.splitlines() if observation.row_path[-1] in line]
        assert any(observation.value_text in line for line in lines)


def test_same_bytes_give_the_same_evidence_and_chunks(draw_release: DrawRelease, tmp_path: Path) -> None:
    path, _ = draw_release("norvale_lfs_2026-Q1")
    copy = tmp_path / "copy.pdf"
    copy.write_bytes(path.read_bytes())
    first, second = pipeline.document(path), pipeline.document(copy)
    assert [item.id for item in first.evidence] == [item.id for item in second.evidence]
    assert [item.id for item in statchunk.chunk(first)] == [item.id for item in statchunk.chunk(second)]


def test_a_document_survives_json(draw_release: DrawRelease) -> None:
    document = pipeline.document(draw_release("norvale_lfs_2026-Q1")[0])
    again = Document.model_validate_json(document.model_dump_json(by_alias=True))
    assert [item.text for item in again.evidence] == [item.text for item in document.evidence]
    assert again.observations == document.observations
    assert again.facts == document.facts


def test_ids_are_unique(draw_release: DrawRelease) -> None:
    document = pipeline.document(draw_release("norvale_cpi_2026-03")[0])
    ids = [item.id for item in document.evidence]
    assert len(set(ids)) == len(ids)


def test_a_release_can_be_chunked_at_once(draw_release: DrawRelease) -> None:
    release = statchunk.read(draw_release("norvale_lfs_2026-Q1")[0])
    assert statchunk.chunk(release) == statchunk.chunk(statchunk.understand(release))
    with pytest.raises(SettingsError, match="unknown"):
        statchunk.chunk(release, strategy="guess")


def test_what_is_no_pdf_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "page.pdf"
    path.write_text("<html></html>", encoding="utf-8")
    with pytest.raises(NotAPdfError):
        statchunk.read(path)


def test_the_package_exports_what_it_says_and_little() -> None:
    assert len(statchunk.__all__) < 25
    for name in statchunk.__all__:
        assert getattr(statchunk, name) is not None
    with pytest.raises(AttributeError, match="nothing_such"):
        _ = statchunk.nothing_such


def test_importing_the_package_imports_nothing_heavy() -> None:
    heavy = "('torch', 'faiss', 'sentence_transformers', 'camelot', 'numpy', 'pydantic', 'pypdfium2')"
    code = f"import statchunk, sys; sys.exit(any(name in sys.modules for name in {heavy}))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_understanding_a_release_needs_no_model() -> None:
    heavy = "('torch', 'faiss', 'sentence_transformers', 'camelot')"
    code = f"import statchunk.pipeline, sys; sys.exit(any(name in sys.modules for name in {heavy}))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.corpus
@pytest.mark.parametrize(
    "name",
    ["corpus/cpi/gr_elstat_hicp_2025-07_en.pdf", "corpus/gdp/us_omb_table_s4_rotated_2012.pdf"],
)
def test_real_releases_lose_nothing(name: str) -> None:
    release = statchunk.read(corpus_file(name))
    document = statchunk.understand(release)
    assert statchunk.audit(release, document).passed
    assert all(chunk.tokens <= 256 for chunk in statchunk.chunk(document))


@pytest.mark.parametrize("name", ["norvale_cpi_2026-03", "santelmo_ipc_2026-03", "norvale_labour_factsheet_2026-Q1"])
def test_pages_whose_words_are_put_away_give_the_same(
    draw_release: DrawRelease, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    path, _ = draw_release(name)
    whole = pipeline.document(path)
    monkeypatch.setattr(pipeline, "_PAGES_WHOLE", 2)
    assert pipeline.document(path) == whole == pipeline.understand(pipeline.read(path))
    assert tuple(pipeline.chunks_of(path)) == pipeline.chunk(whole)


@pytest.mark.parametrize("name", [*TURNED, "notes_in_two_columns"])
def test_odd_pages_that_are_put_away_give_the_same(
    draw_kind: DrawKind, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    path, _ = draw_kind(name)
    whole = pipeline.document(path)
    monkeypatch.setattr(pipeline, "_PAGES_WHOLE", 0)
    assert pipeline.document(path) == whole
