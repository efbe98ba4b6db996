"""Files into an index: which are new, which changed, which fail; one bad file never stops the rest."""

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from statchunk import workers
from statchunk.embedding import CachedEmbedder, Embedder, Vectors
from statchunk.errors import ReaderError, StoreError
from statchunk.settings import ReaderName, Settings
from statchunk.store import IndexWriter, UpdateReport
from statchunk.store.opening import open_writer
from statchunk.store.packed import PackedDocument
from statchunk.store.packed_rows import PackedRows
from statchunk.store.protocol import Writer
from statchunk.store.repair import RepairReport, repair

if TYPE_CHECKING:
    from statchunk.chunking import TokenCounter
    from statchunk.chunking.context import Embed
    from statchunk.chunking.endpoint import Endpoint
    from statchunk.model.chunk import Chunk
    from statchunk.model.evidence import Document

Tracker = Callable[[Sequence[Path], str], Iterable[Path]]
"""Walks the files and shows how far it is."""
Warner = Callable[[Path, tuple[str, ...]], None]
"""Takes the warnings of one file."""

_BLOCK = 1 << 20
_STRUCTURE = "structure"
"""The usual strategy, known to be one without importing them all."""
_LAST_SECONDS = 2.0
"""Time after an interrupt in which what is finished, and waits for files before it, is written too."""
COMMIT_EVERY = 300.0
"""Seconds after which what is done is made the current index, so that a killed run loses no more."""


def cuts_alone(strategy: str) -> bool:
    """Whether a strategy needs nothing but the document, and so runs where the file is read.

    Raises:
        SettingsError: if there is no such strategy.
    """
    if strategy == _STRUCTURE:
        return True
    from statchunk.chunking.registry import TEXT_STRATEGIES, parse_strategy  # costly to import

    return parse_strategy(strategy).name in TEXT_STRATEGIES | {_STRUCTURE}


def find_releases(paths: Sequence[Path]) -> list[Path]:
    """The files named, and the PDFs below the folders named, sorted, each once; links inside folders are passed over.

    Raises:
        ReaderError: if a path does not exist.
    """
    found: dict[Path, None] = {}
    for path in paths:
        try:
            path.stat()
        except FileNotFoundError as exc:
            raise ReaderError(f"{path}: no such file or folder") from exc
        except OSError as exc:
            raise ReaderError(f"{path}: cannot be looked at: {exc.strerror}") from exc
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


def _pass_over(_file: Path, _warnings: tuple[str, ...]) -> None:
    pass


def index_files(
    files: Sequence[Path],
    into: Path | str,
    embedder: Embedder,
    *,
    settings: Settings | None = None,
    counter: "TokenCounter | None" = None,
    password: str | None = None,
    reader: ReaderName = "pdfium",
    remove: Sequence[str] = (),
    endpoint: "Endpoint | None" = None,
    processes: int = 0,
    track: Tracker = _walk,
    warn: Warner = _pass_over,
) -> UpdateReport:
    """Bring an index up to date with files: unchanged ones cost nothing, changed ones replace their chunks.

    What was finished before an interruption is kept.

    Args:
        files: to add or replace.
        into: the index, a folder or the URL of a PostgreSQL database; made if there is none.
        embedder: must be the one that the index was made with.
        settings: of all steps; the defaults where None.
        counter: of the embedder's tokens; the bundled model's where None.
        password: opens encrypted files.
        reader: which reader takes the files apart.
        remove: paths or document ids to take out.
        endpoint: of a language model, for the strategy that asks one; by the settings where None.
        processes: that read files apart from this one, so that a crash or a hang costs one file; 0 reads them here.
            The index is the same for any number.
        track: shows progress.
        warn: is told the warnings of each file that has some.

    Raises:
        StoreError: if the index is damaged or another process writes to it.
        ModelError: if the index was made with another model.
        SettingsError: if the settings cannot be meant.
    """
    settings = settings or Settings()
    made_with = digest_of_making(reader, settings)
    chunked = cuts_alone(settings.chunking.strategy) and counter is None
    cached = CachedEmbedder(embedder)
    with open_writer(into, embedder, settings.store) as writer:
        packs = writer if isinstance(writer, IndexWriter) and chunked else None
        for gone in remove:
            if not writer.remove(gone):
                writer.fail(gone, "not in the index: nothing to remove")
        to_read, twins = _to_read(files, writer, made_with)
        halved = len(to_read) < processes
        ask = workers.Ask(password, reader, settings, chunked=chunked, packed=packs is not None, halved=halved)
        team = workers.Team(processes) if processes else None
        if team is not None:
            found = team.outcomes(to_read, ask)
        else:
            found = ((number, _read(file, ask)) for number, file in enumerate(to_read))
        held: dict[int, workers.Outcome] = {}
        vectors: dict[int, Vectors] = {}

        def write(number: int) -> None:
            file, outcome, embeddings = to_read[number], held.pop(number), vectors.pop(number, None)
            if outcome.reason is not None:
                writer.fail(str(file), outcome.reason)
                return
            if outcome.warnings:
                warn(file, outcome.warnings)
            if outcome.packed is not None and packs is not None:
                with closing(outcome.packed.rows):
                    packs.put_packed(outcome.packed, made_with, embeddings=embeddings)
            elif outcome.document is not None:
                chunks = outcome.chunks
                if not chunked:
                    chunks = _chunk(outcome.document, settings, counter, cached.embed, endpoint)
                writer.put(outcome.document, chunks, made_with)

        due = 0
        committed = time.monotonic()
        try:
            for _, (number, outcome) in zip(track(to_read, "indexing"), found, strict=True):
                held[number] = outcome
                if outcome.packed is not None:  # while others are read
                    vectors[number] = cached.embed(outcome.packed.embedding_texts())
                while due in held:
                    write(due)
                    due += 1
                if time.monotonic() - committed > COMMIT_EVERY:
                    writer.commit()
                    committed = time.monotonic()
            for file, digest, first in twins:
                if not writer.is_current(file, digest, made_with):
                    writer.fail(str(file), f"{file}: the same bytes as {first}, which failed")
        except KeyboardInterrupt:
            found.close()
            held |= dict(team.left) if team is not None else {}
            end = time.monotonic() + _LAST_SECONDS
            for number in sorted(held):
                if time.monotonic() < end:
                    write(number)
            writer.commit()
            raise
        return writer.commit()


