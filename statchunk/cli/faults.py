"""Faults of disks and screens told in one line: which file, what is wrong, what to do."""

import errno
import os
from pathlib import Path

from statchunk.errors import describe_fault

_ELSEWHERE = "name another place"
_ADVICE = {
    errno.ENOSPC: f"make room there, or {_ELSEWHERE}",
    errno.EDQUOT: f"make room there, or {_ELSEWHERE}",
    errno.EACCES: f"get the right to it, or {_ELSEWHERE}",
    errno.EPERM: f"get the right to it, or {_ELSEWHERE}",
    errno.EROFS: _ELSEWHERE,
    errno.ENOTDIR: _ELSEWHERE,
    errno.EISDIR: _ELSEWHERE,
    errno.EEXIST: _ELSEWHERE,
    errno.ENAMETOOLONG: _ELSEWHERE,
    errno.ENOENT: f"make the folder first, or {_ELSEWHERE}",
}


def fault(code: int, path: Path | str) -> OSError:
    """The error of the system with a number of `errno`, as the system itself would raise it."""
    return OSError(code, os.strerror(code), str(path))


def reason(error: OSError) -> str:
    """What is wrong, as the system says it, and what to do where that is known."""
    said = error.strerror or str(error) or type(error).__name__
    advice = _ADVICE.get(error.errno or 0)
    return f"{said}; {advice}" if advice else said


def told(error: OSError) -> str:
    """The file, what is wrong and what to do; without a file the place in statchunk where it arose."""
    if error.filename is None:
        return f"{reason(error)} ({describe_fault(error)}); -v tells more"
    return f"{os.fsdecode(error.filename) if isinstance(error.filename, bytes) else error.filename}: {reason(error)}"
