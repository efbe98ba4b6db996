"""The exported model in the user's cache folder: made once, compared with the published pipeline, checked when read.

The file is an ONNX model like any other. Its last field is a digest of all before it, so that half a file or a changed
one is told from a whole one; it is written under a temporary name and renamed, so that nobody sees half of it. Like
all of the cache folder it can be deleted at any time.
"""

import hashlib
import tempfile
from importlib.util import find_spec
from pathlib import Path

from tokenizers import Tokenizer

from statchunk.embedding.batches import read_tokenizer
from statchunk.embedding.cache import cache_directory
from statchunk.embedding.encoder import MAX_TOKENS, read_encoder
from statchunk.embedding.minilm import NAME, NumpyMiniLM
from statchunk.embedding.protocol import Embedder
from statchunk.embedding.weights import SHA256, bundled_directory
from statchunk.errors import MissingExtraError, ModelError

_VERSION = 1
"""Of the graph; raised when other nodes are written for the same weights."""
_LEAST_COSINE = 0.9999
"""Between a vector of the export and the published pipeline's; single precision stays within 1e-6."""
_CHECKED_WORDS = (0, 1, 9, 40, 130, 400)
"""Words of the texts that are compared: from none to more than the model reads."""
_SEAL = b"\x72\x4a\x0a\x06sha256\x12\x40"
"""Before the digest, 64 hexadecimal digits: field 14 of an ONNX model (`metadata_props`), with the key "sha256"."""
_DIGITS = 64


def export_path() -> Path:
    """Where the exported model is, or would be."""
    return cache_directory() / f"{NAME}-{SHA256}-{_VERSION}.onnx"


def read_export() -> bytes | None:
    """The exported model; None where there is none, or none that is whole."""
    try:
        data = export_path().read_bytes()
    except OSError:
        return None
    end = len(data) - len(_SEAL) - _DIGITS
    whole = end > 0 and data[end:] == _sealed(memoryview(data)[:end])
    return data if whole else None


def require_packages() -> None:
    """See that the export can be run, and made where there is none.

    Raises:
        MissingExtraError: if onnxruntime is not installed, or onnx where the export has to be made.
    """
    needed = ("onnxruntime",) if export_path().exists() else ("onnxruntime", "onnx")
    missing = [name for name in needed if find_spec(name) is None]
    if missing:
        raise MissingExtraError(f"{' and '.join(missing)} not installed: pip install 'statchunk[onnx]'")


def export_model() -> bytes:
    """Export the model into the cache folder, whatever is there.

    Raises:
        MissingExtraError: if onnx or onnxruntime is not installed.
        ModelError: if the weights are not the published ones, if the export's vectors are not the published
            pipeline's, or if the file cannot be written.
    """
    from statchunk.embedding.graph import write_graph  # these need the extra, and reading the file does not
    from statchunk.embedding.runtime import OnnxMiniLM

    data = write_graph(read_encoder())
    data += _sealed(data)
    _compare(OnnxMiniLM(data))
    _write(data, export_path())
    return data


def _sealed(data: bytes | memoryview) -> bytes:
    return _SEAL + hashlib.sha256(data).hexdigest().encode("ascii")


def _compare(exported: Embedder) -> None:
    """Raise a ModelError unless the vectors are those of the published pipeline."""
    texts = _texts(read_tokenizer(bundled_directory(), MAX_TOKENS))
    published = _published()
    cosine = float((exported.embed(texts) * published.embed(texts)).sum(axis=1).min())
    if not cosine >= _LEAST_COSINE:
        raise ModelError(
            f"{NAME}: vectors of the export differ from the published ones (least cosine {cosine:.4f}, not "
            f"{_LEAST_COSINE}), so it is not kept; choose the backend numpy"
        )


def _published() -> Embedder:
    """sentence-transformers where it can be imported, else numpy."""
    if find_spec("torch") is None or find_spec("sentence_transformers") is None:
        return NumpyMiniLM()
    from statchunk.embedding.transformers import SentenceTransformersEmbedder

    return SentenceTransformersEmbedder()


def _texts(tokenizer: Tokenizer) -> list[str]:
    """Texts of different lengths, of words picked evenly from the whole vocabulary."""
    words = [word for word in sorted(tokenizer.get_vocab()) if word.isalnum()]
    return [" ".join(words[:: len(words) // count][:count] if count else ()) for count in _CHECKED_WORDS]


def _write(data: bytes, path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f"{NAME}-", suffix=".part", delete=False) as file:
            unfinished = Path(file.name)
            try:
                file.write(data)
                file.close()
                unfinished.replace(path)
            finally:
                unfinished.unlink(missing_ok=True)
    except OSError as exc:
        raise ModelError(f"{path}: the exported model cannot be written: {exc.strerror}") from exc
