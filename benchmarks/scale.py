"""A large index measured: how fast it opens, answers and takes in one more release, and what memory it needs.

    python benchmarks/scale.py [--chunks 100000] [--at FOLDER] [--fresh]

Releases are the drawn ones of fixtures/releases, copied with other years and other offices until there are enough
chunks; embeddings are made up (a vector drawn from the text), so that the time of the model is left out.
The index is kept in the folder and used again by the next run. Between the questions one plain search of FAISS over the
same vectors is timed: on a busy machine the ratio says more than the milliseconds.
"""

import argparse
import json
import random
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import faiss
import numpy as np

from statchunk import pipeline
from statchunk.embedding import Role, Vectors
from statchunk.errors import StoreError
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document
from statchunk.search import search
from statchunk.store import Index, IndexWriter
from statchunk.store.manifest import read_manifest
from statchunk.store.packing import pack_text, unpack_text
from statchunk.store.rows import DOCUMENT_FIELDS, DocumentRows, read_checked
from statchunk.store.segment import SegmentWriter

RELEASES = Path(__file__).resolve().parent.parent / "fixtures" / "releases"
OFFICES = tuple(
    f"{first}{second}"
    for first in ("Nor", "Bel", "Car", "Dov", "Est", "Fen")
    for second in ("vale", "mark", "ona", "ia")
)
YEARS = range(27)
MONTHS = ("January", "February", "March", "April")
QUESTIONS = (
    "What was the annual rate of consumer price inflation in {office} in {month} {year}?",
    "How much did prices of bread and cereals in {office} change over the 12 months to {month} {year}?",
    "What was the level of the all items consumer price index in {office} in {month} {year}?",
    "By how much did consumer prices in {office} change over one month in {month} {year}?",
    "What is the weight of transport in the consumer price index of {office} in {year}?",
    "What is the latest annual inflation rate in {office}?",
    "What did housing contribute to inflation in {office} in {month} {year}?",
    "What does Statistics {office} mean by the annual inflation rate?",
    "When are the consumer prices of {office} for {month} {year} published?",
    "How many tourists visited {office} in {year}?",
)
EVERY, TOP = 4, 60
"""Questions between two plain searches, and how many vectors these find."""


class MadeUp:
    """Vectors drawn from the text: the same for the same text, no model needed."""

    name, revision, dimension, max_tokens = "made-up", "", 384, 256

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        """Unit vectors of shape (len(texts), 384)."""
        drawn = [np.random.default_rng(zlib.crc32(text.encode())).standard_normal(384) for text in texts]
        vectors = np.asarray(drawn, dtype=np.float32).reshape(-1, 384)
        unit: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return unit


class Template(NamedTuple):
    """A release to copy."""

    document: Document
    chunks: tuple[Chunk, ...]


def changed(text: str, office: str, back: int) -> str:
    """A text with another office's name and all years moved back."""
    moved = re.sub(r"(?<!\d)20[12]\d(?!\d)", lambda m: str(int(m.group()) - back), text)
    return moved.replace("Norvale", office)


def template(name: str) -> Template:
    """A drawn release, understood and cut into chunks."""
    document = pipeline.document(RELEASES / name)
    return Template(document, pipeline.chunk(document))


def fill(segment: SegmentWriter, embedder: MadeUp, wanted: int) -> int:
    """Copy the rows of the releases that the segment holds until there are enough chunks; how many were made."""
    connection = segment.connection
    numbers = [number for (number,) in connection.execute("SELECT id FROM documents ORDER BY id")]
    read = [rows for number in numbers if (rows := read_checked(connection, number)) is not None]
    names = DOCUMENT_FIELDS.split(", ")
    made, total = 0, sum(len(rows.chunks) for rows in read)
    last = segment.last()
    number, chunk = last["documents"], last["chunks"]
    for back in YEARS:
        for office in OFFICES:
            if back == 0 and office == "Norvale":
                continue
            for rows in read:
                if total >= wanted:
                    return made
                made += 1
                number += 1
                fields = dict(zip(names, rows.fields, strict=True))
                path = f"{office}-{back}-{rows.number}.pdf"
                fields |= {"document_id": f"{made:08x}", "sha256": f"{made:08x}", "path": path, "absolute": f"/{path}"}
                for key in ("title", "publisher", "release_date", "reference_period", "next_release"):
                    fields[key] = fields[key] and changed(fields[key], office, back)
                fields["evidence"] = 0
                own = []
                for _, chunk_id, kind, heading, body, said, *packed in rows.chunks:
                    chunk += 1
                    heading, body, said = (changed(text, office, back) for text in (heading, body, said))
                    packed = [part and pack_text(changed(unpack_text(part), office, back)) for part in packed]
                    own.append((chunk, f"{made}-{chunk_id}", kind, heading, body, said, *packed))
                copied = DocumentRows(number, tuple(fields.values()), (), tuple(own))
                segment.copy(copied, embedder.embed([row[4] for row in own]))
                total += len(own)
    return made


