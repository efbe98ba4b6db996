import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.readers.drawing import draw, text

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATCHUNK_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def drawn(tmp_path: Path) -> Callable[[int], Path]:
    """Draws a folder with so many releases of a sentence each."""

    def draw_some(count: int) -> Path:
        folder = tmp_path / "releases"
        folder.mkdir()
        for number in range(count):
            draw(folder / f"{number:02}.pdf", text(50, 200, f"Prices rose by {number}.4 per cent in April 2025."))
        return folder

    return draw_some


class Cluster:
    """A scheduler and workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._log = (folder / "cluster.log").open("wb")
        self._scheduler_file = folder / "scheduler.json"
        self._processes: list[subprocess.Popen[bytes]] = []
        self._start("scheduler", "--port", "0", "--no-dashboard", "--host", "127.0.0.1")

    def _start(self, kind: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "distributed.cli.dask_" + kind, "--scheduler-file", str(self._scheduler_file)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        process = subprocess.Popen(
            [*command, *options], env=environment, stdout=self._log, stderr=self._log, cwd=self._scheduler_file.parent
        )
        self._processes.append(process)
        return process

    def worker(self) -> subprocess.Popen[bytes]:
        """Start one more; without a nanny, so that nobody starts it again when it is killed."""
        return self._start("worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")

    @property
    def address(self) -> str:
        """Of the scheduler, once it is there."""
        import json
        import time

        end = time.monotonic() + 60
        while not self._scheduler_file.exists() or not self._scheduler_file.read_text():
            assert time.monotonic() < end
            time.sleep(0.05)
        address: str = json.loads(self._scheduler_file.read_text())["address"]
        return address

    def stop(self) -> None:
        """End all processes that run still."""
        for process in reversed(self._processes):
            process.kill()
            process.wait()
        self._log.close()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A cluster without workers yet."""
    pytest.importorskip("distributed", reason="Dask is not installed: pip install 'statchunk[distributed]'")
    started = Cluster(tmp_path)
    yield started
    started.stop()
