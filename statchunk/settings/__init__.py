"""Every tunable, frozen, with its unit and the reason for its value. Each step takes its own group.

Read from `statchunk.toml` where one is given; unknown keys are refused.
"""

from difflib import get_close_matches
from pathlib import Path

import tomli
from pydantic import BaseModel, ValidationError

from statchunk.errors import SettingsError
from statchunk.settings.chunking import ChunkSettings, LlmSettings
from statchunk.settings.group import Group
from statchunk.settings.layout import LayoutSettings
from statchunk.settings.reader import ReaderName, ReaderSettings
from statchunk.settings.search import SearchSettings
from statchunk.settings.store import StoreSettings
from statchunk.settings.tables import TableSettings


class Settings(Group):
    """All settings."""

    reader: ReaderSettings = ReaderSettings()
    layout: LayoutSettings = LayoutSettings()
    tables: TableSettings = TableSettings()
    chunking: ChunkSettings = ChunkSettings()
    store: StoreSettings = StoreSettings()
    search: SearchSettings = SearchSettings()


def load_settings(path: Path | None = None) -> Settings:
    """Settings from a TOML file, or the defaults.

    Raises:
        SettingsError: if the file is absent, no TOML, or names a setting that does not exist.
    """
    if path is None:
        return Settings()
    try:
        return Settings.model_validate(tomli.loads(path.read_text(encoding="utf-8")))
    except OSError as exc:
        raise SettingsError(f"{path}: cannot be read: {exc.strerror}") from exc
    except tomli.TOMLDecodeError as exc:
        raise SettingsError(f"{path}: not valid TOML: {exc}") from exc
    except UnicodeDecodeError as exc:
        raise SettingsError(f"{path}: cannot be read as UTF-8 text") from exc
    except ValidationError as exc:
        first = exc.errors()[0]
        said = _unknown(first["loc"]) if first["type"] == "extra_forbidden" else first["msg"]
        raise SettingsError(f"{path}: {'.'.join(map(str, first['loc']))}: {said}") from exc


def _unknown(place: tuple[int | str, ...]) -> str:
    """What to say of a key that is no setting: the nearest one in its group, else all of them."""
    group: type[BaseModel] = Settings
    for name in place[:-1]:
        inner = group.model_fields[str(name)].annotation
        assert isinstance(inner, type) and issubclass(inner, BaseModel)
        group = inner
    near = get_close_matches(str(place[-1]), group.model_fields, n=1)
    meant = f"write {near[0]}" if near else f"take one of {', '.join(group.model_fields)}"
    return f"no such setting; {meant}, or leave it out"


__all__ = [
    "ChunkSettings",
    "LayoutSettings",
    "LlmSettings",
    "ReaderName",
    "ReaderSettings",
    "SearchSettings",
    "Settings",
    "StoreSettings",
    "TableSettings",
    "load_settings",
]
