"""The bundled model by each backend: speed, likeness and cold start, interleaved.

    python benchmarks/embedding.py [--texts 128] [--rounds 2] [--threads 1] [--json FILE]

Texts are those that chunks of the drawn releases are embedded by. Prints texts a CPU second of each backend, the ratio
to the one that `statchunk` uses (numpy), the least cosine to sentence-transformers, and the CPU seconds of a fresh
process that embeds one question. Where onnxruntime and onnx are installed, an export of the model is measured too.
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
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

RELEASES = Path(__file__).resolve().parent.parent / "fixtures" / "releases"
QUESTION = "What was the annual rate of consumer price inflation in April 2026?"
COLD = "from statchunk.embedding import load_embedder; load_embedder(backend={!r}).embed([{!r}], role='query')"
BATCH = 16
"""Texts a forward pass of onnxruntime; other sizes were slower."""

Embed = Callable[[Sequence[str]], np.ndarray]


def texts(count: int) -> list[str]:
    """Texts of chunks of the drawn releases, evenly picked."""
    from statchunk import pipeline

    found = [
        chunk.embedding_text
        for path in sorted(RELEASES.glob("*.pdf"))
        for chunk in pipeline.chunk(pipeline.document(path))
    ]
    return found[:: max(1, len(found) // count)][:count]


def onnx(folder: Path, threads: int) -> Embed | None:
    """The model exported by torch and run by onnxruntime; None where that is not installed."""
    try:
        import onnx  # noqa: F401  # torch exports through it
        import onnxruntime
        import torch
        from tokenizers import Tokenizer
        from transformers import AutoModel
    except ImportError:
        return None
    from statchunk.embedding.weights import check_bundled_weights

    source, path = check_bundled_weights(), folder / "model.onnx"
    model = AutoModel.from_pretrained(source, attn_implementation="eager").eval().requires_grad_(False)

    class States(torch.nn.Module):  # type: ignore[misc]
        def forward(self, tokens: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
            return model(input_ids=tokens, attention_mask=mask, use_cache=False).last_hidden_state

    ids = torch.ones(2, 8, dtype=torch.long)
    names, free = ["input_ids", "attention_mask"], {0: "texts", 1: "tokens"}
    torch.onnx.export(
        States(), (ids, ids), str(path), input_names=names, output_names=["states"], dynamo=False,
        dynamic_axes={"input_ids": free, "attention_mask": free, "states": free}, opset_version=17,
    )  # fmt: skip
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_file(str(source / "tokenizer.json"))
    tokenizer.enable_truncation(256)
    tokenizer.no_padding()

    def embed(asked: Sequence[str]) -> np.ndarray:
        encoded = [encoding.ids for encoding in tokenizer.encode_batch(list(asked))]
        order = sorted(range(len(encoded)), key=lambda i: -len(encoded[i]))
        vectors = np.zeros((len(encoded), 384), dtype=np.float32)
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            tokens = np.zeros((len(batch), len(encoded[batch[0]])), dtype=np.int64)
            mask = np.zeros_like(tokens)
            for row, i in enumerate(batch):
                tokens[row, : len(encoded[i])] = encoded[i]
                mask[row, : len(encoded[i])] = 1
            states = session.run(["states"], {"input_ids": tokens, "attention_mask": mask})[0]
            mean = (states * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
            vectors[batch] = mean / np.linalg.norm(mean, axis=1, keepdims=True)
        return vectors

    return embed


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

    from statchunk.embedding import load_embedder

    torch.set_num_threads(args.threads)
    asked = texts(args.texts)
    backends: dict[str, Embed] = {
        "numpy": load_embedder(backend="numpy").embed,
        "sentence-transformers": load_embedder(backend="torch").embed,
    }
    with tempfile.TemporaryDirectory() as scratch:
        exported = onnx(Path(scratch), args.threads)
        if exported is not None:
            backends["onnxruntime"] = exported
        vectors = {name: embed(asked) for name, embed in backends.items()}  # the first pass warms up
        spent: dict[str, list[tuple[float, float]]] = {name: [] for name in backends}
        for _ in range(args.rounds):
            for name, embed in backends.items():
                cpu, wall = time.process_time(), time.perf_counter()
                embed(asked)
                spent[name].append((time.process_time() - cpu, time.perf_counter() - wall))
    reference = vectors["sentence-transformers"]
    figures: dict[str, dict[str, float]] = {}
    for name, times in spent.items():
        figures[name] = {
            "texts a CPU second": len(asked) / statistics.median(cpu for cpu, _ in times),
            "texts a second": len(asked) / statistics.median(wall for _, wall in times),
            "least cosine": float((vectors[name] * reference).sum(axis=1).min()),
        }
    for name, backend in (("numpy", "numpy"), ("sentence-transformers", "torch")):
        figures[name]["cold, CPU s"] = cold(backend)
    least = figures["numpy"]["texts a CPU second"]
    print(f"{len(asked)} texts, {args.rounds} rounds, {args.threads} threads")
    print(f"{'backend':22} {'texts/CPU s':>12} {'ratio':>6} {'texts/s':>8} {'least cosine':>13} {'cold, CPU s':>12}")
    for name, own in figures.items():
        ratio, start = own["texts a CPU second"] / least, own.get("cold, CPU s")
        print(
            f"{name:22} {own['texts a CPU second']:12.1f} {ratio:6.2f} {own['texts a second']:8.1f} "
            f"{own['least cosine']:13.7f} {'' if start is None else f'{start:12.2f}'}"
        )
    if args.json is not None:
        args.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
