"""All figures of docs/performance.md by one command; parts can be measured again on their own.

    python benchmarks/performance.py FILE [--more FILE...] [--dense FILE] [--releases FILE...] [--rounds 1]
        [--peers PYTHON] [--parts speed,tools,growth,start,workers,embedding] [--figures FILE]
        [--write docs/performance.md]

FILE is a release; `--peers` names the interpreter of an environment in which other
tools are installed. Figures are kept in a JSON file, so that a part that is not measured again keeps what it had. CPU
times count child processes; times are noisy on a busy machine, and only ratios within a part are to be compared.
"""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
RELEASES = HERE.parent / "fixtures" / "releases"
MAIN = "from statchunk.cli.start import main; main()"
QUESTION = "What was the annual rate of inflation in March 2026?"
GROWTH = (1, 5, 10, 20)
"""How often the pages of the file are repeated."""
REAL_PAGES = (16, 6, 3, 3, 8, 3, 13, 2, 20, 1, 1, 1, 1, 44, 38, 38, 6, 1, 12, 1)
"""Pages of nineteen releases of several offices, in the order of their names, and one more."""
WORKER_ROUNDS = 5
"""Times that one and two workers take turns: on a shared machine single runs differ by a third."""
LIMIT = 600.0
"""Seconds that one tool may take."""

CAMELOT = "import camelot,sys; camelot.read_pdf(sys.argv[1], pages='all', flavor={!r}, suppress_stdout=True)"
OURS = "from statchunk import pipeline; import sys\nfor chunk in pipeline.chunks_of(sys.argv[1]): pass"
PLUMBER = "import pdfplumber,sys\nfor page in pdfplumber.open(sys.argv[1]).pages: page.{}(); page.close()"
TOOLS = {
    "pdfium text floor": "import pypdfium2 as p,sys\n"
    "for page in p.PdfDocument(sys.argv[1]): page.get_textpage().get_text_bounded()",
    "pdfplumber text": PLUMBER.format("extract_text"),
    "pdfplumber tables": PLUMBER.format("extract_tables"),
    "camelot stream": CAMELOT.format("stream"),
    "camelot lattice": CAMELOT.format("lattice"),
    "statchunk, file to chunks": OURS,
}
"""Run in this environment; fresh processes, so that imports count."""
PEERS = {
    "langchain over pdfplumber": "import sys; from langchain_community.document_loaders import PDFPlumberLoader as L; "
    "from langchain_text_splitters import RecursiveCharacterTextSplitter as S; "
    "S(chunk_size=1000, chunk_overlap=150).split_documents(L(sys.argv[1]).load())",
    "markitdown": "import sys; from markitdown import MarkItDown; MarkItDown().convert(sys.argv[1])",
    "kreuzberg": "import sys; from kreuzberg import extract_file_sync; extract_file_sync(sys.argv[1])",
    "opendataloader-pdf": "import sys, tempfile, opendataloader_pdf as o; "
    "o.convert(input_path=[sys.argv[1]], output_dir=tempfile.mkdtemp(), format='json')",
    "unstructured fast": "import sys; from unstructured.partition.pdf import partition_pdf as p; "
    "sys.exit(0 if p(sys.argv[1], strategy='fast') else 'it gave nothing, and did not say why')",
    "docling without models": "import sys; "
    "from docling_parse.pdf_parser import DoclingPdfParser as P; "
    "[page for page in P().load(sys.argv[1]).iterate_pages()]",
}
"""Run by the interpreter of `--peers`."""

Figures = dict[str, dict[str, object]]


def run(command: list[str]) -> tuple[float, float, float, str]:
    """CPU seconds, wall seconds and peak megabytes of a process and its children, and its last word if it failed."""
    script = (
        "import json,resource,subprocess,sys,time\nt=time.perf_counter()\n"
        f"try:\n    d=subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL,stderr=subprocess.PIPE,timeout={LIMIT})\n"
        "    e='' if d.returncode==0 else (d.stderr.decode(errors='replace').strip().splitlines() or ['failed'])[-1]\n"
        "except subprocess.TimeoutExpired:\n    e='too slow'\n"
        "r=resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(json.dumps([r.ru_utime+r.ru_stime,time.perf_counter()-t,r.ru_maxrss/1024,e]))"
    )
    done = subprocess.run([sys.executable, "-c", script, *command], check=True, capture_output=True, text=True)
    cpu, wall, peak, error = json.loads(done.stdout)
    return cpu, wall, peak, error


