"""A scheduler and workers as processes: the index is that of one machine, whatever happens to a worker."""

import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import numpy as np
import pytest
from typer.testing import CliRunner

from statchunk.cli.main import program
from statchunk.distributed import Parts, find_sources, index_on_cluster
from statchunk.embedding.fake import FakeEmbedder
from statchunk.errors import ClusterError, SettingsError
from statchunk.indexing import find_releases, index_files
from statchunk.model.chunk import Chunk
from statchunk.store import Index, UpdateReport
from tests.distributed.conftest import Cluster

DrawSome = Callable[[int], Path]


def on_cluster(cluster: Cluster, sources: list[str], into: Path) -> UpdateReport:
    return index_on_cluster(sources, into, FakeEmbedder(), scheduler=cluster.address, parts=f"{into}.parts")


def held(path: Path) -> list[tuple[str, Chunk, list[float]]]:
    """Path, chunk and vector of each chunk of an index, in order."""
    with Index.open(path) as index:
        paths = {row.number: row.path for row in index.documents()}
        return [(paths[stored.document], stored.chunk, _nearness(index, stored.number)) for stored in index.chunks()]


def _nearness(index: Index, number: int) -> list[float]:
    """Of the first directions, which together tell one vector from another."""
    return [index.nearness(axis).of([number])[number] for axis in np.eye(64, dtype=np.float32)[:8]]


def test_the_index_is_that_of_one_machine(cluster: Cluster, bundled_releases: Path, tmp_path: Path) -> None:
    files = find_releases([bundled_releases])[4:7]
    cluster.worker()
    cluster.worker()
    report = on_cluster(cluster, find_sources([str(files[0]), files[1].as_uri(), str(files[2])]), tmp_path / "c")
    assert (report.added, report.replaced, report.failed) == (3, 0, ())
    index_files(files, tmp_path / "one", FakeEmbedder(), processes=1)
    assert held(tmp_path / "one") == held(tmp_path / "c")
    with Index.open(tmp_path / "one") as one, Index.open(tmp_path / "c") as other:
        for row in one.documents():
            assert one.document(row.document_id) == other.document(row.document_id)
    again = on_cluster(cluster, find_sources(list(map(str, files))), tmp_path / "c")
    assert (again.added, again.unchanged, again.documents) == (0, 3, 3)


def test_a_worker_killed_on_the_way_loses_nothing(cluster: Cluster, drawn: DrawSome, tmp_path: Path) -> None:
    folder = drawn(16)
    first = cluster.worker()
    parts = tmp_path / "c.parts" / "chunks"

    def kill_when_some_are_done() -> None:
        while len(list(parts.glob("*.parquet"))) < 3:
            time.sleep(0.01)
        first.kill()
        cluster.worker()

    killer = Thread(target=kill_when_some_are_done)
    killer.start()
    report = on_cluster(cluster, find_sources([str(folder)]), tmp_path / "c")
    killer.join()
    assert first.wait() < 0
    assert (report.added, report.replaced, report.failed, report.documents) == (16, 0, (), 16)
    index_files(find_releases([folder]), tmp_path / "one", FakeEmbedder())
    assert held(tmp_path / "one") == held(tmp_path / "c")
    assert len(list(Parts(f"{tmp_path / 'c'}.parts").documents())) == 16


def test_a_broken_file_is_told_and_the_rest_goes_on(cluster: Cluster, drawn: DrawSome, tmp_path: Path) -> None:
    folder = drawn(3)
    broken, empty = folder / "broken.pdf", folder / "empty.pdf"
    broken.write_bytes(b"%PDF-1.7\nno more than this")
    empty.touch()
    (folder / "twin.pdf").write_bytes((folder / "01.pdf").read_bytes())
    cluster.worker()
    report = on_cluster(cluster, find_sources([str(folder)]), tmp_path / "c")
    assert [str(broken), str(empty)] == [failure.path for failure in report.failed]
    assert all(failure.path in failure.reason for failure in report.failed)
    assert (report.added, report.unchanged) == (3, 1)
    with Index.open(tmp_path / "c") as index:
        assert [Path(row.path).name for row in index.documents()] == ["00.pdf", "01.pdf", "02.pdf"]


def test_the_command_counts_and_ends_as_on_one_machine(cluster: Cluster, drawn: DrawSome, tmp_path: Path) -> None:
    folder = drawn(2)
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7\nno more than this")
    cluster.worker()
    options = ["--into", str(tmp_path / "c"), "--model", "fake", "--scheduler", cluster.address]
    result = CliRunner().invoke(program(), ["index", str(folder), *options, "--parts", str(tmp_path / "parts")])
    assert (result.exit_code, "2 added, 0 replaced, 0 unchanged, 0 removed, 1 failed" in result.output) == (3, True)
    assert len(list(Parts(str(tmp_path / "parts")).documents())) == 2
    refused = CliRunner().invoke(program(), ["index", "--watch", str(folder), *options])
    assert isinstance(refused.exception, SettingsError)


def test_no_scheduler_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("statchunk.distributed.run._CONNECT_SECONDS", 0.2)
    with pytest.raises(ClusterError, match="no Dask scheduler answers there"):
        index_on_cluster(["a.pdf"], tmp_path / "i", FakeEmbedder(), scheduler="tcp://127.0.0.1:9", parts="p")


def test_no_worker_is_said(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("statchunk.distributed.run._CONNECT_SECONDS", 1.0)
    with pytest.raises(ClusterError, match="no worker; start some with"):
        on_cluster(cluster, ["a.pdf"], tmp_path / "i")
