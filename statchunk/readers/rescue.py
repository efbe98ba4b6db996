"""Whether the second reader gets through a damaged file: asked in a process of its own, since it may never end.

`python -m statchunk.readers.rescue FILE` reads the password from its input and exits with 0 if it does.
"""

import subprocess
import sys
from pathlib import Path

from statchunk.errors import ReaderError
from statchunk.settings import ReaderSettings


def can_rescue(path: Path, password: str | None, settings: ReaderSettings) -> bool:
    """Whether pdfplumber reads the whole file within the time allowed."""
    command = [sys.executable, "-m", "statchunk.readers.rescue", str(path.resolve())]
    try:
        done = subprocess.run(
            command,
            input=(password or "").encode(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=settings.rescue_seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def _read_through(path: Path, password: str | None) -> bool:
    """Whether the file has a page that can be read."""
    from statchunk.readers.plumber import PlumberDocument  # only in the process of its own

    try:
        document = PlumberDocument(path, password, ReaderSettings())
    except ReaderError:
        return False
    return any(page.width > 0 for page in document.pages(None))


if __name__ == "__main__":
    sys.exit(0 if _read_through(Path(sys.argv[1]), sys.stdin.read() or None) else 1)
