"""Measurements for a person: two tables, the configurations below each other."""

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from statchunk.cli.console import onto_screen
from statchunk.evaluation.run import Measurement

_WIDTH = 140  # characters; a narrower screen would cut the figures
_MEGABYTE = 1_000_000


def _table(heads: Sequence[str]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("strategy", "search"):
        table.add_column(head, no_wrap=True)
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    return table


def ranking_table(measured: Sequence[Measurement]) -> Table:
    """How far up the evidence stands; 95% intervals in brackets."""
    table = _table(["recall@1", "recall@3", "recall@5", "MRR@10", "nDCG@10", "right\ndocument"])
    for m in measured:
        scores = m.ranking
        estimates = (scores.recall_at_1, scores.recall_at_3, scores.recall_at_5, scores.mrr_at_10, scores.ndcg_at_10)
        cells = [f"{e.value:.3f}\n[{e.low:.2f}, {e.high:.2f}]" for e in estimates]
        table.add_row(m.strategy, m.search, *cells, f"{m.right_document.value:.3f}" if m.right_document else "-")
    return table


def content_table(measured: Sequence[Measurement]) -> Table:
    """What the answers name, what the chunks hold, and what they cost."""
    heads = ["cell\nnamed", "refused\nright", "refused\nwrong", "one chunk\nanswers", "said\nagain"]
    table = _table([*heads, "5 hits,\ntokens", "chunks", "index,\nMB", "index,\ns"])
    for m in measured:
        refuses = any(asked.refused is not None for asked in m.questions)
        table.add_row(
            m.strategy,
            m.search,
            f"{m.cells_named}/{m.cells_asked}",
            f"{m.refused_right}/{m.unanswerable}" if refuses else "-",
            str(m.refused_wrong) if refuses else "-",
            f"{m.completeness.complete:.3f}",
            f"{m.repeated:.2f}",
            f"{m.context_tokens:.0f}",
            str(m.chunks),
            f"{m.index_bytes / _MEGABYTE:.2f}",
            f"{m.chunk_seconds + m.index_seconds:.1f}" + ("*" if m.embedded < m.chunks else ""),
        )
    return table


def show(measured: Sequence[Measurement]) -> None:
    """Print the tables on standard output."""
    with onto_screen():
        _print(measured)


def _print(measured: Sequence[Measurement]) -> None:
    screen = Console(highlight=False)
    if screen.width < _WIDTH:
        screen = Console(highlight=False, width=_WIDTH)
    screen.print(ranking_table(measured))
    screen.print(content_table(measured))
    if any(m.embedded < m.chunks for m in measured):
        screen.print("* some vectors came from the cache, so that the time is no whole one")
    cut = [f"{m.strategy} {m.cut_chunks} of {m.chunks}" for m in measured if m.cut_chunks]
    if cut:
        screen.print(f"chunks longer than the embedding model reads, which it cuts silently: {'; '.join(cut)}")
