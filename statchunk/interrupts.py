"""Interrupts from the keyboard, held back where half of a change would be left."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Let the block finish before an interrupt (Ctrl-C) that comes meanwhile takes effect.

    Off the main thread, which alone is interrupted, and where interrupts are ignored it changes nothing.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    held: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda number, frame: held.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if held:
        before(*held[0])
