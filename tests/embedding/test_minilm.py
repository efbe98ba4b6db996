import shutil
from pathlib import Path

import numpy as np
import pytest

from statchunk.embedding import encoder, weights
from statchunk.embedding.minilm import NumpyMiniLM
from statchunk.errors import ModelError

TEXTS = [
    "",
    "Gas",
    "What was the annual rate of inflation in April 2025?",
    "04.5.2 Gas | 13.0967 | 141.3 | 158.6 | −15.8 | 7.5 | −22.8",
    "Consumer price inflation, UK: April 2025. " * 60,
    "El índice de precios subió un 2,3 % en marzo; Preise stiegen, цены выросли.",
]


@pytest.fixture(scope="module")
def model() -> NumpyMiniLM:
    return NumpyMiniLM()


def test_vectors_are_those_of_sentence_transformers(model: NumpyMiniLM) -> None:
    from statchunk.embedding.transformers import SentenceTransformersEmbedder

    reference = SentenceTransformersEmbedder()
    assert (reference.dimension, reference.max_tokens) == (model.dimension, model.max_tokens)
    assert reference.revision == model.revision
    cosines = (model.embed(TEXTS) * reference.embed(TEXTS)).sum(axis=1)
    assert float(cosines.min()) >= 0.9999


def test_a_text_has_the_same_vector_alone_and_in_a_batch(model: NumpyMiniLM) -> None:
    together = model.embed(TEXTS)
    alone = np.concatenate([model.embed([text]) for text in TEXTS])
    assert np.allclose(together, alone, atol=2e-6)
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)


def test_no_texts_give_no_vectors(model: NumpyMiniLM) -> None:
    assert model.embed([]).shape == (0, 384)


def test_changed_weights_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "model"
    shutil.copytree(weights.bundled_directory(), copy)
    with (copy / "model.safetensors").open("r+b") as file:
        file.seek(5_000_000)
        byte = file.read(1)[0]
        file.seek(5_000_000)
        file.write(bytes([byte ^ 1]))
    monkeypatch.setattr(encoder, "bundled_directory", lambda: copy)
    monkeypatch.setattr(weights, "bundled_directory", lambda: copy)
    with pytest.raises(ModelError, match="not the published"):
        NumpyMiniLM()
    with pytest.raises(ModelError, match="not the published"):
        weights.check_bundled_weights()


def test_a_file_that_holds_no_tensors_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(b"\x00" * 64)
    with pytest.raises(ModelError, match="safetensors"):
        weights.read_weights(path)
    with pytest.raises(ModelError, match="cannot be read"):
        weights.read_weights(tmp_path / "absent")


def test_the_published_digest_is_whole() -> None:
    assert weights.SHA256.startswith("53aa5117")
    assert weights.SHA256.endswith("b128d9db")
    assert len(weights.SHA256) == 64
