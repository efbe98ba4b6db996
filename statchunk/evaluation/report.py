"""Measurements as one HTML page that needs nothing else: figures, plots as inline SVG, and the questions missed."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from statchunk.evaluation.metrics import Estimate
from statchunk.evaluation.run import Measurement

_COLOURS = ("#1b5e8c", "#c25b12", "#2f7d4f", "#8a4fa3", "#a33b3b", "#5b6770", "#b08900", "#147a80")
_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
table { border-collapse: collapse; margin: 0.6rem 0; } caption { text-align: left; color: #555; }
th, td { padding: 0.25rem 0.7rem; border-bottom: 1px solid #ddd; text-align: right; vertical-align: top; }
th:first-child, td:first-child, details th, details td { text-align: left; }
.wide { overflow-x: auto; } h3 { font-size: 1rem; margin-bottom: 0; }
@media print { body { margin: 0; font-size: 8pt; } th, td { padding: 0.1rem 0.3rem; } svg { break-inside: avoid; } }
small { color: #666; white-space: nowrap; } svg { max-width: 100%; height: auto; }
@media (prefers-color-scheme: dark) { body { background: #16181a; color: #ddd; } th, td { border-color: #3a3d40; }
  small, caption { color: #9aa0a6; } svg text { fill: #ddd; } }
"""


class Bar(NamedTuple):
    """A bar of a plot."""

    label: str
    estimate: Estimate
    colour: str


def write_report(path: Path, measured: Sequence[Measurement], releases: Sequence[str], questions: Path) -> None:
    """Write the page.

    Args:
        path: of the file.
        measured: in the order shown.
        releases: names of the files.
        questions: where the questions came from.
    """
    path.write_text(page(measured, releases, questions.name), encoding="utf-8")


def page(measured: Sequence[Measurement], releases: Sequence[str], questions: str) -> str:
    """The page as HTML."""
    colours = {_name(m): _COLOURS[i % len(_COLOURS)] for i, m in enumerate(measured)}
    body = [
        "<h1>Chunking strategies side by side</h1>",
        f"<p>{len(releases)} releases, {len(measured[0].questions) if measured else 0} questions from "
        f"{escape(questions)}, model {escape(measured[0].model) if measured else ''}. "
        "Intervals are 95%, by bootstrap over the questions.</p>",
        "<h2>Is the evidence found?</h2>",
        _ranking(measured),
    ]
    for title, field in (("Recall at 1", "recall_at_1"), ("Recall at 5", "recall_at_5")):
        bars = [Bar(_name(m), getattr(m.ranking, field), colours[_name(m)]) for m in measured]
        body += [f"<h2>{title}</h2>", bar_plot(bars, title)]
    body += ["<h2>Recall at 1 by kind of question</h2>", *_kinds(measured, colours)]
    body += ["<h2>What the answers name, and what the chunks hold</h2>", _content(measured)]
    body += ["<h2>What they cost</h2>", _costs(measured)]
    body += ["<h2>Questions not answered by the first hit</h2>", *(_missed(m) for m in measured)]
    body += ["<h2>Releases</h2>", "<ul>", *(f"<li>{escape(name)}</li>" for name in releases), "</ul>"]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width"><title>Chunking strategies</title><style>{_STYLE}</style></head>\n<body>\n'
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def _name(m: Measurement) -> str:
    return f"{m.strategy} ({m.search})"


