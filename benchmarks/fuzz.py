"""Damages small PDFs at random and puts them through reading, evidence and chunks, in a process with a time limit.

    python benchmarks/fuzz.py --minutes 15
    python benchmarks/fuzz.py --minutes 5 --seeds FOLDER --keep failures

Prints what was tried and how it ended. A crash (the process died), a fault (an error nobody foresaw), a hang (longer
than the limit) is a bug: its input is kept, and the run ends with exit code 1.
"""

import argparse
import random
import re
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from fixtures.kinds import KINDS
from statchunk.settings import ReaderSettings, Settings
from statchunk.workers import Ask, Outcome, outcomes

SECONDS = 30.0
"""Of wall time that one input may take; the slowest undamaged seed takes less than one."""
NUMBERS = (b"0", b"-1", b"1", b"65536", b"2147483647", b"-2147483648", b"4294967296", b"99999999999999999999", b"1e9")
REALS = (b"0", b"-0.0001", b"1e-30", b"3.4e38", b"-99999", b"100000000", b".5.5", b"--3", b"nan")
TOKENS = (
    b"/Rotate 90",
    b"/Rotate 45",
    b"/MediaBox [0 0 0 0]",
    b"/MediaBox [0 0 1e9 1e9]",
    b"/MediaBox [500 500 -500 -500]",
    b"/UserUnit 75000",
    b"/Kids [1 0 R 2 0 R 3 0 R]",
    b"/Length 0",
    b"/W [-100000 1 1]",
    b"null",
    b"[[[[[[[[",
    b"<<<<",
    b"]]>>",
)
OPERATORS = (
    b" q " * 500,
    b" Q " * 50,
    b" BT ET " * 50,
    b" 0 0 0 0 0 0 cm ",
    b" 1e30 0 0 1e30 0 0 cm ",
    b" 1 0 0 -1 0 0 cm ",
    b" 0 1 -1 0 300 300 cm ",
    b" BT /F1 0 Tf (nil) Tj ET ",
    b" BT /F1 -12 Tf 100 100 Td (negative) Tj ET ",
    b" BT /F1 1e6 Tf (huge) Tj ET ",
    b" 3 Tr ",
    b" 1000 Tz ",
    b" -500 Tc ",
    b" 0 0 m 1e8 1e8 l S ",
    b" 0 0 1e8 1e8 re f ",
    b" 10 10 0 0 re S ",
    b" (\\000\\033[31m\\377) Tj ",
    b" W n ",
)
_NUMBER = re.compile(rb"\d+")
_REAL = re.compile(rb"-?\d+\.?\d*")
_OBJECT = re.compile(rb"\d+ \d+ obj.*?endobj", re.DOTALL)
_STREAM = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)

Mutation = Callable[[bytes, random.Random], bytes]


def flip_bytes(data: bytes, rng: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 3, 10, 100))):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def cut_off(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data))]


def move_piece(data: bytes, rng: random.Random) -> bytes:
    """Takes a piece out, or says it again elsewhere."""
    begin = rng.randrange(len(data))
    piece = data[begin : begin + rng.randrange(1, 2_000)]
    if rng.random() < 0.5:
        return data[:begin] + data[begin + len(piece) :]
    place = rng.randrange(len(data))
    return data[:place] + piece * rng.choice((1, 1, 5)) + data[place:]


def change_number(data: bytes, rng: random.Random) -> bytes:
    return _replace_one(data, list(_NUMBER.finditer(data)), rng, NUMBERS)


def insert_token(data: bytes, rng: random.Random) -> bytes:
    places = [match.end() for match in re.finditer(rb"<<", data)] or [0]
    place = rng.choice(places)
    return data[:place] + b" " + rng.choice(TOKENS) + b" " + data[place:]


def swap_objects(data: bytes, rng: random.Random) -> bytes:
    """The body of one object in the place of another's: wrong types, and loops."""
    objects = list(_OBJECT.finditer(data))
    if len(objects) < 2:
        return data
    one, other = rng.sample(objects, 2)
    body = other[0].split(b"obj", 1)[1]
    return data[: one.start()] + one[0].split(b"obj", 1)[0] + b"obj" + body + data[one.end() :]


def redirect(data: bytes, rng: random.Random) -> bytes:
    """One reference to another object: loops in page trees, forms, bookmarks."""
    references = list(re.finditer(rb"\d+ 0 R", data))
    if not references:
        return data
    targets = [match[0] for match in references]
    return _replace_one(data, references, rng, targets)


