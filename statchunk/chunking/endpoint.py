"""A language model behind an endpoint that speaks as OpenAI's does; what it is asked costs is counted."""

import json
import os
import time
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlparse
from urllib.request import Request, urlopen

from statchunk.errors import ModelError, SettingsError
from statchunk.settings import LlmSettings

_BUSY = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
"""Answers after which asking again may help."""


@dataclass(slots=True)
class Usage:
    """What has been asked so far."""

    requests: int = 0
    retries: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    """By the prices in the settings."""

    def __str__(self) -> str:
        """One line for a person."""
        cost = f", cost {self.cost:.4f}" if self.cost else ""
        return (
            f"{self.requests} requests ({self.retries} repeated), "
            f"{self.tokens_in} tokens sent, {self.tokens_out} received{cost}"
        )


class Endpoint:
    """Asks one model; nothing is kept between questions but the count."""

    def __init__(self, settings: LlmSettings) -> None:
        """Keep the settings; nothing is sent yet.

        Raises:
            SettingsError: if no endpoint or no model is set, or the address is none of http.
        """
        if not settings.base_url or not settings.model:
            raise SettingsError(
                "the llm strategy needs an endpoint: set base_url and model under [chunking.llm] in the settings file"
            )
        if urlparse(settings.base_url).scheme not in {"http", "https"}:
            raise SettingsError(f"chunking.llm.base_url: {settings.base_url!r} is no http address")
        self.settings = settings
        self.usage = Usage()

    def ask(self, system: str, question: str) -> str:
        """The model's answer as text.

        Raises:
            ModelError: if the endpoint refuses, or does not answer after all retries.
        """
        body = {
            "model": self.settings.model,
            "temperature": 0,
            "response_format": {"type": "json_object"},
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": question}],
        }
        wait = self.settings.wait_seconds
        for attempt in range(self.settings.retries + 1):
            try:
                return self._send(body)
            except _RetryableError as exc:
                if attempt == self.settings.retries:
                    raise ModelError(f"{self.settings.base_url}: {exc}, {attempt + 1} times") from exc
            self.usage.retries += 1
            time.sleep(wait)
            wait *= 2
        raise AssertionError("not reached")

    def _send(self, body: dict[str, Any]) -> str:
        address = f"{self.settings.base_url.rstrip('/')}/chat/completions"
        headers = {"Content-Type": "application/json"}
        if key := os.environ.get(self.settings.api_key_env):
            headers["Authorization"] = f"Bearer {key}"
        request = Request(address, json.dumps(body).encode(), headers, method="POST")
        self.usage.requests += 1
        try:
            with urlopen(request, timeout=self.settings.timeout_seconds) as response:
                answer = json.loads(response.read())
        except HTTPError as exc:
            if exc.code in _BUSY:
                raise _RetryableError(f"answers with status {exc.code}") from exc
            raise ModelError(f"{self.settings.base_url}: refuses with status {exc.code} {exc.reason}") from exc
        except (URLError, TimeoutError, HTTPException, ConnectionError) as exc:
            raise _RetryableError(f"cannot be reached: {getattr(exc, 'reason', exc)}") from exc
        except json.JSONDecodeError as exc:
            raise _RetryableError("answers with what is no JSON") from exc
        return self._read(answer)

    def _read(self, answer: Any) -> str:
        try:
            content = answer["choices"][0]["message"]["content"]
        except (KeyError, IndexError, TypeError) as exc:
            raise _RetryableError("answers with no message") from exc
        used = answer.get("usage") or {}
        sent, received = int(used.get("prompt_tokens") or 0), int(used.get("completion_tokens") or 0)
        self.usage.tokens_in += sent
        self.usage.tokens_out += received
        self.usage.cost += (sent * self.settings.price_in + received * self.settings.price_out) / 1_000_000
        return content if isinstance(content, str) else ""


class _RetryableError(Exception):
    """Asking again may help."""
