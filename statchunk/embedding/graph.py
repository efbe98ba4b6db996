"""The bundled model as an ONNX graph of standard operators: tokens and lengths in, vectors of unit length out.

Written from the weights, so that no torch is needed. Needs `statchunk[onnx]`.
"""

from typing import Any

import numpy as np

from statchunk.embedding.encoder import EPSILON, HEADS, MAX_TOKENS, Dense, Encoder, Layer
from statchunk.errors import MissingExtraError

try:
    from onnx import NodeProto, TensorProto, checker, helper, numpy_helper
except ImportError as exc:
    raise MissingExtraError("onnx is not installed: pip install 'statchunk[onnx]'") from exc

TOKENS, LENGTHS, VECTORS = "tokens", "lengths", "vectors"
"""Names of the inputs, (texts, longest) and (texts,), and of the output, (texts, width)."""
_OPSET = 20
"""The first with `Gelu`; onnxruntime runs it since 1.17."""
_IR_VERSION = 9
"""Of the file, as that opset came with it."""
_UNSEEN = np.float32(-1e30)
"""Added to the scores of what only fills a text up."""


class _Graph:
    """Nodes and constants, gathered one after the other."""

    def __init__(self) -> None:
        self.nodes: list[NodeProto] = []
        self.constants: list[TensorProto] = []

    def constant(self, name: str, value: np.ndarray[Any, Any] | np.generic) -> str:
        self.constants.append(numpy_helper.from_array(np.array(value, order="C"), name))
        return name

    def numbers(self, name: str, *values: int) -> str:
        return self.constant(name, np.array(values, dtype=np.int64))

    def node(self, kind: str, name: str, *inputs: str, **attributes: Any) -> str:
        self.nodes.append(helper.make_node(kind, list(inputs), [name], name=name, **attributes))
        return name

    def project(self, name: str, x: str, dense: Dense) -> str:
        product = self.node("MatMul", f"{name}.product", x, self.constant(f"{name}.weight", dense.weight))
        return self.node("Add", name, product, self.constant(f"{name}.bias", dense.bias))

    def normalise(self, name: str, x: str, norm: Dense) -> str:
        weight, bias = self.constant(f"{name}.weight", norm.weight), self.constant(f"{name}.bias", norm.bias)
        return self.node("LayerNormalization", name, x, weight, bias, axis=-1, epsilon=EPSILON)


def write_graph(encoder: Encoder) -> bytes:
    """The model as ONNX: the encoder, mean pooling, unit length. The same weights give the same bytes."""
    graph, width = _Graph(), encoder.words.shape[1]
    first, second = graph.numbers("first", 0), graph.numbers("second", 1)
    longest = graph.node("Shape", "longest", TOKENS, start=1)
    places = graph.node("Slice", "places", graph.constant("all_places", encoder.places[:MAX_TOKENS]), first, longest)
    words = graph.node("Gather", "word_vectors", graph.constant("words", encoder.words), TOKENS)
    x = graph.normalise("embedded", graph.node("Add", "placed", words, places), encoder.norm)
    seen = _seen(graph, longest)
    masked = graph.node("Unsqueeze", "masked", seen, graph.numbers("heads_and_queries", 1, 2))
    nothing, much = graph.constant("nothing", np.float32(0)), graph.constant("much", _UNSEEN)
    unseen = graph.node("Where", "unseen", masked, nothing, much)
    for i, layer in enumerate(encoder.layers):
        x = _layer(graph, f"layer{i}", x, unseen, layer)
    weights = graph.node("Cast", "weights", seen, to=TensorProto.FLOAT)
    summed = graph.node("MatMul", "summed", graph.node("Unsqueeze", "weights_of_all", weights, second), x)
    graph.node("LpNormalization", VECTORS, graph.node("Squeeze", "pooled", summed, second), axis=-1, p=2)
    whole = helper.make_graph(
        graph.nodes,
        "all-MiniLM-L6-v2",
        [
            helper.make_tensor_value_info(TOKENS, TensorProto.INT64, ["texts", "longest"]),
            helper.make_tensor_value_info(LENGTHS, TensorProto.INT64, ["texts"]),
        ],
        [helper.make_tensor_value_info(VECTORS, TensorProto.FLOAT, ["texts", width])],
        graph.constants,
    )
    model = helper.make_model(whole, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=_IR_VERSION)
    checker.check_model(model)
    return bytes(model.SerializeToString(deterministic=True))


def _seen(graph: _Graph, longest: str) -> str:
    """Which tokens are a text's own, of shape (texts, longest)."""
    nought, one = graph.constant("nought", np.int64(0)), graph.constant("one", np.int64(1))
    end = graph.node("Squeeze", "end", longest, "first")
    lengths = graph.node("Unsqueeze", "lengths_of_rows", LENGTHS, "second")
    return graph.node("Less", "seen", graph.node("Range", "numbered", nought, end, one), lengths)


def _layer(graph: _Graph, name: str, x: str, unseen: str, layer: Layer) -> str:
    """One layer over `x`, of the same shape (texts, longest, width)."""
    projected = graph.project(f"{name}.projected", x, layer.query_key_value)
    attended = _attend(graph, name, projected, unseen, layer.attention_output.weight.shape[0])
    output = graph.project(f"{name}.attention_output", attended, layer.attention_output)
    x = graph.normalise(f"{name}.attention", graph.node("Add", f"{name}.beside", output, x), layer.attention_norm)
    widened = graph.node("Gelu", f"{name}.gelu", graph.project(f"{name}.intermediate", x, layer.intermediate))
    output = graph.project(f"{name}.output", widened, layer.output)
    return graph.normalise(name, graph.node("Add", f"{name}.above", output, x), layer.output_norm)


def _attend(graph: _Graph, name: str, projected: str, unseen: str, width: int) -> str:
    """Multi-head attention over `projected` (texts, longest, 3 * width)."""
    shape = graph.numbers(f"{name}.heads", 0, 0, 3, HEADS, width // HEADS)
    parted = graph.node("Reshape", f"{name}.parted", projected, shape)
    heads = graph.node("Transpose", f"{name}.by_head", parted, perm=[2, 0, 3, 1, 4])
    query, key, value = (
        graph.node("Gather", f"{name}.{part}", heads, graph.constant(f"{name}.{part}.place", np.int64(place)), axis=0)
        for place, part in enumerate(("query", "key", "value"))
    )
    turned = graph.node("Transpose", f"{name}.turned", key, perm=[0, 1, 3, 2])
    scores = graph.node("Add", f"{name}.scores", graph.node("MatMul", f"{name}.all_scores", query, turned), unseen)
    shares = graph.node("Softmax", f"{name}.shares", scores, axis=-1)
    mixed = graph.node("MatMul", f"{name}.mixed", shares, value)
    together = graph.node("Transpose", f"{name}.together", mixed, perm=[0, 2, 1, 3])
    return graph.node("Reshape", f"{name}.attended", together, graph.numbers(f"{name}.joined", 0, 0, width))
