"""A database opened for writing."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, LiteralString, Self

from statchunk.embedding import CachedEmbedder, Embedder, Vectors
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document, Fact
from statchunk.settings import StoreSettings
from statchunk.store import packing
from statchunk.store.address import absolute_path, shown
from statchunk.store.manifest import require_same_model
from statchunk.store.packed import by_table, heading_of, observations_of
from statchunk.store.postgresql.nearness import vector_text
from statchunk.store.postgresql.schema import connect, create, read_manifest, told
from statchunk.store.postgresql.words import Tokenizer
from statchunk.store.update import CountingWriter, UpdateReport

_MOST_DIMENSIONS = 2_000
"""Numbers in a vector up to which pgvector can index it."""

_TAKE_TURN: LiteralString = "SELECT 1 FROM store FOR UPDATE"
"""Locks the row that every writer locks first: they wait for each other here and nowhere else."""


class PostgresWriter(CountingWriter):
    """Adds, replaces and removes documents, each in a transaction of its own; several may write at once.

    What is put in is seen by readers that are opened afterwards. A server that dies loses no document that was put in
    and keeps none in part.
    """

    def __init__(self, url: str, embedder: Embedder, settings: StoreSettings | None = None) -> None:
        """Connect; the tables are made if there are none.

        Raises:
            StoreError: if the server cannot be reached or has no pgvector, or the tables are of another version.
            ModelError: if the vectors there were made with another model.
        """
        super().__init__(CachedEmbedder(embedder))
        self._where, self._settings = shown(url), settings or StoreSettings()
        self._tokenizer = Tokenizer()
        self._connection = connect(url)
        with ExitStack() as on_error:
            on_error.callback(self._connection.close)
            with told(self._where, writing=True):
                create(self._connection, embedder)
                require_same_model(self._where, read_manifest(self._connection, self._where), embedder)
            on_error.pop_all()

    def __enter__(self) -> Self:
        """The writer itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the connection."""
        try:
            if error is None:
                self.commit()
        finally:
            self._connection.close()

    def is_current(self, path: Path | str, sha256: str, made_with: str = "") -> bool:
        """Whether the same bytes, read with the same settings, stand in the store; counts as unchanged if so."""
        with told(self._where, writing=True):
            found = self._connection.execute(
                "SELECT 1 FROM documents WHERE sha256 = %s AND made_with = %s LIMIT 1", (sha256, made_with)
            ).fetchone()
        self._unchanged += found is not None
        return found is not None

    def put(
        self,
        document: Document,
        chunks: Sequence[Chunk],
        made_with: str = "",
        file: Path | None = None,
        embeddings: Vectors | None = None,
    ) -> None:
        """Add a document, in the place of an older one from the same file or with the same bytes.

        Args:
            document: with the path that is shown.
            chunks: of it.
            made_with: what else decided the chunks, as for `is_current`.
            file: where it was read from; where None, at its path, from the current folder.
            embeddings: of the chunks, of shape (len(chunks), dimension); made here where None.

        Raises:
            StoreError: if the server is lost or refuses; nothing of the document is kept.
        """
        if embeddings is None:
            embeddings = self._embedder.embed([chunk.embedding_text for chunk in chunks])
        absolute = absolute_path(str(file or document.path))
        placed = self._tokenizer.place([(_plain(heading_of(chunk)), _plain(chunk.text)) for chunk in chunks])
        words = sum(own.length for own in placed)
        with told(self._where, writing=True), self._connection.transaction():
            # the first statement locks the row: writers take turns from here on
            counted = self._connection.execute(
                "UPDATE store SET last_document = last_document + 1, last_chunk = last_chunk + %s"
                " RETURNING last_document, last_chunk",
                (len(chunks),),
            ).fetchone()
            assert counted is not None
            number, last = counted
            gone = self._delete(document.path, absolute, document.document_id)
            self._insert_document(document, number, made_with, absolute, len(chunks), words)
            self._copy(
                "COPY evidence (document, position, evidence_id, kind, page, data) FROM STDIN",
                [
                    (number, i, e.id, e.kind, e.page, packing.pack_text(e.model_dump_json()))
                    for i, e in enumerate(document.evidence)
                ],
            )
            self._copy(_COPY_OBSERVATIONS, _observation_rows(number, document))
            tables = by_table(document.observations)
            rows = []
            for at, (chunk, own, vector) in enumerate(
                zip(chunks, placed, embeddings, strict=True), last - len(chunks) + 1
            ):
                cells, rest = packing.pack_observations(observations_of(chunk, tables))
                said, data = _plain(packing.pack_said(chunk)), packing.pack_chunk(chunk)
                shared = (at, number, chunk.id, chunk.kind, _plain(chunk.text), said, data, cells, rest)
                rows.append((*shared, list(chunk.periods), own.length, own.vector, vector_text(vector)))
            self._copy(_COPY_CHUNKS, rows)
            self._connection.execute(
                "UPDATE store SET documents = documents + 1, chunks = chunks + %s, observations = observations + %s,"
                " words = words + %s",
                (len(chunks), len(document.observations), words),
            )
        self._replaced += bool(gone)
        self._added += not gone

    def _insert_document(
        self, document: Document, number: int, made_with: str, absolute: str, chunks: int, words: int
    ) -> None:
        facts = document.facts
        said = (facts.title, facts.publisher, facts.release_date, facts.reference_period)
        more = (facts.geography, facts.language, facts.next_release)
        self._connection.execute(
            "INSERT INTO documents VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            (
                *(number, document.document_id, document.path, absolute, document.sha256, made_with),
                *map(_value, (*said, *more)),
                [_plain(notice.value) for notice in facts.notices],
                *(chunks, len(document.observations), words),
                packing.pack_text(facts.model_dump_json(by_alias=True)),
            ),
        )

    def _copy(self, statement: LiteralString, rows: Sequence[tuple[Any, ...]]) -> None:
        with self._connection.cursor() as cursor, cursor.copy(statement) as copy:
            for row in rows:
                copy.write_row(row)

    def _delete(self, path: str, absolute: str, document_id: str) -> int:
        """Take out the documents with this path, as given or absolute, or this id; how many there were."""
        gone = self._connection.execute(
            "DELETE FROM documents WHERE path = %s OR absolute = %s OR document_id = %s"
            " RETURNING chunks, observations, words",
            (path, absolute, document_id),
        ).fetchall()
        if gone:
            chunks, observations, words = (sum(column) for column in zip(*gone, strict=True))
            self._connection.execute(
                "UPDATE store SET documents = documents - %s, chunks = chunks - %s, observations = observations - %s,"
                " words = words - %s",
                (len(gone), chunks, observations, words),
            )
        return len(gone)

    def remove(self, path_or_id: str) -> int:
        """Take out the documents with this path or document id; how many there were."""
        with told(self._where, writing=True), self._connection.transaction():
            self._connection.execute(_TAKE_TURN)
            found = self._delete(path_or_id, absolute_path(path_or_id), path_or_id)
        self._gone += found
        return found

    def commit(self) -> UpdateReport:
        """What has been done since the writer was opened; a large store gets its index of vectors, once.

        Raises:
            StoreError: if the server is lost.
        """
        with told(self._where, writing=True):
            manifest = read_manifest(self._connection, self._where)
            if self._added or self._replaced or self._gone:
                self._connection.execute("ANALYZE chunks, documents")
            if manifest.chunks > self._settings.whole_vectors and self._embedder.dimension <= _MOST_DIMENSIONS:
                with self._connection.transaction():
                    self._connection.execute(_TAKE_TURN)
                    self._connection.execute(
                        "CREATE INDEX IF NOT EXISTS chunks_nearness ON chunks USING hnsw (vector vector_ip_ops)"
                    )
        return self._report(manifest.documents, manifest.chunks)


_COPY_OBSERVATIONS: LiteralString = (
    "COPY observations (document, position, page, bbox, table_id, table_label, caption, row_path, column_path,"
    " value_text, value, status, unit, unit_multiplier, period, compared_with, base_period, confidence) FROM STDIN"
)
_COPY_CHUNKS: LiteralString = (
    "COPY chunks (number, document, chunk_id, kind, body, said, data, cells, observations, periods, length, words,"
    " vector) FROM STDIN"
)


def _observation_rows(number: int, document: Document) -> list[tuple[Any, ...]]:
    return [
        (
            *(number, position, o.page, list(o.bbox), o.table_id, _text(o.table_label), _text(o.caption)),
            *([_plain(label) for label in o.row_path], [_plain(label) for label in o.column_path]),
            *(_plain(o.value_text), o.value, o.status, _text(o.unit), o.unit_multiplier, o.period, o.compared_with),
            *(_text(o.base_period), o.confidence),
        )
        for position, o in enumerate(document.observations)
    ]


def _value(fact: Fact | None) -> str | None:
    return _plain(fact.value) if fact else None


def _text(text: str | None) -> str | None:
    return None if text is None else _plain(text)


def _plain(text: str) -> str:
    """A text without the one character that PostgreSQL cannot hold."""
    return text.replace("\0", "\ufffd")
