"""Every error that statchunk raises on purpose.

StatchunkError
├── ReaderError (also ValueError)     the file cannot be read
│   ├── NotAPdfError                  no PDF, empty or truncated beyond repair
│   ├── PasswordError                 encrypted, and no or a wrong password was given
│   └── LimitError                    larger than a limit in the settings
├── SettingsError (also ValueError)   a setting or argument that cannot be meant
├── ModelError                        the embedding model is absent, damaged or does not match
├── StoreError                        the index is absent, damaged, locked or of another schema
├── ClusterError                      the scheduler of a cluster is absent or was lost
└── MissingExtraError (also ImportError)  an optional package is needed; names the pip command
"""

import traceback
from pathlib import Path


class StatchunkError(Exception):
    """Base of all; its message is one line: the file, the page if known, what is wrong, what to do."""


class ReaderError(StatchunkError, ValueError):
    """A file cannot be read."""


class NotAPdfError(ReaderError):
    """The file is no PDF, is empty, or is broken beyond what the readers repair."""


class PasswordError(ReaderError):
    """The file is encrypted and the password is missing or wrong."""


class LimitError(ReaderError):
    """The file exceeds a limit of the settings."""


class SettingsError(StatchunkError, ValueError):
    """A setting or an argument cannot be meant."""


class ModelError(StatchunkError):
    """The embedding model is absent, damaged, or not the one that the index was made with."""


class StoreError(StatchunkError):
    """The index is absent, damaged, locked, or written by another schema version."""


class ClusterError(StatchunkError):
    """The scheduler of a cluster cannot be reached, has no workers, or was lost."""


class MissingExtraError(StatchunkError, ImportError):
    """An optional package is not installed."""


def describe_fault(error: BaseException) -> str:
    """An error that nobody foresaw, without text of the document: its kind, and where in statchunk it arose."""
    own = [f for f in traceback.extract_tb(error.__traceback__) if "statchunk" in Path(f.filename).parts[:-1]]
    if not own:
        return type(error).__name__
    place = Path(own[-1].filename)
    return f"{type(error).__name__} at {place.parent.name}/{place.name}:{own[-1].lineno}"
