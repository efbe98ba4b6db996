"""Where an index is, a folder or a database by its URL; and where a file is, by path or URI."""

import os
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


def absolute_path(path: str) -> str:
    """Where a file stands: a URI as it is, a path from the root of its system."""
    return path if is_uri(path) else os.path.abspath(path)  # noqa: PTH100  # a link stays the link that was given


def is_uri(path: str) -> bool:
    """Whether a path names its scheme: "s3://bucket/release.pdf"."""
    return "://" in path
