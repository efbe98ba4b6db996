"""StatsChat: its JSON of a publication written and read, and the FAISS folder that it searches."""

import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from statchunk.box import Box
from statchunk.chunking import TokenCounter, chunk_document
from statchunk.embedding import CachedEmbedder, Embedder
from statchunk.errors import MissingExtraError, ReaderError, SettingsError
from statchunk.export.items import Item, metadata_of, url_of
from statchunk.model.chunk import Chunk
from statchunk.model.evidence import Document, Fact, PageBox, Paragraph, ReleaseFacts
from statchunk.settings import ChunkSettings

MOST_CHARACTERS = 1_999
"""Of a page's text: StatsChat splits longer ones, which tears tables from their heads."""
_TRIED_TOKENS = (1_200, 600, 450, 330, 250, 180)
"""Of what is shown; the first with which every chunk is short enough is taken."""


class ContentItem(BaseModel):
    """A piece of a publication, as StatsChat embeds it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    page_number: int
    page_url: str
    page_text: str


class Publication(BaseModel):
    """A publication as StatsChat keeps it, one JSON file each."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    title: str
    release_date: str
    """ISO 8601, a whole date: StatsChat reads nothing else."""
    modification_date: str = ""
    overview: str = ""
    theme: str = ""
    release_type: str = ""
    url: str = ""
    latest: bool = True
    url_keywords: tuple[str, ...] = ()
    contact_name: str = ""
    contact_link: str = ""
    content: tuple[ContentItem, ...]


def short_chunks(
    document: Document, settings: ChunkSettings | None = None, counter: TokenCounter | None = None
) -> tuple[Chunk, ...]:
    """The chunks of a document, cut so that StatsChat does not split them again; the last longer ones are cut between
    lines, their first line repeated."""
    settings = settings or ChunkSettings()
    chunks: tuple[Chunk, ...] = ()
    for tokens in _TRIED_TOKENS:
        if tokens <= settings.max_text_tokens:
            smaller = settings.model_copy(update={"max_text_tokens": tokens})
            chunks = chunk_document(document, smaller, counter)
            if all(len(chunk.text) <= MOST_CHARACTERS for chunk in chunks):
                break
    return tuple(short for chunk in chunks for short in cut_to_fit(chunk))


def cut_to_fit(chunk: Chunk) -> Iterator[Chunk]:
    """A chunk in pieces that StatsChat does not split, cut between lines, the first line in each."""
    if len(chunk.text) <= MOST_CHARACTERS:
        yield chunk
        return
    first, *lines = chunk.text.splitlines()
    head = first[: MOST_CHARACTERS // 4]
    room = MOST_CHARACTERS - len(head) - 1
    lines = [piece for line in ([first[len(head) :], *lines]) for piece in _pieces(line, room)]
    waiting: list[str] = []
    for line in [*lines, ""]:
        if waiting and (not line or sum(map(len, waiting)) + len(waiting) + len(line) > room):
            yield chunk.model_copy(update={"text": "\n".join([head, *waiting])})
            waiting = []
        if line:
            waiting.append(line)


def _pieces(line: str, room: int) -> Iterator[str]:
    """A line in pieces of at most `room` characters, cut between words where there are any."""
    while len(line) > room:
        at = line.rfind(" ", 1, room + 1)
        at = at if at > 0 else room
        yield line[:at].rstrip()
        line = line[at:].lstrip()
    if line:
        yield line


def publication(
    document: Document, chunks: Iterable[Chunk], base: str = "", release_date: str | None = None, latest: bool = True
) -> Publication:
    """A document as StatsChat keeps it.

    Args:
        document: its facts.
        chunks: its pieces, as `short_chunks` makes them.
        base: address of the releases.
        release_date: ISO 8601, where the document states none.
        latest: whether no later release of the same series is at hand.

    Raises:
        SettingsError: if neither the document nor the caller says when it was released.
    """
    facts = document.facts
    date = release_date or (facts.release_date.value if facts.release_date else None)
    if date is None:
        raise SettingsError(f"{document.path}: states no release date, which StatsChat needs; give one with --date")
    url = url_of(document.path, base)
    return Publication(
        id=document.document_id,
        title=facts.title.value if facts.title else Path(document.path).stem,
        release_date=date,
        modification_date=date,
        overview=facts.subtitle.value if facts.subtitle else "",
        url=url,
        latest=latest,
        url_keywords=tuple(dict.fromkeys(Path(document.path).stem.split("-"))),
        contact_name=facts.publisher.value if facts.publisher else "",
        contact_link=facts.contact.value if facts.contact else "",
        content=tuple(
            ContentItem(page_number=page, page_url=f"{url}#page={page}", page_text=chunk.text)
            for chunk in chunks
            for page in [chunk.regions[0].page if chunk.regions else 1]
        ),
    )


def write_publication(made: Publication, folder: Path) -> Path:
    """Write the JSON file of a publication into a folder; its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{Path(made.url).stem or made.id}.json"
    path.write_text(json.dumps(made.model_dump(mode="json"), ensure_ascii=False, indent=4) + "\n", encoding="utf-8")
    return path


def read_publication(path: Path) -> Document:
    """A JSON file of StatsChat as a document of one paragraph a piece, for chunking and comparing.

    Raises:
        ReaderError: if it is no publication of StatsChat.
    """
    try:
        data = path.read_bytes()
        made = Publication.model_validate_json(data)
    except OSError as exc:
        raise ReaderError(f"{path}: cannot be read: {exc.strerror}") from exc
    except ValidationError as exc:
        raise ReaderError(f"{path}: no publication of StatsChat: {exc.errors()[0]['msg']}") from exc
    digest = sha256(data).hexdigest()
    pages = max((item.page_number for item in made.content), default=0)
    return Document(
        path=made.url or str(path),
        document_id=digest[:16],
        sha256=digest,
        facts=ReleaseFacts(
            pages=pages,
            title=_fact(made.title),
            publisher=_fact(made.contact_name),
            release_date=_fact(made.release_date),
            contact=_fact(made.contact_link),
        ),
        evidence=tuple(
            Paragraph(
                id=f"{digest[:16]}-{number}",
                document_id=digest[:16],
                page=item.page_number,
                regions=(PageBox(item.page_number, Box(0.0, 0.0, 0.0, 0.0)),),
                text=item.page_text,
            )
            for number, item in enumerate(made.content)
            if item.page_text.strip()
        ),
        observations=(),
    )


def _fact(value: str) -> Fact | None:
    return Fact(value=value, page=None, origin="file information") if value else None


def write_faiss(items: Sequence[Item], embedder: Embedder, folder: Path) -> None:
    """A folder that LangChain's `FAISS.load_local` opens, written by that library itself: index.faiss and index.pkl.

    It must be opened with embeddings of the same model. statchunk never reads the pickle.

    Raises:
        SettingsError: if there is nothing to write.
        MissingExtraError: if langchain-community is not installed.
    """
    try:
        from langchain_community.vectorstores import FAISS
    except ImportError as exc:
        raise MissingExtraError("LangChain's FAISS is not installed: pip install 'statchunk[statschat]'") from exc
    from statchunk.export.langchain import StatchunkEmbeddings

    if not items:
        raise SettingsError("there are no chunks to export")
    vectors = CachedEmbedder(embedder).embed([item.chunk.embedding_text for item in items])
    store = FAISS.from_embeddings(
        [(item.chunk.text, vector.tolist()) for item, vector in zip(items, vectors, strict=True)],
        StatchunkEmbeddings(embedder),
        metadatas=[metadata_of(item) for item in items],
        ids=[item.chunk.id for item in items],
    )
    store.save_local(str(folder))