def change_stream(data: bytes, rng: random.Random) -> bytes:
    """Unpacks a stream, changes numbers or puts operators in, packs it again."""
    streams = []
    for match in _STREAM.finditer(data):
        try:
            streams.append((match, zlib.decompress(match[1].strip(b"\r\n")), True))
        except zlib.error:
            streams.append((match, match[1], False))
    if not streams:
        return data
    match, content, packed = rng.choice(streams)
    for _ in range(rng.choice((1, 2, 5, 30))):
        if rng.random() < 0.6:
            content = _replace_one(content, list(_REAL.finditer(content)), rng, REALS)
        elif rng.random() < 0.5:
            place = rng.randrange(len(content) + 1)
            content = content[:place] + rng.choice(OPERATORS) + content[place:]
        elif content:
            content = move_piece(content, rng)
        if not content:
            break
    body = zlib.compress(content) if packed else content
    return data[: match.start(1)] + body + b"\n" + data[match.end(1) :]


def _replace_one(data: bytes, matches: list[re.Match[bytes]], rng: random.Random, values: object) -> bytes:
    if not matches:
        return data
    match = rng.choice(matches)
    return data[: match.start()] + rng.choice(values) + data[match.end() :]  # type: ignore[arg-type]


MUTATIONS: tuple[tuple[Mutation, int], ...] = (
    (flip_bytes, 2),
    (cut_off, 1),
    (move_piece, 2),
    (change_number, 3),
    (insert_token, 2),
    (swap_objects, 2),
    (redirect, 2),
    (change_stream, 8),
)
"""Each with how often it is taken."""


def mutate(data: bytes, rng: random.Random) -> bytes:
    chosen, weights = zip(*MUTATIONS, strict=True)
    for mutation in rng.choices(chosen, weights, k=rng.choice((1, 1, 2, 4))):
        data = mutation(data, rng) or b"%PDF"
    return data


def seeds(folder: Path | None) -> list[bytes]:
    """Small PDFs: those of a folder, or the smallest page of each convention."""
    if folder is not None:
        return [path.read_bytes() for path in sorted(folder.glob("*.pdf"))]
    with tempfile.TemporaryDirectory() as scratch:
        drawn = []
        for name, kind in sorted(KINDS.items()):
            path = Path(scratch) / f"{name}.pdf"
            kind.draw(path)
            drawn.append(path.read_bytes())
        return drawn


def kind_of(outcome: Outcome) -> str:
    """How an input ended."""
    reason = outcome.reason
    if reason is None:
        return "read with warnings" if outcome.document is not None and outcome.document.warnings else "read"
    if "unforeseen" in reason:
        return "fault"
    if "crashed" in reason:
        return "crash"
    if "takes longer" in reason or "take longer" in reason:
        return "hang"
    return "refused with a reason"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers: the same one makes the same inputs")
    parser.add_argument("--seeds", type=Path, help="folder of PDFs to damage")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-failures"), help="where inputs are kept that failed")
    options = parser.parse_args()
    rng, known, end = random.Random(options.seed), seeds(options.seeds), time.monotonic() + options.minutes * 60
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)

        def inputs() -> Iterator[Path]:
            number = 0
            while time.monotonic() < end:
                path = folder / f"{options.seed}-{number}.pdf"
                path.write_bytes(mutate(rng.choice(known), rng))
                given.append(path)
                number += 1
                yield path

        given: list[Path] = []
        # the rescue of files that the first reader refuses is given no time: it runs in a process of its own anyway
        limits = ReaderSettings(max_seconds_a_file=SECONDS, max_seconds_a_page=SECONDS, rescue_seconds=0.01)
        for _, outcome in outcomes(inputs(), Ask(None, "pdfium", Settings(reader=limits), chunked=True), 1):
            path = given.pop(0)
            kind = kind_of(outcome)
            counts[kind] += 1
            if kind in ("fault", "crash", "hang"):
                options.keep.mkdir(parents=True, exist_ok=True)
                (options.keep / path.name).write_bytes(path.read_bytes())
                print(f"{kind}: {outcome.reason}", flush=True)
            path.unlink()
    print(f"inputs {counts.total()}; " + ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items())))
    bugs = {kind: counts[kind] for kind in ("crash", "fault", "hang")}
    print(", ".join(f"{kind} {count}" for kind, count in bugs.items()))
    return 1 if any(bugs.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
