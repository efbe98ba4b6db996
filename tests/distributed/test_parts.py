"""Parts and sources without a cluster: what is written comes back, on a disk and in an object store."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from fsspec.implementations.memory import MemoryFileSystem

from statchunk import pipeline
from statchunk.distributed import Part, Parts, find_sources
from statchunk.distributed.parts import Making
from statchunk.distributed.task import Job, make_part
from statchunk.embedding.fake import FakeEmbedder
from statchunk.errors import MissingExtraError, ReaderError, StoreError
from statchunk.model.evidence import Document
from statchunk.settings import Settings
from statchunk.workers import Ask
from tests.conftest import DrawRelease

MAKING = Making(name="r.pdf", made_with="v1", model="fake", revision="1")


@pytest.fixture
def bucket() -> "MemoryFileSystem":
    MemoryFileSystem.store.clear()
    MemoryFileSystem.pseudo_dirs[:] = [""]
    return MemoryFileSystem()


def job(parts: str, made_with: str = "v1") -> Job:
    return Job(Ask(None, "pdfium", Settings(), chunked=True), made_with, "fake", parts)


@pytest.mark.parametrize("scheme", ["", "memory://"], ids=["disk", "object store"])
def test_a_part_comes_back_as_it_was(
    scheme: str, tmp_path: Path, draw_release: DrawRelease, bucket: MemoryFileSystem
) -> None:
    path, _ = draw_release("norvale_cpi_2026-01")
    document = pipeline.document(path).model_copy(update={"path": "r.pdf"})
    chunks = pipeline.chunk(document)
    vectors = FakeEmbedder().embed([chunk.embedding_text for chunk in chunks])
    parts = Parts(f"{scheme}{tmp_path}/parts")
    assert parts.head(document.document_id) is None
    for _ in range(2):
        parts.write(Part(document, chunks, vectors), MAKING)
    read = parts.read(document.document_id)
    # as the index, a part keeps no words of the text layer
    kept = Document.model_validate_json(document.model_dump_json(by_alias=True))
    assert (kept, chunks) == (read.document, read.chunks)
    assert np.array_equal(vectors, read.vectors)
    assert [document.document_id] == list(parts.documents())
    head = parts.head(document.document_id)
    assert head is not None
    assert head.making == MAKING


def test_a_part_without_chunks_comes_back(tmp_path: Path, draw_release: DrawRelease) -> None:
    path, _ = draw_release("norvale_cpi_2026-01")
    document = pipeline.document(path).model_copy(update={"path": "r.pdf", "evidence": (), "observations": ()})
    parts = Parts(str(tmp_path))
    parts.write(Part(document, (), np.zeros((0, 64), np.float32)), MAKING)
    read = parts.read(document.document_id)
    assert (document, (), (0, 64)) == (read.document, read.chunks, read.vectors.shape)


def test_a_damaged_part_is_named(tmp_path: Path) -> None:
    (tmp_path / "chunks").mkdir()
    (tmp_path / "chunks" / "0.parquet").write_bytes(b"PAR1 cut off")
    assert Parts(str(tmp_path)).head("0") is None
    with pytest.raises(StoreError, match=r"chunks/0\.parquet: cannot be read"):
        Parts(str(tmp_path)).read("0")


def test_a_file_in_an_object_store_is_read_under_its_own_name(
    tmp_path: Path, draw_release: DrawRelease, bucket: MemoryFileSystem
) -> None:
    path, _ = draw_release("norvale_cpi_2026-01")
    bucket.pipe("/bucket/2026/cpi.PDF", path.read_bytes())
    bucket.pipe("/bucket/2026/notes.txt", b"no release")
    bucket.pipe("/bucket/broken.pdf", b"%PDF-1.7 no more")
    sources = find_sources(["memory://bucket", "memory://bucket/*.pdf"])
    assert sources == ["memory:///bucket/2026/cpi.PDF", "memory:///bucket/broken.pdf"]
    good, bad = (make_part(source, job("memory://parts")) for source in sources)
    assert (good.reason, good.found) == (None, False)
    assert make_part(sources[0], job("memory://parts")).found
    assert not make_part(sources[0], job("memory://parts", "v2")).found
    assert bad.reason is not None
    assert bad.reason.startswith(sources[1])
    expected = pipeline.chunk(pipeline.document(path))
    chunks = Parts("memory://parts").read(good.document_id).chunks
    assert [chunk.text for chunk in expected] == [chunk.text for chunk in chunks]


def test_what_is_not_there_is_said(tmp_path: Path, bucket: MemoryFileSystem) -> None:
    for missing in (str(tmp_path / "none"), "memory://none"):
        with pytest.raises(ReaderError, match="no such file or folder"):
            find_sources([missing])
    with pytest.raises(ReaderError, match="nosuch"):
        find_sources(["nosuch://bucket"])
    with pytest.raises((MissingExtraError, ReaderError)):
        find_sources(["hdfs-unknown://bucket"])


def test_a_uri_of_a_file_on_this_disk_is_its_path(tmp_path: Path, drawn: Callable[[int], Path]) -> None:
    folder = drawn(2)
    paths = [str(folder / "00.pdf"), str(folder / "01.pdf")]
    assert paths == find_sources([folder.as_uri()]) == find_sources([str(folder), paths[0]])
