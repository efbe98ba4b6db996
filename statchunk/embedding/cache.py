"""Vectors kept by content, so that an unchanged text is never embedded twice, in any index.

One SQLite file in the user's cache folder (`STATCHUNK_CACHE` names another). It can be deleted at any time; a
damaged one is thrown away and begun again.
"""

import hashlib
import os
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from pathlib import Path

import numpy as np
from platformdirs import user_cache_path

from statchunk.embedding.protocol import Embedder, Role, Vectors

_SCHEMA = "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID"
_ASKED_AT_ONCE = 500
"""Keys in one query, below SQLite's limit of 999 bound values in old builds."""
_BUSY_SECONDS = 10.0
"""Seconds to wait for another process that writes to the cache."""


def cache_directory() -> Path:
    """Where caches live: `STATCHUNK_CACHE`, else the user's cache folder."""
    override = os.environ.get("STATCHUNK_CACHE")
    return Path(override) if override else user_cache_path("statchunk")


class VectorCache:
    """Vectors by text for one model. A cache that cannot be read or written is as good as an empty one."""

    def __init__(self, model: str, dimension: int, folder: Path | None = None) -> None:
        """Args: the model with its revision, its dimension, and the cache folder where not the usual one."""
        self._model = model
        self._dimension = dimension
        self._path = (folder or cache_directory()) / "vectors.sqlite"

    def get(self, texts: Sequence[str]) -> dict[str, Vectors]:
        """The vectors on hand, by text."""
        by_key = {self._key(text): text for text in texts}
        found: dict[str, Vectors] = {}
        if not self._path.exists():
            return found
        keys = list(by_key)
        try:
            with closing(self._connect()) as connection:
                for start in range(0, len(keys), _ASKED_AT_ONCE):
                    part = keys[start : start + _ASKED_AT_ONCE]
                    marks = ",".join("?" * len(part))
                    for key, data in connection.execute(
                        f"SELECT key, vector FROM vectors WHERE key IN ({marks})", part
                    ):
                        vector = np.frombuffer(data, dtype=np.float32)
                        if vector.shape == (self._dimension,) and abs(float(vector @ vector) - 1) < 1e-3:
                            found[by_key[key]] = vector
        except sqlite3.DatabaseError as exc:
            self._drop_if_damaged(exc)
            return {}
        return found

    def put(self, vectors: Iterable[tuple[str, Vectors]]) -> None:
        """Keep vectors, by text."""
        rows = [(self._key(text), np.asarray(vector, dtype=np.float32).tobytes()) for text, vector in vectors]
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with closing(self._connect()) as connection, connection:
                connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)
        except sqlite3.DatabaseError as exc:
            self._drop_if_damaged(exc)
        except OSError:
            return  # an unwritable cache folder only costs time

    def _key(self, text: str) -> bytes:
        return hashlib.sha256(f"{self._model}\0{text}".encode()).digest()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=_BUSY_SECONDS)
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute(_SCHEMA)
        return connection

    def _drop_if_damaged(self, exc: sqlite3.DatabaseError) -> None:
        if isinstance(exc, sqlite3.OperationalError):
            return  # locked, disk full, read-only: not damage
        with suppress(OSError):
            self._path.unlink()


class CachedEmbedder:
    """An embedder that asks the cache first."""

    def __init__(self, embedder: Embedder, folder: Path | None = None) -> None:
        """Args: the embedder, and the cache folder where not the usual one."""
        self._embedder = embedder
        self._cache = VectorCache(f"{embedder.name}\0{embedder.revision}", embedder.dimension, folder)
        self.name = embedder.name
        self.revision = embedder.revision
        self.dimension = embedder.dimension
        self.max_tokens = embedder.max_tokens
        self.hits = 0
        """Texts answered from the cache so far."""
        self.misses = 0
        """Texts embedded so far."""

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        """As the embedder does; passages only are cached."""
        if role == "query":
            return self._embedder.embed(texts, role)
        known = self._cache.get(texts)
        missing = list(dict.fromkeys(text for text in texts if text not in known))
        self.hits += len(texts) - len(missing)
        self.misses += len(missing)
        if missing:
            fresh = dict(zip(missing, self._embedder.embed(missing, role), strict=True))
            self._cache.put(fresh.items())
            known |= fresh
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        return np.stack([known[text] for text in texts])
