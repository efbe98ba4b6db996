"""The collector of cycles, kept from walking what holds none."""

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager

_YOUNG = 100_000
"""New objects between two passes over the young ones; what is imported for one command makes some 200,000."""


def spare_process() -> None:
    """Have the collector look rarely in a process of the program itself, and not once more when it ends.

    At Python's own threshold its passes over the modules, classes and patterns that are imported take a sixth of the
    time of a short command, and its passes at the end as much again, over objects that go with the process.
    """
    gc.set_threshold(_YOUNG)
    atexit.register(gc.freeze)


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause the collector of cycles while one document is worked on, or one question answered.

    What the steps make is trees of tuples and frozen models, in which there are no cycles to be found; each of its
    full passes would walk every word and figure of the document again, a third of the time of a long release, and in
    the middle of a question all that an index keeps at hand. What was made is put among the old objects at the end
    (the one effect of freezing all and unfreezing), or the first pass after it would walk all of it at once.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():
            gc.freeze()
            gc.unfreeze()
        gc.enable()
