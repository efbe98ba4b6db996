"""Where an index is: a folder, or a database by its URL."""

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

_SCHEMES = ("postgresql://", "postgres://")


def is_database(where: Path | str) -> bool:
    """Whether a URL of a database is meant."""
    return str(where).startswith(_SCHEMES)


def shown(where: Path | str) -> str:
    """The place as messages show it: a URL without user, password and options."""
    if not is_database(where):
        return str(where)
    url = urlsplit(str(where))
    (host,) = parse_qs(url.query).get("host", [url.hostname or "localhost"])[:1]
    return f"postgresql://{host}{url.path}"
