"""The bundled model by each backend: speed, likeness and cold start, interleaved.

    python benchmarks/embedding.py [--texts 128] [--rounds 2] [--threads 1] [--json FILE]

Texts are those that chunks of the drawn releases are embedded by. Prints texts a CPU second of each backend, the ratio
to numpy, the least cosine to sentence-transformers, and the CPU seconds of a fresh process that embeds one question.
Where onnxruntime and onnx are installed they are measured too, with an export in a folder of its own; what making it
takes in a fresh process, the comparison with sentence-transformers included, is printed.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

RELEASES = Path(__file__).resolve().parent.parent / "fixtures" / "releases"
QUESTION = "What was the annual rate of consumer price inflation in April 2026?"
COLD = "from statchunk.embedding import load_embedder; load_embedder(backend={!r}).embed([{!r}], role='query')"


def texts(count: int) -> list[str]:
    """Texts of chunks of the drawn releases, evenly picked."""
    from statchunk import pipeline

    found = [
        chunk.embedding_text
        for path in sorted(RELEASES.glob("*.pdf"))
        for chunk in pipeline.chunk(pipeline.document(path))
    ]
    return found[:: max(1, len(found) // count)][:count]


def cold(backend: str) -> float:
    """CPU seconds of a fresh process that embeds one question."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", COLD.format(backend, QUESTION)], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=128)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--threads", type=int, default=1, help="of each backend; wall time is printed too")
    parser.add_argument("--json", type=Path, help="write the figures to a file as well")
    args = parser.parse_args()
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        if os.environ.get(name) != str(args.threads):  # read when the libraries are loaded, so before this process
            os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, name: str(args.threads)})
    import torch

    from statchunk.embedding.load import Backend, load_embedder

    torch.set_num_threads(args.threads)
    asked = texts(args.texts)
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["STATCHUNK_CACHE"] = scratch  # so that the user's own commands go on as before
        known: dict[str, Backend] = {"numpy": "numpy", "sentence-transformers": "torch"}
        if find_spec("onnxruntime") and find_spec("onnx"):
            known["onnxruntime"] = "onnx"
            print(f"export: {cold('onnx'):.1f} s of CPU, once")
        backends = {name: load_embedder(backend=backend).embed for name, backend in known.items()}
        vectors = {name: embed(asked) for name, embed in backends.items()}  # the first pass warms up
        spent: dict[str, list[tuple[float, float]]] = {name: [] for name in backends}
        for _ in range(args.rounds):
            for name, embed in backends.items():
                cpu, wall = time.process_time(), time.perf_counter()
                embed(asked)
                spent[name].append((time.process_time() - cpu, time.perf_counter() - wall))
        starts = {name: cold(backend) for name, backend in known.items()}
    reference = vectors["sentence-transformers"]
    figures: dict[str, dict[str, float]] = {}
    for name, times in spent.items():
        figures[name] = {
            "texts a CPU second": len(asked) / statistics.median(cpu for cpu, _ in times),
            "texts a second": len(asked) / statistics.median(wall for _, wall in times),
            "least cosine": float((vectors[name] * reference).sum(axis=1).min()),
            "cold, CPU s": starts[name],
        }
    least = figures["numpy"]["texts a CPU second"]
    print(f"{len(asked)} texts, {args.rounds} rounds, {args.threads} threads")
    print(f"{'backend':22} {'texts/CPU s':>12} {'ratio':>6} {'texts/s':>8} {'least cosine':>13} {'cold, CPU s':>12}")
    for name, own in figures.items():
        print(
            f"{name:22} {own['texts a CPU second']:12.1f} {own['texts a CPU second'] / least:6.2f} "
            f"{own['texts a second']:8.1f} {own['least cosine']:13.7f} {own['cold, CPU s']:12.2f}"
        )
    if args.json is not None:
        args.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
