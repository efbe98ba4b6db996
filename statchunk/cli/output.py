"""Models to bytes: JSON, JSON Lines, CSV, Parquet and Markdown, safe where they land."""

import csv
import errno
import io
import json
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from statchunk.cli.console import CONTROL, onto_screen, printable
from statchunk.cli.faults import fault, reason
from statchunk.errors import SettingsError

if TYPE_CHECKING:
    from pydantic import BaseModel


class Format(StrEnum):
    """Forms that a command can print."""

    json = "json"
    jsonl = "jsonl"
    csv = "csv"
    parquet = "parquet"
    markdown = "markdown"


_NUMBER = re.compile(r"[-+−]?[\d.,\s]*\d[\d.,\s]*%?")
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def emit(models: "Iterable[BaseModel]", form: Format, out: Path | None, *, single: bool = False) -> None:
    """Write models in one form to a file or to standard output.

    Args:
        models: of one command; a heterogeneous sequence is allowed.
        form: how to write them.
        out: the file; None for standard output, which Parquet refuses on a terminal.
        single: one object rather than a sequence: JSON is then an object, not a list.

    Raises:
        SettingsError: Parquet to a terminal, or if the file cannot be written.
        OSError: if standard output cannot be written.
    """
    printed = (model.model_dump(mode="json", by_alias=True) for model in models)
    if form is Format.parquet:
        _write_bytes(_parquet(list(printed)), out)
        return
    if form is Format.json:
        pieces = _json(printed, single)
    elif form is Format.jsonl:
        pieces = (_escape_controls(json.dumps(row, ensure_ascii=False)) + "\n" for row in printed)
    elif form is Format.csv:
        pieces = iter((printable(_csv(list(printed))),))
    else:
        pieces = iter((printable(_markdown(list(printed))),))
    _write(pieces, out)


def _json(rows: Iterator[dict[str, Any]], single: bool) -> Iterator[str]:
    """One object, or a list of them, piece by piece: a long release printed as a whole takes more than itself."""
    objects = (_escape_controls(json.dumps(row, ensure_ascii=False, indent=2)) for row in rows)
    if single:
        yield f"{next(objects)}\n"
        return
    before = "["
    for text in objects:
        yield before + f"\n{text}".replace("\n", "\n  ")  # line breaks within strings are escapes
        before = ","
    yield "[]\n" if before == "[" else "\n]\n"


def write_text(text: str, out: Path | None) -> None:
    """Write a file, or standard output.

    Raises:
        SettingsError: if the file cannot be written.
        OSError: if standard output cannot be written.
    """
    _write((text,), out)


def _write(pieces: Iterable[str], out: Path | None) -> None:
    if out is None:
        with onto_screen():
            sys.stdout.writelines(pieces)
    else:
        with replacing(out) as path, path.open("w", encoding="utf-8", errors="replace") as file:
            file.writelines(pieces)


UNFINISHED: set[Path] = set()
"""Files that are being written and bear another name until they are whole."""


@contextmanager
def replacing(out: Path) -> Iterator[Path]:
    """A path to write in the place of a file: it becomes that file when all is written, and goes where that fails.

    Raises:
        SettingsError: if it cannot be written.
    """
    try:
        if out.is_dir():
            raise fault(errno.EISDIR, out)
        if _is_device(out):
            yield out
            return
        target = Path(os.path.realpath(out))  # a link stays one
        part = _unfinished(target.parent)
        UNFINISHED.add(part)
        try:
            yield part
            if target.exists():
                shutil.copymode(target, part)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
            UNFINISHED.discard(part)
    except OSError as exc:
        raise SettingsError(f"{out}: cannot be written: {reason(exc)}") from exc


