"""The second half of a long file, taken by another process, gives the rows of one."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from statchunk import pipeline
from statchunk.halves import IS_POSSIBLE, SecondHalf
from statchunk.settings import Settings
from statchunk.workers import Ask, Team
from tests.conftest import DrawRelease
from tests.readers.drawing import draw
from tests.store.packs import told, told_of

pytestmark = pytest.mark.skipif(not IS_POSSIBLE, reason="needs forks")


def nothing() -> None:
    """To pause or to resume."""


class Counted(SecondHalf):
    """How often it was asked for."""

    count = 0

    def begin(self) -> None:
        self.count += 1
        super().begin()


def is_running(pid: int) -> bool:
    """Whether a process neither has gone nor waits to be collected."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1][0] != "Z"
    except FileNotFoundError:
        return False


def number_in(file: Path) -> int:
    """What another process is about to write there."""
    while not file.exists() or not file.read_text():
        time.sleep(0.01)
    return int(file.read_text())


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a release of few pages cut as a long one is."""
    monkeypatch.setattr(pipeline, "_LEAST_HALVED", 2)
    monkeypatch.setattr(pipeline, "_PART_PAGES", 1)


@pytest.mark.parametrize("whole", [0, 100])
@pytest.mark.parametrize("name", ["norvale_cpi_2026-03", "santelmo_ipc_2026-03", "valmont_ipc_2026-01"])
@pytest.mark.usefixtures("short")
def test_rows_of_two_processes_are_those_of_one(
    draw_release: DrawRelease, monkeypatch: pytest.MonkeyPatch, name: str, whole: int
) -> None:
    monkeypatch.setattr(pipeline, "_PAGES_WHOLE", whole)
    path, _ = draw_release(name)
    with Counted(nothing, nothing) as second:
        packed = told_of(path, second=second)
        assert second.count == 1
    assert packed == told_of(path)


@pytest.mark.usefixtures("short")
def test_a_release_without_a_place_to_cut_is_left_whole(draw_release: DrawRelease) -> None:
    path, _ = draw_release("norvale_labour_factsheet_2026-Q1")
    with Counted(nothing, nothing) as second:
        packed = told_of(path, second=second)
        assert second.count == 0
    assert packed == told_of(path)


@pytest.mark.usefixtures("short")
def test_a_half_that_fails_is_an_error(draw_release: DrawRelease) -> None:
    path, _ = draw_release("norvale_cpi_2026-03")

    here = os.getpid()

    def crash() -> None:
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)

    with SecondHalf(nothing, crash) as second, pytest.raises(ChildProcessError, match="ended with -9"):
        told_of(path, second=second)


def test_a_half_that_is_not_asked_for_its_result_is_ended(tmp_path: Path) -> None:
    said = tmp_path / "pid"

    here = os.getpid()

    def wait() -> None:
        if os.getpid() == here:
            return
        said.write_text(str(os.getpid()))
        time.sleep(60)

    with SecondHalf(nothing, wait) as second:
        second.begin()
        pid = number_in(said)
        assert is_running(pid)
    assert not is_running(pid)


def test_a_half_ends_with_the_process_that_forked_it(tmp_path: Path) -> None:
    said = tmp_path / "pid"

    between = os.fork()
    if between == 0:
        with SecondHalf(nothing, nothing) as second:
            second.begin()
            if second.is_here:
                said.write_text(str(os.getpid()))
            time.sleep(60)
    pid = number_in(said)
    os.kill(between, signal.SIGKILL)
    os.waitpid(between, 0)
    end = time.monotonic() + 10
    while is_running(pid) and time.monotonic() < end:
        time.sleep(0.01)
    assert not is_running(pid)


def test_a_worker_with_another_idle_gives_the_same_rows(tmp_path: Path) -> None:
    def page(number: int) -> Callable[[Canvas], None]:
        def drawn(canvas: Canvas) -> None:
            canvas.setFont("Helvetica-Bold", 18)
            canvas.drawString(50, 250, f"Prices of group {number}")
            canvas.setFont("Helvetica", 10)
            for line in range(6):
                canvas.drawString(
                    50, 220 - 12 * line, f"Prices of the goods of group {number} rose by {line}.4 per cent"
                )
            canvas.drawString(50, 148, "in the year to April.")

        return drawn

    path = draw(tmp_path / "long.pdf", *map(page, range(80)))
    with Counted(nothing, nothing) as second:
        packed = told_of(path, second=second)
        assert second.count == 1
    team = Team(2)
    try:
        outcome = team.read(path, Ask(None, "pdfium", Settings(), chunked=True, packed=True, halved=True))
    finally:
        team.stop()
    assert outcome.reason is None and outcome.packed is not None
    assert told(outcome.packed) == packed == told_of(path)
