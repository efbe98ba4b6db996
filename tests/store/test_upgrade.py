"""An index of an older schema is brought to this one without reading a file again."""

import json
import sqlite3
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import faiss
import numpy as np
import pytest

from statchunk.embedding.fake import FakeEmbedder
from statchunk.errors import StoreError
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document
from statchunk.store import Index, IndexWriter, OldSchemaError
from statchunk.store.repair import repair
from tests.store.made import prose, table

SCHEMA_1 = """
CREATE TABLE documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT, document_id TEXT NOT NULL UNIQUE, path TEXT NOT NULL UNIQUE,
    sha256 TEXT NOT NULL, made_with TEXT NOT NULL, title TEXT, publisher TEXT, release_date TEXT,
    reference_period TEXT, geography TEXT, language TEXT, chunks INTEGER NOT NULL, observations INTEGER NOT NULL,
    facts BLOB NOT NULL
);
CREATE TABLE evidence (
    id INTEGER PRIMARY KEY, document INTEGER NOT NULL, evidence_id TEXT NOT NULL, kind TEXT NOT NULL,
    page INTEGER NOT NULL, data BLOB NOT NULL
);
CREATE TABLE chunks (
    id INTEGER PRIMARY KEY AUTOINCREMENT, document INTEGER NOT NULL, chunk_id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
    heading TEXT NOT NULL, body TEXT NOT NULL, data BLOB NOT NULL, observations BLOB
);
CREATE TABLE chunk_periods (period TEXT NOT NULL, chunk INTEGER NOT NULL, PRIMARY KEY (period, chunk)) WITHOUT ROWID;
CREATE VIRTUAL TABLE chunk_text USING fts5(
    heading, body, content='chunks', content_rowid='id', tokenize='porter unicode61 remove_diacritics 2'
);
"""


def _packed(value: str) -> bytes:
    return zlib.compress(value.encode())


def _old(path: Path, releases: Sequence[tuple[Document, tuple[Chunk, ...]]], kind: str) -> None:
    """Write an index as schema 1 was: what all cells of a chunk share, then the rest of each."""
    folder = path / "generation-000004"
    folder.mkdir(parents=True)
    texts = []
    with sqlite3.connect(folder / "index.sqlite") as db:
        db.executescript(SCHEMA_1)
        for number, (document, chunks) in enumerate(releases, 1):
            facts = document.facts.model_dump_json(by_alias=True)
            title = document.facts.title.value if document.facts.title else None
            db.execute(
                "INSERT INTO documents VALUES (?, ?, ?, ?, 'v1', ?, NULL, NULL, NULL, NULL, NULL, ?, ?, ?)",
                (
                    *(number, document.document_id, document.path, document.sha256, title),
                    *(len(chunks), len(document.observations), _packed(facts)),
                ),
            )
            for e in document.evidence:
                data = _packed(e.model_dump_json())
                db.execute("INSERT INTO evidence VALUES (NULL, ?, ?, ?, ?, ?)", (number, e.id, e.kind, e.page, data))
            for chunk in chunks:
                cells: list[dict[str, Any]] = [
                    o.model_dump(mode="json") for o in document.observations if o.table_id in chunk.evidence_ids
                ]
                shared = {k: v for k, v in cells[0].items() if all(c[k] == v for c in cells)} if cells else {}
                rest = [{k: v for k, v in cell.items() if k not in shared} for cell in cells]
                data = _packed(chunk.model_dump_json(exclude={"text"}))
                db.execute(
                    "INSERT INTO chunks VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        *(number, chunk.id, chunk.kind, title or "", chunk.text, data),
                        _packed(json.dumps([shared, rest])) if cells else None,
                    ),
                )
                texts.append(chunk.embedding_text)
    db.close()
    vectors = FakeEmbedder().embed(texts)
    index = faiss.index_factory(64, kind, faiss.METRIC_INNER_PRODUCT)
    index.train(vectors)
    index.add_with_ids(vectors, np.arange(1, len(texts) + 1))
    faiss.write_index(index, str(folder / "vectors.faiss"))
    manifest = {
        "schema_version": 1,
        "generation": 4,
        **{"model": "fake", "revision": "1", "dimension": 64, "max_tokens": 256},
        **{"documents": len(releases), "chunks": len(texts), "observations": 0, "vector_kind": kind, "files": {}},
    }
    (path / "manifest.json").write_text(json.dumps(manifest))


