"""`statchunk inspect`: see what was detected on a page."""

from pathlib import Path
from typing import Annotated

import typer

from statchunk.cli.console import remark
from statchunk.cli.loading import read_release
from statchunk.cli.options import (
    FileArgument,
    PasswordOption,
    ReaderName,
    ReaderOption,
    SettingsOption,
    TableEngineOption,
)
from statchunk.cli.output import replacing
from statchunk.errors import SettingsError


def inspect(
    file: FileArgument,
    page: Annotated[int, typer.Option("--page", "-p", min=1, help="Page in the file, from 1.")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="PNG", help="The picture to write.")],
    scale: Annotated[float, typer.Option("--scale", min=0.5, max=8.0, help="Pixels a point.")] = 2.0,
    password: PasswordOption = None,
    reader: ReaderOption = ReaderName.pdfium,
    settings: SettingsOption = None,
    engine: TableEngineOption = None,
) -> None:
    """Draw blocks, table regions, grids, heads and stubs over a page, and say how sure each table is."""
    from statchunk import pipeline  # costly to import: help must not wait for it
    from statchunk.cli.overlay import (  # needs the imaging library, which other commands do not
        draw_page,
        picture_format,
    )

    form = picture_format(out)
    release, in_force = read_release(file, password, reader, settings, engine)
    if page > len(release.pages):
        raise SettingsError(f"{file}: has {len(release.pages)} pages, so there is no page {page}")
    analysis = pipeline.analyse(release, in_force)
    picture = draw_page(file, password, analysis, page, scale)
    with replacing(out) as path:
        picture.save(path, form)
    for table in analysis.tables:
        if any(region.page == page for region in table.regions):
            remark(f"table of {len(table.rows)} rows, {len(table.columns)} columns: confidence {table.confidence:.2f}")
            for reason in table.reasons:
                remark(f"  {reason}")


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command()(inspect)
