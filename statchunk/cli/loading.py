"""A file read and understood as the options say; shared by the commands that take one release."""

import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from statchunk.cli.console import remark, warn
from statchunk.cli.options import ReaderName, TableEngine
from statchunk.cli.output import UNFINISHED

if TYPE_CHECKING:
    from statchunk.model.evidence import Document
    from statchunk.model.page import Release
    from statchunk.settings import Settings


def _start_clock(path: Path, seconds: float) -> None:
    """Ends the program with a message if it is still busy with the file by then."""

    def give_up() -> None:
        remark(f"error: {path}: takes longer than {seconds:g} s; raise reader.max_seconds_a_file", level=-1)
        for unfinished in tuple(UNFINISHED):
            unfinished.unlink(missing_ok=True)
        os._exit(1)

    clock = threading.Timer(seconds, give_up)
    clock.daemon = True
    clock.start()


def settings_for(path: Path, settings_path: Path | None, engine: TableEngine | None) -> "Settings":
    """The settings in force; from now on the file may take as long as they say."""
    from statchunk.settings import load_settings  # costly to import: help must not wait for it

    settings = load_settings(settings_path)
    if engine is not None:
        settings = settings.model_copy(update={"tables": settings.tables.model_copy(update={"engine": engine.value})})
    _start_clock(path, settings.reader.max_seconds_a_file)
    return settings


def read_release(
    path: Path, password: str | None, reader: ReaderName, settings_path: Path | None, engine: TableEngine | None = None
) -> "tuple[Release, Settings]":
    """The release and the settings in force; the reader's warnings are printed."""
    from statchunk import pipeline  # costly to import: help must not wait for it

    settings = settings_for(path, settings_path, engine)
    release = pipeline.read(path, password=password, reader=reader.value, settings=settings)
    warn(release.warnings)
    warn(warning for page in release.pages for warning in page.warnings)
    return release, settings


def understand(
    path: Path, password: str | None, reader: ReaderName, settings_path: Path | None, engine: TableEngine | None = None
) -> "tuple[Document, Settings]":
    """The release understood and the settings in force; warnings are printed."""
    from statchunk import pipeline  # costly to import: help must not wait for it

    settings = settings_for(path, settings_path, engine)
    document = pipeline.document(path, password=password, reader=reader.value, settings=settings)
    warn(document.warnings)
    return document, settings
