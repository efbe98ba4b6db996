"""A search result for a person: the answer first, then where it stands."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from statchunk.cli.console import onto_screen, printable
from statchunk.export.citations import with_unit

if TYPE_CHECKING:  # the models take a tenth of a second to build, which help must not wait for
    from statchunk.box import Box
    from statchunk.model.chunk import Edition, Hit, Reading, SearchResult
    from statchunk.model.evidence import Observation

_CELLS = 3
_HITS = 3
_EXCERPT = 300

screen = Console(highlight=False, soft_wrap=True)


def _say(text: str, style: str = "") -> None:
    with onto_screen():
        screen.print(Text(printable(text), style=style))


def _cell(cell: "Observation") -> str:
    times = f" (x 10^{cell.unit_multiplier})" if cell.unit_multiplier else ""
    period = f", {cell.period}" if cell.period else ""
    return f"{with_unit(cell.value_text, cell.unit)}{times}{period}"


def _show_place(page: int, box: "Box") -> None:
    """Where on the page, in points from its top left corner."""
    _say(f"       place   page {page}, box {', '.join(f'{edge:.0f}' for edge in box)} pt", "dim")


def _show_cell(cell: "Observation") -> None:
    _say(f"     {_cell(cell)}", "bold")
    _say(f"       row     {' > '.join(cell.row_path)}")
    _say(f"       column  {' > '.join(cell.column_path)}")
    _show_place(cell.page, cell.bbox)
    for note in cell.footnotes:
        _say(f"       note    {note}", "dim")
    for warning in cell.warnings:
        _say(f"       warning {warning}", "yellow")


def _show_editions(editions: Sequence["Edition"]) -> None:
    """The values that earlier releases gave."""
    if editions:
        _say(f"       latest  {editions[0].value_text}, since the release of {editions[0].release_date}", "green")
    for edition in editions[1:]:
        _say(
            f"       revised {edition.value_text}, from the release of {edition.release_date} "
            f"({edition.path}, page {edition.page})",
            "yellow",
        )


def _excerpt(hit: "Hit") -> str:
    """The beginning of a hit's text; the line of headings above it is left out, since the citation says as much."""
    first, _, rest = hit.text.partition("\n")
    text = " ".join((rest if rest and (" > " in first or first == hit.title) else hit.text).split())
    return f"{text[:_EXCERPT]}{'...' if len(text) > _EXCERPT else ''}"


def _show_hit(hit: "Hit", *, cells: int, explain: bool) -> None:
    _say(f"  {hit.rank}. {hit.citation}", "cyan")
    for place, cell in enumerate(hit.cells[:cells]):
        _show_cell(cell)
        if place == 0:
            _show_editions(hit.editions)
    if not hit.cells:
        _say(f"     {_excerpt(hit)}")
        _show_place(hit.regions[0].page, hit.regions[0].bbox)
    if hit.parent is not None:
        _say(hit.parent, "dim")
    if explain:
        _say(f"     score {hit.score:.3f}: " + ", ".join(f"{k} {v:.3f}" for k, v in hit.explanation.items()), "dim")


def _show_notices(hits: Sequence["Hit"]) -> None:
    """Corrections that the releases shown announce, each once."""
    for notice in dict.fromkeys(notice for hit in hits for notice in hit.notices):
        _say(f"  notice in the release: {' '.join(notice.split())}", "yellow")


def _show_readings(readings: Sequence["Reading"]) -> None:
    """Other figures that could be meant, and where the same one stands besides."""
    for reading in readings:
        if not reading.agrees:
            labels = " / ".join(" > ".join(path) for path in (reading.row_path, reading.column_path))
            _say(f"  could also be meant: {reading.value_text} ({labels}; page {reading.page})", "yellow")
    agreeing = [f"{reading.title or reading.path}, page {reading.page}" for reading in readings if reading.agrees]
    if agreeing:
        _say(f"  the same in: {'; '.join(dict.fromkeys(agreeing))}", "dim")


def show(result: "SearchResult", *, hits: int = _HITS, cells: int = _CELLS, explain: bool = False) -> None:
    """Print one result on standard output."""
    _say(f"\n{result.question}", "bold")
    if not result.answerable:
        _say(f"  not answered here: {result.reason}", "yellow")
    for hit in result.hits[:hits]:
        _show_hit(hit, cells=cells, explain=explain)
    if result.answerable:
        _show_readings(result.readings)
    _show_notices(result.hits[:hits])