def reference(path: Path) -> Any:
    """The vectors of the index's largest segment in a flat index of FAISS."""
    held: list[Any] = [faiss.read_index(str(file)) for file in sorted(path.glob("generation-*/vectors.faiss"))]
    largest: Any = max((faiss.downcast_index(index.index) for index in held), key=lambda index: index.ntotal)
    flat: Any = faiss.IndexFlatIP(largest.d)
    flat.add(largest.reconstruct_n(0, largest.ntotal))
    return flat


def memory() -> float:
    """Megabytes that this process holds at most so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def built(path: Path, chunks: int) -> bool:
    """Whether an index of about this size stands there."""
    try:
        return read_manifest(path).chunks >= chunks
    except StoreError:
        return False


def build(path: Path, embedder: MadeUp, chunks: int) -> int:
    """Make the index."""
    shutil.rmtree(path, ignore_errors=True)
    begun = time.perf_counter()
    with IndexWriter(path, embedder) as writer:
        for month in (1, 2, 3, 4):
            one = template(f"norvale_cpi_2026-0{month}.pdf")
            writer.put(one.document, one.chunks)
        fill(writer.writing(), embedder, chunks)
        report = writer.commit()
    sizes = {f.name: f.stat().st_size / 1e6 for f in sorted(path.glob("generation-*/*"))}
    print(
        f"built: {report.documents} releases, {report.chunks} chunks in {time.perf_counter() - begun:.0f} s; "
        + ", ".join(f"{name} {size:.0f} MB" for name, size in sizes.items())
    )
    return 0


def main() -> int:
    """Build, open, ask, add; print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chunks", type=int, default=100_000)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--at", type=Path, default=Path(tempfile.gettempdir()) / "statchunk-scale")
    parser.add_argument("--build", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--fresh", action="store_true", help="build the index again")
    arguments = parser.parse_args()
    embedder, path = MadeUp(), arguments.at
    if arguments.fresh or not built(path, arguments.chunks):
        # in a process of its own, so that the memory measured is that of the search
        command = [sys.executable, __file__, "--build", "--chunks", str(arguments.chunks), "--at", str(path)]
        if arguments.build:
            return build(path, embedder, arguments.chunks)
        subprocess.run(command, check=True)
    before = memory()
    begun = time.perf_counter()
    with Index.open(path) as index:
        index.use(embedder)
        opened = time.perf_counter() - begun
        search(index, "What was annual inflation in Norvale in March 2026?")
        first = time.perf_counter() - begun - opened
        after = memory()
        flat = reference(path)
        drawn = random.Random(7)
        wall, cpu = [], []
        wall_of_flat, cpu_of_flat = [], []
        for number in range(arguments.questions):
            question = drawn.choice(QUESTIONS).format(
                office=drawn.choice(OFFICES), month=drawn.choice(MONTHS), year=2026 - drawn.choice(YEARS)
            )
            started, spent = time.perf_counter(), time.process_time()
            search(index, question)
            wall.append((time.perf_counter() - started) * 1e3)
            cpu.append((time.process_time() - spent) * 1e3)
            if number % EVERY == 0:
                asked = embedder.embed([question], "query")
                started, spent = time.perf_counter(), time.process_time()
                flat.search(asked, TOP)
                wall_of_flat.append((time.perf_counter() - started) * 1e3)
                cpu_of_flat.append((time.process_time() - spent) * 1e3)
        manifest = index.manifest
    print(f"{manifest.chunks} chunks, {manifest.observations} figures in {len(manifest.segments)} segments")
    print(f"open {opened:.2f} s, first question {first:.2f} s, memory {before:.0f} MB before, {after:.0f} MB after")
    for name, values, plain in (("wall", wall, wall_of_flat), ("CPU", cpu, cpu_of_flat)):
        values.sort()
        middle, most, once = statistics.median(values), values[int(len(values) * 0.95)], statistics.median(plain)
        print(
            f"search, {name}: median {middle:.0f} ms, p95 {most:.0f} ms, longest {values[-1]:.0f} ms; "
            f"one flat search of FAISS {once:.1f} ms, {middle / once:.1f} and {most / once:.1f} times as long"
        )
    one = template("norvale_cpi_2026-01.pdf")
    for round_ in range(3):
        name = f"new-{round_}"
        document = one.document.model_copy(update={"document_id": name, "path": f"{name}.pdf", "sha256": name})
        chunks = [c.model_copy(update={"id": f"{name}-{c.position}", "document_id": name}) for c in one.chunks]
        embedder.embed([chunk.embedding_text for chunk in chunks])
        begun, spent = time.perf_counter(), time.process_time()
        with IndexWriter(path, embedder) as writer:
            writer.put(document, chunks)
        print(
            f"one more release ({len(chunks)} chunks): {time.perf_counter() - begun:.2f} s, "
            f"{time.process_time() - spent:.2f} s of CPU"
        )
    with IndexWriter(path, embedder) as writer:
        for round_ in range(3):
            writer.remove(f"new-{round_}")
    print(json.dumps({"chunks": manifest.chunks, "search_p95_ms": wall[int(len(wall) * 0.95)]}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
