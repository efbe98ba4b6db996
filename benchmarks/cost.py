"""What very many pages would take: each step measured on some files, then multiplied.

    python benchmarks/cost.py [FILE...] [--pages 10000000] [--cores 64] [--price 0.04] [--store postgresql://host/name]

Without files the drawn releases are read. `--store` measures an empty PostgreSQL database too. The vectors of chunks
are drawn for the parts, and a few texts are embedded by the bundled model, so that a run takes a minute. Times are CPU
seconds of this process but for merging, which waits for the disk and the server: there they are seconds of the clock.
"""

import argparse
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from statchunk import pipeline
from statchunk.distributed import Part, Parts
from statchunk.distributed.parts import Making
from statchunk.embedding import load_embedder
from statchunk.embedding.fake import FakeEmbedder
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document
from statchunk.store.opening import open_writer

RELEASES = Path(__file__).resolve().parent.parent / "fixtures" / "releases"
DIMENSION = 384
HOUR = 3_600


@dataclass(frozen=True)
class Measured:
    """Of one page, unless said otherwise."""

    read: float
    """CPU seconds from the file to chunks."""
    chunks: float
    texts: float
    """Embedded in a CPU second."""
    part: float
    """CPU seconds to write its share of a part."""
    part_bytes: float
    merge: float
    """Seconds to merge it into a folder."""
    index_bytes: float
    merge_database: float | None
    """Seconds to merge it into a database, where one was given."""
    database_bytes: float | None


def understood(files: list[Path]) -> tuple[list[tuple[Document, tuple[Chunk, ...]]], float]:
    """The files understood and cut, and the CPU seconds that it took; the first one is read once before the clock."""
    pipeline.chunk(pipeline.document(files[0]))
    begun = time.process_time()
    made = [(document, pipeline.chunk(document)) for document in map(pipeline.document, files)]
    return made, time.process_time() - begun


def size(folder: Path) -> int:
    """Bytes of all files below a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def database_size(url: str) -> int:
    """Bytes of the tables of an index with all that belongs to them."""
    import psycopg

    with psycopg.connect(url) as connection:
        row = connection.execute(
            "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace"
            " WHERE nspname = 'statchunk' AND relkind = 'r'"
        ).fetchone()
    return int(row[0]) if row else 0


def measure(files: list[Path], texts: int, store: str | None) -> Measured:
    """Each step on some files."""
    made, read = understood(files)
    pages = sum(document.facts.pages for document, _ in made)
    count = sum(len(chunks) for _, chunks in made)
    embedder, drawn = FakeEmbedder(DIMENSION), np.random.default_rng(7)
    model = load_embedder()
    sample = [chunk.embedding_text for _, chunks in made for chunk in chunks][:: max(1, count // texts)][:texts]
    model.embed(sample[:1])
    begun = time.process_time()
    model.embed(sample)
    embedded = len(sample) / (time.process_time() - begun)
    with tempfile.TemporaryDirectory() as scratch:
        parts = Parts(f"{scratch}/parts")
        begun = time.process_time()
        for document, chunks in made:
            raw = drawn.standard_normal((len(chunks), DIMENSION)).astype(np.float32)
            vectors = raw / np.linalg.norm(raw, axis=1, keepdims=True)
            making = Making(name=Path(document.path).name, made_with="", model=embedder.name, revision="")
            parts.write(Part(document, chunks, vectors), making)
        part = time.process_time() - begun
        merged: list[float] = []
        for place in (f"{scratch}/index", *([store] if store else [])):
            begun = time.perf_counter()
            with open_writer(place, embedder) as writer:
                for document, _ in made:
                    own = parts.read(document.document_id)
                    writer.put(own.document, own.chunks, embeddings=own.vectors)
            merged.append((time.perf_counter() - begun) / pages)
        return Measured(
            read=read / pages,
            chunks=count / pages,
            texts=embedded,
            part=part / pages,
            part_bytes=size(Path(scratch, "parts")) / pages,
            merge=merged[0],
            index_bytes=size(Path(scratch, "index")) / pages,
            merge_database=merged[1] if store else None,
            database_bytes=database_size(store) / pages if store else None,
        )


def main() -> int:
    """Measure, multiply, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--pages", type=float, default=1e7)
    parser.add_argument("--cores", type=int, default=64)
    parser.add_argument("--price", type=float, default=0.04, help="of a core for an hour")
    parser.add_argument("--texts", type=int, default=60, help="embedded to measure")
    parser.add_argument("--store", help="URL of an empty PostgreSQL database")
    asked = parser.parse_args()
    m = measure(asked.files or sorted(RELEASES.glob("*.pdf")), asked.texts, asked.store)
    print(
        f"measured: read {m.read * 1e3:.1f} ms of CPU a page, {m.chunks:.1f} chunks a page, "
        f"{m.texts:.1f} texts embedded a CPU second, "
        f"part {m.part * 1e3:.1f} ms and {m.part_bytes / 1e3:.1f} kB a page\n"
        f"merged into a folder: {m.merge * 1e3:.1f} ms and {m.index_bytes / 1e3:.1f} kB a page"
    )
    reading, embedding = asked.pages * m.read / HOUR, asked.pages * m.chunks / m.texts / HOUR
    writing = asked.pages * m.part / HOUR
    total = reading + embedding + writing
    print(
        f"{asked.pages:,.0f} pages: reading {reading:,.0f} core hours, embedding {embedding:,.0f}, "
        f"parts {writing:,.0f}; together {total:,.0f}, {total / asked.cores:,.0f} hours on {asked.cores} cores, "
        f"{total * asked.price:,.0f} at {asked.price} a core hour\n"
        f"parts {asked.pages * m.part_bytes / 1e9:,.0f} GB; into one folder "
        f"{asked.pages * m.merge / HOUR:,.0f} hours, {asked.pages * m.index_bytes / 1e9:,.0f} GB"
    )
    if m.merge_database is not None and m.database_bytes is not None:
        print(
            f"merged into a database: {m.merge_database * 1e3:.1f} ms and {m.database_bytes / 1e3:.1f} kB a page; "
            f"{asked.pages * m.merge_database / HOUR:,.0f} hours, {asked.pages * m.database_bytes / 1e9:,.0f} GB"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
