"""Structure-aware chunking of official statistics releases: evidence that a person can cite.

    import statchunk

    release = statchunk.read("release.pdf")
    document = statchunk.understand(release)     # facts, evidence, observations
    chunks = statchunk.chunk(document)
    with statchunk.Index.open("my.index") as index:
        result = statchunk.ask(index, "What was annual inflation in April 2025?")

Names are loaded when they are first used, so that importing the package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from statchunk.errors import (
        LimitError,
        MissingExtraError,
        ModelError,
        NotAPdfError,
        PasswordError,
        ReaderError,
        SettingsError,
        StatchunkError,
        StoreError,
    )
    from statchunk.model.chunk import Chunk, Hit, SearchResult
    from statchunk.model.evidence import Document, Observation
    from statchunk.model.page import Release
    from statchunk.pipeline import audit, chunk, read, understand
    from statchunk.search.engine import search as ask
    from statchunk.settings import Settings, load_settings
    from statchunk.store import Index

__all__ = [
    "Chunk",
    "Document",
    "Hit",
    "Index",
    "LimitError",
    "MissingExtraError",
    "ModelError",
    "NotAPdfError",
    "Observation",
    "PasswordError",
    "ReaderError",
    "Release",
    "SearchResult",
    "Settings",
    "SettingsError",
    "StatchunkError",
    "StoreError",
    "ask",
    "audit",
    "chunk",
    "load_settings",
    "read",
    "understand",
]

_HOMES = {
    "statchunk.errors": (
        "LimitError",
        "MissingExtraError",
        "ModelError",
        "NotAPdfError",
        "PasswordError",
        "ReaderError",
        "SettingsError",
        "StatchunkError",
        "StoreError",
    ),
    "statchunk.model.chunk": ("Chunk", "Hit", "SearchResult"),
    "statchunk.model.evidence": ("Document", "Observation"),
    "statchunk.model.page": ("Release",),
    "statchunk.pipeline": ("audit", "chunk", "read", "understand"),
    "statchunk.settings": ("Settings", "load_settings"),
    "statchunk.store": ("Index",),
}
_HOME_OF = {name: (home, name) for home, names in _HOMES.items() for name in names}
_HOME_OF["ask"] = ("statchunk.search.engine", "search")  # `statchunk.search` is the package


def __getattr__(name: str) -> object:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module 'statchunk' has no attribute {name!r}")
    value = getattr(import_module(home[0]), home[1])
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
