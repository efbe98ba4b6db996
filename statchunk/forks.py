"""Worker processes forked from one that has imported what they need: each further one starts in milliseconds.

The server holds one thread, no file and no document. Its socket carries the two ends of a worker's pipes to it; asked
for the end of a worker, it waits for it. It ends when its socket is closed.
"""

import contextlib
import os
import socket
import struct
import subprocess
import threading
from collections.abc import Sequence
from typing import NamedTuple

_NUMBER = struct.Struct(">q")
_START, _WAIT = b"s", b"w"


class Pipes(NamedTuple):
    """File descriptors of a worker's own ends."""

    requests: int
    """To read from."""
    replies: int
    """To write to."""


class ForkServer:
    """The main process's side: asks for workers and for how they ended; may be used from several threads."""

    def __init__(self, command: Sequence[str], environment: dict[str, str]) -> None:
        """Start the server; the command is given the number of its socket as its last argument."""
        own, other = socket.socketpair()
        with other:
            self._process = subprocess.Popen(
                [*command, str(other.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=environment,
                pass_fds=[other.fileno()],
                start_new_session=True,  # an interrupt from the keyboard is for the main process, which ends this one
            )
        self._socket, self._lock = own, threading.Lock()

    def start(self, pipes: Pipes) -> int:
        """Start a worker on its ends of two pipes; its process id.

        Raises:
            OSError: if the server has ended.
        """
        with self._lock:
            socket.send_fds(self._socket, [_START + _NUMBER.pack(0)], pipes)
            return self._answer()

    def wait(self, pid: int) -> int:
        """Wait for the end of a worker: its exit code, or less than 0 the signal that ended it.

        Raises:
            OSError: if the server has ended.
        """
        with self._lock:
            self._socket.sendall(_WAIT + _NUMBER.pack(pid))
            return self._answer()

    def _answer(self) -> int:
        data = self._socket.recv(_NUMBER.size, socket.MSG_WAITALL)
        if len(data) < _NUMBER.size:
            raise ConnectionResetError("the process that starts workers has ended")
        number: int = _NUMBER.unpack(data)[0]
        return number

    def stop(self) -> None:
        """End the server, once its workers have ended."""
        with self._lock:
            self._socket.close()
        self._process.wait()


def serve_forks(connection: socket.socket) -> Pipes | None:
    """The server's side: returns once in each worker, with its pipes, and in the server at the end, with None."""
    with connection:
        while True:
            message, handles, _, _ = socket.recv_fds(connection, 1 + _NUMBER.size, 2)
            if not message:
                break
            if message[:1] == _WAIT:
                _, status = os.waitpid(_NUMBER.unpack(message[1:])[0], 0)
                connection.sendall(_NUMBER.pack(os.waitstatus_to_exitcode(status)))
                continue
            pid = os.fork()
            if pid == 0:
                return Pipes(*handles)
            for handle in handles:
                os.close(handle)
            connection.sendall(_NUMBER.pack(pid))
    with contextlib.suppress(ChildProcessError):
        while True:
            os.wait()
    return None
