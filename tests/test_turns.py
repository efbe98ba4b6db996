"""Files are read the longest first and written in the order given."""

import random
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from statchunk import turns, workers
from statchunk.embedding.fake import FakeEmbedder
from statchunk.indexing import index_files
from statchunk.store import Index
from statchunk.store.packed import pack_document
from statchunk.turns import Turns, work_of
from statchunk.workers import Numbered, Outcome, Team
from tests.readers.drawing import draw, text
from tests.store.made import prose


def lines(count: int, words: str) -> Callable[[Canvas], None]:
    def on_page(canvas: Canvas) -> None:
        for number in range(count):
            canvas.drawString(50, 280 - 12 * number, f"{words}, line {number}, in April 2025.")

    return on_page


def picture(canvas: Canvas) -> None:
    noise = random.Random(1).randbytes(300 * 300 * 3)
    canvas.drawImage(ImageReader(Image.frombytes("RGB", (300, 300), noise)), 50, 50)


def given(taken: Turns) -> list[int]:
    numbers = []
    while (turn := taken.next()) is not None:
        numbers.append(turn.number)
    return numbers


def test_pictures_are_no_work(tmp_path: Path) -> None:
    pictured = draw(tmp_path / "pictured.pdf", picture, lines(1, "Prices rose"))
    long = draw(tmp_path / "long.pdf", *[lines(20, "Prices rose")] * 3)
    empty = tmp_path / "empty.pdf"
    empty.touch()
    assert pictured.stat().st_size > 10 * long.stat().st_size
    assert 0 < work_of(pictured) < work_of(long)
    assert work_of(empty) == work_of(tmp_path / "missing.pdf") == 0


def test_work_is_told_by_the_beginning_of_a_long_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    long = draw(tmp_path / "long.pdf", *[lines(20, "Prices rose")] * 40, pageCompression=0)
    whole = work_of(long)
    monkeypatch.setattr(turns, "_LOOKED_AT", long.stat().st_size // 2)
    assert work_of(long) == pytest.approx(whole, rel=0.2)


def test_a_long_one_comes_before_little_is_left(tmp_path: Path) -> None:
    files = [draw(tmp_path / f"{n}.pdf", *[lines(5, "Prices rose")] * pages) for n, pages in enumerate((1, 2, 3, 4))]
    assert given(Turns(files, 4, workers=2)) == [3, 2, 1, 0]
    assert given(Turns(files, 4)) == [0, 1, 2, 3]
    few = Turns(files, 2, workers=2)
    assert given(few) == [1, 0]
    few.finish(1, 100)
    assert given(few) == []
    few.finish(0, 100)
    assert given(few) == [3, 2]


def test_many_come_as_given_until_few_are_left(tmp_path: Path) -> None:
    pages = (1, 2, 1, 2, 1, 2, 1, 2, 1, 2)
    files = [draw(tmp_path / f"{n}.pdf", *[lines(5, "Prices rose")] * count) for n, count in enumerate(pages)]
    order = given(Turns(files, len(files), workers=2))
    assert order[:2] == [0, 1]
    assert [pages[number] for number in order[-3:]] == [1, 1, 1]
    assert sorted(order) == list(range(len(files)))


def test_no_more_is_begun_than_can_be_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "_MOST_HELD", 150)
    files = [draw(tmp_path / f"{n}.pdf", *[lines(5, "Prices rose")] * n) for n in (1, 2, 3, 4)]
    held = Turns(files, 4, workers=2)
    for number in (3, 2):
        turn = held.next()
        assert turn is not None and turn.number == number
        held.finish(number, 100)
    assert given(held) == [0]
    held.finish(0, 100)
    assert given(held) == [1]


def test_an_index_made_by_two_workers_is_that_of_none(tmp_path: Path) -> None:
    files = [draw(tmp_path / f"{n}.pdf", *[lines(5, f"Prices rose by {n}.4 per cent")] * (n + 1)) for n in range(5)]
    files.insert(1, draw(tmp_path / "long.pdf", *[lines(15, "Rents fell")] * 6))
    tracked: list[Path] = []

    def track(some: object, _label: str) -> Generator[Path]:
        for file in files:
            tracked.append(file)
            yield file

    found = []
    for processes in (0, 2):
        tracked.clear()
        into = tmp_path / f"index{processes}"
        report = index_files(files, into, FakeEmbedder(), processes=processes, track=track)
        assert (report.added, tracked) == (6, files)
        with Index.open(into) as index:
            found.append([(stored.number, stored.chunk) for stored in index.chunks()])
    assert found[0] == found[1]


class Interrupted(Team):
    """Finishes three files of four, the first not; the last of the three is not asked for."""

    def outcomes(self, paths: object, ask: object) -> Generator[Numbered]:
        made = [Outcome(None, (), None, pack_document(*prose(f"Prices rose {n}.", n))) for n in range(4)]
        try:
            yield 1, made[1]
            yield 2, made[2]
            raise KeyboardInterrupt
        finally:
            self.left = [(3, made[3])]
            self.stop()


def test_what_is_finished_out_of_turn_stays_after_an_interrupt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "Team", Interrupted)
    files = [draw(tmp_path / f"{n}.pdf", text(50, 200, f"Prices rose by {n}.4 per cent.")) for n in range(4)]
    with pytest.raises(KeyboardInterrupt):
        index_files(files, tmp_path / "index", FakeEmbedder(), processes=2)
    with Index.open(tmp_path / "index") as index:
        assert [row.document_id for row in index.documents()] == [prose("", n)[0].document_id for n in (1, 2, 3)]
