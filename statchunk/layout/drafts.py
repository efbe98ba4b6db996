"""Blocks in the making: what the roles are written on before the blocks are frozen."""

from dataclasses import dataclass, field

from statchunk.box import Box
from statchunk.layout.groups import Group
from statchunk.model.layout import BlockKind, Line, TableRegion
from statchunk.model.page import Rect, Rule, Word


@dataclass(slots=True, eq=False)
class Draft:
    """A block whose role is still open to change."""

    kind: BlockKind
    box: Box
    group: Group | None = None
    """Of text; None for a table or figure."""
    lines: list[Line] = field(default_factory=list)
    words: tuple[Word, ...] = ()
    items: list[tuple[Word, ...]] = field(default_factory=list)
    region: TableRegion | None = None
    target: "Draft | None" = None
    level: int | None = None
    continues: bool = False
    reason: str = ""
    settled: bool = False
    """Whether the role has been decided."""
    ahead: bool = False
    """Of a caption: whether its table begins the next page."""
    shapes: tuple[Rect | Rule, ...] = ()

    @property
    def text(self) -> str:
        """The text of its group, empty for a table or figure."""
        return self.group.text if self.group is not None else ""


@dataclass(slots=True)
class PageDraft:
    """The drafts of one page in reading order."""

    page_number: int
    width: float
    height: float
    drafts: list[Draft]
    em: float
    """Size of the body type of the document, points."""
    foot: float
    """y of the short rule above the notes at the foot of the page; the page height where there is none."""
    rules: tuple[Rule, ...] = ()
    """Drawn on it."""

    def targets(self) -> list[Draft]:
        """Its tables and figures."""
        return [draft for draft in self.drafts if draft.kind in ("table", "figure")]


def settle(draft: Draft, kind: BlockKind, reason: str, target: Draft | None = None) -> None:
    """Decides the role of a draft."""
    draft.kind, draft.reason, draft.settled = kind, reason, True
    if target is not None:
        draft.target = target
