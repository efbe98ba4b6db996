"""Settings of the index on disk."""

from statchunk.settings.group import Group


class StoreSettings(Group):
    """Limits of the index on disk."""

    copied_chunks: int = 5_000
    """Chunks of the last segment up to which a new one begins with a copy of it (30 MB), not empty."""
    segments: int = 8
    """Segments that an index may have; where they become more, all but the largest are merged."""
    hollow: float = 0.3
    """Share of a segment's chunks that may have been taken out before it is written anew."""
    whole_vectors: int = 20_000
    """Vectors of an index up to which all are compared with a question in full (3 ms); of more, only the 1,000 that the
    signs of their numbers put forward."""
    hash_up_to: int = 64_000_000
    """Bytes; a file up to this size is hashed whenever the index is opened (0.05 s), a larger one on `verify`."""
    lock_seconds: float = 0.0
    """Seconds to wait for another writer before saying so; less than 0 waits without end."""
