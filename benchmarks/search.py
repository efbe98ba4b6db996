"""Retrieval measured: is the evidence found first, for the right month, and is the answering cell named right?

    python benchmarks/search.py                          # the drawn look-alike releases, nothing else needed
    python benchmarks/search.py --gold GOLD --corpus CORPUS   # and real releases: pairs of months, one long release

Prints for each set of questions: recall at 1 and 5 and MRR at 10 (the first hit must show the evidence, from a release
that holds it), `month` (the first hit is for the month asked for), `own` (it comes from the release of that month),
`cell` (row, column, value, unit and period of the first cell named, all right), and how many of the unanswerable
questions were refused and of the answerable ones wrongly refused.
"""

import argparse
import json
import re
import sys
import tempfile
import time
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from statchunk.embedding import DEFAULT_MODEL, load_embedder
from statchunk.indexing import find_releases, index_files
from statchunk.model.chunk import Hit, SearchResult
from statchunk.model.evidence import Observation
from statchunk.search import search
from statchunk.store import Index

ROOT = Path(__file__).resolve().parent.parent
FIELDS = ("row", "column", "value", "unit", "period")
Row = dict[str, Any]


class QuestionSet(NamedTuple):
    """Questions and the releases that they are put to."""

    name: str
    questions: list[Row]
    releases: list[Path]


class Score(NamedTuple):
    """How one question went."""

    id: str
    question: str
    answerable: bool
    """Whether the releases can answer it."""
    said_answerable: bool
    rank: int | None
    """Of the first hit that proves the answer."""
    month: bool
    own: bool
    cell: dict[str, bool] | None
    """What is right of the first cell named; None where no table holds the answer."""
    right: bool
    """Whether what was said is right: the first cell named, the passage first where none is, or the refusal."""
    seconds: float
    first: str
    """What the first hit says, for a person."""


def lines(path: Path) -> list[Row]:
    """The objects of a JSON Lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def plain(text: str) -> str:
    """Letters and figures only, in small letters: spaces, hyphens and quotes differ between readers."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("−", "-")
    return re.sub(r"[^\w%+-]|(?<=\w)-(?=\w)|_", "", folded)


def figure(text: str) -> str:
    """A printed figure without spaces, with a plain minus."""
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text)).replace("−", "-").replace("–", "-")


def wanted(question: Row) -> list[Row]:
    """All evidence that proves the answer, in any release."""
    return [*question["evidence"], *question.get("also", [])]


def proves(evidence: Row, hit: Hit) -> bool:
    """Whether the hit shows the evidence: its release, its page, and the words or the figure beside its label."""
    if evidence.get("document") and Path(hit.path).name != evidence["document"]:
        return False
    if evidence["page"] not in {region.page for region in hit.regions}:
        return False
    if evidence.get("sentence"):
        return plain(evidence["sentence"]) in plain(hit.text)
    label, value = plain(evidence["row_path"][-1]), figure(evidence["value_text"])
    return any(label in plain(line) and value in figure(line) for line in hit.text.splitlines())


def fields_right(evidence: Row, cell: Observation) -> dict[str, bool]:
    """Which parts of the cell are as the evidence says."""
    own_row, own_column = plain("".join(cell.row_path)), plain("".join(cell.column_path))
    units = evidence.get("unit")
    given = cell.unit or ""
    return {
        "row": bool(cell.row_path)
        and plain(cell.row_path[-1]) == plain(evidence["row_path"][-1])
        and all(plain(label) in own_row for label in evidence["row_path"]),
        "column": all(plain(head) in own_column for head in evidence["col_path"]),
        "value": figure(cell.value_text) == figure(evidence["value_text"]),
        "unit": not units or any(re.search(rf"(^|\W){re.escape(unit)}($|\W)", given, re.IGNORECASE) for unit in units),
        "period": not evidence.get("period") or cell.period == evidence["period"],
    }


def cell_right(question: Row, hits: tuple[Hit, ...]) -> dict[str, bool] | None:
    """What is right of the first cell of the first hit, against the evidence that it comes nearest to."""
    tables = [e for e in wanted(question) if e.get("row_path")]
    if not tables:
        return None
    cells = hits[0].cells if hits else ()
    if not cells:
        return dict.fromkeys(FIELDS, False)
    return max((fields_right(evidence, cells[0]) for evidence in tables), key=lambda right: sum(right.values()))


