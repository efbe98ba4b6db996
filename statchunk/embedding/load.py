"""From a model's name to an embedder."""

from importlib.util import find_spec
from typing import Literal

from statchunk.embedding import fake
from statchunk.embedding.exported import export_model, read_export
from statchunk.embedding.minilm import NAME as DEFAULT_MODEL
from statchunk.embedding.minilm import NumpyMiniLM
from statchunk.embedding.protocol import Embedder, Role
from statchunk.errors import ModelError

__all__ = ["DEFAULT_MODEL", "Backend", "load_embedder"]

Backend = Literal["fastest", "numpy", "onnx", "torch"]


def load_embedder(model: str = DEFAULT_MODEL, backend: Backend = "fastest", role: Role = "passage") -> Embedder:
    """The embedder of a model.

    The vectors of the bundled model are the same by every backend, so that an index made by one is read by another.

    Args:
        model: "all-MiniLM-L6-v2" (bundled), a folder, a name on the hub, or "fake" (no model; for tests).
        backend: for the bundled model. "numpy", "torch", or "onnx": onnxruntime with an export of the model, which is
            made when it is first asked for. "fastest" takes that export where it is there already and many texts
            are to be embedded, else numpy, which starts soonest; it never makes the export and never imports torch.
        role: "query" where questions are embedded one at a time, "passage" where there are many texts.

    Raises:
        ModelError: if there is no such model, its weights are not the published ones, or the backend is not for it.
        MissingExtraError: if the backend needs a package that is not installed.
    """
    if model == fake.NAME:
        return fake.FakeEmbedder()
    if model == DEFAULT_MODEL and backend != "torch":
        return _bundled(backend, role)
    if backend in ("numpy", "onnx"):
        raise ModelError(f"{model}: the backend {backend} runs the bundled {DEFAULT_MODEL} only")
    from statchunk.embedding.transformers import SentenceTransformersEmbedder

    return SentenceTransformersEmbedder(model)


def _bundled(backend: Backend, role: Role) -> Embedder:
    wanted = backend == "fastest" and role == "passage" and find_spec("onnxruntime") is not None
    exported = read_export() if wanted or backend == "onnx" else None
    if exported is None and backend != "onnx":
        return NumpyMiniLM()
    from statchunk.embedding.runtime import OnnxMiniLM  # needs an extra

    return OnnxMiniLM(export_model() if exported is None else exported)
