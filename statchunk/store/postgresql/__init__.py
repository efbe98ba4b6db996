"""The index in PostgreSQL with pgvector: many readers and writers, each release replaced in one transaction."""

from statchunk.store.postgresql.reader import PostgresStore
from statchunk.store.postgresql.writer import PostgresWriter

__all__ = ["PostgresStore", "PostgresWriter"]