def pages_of(path: Path) -> int:
    import pypdfium2

    with pypdfium2.PdfDocument(path) as file:
        return len(file)


def steps(path: Path, rounds: int) -> dict[str, object]:
    """CPU milliseconds a page of each step, in one warm process."""
    from speed import one_round

    pages, each = pages_of(path), [one_round(path, tables=True) for _ in range(rounds)]
    return {name: 1000 * statistics.median(one[name] for one in each) / pages for name in each[0]}


def files(paths: list[Path], rounds: int) -> dict[str, object]:
    """For each file, or folder of files taken as one: pages, CPU milliseconds a page to evidence, and its ratios."""
    from speed import one_round

    found: dict[str, object] = {}
    for path in paths:
        members = sorted(path.glob("*.pdf")) if path.is_dir() else [path]
        pages = sum(map(pages_of, members))
        totals: list[dict[str, float]] = []
        for _ in range(rounds):
            each = [one_round(member, tables=False) for member in members]
            totals.append({name: sum(one[name] for one in each) for name in each[0]})
        medians = {name: statistics.median(one[name] for one in totals) for name in totals[0]}
        ours = medians["file to evidence"]
        others = [ours / medians[name] for name in ("pdfplumber text", "pdfium text floor")]
        found[f"{path.parent.name}/{path.name}" if path.is_dir() else path.name] = [pages, 1000 * ours / pages, *others]
    return found


def tools(path: Path, rounds: int, python: str, codes: dict[str, str]) -> dict[str, object]:
    """CPU milliseconds a page and peak megabytes of each tool, or why it gave nothing."""
    pages, found = pages_of(path), {}
    spent: dict[str, list[tuple[float, float, float, str]]] = {name: [] for name in codes}
    for _ in range(rounds):
        for name, code in codes.items():
            spent[name].append(run([python, "-c", code, str(path)]))
    for name, runs in spent.items():
        error = runs[-1][3]
        cpu, peak = statistics.median(r[0] for r in runs), max(r[2] for r in runs)
        found[name] = f"not measured: {error[:120]}" if error else [1000 * cpu / pages, peak]
    return dict(found)


def growth(path: Path, rounds: int) -> dict[str, object]:
    """CPU milliseconds a page and peak megabytes by number of pages, start-up taken off; medians, interleaved."""
    from speed import repeated

    start = run([sys.executable, "-c", "from statchunk import pipeline"])[0]
    pages = pages_of(path)
    spent: dict[int, list[tuple[float, float, float, str]]] = {times: [] for times in GROWTH}
    with tempfile.TemporaryDirectory() as scratch:
        files = {times: repeated(path, times * pages, Path(scratch)) for times in GROWTH}
        for _ in range(rounds):
            for times, runs in spent.items():
                runs.append(run([sys.executable, "-c", OURS, str(files[times])]))
    found: dict[str, object] = {}
    for times, runs in spent.items():
        cpu, peak = statistics.median(r[0] for r in runs), max(r[2] for r in runs)
        found[str(times * pages)] = runs[-1][3] or [1000 * (cpu - start) / (times * pages), peak]
    return found


def start(_path: Path, rounds: int) -> dict[str, object]:
    """CPU and wall seconds of cold commands on a small release; the least of the rounds."""
    small = str(RELEASES / "norvale_labour_factsheet_2026-Q1.pdf")
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["STATCHUNK_CACHE"] = scratch
        index = str(Path(scratch) / "index")
        subprocess.run([sys.executable, "-c", MAIN, "-q", "index", small, "--into", index], check=True)
        commands = {"--help": ["--help"], "chunk": ["chunk", small], "audit": ["audit", small]}
        commands["search"] = ["search", index, QUESTION]
        spent = {n: [run([sys.executable, "-c", MAIN, *c]) for _ in range(rounds + 1)] for n, c in commands.items()}
        del os.environ["STATCHUNK_CACHE"]
    return {name: [min(r[0] for r in runs), min(r[1] for r in runs)] for name, runs in spent.items()}


