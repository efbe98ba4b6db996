"""A large index measured: how fast it opens, answers and takes in one more release, and what memory it needs.

    python benchmarks/scale.py [--chunks 100000] [--at FOLDER]

Releases are the drawn ones of fixtures/releases, copied with other years and other offices until there are enough
chunks; embeddings are made up (a vector drawn from the text), so that the time of the model is left out.
"""

import argparse
import json
import random
import re
import resource
import shutil
import statistics
import sys
import tempfile
import time
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from statchunk import pipeline
from statchunk.embedding import Role, Vectors
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document
from statchunk.search import search
from statchunk.store import Index, IndexWriter

RELEASES = Path(__file__).resolve().parent.parent / "fixtures" / "releases"
OFFICES = tuple(
    f"{first}{second}" for first in ("Nor", "Bel", "Car", "Dov", "Est") for second in ("vale", "mark", "ona", "ia")
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


def fill(writer: IndexWriter, embedder: MadeUp, wanted: int) -> int:
    """Copy the rows of the releases that the writer holds until there are enough chunks; how many were made."""
    connection, vectors = writer.writing()
    documents = connection.execute("SELECT * FROM documents ORDER BY id").fetchall()
    columns = [column[1] for column in connection.execute("PRAGMA table_info(documents)")]
    rows = {
        document[0]: connection.execute(
            "SELECT id, kind, heading, body, data, observations FROM chunks WHERE document = ? ORDER BY id",
            document[:1],
        ).fetchall()
        for document in documents
    }
    plain = {
        row[0]: (*row[1:4], *(zlib.decompress(part).decode() if part else None for part in row[4:]))
        for own in rows.values()
        for row in own
    }
    periods: dict[int, list[str]] = {}
    for period, chunk in connection.execute("SELECT period, chunk FROM chunk_periods"):
        periods.setdefault(chunk, []).append(period)
    made, total = 0, sum(len(own) for own in rows.values())
    for back in YEARS:
        for office in OFFICES:
            if back == 0 and office == "Norvale":
                continue
            for document in documents:
                if total >= wanted:
                    return made
                copy = dict(zip(columns, document, strict=True))
                made += 1
                copy.update(id=None, document_id=f"{made:08x}", path=f"{office}-{back}-{document[0]}.pdf")
                for key in ("title", "publisher", "release_date", "reference_period", "next_release"):
                    copy[key] = copy[key] and changed(copy[key], office, back)
                number = connection.execute(
                    f"INSERT INTO documents VALUES ({','.join('?' * len(columns))})", tuple(copy.values())
                ).lastrowid
                ids, texts = [], []
                for row in rows[document[0]]:
                    kind, heading, body, data, observations = plain[row[0]]
                    heading, body = changed(heading, office, back), changed(body, office, back)
                    packed = zlib.compress(changed(data, office, back).encode(), 1)
                    held = observations and zlib.compress(changed(observations, office, back).encode(), 1)
                    inserted = connection.execute(
                        "INSERT INTO chunks(document, chunk_id, kind, heading, body, data, observations)"
                        " VALUES (?, ?, ?, ?, ?, ?, ?)",
                        (number, f"{made}-{row[0]}", kind, heading, body, packed, held),
                    ).lastrowid
                    assert inserted is not None
                    connection.execute(
                        "INSERT INTO chunk_text(rowid, heading, body) VALUES (?, ?, ?)", (inserted, heading, body)
                    )
                    connection.executemany(
                        "INSERT OR IGNORE INTO chunk_periods VALUES (?, ?)",
                        [(changed(period, office, back), inserted) for period in periods.get(row[0], ())],
                    )
                    ids.append(inserted)
                    texts.append(body)
                vectors.add(ids, embedder.embed(texts))
                total += len(ids)
    return made


def memory() -> float:
    """Megabytes that this process holds at most so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> int:
    """Build, open, ask, add; print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chunks", type=int, default=100_000)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--at", type=Path, default=Path(tempfile.gettempdir()) / "statchunk-scale")
    parser.add_argument("--keep", action="store_true", help="use the index that stands there")
    arguments = parser.parse_args()
    embedder, path = MadeUp(), arguments.at
    templates = [template(f"norvale_cpi_2026-0{month}.pdf") for month in (1, 2, 3, 4)]
    if not arguments.keep:
        shutil.rmtree(path, ignore_errors=True)
        begun = time.perf_counter()
        with IndexWriter(path, embedder) as writer:
            for one in templates:
                writer.put(one.document, one.chunks)
            fill(writer, embedder, arguments.chunks)
            report = writer.commit()
        sizes = {f.name: f.stat().st_size / 1e6 for f in sorted(path.glob("generation-*/*"))}
        print(
            f"built: {report.documents} releases, {report.chunks} chunks in {time.perf_counter() - begun:.0f} s; "
            + ", ".join(f"{name} {size:.0f} MB" for name, size in sizes.items())
        )
    before = memory()
    begun = time.perf_counter()
    with Index.open(path) as index:
        index.use(embedder)
        opened = time.perf_counter() - begun
        search(index, "What was annual inflation in Norvale in March 2026?")
        first = time.perf_counter() - begun - opened
        drawn = random.Random(7)
        wall, cpu = [], []
        for _ in range(arguments.questions):
            question = drawn.choice(QUESTIONS).format(
                office=drawn.choice(OFFICES), month=drawn.choice(MONTHS), year=2026 - drawn.choice(YEARS)
            )
            started, spent = time.perf_counter(), time.process_time()
            search(index, question)
            wall.append((time.perf_counter() - started) * 1e3)
            cpu.append((time.process_time() - spent) * 1e3)
        manifest = index.manifest
    print(f"{manifest.chunks} chunks, {manifest.observations} figures ({manifest.vector_kind})")
    print(f"open {opened:.2f} s, first question {first:.2f} s, memory {before:.0f} MB before, {memory():.0f} MB after")
    for name, values in (("wall", wall), ("CPU", cpu)):
        values.sort()
        print(
            f"search, {name}: median {statistics.median(values):.0f} ms, p95 {values[int(len(values) * 0.95)]:.0f} ms, "
            f"longest {values[-1]:.0f} ms"
        )
    one = templates[0]
    document = one.document.model_copy(update={"document_id": "new", "path": "new.pdf", "sha256": "new"})
    chunks = [c.model_copy(update={"id": f"new-{c.position}", "document_id": "new"}) for c in one.chunks]
    begun, spent = time.perf_counter(), time.process_time()
    with IndexWriter(path, embedder) as writer:
        writer.put(document, chunks)
    print(
        f"one more release ({len(chunks)} chunks): {time.perf_counter() - begun:.2f} s, "
        f"{time.process_time() - spent:.2f} s of CPU"
    )
    print(json.dumps({"chunks": manifest.chunks, "search_p95_ms": wall[int(len(wall) * 0.95)]}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
