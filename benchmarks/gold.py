"""Score observations and elements against hand-checked gold: `python benchmarks/gold.py GOLD CORPUS [--only PART]`.

For every GOLD/*.cells.jsonl whose documents stand in CORPUS, the scorer beside the corpus (../bench/score_cells.py)
judges what `statchunk` reads. Cells printed inside pictures (no word of the text layer at their place) are counted
apart. Facets are also given over the cells whose place was found, as shares. Elements and release facts follow.
A file that holds some cells of each table only (benchmarks/eye.cells.jsonl, transcribed from the pages) says nothing of
precision.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from statchunk import pipeline
from statchunk.box import Box
from statchunk.geometry import intersection_area
from statchunk.model.page import Release

FACETS = ("value", "row", "column", "caption", "unit", "period", "notes", "source")


def printed_as_text(cells: list[dict[str, object]], release: Release) -> list[dict[str, object]]:
    """The gold cells that have a word of the text layer at their place."""
    kept = []
    for cell in cells:
        box = Box(*cell["bbox"])  # type: ignore[misc]
        page = release.pages[int(str(cell["page"])) - 1]
        if any(intersection_area(word, box) > 0 for word in page.words):
            kept.append(cell)
    return kept


def facets_of_found(
    bench: Path, gold: list[dict[str, object]], got: list[dict[str, object]], accept: Path
) -> tuple[Counter[str], Counter[str]]:
    """(asked, held) of each facet over the gold cells whose place was found, by the scorer's own functions."""
    sys.path.insert(0, str(bench))
    import score_cells  # type: ignore[import-not-found]

    rules = score_cells.read(accept) if accept.exists() else []
    by_page: dict[object, list[dict[str, object]]] = {}
    for one in got:
        by_page.setdefault(one["page"], []).append(one)
    asked: Counter[str] = Counter()
    held: Counter[str] = Counter()
    for cell in gold:
        places = [
            (score_cells.overlap(cell["bbox"], one["bbox"]), n) for n, one in enumerate(by_page.get(cell["page"], []))
        ]
        share, at = max(places, default=(0.0, -1))
        if share < 0.5:
            continue
        one = by_page[cell["page"]][at]
        judged = [score_cells.judge(c, one) for c in score_cells.accepted(cell, rules)]
        verdict = max(judged, key=lambda v: sum(ok is not False for ok in v.values()))
        for facet, ok in verdict.items():
            if ok is not None:
                asked[facet] += 1
                held[facet] += ok
    return asked, held


def golds(folder: Path, only: str) -> list[tuple[Path, str, list[dict[str, object]]]]:
    """(file, document, cells) of every gold file whose name, or document's name, holds the text; a file may hold the
    cells of several documents."""
    found = []
    for file in sorted(folder.glob("*.cells.jsonl")):
        by_document: dict[str, list[dict[str, object]]] = {}
        for line in file.read_text(encoding="utf-8").splitlines():
            cell = json.loads(line)
            by_document.setdefault(cell["doc"].removesuffix(".pdf") + ".pdf", []).append(cell)
        found += [(file, name, cells) for name, cells in by_document.items() if only in file.name or only in name]
    return found


def run(script: Path, *arguments: object) -> str:
    """What a scorer printed."""
    done = subprocess.run(
        [sys.executable, str(script), *map(str, arguments)], capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("gold", type=Path)
    options.add_argument("corpus", type=Path)
    options.add_argument("--only", default="", help="documents whose name holds this text")
    options.add_argument("--show", type=int, default=0, help="misses of each facet to print")
    options.add_argument("--elements", action="store_true", help="score elements and release facts too")
    args = options.parse_args()
    bench = args.corpus.resolve().parent / "bench"
    accept = args.gold / "offices.accept.jsonl"
    shares, asked, held = [], Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as scratch:
        for gold_file, name, cells in golds(args.gold, args.only):
            path = next(args.corpus.rglob(name), None)
            if path is None:
                print(f"{name}: not in the corpus, skipped")
                continue
            document = pipeline.document(path)
            written = Path(scratch) / "observations.jsonl"
            got = [o.model_dump(mode="json") for o in document.observations]
            written.write_text("".join(json.dumps(o) + "\n" for o in got), encoding="utf-8")
            text_cells = printed_as_text(cells, pipeline.read(path))
            kept = Path(scratch) / "gold.jsonl"
            kept.write_text("".join(json.dumps(c) + "\n" for c in text_cells), encoding="utf-8")
            print(f"\n{name}: {len(text_cells)} cells, {len(cells) - len(text_cells)} more inside pictures")
            also = ("--accept", accept) if accept.exists() else ()
            report = run(bench / "score_cells.py", kept, written, *also, "--by", "table", "--show", args.show)
            print(report.rstrip())
            shares.append((float(report.rsplit("complete ", 1)[1].split(",")[0]), name))
            more_asked, more_held = facets_of_found(bench, text_cells, got, accept)
            asked, held = asked + more_asked, held + more_held
            elements = gold_file.with_name(gold_file.name.replace(".cells.", ".elements."))
            if args.elements and elements.exists():
                evidence, info = Path(scratch) / "evidence.jsonl", Path(scratch) / "info.json"
                lines = [json.dumps(e.model_dump(mode="json", by_alias=True)) + "\n" for e in document.evidence]
                evidence.write_text("".join(lines), encoding="utf-8")
                info.write_text(document.facts.model_dump_json(by_alias=True), encoding="utf-8")
                print(
                    run(bench / "score_elements.py", elements, evidence, "--info", info, "--show", args.show).rstrip()
                )
    if shares:
        print("\nshare of complete cells: " + ", ".join(f"{name} {share:.4f}" for share, name in sorted(shares)))
        print(f"mean {sum(s for s, _ in shares) / len(shares):.4f}, lowest {min(shares)[0]:.4f}")
        print("facets over cells found: " + ", ".join(f"{f} {held[f] / asked[f]:.4f}" for f in FACETS if asked[f]))


if __name__ == "__main__":
    main()
