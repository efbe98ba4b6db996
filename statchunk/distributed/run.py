"""Files to a cluster, their parts into one index. What was done before an interruption is found again."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from statchunk.distributed.parts import Parts
from statchunk.distributed.task import Done, Job, make_part
from statchunk.embedding import Embedder
from statchunk.errors import ClusterError, MissingExtraError, StatchunkError, describe_fault
from statchunk.indexing import COMMIT_EVERY, cuts_alone, digest_of_making
from statchunk.settings import ReaderName, Settings
from statchunk.store import UpdateReport
from statchunk.store.opening import open_writer
from statchunk.store.protocol import Writer
from statchunk.workers import Ask

if TYPE_CHECKING:
    from distributed import Client, Future

Tracker = Callable[[Sequence[str], str], Iterable[str]]
"""Walks the files and shows how far it is."""
Warner = Callable[[str, tuple[str, ...]], None]
"""Takes the warnings of one file."""

_AHEAD = 4
"""Tasks a thread of the cluster that are handed out before they are asked for; more would only sit in the scheduler."""
_RETRIES = 2
"""Times that a task is done again which could not fetch its file or write its part."""
_CONNECT_SECONDS = 30.0
"""Seconds to wait for the scheduler, and then for a first worker."""


def _walk(sources: Sequence[str], _label: str) -> Iterable[str]:
    return sources


def _pass_over(_source: str, _warnings: tuple[str, ...]) -> None:
    pass


def index_on_cluster(
    sources: Sequence[str],
    into: Path | str,
    embedder: Embedder,
    *,
    scheduler: "str | Client",
    parts: str,
    settings: Settings | None = None,
    password: str | None = None,
    reader: ReaderName = "pdfium",
    track: Tracker = _walk,
    warn: Warner = _pass_over,
) -> UpdateReport:
    """Bring an index up to date with files that the workers of a cluster read; the index is as one machine makes it.

    Args:
        sources: paths that every machine sees, or URIs, as `find_sources` gives them.
        into: the index, a folder or the URL of a PostgreSQL database; made if there is none.
        embedder: must be the one that the index was made with; workers load it by its name.
        scheduler: address of a Dask scheduler whose workers have statchunk installed, or a client of it.
        parts: path or URI of a folder that every machine can write to; what stands there is not made again.
        settings: of all steps; the defaults where None.
        password: opens encrypted files.
        reader: which reader takes the files apart.
        track: shows progress.
        warn: is told the warnings of each file that has some.

    Raises:
        ClusterError: if the scheduler cannot be reached, has no workers, or is lost; parts that are done stay.
        MissingExtraError: if Dask is not installed.
        StoreError: if the index is damaged or another process writes to it.
        ModelError: if the index was made with another model.
        SettingsError: if the settings cannot be meant.
    """
    settings = settings or Settings()
    ask = Ask(password, reader, settings, chunked=cuts_alone(settings.chunking.strategy))
    job = Job(ask, digest_of_making(reader, settings), embedder.name, parts)
    with _client(scheduler) as client:
        done = _all_done(client, sources, job, track)
        first_of = {one.document_id: one for one in reversed(done) if one.document_id}
        twins = [first_of[one.document_id].source for one in done if first_of.get(one.document_id, one) is not one]
        # of files with the same bytes the first one counts, as on one machine: its name stands in the part
        again = {one.source: one for one in _all_done(client, list(dict.fromkeys(twins)), job, _walk)}
        done = [again.get(one.source, one) for one in done]
    with open_writer(into, embedder, settings.store) as writer:
        return _merge(done, Parts(parts), writer, job.made_with, warn)


@contextmanager
def _client(scheduler: "str | Client") -> "Iterator[Client]":
    """A client whose scheduler has workers."""
    try:
        from distributed import Client
    except ImportError as exc:
        raise MissingExtraError("Dask is not installed: pip install 'statchunk[distributed]'") from exc
    if isinstance(scheduler, Client):
        yield scheduler
        return
    try:
        client = Client(scheduler, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as exc:
        raise ClusterError(f"{scheduler}: no Dask scheduler answers there ({exc})") from exc
    with client:
        try:
            client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
        except TimeoutError as exc:
            raise ClusterError(f"{scheduler}: no worker; start some with: dask worker {scheduler}") from exc
        yield client


def _all_done(client: "Client", sources: Sequence[str], job: Job, track: Tracker) -> list[Done]:
    """What became of each file, in the order given; a few tasks at a time are handed out."""
    from distributed import as_completed

    if not sources:
        return []
    waiting = iter(sources)
    running: dict[str, str] = {}
    done: dict[str, Done] = {}

    def hand_out() -> "Future[Done]":
        source = next(waiting)
        key = f"statchunk-{uuid4().hex}"
        running[key] = source
        return client.submit(make_part, source, job, key=key, retries=_RETRIES, pure=False)

    ahead = min(len(sources), _AHEAD * max(1, sum(client.nthreads().values())))
    finished = as_completed([hand_out() for _ in range(ahead)], loop=client.loop)
    for _, future in zip(track(sources, "indexing"), finished, strict=True):
        source = running.pop(future.key)
        done[source] = _outcome(future, source)
        if len(done) + len(running) < len(sources):
            finished.add(hand_out())
    return [done[source] for source in sources]


def _outcome(future: "Future[Done]", source: str) -> Done:
    """What a task that ended says.

    Raises:
        ClusterError: if the scheduler was lost.
        StatchunkError: if no file can be worked on so.
    """
    from distributed.scheduler import KilledWorker

    if future.status == "finished":
        found: Done = future.result()
        return found
    if future.status != "error":
        raise ClusterError("the scheduler was lost; run the same command again: the parts that are done stay")
    error = future.exception()
    if isinstance(error, StatchunkError):
        raise error
    if isinstance(error, OSError):
        return Done(source, "", "", reason=f"{source}: cannot be fetched, or its part not written: {error}")
    if isinstance(error, KilledWorker):
        return Done(source, "", "", reason=f"{source}: the workers that took it died, one after the other")
    return Done(source, "", "", reason=f"{source}: an unforeseen error ({describe_fault(error)})")


def _merge(done: Sequence[Done], parts: Parts, writer: Writer, made_with: str, warn: Warner) -> UpdateReport:
    """Put the parts into an index, in the order of their files."""
    written = time.monotonic()
    for one in done:
        if one.reason is not None:
            writer.fail(one.source, one.reason)
        elif not writer.is_current(one.source, one.sha256, made_with):
            if one.warnings:
                warn(one.source, one.warnings)
            part = parts.read(one.document_id)
            document = part.document.model_copy(update={"path": one.source})
            writer.put(document, part.chunks, made_with, embeddings=part.vectors)
            if time.monotonic() - written > COMMIT_EVERY:
                writer.commit()
                written = time.monotonic()
    return writer.commit()
