"""A process that reads files for another one, so that a crash in native code or a hang costs one file.

`python -m statchunk.worker` takes requests from its input and answers each with frames (see `statchunk.frames`): one
letter, the length of what follows as eight bytes, and that many bytes. It ends with its input. Given the number of a
socket, it starts workers for who is at the other end (see `statchunk.forks`).
"""

import faulthandler
import gc
import os
import socket
import sys
import time
from collections.abc import Callable
from io import FileIO
from types import TracebackType
from typing import BinaryIO

from statchunk import pipeline
from statchunk.errors import ReaderError, StatchunkError, describe_fault
from statchunk.forks import Pipes, serve_forks
from statchunk.frames import HEAD, Frame, Request, chunks_adapter
from statchunk.halves import IS_POSSIBLE, SecondHalf
from statchunk.settings import ReaderSettings
from statchunk.store.packed import PackedHead, head_to_bytes
from statchunk.store.packed_rows import PackedPart, part_to_bytes

try:
    import resource
except ImportError:  # a system without limits for processes
    resource = None  # type: ignore[assignment]


class _Clock:
    """Ends the process when a page or the file takes too long, even inside native code."""

    def __init__(self, settings: ReaderSettings, silence: FileIO) -> None:
        self.settings, self.silence = settings, silence
        self.end = time.monotonic() + settings.max_seconds_a_file

    def wind(self, *, page: bool) -> None:
        left = max(0.01, self.end - time.monotonic())
        seconds = min(left, self.settings.max_seconds_a_page) if page else left
        faulthandler.dump_traceback_later(seconds, exit=True, file=self.silence)


def _limit_memory(size: int) -> None:
    if resource is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        soft = size if hard == resource.RLIM_INFINITY else min(size, hard)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _pack(
    request: Request, keep: Callable[[PackedPart], None], watch: Callable[[int], None], clock: _Clock
) -> PackedHead:
    with SecondHalf(faulthandler.cancel_dump_traceback_later, lambda: clock.wind(page=False)) as second:
        return pipeline.pack(
            request.path,
            keep,
            password=request.password,
            reader=request.reader,
            settings=request.settings,
            watch=watch,
            second=second if request.halved and IS_POSSIBLE else None,
        )


def serve(requests: BinaryIO, replies: BinaryIO, silence: FileIO) -> None:
    """Answer requests until there are no more."""

    def send(frame: Frame, content: bytes = b"") -> None:
        replies.write(HEAD.pack(frame.encode(), len(content)))
        replies.write(content)
        replies.flush()

    def keep(part: PackedPart) -> None:
        send(Frame.part, part_to_bytes(part))

    def on_fault(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        send(Frame.fault, describe_fault(error).encode())

    sys.excepthook = on_fault
    for line in requests:
        request = Request.model_validate_json(line)
        settings = request.settings
        _limit_memory(settings.reader.max_memory)
        clock = _Clock(settings.reader, silence)
        clock.wind(page=False)

        def watch(number: int, clock: _Clock = clock) -> None:
            clock.wind(page=number > 0)
            send(Frame.page, str(number).encode())

        try:
            if request.packed:
                head = _pack(request, keep, watch, clock)
                frames = [(Frame.packed, head_to_bytes(head))]
            else:
                document = pipeline.document(
                    request.path, password=request.password, reader=request.reader, settings=settings, watch=watch
                )
                chunks = pipeline.chunk(document, settings, password=request.password) if request.chunked else ()
                said = document.model_dump_json(by_alias=True).encode()
                frames = [(Frame.document, said), (Frame.chunks, chunks_adapter.dump_json(chunks))]
        except (ReaderError, OSError) as exc:
            send(Frame.failed, str(exc).encode(errors="replace"))
        except StatchunkError as exc:
            send(Frame.refused, str(exc).encode(errors="replace"))
        else:
            for frame, content in frames:
                send(frame, content)
        faulthandler.cancel_dump_traceback_later()


def main() -> None:
    """Serve standard input, or start workers for who is at the other end of a socket, given by its number.

    What libraries print goes nowhere.
    """
    if len(sys.argv) > 1:
        gc.freeze()  # what is imported is shared by the workers, and a pass of the collector would copy it
        pipes = serve_forks(socket.socket(fileno=int(sys.argv[1])))
        if pipes is None:
            return
    else:
        pipes = Pipes(0, os.dup(1))
    silence = os.fdopen(os.open(os.devnull, os.O_RDWR), "r+b", buffering=0)
    os.dup2(silence.fileno(), 1)
    os.dup2(silence.fileno(), 2)
    serve(os.fdopen(pipes.requests, "rb"), os.fdopen(pipes.replies, "wb"), silence)


if __name__ == "__main__":
    main()
