"""The documents of an index while it is being written: found by path, by id and by content, and where they are held."""

from collections.abc import Collection

from statchunk.store.segment import Source


class KnownDocuments:
    """Documents by number; each is held by the segment of some generation, or by the one being written (None)."""

    def __init__(self) -> None:
        """None at first."""
        self._sources: dict[int, tuple[Source, int | None]] = {}
        self._numbers: dict[tuple[str, str], set[int]] = {}

    def add(self, source: Source, generation: int | None) -> None:
        """Note a document."""
        self._sources[source.number] = source, generation
        for key in _keys(source):
            self._numbers.setdefault(key, set()).add(source.number)

    def take(self, number: int) -> tuple[Source, int | None]:
        """Forget a document; what was known of it."""
        source, generation = self._sources.pop(number)
        for key in _keys(source):
            self._numbers[key].discard(number)
        return source, generation

    def generation(self, number: int) -> int | None:
        """Of the segment that holds a document."""
        return self._sources[number][1]

    def move(self, held_by: Collection[int | None], generation: int | None) -> None:
        """Let documents that some segments held be held by another one."""
        for number, (source, holder) in self._sources.items():
            if holder in held_by:
                self._sources[number] = source, generation

    def with_sha256(self, sha256: str) -> list[Source]:
        """Documents read from a file with this content."""
        return [self._sources[number][0] for number in self._numbers.get(("sha256", sha256), ())]

    def at(self, path: str, absolute: str, document_id: str) -> list[int]:
        """Numbers of the documents with this path, as given or absolute, or this id, rising."""
        keys = ("path", path), ("absolute", absolute), ("id", document_id)
        return sorted({number for key in keys for number in self._numbers.get(key, ())})


def _keys(source: Source) -> tuple[tuple[str, str], ...]:
    return (
        ("path", source.path),
        ("absolute", source.absolute),
        ("id", source.document_id),
        ("sha256", source.sha256),
    )