def answer_right(question: Row, result: SearchResult, rank: int | None) -> bool:
    """Whether what was said can be quoted.

    A question that several readings answer is answered by all of them; one that nothing answers, by a refusal.
    """
    if question.get("readings"):
        given = [cell.value_text for hit in result.hits[:1] for cell in hit.cells[:1] if result.answerable]
        said = {figure(text).rstrip("%") for text in (*given, *(r.value_text for r in result.readings))}
        return {figure(value) for value in question["readings"]} <= said
    if not result.answerable:
        return question["answer"] is None
    cells = result.hits[0].cells if result.hits else ()
    if not cells:
        return rank == 1
    return any(
        all(fields_right(evidence, cells[0])[field] for field in ("row", "column", "value", "period"))
        and evidence.get("document") in (None, Path(result.hits[0].path).name)
        for evidence in wanted(question)
        if evidence.get("row_path")
    )


def month_right(question: Row, hits: tuple[Hit, ...], own: bool) -> bool:
    """Whether the first hit is for the month asked for: the cell named, or else the release."""
    if not hits:
        return False
    periods = {e["period"] for e in wanted(question) if e.get("period")}
    if hits[0].cells and periods:
        return hits[0].cells[0].period in periods
    return own or Path(hits[0].path).name in {e.get("document") for e in wanted(question)}


def score(question: Row, result: SearchResult, seconds: float) -> Score:
    """How the question went."""
    hits = result.hits[:10]
    evidence = wanted(question)
    rank = next((i for i, hit in enumerate(hits, 1) if any(proves(e, hit) for e in evidence)), None)
    own = bool(hits) and question.get("document") in (None, Path(hits[0].path).name)
    cell = hits[0].cells[0] if hits and hits[0].cells else None
    first = "no hit"
    if hits:
        said = (
            " ".join(hits[0].text.split())[:90]
            if cell is None
            else (
                f"{' > '.join(cell.row_path)} | {' > '.join(cell.column_path)} | {cell.value_text} {cell.unit}"
                f" {cell.period}"
            )
        )
        first = f"{Path(hits[0].path).stem} p{hits[0].regions[0].page}: {said}"
    if not result.answerable:
        first += f" [refused: {result.reason}]"
    return Score(
        question["id"],
        question["question"],
        question["answer"] is not None,
        result.answerable,
        rank,
        month_right(question, hits, own),
        own,
        cell_right(question, hits),
        answer_right(question, result, rank),
        seconds,
        first,
    )


def share(part: Iterable[bool]) -> str:
    """Share of what is true, with how many there were."""
    values = list(part)
    return f"{sum(values) / len(values):.3f} of {len(values)}" if values else "none"


def report(name: str, scores: list[Score], show: bool) -> None:
    """Print the figures of one set, and the questions that went wrong."""
    asked = [s for s in scores if s.answerable]
    others = [s for s in scores if not s.answerable]
    tables = [s.cell for s in asked if s.cell is not None]
    print(f"{name}: {len(asked)} answerable, {len(others)} not")
    print(
        f"  recall@1 {share(s.rank == 1 for s in asked)}, @5 {share(bool(s.rank and s.rank <= 5) for s in asked)}, "
        f"MRR@10 {sum(1 / s.rank for s in asked if s.rank) / max(1, len(asked)):.3f}"
    )
    print(f"  month at 1 {share(s.month for s in asked)}, own release at 1 {share(s.own for s in asked)}")
    parts = ", ".join(f"{field} {share(cell[field] for cell in tables).split()[0]}" for field in FIELDS if tables)
    print(f"  cell right {share(all(cell.values()) for cell in tables)} ({parts})")
    print(
        f"  refused {sum(not s.said_answerable for s in others)} of {len(others)}, "
        f"wrongly {sum(not s.said_answerable for s in asked)} of {len(asked)}"
    )
    print(
        f"  said: right {sum(s.right and s.answerable for s in scores)} of {len(asked)}, "
        f"wrong {sum(s.said_answerable and not s.right for s in scores)} of {len(scores)}, "
        f"wrongly refused {sum(not s.said_answerable and s.answerable and not s.right for s in scores)} of {len(asked)}"
    )
    spent = sorted(s.seconds for s in scores)
    print(
        f"  search, CPU: median {spent[len(spent) // 2] * 1e3:.0f} ms, p95 {spent[int(len(spent) * 0.95)] * 1e3:.0f} ms"
    )
    for s in scores if show else ():
        bad = s.answerable != s.said_answerable or not s.right
        bad |= s.answerable and (s.rank != 1 or not s.month or (s.cell is not None and not all(s.cell.values())))
        if bad:
            wrong = "" if s.cell is None else " ".join(field for field, right in s.cell.items() if not right)
            print(f"    {s.id} rank {s.rank} month {s.month} wrong: {wrong or '-'} | {s.question}\n        {s.first}")


