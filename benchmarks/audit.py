"""Audits every PDF of a folder: each word in exactly one object, numbers equal, what the two readers see differently.

    python benchmarks/audit.py ../shared/corpus
    python benchmarks/audit.py ../shared/corpus --one-reader

One line a file: words, share held by exactly one object, whether the numbers of the objects equal those of their words,
whether cells hold no other digits, share of words and numbers that both readers see, seconds of CPU, warnings. Then the
files that break the promise, and the first things that the readers see differently.
"""

import argparse
import sys
import time
from pathlib import Path

from statchunk import pipeline
from statchunk.errors import ReaderError
from statchunk.evidence.audit import AuditReport
from statchunk.indexing import find_releases

_SHOWN = 4
"""Differences between the readers printed a file."""


def audit(path: Path, *, second_reader: bool) -> AuditReport:
    release = pipeline.read(path)
    document = pipeline.understand(release)
    second = pipeline.read(path, reader="pdfplumber") if second_reader else None
    return pipeline.audit(release, document, second)


def _share(value: float | None) -> str:
    return "     -" if value is None else f"{value:6.4f}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", type=Path, nargs="+", help="PDFs and folders of them")
    parser.add_argument("--one-reader", action="store_true", help="leave the second reader out, which is slow")
    options = parser.parse_args()
    broken: list[str] = []
    read = 0
    for path in find_releases(options.paths):
        start = time.process_time()
        try:
            report = audit(path, second_reader=not options.one_reader)
        except ReaderError as exc:
            print(f"{path.name[:44]:44} not read: {exc}", flush=True)
            continue
        read += 1
        if not report.passed:
            broken.append(path.name)
        numbers, cells = "=" if report.numbers_equal else "≠", "=" if report.cells_equal else "≠"
        print(
            f"{path.name[:44]:44} words {report.words:7,}  once {report.held_once:.4f}"
            f"  numbers {numbers}  cells {cells}"
            f"  readers: words {_share(report.same_words)} numbers {_share(report.same_numbers)}"
            f"  {time.process_time() - start:5.1f} s  warnings {len(report.warnings)}",
            flush=True,
        )
        for fault in report.faults[:_SHOWN]:
            print(f"    page {fault.page}: {fault.text!r} is in {fault.objects} objects")
        for number in (*report.number_faults[:_SHOWN], *report.cell_faults[:_SHOWN]):
            print(f"    page {number.page}: {number.digits} {number.in_words} times in words, {number.in_text} in text")
        for seen in report.reader_faults[:_SHOWN]:
            print(f"    page {seen.page}: {seen.text!r} {seen.first} times, by the second reader {seen.second}")
    print(f"{read} files read, {len(broken)} break the promise: {', '.join(broken) or 'none'}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
