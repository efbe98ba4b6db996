"""Citations of a hit: a line of text, Markdown, BibTeX, CSL-JSON."""

import json
import re
from collections.abc import Sequence
from pathlib import PurePath

from pydantic import BaseModel, ConfigDict

from statchunk.chunking.citation import page_span, page_word
from statchunk.chunking.context import STEP
from statchunk.model.chunk import Hit
from statchunk.model.citation import CitationStyle
from statchunk.store import DocumentRow


class Reference(BaseModel):
    """What a citation says."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    line: str
    """Publisher, title, release date, what it is, page."""
    cell: str | None
    """Row and column of the value, and the value; None where the hit is no table."""
    title: str
    publisher: str | None
    release_date: str | None
    pages: str
    """ "5-6"; empty where not known."""
    language: str | None
    url: str


def with_unit(value: str, unit: str | None) -> str:
    """A value as printed and its unit; a sign printed with the value is not said again: "6.8%", not "6.8% %"."""
    if not unit:
        return value
    sign, _, rest = unit.partition(" ")
    if value.endswith(sign) and not any(map(str.isalnum, sign)):
        return f"{value} {rest}".rstrip()
    if (value.endswith(unit) or value.startswith(unit)) and not any(map(str.isdigit, unit)):
        return value
    return f"{value} {unit}"


def reference(hit: Hit, document: DocumentRow, url: str = "") -> Reference:
    """What there is to say of a hit.

    Args:
        hit: found in an index.
        document: where it stands.
        url: of the release; its file's name where empty.
    """
    pages = [region.page for region in hit.regions]
    line = hit.citation
    cell = None
    if hit.cells:
        best = hit.cells[0]
        word = page_word(document.language)
        line = f"{line.removesuffix(f'{word} {page_span(pages)}.')}{word} {best.page}."
        pages = [best.page]
        value = with_unit(best.value_text, best.unit)
        cell = f"row “{STEP.join(best.row_path)}”, column “{STEP.join(best.column_path)}”: {value}"
    return Reference(
        id=f"statchunk-{hit.document_id}-p{pages[0]}" if pages else f"statchunk-{hit.document_id}",
        line=line,
        cell=cell,
        title=document.title or PurePath(document.path).name,
        publisher=document.publisher,
        release_date=document.release_date,
        pages=page_span(pages) if pages else "",
        language=document.language,
        url=url or PurePath(document.path).name,
    )


def cite_all(references: Sequence[Reference], style: CitationStyle) -> str:
    """Citations in one style, ending with a line break; CSL-JSON is one array. The same entry is given once."""
    if style is CitationStyle.csl_json:
        entries = list({r.id: _csl(r) for r in references}.values())
        return json.dumps(entries, ensure_ascii=False, indent=2) + "\n"
    write = {CitationStyle.plain: _plain, CitationStyle.markdown: _markdown, CitationStyle.bibtex: _bibtex}[style]
    return "".join(dict.fromkeys(write(r) + "\n" for r in references))


def _plain(r: Reference) -> str:
    return f"{r.line.rstrip('.')}, {r.cell}." if r.cell else r.line


def _markdown(r: Reference) -> str:
    page = f"#page={r.pages.split('-')[0].split(',')[0]}" if r.pages else ""
    line = _plain(r)
    title = _escape_markdown(r.title)
    escaped = _escape_markdown(line)
    target = f"<{r.url}{page}>"
    return f"- {escaped.replace(title, f'[{title}]({target})', 1)}" if title in escaped else f"- {escaped} {target}"


def _escape_markdown(text: str) -> str:
    return re.sub(r"([\\`*_\[\]<>|])", r"\\\1", text)


_TEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}


def _escape_tex(text: str) -> str:
    return "".join(_TEX.get(character, character) for character in text)


def _bibtex(r: Reference) -> str:
    year, _, rest = (r.release_date or "").partition("-")
    fields = {
        "title": f"{{{_escape_tex(r.title)}}}",
        "author": f"{{{_escape_tex(r.publisher)}}}" if r.publisher else "",
        "institution": _escape_tex(r.publisher or ""),
        "year": year,
        "month": rest.partition("-")[0].lstrip("0"),
        "pages": r.pages.replace("-", "--"),
        "note": _escape_tex(r.cell or ""),
        "language": r.language or "",
        "howpublished": _escape_tex(r.url),
    }
    body = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items() if value)
    return f"@techreport{{{r.id},\n{body}\n}}"


def _csl(r: Reference) -> dict[str, object]:
    """An item by the CSL-JSON schema."""
    entry: dict[str, object] = {"id": r.id, "type": "report", "title": r.title}
    if r.publisher:
        entry |= {"author": [{"literal": r.publisher}], "publisher": r.publisher}
    if r.release_date:
        entry["issued"] = {"date-parts": [[int(part) for part in r.release_date.split("-")]]}
    optional = {"page": r.pages, "language": r.language, "note": r.cell, "URL": r.url if "://" in r.url else None}
    return entry | {name: value for name, value in optional.items() if value}
