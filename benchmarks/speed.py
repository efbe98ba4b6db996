"""CPU time of each step beside other readers, interleaved: `python benchmarks/speed.py FILE... [--rounds N]`.

Prints for each file the CPU milliseconds a page (median over rounds) and the ratio to pdfplumber's `extract_text` and
to the pdfium text floor of the same run. `--memory` adds the peak memory of a fresh process that reads the file to
evidence, and of one made of copies of its pages (`--pages N`). Times are noisy; only ratios within a run count.
"""

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pdfplumber
import pypdfium2 as pdfium

from statchunk import pipeline

MEGABYTE = 1024
"""Of the kilobytes in which Linux gives the peak."""


def floor(path: Path) -> None:
    """All text by pdfium, nothing else."""
    with pdfium.PdfDocument(path) as file:
        for page in file:
            page.get_textpage().get_text_bounded()


def plumber_text(path: Path) -> None:
    """pdfplumber's text, pages closed as they are done."""
    with pdfplumber.open(path) as file:
        for page in file.pages:
            page.extract_text()
            page.close()


def plumber_tables(path: Path) -> None:
    """pdfplumber's tables with its default settings."""
    with pdfplumber.open(path) as file:
        for page in file.pages:
            page.extract_tables()
            page.close()


def cpu(work: Callable[[], object]) -> tuple[float, object]:
    """CPU seconds of the work, and what it gave."""
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def one_round(path: Path, tables: bool) -> dict[str, float]:
    """CPU seconds of each contender and each step, once."""
    times = {"pdfium text floor": cpu(lambda: floor(path))[0], "pdfplumber text": cpu(lambda: plumber_text(path))[0]}
    if tables:
        times["pdfplumber tables"] = cpu(lambda: plumber_tables(path))[0]
    times["read"], release = cpu(lambda: pipeline.read(path))
    times["layout and tables"], analysis = cpu(lambda: pipeline.analyse(release))
    times["meaning and evidence"], document = cpu(lambda: pipeline.conclude(release, analysis))
    times["chunk"], _ = cpu(lambda: pipeline.chunk(document))
    times["read, layout and tables"] = times["read"] + times["layout and tables"]
    times["file to evidence"] = times["read, layout and tables"] + times["meaning and evidence"]
    return times


def peak_memory(path: Path) -> float:
    """Peak resident megabytes of a fresh process that reads the file to evidence."""
    code = "import sys; from statchunk import pipeline; pipeline.document(sys.argv[1])"
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    subprocess.run([sys.executable, "-c", code, str(path)], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return max(before, after) / MEGABYTE


def repeated(path: Path, pages: int, into: Path) -> Path:
    """A file of so many pages made from copies of the pages of another."""
    target = into / f"{path.stem}_{pages}.pdf"
    with pdfium.PdfDocument(path) as source, pdfium.PdfDocument.new() as made:
        while len(made) < pages:
            made.import_pages(source, list(range(min(len(source), pages - len(made)))))
        made.save(target)
    return target


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("files", nargs="+", type=Path)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--tables", action="store_true", help="time pdfplumber's tables too")
    options.add_argument("--memory", action="store_true", help="peak memory of fresh processes")
    options.add_argument("--pages", type=int, default=500, help="pages of the long file for --memory")
    args = options.parse_args()
    for path in args.files:
        if args.memory:
            print(f"{path.name}: peak {peak_memory(path):.0f} MB")
            with tempfile.TemporaryDirectory() as scratch:
                long = repeated(path, args.pages, Path(scratch))
                print(f"{path.name} repeated to {args.pages} pages: peak {peak_memory(long):.0f} MB")
        with pdfium.PdfDocument(path) as file:
            pages = len(file)
        rounds = [one_round(path, args.tables) for _ in range(args.rounds)]
        medians = {name: statistics.median(each[name] for each in rounds) for name in rounds[0]}
        print(
            f"{path.name}: {pages} pages, {args.rounds} rounds\n{'step':26} {'ms/page':>9} {'x text':>8} {'x floor':>8}"
        )
        for name, seconds in medians.items():
            text, least = medians["pdfplumber text"], medians["pdfium text floor"]
            print(f"{name:26} {seconds / pages * 1000:9.1f} {seconds / text:8.3f} {seconds / least:8.1f}")


if __name__ == "__main__":
    main()
