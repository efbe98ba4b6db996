"""Files read in processes of their own, several at a time."""

import queue
import signal
import threading
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from statchunk.errors import SettingsError, StoreError
from statchunk.processes import Process, Starter
from statchunk.turns import Turns

if TYPE_CHECKING:
    from statchunk.model.chunk import Chunk
    from statchunk.model.evidence import Document
    from statchunk.settings import ReaderName, Settings
    from statchunk.store.packed import PackedDocument

_AHEAD = 2
"""Files a worker that are handed out before they are asked for: enough to keep it busy while the rest is seen to."""
_CHOSEN_FROM = 32
"""Files a worker, from the first that is not finished on, among which the next one is chosen."""
_MOST_STUCK = 5
"""Pages of one file that may be left out because they hang; after that the file is given up."""


class Outcome(NamedTuple):
    """What became of a file."""

    document: "Document | None"
    """None where it failed, or is packed."""
    chunks: "tuple[Chunk, ...]"
    """Empty where none were wanted, or they are packed."""
    reason: str | None
    """Why it failed; None where it did not."""
    packed: "PackedDocument | None" = None
    """Document and chunks as rows of an index, where those were wanted."""
    size: int = 0
    """Bytes of these that are held, about."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """Those of the document."""
        made = self.packed.head if self.packed else self.document
        return made.warnings if made is not None else ()


@dataclass(frozen=True, slots=True)
class Ask:
    """How files are to be read."""

    password: str | None
    reader: "ReaderName"
    settings: "Settings"
    chunked: bool
    """Whether chunks are wanted too."""
    packed: bool = False
    """Whether document and chunks are wanted as rows of an index, which is less to send."""
    halved: bool = False
    """Whether the second half of a long file may have a process of its own."""


Numbered = tuple[int, Outcome]
"""What became of a file, and its number among those given, from 0."""


def outcomes(paths: Iterable[Path], ask: Ask, count: int) -> Generator[Numbered]:
    """What becomes of each file, by a team of its own; see `Team.outcomes`."""
    return Team(count).outcomes(paths, ask)


class Team:
    """Processes that are busy or free; they end with this one."""

    def __init__(self, count: int) -> None:
        """Args: how many there are at most; each is started when first needed."""
        self._count = count
        self._starter = Starter()
        self._free: queue.SimpleQueue[_Conversation | None] = queue.SimpleQueue()
        for _ in range(count):
            self._free.put(None)
        self._running: set[_Conversation] = set()
        self._stopped = False
        self._lock = threading.Lock()
        self.left: list[Numbered] = []
        """What was finished and not asked for when `outcomes` was closed."""

    def outcomes(self, paths: Iterable[Path], ask: Ask) -> Generator[Numbered]:
        """What becomes of each file, as it comes; the team is stopped at the end.

        The files are taken in the order given, but for long ones among the last: those come before short ones, so that
        no worker is left alone with one at the end.

        A file whose process crashes, is killed or takes too long fails; the next one gets a new process. A page that
        takes too long is left out with a warning, and the rest of its file is read.

        Args:
            paths: of files.
            ask: how to read them.

        Raises:
            SettingsError: if the settings cannot be meant.
        """
        ahead = _AHEAD * self._count
        width = _CHOSEN_FROM * self._count if self._count > 1 and ask.packed else ahead
        turns = Turns(paths, width, workers=self._count)
        threads = ThreadPoolExecutor(self._count, thread_name_prefix="statchunk-worker")
        pending: dict[Future[Outcome], int] = {}
        try:
            while True:
                while len(pending) < ahead and (turn := turns.next()) is not None:
                    pending[threads.submit(self.read, turn.path, ask)] = turn.number
                if not pending:
                    return
                ready, _ = wait(pending, return_when=FIRST_COMPLETED)
                future = min(ready, key=pending.__getitem__)
                number, outcome = pending.pop(future), future.result()
                turns.finish(number, outcome.size)
                yield number, outcome
        finally:
            self.left = [(number, f.result()) for f, number in pending.items() if f.done() and not f.exception()]
            self.stop()
            threads.shutdown(cancel_futures=True)

    def read(self, path: Path, ask: Ask) -> Outcome:
        """What becomes of a file; can be called from several threads.

        Raises:
            SettingsError: if the settings cannot be meant.
        """
        stuck: tuple[int, ...] = ()
        process = self._free.get()
        try:
            while process := process or self._started():
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

    def _started(self) -> "_Conversation | None":
        """A new process; None where the team is stopped."""
        with self._lock:
            if self._stopped:
                return None
            process = _Conversation(self._starter.start())
            self._running.add(process)
            return process

    def stop(self) -> None:
        """Ends all processes, busy ones too."""
        with self._lock:
            self._stopped = True
            for process in tuple(self._running):
                process.kill()
            self._starter.stop()


class _Ended(Exception):
    """A process ended before it answered."""

    def __init__(self, message: str, stuck_page: int = 0) -> None:
        super().__init__(message)
        self.stuck_page = stuck_page


class _Conversation:
    """Requests to one process and its answers."""

    def __init__(self, process: Process) -> None:
        self._process = process

    def kill(self) -> None:
        self._process.kill()

    def read(self, path: Path, ask: Ask, stuck: tuple[int, ...]) -> Outcome:
        """What becomes of a file.

        Raises:
            _Ended: if the process ends instead.
            SettingsError: if the settings cannot be meant.
        """
        # costly to import, and the process starts meanwhile
        from statchunk.frames import HEAD, Frame, Request, chunks_adapter
        from statchunk.model.evidence import Document
        from statchunk.store.packed import PackedDocument, head_from_bytes
        from statchunk.store.packed_rows import PackedRows

        settings = ask.settings
        if stuck:
            left_out = {"left_out_pages": (*settings.reader.left_out_pages, *stuck)}
            settings = settings.model_copy(update={"reader": settings.reader.model_copy(update=left_out)})
        request = Request(
            path=path,
            password=ask.password,
            reader=ask.reader,
            settings=settings,
            chunked=ask.chunked,
            packed=ask.packed,
            halved=ask.halved,
        )
        requests, replies = self._process.requests, self._process.replies
        page = size = 0
        document: Document | None = None
        rows = PackedRows()
        try:
            requests.write(request.model_dump_json().encode() + b"\n")
            requests.flush()
            while begin := replies.read(HEAD.size):
                if len(begin) < HEAD.size:
                    break
                letter, length = HEAD.unpack(begin)
                content = replies.read(length)
                if len(content) < length:
                    break
                size += length
                frame = Frame(letter.decode())
                if frame is Frame.page:
                    page = int(content)
                elif frame is Frame.part:
                    rows.add_bytes(content)
                elif frame is Frame.packed:
                    head = head_from_bytes(content)._replace(path=str(path))
                    return Outcome(None, (), None, PackedDocument(head, rows), rows.size)
                elif frame is Frame.document:
                    document = Document.model_validate_json(content).model_copy(update={"path": str(path)})
                elif frame is Frame.chunks:
                    return Outcome(document, chunks_adapter.validate_json(content), None, size=size)
                elif frame is Frame.failed:
                    return Outcome(None, (), content.decode())
                elif frame is Frame.refused:
                    raise SettingsError(content.decode())
                else:
                    raise self._ended(page, ask, content.decode())
        except BrokenPipeError:
            pass
        except StoreError as exc:
            self.kill()
            raise _Ended(str(exc)) from exc
        raise self._ended(page, ask, None)

    def _ended(self, page: int, ask: Ask, fault: str | None) -> _Ended:
        """Why the process ended, for a person."""
        code = self._process.ended()
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
