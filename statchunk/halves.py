"""The second half of a long file, concluded by a process that is forked for it while this one concludes the first."""

import ctypes
import os
import signal
import sys
from collections.abc import Callable
from types import TracebackType
from typing import Self

IS_POSSIBLE = sys.platform == "linux"
"""Elsewhere libraries of the system do not bear a fork, or there is none."""
_DEATH_SIGNAL = 1
"""Of `prctl`: which signal a process gets when the one that forked it ends."""


class SecondHalf:
    """Used as a context, which the forked process never leaves; asked for by `begin`, at most once."""

    def __init__(self, pause: Callable[[], None], resume: Callable[[], None]) -> None:
        """Nothing is forked yet.

        Args:
            pause: ends the threads of this process: a forked one has none of them, and would wait for their locks.
            resume: starts them again, in both processes.
        """
        self._pause, self._resume = pause, resume
        self._pid = 0
        self._pipe = -1
        self.is_here = False
        """Whether this process is the one for the second half."""

    @property
    def is_elsewhere(self) -> bool:
        """Whether another process has the second half, so that this one has the first."""
        return self._pid > 0

    def begin(self) -> None:
        """From here on there are two processes, which tell by `is_here` which one they are."""
        reads, writes = os.pipe()
        parent = os.getpid()
        self._pause()
        pid = os.fork()
        if pid:
            os.close(writes)
            self._pid, self._pipe = pid, reads
            self._resume()
            return
        self.is_here = True  # first of all: from here on the context is not left
        self._pipe = writes
        os.close(reads)
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != parent:  # it ended before that was said
            os._exit(1)
        self._resume()

    def give(self, content: bytes) -> None:
        """Send what came of the second half; by the process that has it, at its end."""
        with os.fdopen(self._pipe, "wb") as pipe:
            pipe.write(content)
        os._exit(0)

    def result(self) -> bytes:
        """What came of the second half, once it has.

        Raises:
            ChildProcessError: if its process failed.
        """
        with os.fdopen(self._pipe, "rb") as pipe:
            content = pipe.read()
        _, status = os.waitpid(self._pid, 0)
        self._pid = 0
        if status:
            code = os.waitstatus_to_exitcode(status)
            raise ChildProcessError(f"the process for the second half of the file ended with {code}")
        return content

    def __enter__(self) -> Self:
        """Where a process may be forked."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the forked process, here or there, that has not given what it was for."""
        if self.is_here:
            os._exit(1)
        if self._pid:
            os.close(self._pipe)
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