def repair_index(
    into: Path,
    embedder: Embedder,
    *,
    settings: Settings | None = None,
    password: str | None = None,
    reader: ReaderName = "pdfium",
    warn: Warner = _pass_over,
) -> tuple[RepairReport, UpdateReport]:
    """Make a damaged index whole, or upgrade one of an older schema; what cannot be saved is read from its files again.

    Args:
        into: the index.
        embedder: that it was made with.
        settings: of all steps; the defaults where None.
        password: opens encrypted files.
        reader: which reader takes the files apart.
        warn: is told the warnings of each file that has some.

    Returns:
        what was found, and what became of the files that were read again.

    Raises:
        StoreError: if there is no index, or another process writes to it.
        ModelError: if the index was made with another model.
    """
    settings = settings or Settings()
    found = repair(into, embedder, settings.store)
    ask = workers.Ask(password, reader, settings, chunked=cuts_alone(settings.chunking.strategy))
    cached = CachedEmbedder(embedder)
    with IndexWriter(into, embedder, settings.store) as writer:
        for source in found.lost:
            file = source.file(into)
            outcome = _read(file, ask)
            document, chunks = outcome.document, outcome.chunks
            if document is None:
                writer.fail(source.path, f"lost from the index, and its file cannot be read again: {outcome.reason}")
                continue
            if document.warnings:
                warn(file, document.warnings)
            if not ask.chunked:
                chunks = _chunk(document, settings, embed=cached.embed)
            writer.put(
                document.model_copy(update={"path": source.path}), chunks, digest_of_making(reader, settings), file
            )
        return found, writer.commit()


def digest_of_making(reader: ReaderName, settings: Settings) -> str:
    """Digest of what decides the chunks of a file beside its bytes."""
    said = settings.model_dump_json(exclude={"store", "search"})
    return hashlib.sha256(f"{reader} {said}".encode()).hexdigest()[:16]


def _to_read(files: Sequence[Path], writer: Writer, made_with: str) -> tuple[list[Path], list[tuple[Path, str, Path]]]:
    """Files that are new or changed, and those that are the same as an earlier one: with their sha256 and that one."""
    firsts: dict[str, Path] = {}
    to_read: list[Path] = []
    twins: list[tuple[Path, str, Path]] = []
    for file in files:
        name = str(file).encode(errors="replace").decode()
        try:
            if name != str(file):
                writer.fail(name, f"{name}: its name is no text in UTF-8; rename it")
                continue
            if file.exists() and not file.is_file():
                writer.fail(name, f"{name}: is no regular file")
                continue
            digest = sha256_of(file)
        except OSError as exc:
            writer.fail(str(file), f"cannot be read: {exc.strerror}")
            continue
        if digest in firsts:
            twins.append((file, digest, firsts[digest]))
        elif not writer.is_current(file, digest, made_with):
            firsts[digest] = file
            to_read.append(file)
    return to_read, twins


def _chunk(
    document: "Document",
    settings: Settings,
    counter: "TokenCounter | None" = None,
    embed: "Embed | None" = None,
    endpoint: "Endpoint | None" = None,
) -> "tuple[Chunk, ...]":
    from statchunk import pipeline  # costly to import, and workers do without this

    return pipeline.chunk(document, settings, counter, embed=embed, endpoint=endpoint)


def _read(file: Path, ask: workers.Ask) -> workers.Outcome:
    """What becomes of a file that is read in this process."""
    from statchunk import pipeline  # costly to import, and workers do without this

    try:
        if ask.packed:
            rows = PackedRows()
            head = pipeline.pack(file, rows.add, password=ask.password, reader=ask.reader, settings=ask.settings)
            return workers.Outcome(None, (), None, PackedDocument(head, rows))
        document = pipeline.document(file, password=ask.password, reader=ask.reader, settings=ask.settings)
        chunks = pipeline.chunk(document, ask.settings, password=ask.password) if ask.chunked else ()
    except (ReaderError, OSError) as exc:
        return workers.Outcome(None, (), str(exc))
    except StoreError as exc:
        return workers.Outcome(None, (), f"{file}: {exc}")
    return workers.Outcome(document, chunks, None)