def workers(releases: list[Path], rounds: int) -> dict[str, object]:
    """Wall and CPU seconds for releases by folder and workers, without embedding; medians, interleaved."""
    from speed import repeated

    found: dict[str, object] = {}
    originals = sorted(RELEASES.glob("norvale_cpi*.pdf"))
    with tempfile.TemporaryDirectory() as scratch:
        alike, unlike = Path(scratch) / "alike", Path(scratch) / "unlike"
        for folder in (alike, unlike):
            folder.mkdir()
        for number, pages in enumerate(REAL_PAGES):
            original = originals[number % len(originals)]
            drawn = repeated(original, pages, Path(scratch))
            for source, folder in ((original, alike), (drawn, unlike)):
                own = b"\n%" + str(number).encode() + b"\n"  # no two files are the same
                (folder / f"{number:02}.pdf").write_bytes(source.read_bytes() + own)
        folders = {"20 drawn, 8 pages each": [alike], "20 drawn, 1 to 44 pages, 218 together": [unlike]}
        if releases:
            files = [file for one in releases for file in (one.rglob("*.pdf") if one.is_dir() else [one])]
            counts = sorted(map(pages_of, files))
            name = f"{len(files)} of offices, {counts[0]} to {counts[-1]} pages, {sum(counts)} together"
            folders[name] = releases
        for name, sources in folders.items():
            found[name] = in_turns(sources, Path(scratch), max(rounds, WORKER_ROUNDS))
    found["load"] = list(os.getloadavg())
    return found


def in_turns(sources: list[Path], scratch: Path, rounds: int) -> dict[str, object]:
    """Wall and CPU seconds of one and two workers, which take turns."""
    spent: dict[str, list[tuple[float, float, float, str]]] = {"1": [], "2": []}
    for number in range(rounds):
        for count, runs in spent.items():
            into = scratch / f"index-{count}-{number}"
            command = ["index", *map(str, sources), "--into", str(into), "--model", "fake", "--workers", count]
            runs.append(run([sys.executable, "-c", MAIN, *command]))
            shutil.rmtree(into, ignore_errors=True)
    return {
        count: runs[-1][3] or [statistics.median(r[1] for r in runs), statistics.median(r[0] for r in runs)]
        for count, runs in spent.items()
    }


def embedding(_path: Path, rounds: int) -> dict[str, object]:
    """What benchmarks/embedding.py measures."""
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "figures.json"
        command = [sys.executable, str(HERE / "embedding.py"), "--texts", "64", "--rounds", str(rounds)]
        subprocess.run([*command, "--json", str(out)], check=True, stdout=subprocess.DEVNULL)
        found: dict[str, object] = json.loads(out.read_text(encoding="utf-8"))
    return found


def cell(value: object, digits: int = 1) -> str:
    return f"{value:,.{digits}f}" if isinstance(value, float | int) else str(value)


def table(heads: list[str], rows: list[list[object]], digits: int = 1) -> str:
    lines = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    return "\n".join([*lines, *("| " + " | ".join(cell(value, digits) for value in row) + " |" for row in rows)])


def pairs(figures: dict[str, object], heads: list[str], digits: int = 1) -> str:
    """Rows of a name and its figures; a reason stands alone."""
    wide = [(k, v if isinstance(v, list) else [v]) for k, v in figures.items()]
    rows = [[k, *v, *[""] * (len(heads) - 1 - len(v))] for k, v in wide]
    return table(heads, rows, digits)


def worker_tables(figures: dict[str, object]) -> Iterator[str]:
    """A table over the folders, and what follows from it."""
    load = figures["load"]
    loads = ", ".join(f"{n:.1f}" for n in load) if isinstance(load, list) else ""
    rows: list[list[object]] = []
    for name, by_count in figures.items():
        if isinstance(by_count, dict):
            one, two = by_count["1"], by_count["2"]
            rows.append([name, one[0], two[0], f"{one[0] / two[0]:.2f}", one[1], two[1]])
    heads = ["releases", "wall s, 1 worker", "wall s, 2 workers", "times as fast", "CPU s, 1", "CPU s, 2"]
    yield table(heads, rows)
    yield f"Load of the machine: {loads}."


