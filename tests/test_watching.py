"""Files that come into a folder are named once they are whole."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

from statchunk.watching import settled


def names(folder: Path, steps: list[Callable[[], object]]) -> list[list[str]]:
    """What each look finds; a step is taken before each look but the first."""
    found: list[list[str]] = [[]]
    left = list(steps)

    class Over(Exception):
        pass

    def sleep(_: float) -> None:
        if not left:
            raise Over
        left.pop(0)()
        found.append([])

    try:
        for files in settled([folder], 1.0, sleep):
            found[-1] = [file.name for file in files]
    except Over:
        pass
    return found


def nothing() -> None:
    pass


def test_a_file_is_named_once_two_looks_find_it_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"1")
    steps: list[Callable[[], object]] = [nothing, nothing]
    assert names(tmp_path, steps) == [[], ["a.pdf"], []]


def test_a_file_still_being_written_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "a.pdf"
    steps: list[Callable[[], object]] = [partial(file.write_bytes, b"1" * n) for n in (1, 2, 3)]
    assert names(tmp_path, [*steps, nothing, nothing]) == [[], [], [], [], ["a.pdf"], []]


def test_a_changed_file_is_named_again_and_one_that_comes_back_too(tmp_path: Path) -> None:
    file = tmp_path / "a.pdf"
    file.write_bytes(b"1")
    steps: list[Callable[[], object]] = [
        *(nothing, lambda: os.utime(file, ns=(1, 1)), nothing),
        *(file.unlink, lambda: file.write_bytes(b"1"), nothing, nothing),
    ]
    assert names(tmp_path, steps) == [[], ["a.pdf"], [], ["a.pdf"], [], [], ["a.pdf"], []]