def sets(arguments: argparse.Namespace) -> Iterator[QuestionSet]:
    """The sets of questions that can be asked with what is at hand."""
    drawn = find_releases([ROOT / "fixtures" / "releases"])
    yield QuestionSet("look-alike releases", lines(ROOT / "fixtures" / "truth" / "questions.jsonl"), drawn)
    own = ROOT / "benchmarks" / "questions"
    yield QuestionSet("natural questions, held out", lines(own / "natural.jsonl"), drawn)
    yield QuestionSet("journalists' wording", lines(own / "wording.jsonl"), drawn)
    if arguments.corpus is not None:
        files = {path.name: path for path in find_releases([arguments.corpus])}
        pairs = lines(own / "pairs.jsonl")
        for family in sorted({_family(q["document"]) for q in pairs}):
            asked = [q for q in pairs if _family(q["document"]) == family]
            yield QuestionSet(f"pair {family}", asked, [files[name] for name in sorted({q["document"] for q in asked})])
        others = lines(own / "wording_other_releases.jsonl")
        names = sorted({q["document"] for q in others})
        yield QuestionSet("journalists' wording, two other releases", others, [files[name] for name in names])
        for path in sorted(own.glob("unseen*.jsonl")):
            unseen = lines(path)
            names = sorted({q["document"] for q in unseen})
            yield QuestionSet(f"{path.stem}: {len(names)} releases", unseen, [files[name] for name in names])
        files |= {path.name: path for path in drawn}
        for kind in ("headline", "headline_second", "unanswerable", "things", "things_second"):
            put = lines(own / f"{kind}.jsonl")
            for asked_of in sorted({tuple(q["documents"]) for q in put}):
                asked = [q for q in put if tuple(q["documents"]) == asked_of]
                yield QuestionSet(f"{kind}: {asked_of[0]}", asked, [files[name] for name in asked_of])
        if arguments.gold is not None:
            for path in sorted(arguments.gold.glob("*.questions.jsonl")):
                key = path.name.removesuffix(".questions.jsonl")
                releases = [file for name, file in files.items() if key.split("_")[0] in name and "cpi" in name]
                yield QuestionSet(path.name, lines(path), releases)


def _family(document: str) -> str:
    return re.split(r"_\d{4}", document)[0]


def main() -> int:
    """Index what has changed, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--cache",
        type=Path,
        default=Path(tempfile.gettempdir()) / "statchunk-search",
        help="where indexes are kept from one run to the next",
    )
    parser.add_argument("--fresh", action="store_true", help="read the releases again")
    parser.add_argument("--corpus", type=Path, help="folder of real releases")
    parser.add_argument("--gold", type=Path, help="folder with *.questions.jsonl of real releases")
    parser.add_argument("--only", default="", help="sets whose name holds this")
    parser.add_argument("--show", action="store_true", help="print each question that went wrong")
    arguments = parser.parse_args()
    embedder = load_embedder(DEFAULT_MODEL)
    for one in sets(arguments):
        if not one.name.startswith(arguments.only):
            continue
        path = arguments.cache / re.sub(r"\W+", "-", " ".join(sorted(r.stem for r in one.releases)))[:80]
        if arguments.fresh or not (path / "manifest.json").exists():
            files = [str(release) for release in one.releases]
            index_files(one.releases, path, embedder, remove=files if (path / "manifest.json").exists() else ())
        scores = []
        with Index.open(path) as index:
            index.use(embedder)
            search(index, one.questions[0]["question"])
            for question in one.questions:
                begun = time.process_time()
                result = search(index, question["question"])
                scores.append(score(question, result, time.process_time() - begun))
        report(one.name, scores, arguments.show)
    return 0


if __name__ == "__main__":
    sys.exit(main())
