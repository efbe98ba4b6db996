"""What is lost when a language's file is taken away: `python benchmarks/languages.py FOLDER... [--only CODE]`.

For each language that releases of the folders are written in, these are read twice, each time in a process of its own:
with all languages on file, and (by STATCHUNK_LANGUAGES) with all but that one. Every figure must still be there, at its
place; its unit and period must be empty, with a warning that says so. A release that a neighbour's words explain just
as well (Portuguese by Spanish) may keep units and periods, but no others than before: such cells are counted as kept.
"""

import argparse
import json
import os
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

from statchunk import pipeline
from statchunk.errors import StatchunkError
from statchunk.indexing import find_releases
from statchunk.languages import CHOICE, available

_NOT_READ = "no language of this release is on file"


def read(path: Path) -> dict[str, object]:
    """Languages of a release and its figures: place and text, with unit, period and warnings."""
    document = pipeline.document(path)
    cells = {
        f"{o.page} {[round(side, 1) for side in o.bbox]} {o.value_text}": (o.unit, o.period, " ".join(o.warnings))
        for o in document.observations
    }
    language = document.facts.language
    return {"language": language.value if language is not None else None, "cells": cells}


def read_apart(paths: list[Path], codes: list[str]) -> dict[str, dict[str, object]]:
    """The same for many, in a process that has the files of some languages only."""
    command = [sys.executable, __file__, "--read", *map(str, paths)]
    environment = {**os.environ, CHOICE: ",".join(codes)}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return dict(json.loads(done.stdout))


def judge(before: dict[str, object], after: dict[str, object]) -> Counter[str]:
    """Cells by what became of them."""
    verdicts: Counter[str] = Counter()
    with_words, without = dict(before["cells"]), dict(after["cells"])  # type: ignore[call-overload]
    for place, (unit, period, _) in with_words.items():
        if place not in without:
            verdicts["lost"] += 1
            continue
        other_unit, other_period, warnings = without[place]
        if other_unit is None and other_period is None:
            verdicts["silent" if _NOT_READ not in warnings and after["language"] is None else "empty"] += 1
        elif other_unit in (None, unit) and other_period in (None, period):
            verdicts["kept"] += 1
        else:
            verdicts["changed"] += 1
    verdicts["new"] = len(without.keys() - with_words.keys())
    return verdicts


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("paths", type=Path, nargs="+", help="releases and folders of them")
    options.add_argument("--only", default="", help="one language's code")
    options.add_argument("--read", action="store_true", help=argparse.SUPPRESS)
    args = options.parse_args()
    found: dict[str, dict[str, object]] = {}
    for path in find_releases(args.paths):
        try:
            found[str(path)] = read(path)
        except StatchunkError as exc:
            print(f"{path.name}: not read: {exc}", file=sys.stderr)
    if args.read:
        print(json.dumps(found))
        return
    by_language: dict[str, list[Path]] = defaultdict(list)
    for name, one in found.items():
        if one["language"] is not None and one["cells"]:
            by_language[str(one["language"])].append(Path(name))
    for code, paths in sorted(by_language.items()):
        if args.only not in ("", code):
            continue
        without = read_apart(paths, [other for other in available() if other != code])
        for path in paths:
            verdicts = judge(found[str(path)], without[str(path)])
            print(f"{code} {path.name[:44]:44} read as {without[str(path)]['language'] or '-':4} {dict(verdicts)}")


if __name__ == "__main__":
    main()
