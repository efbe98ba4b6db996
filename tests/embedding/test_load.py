import subprocess
import sys
from pathlib import Path

import pytest

from statchunk.embedding import DEFAULT_MODEL, load_embedder
from statchunk.embedding.fake import FakeEmbedder
from statchunk.embedding.load import Backend
from statchunk.embedding.minilm import NumpyMiniLM
from statchunk.errors import ModelError


def test_the_default_is_the_bundled_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATCHUNK_CACHE", str(tmp_path))
    assert isinstance(load_embedder(), NumpyMiniLM)
    assert load_embedder().name == DEFAULT_MODEL


def test_the_fake_is_loaded_by_name() -> None:
    assert isinstance(load_embedder("fake"), FakeEmbedder)


def test_a_model_that_is_not_at_hand_is_named() -> None:
    with pytest.raises(ModelError, match="no/such-model"):
        load_embedder("no/such-model")


@pytest.mark.parametrize("backend", ["numpy", "onnx"])
def test_a_backend_of_the_bundled_model_runs_no_other(backend: Backend) -> None:
    with pytest.raises(ModelError, match="bundled"):
        load_embedder("no/such-model", backend)


def test_a_query_needs_no_torch() -> None:
    code = (
        "import sys; from statchunk.embedding import load_embedder; load_embedder().embed(['x'], role='query');"
        "sys.exit(any(m in sys.modules for m in ('torch', 'transformers', 'sentence_transformers')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