@contextmanager
def filling(folder: Path) -> Iterator[Path]:
    """A folder to write files into in the place of another, which gets them when all are written, and none before.

    Raises:
        SettingsError: if it cannot be written.
    """
    try:
        target = Path(os.path.realpath(folder))
        there = target.is_dir()
        if any(path.exists() and not path.is_dir() for path in (target, *target.parents)):
            raise fault(errno.ENOTDIR, folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        part = _unfinished(target if there else target.parent)
        part.mkdir()
        try:
            yield part
            if there:
                for file in part.iterdir():
                    file.replace(target / file.name)
            else:
                part.rename(target)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    except OSError as exc:
        raise SettingsError(f"{folder}: cannot be written: {reason(exc)}") from exc


def _unfinished(folder: Path) -> Path:
    return folder / f".statchunk-{os.getpid()}.part"


def _is_device(path: Path) -> bool:
    """Whether it is no place in a folder of files: a pipe, a terminal, /dev/stdout."""
    return path.absolute().parts[1:2] in (("dev",), ("proc",)) or (path.exists() and not path.is_file())


def _escape_controls(text: str) -> str:
    """JSON with the control characters that the encoder leaves as they are written as escapes."""
    return CONTROL.sub(lambda match: match[0] if match[0] == "\n" else f"\\u{ord(match[0]):04x}", text)


def _write_bytes(content: bytes, out: Path | None) -> None:
    if out is not None:
        with replacing(out) as path:
            path.write_bytes(content)
    elif sys.stdout.isatty():
        raise SettingsError("Parquet is binary: name a file with --out, or send the output to one")
    else:
        with onto_screen():
            sys.stdout.buffer.write(content)


def _flat(value: Any) -> Any:
    """A value that fits one field of a spreadsheet: a path joined with " > ", anything deeper as JSON."""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return " > ".join(value)
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    return value


def _columns(rows: Sequence[dict[str, Any]]) -> list[str]:
    """All keys, in the order in which they first stand."""
    return list(dict.fromkeys(key for row in rows for key in row))


def _unformula(value: Any) -> Any:
    """Text that a spreadsheet would run as a formula is made plain text by an apostrophe; numbers are left."""
    if isinstance(value, str) and value.startswith(_FORMULA_STARTS) and not _NUMBER.fullmatch(value):
        return "'" + value
    return value


def _csv(rows: Sequence[dict[str, Any]]) -> str:
    columns = _columns(rows)
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_unformula(_flat(row.get(column))) for column in columns])
    return target.getvalue()


def _parquet(rows: Sequence[dict[str, Any]]) -> bytes:
    import pyarrow as pa  # costs 0.2 s to import, so only where Parquet is asked for
    import pyarrow.parquet as pq

    columns = _columns(rows)
    table = pa.table({column: [_flat(row.get(column)) for row in rows] for column in columns})
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink)
    return bytes(sink.getvalue().to_pybytes())


def _escape(value: Any) -> str:
    text = "" if value is None else str(_flat(value))
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", text).replace("\n", "<br>")


def _markdown(rows: Sequence[dict[str, Any]]) -> str:
    """A table where rows are alike and short, else a section an object."""
    if rows and all("value_text" in row and "row_path" in row for row in rows):
        return _markdown_observations(rows)
    parts = []
    for row in rows:
        heading = " · ".join(str(row[key]) for key in ("kind", "page", "id") if row.get(key) is not None)
        parts.append(f"## {_escape(heading)}\n" if heading else "")
        if "text" in row:
            parts.append(_escape(row["text"]).replace("<br>", "  \n") + "\n")
            if row.get("citation"):
                parts.append(f"> {_escape(row['citation'])}\n")
        else:
            parts.append("\n".join(f"- {_escape(key)}: {_escape(value)}" for key, value in row.items()) + "\n")
    return "\n".join(parts)


_SHOWN = ("page", "table_label", "row_path", "column_path", "value_text", "unit", "period", "status")


def _markdown_observations(rows: Sequence[dict[str, Any]]) -> str:
    lines = ["| " + " | ".join(_SHOWN) + " |", "|" + "---|" * len(_SHOWN)]
    lines += ["| " + " | ".join(_escape(row.get(key)) for key in _SHOWN) + " |" for row in rows]
    return "\n".join(lines) + "\n"
