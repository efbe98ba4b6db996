"""Every tunable, frozen, with its unit and the reason for its value. Each step takes its own group.

Read from `statchunk.toml` where one is given; unknown keys are refused.
"""

import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from statchunk.errors import SettingsError


class _Group(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ReaderSettings(_Group):
    """Limits and thresholds of the readers."""

    max_pages: int = 20_000
    """Pages; above it a file is refused rather than read for hours."""
    max_bytes: int = 2_000_000_000
    """Bytes of the file."""
    max_form_depth: int = 12
    """Nested form XObjects; deeper ones are recursion or an attack."""
    max_words_a_page: int = 200_000
    """Words; a page of 90,000 characters has about 20,000."""
    max_objects_a_page: int = 500_000
    """Page objects read for rules, rectangles and paths; the rest is skipped with a warning."""
    thin: float = 2.6
    """Points; a filled rectangle thinner than this is a rule."""


class LayoutSettings(_Group):
    """Thresholds of layout."""

    same_baseline: float = 0.22
    """Ems; words whose baselines differ by less stand on one line. Half the usual drop of a subscript."""
    raise_reach: float = 1.1
    """Ems of the raised mark itself; how far its baseline may stand off the line that it belongs to."""
    raise_gap: float = 1.5
    """Ems of the raised mark itself; a mark farther from every word stands alone."""
    least_gap: float = 0.6
    """Ems; a narrower gap is a word space (0.25 em, stretched in justified lines), never one between columns."""
    column_gap: float = 2.2
    """Ems; a wider gap always parts columns: justified lines rarely stretch a space so far."""
    lone_gap: float = 1.3
    """Ems; a gap this wide parts columns without help from the rows around it unless the line is justified."""
    gutter_rows: int = 3
    """Rows looked at above and below for the same white gap."""
    gutter_leading: float = 2.6
    """Ems; rows farther apart do not speak for one another."""


class TableSettings(_Group):
    """Thresholds of the table engine."""

    engine: str = "native"
    """"native", or "camelot" to force the second opinion."""


class ChunkSettings(_Group):
    """Budgets of chunking."""

    strategy: str = "structure"
    max_tokens: int = 256
    """Tokens of the embedding model; what all-MiniLM-L6-v2 reads before it cuts silently."""


class SearchSettings(_Group):
    """Weights of ranking."""

    limit: int = 10
    """Hits returned."""


class Settings(_Group):
    """All settings."""

    reader: ReaderSettings = ReaderSettings()
    layout: LayoutSettings = LayoutSettings()
    tables: TableSettings = TableSettings()
    chunking: ChunkSettings = ChunkSettings()
    search: SearchSettings = SearchSettings()


def load_settings(path: Path | None = None) -> Settings:
    """Settings from a TOML file, or the defaults.

    Raises:
        SettingsError: if the file is absent, no TOML, or names a setting that does not exist.
    """
    if path is None:
        return Settings()
    try:
        return Settings.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as exc:
        raise SettingsError(f"{path}: cannot be read: {exc.strerror}") from exc
    except tomllib.TOMLDecodeError as exc:
        raise SettingsError(f"{path}: not valid TOML: {exc}") from exc
    except ValidationError as exc:
        first = exc.errors()[0]
        raise SettingsError(f"{path}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from exc
