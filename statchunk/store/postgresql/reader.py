"""A database opened for reading."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, LiteralString

import numpy as np
from numpy.typing import NDArray
from psycopg import IsolationLevel

from statchunk.embedding import Vectors
from statchunk.errors import StoreError
from statchunk.model.evidence import Document, Evidence, ReleaseFacts, evidence_adapter
from statchunk.store.address import shown
from statchunk.store.opened import OpenedStore
from statchunk.store.packing import unpack_observations, unpack_text
from statchunk.store.postgresql.nearness import PostgresNearness
from statchunk.store.postgresql.schema import connect, read_manifest, told
from statchunk.store.postgresql.words import BODY, HEADING, Tokenizer, bm25, idf, query
from statchunk.store.rows import DocumentRow, StoredChunk, stored_chunk

_STORED: LiteralString = "SELECT number, document, kind, body, said, data, cells, observations FROM chunks"
_SHORTLIST = 2_000
"""Chunks with a word asked for whose score is computed in full; of more, those that `ts_rank` puts forward."""
_AT_ONCE = 2_000
"""Chunks fetched at once where all are asked for."""


class PostgresStore(OpenedStore):
    """What a database held when it was opened; later changes are not seen."""

    def __init__(self, url: str) -> None:
        """Connect.

        Raises:
            StoreError: if the server cannot be reached, or holds no index.
        """
        super().__init__(shown(url))
        self._connection = connect(url)
        self._tokenizer = Tokenizer()
        self._documents: list[DocumentRow] | None = None
        self._counts: dict[tuple[tuple[str, ...], int | None], int] = {}
        try:
            with told(self._where):
                self._connection.set_isolation_level(IsolationLevel.REPEATABLE_READ)
                self._connection.set_read_only(True)
                self._connection.set_autocommit(False)
                self.manifest = read_manifest(self._connection, self._where)
                ((words,),) = self._rows("SELECT words FROM store")
        except StoreError:
            self.close()
            raise
        self._mean = words / self.manifest.chunks if self.manifest.chunks else 1.0

    def close(self) -> None:
        """End the connection."""
        self._connection.close()

    def _rows(self, query: LiteralString, *values: Any) -> list[tuple[Any, ...]]:
        with told(self._where):
            return self._connection.execute(query, values, binary=True).fetchall()

    def documents(self) -> list[DocumentRow]:
        """All documents, in the order in which they were added."""
        if self._documents is None:
            found = self._rows(
                "SELECT number, document_id, path, absolute, '', sha256, title, publisher, release_date,"
                " reference_period, geography, language, next_release, notices, chunks, observations"
                " FROM documents ORDER BY number"
            )
            self._documents = [row._replace(notices=tuple(row.notices)) for row in map(DocumentRow._make, found)]
        return self._documents

    def document(self, document_id: str) -> Document:
        """A document with its evidence and observations, as it was indexed.

        Raises:
            StoreError: if the store does not hold it; likewise below.
        """
        number, path, sha256, facts = self._one(
            self._rows("SELECT number, path, sha256, facts FROM documents WHERE document_id = %s", document_id),
            f"document {document_id}",
        )
        evidence = self._rows("SELECT data FROM evidence WHERE document = %s ORDER BY position", number)
        packed = self._rows("SELECT cells, observations FROM chunks WHERE document = %s ORDER BY number", number)
        found = {(o.table_id, o.row, o.column): o for cells, rest in packed for o in unpack_observations(cells, rest)}
        return Document(
            path=path,
            document_id=document_id,
            sha256=sha256,
            facts=ReleaseFacts.model_validate_json(unpack_text(facts)),
            evidence=tuple(evidence_adapter.validate_json(unpack_text(data)) for (data,) in evidence),
            observations=tuple(found.values()),
        )

    def evidence(self, evidence_id: str) -> Evidence:
        """One piece of evidence: the parent of a chunk."""
        found = self._rows("SELECT data FROM evidence WHERE evidence_id = %s LIMIT 1", evidence_id)
        (data,) = self._one(found, f"evidence {evidence_id}")
        evidence: Evidence = evidence_adapter.validate_json(unpack_text(data))
        return evidence

    def chunk(self, chunk_id: str) -> StoredChunk:
        """One chunk, by its id."""
        return stored_chunk(self._one(self._rows(_STORED + " WHERE chunk_id = %s", chunk_id), f"chunk {chunk_id}"))

    def _one(self, found: list[tuple[Any, ...]], what: str) -> Any:
        if not found:
            raise StoreError(f"{self._where}: holds no {what}")
        return found[0]

    def chunks(self, numbers: Iterable[int] | None = None) -> Iterator[StoredChunk]:
        """Chunks with their observations, all or those asked for, by number."""
        if numbers is not None:
            yield from map(
                stored_chunk, self._rows(_STORED + " WHERE number = ANY(%s) ORDER BY number", sorted(set(numbers)))
            )
            return
        last = 0
        while found := self._rows(_STORED + " WHERE number > %s ORDER BY number LIMIT %s", last, _AT_ONCE):
            yield from map(stored_chunk, found)
            last = found[-1][0]

    def nearness(self, vector: Vectors) -> PostgresNearness:
        """How near a vector of shape (dimension,) and unit length is to the chunks."""
        return PostgresNearness(self._connection, self._where, vector)

    def lexical(
        self, terms: Sequence[str], limit: int, documents: Sequence[int] | None = None
    ) -> list[tuple[int, float]]:
        """(chunk number, BM25) of the chunks that hold any of the terms, best first; higher is better.

        Args:
            terms: words or phrases, taken literally.
            limit: how many at most.
            documents: only chunks of these documents (by number), where given.
        """
        cut = [phrase for phrase in map(self._tokenizer.phrase, terms) if query(phrase) is not None]
        phrases = [(phrase, idf(self.manifest.chunks, self._count(phrase))) for phrase in cut]
        if not phrases:
            return []
        places: dict[int, dict[str, dict[int, float]]] = {}
        lengths: dict[int, int] = {}
        found = self._rows(
            "SELECT c.number, c.length, w.lexeme, w.positions, w.weights FROM ("
            "  SELECT number, length, words FROM chunks"
            "  WHERE words @@ %s::tsquery AND (%s::bigint[] IS NULL OR document = ANY(%s::bigint[]))"
            "  ORDER BY (SELECT sum(worth * ts_rank('{1,0,0,0.5}', words, phrase, 1))"
            "    FROM unnest(%s::tsquery[], %s::float8[]) AS asked(phrase, worth)) DESC, number LIMIT %s"
            ") AS c, unnest(c.words) AS w WHERE w.lexeme = ANY(%s::text[])",
            " | ".join(f"({query(phrase)})" for phrase, _ in phrases),
            *([None if documents is None else list(documents)] * 2),
            [query(phrase) for phrase, _ in phrases],
            [worth for _, worth in phrases],
            max(limit, _SHORTLIST),
            sorted({word for phrase, _ in phrases for word in phrase}),
        )
        for number, length, word, at, weights in found:
            lengths[number] = length
            places.setdefault(number, {})[word] = {
                place: HEADING if weight == "A" else BODY for place, weight in zip(at, weights, strict=True)
            }
        scores = {number: bm25(phrases, own, lengths[number], self._mean) for number, own in places.items()}
        return sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:limit]

    def frequency(self, term: str, most: int | None = None) -> int:
        """In how many chunks a word or phrase stands, endings aside; counted no further than `most`."""
        return self._count(self._tokenizer.phrase(term), most)

    def _count(self, phrase: tuple[str, ...], most: int | None = None) -> int:
        asked = query(phrase)
        if asked is None:
            return 0
        if (phrase, most) not in self._counts:
            ((found,),) = self._rows(
                "SELECT count(*) FROM (SELECT 1 FROM chunks WHERE words @@ %s::tsquery LIMIT %s) AS found", asked, most
            )
            self._counts[phrase, most] = found
        return self._counts[phrase, most]

    def opening(self, document: int) -> str:
        """The text of a document's first two chunks."""
        found = self._rows("SELECT body FROM chunks WHERE document = %s ORDER BY number LIMIT 2", document)
        return "\n".join(body for (body,) in found)

    def chunks_with_period(self, period: str) -> NDArray[np.int64]:
        """Numbers of the chunks with figures for a period, rising."""
        return self.kept(
            ("chunks_with_period", period),
            lambda: _numbers(self._rows("SELECT number FROM chunks WHERE periods @> %s ORDER BY number", [period])),
        )

    def chunks_of(self, documents: Iterable[int]) -> NDArray[np.int64]:
        """Numbers of the chunks of some documents (by number), rising."""
        asked = sorted(int(number) for number in documents)
        return _numbers(self._rows("SELECT number FROM chunks WHERE document = ANY(%s) ORDER BY number", asked))

    def documents_of(self, chunks: NDArray[np.int64]) -> NDArray[np.int64]:
        """The document's number of each of some chunks of the store."""
        found = self._rows("SELECT number, document FROM chunks WHERE number = ANY(%s)", chunks.tolist())
        of = dict(found)
        return np.fromiter((of[number] for number in chunks.tolist()), dtype=np.int64)


def _numbers(rows: Sequence[tuple[Any, ...]]) -> NDArray[np.int64]:
    return np.fromiter((number for (number,) in rows), dtype=np.int64)
