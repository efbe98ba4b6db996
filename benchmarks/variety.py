"""Reads tables drawn at random and compares them with what was drawn: `python benchmarks/variety.py --seeds 0-199`.

Each seed is a page or two in one of the styles of `fixtures.variety`. Printed for each style: the share of cells whose
value, row path, column path, caption, unit and period are all right; right numbers under a wrong label, and how many
of these stand in tables that are sure of themselves; numbers lost; numbers said twice or where none is printed; and
the worst seeds. `--keep FOLDER` leaves each PDF with its true cells, `--show 5` prints faults of each seed.
"""

import argparse
import json
import tempfile
from collections import defaultdict
from dataclasses import asdict
from pathlib import Path

from fixtures.variety import STYLES, Faults, draw, judge
from statchunk import pipeline


def seeds(text: str) -> list[int]:
    """ "0-9,12" as numbers."""
    found: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def line(name: str, faults: Faults, worst: list[tuple[float, int]]) -> str:
    """A line of the table of figures."""
    facets = " ".join(f"{facet} {count}" for facet, count in faults.wrong.most_common())
    low = " ".join(f"{seed}:{share:.2f}" for share, seed in sorted(worst)[:6] if share < 1)
    share = faults.complete / max(1, faults.cells)
    return (
        f"{name:13} {faults.cells:6} {share:8.4f} {faults.wrong_labels:6} {faults.sure:6} {faults.lost:5}"
        f" {faults.doubled:7}  {low}" + (f"  [{facets}]" if facets else "")
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seeds", type=seeds, default=seeds("0-199"), help="numbers and ranges: 0-199 or 3,7,20-29")
    options.add_argument("--style", choices=STYLES, help="every seed in this style")
    options.add_argument("--keep", type=Path, help="folder that keeps each PDF and its truth")
    options.add_argument("--show", type=int, default=0, help="faults of each seed to print")
    args = options.parse_args()
    by_style: dict[str, Faults] = defaultdict(Faults)
    shares: dict[str, list[tuple[float, int]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for seed in args.seeds:
            path = folder / f"variety_{seed}.pdf"
            drawn = draw(path, seed, args.style)
            document = pipeline.document(path)
            faults = judge(drawn, document.observations)
            by_style[drawn.style].add(faults)
            shares[drawn.style].append((faults.complete / max(1, faults.cells), seed))
            if args.keep:
                cells = "".join(json.dumps(asdict(cell), ensure_ascii=False) + "\n" for cell in drawn.cells)
                path.with_suffix(".cells.jsonl").write_text(cells, encoding="utf-8")
            if args.show and faults.examples:
                print(f"{seed} {drawn.style}: {faults.complete} of {faults.cells}, lost {faults.lost}")
                print("".join(f"    {example}\n" for example in faults.examples[: args.show]), end="")
    print(f"{'style':13} {'cells':>6} {'complete':>8} {'wrong':>6} {'sure':>6} {'lost':>5} {'doubled':>7}  worst seeds")
    whole = Faults()
    for style in STYLES:
        if style in by_style:
            print(line(style, by_style[style], shares[style]))
            whole.add(by_style[style])
    print(line("all", whole, [one for style in shares.values() for one in style]))


if __name__ == "__main__":
    main()
