"""Blocks in the making: what the roles are written on before the blocks are frozen."""

from dataclasses import dataclass, field

from statchunk.box import Box
from statchunk.layout.groups import Group
from statchunk.model.layout import BlockKind, Line, TableRegion, pack_lines, words_of
from statchunk.model.page import Rect, Rule, Word


@dataclass(slots=True, eq=False)
class Draft:
    """A block whose role is still open to change."""

    kind: BlockKind
    box: Box
    group: Group | None = None
    """Of text; None for a table or figure."""
    lines: list[Line] = field(default_factory=list)
    own_words: tuple[Word, ...] = ()
    """Of a table, while they are at hand; the others have those of their lines."""
    own_count: int = 0
    """How many words a table has."""
    items: list[tuple[Line, ...]] = field(default_factory=list)
    """Of a list: the lines of each item."""
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
    titled: bool = False
    """Of a table: whether its first line is a caption with a label of its own."""

    @property
    def words(self) -> tuple[Word, ...]:
        """All its words."""
        return self.own_words if self.region is not None else words_of(self.lines)

    @property
    def count(self) -> int:
        """How many these are, put away or not."""
        return self.own_count if self.region is not None else sum([line.count for line in self.lines])

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

    def put_away(self) -> None:
        """Keep the words of its lines as numbers only, until they are asked for."""
        pack_lines([line for draft in self.drafts for line in draft.lines])

    def let_go(self) -> None:
        """The same for those of its lines that were put away before."""
        for draft in self.drafts:
            for line in draft.lines:
                line.let_go()

    def targets(self) -> list[Draft]:
        """Its tables and figures."""
        return [draft for draft in self.drafts if draft.kind in ("table", "figure")]


def settle(draft: Draft, kind: BlockKind, reason: str, target: Draft | None = None) -> None:
    """Decides the role of a draft."""
    draft.kind, draft.reason, draft.settled = kind, reason, True
    if target is not None:
        draft.target = target
