"""Worker processes as the main process holds them: how they are started, and how they ended."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from typing import BinaryIO, Protocol, cast

from statchunk.forks import ForkServer, Pipes

_BEGIN = "from statchunk.collector import spare_process; spare_process(); from statchunk.worker import main; main()"
COMMAND = (sys.executable, "-P", "-c", _BEGIN)
"""Starts a worker as `-m statchunk.worker` does, its collector spared first; without the current folder on its path,
since that may hold anything."""
_ALONE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}
_FORKS = sys.platform == "linux"
"""Elsewhere libraries of the system do not bear a fork, or there is none."""


_ahead: list[ForkServer] = []
"""Begun before it was known who needs it; ends with this process where nobody does."""


def begin_ahead() -> None:
    """Begin what takes time to start, for the first who will start workers."""
    if _FORKS:
        _ahead.append(ForkServer(COMMAND, _environment()))


class Process(Protocol):
    """A worker that runs."""

    requests: BinaryIO
    replies: BinaryIO

    def kill(self) -> None:
        """End it; it may have ended already."""
        ...

    def ended(self) -> int:
        """Its exit code, or less than 0 the signal that ended it, once its replies have ended."""
        ...


class Starter:
    """Starts workers: by forks of one process where the system bears it, else each on its own."""

    def __init__(self) -> None:
        """Nothing is started yet."""
        self._server: ForkServer | None = None
        self._lock = threading.Lock()

    def start(self) -> Process:
        """A worker, started.

        Raises:
            OSError: if the system refuses.
        """
        if not _FORKS:
            return _Alone()
        server = self._begun()
        try:
            return _Forked(server)
        except OSError:  # it was killed; workers that it started run on
            with self._lock:
                if self._server is server:
                    server.stop()
                    self._server = None
            return _Forked(self._begun())

    def _begun(self) -> ForkServer:
        with self._lock:
            if self._server is None:
                self._server = _ahead.pop() if _ahead else ForkServer(COMMAND, _environment())
            return self._server

    def stop(self) -> None:
        """End what starts workers; they must have ended."""
        with self._lock:
            if self._server is not None:
                self._server.stop()
                self._server = None


class _Alone:
    def __init__(self) -> None:
        self._process = subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(),
            start_new_session=True,  # an interrupt from the keyboard is for the main process, which then ends this one
        )
        self.requests, self.replies = cast(BinaryIO, self._process.stdin), cast(BinaryIO, self._process.stdout)

    def kill(self) -> None:
        self._process.kill()

    def ended(self) -> int:
        _close(self.requests, self.replies)
        return self._process.wait()


class _Forked:
    def __init__(self, server: ForkServer) -> None:
        self._server = server
        reads, writes = os.pipe()
        answers, says = os.pipe()
        self.requests: BinaryIO = os.fdopen(writes, "wb")
        self.replies: BinaryIO = os.fdopen(answers, "rb")
        try:
            self._pid = server.start(Pipes(reads, says))
        except OSError:
            _close(self.requests, self.replies)
            raise
        finally:
            os.close(reads)
            os.close(says)
        self._lock = threading.Lock()
        self._code: int | None = None

    def kill(self) -> None:
        with self._lock:  # what has been waited for may be another process by now
            if self._code is None:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self._pid, signal.SIGKILL)

    def ended(self) -> int:
        _close(self.requests, self.replies)
        self.kill()  # its replies have ended, so it is about to: its exit code stays what it was
        with self._lock:
            if self._code is None:
                try:
                    self._code = self._server.wait(self._pid)
                except OSError:
                    self._code = -signal.SIGKILL
            return self._code


def _environment() -> dict[str, str]:
    return {**os.environ, **_ALONE}


def _close(*pipes: BinaryIO) -> None:
    for pipe in pipes:
        with contextlib.suppress(BrokenPipeError):
            pipe.close()
