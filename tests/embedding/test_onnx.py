import hashlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from statchunk.embedding import exported, load_embedder
from statchunk.embedding.encoder import read_encoder
from statchunk.embedding.exported import export_path, read_export
from statchunk.embedding.fake import FakeEmbedder
from statchunk.embedding.minilm import NumpyMiniLM
from statchunk.embedding.weights import SHA256
from statchunk.errors import MissingExtraError, ModelError
from tests.embedding.test_minilm import TEXTS

pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: pip install 'statchunk[onnx]'")
onnx = pytest.importorskip("onnx", reason="onnx is not installed: pip install 'statchunk[onnx]'")

from statchunk.embedding.graph import write_graph  # noqa: E402  # only where onnx is there
from statchunk.embedding.runtime import OnnxMiniLM, _threads  # noqa: E402


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[bytes]:
    """The export as it stands in a cache folder after it was first asked for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STATCHUNK_CACHE", str(tmp_path_factory.mktemp("cache")))
        load_embedder(backend="onnx")
        yield export_path().read_bytes()


@pytest.fixture
def cache(made: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder that holds the export."""
    monkeypatch.setenv("STATCHUNK_CACHE", str(tmp_path))
    export_path().write_bytes(made)
    return tmp_path


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder without it; an export made there is compared with numpy, which starts sooner than torch."""
    monkeypatch.setenv("STATCHUNK_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(exported, "_published", NumpyMiniLM)
    return tmp_path / "cache"


@pytest.fixture
def quick(empty: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, where what is exported is small and compared with nothing."""
    monkeypatch.setattr("statchunk.embedding.graph.write_graph", lambda _encoder: b"model")
    monkeypatch.setattr("statchunk.embedding.runtime.OnnxMiniLM", lambda _model: NumpyMiniLM())
    return empty


def test_vectors_are_those_of_the_other_backends(made: bytes) -> None:
    model = OnnxMiniLM(made)
    for backend in ("numpy", "torch"):
        other = load_embedder(backend="numpy" if backend == "numpy" else "torch")
        assert (other.name, other.revision, other.dimension, other.max_tokens) == (
            model.name,
            model.revision,
            model.dimension,
            model.max_tokens,
        )
        assert float((model.embed(TEXTS) * other.embed(TEXTS)).sum(axis=1).min()) >= 0.99999


def test_a_text_has_the_same_vector_alone_in_a_batch_and_again(made: bytes) -> None:
    model = OnnxMiniLM(made)
    together = model.embed(TEXTS)
    assert np.array_equal(together, OnnxMiniLM(made).embed(TEXTS))
    assert np.allclose(together, np.concatenate([model.embed([text]) for text in TEXTS]), atol=2e-6)
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
    assert model.embed([]).shape == (0, 384)


def test_the_same_weights_give_the_same_bytes(made: bytes) -> None:
    assert made.startswith(write_graph(read_encoder()))


def test_the_file_is_named_by_its_weights_and_holds_its_digest(cache: Path, made: bytes) -> None:
    assert [export_path()] == list(cache.iterdir())
    assert SHA256 in export_path().name
    model = onnx.load_model_from_string(made)
    onnx.checker.check_model(model)
    [digest] = [entry.value for entry in model.metadata_props if entry.key == "sha256"]
    assert digest == hashlib.sha256(made[: made.rindex(b"sha256") - 4]).hexdigest()


@pytest.mark.parametrize("damage", [b"", b"not a model", None, -1, 5_000_000])
def test_a_damaged_export_is_not_used(cache: Path, made: bytes, damage: bytes | int | None) -> None:
    """Nothing, something else, half of it, and a bit turned at its end and in a weight."""
    broken = bytearray(made[: len(made) // 2] if damage is None else made if isinstance(damage, int) else damage)
    if isinstance(damage, int):
        broken[damage] ^= 1
    export_path().write_bytes(broken)
    assert read_export() is None
    assert isinstance(load_embedder(), NumpyMiniLM)


def test_a_damaged_export_is_made_anew_when_asked_for(empty: Path, made: bytes) -> None:
    empty.mkdir()
    export_path().write_bytes(made[:-1])
    assert isinstance(load_embedder(backend="onnx"), OnnxMiniLM)
    assert [made] == [path.read_bytes() for path in empty.iterdir()]


def test_an_export_that_is_there_is_not_made_again(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(exported, "_published")
    assert isinstance(load_embedder(backend="onnx"), OnnxMiniLM)


def test_an_export_with_other_vectors_is_not_kept(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exported, "_published", lambda: FakeEmbedder(384))
    with pytest.raises(ModelError, match="cosine"):
        load_embedder(backend="onnx")
    assert not empty.exists()


def test_an_interrupt_leaves_no_part_of_a_file(quick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_self: Path, _target: Path) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        load_embedder(backend="onnx")
    assert list(quick.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(quick: Path) -> None:
    quick.write_text("in the way")
    with pytest.raises(ModelError, match="cannot be written"):
        load_embedder(backend="onnx")


def test_the_fastest_is_the_export_for_many_texts_where_it_is_there(cache: Path) -> None:
    assert isinstance(load_embedder(), OnnxMiniLM)
    assert isinstance(load_embedder(role="query"), NumpyMiniLM)
    assert isinstance(load_embedder(backend="numpy"), NumpyMiniLM)


def test_the_fastest_makes_no_export(empty: Path) -> None:
    assert isinstance(load_embedder(), NumpyMiniLM)
    assert not empty.exists()


def test_a_missing_extra_is_named(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package, module in (("onnx", "graph"), ("onnxruntime", "runtime")):
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, package, None)
            patch.delitem(sys.modules, f"statchunk.embedding.{module}")
            with pytest.raises(MissingExtraError, match=r"pip install 'statchunk\[onnx\]'"):
                load_embedder(backend="onnx")
    assert not empty.exists()


def test_without_onnxruntime_the_fastest_is_numpy(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    assert isinstance(load_embedder(), NumpyMiniLM)


def test_what_onnxruntime_cannot_run_is_refused() -> None:
    with pytest.raises(ModelError, match="cannot run"):
        OnnxMiniLM(b"no model")


def test_an_export_that_is_there_needs_neither_torch_nor_onnx(cache: Path) -> None:
    code = (
        "import sys; from statchunk.embedding import load_embedder; load_embedder(backend='onnx').embed(['x']);"
        "sys.exit(any(m in sys.modules for m in ('torch', 'transformers', 'sentence_transformers', 'onnx')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(("said", "threads"), [("3", 3), ("0", None), ("", None), ("many", None)])
def test_threads_are_as_asked_or_one_a_core(said: str, threads: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", said)
    monkeypatch.setattr("os.sched_getaffinity", lambda _process: {0, 1, 2, 3, 4}, raising=False)
    assert (threads or 5) == _threads()