def _releases() -> list[tuple[Document, tuple[Chunk, ...]]]:
    heads: list[tuple[tuple[str, ...], str | None, str]] = [
        (("Index",), "index", "2025-04"),
        (("Weight",), None, "2025"),
    ]
    rows: list[tuple[tuple[str, ...], list[str]]] = [(("Food",), ["120.5", "100"]), (("Housing", "Rent"), ["..", "30"])]
    return [
        prose("Prices rose by 2%. | Rents fell.", 1),
        table(2, "Consumer prices", "2025-04", "Table 1: Indices", heads, rows),
    ]


@pytest.mark.parametrize("kind", ["IDMap2,Flat", "IDMap2,SQ8"])
def test_an_index_of_schema_1_is_upgraded_from_its_own_rows(tmp_path: Path, kind: str) -> None:
    path, embedder = tmp_path / "i", FakeEmbedder()
    releases = _releases()
    _old(path, releases, kind)
    with pytest.raises(OldSchemaError, match=r"index schema 1, .*statchunk index --into .* --repair"):
        Index.open(path)
    report = repair(path, embedder)
    assert (report.upgraded_from, report.lost, report.embedded, embedder.embedded) == (1, (), 0, 0)
    with Index.open(path) as index:
        index.verify()
        assert [document for document, _ in releases] == [index.document(d.document_id) for d in index.documents()]
        assert [chunk for _, chunks in releases for chunk in chunks] == [stored.chunk for stored in index.chunks()]
        assert index.periods() == ["2025", "2025-04"]
        assert [n for n, _ in index.lexical(["fell"], 5)] == [2]
        [(number, cosine)] = index.nearest(embedder.embed(["Rents fell."])[0], 1)
        assert number == 2
        assert cosine == pytest.approx(1.0, abs=0.02)
    assert [folder.name for folder in path.glob("generation-*")] == ["generation-000005"]
    with IndexWriter(path, embedder) as writer:
        assert writer.is_current("release-1.pdf", releases[0][0].sha256, "other settings than then")


def test_a_document_that_cannot_be_taken_over_is_named(tmp_path: Path) -> None:
    _old(tmp_path / "i", _releases(), "IDMap2,Flat")
    with sqlite3.connect(tmp_path / "i" / "generation-000004" / "index.sqlite") as db:
        db.execute("UPDATE evidence SET data = x'00' WHERE document = 1")
    db.close()
    report = repair(tmp_path / "i", FakeEmbedder())
    assert [source.path for source in report.lost] == ["release-1.pdf"]
    with Index.open(tmp_path / "i") as index:
        assert [d.path for d in index.documents()] == ["release-2.pdf"]


def test_an_upgrade_that_fails_leaves_the_old_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _old(tmp_path / "i", _releases(), "IDMap2,Flat")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("statchunk.store.upgrade.write_manifest", full)
    with pytest.raises(StoreError, match="No space left on device; the index stays as it was"):
        repair(tmp_path / "i", FakeEmbedder())
    monkeypatch.undo()
    assert repair(tmp_path / "i", FakeEmbedder()).lost == ()
    with Index.open(tmp_path / "i") as index:
        assert index.manifest.documents == 2


def test_an_index_of_a_newer_schema_is_refused(tmp_path: Path) -> None:
    _old(tmp_path / "i", _releases(), "IDMap2,Flat")
    file = tmp_path / "i" / "manifest.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "schema_version": 99}))
    with pytest.raises(StoreError, match="made by a newer version"):
        repair(tmp_path / "i", FakeEmbedder())
