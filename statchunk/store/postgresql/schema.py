"""What stands in the database, and how it is reached. All tables are in a schema of their own, "statchunk"."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

from statchunk.embedding import Embedder
from statchunk.errors import StoreError
from statchunk.store.address import shown
from statchunk.store.manifest import Manifest, Segment

Connection = psycopg.Connection[Any]

VERSION = 1
"""Of these tables."""
_CONNECT_SECONDS = 10
_TABLES = """
CREATE SCHEMA statchunk;
SET search_path TO statchunk, public;
CREATE TABLE store (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), schema_version integer NOT NULL, model text NOT NULL,
    revision text NOT NULL, dimension integer NOT NULL, max_tokens integer NOT NULL,
    last_document bigint NOT NULL DEFAULT 0, last_chunk bigint NOT NULL DEFAULT 0,
    documents bigint NOT NULL DEFAULT 0, chunks bigint NOT NULL DEFAULT 0, observations bigint NOT NULL DEFAULT 0,
    words bigint NOT NULL DEFAULT 0
);
CREATE TABLE documents (
    number bigint PRIMARY KEY, document_id text NOT NULL UNIQUE, path text NOT NULL UNIQUE, absolute text NOT NULL,
    sha256 text NOT NULL, made_with text NOT NULL, title text, publisher text, release_date text,
    reference_period text, geography text, language text, next_release text, notices text[] NOT NULL,
    chunks integer NOT NULL, observations integer NOT NULL, words bigint NOT NULL, facts bytea NOT NULL
);
CREATE INDEX ON documents (sha256);
CREATE INDEX ON documents (absolute);
CREATE TABLE evidence (
    document bigint NOT NULL REFERENCES documents ON DELETE CASCADE, position integer NOT NULL,
    evidence_id text NOT NULL, kind text NOT NULL, page integer NOT NULL, data bytea NOT NULL,
    PRIMARY KEY (document, position)
);
CREATE INDEX ON evidence (evidence_id);
CREATE TABLE observations (
    document bigint NOT NULL REFERENCES documents ON DELETE CASCADE, position integer NOT NULL, page integer NOT NULL,
    bbox float8[] NOT NULL, table_id text NOT NULL, table_label text, caption text, row_path text[] NOT NULL,
    column_path text[] NOT NULL, value_text text NOT NULL, value float8, status text, unit text,
    unit_multiplier integer, period text, compared_with text, base_period text, confidence float8 NOT NULL,
    PRIMARY KEY (document, position)
);
CREATE TABLE chunks (
    number bigint PRIMARY KEY, document bigint NOT NULL REFERENCES documents ON DELETE CASCADE,
    chunk_id text NOT NULL UNIQUE, kind text NOT NULL, body text NOT NULL, said text NOT NULL, data bytea NOT NULL,
    cells bytea, observations bytea, periods text[] NOT NULL, length integer NOT NULL, words tsvector NOT NULL,
    vector vector({dimension}) NOT NULL
);
CREATE INDEX ON chunks (document);
CREATE INDEX ON chunks USING gin (periods);
CREATE INDEX ON chunks USING gin (words);
"""


@contextmanager
def told(where: str, *, writing: bool = False) -> Iterator[None]:
    """Errors of the database told in one line; while writing, with what became of it.

    Raises:
        StoreError: in their place.
    """
    try:
        yield
    except psycopg.Error as exc:
        said = " ".join(str(exc).split()) or type(exc).__name__
        stays = "; releases that were written stay, and none is written in part" if writing else ""
        raise StoreError(f"{where}: {said}{stays}") from exc


def connect(url: str) -> Connection:
    """A connection that commits each statement, or each block of its own.

    Raises:
        StoreError: if the server cannot be reached.
    """
    with told(shown(url)):
        connection: Connection = psycopg.connect(url, autocommit=True, connect_timeout=_CONNECT_SECONDS)
        connection.execute("SET search_path TO statchunk, public")
        return connection


def create(connection: Connection, embedder: Embedder) -> None:
    """Make the tables for vectors of a model unless they are there."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(hashtext('statchunk'))")  # two may begin at once
        if exists(connection):
            return
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
        connection.execute(_TABLES.replace("{dimension}", str(int(embedder.dimension))).encode())
        connection.execute(
            "INSERT INTO store(schema_version, model, revision, dimension, max_tokens) VALUES (%s, %s, %s, %s, %s)",
            (VERSION, embedder.name, embedder.revision, embedder.dimension, embedder.max_tokens),
        )


def exists(connection: Connection) -> bool:
    """Whether the tables are there."""
    found = connection.execute("SELECT to_regclass('statchunk.store') IS NOT NULL").fetchone()
    return bool(found and found[0])


def read_manifest(connection: Connection, where: str) -> Manifest:
    """Model and counts, as one segment.

    Raises:
        StoreError: if there are no tables, or those of another version.
    """
    if not exists(connection):
        raise StoreError(f"{where}: no index here; make one with statchunk index FILES --into {where}")
    row = connection.execute(
        "SELECT schema_version, model, revision, dimension, max_tokens, last_document, last_chunk, documents, chunks,"
        " observations FROM store"
    ).fetchone()
    assert row is not None
    version, model, revision, dimension, max_tokens, last_document, last_chunk, documents, chunks, observations = row
    if version != VERSION:
        raise StoreError(f"{where}: tables of version {version}, this one reads {VERSION}; index into a new database")
    return Manifest(
        model=model,
        revision=revision,
        dimension=dimension,
        max_tokens=max_tokens,
        generation=1,
        last_document=last_document,
        last_chunk=last_chunk,
        segments=(Segment(generation=1, documents=documents, chunks=chunks, observations=observations, files={}),),
    )


def model_in(url: str) -> str | None:
    """The model that the vectors of a database were made with; None where it holds no index yet.

    Raises:
        StoreError: if the server cannot be reached.
    """
    where = shown(url)
    with told(where), connect(url) as connection:
        return read_manifest(connection, where).model if exists(connection) else None
