"""Whether what an index cites still stands in the stored files: each value's box is read again."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict

from statchunk import pipeline
from statchunk.box import Box
from statchunk.errors import ReaderError
from statchunk.indexing import sha256_of
from statchunk.model.evidence import Observation
from statchunk.model.page import Page, Word
from statchunk.settings import Settings
from statchunk.store import DocumentRow, Index

State = Literal["unchanged", "changed", "vanished", "unreadable"]
_SLACK = 1.0  # points around a box; readers round places
_PRINTED_AS = str.maketrans({"−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "\u00ad": "-"})


class MissingValue(BaseModel):
    """A value that does not stand where the index says."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    page: int
    bbox: tuple[float, float, float, float]
    value_text: str
    found: str
    """What stands there now."""
    row_path: tuple[str, ...]
    column_path: tuple[str, ...]


class Verification(BaseModel):
    """What became of one document."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: str
    document_id: str
    state: State
    reason: str
    values: int
    """Looked up in the file."""
    missing: tuple[MissingValue, ...]

    @property
    def passed(self) -> bool:
        """Whether every citation can be trusted as it stands."""
        return self.state == "unchanged" and not self.missing


def verify(
    index: Index,
    settings: Settings | None = None,
    password: str | None = None,
    track: Callable[[Sequence[DocumentRow], str], Iterable[DocumentRow]] | None = None,
) -> Iterable[Verification]:
    """Read every file of an index again and look into the box of each of its figures.

    Args:
        index: opened.
        settings: of the reader; the defaults where None.
        password: of encrypted files.
        track: shows progress.
    """
    documents = index.documents()
    for row in track(documents, "verifying") if track else documents:
        yield _verify(index, row, settings or Settings(), password)


def _verify(index: Index, row: DocumentRow, settings: Settings, password: str | None) -> Verification:
    path = row.file(index.path)

    def result(state: State, reason: str, values: int = 0, missing: Iterable[MissingValue] = ()) -> Verification:
        return Verification(
            path=row.path,
            document_id=row.document_id,
            state=state,
            reason=reason,
            values=values,
            missing=tuple(missing),
        )

    if not path.is_file():
        return result(
            "vanished", f"the file is neither at {row.absolute} nor the same way from the index or the current folder"
        )
    try:
        changed = sha256_of(path) != row.sha256
        release = pipeline.read(path, password=password, settings=settings)
    except (ReaderError, OSError) as exc:
        return result("unreadable", str(exc))
    observations = index.document(row.document_id).observations
    pages = {page.number: _Lookup(page) for page in release.pages}
    missing = [lost for o in observations if (lost := _missing(o, pages.get(o.page))) is not None]
    reason = "the file has changed since it was indexed: index it again" if changed else ""
    return result("changed" if changed else "unchanged", reason, len(observations), missing)


class _Lookup:
    """The words of a page by height."""

    def __init__(self, page: Page) -> None:
        self._words = sorted((*page.words, *page.hidden_words), key=lambda word: word.top)
        self._tops = [word.top for word in self._words]
        self._tallest = max((word.bottom - word.top for word in self._words), default=0.0)

    def text(self, box: Box) -> str:
        """The words whose middle is in a box, in text layer order."""
        at = bisect_left(self._tops, box.top - self._tallest - _SLACK)
        end = bisect_left(self._tops, box.bottom + _SLACK)
        inside = [word for word in self._words[at:end] if _is_in(word, box)]
        return " ".join(word.text for word in sorted(inside, key=lambda word: word.order))


def _is_in(word: Word, box: Box) -> bool:
    x, y = (word.x0 + word.x1) / 2, (word.top + word.bottom) / 2
    return box.x0 - _SLACK <= x <= box.x1 + _SLACK and box.top - _SLACK <= y <= box.bottom + _SLACK


def _missing(observation: Observation, lookup: _Lookup | None) -> MissingValue | None:
    found = lookup.text(observation.bbox) if lookup is not None else ""
    if _bare(observation.value_text) in _bare(found):
        return None
    return MissingValue(
        page=observation.page,
        bbox=tuple(observation.bbox),
        value_text=observation.value_text,
        found=found,
        row_path=observation.row_path,
        column_path=observation.column_path,
    )


def _bare(text: str) -> str:
    return "".join(text.translate(_PRINTED_AS).split())
