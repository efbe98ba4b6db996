"""What a change of the code does to the observations of any PDFs: reads those of a folder, and compares two readings.

    python benchmarks/observations.py FOLDER --write before.json
    python benchmarks/observations.py FOLDER --against before.json

Needs no gold. An observation is known again by its place: page, box to the whole point, and value as printed; one that
stands there several times is counted so often. Of each file that differs: what was lost, what is new, what reads
differently by field, with examples. Exits 1 where anything differs.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from statchunk import pipeline
from statchunk.errors import ReaderError
from statchunk.indexing import find_releases

PLACE = ("page", "box", "value")
SAID = ("row", "column", "unit", "period", "caption", "confidence")

Cells = list[tuple[object, ...]]
"""Observations of one file as `PLACE` and `SAID`."""
Reading = dict[str, Cells | str]
"""Of each file, by its path below the folder; why it could not be read where it could not."""


@dataclass
class Differences:
    """Between two readings of one file."""

    lost: Cells = field(default_factory=list)
    new: Cells = field(default_factory=list)
    changed: dict[str, list[tuple[tuple[object, ...], object, object]]] = field(default_factory=dict)
    """By field: where, what it said, what it says."""

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self.lost or self.new or self.changed)


def compare(before: Iterable[tuple[object, ...]], now: Iterable[tuple[object, ...]]) -> Differences:
    """The differences between the observations of one file, then and now."""
    at: dict[tuple[object, ...], tuple[Counter[tuple[object, ...]], Counter[tuple[object, ...]]]] = {}
    for side, cells in enumerate((before, now)):
        for cell in cells:
            at.setdefault(cell[: len(PLACE)], (Counter(), Counter()))[side][cell[len(PLACE) :]] += 1
    found = Differences()
    for place, (old, new) in at.items():
        gone, come = list((old - new).elements()), list((new - old).elements())
        for was, is_now in zip(gone, come, strict=False):
            for name, one, other in zip(SAID, was, is_now, strict=True):
                if one != other:
                    found.changed.setdefault(name, []).append((place, one, other))
        found.lost += [(*place, *said) for said in gone[len(come) :]]
        found.new += [(*place, *said) for said in come[len(gone) :]]
    return found


def observations(path: Path) -> Cells | str:
    """Those of a file, or why it cannot be read."""
    try:
        found = pipeline.document(path).observations
    except ReaderError as exc:
        return f"{type(exc).__name__}: {str(exc).replace(str(path), path.name)}"
    places = [(o.page, tuple(round(side) for side in o.bbox), o.value_text) for o in found]
    said = [(o.row_path, o.column_path, o.unit, o.period, o.caption, round(o.confidence, 4)) for o in found]
    return [(*place, *rest) for place, rest in zip(places, said, strict=True)]


def load(path: Path) -> Reading:
    """What `--write` wrote."""
    written = json.loads(path.read_text(encoding="utf-8"))
    if written["fields"] != [*PLACE, *SAID]:
        raise SystemExit(f"{path}: holds other fields: {', '.join(written['fields'])}")
    return {
        name: cells if isinstance(cells, str) else [tuple(_frozen(value) for value in cell) for cell in cells]
        for name, cells in written["files"].items()
    }


def _frozen(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _shown(value: object) -> str:
    return " > ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def report(name: str, before: Cells | str, now: Cells | str, show: int) -> bool:
    """Print the differences of a file; whether there are any."""
    if isinstance(before, str) or isinstance(now, str):
        one, other = (x if isinstance(x, str) else f"{len(x):,} observations" for x in (before, now))
        if before != now:
            print(f"{name}: {one} -> {other}")
        return before != now
    found = compare(before, now)
    if found:
        counts = [f"{len(found.lost):,} lost", f"{len(found.new):,} new"]
        counts += [f"{said} {len(found.changed[said]):,}" for said in SAID if said in found.changed]
        print(f"{name}: {len(before):,} observations -> {len(now):,}: {', '.join(counts)}", flush=True)
    for what, cells in (("lost", found.lost), ("new", found.new)):
        for page, _box, value, row, column, *_rest in cells[:show]:
            print(f"    {what}: page {page}, {value!r}: {_shown(row)} | {_shown(column)}")
    for said, changes in found.changed.items():
        for (page, _box, value), was, is_now in changes[:show]:
            print(f"    {said}: page {page}, {value!r}: {_shown(was)} -> {_shown(is_now)}")
    return bool(found)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--write", type=Path, metavar="FILE.json", help="write what is read")
    parser.add_argument("--against", type=Path, metavar="FILE.json", help="compare with what was written")
    parser.add_argument("--most-mb", type=float, default=3.0, help="megabytes; larger files are left out (%(default)s)")
    parser.add_argument("--show", type=int, default=3, help="examples of each difference (%(default)s)")
    options = parser.parse_args(arguments)
    if options.write is None and options.against is None:
        parser.error("say --write, --against or both")
    if not options.folder.is_dir():
        parser.error(f"{options.folder}: no such folder")
    before = load(options.against) if options.against is not None else {}
    paths = [p for p in find_releases([options.folder]) if p.stat().st_size <= options.most_mb * 1e6]
    now: Reading = {}
    differ = []
    for path in paths:
        name = path.relative_to(options.folder).as_posix()
        now[name] = observations(path)
        if options.against is not None and report(name, before.get(name, "not read"), now[name], options.show):
            differ.append(name)
    for name in sorted(before.keys() - now.keys()):
        report(name, before[name], "not in the folder, or too large", options.show)
        differ.append(name)
    count = sum(len(cells) for cells in now.values() if not isinstance(cells, str))
    compared = f", {len(differ):,} files differ" if options.against is not None else ""
    print(f"{len(now):,} files, {count:,} observations{compared}")
    if options.write is not None:
        written = json.dumps({"fields": [*PLACE, *SAID], "files": now}, ensure_ascii=False)
        options.write.write_text(written, encoding="utf-8")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