def _rows(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>\n" for row in rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table></div>'


def _estimate(e: Estimate) -> str:
    return f"{e.value:.3f}<br><small>{e.low:.2f} to {e.high:.2f}</small>"


def _ranking(measured: Sequence[Measurement]) -> str:
    heads = ["strategy (search)", "recall@1", "recall@3", "recall@5", "MRR@10", "nDCG@10", "right document first"]
    return _rows(
        heads,
        (
            [
                escape(_name(m)),
                *(
                    _estimate(e)
                    for e in (
                        m.ranking.recall_at_1,
                        m.ranking.recall_at_3,
                        m.ranking.recall_at_5,
                        m.ranking.mrr_at_10,
                        m.ranking.ndcg_at_10,
                    )
                ),
                _estimate(m.right_document) if m.right_document else "",
            ]
            for m in measured
        ),
    )


def _content(measured: Sequence[Measurement]) -> str:
    heads = ["strategy (search)", "cell named", "refused, unanswerable", "refused, answerable", "one chunk answers"]
    heads += ["caption", "unit", "source", "said again"]
    return _rows(
        heads,
        (
            [
                escape(_name(m)),
                f"{m.cells_named} of {m.cells_asked}",
                f"{m.refused_right} of {m.unanswerable}",
                str(m.refused_wrong),
                f"{m.completeness.complete:.3f}",
                f"{m.completeness.caption:.3f}",
                f"{m.completeness.unit:.3f}",
                f"{m.completeness.source:.3f}",
                f"{m.repeated:.2f}",
            ]
            for m in measured
        ),
    )


def _costs(measured: Sequence[Measurement]) -> str:
    heads = ["strategy (search)", "chunks", "cut by the model", "tokens of 5 hits", "chunking, s", "indexing, s"]
    heads += ["embedded", "index, MB", "a question, ms"]
    return _rows(
        heads,
        (
            [
                escape(_name(m)),
                str(m.chunks),
                str(m.cut_chunks),
                f"{m.context_tokens:.0f}",
                f"{m.chunk_seconds:.1f}",
                f"{m.index_seconds:.1f}",
                f"{m.embedded} of {m.chunks}",
                f"{m.index_bytes / 1e6:.2f}",
                f"{m.question_seconds * 1000:.0f}",
            ]
            for m in measured
        ),
    )


def _kinds(measured: Sequence[Measurement], colours: dict[str, str]) -> list[str]:
    kinds = list(dict.fromkeys(kind for m in measured for kind in m.by_kind))
    plots = []
    for kind in kinds:
        bars = [Bar(_name(m), m.by_kind[kind], colours[_name(m)]) for m in measured if kind in m.by_kind]
        plots.append(f"<h3>{escape(kind)}</h3>{bar_plot(bars, kind)}")
    return plots


def _missed(m: Measurement) -> str:
    missed = [q for q in m.questions if q.rank != 1 and (q.held or not q.refused)]
    rows = (
        [
            escape(q.id),
            escape(q.question),
            f"rank {q.rank}" if q.rank else "not in the first ten" if q.held else "in no chunk",
            "" if q.refused is None else "refused" if q.refused else "answered",
        ]
        for q in missed
    )
    table = _rows(["id", "question", "evidence", "verdict"], rows)
    return f"<details><summary>{escape(_name(m))}: {len(missed)}</summary>{table}</details>"


_LEFT, _WIDTH, _STEP, _BAR = 260, 480, 26, 14  # pixels


def bar_plot(bars: Sequence[Bar], title: str) -> str:
    """Horizontal bars from 0 to 1 with their intervals, as an SVG element."""
    height = _STEP * len(bars) + 28
    parts = [
        f'<svg role="img" aria-label="{escape(title)}" viewBox="0 0 {_LEFT + _WIDTH + 70} {height}" '
        f'width="{_LEFT + _WIDTH + 70}" font-size="13" font-family="system-ui, sans-serif">'
    ]
    for tick in range(0, 11, 2):
        x = _LEFT + _WIDTH * tick / 10
        parts.append(f'<line x1="{x:.0f}" y1="4" x2="{x:.0f}" y2="{height - 22}" stroke="#8886" />')
        parts.append(f'<text x="{x:.0f}" y="{height - 6}" text-anchor="middle">{tick / 10:.1f}</text>')
    for i, bar in enumerate(bars):
        y = 8 + i * _STEP
        middle = y + _BAR / 2
        low, high = (_LEFT + _WIDTH * edge for edge in (bar.estimate.low, bar.estimate.high))
        parts.append(f'<text x="{_LEFT - 8}" y="{middle + 4:.0f}" text-anchor="end">{escape(bar.label)}</text>')
        parts.append(
            f'<rect x="{_LEFT}" y="{y}" width="{_WIDTH * bar.estimate.value:.1f}" height="{_BAR}" '
            f'fill="{bar.colour}" opacity="0.75" />'
        )
        parts.append(
            f'<path d="M{low:.1f} {middle:.1f}H{high:.1f}M{low:.1f} {middle - 4:.1f}v8M{high:.1f} {middle - 4:.1f}v8" '
            'stroke="currentColor" fill="none" />'
        )
        parts.append(f'<text x="{_LEFT + _WIDTH + 10}" y="{middle + 4:.0f}">{bar.estimate.value:.3f}</text>')
    return "".join([*parts, "</svg>"])
