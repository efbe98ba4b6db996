"""Interrupts from the keyboard, and requests to end, held back where half of a change would be left."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_HELD = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Let the block finish before an interrupt (Ctrl-C, SIGTERM) that comes meanwhile takes effect.

    Off the main thread, which alone is interrupted, and where interrupts are ignored it changes nothing.
    """
    before = {number: handler for number in _HELD if callable(handler := signal.getsignal(number))}
    if threading.current_thread() is not threading.main_thread() or not before:
        yield
        return
    held: list[tuple[int, FrameType | None]] = []
    for number in before:
        signal.signal(number, lambda number, frame: held.append((number, frame)))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if held:
        before[signal.Signals(held[0][0])](*held[0])
