import json
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest
from langchain_community.vectorstores import FAISS
from llama_index.core.schema import MetadataMode, NodeRelationship

from statchunk.chunking import chunk_document
from statchunk.embedding.fake import FakeEmbedder
from statchunk.errors import ReaderError, SettingsError
from statchunk.export.items import items_in, items_of, metadata_of, url_of
from statchunk.export.langchain import StatchunkEmbeddings, StatchunkRetriever, documents
from statchunk.export.llama_index import nodes
from statchunk.export.statschat import (
    MOST_CHARACTERS,
    cut_to_fit,
    publication,
    read_publication,
    short_chunks,
    write_faiss,
    write_publication,
)
from statchunk.settings import ChunkSettings
from statchunk.store import Index
from tests.chunking.documents import NOTE, WordCounter, document, table
from tests.export.made import index, release

BASE = "https://example.org/releases"


def test_addresses_end_with_the_file_unless_its_place_is_given() -> None:
    assert url_of("a/b c.pdf") == "b c.pdf"
    assert url_of("a/b c.pdf", BASE) == f"{BASE}/b%20c.pdf"
    assert url_of("a/b.pdf", "https://example.org/?file={name}&v=1") == "https://example.org/?file=b.pdf&v=1"


def test_metadata_is_named_as_statschat_names_it() -> None:
    made, chunks = release()
    metadata = metadata_of(next(items_of(chunks, made.path, BASE)))
    assert metadata["title"] == "Prices: April 2025"
    assert metadata["date"] == "21 May 2025"
    assert metadata["page_number"] == 1
    assert metadata["page_url"] == f"{BASE}/release.pdf#page=1"
    assert metadata["url"] == f"{BASE}/release.pdf"
    json.dumps(metadata)


def test_langchain_documents_hold_text_and_facts() -> None:
    made, chunks = release()
    found = documents(items_of(chunks, made.path))
    assert [d.page_content for d in found] == [chunk.text for chunk in chunks]
    assert [d.id for d in found] == [chunk.id for chunk in chunks]
    assert all(d.metadata["citation"] for d in found)


def test_the_retriever_searches_and_names_the_cells(tmp_path: Path) -> None:
    retriever = StatchunkRetriever(index=index(tmp_path / "index"), limit=3)
    found = retriever.invoke("What was the index of rents in April 2025?")
    assert found[0].metadata["cells"][0]["value_text"] == "104.1"
    assert found[0].metadata["rank"] == 1
    assert len(found) <= 3


def test_the_retriever_returns_nothing_for_what_is_not_there(tmp_path: Path) -> None:
    folder = index(tmp_path / "index")
    question = "Who won the football match on the moon in 1850?"
    assert StatchunkRetriever(index=folder).invoke(question) == []
    shown = StatchunkRetriever(index=folder, refuse=False).invoke(question)
    assert shown and shown[0].metadata["answerable"] is False


def test_nodes_know_their_neighbours_and_embed_the_text_alone() -> None:
    made, chunks = release()
    found = nodes(items_of(chunks, made.path))
    assert [node.node_id for node in found] == [chunk.id for chunk in chunks]
    assert found[0].relationships[NodeRelationship.NEXT].node_id == found[1].node_id  # type: ignore[union-attr]
    assert NodeRelationship.PREVIOUS not in found[0].relationships
    assert found[0].get_content(MetadataMode.EMBED) == chunks[0].text
    assert "citation" in found[0].get_content(MetadataMode.LLM)


def long_table(rows: int = 120) -> tuple[str, ...]:
    return tuple(f"A rather long label of a division of prices {i}" for i in range(rows))


def test_pieces_for_statschat_are_not_split_again() -> None:
    evidence, observations = table(tuple((label,) for label in long_table()))
    made = document(evidence, observations=observations)
    short = short_chunks(made, ChunkSettings(max_tokens=400), WordCounter())
    assert all(len(chunk.text) <= MOST_CHARACTERS for chunk in short)
    values = {cell.text for cell in evidence.cells}
    assert values <= {word for chunk in short for word in chunk.text.split()}
    assert all("Table 1" in chunk.text for chunk in short if chunk.kind == "table")


