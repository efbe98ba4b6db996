"""A search result for a person: the answer first, then where it stands."""

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from statchunk.cli.console import printable

if TYPE_CHECKING:  # the models take a tenth of a second to build, which help must not wait for
    from statchunk.model.chunk import Hit, SearchResult
    from statchunk.model.evidence import Observation

_CELLS = 3
_HITS = 3
_EXCERPT = 300

screen = Console(highlight=False, soft_wrap=True)


def _say(text: str, style: str = "") -> None:
    screen.print(Text(printable(text), style=style))


def _cell(cell: "Observation") -> str:
    unit = f" {cell.unit}" if cell.unit else ""
    times = f" (x 10^{cell.unit_multiplier})" if cell.unit_multiplier else ""
    period = f", {cell.period}" if cell.period else ""
    return f"{cell.value_text}{unit}{times}{period}"


def _show_cell(cell: "Observation") -> None:
    box = ", ".join(f"{edge:.0f}" for edge in cell.bbox)
    _say(f"     {_cell(cell)}", "bold")
    _say(f"       row     {' > '.join(cell.row_path)}")
    _say(f"       column  {' > '.join(cell.column_path)}")
    _say(f"       place   page {cell.page}, box {box} pt", "dim")
    for note in cell.footnotes:
        _say(f"       note    {note}", "dim")
    for warning in cell.warnings:
        _say(f"       warning {warning}", "yellow")


def _show_hit(hit: "Hit", *, explain: bool) -> None:
    _say(f"  {hit.rank}. {hit.citation}", "cyan")
    for cell in hit.cells[:_CELLS]:
        _show_cell(cell)
    if not hit.cells:
        text = " ".join(hit.text.split())
        _say(f"     {text[:_EXCERPT]}{'...' if len(text) > _EXCERPT else ''}")
    if hit.parent is not None:
        _say(hit.parent, "dim")
    if explain:
        _say(f"     score {hit.score:.3f}: " + ", ".join(f"{k} {v:.3f}" for k, v in hit.explanation.items()), "dim")


def show(result: "SearchResult", *, hits: int = _HITS, explain: bool = False) -> None:
    """Print one result on standard output."""
    _say(f"\n{result.question}", "bold")
    if not result.answerable:
        _say(f"  not answered here: {result.reason}", "yellow")
    for hit in result.hits[:hits]:
        _show_hit(hit, explain=explain)
