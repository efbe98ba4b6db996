"""An index opened by what a user names: a folder, or a PostgreSQL database by its URL."""

from pathlib import Path

from statchunk.embedding import Embedder
from statchunk.errors import StoreError
from statchunk.settings import StoreSettings
from statchunk.store.address import is_database
from statchunk.store.index import Index
from statchunk.store.protocol import Store, Writer
from statchunk.store.repair import made_before
from statchunk.store.writer import IndexWriter


def open_store(where: Path | str, settings: StoreSettings | None = None) -> Store:
    """An index opened for reading.

    Args:
        where: its folder, or the URL of a database.
        settings: limits; the defaults where None.

    Raises:
        StoreError: if there is none, or it cannot be read.
        MissingExtraError: if the package for databases is not installed.
    """
    if is_database(where):
        from statchunk.store.postgresql import PostgresStore  # needs an extra

        return PostgresStore(str(where))
    return Index.open(where, settings)


def open_writer(where: Path | str, embedder: Embedder, settings: StoreSettings | None = None) -> Writer:
    """An index opened for writing, made if there is none; arguments and errors as `open_store`."""
    if is_database(where):
        from statchunk.store.postgresql import PostgresWriter  # needs an extra

        return PostgresWriter(str(where), embedder, settings)
    return IndexWriter(where, embedder, settings)


def made_with(where: Path | str) -> tuple[bool, str | None]:
    """Whether an index is a folder of an older schema, and the model that it was made with, where that can be told."""
    if is_database(where):
        from statchunk.store.postgresql.schema import model_in  # needs an extra

        return False, model_in(str(where))
    try:
        Path(where).exists()
    except OSError as exc:
        raise StoreError(f"{where}: no index can stand there: {exc.strerror}; name another place") from exc
    return made_before(Path(where))