def report(figures: Figures) -> str:
    """The page, from what has been measured."""
    parts = [
        "# Performance",
        "Made by `python benchmarks/performance.py`, with compiled modules. Figures are from a shared machine of two\n"
        "cores; compare within a table, not between them. CPU times count child processes and, where said, start-up.",
        str(figures.get("machine", {}).get("said", "")),
    ]
    if "speed" in figures:
        floor = figures["speed"]["pdfium text floor"]
        assert isinstance(floor, float)
        rows = [[k, v, 1000 / v, v / floor] for k, v in figures["speed"].items() if isinstance(v, float)]
        heads = ["step, in a warm process", "CPU ms a page", "pages a CPU second", "x pdfium floor"]
        parts += ["## Steps", table(heads, rows)]
    if "files" in figures:
        heads = ["file or folder", "pages", "CPU ms a page to evidence", "x pdfplumber text", "x pdfium floor"]
        rows = [[k, str(v[0]), *v[1:]] for k, v in figures["files"].items() if isinstance(v, list)]
        parts += ["## Other files", table(heads, rows, 2)]
    both = {**figures.get("tools", {}), **figures.get("peers", {})}
    if both:
        parts += ["## Beside other tools", "Fresh processes, start-up included."]
        parts += [pairs(both, ["tool", "CPU ms a page", "peak MB"], 0)]
    if "growth" in figures:
        parts += ["## Growth", pairs(figures["growth"], ["pages", "CPU ms a page", "peak MB"])]
    if "dense" in figures:
        parts += ["## Pages of very many characters", pairs(figures["dense"], ["tool", "CPU ms a page", "peak MB"], 0)]
    if "start" in figures:
        parts += ["## Cold start", pairs(figures["start"], ["command", "CPU s", "wall s"], 2)]
    if "workers" in figures:
        parts += ["## Workers", *worker_tables(figures["workers"])]
    if "embedding" in figures:
        own = {k: v for k, v in figures["embedding"].items() if isinstance(v, dict)}
        names = ["texts a CPU second", "texts a second", "least cosine", "cold, CPU s"]
        rows = [[k, *(cell(v[n], 4 if "cosine" in n else 1) if n in v else "" for n in names)] for k, v in own.items()]
        parts += ["## Embedding", table(["backend", *names], rows)]
    notes = HERE / "performance_notes.md"
    return "\n\n".join([*filter(None, parts), notes.read_text(encoding="utf-8").strip()]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--dense", type=Path, help="a file of one page with very many characters")
    parser.add_argument(
        "--more", type=Path, nargs="*", default=[], help="other files, and folders of files taken as one"
    )
    parser.add_argument(
        "--releases",
        type=Path,
        nargs="*",
        default=[],
        help="releases, and folders of them, that workers are tried on too",
    )
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--parts", default="speed,tools,growth,start,workers,embedding")
    parser.add_argument("--peers", help="the python of an environment with other tools; adds the part")
    parser.add_argument("--figures", type=Path, default=HERE / "performance.json")
    parser.add_argument("--write", type=Path, default=HERE.parent / "docs" / "performance.md")
    args = parser.parse_args()
    os.environ.setdefault("PYTHONPATH", str(HERE.parent))
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package is compiled once
    figures: Figures = json.loads(args.figures.read_text(encoding="utf-8")) if args.figures.exists() else {}
    measures: dict[str, Callable[[Path, int], dict[str, object]]] = {
        "speed": steps,
        "tools": lambda path, rounds: tools(path, rounds, sys.executable, TOOLS),
        "growth": growth,
        "start": start,
        "workers": lambda _path, rounds: workers(args.releases, rounds),
        "embedding": embedding,
    }
    if args.dense is not None:
        ours = {"statchunk, file to chunks": OURS}
        measures["dense"] = lambda _path, rounds: tools(args.dense, rounds, sys.executable, ours)
    if args.more:
        measures["files"] = lambda _path, rounds: files(args.more, rounds)
    if args.peers:
        measures["peers"] = lambda path, rounds: tools(path, rounds, args.peers, PEERS)
    asked = [*filter(None, args.parts.split(",")), *(p for p in ("dense", "files", "peers") if p in measures)]
    for part in asked:
        begun = time.perf_counter()
        figures[part] = measures[part](args.file, args.rounds)
        pages = pages_of(args.file)
        machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
        said = f"{machine}; a release of {pages} pages."
        figures["machine"] = {"said": said}
        args.figures.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
        print(f"{part}: {time.perf_counter() - begun:.0f} s", flush=True)
    args.write.write_text(report(figures), encoding="utf-8")


if __name__ == "__main__":
    main()
