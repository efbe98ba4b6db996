"""Score elements and release facts against gold: `python benchmarks/elements.py GOLD CORPUS [--only PART] [--show N]`.

For every GOLD/*.elements.jsonl whose documents stand in CORPUS, the scorer beside the corpus
(../bench/score_elements.py) judges captions, sources, footnotes, definitions, headings with their levels, list items
and the facts of the release. The mean of each kind is over the documents that have it; last come the kinds that fall
below the bar.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from statchunk import pipeline

BARS = {"caption": 0.95, "source": 0.95, "footnote": 0.95, "definition": 0.95, "heading": 0.92}
"""Least F1 of a kind."""
LEVELS = 0.9
"""Least share of headings at the right level."""
_SCORE = re.compile(r"^(\w+) +precision \S+ recall \S+ F1 (\S+) .*?(?:level right (\d+) of (\d+))?\)$", re.MULTILINE)
_FACT = re.compile(r"^fact (\w+) +(right|wrong):", re.MULTILINE)


def golds(folder: Path, only: str) -> list[tuple[str, Path]]:
    """(document, file) of every gold file whose document's name holds the text; the cells beside it give the name."""
    found: list[tuple[str, Path]] = []
    for file in sorted(folder.glob("*.elements.jsonl")):
        cells = file.with_name(file.name.replace(".elements.", ".cells."))
        with cells.open(encoding="utf-8") as lines:
            name = json.loads(next(lines))["doc"].removesuffix(".pdf") + ".pdf"
        if only in name:
            found.append((name, file))
    return found


def score(bench: Path, path: Path, gold: Path, show: int) -> str:
    """What the scorer prints of one document."""
    document = pipeline.document(path)
    with tempfile.TemporaryDirectory() as scratch:
        evidence, info = Path(scratch) / "evidence.jsonl", Path(scratch) / "info.json"
        lines = [json.dumps(one.model_dump(mode="json", by_alias=True)) + "\n" for one in document.evidence]
        evidence.write_text("".join(lines), encoding="utf-8")
        info.write_text(document.facts.model_dump_json(by_alias=True), encoding="utf-8")
        command = [bench / "score_elements.py", gold, evidence, "--info", info, "--show", str(show)]
        done = subprocess.run([sys.executable, *map(str, command)], capture_output=True, text=True, check=True)
    return done.stdout.rstrip()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("gold", type=Path)
    options.add_argument("corpus", type=Path)
    options.add_argument("--only", default="", help="documents whose name holds this text")
    options.add_argument("--show", type=int, default=0, help="misses of each kind to print")
    args = options.parse_args()
    bench = args.corpus.resolve().parent / "bench"
    of_kind: dict[str, list[float]] = defaultdict(list)
    below: list[str] = []
    facts = [0, 0]
    for name, gold in golds(args.gold, args.only):
        path = next(args.corpus.rglob(name), None)
        if path is None:
            print(f"{name}: not in the corpus, skipped")
            continue
        report = score(bench, path, gold, args.show)
        print(f"\n{name}\n{report}")
        for kind, f1, right, of in _SCORE.findall(report):
            of_kind[kind].append(float(f1))
            if float(f1) < BARS.get(kind, 0.0):
                below.append(f"{name} {kind} {f1}")
            if of:
                of_kind["levels"].append(int(right) / int(of))
                if int(right) < LEVELS * int(of):
                    below.append(f"{name} heading levels {right} of {of}")
        for fact, verdict in _FACT.findall(report):
            facts = [facts[0] + (verdict == "right"), facts[1] + 1]
            if verdict == "wrong":
                below.append(f"{name} {fact}")
    print("\nmean over documents: " + ", ".join(f"{k} {sum(v) / len(v):.3f}" for k, v in sorted(of_kind.items())))
    print(f"release facts right: {facts[0]} of {facts[1]}")
    print("below the bar: " + ("; ".join(below) or "none"))


if __name__ == "__main__":
    main()