def test_a_line_longer_than_a_piece_is_cut_between_words() -> None:
    _, chunks = release()
    pieces = list(cut_to_fit(chunks[0].model_copy(update={"text": "Title\n" + "word " * 1000})))
    assert all(len(piece.text) <= MOST_CHARACTERS and piece.text.startswith("Title\n") for piece in pieces)
    assert sum(piece.text.count("word") for piece in pieces) == 1000


def test_statschat_reads_what_is_written_and_the_other_way_round(tmp_path: Path) -> None:
    made, chunks = release()
    path = write_publication(publication(made, chunks, BASE), tmp_path)
    content = json.loads(path.read_text(encoding="utf-8"))
    assert path.name == "release.json"
    assert datetime.strptime(content["release_date"], "%Y-%m-%d").year == 2025
    assert {"id", "title", "url", "latest", "url_keywords", "contact_name", "content"} <= content.keys()
    assert set(content["content"][0]) == {"page_number", "page_url", "page_text"}
    back = read_publication(path)
    assert [e.text for e in back.evidence] == [chunk.text for chunk in chunks]
    assert back.facts.title == made.facts.title.model_copy(update={"page": None, "origin": "file information"})  # type: ignore[union-attr]
    cut = chunk_document(back, ChunkSettings(strategy="words", max_tokens=64), WordCounter())
    assert all(chunk.citation.startswith("Statistics Office, Prices: April 2025") for chunk in cut)


def test_a_release_without_a_date_needs_one() -> None:
    made, chunks = release()
    undated = made.model_copy(update={"facts": made.facts.model_copy(update={"release_date": None})})
    with pytest.raises(SettingsError, match="release date"):
        publication(undated, chunks)
    assert publication(undated, chunks, release_date="2025-05-21").release_date == "2025-05-21"


@pytest.mark.parametrize("text", ["", "[]", '{"id": "1"}'])
def test_what_is_no_publication_is_said(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ReaderError, match="no publication"):
        read_publication(path)


def test_langchain_opens_the_faiss_folder(tmp_path: Path) -> None:
    with Index.open(index(tmp_path / "index")) as opened:
        items = list(items_in(opened, BASE))
    write_faiss(items, FakeEmbedder(), tmp_path / "db_langchain")
    assert sorted(file.name for file in (tmp_path / "db_langchain").iterdir()) == ["index.faiss", "index.pkl"]
    store = FAISS.load_local(
        str(tmp_path / "db_langchain"), StatchunkEmbeddings(FakeEmbedder()), allow_dangerous_deserialization=True
    )
    wanted = next(item.chunk for item in items if NOTE in item.chunk.text and item.chunk.kind == "note")
    ((found, distance),) = store.similarity_search_with_score(wanted.embedding_text, k=1)
    assert found.page_content == wanted.text
    assert distance == pytest.approx(0, abs=1e-5)
    assert {"title", "date", "page_url", "page_number", "url"} <= found.metadata.keys()


def test_nothing_to_export_is_said(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="no chunks"):
        write_faiss([], FakeEmbedder(), tmp_path)


@pytest.mark.parametrize(
    ("package", "module", "command"),
    [
        ("langchain_core", "statchunk.export.langchain", "statchunk[langchain]"),
        ("llama_index", "statchunk.export.llama_index", "statchunk[llamaindex]"),
    ],
)
def test_a_missing_extra_names_the_command(package: str, module: str, command: str) -> None:
    code = f"import sys; sys.modules[{package!r}] = None\nimport {module}"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert f"MissingExtraError: {'LangChain' if 'lang' in command else 'LlamaIndex'}" in ended.stderr
    assert f"pip install '{command}'" in ended.stderr
