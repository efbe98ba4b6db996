"""Two readings of the same files compared: what was lost, what is new, what reads differently."""

import json
import shutil
from pathlib import Path

import pytest

from benchmarks.observations import compare, main

RELEASES = Path(__file__).parents[2] / "fixtures" / "releases"
BOX = (10, 20, 30, 40)


def cell(value: str, row: str, unit: str | None = None, page: int = 1) -> tuple[object, ...]:
    return page, BOX, value, (row,), ("2025",), unit, "2025", None, 1.0


def test_a_reading_is_as_itself() -> None:
    cells = [cell("1.0", "Rice"), cell("1.0", "Rice"), cell("2.0", "Maize")]
    assert not compare(cells, reversed(cells))


def test_a_field_that_reads_differently_is_named() -> None:
    found = compare([cell("1.0", "Rice")], [cell("1.0", "Maize", "%")])
    assert found.changed == {
        "row": [((1, BOX, "1.0"), ("Rice",), ("Maize",))],
        "unit": [((1, BOX, "1.0"), None, "%")],
    }
    assert (found.lost, found.new) == ([], [])


def test_a_figure_elsewhere_is_lost_and_new() -> None:
    found = compare([cell("1.0", "Rice")], [cell("1.0", "Rice", page=2)])
    assert (found.lost, found.new, found.changed) == ([cell("1.0", "Rice")], [cell("1.0", "Rice", page=2)], {})


def test_a_figure_said_twice_is_new_once() -> None:
    found = compare([cell("1.0", "Rice")], [cell("1.0", "Rice"), cell("1.0", "Rice")])
    assert (found.lost, found.new, found.changed) == ([], [cell("1.0", "Rice")], {})


def test_of_two_figures_at_one_place_the_one_that_is_the_same_is_no_change() -> None:
    found = compare([cell("1.0", "Rice"), cell("1.0", "Maize")], [cell("1.0", "Maize"), cell("1.0", "Wheat")])
    assert found.changed == {"row": [((1, BOX, "1.0"), ("Rice",), ("Wheat",))]}
    assert (found.lost, found.new) == ([], [])


def test_a_folder_is_read_written_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, written = tmp_path / "releases", tmp_path / "before.json"
    (folder / "2026").mkdir(parents=True)
    shutil.copy(RELEASES / "norvale_lfs_2026-Q1.pdf", folder / "2026")
    (folder / "torn.pdf").write_bytes(b"%PDF-1.7 and no more")
    (folder / "large.pdf").write_bytes(b" " * 300_000)
    assert main([str(folder), "--write", str(written), "--most-mb", "0.2"]) == 0
    assert main([str(folder), "--against", str(written), "--most-mb", "0.2"]) == 0
    before = json.loads(written.read_text(encoding="utf-8"))
    assert list(before["files"]) == ["2026/norvale_lfs_2026-Q1.pdf", "torn.pdf"]
    cells = before["files"]["2026/norvale_lfs_2026-Q1.pdf"]
    assert capsys.readouterr().out == (
        f"2 files, {len(cells)} observations\n2 files, {len(cells)} observations, 0 files differ\n"
    )
    lost, changed = cells.pop(), cells[0]
    changed[before["fields"].index("unit")] = "furlongs"
    cells.append([99, *lost[1:]])
    written.write_text(json.dumps(before), encoding="utf-8")
    (folder / "torn.pdf").unlink()
    assert main([str(folder), "--against", str(written), "--most-mb", "0.2"]) == 1
    said = capsys.readouterr().out
    assert f"{len(cells)} observations -> {len(cells)}: 1 lost, 1 new, unit 1\n" in said
    assert f"lost: page 99, {lost[2]!r}: " in said
    assert f"unit: page {changed[0]}, {changed[2]!r}: furlongs -> " in said
    assert "torn.pdf: " in said and said.endswith("2 files differ\n")
