import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from statchunk.chunking import chunk_document
from statchunk.chunking.endpoint import Endpoint
from statchunk.errors import ModelError, SettingsError
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Paragraph
from statchunk.settings import ChunkSettings, LlmSettings
from tests.chunking.documents import REGION, WordCounter, document, table

TEXTS = ("Food rose by 4%.", "Bread rose most.", "Rents did not change.")
Answer = tuple[int, object]


class Server:
    """Speaks as OpenAI's endpoint does; answers what it is told, in turn."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.answers: list[Answer | Callable[[dict[str, Any]], Answer]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.requests.append(body)
                outer.headers.append(dict(self.headers))
                answer = outer.answers.pop(0) if len(outer.answers) > 1 else outer.answers[0]
                status, content = answer(body) if callable(answer) else answer
                data = content if isinstance(content, bytes) else json.dumps(content).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.close()


def message(content: object) -> Answer:
    text = content if isinstance(content, str) else json.dumps(content)
    usage = {"prompt_tokens": 100, "completion_tokens": 20}
    return 200, {"choices": [{"message": {"content": text}}], "usage": usage}


def groups(*sizes: tuple[str, ...]) -> Answer:
    return message({"groups": [list(group) for group in sizes]})


def settings(server: Server, **changes: Any) -> ChunkSettings:
    own = {"base_url": server.url, "model": "tiny", "wait_seconds": 0.0, "timeout_seconds": 5.0, **changes}
    return ChunkSettings(strategy="llm", llm=LlmSettings(**own))


def cut(chosen: ChunkSettings, endpoint: Endpoint | None = None) -> tuple[Chunk, ...]:
    evidence, observations = table()
    paragraphs = (
        Paragraph(id=f"p{i}", document_id="d", page=1, regions=(REGION,), text=text) for i, text in enumerate(TEXTS)
    )
    return chunk_document(
        document(*paragraphs, evidence, observations=observations), chosen, WordCounter(), endpoint=endpoint
    )


def test_the_model_moves_borders_and_no_words(server: Server) -> None:
    server.answers = [groups(("1", "2"), ("3",))]
    chunks = cut(settings(server))
    prose = [chunk for chunk in chunks if chunk.kind == "paragraph"]
    assert [chunk.evidence_ids for chunk in prose] == [("p0", "p1"), ("p2",)]
    assert [chunk.text.splitlines()[1:] for chunk in prose] == [list(TEXTS[:2]), [TEXTS[2]]]
    assert any(chunk.kind == "table" for chunk in chunks)


def test_it_is_shown_excerpts_and_ids_and_no_table(server: Server) -> None:
    server.answers = [groups(("1",), ("2",), ("3",))]
    cut(settings(server, excerpt=7))
    (request,) = server.requests
    parts = json.loads(request["messages"][1]["content"])["parts"]
    assert [part["id"] for part in parts] == ["1", "2", "3"]
    assert parts[0]["text"] == "Food ro"
    assert request["model"] == "tiny"


def test_long_sections_are_asked_for_in_batches(server: Server) -> None:
    server.answers = [groups(("1", "2"))]
    cut(settings(server, batch=2))
    assert len(server.requests) == 1  # a single part is not worth asking about


def test_tokens_and_cost_are_counted(server: Server) -> None:
    server.answers = [groups(("1", "2", "3"))]
    chosen = settings(server, price_in=2.0, price_out=10.0)
    endpoint = Endpoint(chosen.llm)
    cut(chosen, endpoint)
    assert (endpoint.usage.requests, endpoint.usage.tokens_in, endpoint.usage.tokens_out) == (1, 100, 20)
    assert endpoint.usage.cost == pytest.approx(0.0004)
    assert str(endpoint.usage) == "1 requests (0 repeated), 100 tokens sent, 20 received, cost 0.0004"


@pytest.mark.parametrize(
    "first",
    [
        (503, b""),
        (429, {"error": "slow down"}),
        (200, b"no JSON"),
        (200, {"choices": []}),
        message("I would rather not."),
        groups(("1", "3"), ("2",)),
        groups(("1", "2")),
        groups(("1", "2", "3", "4")),
        groups(("1", "2", "2", "3")),
    ],
)
def test_a_bad_answer_is_asked_for_again(server: Server, first: Answer) -> None:
    server.answers = [first, groups(("1",), ("2", "3"))]
    prose = [chunk for chunk in cut(settings(server)) if chunk.kind == "paragraph"]
    assert [chunk.evidence_ids for chunk in prose] == [("p0",), ("p1", "p2")]
    assert len(server.requests) == 2


def test_an_endpoint_that_never_gives_a_grouping_is_an_error(server: Server) -> None:
    server.answers = [message("{}")]
    with pytest.raises(ModelError, match="no grouping"):
        cut(settings(server, retries=1))
    assert len(server.requests) == 2


def test_a_refusal_is_not_repeated(server: Server) -> None:
    server.answers = [(401, b"")]
    with pytest.raises(ModelError, match="status 401"):
        cut(settings(server))
    assert len(server.requests) == 1


def test_a_slow_endpoint_times_out(server: Server) -> None:
    def slow(_body: dict[str, Any]) -> Answer:
        threading.Event().wait(0.5)
        return groups(("1", "2", "3"))

    server.answers = [slow]
    with pytest.raises(ModelError, match=r"cannot be reached.*2 times"):
        cut(settings(server, timeout_seconds=0.05, retries=1))


def test_the_key_is_sent_and_never_shown(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "not-for-print")
    server.answers = [(403, b"")]
    with pytest.raises(ModelError) as caught:
        cut(settings(server, api_key_env="MY_KEY"))
    assert server.headers[0]["Authorization"] == "Bearer not-for-print"
    assert "not-for-print" not in str(caught.value)


def test_without_an_endpoint_there_is_a_clear_error() -> None:
    with pytest.raises(SettingsError, match="needs an endpoint"):
        cut(ChunkSettings(strategy="llm"))
    with pytest.raises(SettingsError, match="no http address"):
        cut(ChunkSettings(strategy="llm", llm=LlmSettings(base_url="file:///etc", model="m")))
