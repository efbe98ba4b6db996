"""What `statchunk index` did, counted over all its steps: told as it goes, and written at the end."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from statchunk.cli.console import remark

if TYPE_CHECKING:
    from statchunk.store import UpdateReport
    from statchunk.store.repair import RepairReport


class FileReport(BaseModel):
    """A file that failed, or that was read with warnings."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: str
    reasons: tuple[str, ...]


class Report(BaseModel):
    """What `--report` writes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    index: str
    added: int
    replaced: int
    unchanged: int
    removed: int
    documents: int
    """In the index afterwards."""
    chunks: int
    """In the index afterwards."""
    damage: tuple[str, ...]
    """What a repair found."""
    failed: tuple[FileReport, ...]
    warned: tuple[FileReport, ...]


class Tally:
    """Counts of one run."""

    def __init__(self, into: Path | str) -> None:
        """Args: the index."""
        from statchunk.store.address import shown  # costly: its package brings FAISS

        self._into = shown(into)
        self.added = self.replaced = self.unchanged = self.removed = 0
        self._documents = self._chunks = 0
        self._damage: list[str] = []
        self.failed: dict[str, str] = {}
        """Files that could not be indexed and have not been since, with the reason."""
        self._warned: dict[str, tuple[str, ...]] = {}

    def warn(self, file: Path | str, warnings: tuple[str, ...]) -> None:
        """Tell the first warning of a file."""
        self._warned[str(file)] = warnings
        more = f" (and {len(warnings) - 1} more: --report names them)" if len(warnings) > 1 else ""
        remark(f"warning: {file}: {warnings[0]}{more}")

    def count(self, done: "UpdateReport", files: Sequence[Path | str]) -> None:
        """Add what was done with some files, and tell it."""
        for file in files:
            self.failed.pop(str(file), None)
        self.added += done.added
        self.replaced += done.replaced
        self.unchanged += done.unchanged
        self.removed += done.removed
        self._documents, self._chunks = done.documents, done.chunks
        for path, reason in done.failed:
            self.failed[path] = reason
            remark(f"failed: {reason if path in reason else f'{path}: {reason}'}", level=-1)
        remark(
            f"{self._into}: {done.added} added, {done.replaced} replaced, {done.unchanged} unchanged, "
            f"{done.removed} removed, {len(done.failed)} failed; {done.documents} documents, {done.chunks} chunks"
        )

    def mended(self, found: "RepairReport", done: "UpdateReport") -> None:
        """Tell what a repair found and did."""
        self._damage += found.damage
        for line in found.damage:
            remark(f"damaged: {line}")
        for path, reason in done.failed:
            self.failed[path] = reason
            remark(f"lost: {path}: {reason}", level=-1)
        if found.upgraded_from is not None:
            remark(f"{self._into}: upgraded from index schema {found.upgraded_from}")
        elif not found.damage:
            remark(f"{self._into}: nothing is damaged")
        if found.damage or found.lost:
            again = done.added + done.replaced
            remark(
                f"{self._into}: mended; {found.kept} documents of damaged files kept, {again} read again, "
                f"{len(done.failed)} lost; {done.documents} documents, {done.chunks} chunks"
            )
        self._documents, self._chunks = done.documents, done.chunks

    def said(self) -> str:
        """The counts in one line."""
        return (
            f"{self.added} added, {self.replaced} replaced, {self.unchanged} unchanged, {self.removed} removed, "
            f"{len(self.failed)} failed"
        )

    def report(self) -> Report:
        """The counts and each failure and warning."""
        return Report(
            index=self._into,
            added=self.added,
            replaced=self.replaced,
            unchanged=self.unchanged,
            removed=self.removed,
            documents=self._documents,
            chunks=self._chunks,
            damage=tuple(self._damage),
            failed=tuple(FileReport(path=path, reasons=(reason,)) for path, reason in self.failed.items()),
            warned=tuple(FileReport(path=path, reasons=reasons) for path, reasons in self._warned.items()),
        )
