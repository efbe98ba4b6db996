"""Tables of the ICDAR 2013 competition: adjacency relations of the full process and of structure alone.

    python benchmarks/icdar2013.py FOLDER [--show N] [--only STEM] [--engine NAME]

FOLDER is one set of the competition (PDFs with their -str.xml and -reg.xml); the scorer stands in `bench/` beside the
corpus. Full process: regions are found on every page of every file. Structure alone: the true regions are given.
"Normal" keeps letters and digits only, "marks" turns every other character into one mark, "strict" keeps all.
"""

import argparse
import importlib.util
import json
import sys
import tempfile
import time
from pathlib import Path
from types import ModuleType
from typing import Any

from statchunk.box import Box
from statchunk.geometry import box_of, turn_box
from statchunk.layout.lines import find_lines
from statchunk.layout.turning import upright
from statchunk.model.layout import TableRegion
from statchunk.model.page import Page, join_words
from statchunk.model.table import Grid
from statchunk.readers import read
from statchunk.settings import Settings
from statchunk.tables.grid import read_grid
from statchunk.tables.regions import find_regions

NORMS = (("normal", 2), ("marks", 1), ("strict", 0))
PEERS_FULL = (
    ("pymupdf 2.0, neural", 0.972),
    ("camelot 2.0 hybrid", 0.817),
    ("img2table 2.0 borderless", 0.758),
    ("camelot 2.0 auto", 0.755),
    ("opendataloader-pdf 2.5", 0.736),
    ("tabula guess", 0.676),
    ("pdfplumber lines", 0.614),
)
PEERS_STRUCTURE = (
    ("published: Aoyagi 2022 (all 67)", 0.972),
    ("published: GTE (all 67)", 0.962),
    ("camelot hybrid (all 67)", 0.845),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", type=int, default=0, help="list the N worst documents of each mode")
    parser.add_argument("--only", help="one file, by its stem")
    parser.add_argument("--engine", default="native", choices=["native", "camelot"])
    parser.add_argument("--keep", type=Path, help="folder to leave the predictions in")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    scorer = load_scorer(folder)
    truth = {
        stem: entry
        for stem, entry in scorer.load_gt(str(folder.parent)).items()
        if entry["set"] == folder.name and arguments.only in (None, stem)
    }
    settings = Settings()
    settings = settings.model_copy(update={"tables": settings.tables.model_copy(update={"engine": arguments.engine})})
    given = scorer.regions_for_structure_only(truth)
    with tempfile.TemporaryDirectory() as scratch:
        base = arguments.keep or Path(scratch)
        begin = time.process_time()
        for stem, entry in truth.items():
            complete, structure = predict(Path(entry["pdf"]), given[stem], settings)
            write(base / "complete", stem, complete)
            write(base / "structure", stem, structure)
        spent = time.process_time() - begin
        report(scorer, truth, base, arguments.show)
    pages = sum(len(entry["sizes"]) for entry in truth.values())
    print(f"CPU {spent:.2f} s for {pages} pages, reader and both modes together")


def load_scorer(folder: Path) -> ModuleType:
    """The scorer of the benchmark, loaded from its file beside the corpus."""
    for parent in folder.parents:
        path = parent / "bench" / "icdar_score.py"
        if path.exists():
            spec = importlib.util.spec_from_file_location("icdar_score", path)
            assert spec is not None and spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            return module
    sys.exit(f"{folder}: no bench/icdar_score.py in a folder above it")


def predict(
    path: Path, given: list[dict[str, Any]], settings: Settings
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Tables of one file: found and read, and read from the given regions."""
    complete: list[dict[str, Any]] = []
    structure: list[dict[str, Any]] = []
    for displayed in read(path).pages:
        page, turn = upright(displayed)
        lines = find_lines(page, settings.layout)
        for region in find_regions(page, lines, settings.tables):
            grids = read_grid(page, region, lines, settings.tables)
            box = turn_box(region_box(region), (360 - turn) % 360, page.width, page.height)
            complete.append({"page": page.number, "bbox": list(box), "cells": cells_of(grids)})
        for row in given:
            if row["page"] != page.number:
                continue
            box = turn_box(Box(*row["bbox"]), turn, displayed.width, displayed.height)
            region = TableRegion(page.number, *around(page, box), "rule-less", 1.0, "given")
            cells = cells_of(read_grid(page, region, lines, settings.tables))
            structure.append(
                {
                    "page": page.number,
                    "bbox": row["bbox"],
                    "cells": cells,
                    "gt_index": row["gt_index"],
                    "variants": row["variants"],
                }
            )
    return complete, structure


def region_box(region: TableRegion) -> Box:
    return Box(region.x0, region.top, region.x1, region.bottom)


def around(page: Page, box: Box) -> Box:
    """The given box grown so that words whose centre it just misses by its tight drawing are inside."""
    inside = [
        w
        for w in page.words
        if box.x0 - 1 <= (w.x0 + w.x1) / 2 <= box.x1 + 1 and box.top - 1 <= (w.top + w.bottom) / 2 <= box.bottom + 1
    ]
    boxes = [box_of(w) for w in inside] + [box]
    return Box(
        min(b.x0 for b in boxes), min(b.top for b in boxes), max(b.x1 for b in boxes), max(b.bottom for b in boxes)
    )


def cells_of(grids: tuple[Grid, ...]) -> list[dict[str, Any]]:
    """Cells in the scorer's form; a second half stands to the right of the first."""
    cells: list[dict[str, Any]] = []
    shift = 0
    for grid in grids:
        cells.extend(
            {
                "row": cell.row,
                "col": cell.column + shift,
                "row_end": cell.row_end,
                "col_end": cell.column_end + shift,
                "text": join_words(cell.words),
            }
            for cell in grid.cells
        )
        shift += len(grid.column_edges) - 1
    return cells


def write(folder: Path, stem: str, tables: list[dict[str, Any]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{stem}.json").write_text(json.dumps({"file": stem, "tables": tables}), encoding="utf-8")


def report(scorer: ModuleType, truth: dict[str, Any], base: Path, show: int) -> None:
    for mode, peers in (("complete", PEERS_FULL), ("structure", PEERS_STRUCTURE)):
        print(f"\n{'full process' if mode == 'complete' else 'structure alone'} ({len(truth)} documents)")
        for name, norm in NORMS:
            result = scorer.score_dir(str(base / mode), mode, norm, False, gt=truth)
            figures = result["aggregate"]["all"]
            line = f"  {name:7s} F1 {figures['F1']:.4f}  P {figures['P']:.4f}  R {figures['R']:.4f}"
            line += f"  tables perfect {figures['tables_perfect']}/{figures['tables_gt']}"
            if "reg" in figures and norm == 2:
                line += f"  found at IoU 0.8 {figures['reg']['F1@0.8']:.3f} ({figures['reg']['n_pred']} predicted)"
            print(line)
            if show and norm == 2:
                worst = sorted(result["docs"].items(), key=lambda item: item[1]["F1"])[:show]
                for stem, document in worst:
                    tables = " ".join(f"p{t['page']}:{t['F1']:.2f}" for t in document["tables"] if t["F1"] < 1)
                    print(
                        f"    {stem:8s} F1 {document['F1']:.3f}  tables {document['n_tables_pred']} of "
                        f"{document['n_tables_gt']}  {tables}"
                    )
        print("  peers (normal): " + ", ".join(f"{name} {value:.3f}" for name, value in peers))


if __name__ == "__main__":
    main()
