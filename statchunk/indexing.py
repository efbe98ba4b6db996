"""Files into an index: which are new, which changed, which fail; one bad file never stops the rest."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from statchunk import pipeline
from statchunk.chunking import TokenCounter
from statchunk.embedding import Embedder
from statchunk.errors import ReaderError
from statchunk.readers.reading import ReaderName
from statchunk.settings import Settings
from statchunk.store import IndexWriter, UpdateReport

Tracker = Callable[[Sequence[Path], str], Iterable[Path]]
"""Walks the files and shows how far it is."""

_BLOCK = 1 << 20


def find_releases(paths: Sequence[Path]) -> list[Path]:
    """The files named, and the PDFs below the folders named, sorted, each once; links inside folders are passed over.

    Raises:
        ReaderError: if a path does not exist.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if not path.exists():
            raise ReaderError(f"{path}: no such file or folder")
        for file in _below(path) if path.is_dir() else [path]:
            found[file] = None
    return list(found)


def _below(folder: Path) -> Iterator[Path]:
    for file in sorted(folder.rglob("*")):
        if file.suffix.lower() == ".pdf" and file.is_file() and not file.is_symlink():
            yield file


def sha256_of(path: Path) -> str:
    """The sha256 of a file's bytes, hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def _walk(files: Sequence[Path], _label: str) -> Iterable[Path]:
    return files


def index_files(
    files: Sequence[Path],
    into: Path,
    embedder: Embedder,
    *,
    settings: Settings | None = None,
    counter: TokenCounter | None = None,
    password: str | None = None,
    reader: ReaderName = "pdfium",
    remove: Sequence[str] = (),
    track: Tracker = _walk,
) -> UpdateReport:
    """Bring an index up to date with files: unchanged ones cost nothing, changed ones replace their chunks.

    What was finished before an interruption is kept.

    Args:
        files: to add or replace.
        into: the index; made if there is none.
        embedder: must be the one that the index was made with.
        settings: of all steps; the defaults where None.
        counter: of the embedder's tokens; the bundled model's where None.
        password: opens encrypted files.
        reader: which reader takes the files apart.
        remove: paths or document ids to take out.
        track: shows progress.

    Raises:
        StoreError: if the index is damaged or another process writes to it.
        ModelError: if the index was made with another model.
    """
    settings = settings or Settings()
    made_with = hashlib.sha256(f"{reader} {settings.model_dump_json()}".encode()).hexdigest()[:16]
    with IndexWriter(into, embedder) as writer:
        for gone in remove:
            if not writer.remove(gone):
                writer.fail(gone, "not in the index: nothing to remove")
        try:
            for file in track(files, "indexing"):
                try:
                    if writer.is_current(file, sha256_of(file), made_with):
                        continue
                    document = pipeline.document(file, password=password, reader=reader, settings=settings)
                except (ReaderError, OSError) as exc:
                    writer.fail(str(file), str(exc))
                    continue
                writer.put(document, pipeline.chunk(document, settings, counter), made_with)
        except KeyboardInterrupt:
            writer.commit()
            raise
        return writer.commit()
