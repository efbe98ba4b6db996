"""Score key figures against what a reader of the page sees: `python benchmarks/factsheets.py CORPUS [--show]`.

factsheets.jsonl beside this file lists each key figure of the factsheets in CORPUS/factsheet, written down by looking
at the pages; those of the bundled factsheets in fixtures/truth follow. Figures inside tables are the business of the
tables' own benchmark. A figure is right with every part of its label and its change, open without a label, half named
where a part is missing, wrong where its label is another's.
"""

import argparse
import json
import re
import unicodedata
from collections import Counter
from pathlib import Path

from statchunk import pipeline
from statchunk.box import Box
from statchunk.geometry import intersection_area
from statchunk.model.evidence import Document

ROOT = Path(__file__).parent
FIXTURES = ROOT.parent / "fixtures"
_CHANGE = re.compile(r", change over .*$")


def squashed(text: object) -> str:
    """Letters and digits alone, folded; a minus and a plus stay."""
    folded = unicodedata.normalize("NFKC", str(text)).casefold().replace("−", "-").replace("–", "-")
    return "".join(c for c in folded if c.isalnum() or c in "+-%,.")


def facts_of(document: Document) -> list[tuple[int, Box, str | None, str, str | None]]:
    """(page, box, label, value, change) of each fact of a factsheet or figure, and of each observation of a table."""
    found = [
        (fact.page, Box(*fact.bbox), fact.label, fact.value_text, fact.change)
        for one in document.evidence
        if one.kind in ("factsheet", "figure")
        for fact in one.facts
    ]
    found += [
        (cell.page, Box(*cell.bbox), ", ".join([*cell.row_path, *cell.column_path]), cell.value_text, None)
        for cell in document.observations
    ]
    return found


def judge(row: dict[str, object], facts: list[tuple[int, Box, str | None, str, str | None]]) -> tuple[str, str]:
    """The verdict on one key figure, and what was read."""
    label = str(row["label"])
    is_change = _CHANGE.search(label) is not None
    parts = [squashed(part) for part in _CHANGE.sub("", label).split(", ")]
    box = Box(*(float(side) for side in row["bbox"]))  # type: ignore[attr-defined]
    want = squashed(row["value_text"])
    for page, place, got, value, change in facts:
        shown = squashed(change or "") if is_change else squashed(value)
        if page != row["page"] or (not shown.startswith(want.rstrip("%")) and not want.startswith(shown or "?")):
            continue
        if not is_change and intersection_area(place, box) <= 0:
            continue
        if is_change and min(abs(place.top - box.top), abs(place.bottom - box.bottom)) > 60:
            continue
        if is_change and not (got and parts[0] in squashed(got)):
            continue
        if got is None:
            return "open", f"{value} | None"
        held = [part in squashed(got) for part in parts]
        read = f"{value} | {got} | {change}"
        if all(held):
            extra = squashed(re.sub(r"\(.*?\)", "", got))
            for part in parts:
                extra = extra.replace(part, "", 1)
            if len(extra.strip(",.")) > 0.6 * sum(map(len, parts)):
                return "wrong", read
            missing = row.get("change") and squashed(change or "") != squashed(row["change"])
            return ("change lost" if missing else "right"), read
        return ("half named" if any(held) else "wrong"), read
    return "lost", ""


def main() -> None:
    """Print the verdicts for each document and in all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--show", action="store_true", help="print each figure that is not right")
    arguments = parser.parse_args()
    truth = [json.loads(line) for line in (ROOT / "factsheets.jsonl").read_text(encoding="utf-8").splitlines()]
    places = {row["doc"]: arguments.corpus / "factsheet" / row["doc"] for row in truth}
    for path in sorted((FIXTURES / "truth").glob("*.figures.jsonl")):
        own = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        truth += own
        places |= {row["doc"]: FIXTURES / "releases" / row["doc"] for row in own}
    total: Counter[str] = Counter()
    for doc, path in places.items():
        if not path.exists():
            print(f"{doc}: not there, left out")
            continue
        facts = facts_of(pipeline.document(path))
        tally: Counter[str] = Counter()
        for row in truth:
            if row["doc"] != doc:
                continue
            verdict, read = judge(row, facts)
            tally[verdict] += 1
            if arguments.show and verdict != "right":
                print(f"  {verdict}: {row['label']} = {row['value_text']} (p{row['page']}), read: {read}")
        total += tally
        print(f"{doc}: {dict(tally)}")
    count = sum(total.values())
    if count:
        print(f"key figures {count}, right {total['right'] / count:.4f}, wrong {total['wrong']}, {dict(total)}")


if __name__ == "__main__":
    main()
