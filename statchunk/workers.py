"""Files read in processes of their own, several at a time, answered in the order in which they were given."""

import contextlib
import os
import queue
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from statchunk.errors import SettingsError
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document
from statchunk.readers.reading import ReaderName
from statchunk.settings import Settings
from statchunk.worker import HEAD, Frame, Request, chunks_adapter

_START = "from statchunk.collector import spare_process; spare_process(); from statchunk.worker import main; main()"
COMMAND = (sys.executable, "-P", "-c", _START)
"""Starts a worker as `-m statchunk.worker` does, its collector spared first; without the current folder on its path,
since that may hold anything."""
_AHEAD = 2
"""Files a worker that may be finished before they are asked for: enough to keep it busy, few enough to hold."""
_MOST_STUCK = 5
"""Pages of one file that may be left out because they hang; after that the file is given up."""


class Outcome(NamedTuple):
    """What became of a file."""

    document: Document | None
    """None where it failed."""
    chunks: tuple[Chunk, ...]
    """Empty where none were wanted."""
    reason: str | None
    """Why it failed; None where it did not."""


@dataclass(frozen=True, slots=True)
class Ask:
    """How files are to be read."""

    password: str | None
    reader: ReaderName
    settings: Settings
    chunked: bool
    """Whether chunks are wanted too."""


def outcomes(paths: Iterable[Path], ask: Ask, count: int) -> Iterator[Outcome]:
    """What becomes of each file, in the order given.

    A file whose process crashes, is killed or takes too long fails; the next one gets a new process. A page that takes
    too long is left out with a warning, and the rest of its file is read.

    Args:
        paths: of files.
        ask: how to read them.
        count: of processes.

    Raises:
        SettingsError: if the settings cannot be meant.
    """
    team = Team(count)
    threads = ThreadPoolExecutor(count, thread_name_prefix="statchunk-worker")
    pending: deque[Future[Outcome]] = deque()
    try:
        for path in paths:
            pending.append(threads.submit(team.read, path, ask))
            if len(pending) > _AHEAD * count:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        team.stop()
        threads.shutdown(cancel_futures=True)


class Team:
    """Processes that are busy or free; they end with this one."""

    def __init__(self, count: int) -> None:
        """Args: how many there are at most; each is started when first needed."""
        self._free: queue.SimpleQueue[_Process | None] = queue.SimpleQueue()
        for _ in range(count):
            self._free.put(None)
        self._running: set[_Process] = set()
        self._stopped = False

    def read(self, path: Path, ask: Ask) -> Outcome:
        """What becomes of a file; can be called from several threads.

        Raises:
            SettingsError: if the settings cannot be meant.
        """
        stuck: tuple[int, ...] = ()
        process = self._free.get()
        try:
            while not self._stopped:
                if process is None:
                    process = _Process()
                    self._running.add(process)
                try:
                    return process.read(path, ask, stuck)
                except _Ended as end:
                    self._running.discard(process)
                    process = None
                    if end.stuck_page and len(stuck) < _MOST_STUCK:
                        stuck = (*stuck, end.stuck_page)
                    else:
                        return Outcome(None, (), f"{path}: {end}")
            return Outcome(None, (), f"{path}: interrupted")
        finally:
            self._free.put(process)

    def stop(self) -> None:
        """Ends all processes, busy ones too."""
        self._stopped = True
        for process in tuple(self._running):
            process.kill()


class _Ended(Exception):
    """A process ended before it answered."""

    def __init__(self, message: str, stuck_page: int = 0) -> None:
        super().__init__(message)
        self.stuck_page = stuck_page


class _Process:
    def __init__(self) -> None:
        alone = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}
        self._process = subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **alone},
            start_new_session=True,  # an interrupt from the keyboard is for the main process, which then ends this one
        )
        self._requests, self._replies = cast(BinaryIO, self._process.stdin), cast(BinaryIO, self._process.stdout)

    def kill(self) -> None:
        self._process.kill()

    def read(self, path: Path, ask: Ask, stuck: tuple[int, ...]) -> Outcome:
        """What becomes of a file.

        Raises:
            _Ended: if the process ends instead.
            SettingsError: if the settings cannot be meant.
        """
        settings = ask.settings
        if stuck:
            left_out = {"left_out_pages": (*settings.reader.left_out_pages, *stuck)}
            settings = settings.model_copy(update={"reader": settings.reader.model_copy(update=left_out)})
        request = Request(path=path, password=ask.password, reader=ask.reader, settings=settings, chunked=ask.chunked)
        page = 0
        document: Document | None = None
        try:
            self._requests.write(request.model_dump_json().encode() + b"\n")
            self._requests.flush()
            while head := self._replies.read(HEAD.size):
                letter, length = HEAD.unpack(head)
                content = self._replies.read(length)
                frame = Frame(letter.decode())
                if frame is Frame.page:
                    page = int(content)
                elif frame is Frame.document:
                    document = Document.model_validate_json(content).model_copy(update={"path": str(path)})
                elif frame is Frame.chunks:
                    return Outcome(document, chunks_adapter.validate_json(content), None)
                elif frame is Frame.failed:
                    return Outcome(None, (), content.decode())
                elif frame is Frame.refused:
                    raise SettingsError(content.decode())
                else:
                    raise self._ended(page, ask, content.decode())
        except BrokenPipeError:
            pass
        raise self._ended(page, ask, None)

    def _ended(self, page: int, ask: Ask, fault: str | None) -> _Ended:
        """Why the process ended, for a person."""
        for pipe in (self._requests, self._replies):
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
        code = self._process.wait()
        where = f" on page {page}" if page else ""
        if fault is not None:
            what = "unpacks to more memory than allowed; raise reader.max_memory" if "MemoryError" in fault else None
            return _Ended(what or f"an unforeseen error ({fault}); please report it with the file")
        if code == 1:
            limits = ask.settings.reader
            if page:
                return _Ended(f"page {page} and others take longer than {limits.max_seconds_a_page:g} s each", page)
            return _Ended(f"takes longer than {limits.max_seconds_a_file:g} s; raise reader.max_seconds_a_file")
        name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return _Ended(f"the process that read it crashed or was killed{where} ({name}); the file may be hostile")
