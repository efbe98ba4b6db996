"""The index in PostgreSQL with pgvector: many readers and writers, each release replaced in one transaction."""

from importlib import import_module

from statchunk.errors import MissingExtraError

try:
    import_module("psycopg")
except ImportError as exc:
    raise MissingExtraError("psycopg is not installed: pip install 'statchunk[postgresql]'") from exc

from statchunk.store.postgresql.reader import PostgresStore
from statchunk.store.postgresql.writer import PostgresWriter

__all__ = ["PostgresStore", "PostgresWriter"]
